"""Parents and differences: what changed, what it demands of the numbers, and that nothing smaller is frozen."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.schema_store import schema_of
from catalogue.workspace import Workspace
from games.canonical import Json, canonical_bytes
from snapshots.changes import EMPTY, Content, applied, changes_between, content_of, demanded
from snapshots.freeze import FreezeRefused
from snapshots.history import read_history
from snapshots.parentage import Wanted
from snapshots.pin import MalformedPin, Pin
from snapshots.plan import Request, plan
from snapshots.verify import verify, verify_folder
from tests.snapshots.test_snapshot_forgery import write_pinned
from tests.snapshots.workspaces import IDENTITY, LABEL, build_at, document, frozen, objectives, put
from validators.schema import schema_faults

NEXT, DAY = "lpb-2027.01.0", "2027-01-05"


def manifest_of(workspace: Workspace, label: str = NEXT) -> dict:
    return json.loads((workspace.frozen / label / "snapshot.json").read_bytes())


def changes_of(workspace: Workspace, label: str = NEXT) -> dict:
    return json.loads((workspace.frozen / label / "changes.json").read_bytes())


def content(workspace: Workspace, label: str) -> Content:
    value = json.loads((workspace.frozen / label / "public/objectives.json").read_bytes())
    return content_of(manifest_of(workspace, label), value)


def numbers(workspace: Workspace, label: str = NEXT) -> tuple[int, int]:
    value = manifest_of(workspace, label)
    return value["comparability"], value["interface"]


# What happens between two freezes -> which kinds of change it makes, and whether N and X must rise.


def nothing(workspace: Workspace) -> dict:
    return {}


def a_title(workspace: Workspace) -> dict:
    put(workspace, document("mp-0001", title="Another title"))
    return {}


def a_fresh_level(workspace: Workspace) -> dict:
    put(workspace, document("mp-0003") | {"id": "mp-0004", "board": {"rows": [".@.."]}})
    workspace.write_objectives(objectives(fresh=("mp-0003", "mp-0004")))
    return {}


def a_fresh_level_less(workspace: Workspace) -> dict:
    workspace.write_objectives(objectives(fresh=()))
    return {}


def a_core_level(workspace: Workspace) -> dict:
    two, one = objectives().objectives
    workspace.write_objectives(
        objectives(objectives=(replace(two, count=3, levels=(*two.levels, "mp-0003")), one), fresh=())
    )
    return {}


def a_revision(workspace: Workspace) -> dict:
    put(workspace, document("mp-0002", revision=2, board={"rows": ["@...", "###."]}))
    return {}


def another_order(workspace: Workspace) -> dict:
    two, one = objectives().objectives
    workspace.write_objectives(objectives(objectives=(replace(two, levels=tuple(reversed(two.levels))), one)))
    return {}


def a_runtime(workspace: Workspace) -> dict:
    return {"runtime": build_at(workspace.root.parent / "build")}


STORIES: dict[str, tuple[Callable[[Workspace], dict], set[str], bool, bool]] = {
    "nothing": (nothing, set(), False, False),
    "a title": (a_title, {"metadata_only"}, False, False),
    "a fresh level": (a_fresh_level, {"added", "seeds", "objectives"}, False, False),
    "a fresh level less": (a_fresh_level_less, {"removed", "seeds", "objectives"}, True, False),
    "a fresh level that enters the core": (a_core_level, {"revised", "objectives"}, True, False),
    "another board": (a_revision, {"revised", "seeds"}, True, False),
    "another order of play": (another_order, {"objectives"}, True, False),
    "a runtime": (a_runtime, {"runtime", "formats"}, True, True),
}
KINDS = ("added", "removed", "revised", "metadata_only", "runtime", "rules", "seeds", "objectives", "formats")


@pytest.mark.parametrize(("story", "kinds", "raises_n", "raises_x"), STORIES.values(), ids=STORIES)
def test_the_difference_to_the_parent_decides_the_numbers(
    workspace: Workspace, story: Callable[[Workspace], dict], kinds: set[str], raises_n: bool, raises_x: bool
) -> None:
    first = frozen(workspace)
    options = story(workspace)
    second = frozen(workspace, NEXT, DAY, **options)
    changes = changes_of(workspace)
    assert {kind for kind in KINDS if changes[kind]} == kinds
    assert changes["bump"] == {"comparability": raises_n, "interface": raises_x}
    assert numbers(workspace) == (1 + raises_n, 1 + raises_x)
    assert manifest_of(workspace)["parent"] == {"label": LABEL, "digest": first.root_digest}
    assert not list(schema_faults(changes, schema_of("levelpress/changes@1")))
    assert all(one["sentence"].endswith(".") for kind in KINDS if kind != "runtime" for one in changes[kind])
    assert verify(second.pin, workspace.frozen).ok
    # Applying the changes to the older content gives the newer, and the way back mirrors the way there.
    old, new = content(workspace, LABEL), content(workspace, NEXT)
    assert canonical_bytes(vars_of(applied(old, changes))) == canonical_bytes(vars_of(new))
    back = changes_between(new, old)
    assert canonical_bytes(vars_of(applied(new, back))) == canonical_bytes(vars_of(old))
    assert mirrored(back) == flat(changes)


def vars_of(value: Content) -> Json:
    return {name: getattr(value, name) for name in Content.__slots__}


def flat(changes: Json) -> list[tuple[str, str, bytes, bytes]]:
    listed = [(kind, one) for kind in KINDS for one in ([changes[kind]] if kind == "runtime" else changes[kind]) if one]
    return sorted((kind, one["name"], canonical_bytes(one["old"]), canonical_bytes(one["new"])) for kind, one in listed)


def mirrored(changes: Json) -> list[tuple[str, str, bytes, bytes]]:
    other = {"added": "removed", "removed": "added"}
    return sorted((other.get(kind, kind), name, new, old) for kind, name, old, new in flat(changes))


VALUES = st.dictionaries(st.sampled_from("abc"), st.integers(1, 3))
DIGESTS = st.sampled_from(["sha256:1", "sha256:2"])
LEVELS = st.dictionaries(
    st.sampled_from(["mp-0001", "mp-0002"]),
    st.fixed_dictionaries(
        {
            "level_digest": DIGESTS,
            "track": st.sampled_from(["core", "fresh"]),
            "objective": st.sampled_from([None, "a/b"]),
            "revision": st.integers(1, 2),
            "files": st.fixed_dictionaries({"public": DIGESTS}),
        }
    ),
)
CONTENTS = st.builds(
    Content,
    label=st.sampled_from(["lpb-2026.01.0", "lpb-2026.02.0"]),
    levels=LEVELS,
    seeds=VALUES,
    objectives=VALUES,
    formats=VALUES,
    rules=VALUES,
    runtime=st.none() | DIGESTS,
)


@given(CONTENTS, CONTENTS)
def test_changes_lead_from_any_content_to_any_other(old: Content, new: Content) -> None:
    there, back = changes_between(old, new), changes_between(new, old)
    assert vars_of(applied(old, there)) == vars_of(new)
    assert mirrored(back) == flat(there)
    assert [kind for kind in KINDS if changes_between(old, old)[kind]] == []
    if old != replace(new, label=old.label):
        assert flat(there)


def test_changes_do_not_apply_elsewhere() -> None:
    old = replace(EMPTY, label=LABEL, rules={"a": 1})
    changes = changes_between(old, replace(old, label=NEXT, rules={"a": 2}))
    assert demanded(changes).comparability
    with pytest.raises(ValueError, match="another a"):
        applied(replace(old, rules={"a": 3}), changes)
    with pytest.raises(ValueError, match="start from"):
        applied(replace(old, label=NEXT), changes)


def test_a_larger_number_may_be_asked_for_a_smaller_one_is_refused(workspace: Workspace) -> None:
    frozen(workspace)
    a_revision(workspace)
    with pytest.raises(FreezeRefused, match="at least 2 is demanded") as refused:
        frozen(workspace, NEXT, DAY, wanted=Wanted(comparability=1))
    assert [one.id for one in refused.value.findings] == ["freeze/bump"]
    assert "mp-0002" in str(refused.value)
    frozen(workspace, NEXT, DAY, wanted=Wanted(comparability=5, interface=3))
    assert numbers(workspace) == (5, 3)


def test_a_parent_may_be_named_and_two_branches_never_share_a_risen_number(workspace: Workspace) -> None:
    first = frozen(workspace)
    a_revision(workspace)
    frozen(workspace, NEXT, DAY)
    put(workspace, document("mp-0002", revision=3, board={"rows": ["@....", "####."]}))
    frozen(workspace, "lpb-2027.01.1", "2027-01-06", wanted=Wanted(parent=first.pin))
    assert manifest_of(workspace, "lpb-2027.01.1")["parent"]["label"] == LABEL
    assert (numbers(workspace), numbers(workspace, "lpb-2027.01.1")) == ((2, 1), (3, 1))


def test_without_a_parent_the_numbers_start_above_all_earlier_ones(workspace: Workspace) -> None:
    frozen(workspace)
    frozen(workspace, NEXT, DAY, wanted=Wanted(parent="none"))
    assert manifest_of(workspace)["parent"] is None
    assert numbers(workspace) == (2, 2)


def test_a_parent_that_is_not_frozen_here_is_refused(workspace: Workspace) -> None:
    frozen(workspace)
    for pin in (f"{LABEL}@sha256:{'0' * 64}", f"{NEXT}@sha256:{'0' * 64}"):
        with pytest.raises(FreezeRefused, match="freeze/parent"):
            frozen(workspace, NEXT, DAY, wanted=Wanted(parent=pin))
    with pytest.raises(MalformedPin, match="--parent"):
        frozen(workspace, NEXT, DAY, wanted=Wanted(parent=LABEL))


def test_freezing_the_same_again_keeps_the_first_parent(workspace: Workspace) -> None:
    frozen(workspace)
    second = frozen(workspace, NEXT, DAY)
    frozen(workspace, "lpb-2027.02.0", "2027-02-05")
    assert frozen(workspace, NEXT, DAY).pin == second.pin


def test_a_plan_says_what_would_be_frozen_and_writes_nothing(workspace: Workspace) -> None:
    planned = plan(workspace, Request(LABEL, "2026-12-01", IDENTITY))
    assert not workspace.frozen.exists()
    assert not list(schema_faults(planned.to_json(), schema_of("levelpress/freeze-plan@1")))
    assert frozen(workspace).pin == str(planned.pin)
    a_revision(workspace)
    before = {path: path.stat().st_mtime_ns for path in workspace.frozen.rglob("*")}
    later = plan(workspace, Request(NEXT, DAY, IDENTITY))
    assert [one["name"] for one in later.changes["revised"]] == ["mp-0002"]
    assert {path: path.stat().st_mtime_ns for path in workspace.frozen.rglob("*")} == before
    put(workspace, document("mp-0002", revision=3, license=None))
    with pytest.raises(FreezeRefused, match="freeze/license"):
        plan(workspace, Request(NEXT, DAY, IDENTITY))


# A child that lies about its parent, with every digest right.


def forged_child(workspace: Workspace, path: str, change: Callable[[Json], object]) -> set[str]:
    frozen(workspace)
    a_revision(workspace)
    folder = frozen(workspace, NEXT, DAY).path
    manifest, files = json.loads((folder / "snapshot.json").read_bytes()), {}
    if path == "snapshot.json":
        change(manifest)
    else:
        value = json.loads((folder / path).read_bytes())
        change(value)
        files[path] = canonical_bytes(value)
    pin = write_pinned(folder, manifest, files)
    return {fault.id for fault in verify_folder(folder, Pin(NEXT, pin.digest)).faults}


def row(manifest: Json) -> Json:
    return next(row for row in manifest["levels"] if row["id"] == "mp-0001")


LIES: dict[str, tuple[str, Callable[[Json], object], str]] = {
    "a change left out": ("changes.json", lambda v: v["revised"].clear(), "snapshot/changes"),
    "a bump left out": ("changes.json", lambda v: v["bump"].update(comparability=False), "snapshot/changes"),
    "another old value": ("changes.json", lambda v: v["revised"][0]["old"].update(revision=7), "snapshot/changes"),
    "the parent's number": ("snapshot.json", lambda v: v.update(comparability=1), "snapshot/bump"),
    "another parent": (
        "snapshot.json",
        lambda v: v["parent"].update(digest="sha256:" + "5" * 64),
        "snapshot/parent",
    ),
    "itself as parent": ("snapshot.json", lambda v: v["parent"].update(label=NEXT), "snapshot/parent"),
    "a later first day": ("snapshot.json", lambda v: row(v).update(first_public=DAY), "snapshot/date"),
    "a later exposure": ("snapshot.json", lambda v: row(v).update(exposure_date=DAY), "snapshot/date"),
    "a release before the parent's": ("snapshot.json", lambda v: v.update(released_on="2026-01-01"), "snapshot/date"),
    "added later than it was": ("snapshot.json", lambda v: row(v).update(added_in=NEXT), "snapshot/cross-reference"),
}


@pytest.mark.parametrize(("path", "change", "kind"), LIES.values(), ids=LIES)
def test_a_child_cannot_lie_about_its_parent(
    workspace: Workspace, path: str, change: Callable[[Json], object], kind: str
) -> None:
    assert kind in forged_child(workspace, path, change)


def test_without_the_parent_the_changes_must_lead_to_what_is_there(workspace: Workspace, tmp_path: Path) -> None:
    first = frozen(workspace)
    put(workspace, document("mp-0001", title="Another title"))
    made = frozen(workspace, NEXT, DAY)
    first.path.rename(tmp_path / "away")
    assert verify(made.pin, workspace.frozen).ok
    manifest = json.loads((made.path / "snapshot.json").read_bytes())
    changes = json.loads((made.path / "changes.json").read_bytes())
    changes["metadata_only"][0]["new"]["files"]["public"] = "sha256:" + "5" * 64
    pin = write_pinned(made.path, manifest, {"changes.json": canonical_bytes(changes)})
    found = verify_folder(made.path, Pin(NEXT, pin.digest)).faults
    assert [fault.id for fault in found] == ["snapshot/changes"]


def test_the_history_knows_its_pins(workspace: Workspace) -> None:
    made = frozen(workspace)
    assert [one.pin for one in read_history(workspace.frozen)[0].snapshots] == [made.pin]
