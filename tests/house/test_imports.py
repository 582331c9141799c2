"""What may import what, and who may name a game: read off the syntax trees, each rule tried on a small offender."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import GenericAlias

import pytest

from games.registry import ENTRIES, game_named
from solvers.contract import solver_named
from tests.house.source import PACKAGES, REPOSITORY, Module, imports_of, modules_below, name_constants

MODULES = modules_below(REPOSITORY)
RULES_MODULES = frozenset(entry.rules_module for entry in ENTRIES.values())


def wrong_way(modules: Iterable[Module]) -> Iterator[str]:
    """Imports from a package to its left in PACKAGES, or of the public face from inside."""
    for module in modules:
        if module.package not in PACKAGES:
            continue
        allowed = PACKAGES[PACKAGES.index(module.package) :]
        for target, _ in imports_of(module):
            top = target.split(".", maxsplit=1)[0]
            if top in ("levelpress", "tests") or (top in PACKAGES and top not in allowed):
                yield f"{module.name} imports {target}"


def rules_in_solvers(modules: Iterable[Module]) -> Iterator[str]:
    """What a solver takes from `games` beyond level values, move texts, state JSON and digests."""
    for module in modules:
        if module.package != "solvers":
            continue
        for target, name in imports_of(module):
            of_rules = target in RULES_MODULES and not _is_level_value(target, name)
            whole = f"{target}.{name}" in RULES_MODULES or (target == "games" and name is None)
            record = (target, name) in {
                ("games.registry", "game_named"),
                ("games.contract", "Game"),
                ("games.contract", "AnyGame"),
                ("games.registry", None),
            }
            if of_rules or whole or record:
                yield f"{module.name} takes {name or 'all'} from {target}"


def _is_level_value(target: str, name: str | None) -> bool:
    """A level class, or an alias of a type: neither carries a rule."""
    if name is None:
        return False
    return name.endswith("Level") or isinstance(getattr(importlib.import_module(target), name, None), GenericAlias)


def shared_search(modules: Iterable[Module], engines: set[str]) -> Iterator[str]:
    """Engine modules that reach another engine module of the same game, directly or through other modules."""
    graph = {module.name: _targets(module) for module in modules if module.package == "solvers"}
    # An `__init__` that gathers the engines into a Solver is imported with its package; it is no search code.
    packages = {name.rpartition(".")[0] for name in engines}
    for engine in sorted(engines):
        seen, queue = {engine}, [engine]
        for name in queue:
            for target in sorted(graph.get(name, set()) - packages - seen):
                seen.add(target)
                queue.append(target)
        yield from (f"{engine} reaches {other}" for other in sorted((seen & engines) - {engine}))


def _targets(module: Module) -> set[str]:
    return {target for target, _ in imports_of(module)} | {f"{target}.{name}" for target, name in imports_of(module)}


def printing(modules: Iterable[Module]) -> Iterator[str]:
    """Calls of `print` below `authoring`."""
    for module in modules:
        if module.package in ("authoring", "levelpress"):
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                yield f"{module.name}, line {node.lineno}"


def naming_a_game(modules: Iterable[Module]) -> Iterator[str]:
    """Core code that names a game, as a text or as an identifier."""
    for module in modules:
        if _may_name_games(module.name):
            continue
        for constant in name_constants(module):
            for name in ENTRIES:
                spellings = (name, name.replace("-", "_"), name.replace("-", " "), name.replace("-", ""))
                if any(spelling in constant.lower() for spelling in spellings):
                    yield f"{module.name} names {name}: {constant[:60]!r}"


def _may_name_games(module: str) -> bool:
    own = {entry.rules_module for entry in ENTRIES.values()} | {entry.solver_module for entry in ENTRIES.values()}
    # The profile is the benchmark's table of objectives: data that cannot be written without the games' names.
    return module in ("games.registry", "snapshots.profile") or any(
        module == one or module.startswith(one + ".")
        for one in (*own, "authoring.readers", "authoring.pictures", "authoring.generators")
    )


def engine_modules(modules: Iterable[Module], solver_module: str) -> set[str]:
    """The modules of a solver that make an `Engine` record, and so hold its search.

    `solve.__module__` would not do: a solver may wrap all its engines in one module that adds to their answers.
    """
    found = set()
    for module in modules:
        if module.name == solver_module or module.name.startswith(solver_module + "."):
            calls = (node.func for node in ast.walk(module.tree) if isinstance(node, ast.Call))
            if any(isinstance(called, ast.Name) and called.id == "Engine" for called in calls):
                found.add(module.name)
    return found


def test_imports_point_one_way() -> None:
    assert list(wrong_way(MODULES)) == []


def test_solvers_take_no_rules_from_games() -> None:
    assert list(rules_in_solvers(MODULES)) == []


@pytest.mark.parametrize("game", ENTRIES)
def test_engines_of_one_game_share_no_search_code(game: str) -> None:
    engines = engine_modules(MODULES, ENTRIES[game].solver_module)
    kinds = {engine.engine for engine in solver_named(game).engines}
    assert len(engines) >= len(kinds) > 1, "two engines in one module share its search code"
    assert list(shared_search(MODULES, engines)) == []


def test_nothing_below_authoring_prints() -> None:
    assert list(printing(MODULES)) == []


def test_core_code_names_no_game() -> None:
    assert list(naming_a_game(MODULES)) == []


def test_the_tables_here_are_those_of_the_house() -> None:
    assert {module.package for module in MODULES} >= {"games", "solvers", "validators", "catalogue"}
    for name in ENTRIES:
        level = game_named(name).parse
        assert level.__module__ in RULES_MODULES


@pytest.fixture
def house(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Builds a little house from module names and texts, and reads it."""

    def build(**texts: str) -> tuple[Module, ...]:
        for name, text in texts.items():
            path = tmp_path / (name.replace("__", "/") + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return modules_below(tmp_path)

    return build


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("games__a", "from solvers.contract import Answer\n"),
        ("games__a", "import validators.replay\n"),
        ("solvers__a", "def late():\n    from catalogue import document\n"),
        ("snapshots__a", "import authoring.program\n"),
        ("authoring__a", "import levelpress\n"),
        ("validators__a", "from tests.conftest import REPOSITORY\n"),
    ],
)
def test_an_import_against_the_order_is_seen(house, name: str, text: str) -> None:  # type: ignore[no-untyped-def]
    assert len(list(wrong_way(house(**{name: text})))) == 1


