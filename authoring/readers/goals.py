"""The goal of a puzzle whose file states no rule."""

from __future__ import annotations

from authoring.readers.contract import BadOption, ReadOptions
from games.canonical import Json
from games.registry import game_named
from games.shape import nearest

__all__ = ["goal_of"]


def goal_of(game: str, options: ReadOptions) -> tuple[Json, str]:
    """The goal asked for, or the game's first rule; and a sentence for the record.

    Raises:
        BadOption: the game has no such rule.
    """
    rules = game_named(game).goal_rules
    if options.rule is None:
        return {"rule": rules[0]}, f"goal rule {rules[0]}: the file states none"
    if options.rule not in rules:
        hint = nearest(options.rule, rules)
        raise BadOption("--rule", f"--rule {options.rule[:40]!r} is none of {', '.join(rules)}{hint}")
    return {"rule": options.rule}, f"goal rule {options.rule}, as asked for; the file states none"
