"""Every kind of finding has an id of its own, says what it means and what to do, and is asserted by some test."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

from games.finding import FindingKind
from tests.house.source import REPOSITORY, modules_below

ID = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*")
TESTS = REPOSITORY / "tests"


def loaded() -> Iterator[ModuleType]:
    """Every module of the house that can be imported without running something."""
    for module in modules_below(REPOSITORY):
        if not module.name.endswith("__main__"):
            yield importlib.import_module(module.name)


def kinds_listed(modules: Iterable[Any]) -> list[FindingKind]:
    """The kinds that `explain` can know: those in a FINDINGS, or in the record of a game."""
    listed: list[FindingKind] = []
    for module in modules:
        for kind in (*getattr(module, "FINDINGS", ()), *getattr(getattr(module, "GAME", None), "findings", ())):
            if not any(kind is known for known in listed):
                listed.append(kind)
    return listed


def unlisted(modules: Iterable[Any]) -> Iterator[str]:
    """Kinds that a module declares, but that no FINDINGS lists."""
    modules = list(modules)
    listed = kinds_listed(modules)
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, FindingKind) and value not in listed:
                yield f"{module.__name__}: {value.id}"


def ill_formed(kinds: Iterable[FindingKind]) -> Iterator[str]:
    """Kinds with an id that is not `area/slug` or not their own, or without meaning or fix."""
    seen: set[str] = set()
    for kind in kinds:
        if not ID.fullmatch(kind.id):
            yield f"{kind.id}: not area/slug"
        if kind.id in seen:
            yield f"{kind.id}: declared twice"
        seen.add(kind.id)
        if not kind.meaning.strip() or not kind.fix.strip():
            yield f"{kind.id}: without meaning or fix"
        if kind.severity not in ("error", "warning", "note"):
            yield f"{kind.id}: severity {kind.severity}"


def texts_in_tests() -> set[str]:
    """Every string that stands in a test file outside this folder."""
    found: set[str] = set()
    for path in sorted(TESTS.rglob("*.py")):
        if path.parent.name != "house":
            found |= strings_of(path.read_text("utf-8"))
    return found


def strings_of(source: str) -> set[str]:
    return {
        node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant) and type(node.value) is str
    }


def untested(kinds: Iterable[FindingKind], texts: set[str]) -> list[str]:
    return sorted(kind.id for kind in kinds if kind.id not in texts)


def test_every_kind_is_well_formed_and_has_an_id_of_its_own() -> None:
    kinds = kinds_listed(loaded())
    assert len(kinds) > 20
    assert list(ill_formed(kinds)) == []


def test_every_kind_is_listed_where_explain_finds_it() -> None:
    assert list(unlisted(loaded())) == []


def test_every_kind_has_a_test_that_asserts_its_id() -> None:
    assert untested(kinds_listed(loaded()), texts_in_tests()) == []


def test_an_ill_formed_kind_is_seen() -> None:
    good = FindingKind("area/slug", "What it means.", "What to do.")
    assert list(ill_formed([good])) == []
    assert list(ill_formed([FindingKind("Area/slug", "m", "f")])) == ["Area/slug: not area/slug"]
    assert list(ill_formed([FindingKind("slug", "m", "f")])) == ["slug: not area/slug"]
    assert list(ill_formed([good, FindingKind("area/slug", "m", "f")])) == ["area/slug: declared twice"]
    assert list(ill_formed([FindingKind("area/slug", " ", "f")])) == ["area/slug: without meaning or fix"]
    assert list(ill_formed([FindingKind("area/slug", "m", "")])) == ["area/slug: without meaning or fix"]


def test_a_kind_in_no_list_is_seen() -> None:
    kind, other = FindingKind("a/b", "m", "f"), FindingKind("a/c", "m", "f")
    module = SimpleNamespace(__name__="games.a", KIND=kind, OTHER=other, FINDINGS=(kind,))
    assert list(unlisted([module])) == ["games.a: a/c"]


def test_a_kind_without_a_test_is_seen_and_a_remark_is_no_test() -> None:
    texts = strings_of('assert ids == ["area/one"]  # area/two\n')
    kinds = [FindingKind("area/one", "m", "f"), FindingKind("area/two", "m", "f")]
    assert untested(kinds, texts) == ["area/two"]
