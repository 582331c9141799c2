"""The benchmark of the generators asks every one of them for what it can make."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from authoring.generators.contract import Wanted
from authoring.generators.registry import MODULES, generators_of
from benchmarks import generators as benchmark
from solvers.contract import solver_named


def test_every_game_with_a_generator_has_several_targets() -> None:
    assert all(len(benchmark.TARGETS[game]) >= 3 for game in MODULES)
    named = {generator.name for game in MODULES for generator in generators_of(game)}
    assert set(benchmark.TARGETS) <= {*MODULES, *named}


@pytest.mark.parametrize("game", sorted(MODULES))
def test_the_targets_speak_of_what_the_generators_measure(game: str) -> None:
    for generator in generators_of(game):
        for words, wanted in benchmark.targets_of(generator).items():
            assert set(wanted.measures) <= set(generator.measured), (generator.name, words)
            assert set(wanted.properties) <= set(solver_named(game).properties), words


def test_a_row_tells_what_was_accepted_and_a_budget_ends_a_search_in_its_middle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clock of this test goes on by a second whenever it is looked at."""
    wanted = {
        "some rounds": Wanted(rows=6, columns=6, pieces=10, measures={"rounds": (5, 7)}),
        "hopeless": Wanted(rows=6, columns=6, pieces=10, measures={"rounds": (90, 90)}),
    }
    monkeypatch.setattr(benchmark, "time", SimpleNamespace(process_time=count().__next__))
    monkeypatch.setattr(benchmark, "MODULES", {"truck-escape": MODULES["truck-escape"]})
    monkeypatch.setattr(benchmark, "TARGETS", {"truck-escape": wanted})
    monkeypatch.setattr(benchmark, "ENOUGH", 1)
    monkeypatch.setattr(benchmark, "BUDGET", 300)
    rows = [line.strip("| ").split(" | ") for line in benchmark.rates(Path()) if line.startswith("| `")]
    assert [row[1:3] for row in rows] == [["some rounds", "1"], ["hopeless", "0"]]
    seconds = float(rows[0][3])
    assert 1 < seconds < 300
    assert rows[0][4] == f"{60 / seconds:.1f}"
    assert rows[1][3:] == ["301.0", "under 0.2"]
