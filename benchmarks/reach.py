"""Write docs/reach.md and its plots: every file of other people's levels, beside what was published; and growth.

    python -m benchmarks.reach [--only SECTION]

The files are read by the readers that `ingest` uses. Every limit is deterministic: what it leaves open is printed as
undecided, with the bounds reached. Seconds are processor seconds of one core.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks import growth, plots
from benchmarks.known_files import COLOR, FILES, LIMITS, disagreement, records, rows, solved
from catalogue.document import write_bytes
from games.registry import game_named
from solvers.color_connect.sat_tight import tight_covers
from solvers.contract import Query
from validators.replay import replay

__all__ = ["contest", "files", "numberlink", "packs", "write"]

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "levels"
#: The fewest cells are much harder than any solution: less effort, so that the whole stays within minutes.
CELLS_LIMITS = replace(LIMITS, effort=5)
MAX_SIDE = 20
MOST_NAMED = 10


def files(shared: Path) -> Iterator[str] | None:
    """A row a file: read, refused and why, solved, undecided, where what was published is wrong."""
    return _files(shared) if shared.is_dir() else None


def _files(shared: Path) -> Iterator[str]:
    yield f"Limits a level: {LIMITS.states} states, an effort of {LIMITS.effort}. Color Connect under `cover`,"
    yield "numberlink under `connect`. Refused is what the rules cannot express or call invalid, and what is no puzzle."
    yield ""
    yield "| File | Levels | Read | Refused | Solved | Unsolvable | Undecided | Seconds | Disagreements |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    apart: list[str] = []
    for name, (game, _) in FILES.items():
        found = rows(shared, name)
        read = [row for row in found if row.refused is None]
        why = Counter(row.refused.partition(":")[0] for row in found if row.refused)
        refused = "; ".join(f"{number} {reason}" for reason, number in sorted(why.items())) or "0"
        states = Counter(row.outcome.status for row in read if row.outcome)
        wrong = [text for row in read if (text := disagreement(game, row))]
        apart += [f"- {name}, {text}" for text in wrong]
        seconds = sum(row.seconds for row in read)
        counts = " | ".join(str(states[status]) for status in ("solvable", "unsolvable", "undecided"))
        yield f"| {name} | {len(found)} | {len(read)} | {refused} | {counts} | {seconds:.1f} | {len(wrong)} |"
    yield ""
    yield "Disagreements with what was published:"
    yield ""
    yield from apart or ["- none"]


def contest(shared: Path) -> Iterator[str] | None:
    """The contest's levels one by one: what was published beside what is proven."""
    return _contest_rows(shared) if shared.is_dir() else None


def _contest_rows(shared: Path) -> Iterator[str]:
    yield "| Level | Floor | Published | Proven | Seconds |"
    yield "| --- | --- | --- | --- | --- |"
    for row in rows(shared, "maze_paint/tiled/*.xml"):
        assert row.outcome is not None
        assert row.truth is not None
        outcome = row.outcome
        high = "?" if outcome.moves is None else len(outcome.moves)
        ours = outcome.optimum if outcome.status == "solvable" else f"undecided, {outcome.lower_bound}..{high}"
        mark = "" if ours == row.truth["known_best"] else " (differs)"
        floor = len(row.level.floor)
        yield f"| {row.name} | {floor} | {row.truth['known_best']} | {ours}{mark} | {row.seconds:.2f} |"


def packs(shared: Path) -> Iterator[str] | None:
    """Pack lines: are the official solutions valid; is the covering solution unique; is the tight one."""
    return _packs(shared) if shared.is_dir() else None


def _packs(shared: Path) -> Iterator[str]:
    yield "`unique`: exactly one solution covers the board. `unique tight`: exactly one of those in which no path"
    yield "touches itself. The official solutions are replayed by the rules under `cover`."
    yield ""
    heads = ("Unique", "Not unique", "Unique tight", "Several tight", "No tight", "Undecided", "Seconds")
    yield f"| File | Levels | Official solutions that win | {' | '.join(heads)} |"
    yield "| --- " * (3 + len(heads)) + "|"
    several: list[str] = []
    names = ("color_connect/native_pack.jsonl", "color_connect/kgaspard_bare_cr.txt", "color_connect/grid_text/*.txt")
    for name in names:
        read = [row for row in rows(shared, name, properties=True) if row.outcome is not None]
        began = time.process_time()
        tight = [tight_covers(row.level, LIMITS.effort) for row in read]
        seconds = time.process_time() - began + sum(row.seconds for row in read)
        unique = [row.outcome.properties.get("unique_cover") for row in read if row.outcome]
        stated = [row for row in read if row.stated and row.stated.get("solution")]
        valid = sum(replay(game_named(COLOR), row.level, row.stated["solution"]).won for row in stated if row.stated)
        counts = (
            sum(one is True for one in unique),
            sum(one is False for one in unique),
            sum(one.unique is True for one in tight),
            sum(one.exists is True and one.unique is False for one in tight),
            sum(one.exists is False for one in tight),
            sum(one is None for one, row in zip(unique, read, strict=True) if row.outcome and row.outcome.moves)
            + sum(one.unique is None for one in tight),
        )
        official = f"{valid} of {len(stated)}" if stated else "none given"
        yield f"| {name} | {len(read)} | {official} | {' | '.join(map(str, counts))} | {seconds:.1f} |"
        named = [row.name for row, one in zip(read, unique, strict=True) if one is False]
        if named:
            more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
            several.append(f"{name}: {', '.join(named[:MOST_NAMED])}{more}")
    yield ""
    yield f"Not unique: {'; '.join(several) or 'none'}."


