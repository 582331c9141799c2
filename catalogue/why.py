"""Why a level is in the catalogue: measured facts of it as one plain sentence, which `check` measures again.

A `why` is a list of clauses with `; ` between them. A clause that is one of the level's facts is generated from its
certificate, letter for letter, so it cannot outlive what it states. Other clauses may say anything but a number: a
figure that nobody measures again would be a claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from games.canonical import Json
from games.contract import AnyGame
from games.finding import Finding, FindingKind
from games.shape import nearest
from solvers.contract import solver_named
from validators.certificate import Certificate
from validators.dead_ends import graph_of
from validators.difficulty import difficulty_vector
from validators.replay import replay

__all__ = ["FINDINGS", "WHY", "UnknownFact", "facts_of", "measured_again", "why_faults", "why_of"]

WHY = FindingKind(
    "lifecycle/why",
    "A level's `why` states what its certificate does not measure, or no measured fact at all.",
    "Let `catalogue why ID` write it, or take the clause out.",
)
FINDINGS = (WHY,)

#: Facts that say most, in the order in which a level is described when nobody chose; so many of them that are known.
PREFERRED = (
    "optimum",
    "counter_intuitive",
    "dead_end_share",
    "first_fatal_move",
    "optimal_solutions",
    "forced_share",
    "mean_branching",
)
CHOSEN = 3
#: States up to which a check counts them again.
STATES = 5_000
JOIN = "; "
_NUMBER = re.compile("[0-9]")


class UnknownFact(ValueError):
    """A fact that is not known of the level. The message names those that are."""


def facts_of(certificate: Certificate) -> dict[str, str]:
    """Fact -> its clause, for everything that the certificate knows of the level, in the order of their names."""
    metric = certificate.metric
    said: dict[str, Callable[[Json], str]] = {
        "optimum": lambda value: f"needs {value} {metric if value != 1 else metric.removesuffix('s')}",
        "length": lambda value: f"a shortest solution has {_counted(value, 'move')}",
        "optimal_solutions": lambda value: f"has {_counted(value, 'shortest solution')}",
        "mean_branching": lambda value: f"offers {_ratio(value)} moves a step on the way",
        "forced_share": lambda value: f"{_share(value)} of the steps have no other legal move",
        "counter_intuitive": lambda value: (
            f"{_counted(value, 'step')} of the solution {'lower' if value != 1 else 'lowers'} the visible progress"
        ),
        "reachable": lambda value: f"has {_counted(value, 'reachable state')}",
        "dead_end_share": lambda value: f"{_share(value)} of its reachable states are dead ends",
        "first_fatal_move": lambda value: f"can be lost at move {value}",
    }
    measured: dict[str, Json] = {**certificate.difficulty, "optimum": certificate.optimum}
    clauses = {
        name: say(measured[name])
        for name, say in said.items()
        if measured.get(name) is not None and _plain(name, measured)
    }
    for name, holds in certificate.properties.items():
        if holds is not None:
            clauses[name] = f"{name.replace('_', ' ')}: {'yes' if holds else 'no'}"
    return dict(sorted(clauses.items()))


def _plain(name: str, measured: dict[str, Json]) -> bool:
    """Whether a value is of the form that its clause reads."""
    value = measured[name]
    if name in ("mean_branching", "forced_share", "dead_end_share"):
        return isinstance(value, list) and len(value) == 2
    return type(value) is int


def why_of(certificate: Certificate, facts: Sequence[str] | None = None) -> str:
    """The chosen facts of a level as one text; the first that say most where none are chosen.

    Raises:
        UnknownFact: a chosen fact is not known of the level.
    """
    known = facts_of(certificate)
    if facts is None:
        telling = [name for name in PREFERRED if name in known and _telling(certificate.difficulty.get(name))]
        # Of a board with little to count, what holds of it says more; dead ends are counted above.
        telling += sorted(name for name, holds in certificate.properties.items() if holds and name != "dead_end_free")
        facts = telling[:CHOSEN] or list(known)[:1]
    for name in facts:
        if name not in known:
            raise UnknownFact(
                f"{name!r} is not known of the level{nearest(name, tuple(known))}; known: {', '.join(known)}"
            )
    return JOIN.join(known[name] for name in facts)


def _telling(value: Json) -> bool:
    """Nothing is told by what does not occur: none of the steps, none of the states."""
    return value not in (0, [0, 1])


def why_faults(why: str, certificate: Certificate) -> Iterator[Finding]:
    """Clauses of a `why` with a figure that the certificate does not bear out, or a `why` without a measured fact."""
    facts = set(facts_of(certificate).values())
    clauses = why.split(JOIN)
    for clause in clauses:
        if clause not in facts and _NUMBER.search(clause):
            yield WHY.at(f"not measured: {clause!r}")
    if not facts.intersection(clauses):
        yield WHY.at(f"no measured fact of the level in {why!r}")


def _counted(value: int, noun: str) -> str:
    return f"{value} {noun}{'' if value == 1 else 's'}"


def _ratio(value: Sequence[int]) -> str:
    """A ratio in words that stay exact."""
    above, below = value
    return str(above) if below == 1 else f"{above}/{below}"


def _share(value: Sequence[int]) -> str:
    above, below = value
    return "none" if above == 0 else "all" if above == below else f"{above} in {below}"


def measured_again(game: AnyGame, level: Any, certificate: Certificate) -> Certificate:
    """The certificate with its difficulty measured anew on the board, as far as that is little work.

    What the rules show along the solution is always measured; what is counted over all states, where the certificate
    says that they are at most STATES. The rest stands as certified; `check --recertify` measures all of it.
    """
    solver = solver_named(game.name)
    reachable = certificate.difficulty.get("reachable")
    few = type(reachable) is int and reachable <= STATES
    if certificate.moves is not None and replay(game, level, certificate.moves).refusal is not None:
        return certificate  # a finding of its own; nothing can be measured along such a solution
    graph = graph_of(solver, level, STATES) if few else None
    measured, _ = difficulty_vector(
        game,
        solver,
        level,
        certificate.moves,
        certificate.optimum,
        graph=graph,
        canonical=certificate.canonical,
        playable=False,
    )
    if few:  # the certificate claims that it counted, so the count alone is believed
        counted = {name: measured[name] for name in measured if name != "foresight_gap"}
        return replace(certificate, difficulty={**certificate.difficulty, **counted})
    known = {name: value for name, value in measured.items() if value is not None}
    return replace(certificate, difficulty={**certificate.difficulty, **known})
