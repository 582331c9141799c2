"""The life of a level in a workspace: added, playtested, promoted, retired, rejected; and every way to be refused."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalogue.document import Unreadable, read_document
from catalogue.level_check import check_certificate
from catalogue.level_record import level_record, new_provenance
from catalogue.objective_faults import KnownLevel, lifecycle_faults, objective_faults
from catalogue.objectives import Objective, Objectives
from catalogue.transitions import Refused, Workbench, add, playtest, promote, reject, retire
from catalogue.workspace import Workspace, read_level
from games.canonical import pretty_bytes
from games.contract import InvalidLevel
from tests.faults.levels import LEVELS, certificate_of

CANARY = "levelpress canary 5e1f"
EASY, LINKS = "maze-paint/easy", "color-connect/easy"
WIN = ("D", "R", "U", "L")


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    """A workspace with one objective a game and no level."""
    workspace = Workspace(tmp_path / "house")
    lists = (
        Objective(EASY, "maze-paint", "easy", 2, {"optimum": (1, 4)}, ()),
        Objective(LINKS, "color-connect", "easy", 1, {}, ()),
    )
    workspace.write_objectives(Objectives("custom", CANARY, "none", lists, ()))
    return workspace


@pytest.fixture
def bench(place: Workspace) -> Workbench:
    return Workbench(place, "2026-12-01")


def _certificate_of(path: Path) -> Path:
    return path.with_name(f"{path.stem}.certificate.json")


def _draw(folder: Path, name: str, certified: bool = True, **fields: Any) -> Path:
    """The file of a hand-drawn level, its certificate beside it."""
    game, rule, rows = LEVELS[name]
    document: dict[str, Any] = {
        "format": "levelpress/level@1",
        "id": None,
        "revision": 1,
        "game": game,
        "title": "Sketch",
        "board": {"rows": list(rows)},
        "goal": {"rule": rule},
        "provenance": new_provenance("original"),
        "license": "Apache-2.0",
        "canary": None,
        "tags": [],
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    path.write_bytes(pretty_bytes(document | fields))
    if certified:
        _certificate_of(path).write_bytes(pretty_bytes(certificate_of(name).to_json()))
    return path


def _added(bench: Workbench, name: str, objective: str | None = None, **fields: Any) -> str:
    path = _draw(bench.place.candidates, name, **fields)
    return add(bench, path, _certificate_of(path), objective)


def _tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def _ids(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return sorted(finding.id for finding in refused.value.findings)


def _refused(root: Path, step: Callable[[], Any]) -> list[str]:
    """The ids of the findings with which a step is refused; nothing below `root` may have changed."""
    before = _tree(root)
    with pytest.raises(Refused) as caught:
        step()
    assert _tree(root) == before
    return _ids(caught)


def _faults(place: Workspace) -> list[str]:
    """What a check says of a catalogue: its lists, its states, its certificates."""
    known: dict[str, KnownLevel] = {}
    found: list[str] = []
    for level_id in place.level_ids():
        record = read_level(place.level_path(level_id))
        report = check_certificate(record, place.certificate_path(level_id), in_catalogue=True)
        found += [fault.id for fault in report.findings]
        optimum = report.certificate.optimum if report.certificate else None
        known[level_id] = KnownLevel(
            level_id, record.id == level_id, record.game.name, record.digest, record.canary, optimum
        )
    objectives, lifecycle = place.read_objectives(), place.read_lifecycle()
    found += [fault.id for fault in objective_faults(objectives, lifecycle, known)]
    found += [fault.id for fault in lifecycle_faults(objectives, lifecycle, known)]
    return sorted(found)


# add


def test_a_candidate_is_moved_with_its_certificate_and_listed(bench: Workbench) -> None:
    place = bench.place
    level_id = _added(bench, "ring", EASY)
    assert level_id == "mp-0001"
    assert place.read_objectives().named(EASY).levels == ("mp-0001",)
    assert sorted(_tree(place.root)) == [
        "catalogue/certificates/maze-paint/mp-0001.json",
        "catalogue/levels/maze-paint/mp-0001.json",
        "catalogue/objectives.json",
        "catalogue/state.json",
    ]
    record = read_level(place.level_path(level_id))
    assert (record.id, record.canary) == ("mp-0001", CANARY)
    standing = place.read_lifecycle().levels[level_id]
    assert (standing.state, standing.changes[0].level_digest, standing.changes[0].on) == (
        "certified",
        record.digest,
        "2026-12-01",
    )
    assert _faults(place) == []


def test_a_file_from_elsewhere_is_copied_and_stays_as_it_was(bench: Workbench, tmp_path: Path) -> None:
    path = _draw(tmp_path / "elsewhere", "ring")
    before = _tree(tmp_path / "elsewhere")
    level_id = add(bench, path, _certificate_of(path), EASY)
    assert _tree(tmp_path / "elsewhere") == before
    assert bench.place.certificate_path(level_id).read_bytes() == _certificate_of(path).read_bytes()
    assert _faults(bench.place) == []


def test_without_an_objective_a_level_joins_the_fresh_track(bench: Workbench) -> None:
    level_id = _added(bench, "ring")
    assert bench.place.read_objectives().fresh == (level_id,)


def test_ids_count_up_per_game_and_are_not_given_again_after_a_retirement(bench: Workbench) -> None:
    assert [_added(bench, name) for name in ("ring", "strips", "corner")] == ["mp-0001", "cc-0001", "mp-0002"]
    retire(bench, "mp-0002", "too easy")
    assert _added(bench, "trap") == "mp-0003"


def test_the_order_of_an_objective_is_that_of_adding(bench: Workbench) -> None:
    for name in ("ring", "trap", "corner"):
        _added(bench, name, EASY)
    assert bench.place.read_objectives().named(EASY).levels == ("mp-0001", "mp-0002", "mp-0003")


def test_a_level_whose_certificate_is_only_outdated_can_be_added(bench: Workbench) -> None:
    path = _draw(bench.place.candidates, "ring")
    value = read_document(_certificate_of(path))
    value["toolchain"]["methods"]["painted-search"] += 1
    _certificate_of(path).write_bytes(pretty_bytes(value))
    assert add(bench, path, _certificate_of(path), EASY) == "mp-0001"


def test_a_level_without_a_certificate_is_not_added(bench: Workbench) -> None:
    path = _draw(bench.place.candidates, "ring", certified=False)
    ids = _refused(bench.place.root, lambda: add(bench, path, _certificate_of(path), EASY))
    assert ids == ["certificate/missing"]


def test_an_unsolvable_level_is_not_added(bench: Workbench) -> None:
    path = _draw(bench.place.candidates, "island")
    ids = _refused(bench.place.root, lambda: add(bench, path, _certificate_of(path), EASY))
    assert ids == ["certificate/unsolvable"]


def test_a_level_with_the_certificate_of_another_is_not_added(bench: Workbench) -> None:
    path = _draw(bench.place.candidates, "ring")
    other = _certificate_of(_draw(bench.place.candidates, "trap"))
    ids = _refused(bench.place.root, lambda: add(bench, path, other, EASY))
    assert ids == ["certificate/other-level"]


def test_a_level_is_not_added_to_an_objective_that_there_is_not(bench: Workbench) -> None:
    path = _draw(bench.place.candidates, "ring")
    step = lambda: add(bench, path, _certificate_of(path), "maze-paint/esay")  # noqa: E731
    assert _refused(bench.place.root, step) == ["objective/none"]
    with pytest.raises(Refused, match="maze-paint/easy"):
        step()


def test_a_level_is_not_added_to_another_game_s_objective(bench: Workbench) -> None:
    path = _draw(bench.place.candidates, "ring")
    ids = _refused(bench.place.root, lambda: add(bench, path, _certificate_of(path), LINKS))
    assert ids == ["objective/wrong-game"]


def test_every_reason_is_named_at_once_and_about_the_file(bench: Workbench) -> None:
    path = _draw(bench.place.candidates, "ring", certified=False)
    with pytest.raises(Refused) as caught:
        add(bench, path, _certificate_of(path), LINKS)
    assert _ids(caught) == ["certificate/missing", "objective/wrong-game"]
    assert {finding.level for finding in caught.value.findings} == {str(path)}


def test_a_level_of_the_catalogue_is_not_added_again(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY)
    place = bench.place
    step = lambda: add(bench, place.level_path(level_id), place.certificate_path(level_id), None)  # noqa: E731
    assert _refused(place.root, step) == ["lifecycle/in-catalogue"]


def test_a_level_that_breaks_its_rules_is_not_added(bench: Workbench) -> None:
    path = _draw(bench.place.candidates, "ring", board={"rows": ["..."]})
    before = _tree(bench.place.root)
    with pytest.raises(InvalidLevel):
        add(bench, path, _certificate_of(path), EASY)
    assert _tree(bench.place.root) == before


def test_a_file_that_is_not_there_is_not_added(bench: Workbench) -> None:
    with pytest.raises(Unreadable):
        add(bench, bench.place.candidates / "none.json", bench.place.candidates / "none.certificate.json", EASY)


# playtest


def test_a_winning_play_is_recorded_with_the_digest_it_was_made_on(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY)
    playtest(bench, level_id, "person", "a tester", ("R", "D", "L", "U"))
    standing = bench.place.read_lifecycle().levels[level_id]
    (test,) = standing.playtests
    assert (test.kind, test.by, test.moves, test.on) == ("person", "a tester", ("R", "D", "L", "U"), "2026-12-01")
    assert test.level_digest == read_level(bench.place.level_path(level_id)).digest
    assert standing.state == "certified"


def test_playtests_are_kept_side_by_side(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY)
    playtest(bench, level_id, "person", "one", WIN)
    playtest(bench, level_id, "agent", "two", WIN)
    assert [test.by for test in bench.place.read_lifecycle().levels[level_id].playtests] == ["one", "two"]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (WIN[:-1], "play/not-won"),
        (("U", *WIN), "move/illegal"),
        (("up",), "move/malformed"),
        ((*WIN, "D"), "play/after-win"),
    ],
)
def test_a_play_that_does_not_win_is_no_playtest(bench: Workbench, moves: tuple[str, ...], reason: str) -> None:
    level_id = _added(bench, "ring", EASY)
    assert _refused(bench.place.root, lambda: playtest(bench, level_id, "person", "one", moves)) == [reason]


@pytest.mark.parametrize(
    "step",
    [
        lambda bench: playtest(bench, "mp-0009", "person", "one", WIN),
        lambda bench: promote(bench, "mp-0009"),
        lambda bench: retire(bench, "mp-0009", "gone"),
    ],
    ids=["playtest", "promote", "retire"],
)
def test_of_a_level_that_there_is_not_no_step_is_possible(bench: Workbench, step: Callable[[Workbench], None]) -> None:
    _added(bench, "ring", EASY)
    assert _refused(bench.place.root, lambda: step(bench)) == ["lifecycle/no-level"]


# promote


def _with_policy(place: Workspace, policy: str) -> None:
    place.write_objectives(replace(place.read_objectives(), playtest_policy=policy))


def test_a_certified_level_is_released_as_it_is(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY)
    promote(bench, level_id)
    standing = bench.place.read_lifecycle().levels[level_id]
    assert [change.state for change in standing.changes] == ["certified", "released"]
    assert standing.released_digest == read_level(bench.place.level_path(level_id)).digest
    assert _faults(bench.place) == []


def test_a_released_level_is_not_released_again(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY)
    promote(bench, level_id)
    assert _refused(bench.place.root, lambda: promote(bench, level_id)) == ["lifecycle/state"]


def test_a_retired_level_is_not_released(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY)
    retire(bench, level_id, "dull")
    assert _refused(bench.place.root, lambda: promote(bench, level_id)) == ["lifecycle/state"]


def test_a_doubt_stands_in_the_way_and_another_tag_does_not(bench: Workbench) -> None:
    doubted = _added(bench, "ring", EASY, tags=["doubt:ingest/start", "hand-drawn"])
    assert _refused(bench.place.root, lambda: promote(bench, doubted)) == ["lifecycle/doubt"]
    promote(bench, _added(bench, "trap", EASY, tags=["hand-drawn"]))


def test_a_level_without_a_licence_is_not_released(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY, license=None)
    assert _refused(bench.place.root, lambda: promote(bench, level_id)) == ["level/licence"]


def test_the_policy_demands_a_playtest_of_its_kind(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY)
    _with_policy(bench.place, "person")
    assert _refused(bench.place.root, lambda: promote(bench, level_id)) == ["lifecycle/playtest"]
    playtest(bench, level_id, "agent", "two", WIN)
    assert _refused(bench.place.root, lambda: promote(bench, level_id)) == ["lifecycle/playtest"]
    playtest(bench, level_id, "person", "one", WIN)
    promote(bench, level_id)


def test_a_playtest_of_the_board_as_it_was_before_an_edit_does_not_count(bench: Workbench) -> None:
    place = bench.place
    level_id = _added(bench, "ring", EASY)
    _with_policy(place, "person")
    playtest(bench, level_id, "person", "one", WIN)
    edited = read_document(_draw(place.candidates, "corner"))
    place.level_path(level_id).write_bytes(pretty_bytes(edited | {"id": level_id, "canary": CANARY}))
    place.certificate_path(level_id).write_bytes(pretty_bytes(certificate_of("corner").to_json()))
    assert _refused(place.root, lambda: promote(bench, level_id)) == ["lifecycle/playtest"]


def test_the_same_board_as_a_released_level_is_not_released(bench: Workbench) -> None:
    promote(bench, _added(bench, "ring", EASY))
    again = _added(bench, "ring", EASY)
    assert _refused(bench.place.root, lambda: promote(bench, again)) == ["duplicate/same"]


def test_a_mirror_image_of_a_released_level_is_not_released(bench: Workbench, tmp_path: Path) -> None:
    promote(bench, _added(bench, "columns", LINKS))
    path = _draw(tmp_path / "elsewhere", "columns", board={"rows": ["BA", "..", "BA"]}, certified=False)
    record = read_level(path)
    from solvers.contract import Limits, no_report, solver_named
    from validators.certify import certify

    made = certify(record.game, solver_named(record.game.name), record.level, Limits(), no_report).certificate
    assert made is not None
    _certificate_of(path).write_bytes(pretty_bytes(made.to_json()))
    mirrored = add(bench, path, _certificate_of(path), LINKS)
    wanted = "duplicate/same" if record.digest == certificate_of("columns").level_digest else "duplicate/same-form"
    assert _refused(bench.place.root, lambda: promote(bench, mirrored)) == [wanted]


def test_the_same_board_as_a_level_not_released_or_retired_is_released(bench: Workbench) -> None:
    first = _added(bench, "ring", EASY)
    retired = _added(bench, "ring", EASY)
    promote(bench, retired)
    retire(bench, retired, "dull")
    promote(bench, _added(bench, "ring", EASY))
    assert bench.place.read_lifecycle().levels[first].state == "certified"


def test_an_optimum_outside_the_objective_s_range_is_not_released(bench: Workbench) -> None:
    objectives = bench.place.read_objectives()
    bench.place.write_objectives(objectives.with_objective(replace(objectives.named(EASY), range={"optimum": (5, 9)})))
    level_id = _added(bench, "ring", EASY)
    assert _refused(bench.place.root, lambda: promote(bench, level_id)) == ["objective/out-of-range"]
    promote(bench, _added(bench, "ring"))  # the fresh track demands no range


def test_a_level_whose_certificate_is_gone_or_spoilt_is_not_released(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY)
    path = bench.place.certificate_path(level_id)
    value = read_document(path)
    value["optimum"]["value"] = None
    path.write_bytes(pretty_bytes(value))
    ids = _refused(bench.place.root, lambda: promote(bench, level_id))
    assert {"certificate/optimum", "certificate/verdict", "objective/out-of-range"} <= set(ids)
    path.unlink()
    assert _refused(bench.place.root, lambda: promote(bench, level_id)) == ["certificate/missing"]


def test_everything_that_is_missing_is_named_at_once(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY, tags=["doubt:ingest/start"], license=None)
    _with_policy(bench.place, "person")
    ids = _refused(bench.place.root, lambda: promote(bench, level_id))
    assert ids == ["level/licence", "lifecycle/doubt", "lifecycle/playtest"]


# retire and reject


def test_a_retired_level_keeps_its_files_and_is_listed_nowhere(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY)
    promote(bench, level_id)
    files = {path: data for path, data in _tree(bench.place.root).items() if "mp-0001" in path}
    retire(bench, level_id, "leaked")
    assert {path: data for path, data in _tree(bench.place.root).items() if "mp-0001" in path} == files
    assert bench.place.read_objectives().listed() == ()
    standing = bench.place.read_lifecycle().levels[level_id]
    assert [(change.state, change.reason) for change in standing.changes] == [
        ("certified", None),
        ("released", None),
        ("retired", "leaked"),
    ]
    assert _faults(bench.place) == []


def test_a_retired_level_is_not_retired_again(bench: Workbench) -> None:
    level_id = _added(bench, "ring", EASY)
    retire(bench, level_id, "dull")
    assert _refused(bench.place.root, lambda: retire(bench, level_id, "dull")) == ["lifecycle/state"]


def test_a_rejected_candidate_is_put_aside_with_its_certificate_and_the_reason(bench: Workbench) -> None:
    path = _draw(bench.place.candidates, "ring")
    digest = read_level(path).digest
    target = reject(bench, path, _certificate_of(path), "too easy")
    assert target == bench.place.rejected / "ring.json"
    assert sorted(found.name for found in bench.place.rejected.iterdir()) == ["ring.certificate.json", "ring.json"]
    assert not any(bench.place.candidates.iterdir())
    assert bench.place.read_lifecycle().rejected == (("rejected/ring.json", digest, "too easy", "2026-12-01"),)


def test_an_invalid_candidate_can_be_rejected_too(bench: Workbench) -> None:
    path = _draw(bench.place.candidates, "ring", certified=False, board={"rows": ["..."]})
    reject(bench, path, _certificate_of(path), "no start")
    assert bench.place.read_lifecycle().rejected == (("rejected/ring.json", None, "no start", "2026-12-01"),)


def test_a_second_candidate_of_a_name_replaces_nothing(bench: Workbench) -> None:
    for _ in range(2):
        path = _draw(bench.place.candidates, "ring")
        reject(bench, path, _certificate_of(path), "too easy")
    assert sorted(found.name for found in bench.place.rejected.iterdir()) == [
        "ring-2.certificate.json",
        "ring-2.json",
        "ring.certificate.json",
        "ring.json",
    ]
    assert [file for file, *_ in bench.place.read_lifecycle().rejected] == [
        "rejected/ring.json",
        "rejected/ring-2.json",
    ]


def test_only_a_candidate_can_be_rejected(bench: Workbench, tmp_path: Path) -> None:
    outside = _draw(tmp_path / "elsewhere", "ring")
    ids = _refused(tmp_path, lambda: reject(bench, outside, _certificate_of(outside), "not ours"))
    assert ids == ["lifecycle/state"]
    level_id = _added(bench, "trap", EASY)
    inside = bench.place.level_path(level_id)
    assert _refused(tmp_path, lambda: reject(bench, inside, _certificate_of(inside), "no")) == ["lifecycle/state"]


# a disk that fails


def _fail_at(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """Let the rename, or removal of a file, number `at` (from 0) fail, and all after it."""
    done = [0]

    def failing(original: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            done[0] += 1
            if done[0] > at:
                raise OSError(errno.ENOSPC, "no space left")
            return original(*arguments, **options)

        return call

    monkeypatch.setattr("catalogue.document.os.replace", failing(os.replace))
    monkeypatch.setattr(Path, "rename", failing(Path.rename))
    monkeypatch.setattr(Path, "unlink", failing(Path.unlink))


def _boards(root: Path) -> set[str]:
    """The digest of every level that lies anywhere, each file being whole."""
    found = set()
    for path in root.rglob("*.json"):
        value = read_document(path)
        if value["format"] == "levelpress/level@1":
            found.add(level_record(value).digest)
    return found


STEPS: dict[str, tuple[int, Callable[[Workbench], Any]]] = {
    "add": (6, lambda bench: add(bench, *_candidate(bench), EASY)),
    "playtest": (1, lambda bench: playtest(bench, "mp-0001", "person", "one", WIN)),
    "promote": (1, lambda bench: promote(bench, "mp-0001")),
    "retire": (2, lambda bench: retire(bench, "mp-0001", "dull")),
    "reject": (3, lambda bench: reject(bench, *_candidate(bench), "dull")),
}


def _candidate(bench: Workbench) -> tuple[Path, Path]:
    path = bench.place.candidates / "trap.json"
    return path, _certificate_of(path)


#: What a check may say of a catalogue in which a step was cut short; a level or its certificate is never missing.
UNFINISHED = {"lifecycle/not-listed", "objective/retired"}


@pytest.mark.parametrize(("step", "at"), [(step, at) for step, (calls, _) in STEPS.items() for at in range(calls)])
def test_a_step_that_a_full_disk_cuts_short_loses_nothing(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, step: str, at: int
) -> None:
    place = bench.place
    _added(bench, "ring", EASY)
    _draw(place.candidates, "trap")
    boards = _boards(place.root)
    certificates = {data for path, data in _tree(place.root).items() if "certificate" in path}
    with monkeypatch.context() as patch:
        _fail_at(patch, at)
        with pytest.raises(OSError, match="no space left"):
            STEPS[step][1](bench)
    assert _boards(place.root) == boards
    assert certificates <= {data for path, data in _tree(place.root).items() if "certificate" in path}
    assert not [path for path in _tree(place.root) if ".write-" in path]
    assert set(_faults(place)) <= UNFINISHED


@pytest.mark.parametrize("step", STEPS)
def test_without_a_failure_each_step_takes_so_many_calls(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    _added(bench, "ring", EASY)
    _draw(bench.place.candidates, "trap")
    calls, run = STEPS[step]
    with monkeypatch.context() as patch:
        _fail_at(patch, calls)
        run(bench)
    assert _faults(bench.place) == []


@pytest.mark.parametrize("at", range(4))
def test_an_add_that_was_cut_short_can_be_made_again(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    _draw(bench.place.candidates, "trap")
    with monkeypatch.context() as patch:
        _fail_at(patch, at)
        with pytest.raises(OSError, match="no space left"):
            add(bench, *_candidate(bench), EASY)
    level_id = add(bench, *_candidate(bench), EASY)
    standing = bench.place.read_lifecycle().levels[level_id]
    assert standing.state == "certified"
    assert read_level(bench.place.level_path(level_id)).id == level_id
