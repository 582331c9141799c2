"""The house's sources as syntax trees: what each module imports, names and says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["PACKAGES", "REPOSITORY", "Module", "imports_of", "modules_below", "name_constants"]

REPOSITORY = Path(__file__).resolve().parents[2]
#: The packages in the one order in which they may import: each only those to its right, and itself.
PACKAGES = ("authoring", "snapshots", "catalogue", "validators", "solvers", "games")


@cache
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


@dataclass(frozen=True)
class Module:
    """One source file: its dotted name, its lines and its tree."""

    name: str
    text: str

    @property
    def package(self) -> str:
        return self.name.split(".", maxsplit=1)[0]

    @property
    def tree(self) -> ast.Module:
        return _parsed(self.text)


def modules_below(root: Path, packages: tuple[str, ...] = (*PACKAGES, "levelpress")) -> tuple[Module, ...]:
    """Every module of the packages that lie in `root`, sorted."""
    paths = sorted(path for package in packages for path in (root / package).rglob("*.py"))
    return tuple(Module(_dotted(path.relative_to(root)), path.read_text("utf-8")) for path in paths)


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(module: Module) -> Iterator[tuple[str, str | None]]:
    """(module, name) of everything that a module imports, at its top or inside; name None for a whole module."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module.name} imports relatively"
            yield from ((node.module or "", alias.name) for alias in node.names)


def name_constants(module: Module) -> Iterator[str]:
    """Every identifier, imported module and string constant of a module, docstrings apart."""
    tree = module.tree
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.alias):
            yield node.name
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
