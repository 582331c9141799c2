"""The shape of a board or goal object: the fields that must be there, and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches

from games.canonical import Json
from games.finding import Finding, FindingKind

__all__ = ["FINDINGS", "MAX_SIDE", "drawn_faults", "field_faults", "goal_faults", "nearest", "rows_faults"]

#: Longest side of a board in cells, in any game. Far above what a screen shows; keeps a hostile file small.
MAX_SIDE = 128

SHAPE = FindingKind(
    "board/shape",
    "The board or goal object lacks a field, has one of the wrong type, or has one that the format does not know.",
    "Compare the object with the game's page in docs/games.",
)
ROWS = FindingKind(
    "board/rows",
    "The board's rows are not a rectangle: no rows, an empty row, or rows of different lengths.",
    "Give every row the same number of characters.",
)
SIZE = FindingKind(
    "board/size",
    f"A side of the board is longer than {MAX_SIDE} cells.",
    "Use a smaller board.",
)
RULE = FindingKind("goal/rule", "The goal names a rule that the game does not have.", "Use one of the game's rules.")
FINDINGS = (SHAPE, ROWS, SIZE, RULE)


def nearest(name: str, known: Sequence[str]) -> str:
    """A suggestion for a mistyped name, as the end of a sentence, or nothing."""
    close = get_close_matches(name, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def field_faults(value: Json, name: str, fields: Sequence[str]) -> Iterator[Finding]:
    """Faults of an object that must have exactly these fields."""
    if not isinstance(value, dict):
        yield SHAPE.at(f"{name} is not an object")
        return
    for field in fields:
        if field not in value:
            yield SHAPE.at(f"{name} lacks the field {field!r}")
    for key in sorted(value):
        if key not in fields:
            yield SHAPE.at(f"{name} has an unknown field {key!r}{nearest(key, fields)}")


def goal_faults(goal: Json, rules: Sequence[str]) -> Iterator[Finding]:
    """Faults of a goal object, which names one of the game's rules."""
    faults = tuple(field_faults(goal, "goal", ("rule",)))
    yield from faults
    if faults:
        return
    rule = goal["rule"]
    if rule not in rules:
        hint = nearest(rule, rules) if isinstance(rule, str) else ""
        yield RULE.at(f"no rule {rule!r}{hint}", fix=f"Use one of: {', '.join(rules)}.")


def drawn_faults(
    board: Json, goal: Json, rules: Sequence[str], faults: Callable[[tuple[str, ...]], Iterable[Finding]]
) -> tuple[Finding, ...]:
    """Faults of a level whose board is drawn as `rows`; `faults` judges the rows once they are a rectangle."""
    found = [*field_faults(board, "board", ("rows",)), *goal_faults(goal, rules)]
    if isinstance(board, dict) and "rows" in board:
        shape = tuple(rows_faults(board["rows"]))
        found += shape or tuple(faults(tuple(board["rows"])))
    return tuple(found)


def rows_faults(rows: Json) -> Iterator[Finding]:
    """Faults of a board drawn as rows of characters: it must be a rectangle of a sane size."""
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        yield SHAPE.at("board.rows is not a list of texts")
        return
    if not rows or not any(rows):
        yield ROWS.at("the board has no cells")
        return
    if len(rows) > MAX_SIDE or max(map(len, rows)) > MAX_SIDE:
        yield SIZE.at(f"the board has {len(rows)} rows and up to {max(map(len, rows))} columns")
        return
    for index, row in enumerate(rows):
        if len(row) != len(rows[0]):
            yield ROWS.at(f"row {index} has {len(row)} cells, row 0 has {len(rows[0])}", f"{index},0")
