"""The public objectives of a snapshot held against its levels: who lists what, and the seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from games.canonical import Json
from snapshots import faults
from snapshots.faults import Fault, fault
from snapshots.layout import OBJECTIVES as PATH
from snapshots.manifest_index import Rows
from snapshots.seeds import SCHEME, are_seeds_of

__all__ = ["objective_faults"]


def objective_faults(manifest: Mapping[str, Json], values: Mapping[str, Json]) -> Iterator[Fault]:
    """Every contradiction between `public/objectives.json` and the manifest."""
    value, rows = values[PATH], Rows(manifest)
    if value["canary"] != manifest["canary"]:
        yield fault(faults.CANARY, PATH, "its canary is not the manifest's")
    lists = [(one["id"], one["levels"]) for one in value["objectives"]] + [(None, value["fresh"])]
    listed = Counter(level for _, levels in lists for level in levels)
    for name, times in sorted(Counter(one["id"] for one in value["objectives"]).items()):
        if times > 1:
            yield fault(faults.ORDER, PATH, f"the objective {name} occurs {times} times")
    for level, times in sorted(listed.items()):
        if times > 1:
            yield fault(faults.ORDER, PATH, f"{level} is listed {times} times")
    for level in sorted(set(listed) ^ set(rows)):
        yield fault(faults.REFERENCE, PATH, f"{level} is in the manifest's levels or in a list here, not in both")
    for objective, levels in lists:
        track = "fresh" if objective is None else "core"
        for row in (rows[level] for level in levels if level in rows):
            if (row["objective"], row["track"]) != (objective, track):
                yield fault(
                    faults.REFERENCE, PATH, f"{row['id']} is listed under {objective or 'fresh'}, not its row's"
                )
    for one in value["objectives"]:
        if one["count"] != len(one["levels"]):
            yield fault(faults.COUNT, PATH, f"{one['id']} lists {len(one['levels'])} levels, not {one['count']}")
        for level in one["levels"]:
            if level in rows and rows[level]["game"] != one["game"]:
                yield fault(faults.REFERENCE, PATH, f"{one['id']} lists {level}, a level of another game")
    for level in sorted(set(rows) | set(value["seeds"])):
        stored = value["seeds"].get(level, {})
        if level not in rows or not are_seeds_of(rows[level]["level_digest"], stored):
            yield fault(faults.DERIVED, PATH, f"the seeds of {level} are not those of {SCHEME}")
    for level in sorted(set(value["initial_states"]) - set(rows)):
        yield fault(faults.REFERENCE, PATH, f"initial_states names {level}, which the manifest lacks")
