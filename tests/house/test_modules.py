"""The shape of modules: small, with one noun each, documented, and with their public names listed."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

import pytest

from tests.house.source import REPOSITORY, Module, modules_below

MODULES = modules_below(REPOSITORY)
MAX_LINES = 300
#: Names that say nothing about what a module holds.
EMPTY_NOUNS = ("util", "utils", "helper", "helpers", "manager", "managers", "common", "misc")


def too_long(modules: Iterable[Module]) -> Iterator[str]:
    for module in modules:
        lines = len(module.text.splitlines())
        if lines > MAX_LINES:
            yield f"{module.name} has {lines} lines"


def without_a_noun(modules: Iterable[Module]) -> Iterator[str]:
    for module in modules:
        if set(module.name.rpartition(".")[2].split("_")) & set(EMPTY_NOUNS):
            yield module.name


def without_docstring(modules: Iterable[Module]) -> Iterator[str]:
    return (module.name for module in modules if not ast.get_docstring(module.tree))


def without_public_names(modules: Iterable[Module]) -> Iterator[str]:
    """Modules that define public functions or classes, but list no `__all__`."""
    for module in modules:
        defined = {node.name for node in module.tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        if any(not name.startswith("_") for name in defined) and not _lists_names(module):
            yield module.name


def _lists_names(module: Module) -> bool:
    targets = (target for node in module.tree.body if isinstance(node, ast.Assign) for target in node.targets)
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)


def test_no_module_is_longer_than_three_hundred_lines() -> None:
    assert list(too_long(MODULES)) == []


def test_every_module_is_named_for_what_it_holds() -> None:
    assert list(without_a_noun(MODULES)) == []


def test_every_module_says_what_it_is() -> None:
    assert list(without_docstring(MODULES)) == []


def test_every_module_lists_its_public_names() -> None:
    assert list(without_public_names(MODULES)) == []


def test_a_module_of_301_lines_is_seen_and_one_of_300_is_not() -> None:
    modules = (Module("games.long", "\n" * 301), Module("games.short", "\n" * 300))
    assert list(too_long(modules)) == ["games.long has 301 lines"]


@pytest.mark.parametrize("name", ["games.utils", "authoring.file_helpers", "catalogue.level_manager"])
def test_a_name_that_says_nothing_is_seen(name: str) -> None:
    assert list(without_a_noun([Module(name, ""), Module("games.grid", "")])) == [name]


def test_a_module_without_docstring_is_seen() -> None:
    modules = (Module("games.mute", "X = 1\n"), Module("games.spoken", '"""What it is."""\n'))
    assert list(without_docstring(modules)) == ["games.mute"]


def test_a_public_function_without_all_is_seen() -> None:
    modules = (
        Module("games.open", "def f():\n    pass\n"),
        Module("games.listed", '__all__ = ["f"]\ndef f():\n    pass\n'),
        Module("games.closed", "def _f():\n    pass\n"),
    )
    assert list(without_public_names(modules)) == ["games.open"]
