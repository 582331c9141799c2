"""Write docs/measurements.md and docs/reach.md: each section from data, or "not measured" where the data is absent.

    python -m benchmarks [--out FILE] [--only SECTION [--write]]

Seconds are processor seconds of one core unless said otherwise. They speak of the machine that ran this; compare
figures of one run only. The known answers are other people's levels in ../shared/levels, which are no part of
levelpress.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import (
    duplicates,
    generators,
    known_bolt_unscrew,
    known_color_connect,
    known_maze_paint,
    known_nut_and_bolt,
    known_rush_hour,
    known_truck_escape,
    nut_and_bolt_reach,
    program,
    reach,
    reference,
    snapshots,
)
from catalogue.document import write_bytes

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "levels"

#: Section title -> what writes its lines; None from a section means that its data is absent.
SECTIONS: dict[str, Callable[[Path], Iterator[str] | None]] = {
    "Maze Paint: a contest's levels": known_maze_paint.contest,
    "Maze Paint: growth with the board": known_maze_paint.growth,
    "Color Connect: the community's boards under cover": known_color_connect.grid_text,
    "Color Connect: CP-SAT's settings": known_color_connect.settings,
    "Rush Hour: known minima": known_rush_hour.known,
    "Nut and Bolt: known minima": known_nut_and_bolt.minima,
    "Nut and Bolt: whole graphs with dead ends": known_nut_and_bolt.classified,
    "Nut and Bolt: how many colours can be proven": nut_and_bolt_reach.reach,
    "Truck Escape: growth with the board": known_truck_escape.growth,
    "Engines beside a plain search by the rules": reference.beside_the_rules,
    "Generators: levels a minute": generators.rates,
    "Duplicates: many levels by digest": duplicates.by_digest,
    "Duplicates: one candidate against a catalogue": duplicates.one_candidate,
    "Snapshots: growth with the levels": snapshots.growth,
    "Snapshots: deep verification": snapshots.deep,
    "The program": program.times,
}
HEAD = f"""# Measurements

Written by `make bench`; nothing here is typed by hand. Seconds are processor seconds of one core, imports left out,
unless said otherwise. Python {platform.python_version()}, {platform.machine()}.
"""


def merged(page: str, fresh: str) -> str:
    """The page with the sections of a fresh one in place of its own, in the order of SECTIONS."""
    bodies: dict[str, str] = {}
    for text in (page, fresh):
        for part in text.split("\n## ")[1:]:
            title, _, body = part.partition("\n")
            bodies[title] = body.strip("\n")
    known = (title for title in SECTIONS if title in bodies)
    head = fresh.partition("\n## ")[0].rstrip("\n") + "\n"
    return "\n".join([head, *(f"## {one}\n\n{bodies[one]}\n" for one in known)])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "measurements.md")
    parser.add_argument("--only", help="print the sections whose title holds this text, and write nothing else")
    parser.add_argument("--write", action="store_true", help="with --only: put them into the page, the others stay")
    arguments = parser.parse_args()
    parts = [HEAD]
    for title, section in SECTIONS.items():
        if arguments.only and arguments.only.lower() not in title.lower():
            continue
        print(f"measuring: {title}", file=sys.stderr, flush=True)
        lines = section(SHARED)
        body = "not measured: the data is not there" if lines is None else "\n".join(lines)
        parts.append(f"## {title}\n\n{body}\n")
    text = "\n".join(parts)
    if arguments.only and arguments.write:
        page = arguments.out.read_text("utf-8") if arguments.out.exists() else HEAD
        write_bytes(arguments.out, merged(page, text).encode("utf-8"))
    elif arguments.only:
        print(text)
    else:
        write_bytes(arguments.out, text.encode("utf-8"))
        print("measuring: reach", file=sys.stderr, flush=True)
        reach.write(ROOT, SHARED)
        known_bolt_unscrew.write(ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
