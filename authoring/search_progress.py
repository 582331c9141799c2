"""How far a search for several levels is: how many are found, and how near the best of the others has come."""

from __future__ import annotations

from authoring.console import Console
from authoring.generators.climb import nearness
from authoring.worker import Done, Result

__all__ = ["SearchProgress"]


class SearchProgress:
    """The line that a person watches on a terminal; elsewhere the plain lines of every other command.

    `reported`, `ended` and `done` are the hooks of `run_tasks`. What is said depends on when things happen; what is
    found never does.
    """

    def __init__(self, console: Console, total: int) -> None:
        self._total, self._found, self._ended = total, 0, 0
        self._best: dict[int, tuple[int, int | None]] = {}
        self._progress = console.bar(total, "searched")

    def reported(self, index: int, seen: tuple[int, int | None]) -> None:
        """A search has come nearer: its score and optimum."""
        self._best[index] = seen
        self._show()

    def ended(self, index: int, result: Result) -> None:
        """A search is over, with a level or without."""
        self._best.pop(index, None)
        self._found += isinstance(result, Done) and result.value is not None

    def done(self, count: int) -> None:
        """So many searches are over."""
        self._ended = count
        if not self._progress.live:
            self._progress.at(count)
        self._show()

    def words(self) -> str:
        """`2 of 5 found, 1 in vain; nearest of the others: optimum 11`."""
        parts = [f"{self._found} of {self._total} found"]
        if self._ended > self._found:
            parts.append(f", {self._ended - self._found} in vain")
        if self._best:
            parts.append(f"; nearest of the others: {nearness(*min(self._best.values(), key=lambda one: one[0]))}")
        return "".join(parts)

    def end(self) -> None:
        """Leave the terminal's line clean."""
        self._progress.end()

    def _show(self) -> None:
        if self._progress.live and self._ended < self._total:
            self._progress.draw(self._ended, self.words(), width=20)