def numberlink(shared: Path) -> Iterator[str] | None:
    """Numberlink boards under both rules: the fewest cells under `connect`; solvable and unique under `cover`."""
    return _numberlink_rows(shared) if shared.is_dir() else None


def _numberlink_rows(shared: Path) -> Iterator[str]:
    game = game_named(COLOR)
    yield "`connect` is asked for the fewest cells, which is harder than any solution; `cover` for a solution and"
    yield f"whether it is the only one. Effort: {CELLS_LIMITS.effort} and {LIMITS.effort}."
    yield ""
    yield "| Board | Size | Colours | `connect`, fewest cells | Seconds | `cover` | Unique | Seconds |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    larger = []
    for truth in records(shared, "color_connect/numberlink.jsonl"):
        board, size = {"rows": truth["level"]}, (len(truth["level"]), len(truth["level"][0]))
        if max(size) > MAX_SIDE:
            larger.append(f"{truth['id']} ({size[0]} x {size[1]})")
            continue
        plain, full = (game.parse(board, {"rule": rule}) for rule in ("connect", "cover"))
        began = time.process_time()
        found = solved(COLOR, plain, Query("cells", limits=CELLS_LIMITS))
        middle = time.process_time()
        filled = solved(COLOR, full, Query("draws", limits=LIMITS, properties=True))
        end = time.process_time()
        high = "?" if found.moves is None else sum(move.count(",") for move in found.moves)
        open_ = f"undecided, {found.lower_bound}..{high}"
        cells = {"solvable": found.optimum, "unsolvable": "unsolvable"}.get(found.status, open_)
        unique = {True: "yes", False: "no", None: "-"}[filled.properties.get("unique_cover")]
        colours = len(set("".join(truth["level"])) - {"."})
        first, second = f"{middle - began:.2f}", f"{end - middle:.2f}"
        shown = f"{truth['id']} | {size[0]} x {size[1]} | {colours}"
        yield f"| {shown} | {cells} | {first} | {filled.status} | {unique} | {second} |"
    yield ""
    yield f"Larger ones, read and not asked here: {', '.join(larger) or 'none'}."


def write(root: Path, shared: Path, only: str = "") -> str:
    """The page and its plots, written below `root`; with `only`, the sections whose title holds it, and no files."""
    mazes: list[growth.Point] = []
    boards: list[growth.Point] = []

    def mazes_grow(_: Path) -> Iterator[str]:
        mazes.extend(growth.maze_points())
        yield from growth.maze_paint(mazes)
        yield from ("", "![Seconds against floor cells](plots/maze-paint-growth.svg)")

    def boards_grow(_: Path) -> Iterator[str]:
        boards.extend(growth.connect_points())
        yield from growth.color_connect(boards)
        yield from ("", "![Seconds against cells](plots/color-connect-growth.svg)")

    sections: dict[str, Callable[[Path], Iterator[str] | None]] = {
        "Every file": files,
        "Maze Paint: the contest's levels": contest,
        "Color Connect: packs": packs,
        "Color Connect: numberlink boards": numberlink,
        "Maze Paint: growth": mazes_grow,
        "Color Connect: growth": boards_grow,
        "Ingest: growth": growth.ingest,
    }
    parts = [HEAD]
    for title, section in sections.items():
        if only.lower() not in title.lower():
            continue
        print(f"measuring: {title}", file=sys.stderr, flush=True)
        lines = section(shared)
        body = "not measured: the data is not there" if lines is None else "\n".join(lines)
        parts.append(f"## {title}\n\n{body}\n")
    text = "\n".join(parts)
    if not only:
        plotted = (("maze-paint-growth", mazes, "floor cells"), ("color-connect-growth", boards, "cells"))
        for name, points, unit in plotted:
            write_bytes(root / "docs" / "plots" / f"{name}.svg", plots.growth_plot(points, unit))
        write_bytes(root / "docs" / "reach.md", text.encode("utf-8"))
    return text


HEAD = """# Reach

What levelpress reads and how far its engines come, on other people's levels and on random boards that grow. Written by
`python -m benchmarks.reach`; nothing here is typed by hand. Seconds are processor seconds of one core of the machine
that ran it; every limit is deterministic, and what it left open is called undecided, with the bounds reached.
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", help="print the sections whose title holds this text, and write nothing")
    arguments = parser.parse_args()
    text = write(ROOT, SHARED, arguments.only)
    if arguments.only:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