def test_an_import_in_the_order_is_allowed(house) -> None:  # type: ignore[no-untyped-def]
    allowed = house(
        authoring__a="import snapshots.b, json\n", validators__b="from solvers.c import d\nfrom games import e\n"
    )
    assert list(wrong_way(allowed)) == []


@pytest.mark.parametrize(
    "text",
    [
        "from games.maze_paint import apply\n",
        "from games.maze_paint import MazePaintLevel, moves\n",
        "from games.color_connect import GAME\n",
        "import games.maze_paint\n",
        "from games import maze_paint\n",
        "from games.registry import game_named\n",
        "from games.contract import AnyGame\n",
    ],
)
def test_a_solver_that_takes_rules_is_seen(house, text: str) -> None:  # type: ignore[no-untyped-def]
    assert len(list(rules_in_solvers(house(solvers__a=text)))) == 1


def test_a_solver_may_take_level_values_and_digests(house) -> None:  # type: ignore[no-untyped-def]
    text = (
        "from games.maze_paint import MazePaintLevel\nfrom games.contract import state_digest\n"
        "from games.color_connect import Path\n"
    )
    assert list(rules_in_solvers(house(solvers__a=text))) == []


def test_an_engine_that_reaches_another_is_seen_even_through_a_third_module(house) -> None:  # type: ignore[no-untyped-def]
    modules = house(
        solvers__g____init__="from solvers.g import one, two\n",
        solvers__g__one="from solvers.g.shared import f\n",
        solvers__g__shared="import solvers.g.two\n",
        solvers__g__two="",
    )
    assert list(shared_search(modules, {"solvers.g.one", "solvers.g.two"})) == ["solvers.g.one reaches solvers.g.two"]


def test_the_modules_that_make_engines_are_found(house) -> None:  # type: ignore[no-untyped-def]
    modules = house(
        solvers__g____init__="import solvers.g.one\n",
        solvers__g__one="ENGINE = Engine(1)\n",
        solvers__g__board="engine = 1\n",
        solvers__gg="ENGINE = Engine(1)\n",
    )
    assert engine_modules(modules, "solvers.g") == {"solvers.g.one"}


def test_engines_may_share_a_module_that_searches_nothing(house) -> None:  # type: ignore[no-untyped-def]
    modules = house(
        solvers__g__one="from solvers.g.board import f\n",
        solvers__g__two="import solvers.g.board\n",
        solvers__g__board="",
    )
    assert list(shared_search(modules, {"solvers.g.one", "solvers.g.two"})) == []


def test_a_print_is_seen_below_authoring_only(house) -> None:  # type: ignore[no-untyped-def]
    modules = house(validators__a="def f(game):\n    game.print(1)\n    print(2)\n", authoring__b="print(3)\n")
    assert list(printing(modules)) == ["validators.a, line 3"]


@pytest.mark.parametrize(
    "text",
    [
        'if game == "maze-paint":\n    pass\n',
        "import solvers.color_connect\n",
        "class MazePaintPage:\n    pass\n",
        'TITLES = ["Color Connect"]\n',
        "kind = color_connect\n",
    ],
)
def test_core_code_that_names_a_game_is_seen(house, text: str) -> None:  # type: ignore[no-untyped-def]
    assert list(naming_a_game(house(catalogue__a=text)))


def test_a_docstring_and_the_game_s_own_modules_may_name_it(house) -> None:  # type: ignore[no-untyped-def]
    modules = house(
        catalogue__a='"""Reads a level, say of maze-paint."""\n',
        games__maze_paint='NAME = "maze-paint"\n',
        solvers__maze_paint__search='NAME = "maze-paint"\n',
        authoring__readers__tiled='NAME = "maze-paint"\n',
    )
    assert list(naming_a_game(modules)) == []
