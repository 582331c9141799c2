"""An incremental SAT solver with a deterministic budget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["Session"]


class Session:
    """CaDiCaL over one growing formula. It keeps what it learnt from one question to the next.

    The budget counts conflicts over all questions together; CaDiCaL is deterministic, hence so is where it runs out.
    """

    def __init__(self, clauses: Iterable[Sequence[int]], conflicts: int) -> None:
        from pysat.solvers import Cadical153

        self._solver: Any = Cadical153(bootstrap_with=clauses)
        self._budget = conflicts

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """More clauses."""
        for clause in clauses:
            self._solver.add_clause(clause)

    def ask(self, *assumptions: int, conflicts: int | None = None) -> bool | None:
        """Whether the formula has a model under the assumptions; None where the budget, or `conflicts`, ran out."""
        left = self.left if conflicts is None else min(self.left, conflicts)
        if left <= 0:
            return None
        self._solver.conf_budget(left)
        found: bool | None = self._solver.solve_limited(assumptions=list(assumptions))
        return found

    @property
    def conflicts(self) -> int:
        """The conflicts so far."""
        return int(self._solver.accum_stats()["conflicts"])

    @property
    def left(self) -> int:
        """The conflicts still allowed."""
        return max(self._budget - self.conflicts, 0)

    def model(self) -> frozenset[int]:
        """The variables that are true in the model of the last question answered with True."""
        return frozenset(literal for literal in self._solver.get_model() if literal > 0)

    def close(self) -> None:
        """Frees the solver's memory."""
        self._solver.delete()
