"""`check` in its modes: only what changed, everything proven again, with a cache, and the measured `why`."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from authoring.worker import Killed
from catalogue.why import facts_of, why_faults, why_of
from catalogue.workspace import read_certificate
from games.canonical import pretty_bytes
from tests.authoring.boards import ONE_WAY, RING, level, write
from tests.authoring.command_line import Ran, in_place, levelpress

REPORT = "levelpress/report@1"
LEVEL, CERTIFICATE = "levels/maze-paint/mp-0001.json", "certificates/maze-paint/mp-0001.json"


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace under git: mp-0001 released, mp-0002 certified, mp-0003 descends from mp-0001."""
    place = tmp_path_factory.mktemp("modes") / "place"
    assert levelpress("init", place).code == 0
    shutil.rmtree(place / "catalogue" / "candidates")
    names = {"a": ONE_WAY, "b": RING, "c": "#####\n#@..#\n###.#\n#####\n"}
    for name, text in names.items():
        value = level("maze-paint", text)
        value["provenance"]["parents"] = ["mp-0001"] if name == "c" else []
        write(place / "catalogue" / "candidates" / f"{name}.json", value)
    assert levelpress("certify", "catalogue/candidates", cwd=place).code == 0
    for name in names:
        assert levelpress("catalogue", "add", f"catalogue/candidates/{name}.json", "--fresh", cwd=place).code == 0
    assert levelpress("catalogue", "promote", "mp-0001", cwd=place).code == 0
    git(place, "init", "--quiet")
    commit(place)
    return place


@pytest.fixture
def place(pristine: Path, tmp_path: Path) -> Path:
    shutil.copytree(pristine, tmp_path / "place")
    return tmp_path / "place"


def git(place: Path, *words: str) -> None:
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=place, check=True, capture_output=True)


def commit(place: Path) -> None:
    git(place, "add", "--all")
    git(place, "commit", "--quiet", "--message", "as it is")


def check(*arguments: str | Path, cwd: Path, code: int = 0, tasks: Any = in_place) -> Any:
    with mock.patch("authoring.check_recertify.run_tasks", tasks):
        ran = levelpress("check", *arguments, "--json", cwd=cwd)
    assert ran.code == code, ran.err
    return ran.document(REPORT)


def ids(report: Any) -> list[str]:
    return [one["id"] for one in report["findings"]]


def edit(path: Path, change: Callable[[Any], None]) -> None:
    value = json.loads(path.read_bytes())
    change(value)
    path.write_bytes(pretty_bytes(value))


# --since


def test_nothing_changed_means_that_every_level_is_skipped_and_counted(place: Path) -> None:
    summary = check("--since", "HEAD", cwd=place)["summary"]
    assert (summary["levels"], summary["skipped"], summary["passed"]) == (0, 3, 0)


def test_a_changed_level_is_checked_with_all_that_descend_from_it(place: Path) -> None:
    edit(place / "catalogue" / LEVEL, lambda value: value.update(title="Another"))
    summary = check("--since", "HEAD", cwd=place)["summary"]
    assert (summary["levels"], summary["skipped"], summary["passed"]) == (2, 1, 2)


def test_a_changed_certificate_is_checked_and_its_fault_found(place: Path) -> None:
    edit(place / "catalogue" / CERTIFICATE, lambda value: value["optimum"].update(value=1))
    assert "certificate/optimum" in ids(check("--since", "HEAD", cwd=place, code=1))


def test_a_new_level_is_checked_before_git_knows_it(place: Path) -> None:
    path = place / "catalogue" / "levels" / "maze-paint" / "mp-0004.json"
    value = json.loads((place / "catalogue" / LEVEL).read_bytes())
    path.write_bytes(pretty_bytes(value | {"id": "mp-0004"}))
    found = check("--since", "HEAD", cwd=place, code=1)
    assert {"certificate/missing", "lifecycle/not-listed", "duplicate/same"} <= set(ids(found))
    assert found["summary"]["levels"] == 1


def test_a_changed_entry_of_the_lifecycle_is_a_change_of_its_level(place: Path) -> None:
    edit(place / "catalogue" / "state.json", lambda value: value["levels"]["mp-0002"].update(why="needs 99 slides"))
    found = check("--since", "HEAD", cwd=place, code=1)
    assert [(one["id"], one["level"]) for one in found["findings"]] == [("lifecycle/why", "mp-0002")] * 2
    assert found["summary"]["levels"] == 1


def test_what_holds_between_levels_is_checked_whatever_changed(place: Path) -> None:
    edit(place / "catalogue" / "objectives.json", lambda value: value["fresh"].append("mp-0009"))
    assert "objective/unknown-level" in ids(check("--since", "HEAD", cwd=place, code=1))


def test_a_range_of_revisions_speaks_of_what_they_touch(place: Path) -> None:
    edit(place / "catalogue" / "levels" / "maze-paint" / "mp-0002.json", lambda value: value.update(title="Second"))
    commit(place)
    assert check("--since", "HEAD~1..HEAD", cwd=place)["summary"]["levels"] == 1
    assert check("--since", "HEAD", cwd=place)["summary"]["levels"] == 0


def test_a_change_of_the_tool_itself_leaves_no_level_out(place: Path) -> None:
    tool = place / "solvers"
    with mock.patch("authoring.check_since.TOOL", place):
        write(tool / "notes.txt", "no code")
        assert check("--since", "HEAD", cwd=place)["summary"]["levels"] == 0
        (tool / "search.py").write_text("", "utf-8")
        assert check("--since", "HEAD", cwd=place)["summary"]["levels"] == 3


def test_a_revision_that_git_does_not_know_is_a_usage_error(place: Path, tmp_path: Path) -> None:
    for revision in ("nowhere", "--output=x", ""):
        ran = levelpress("check", "--since", revision, cwd=place)
        assert (ran.code, "--since" in ran.err) == (2, True)
    assert levelpress("check", "--since", "HEAD", "catalogue", cwd=place).code == 2
    shutil.rmtree(place / ".git")
    ran = levelpress("check", "--since", "HEAD", cwd=place)
    assert (ran.code, "no git repository" in ran.err) == (2, True)


# --recertify


def test_everything_is_proven_again_and_comes_out_the_same(place: Path) -> None:
    report = check("--recertify", cwd=place)
    assert report["findings"] == []
    assert (report["summary"]["passed"], report["summary"]["undecided"]) == (3, 0)


def test_a_figure_that_no_replay_refutes_is_refuted_by_proving_again(place: Path) -> None:
    edit(place / "catalogue" / CERTIFICATE, lambda value: value["difficulty"].update(foresight_gap=None))
    edit(place / "catalogue" / CERTIFICATE, lambda value: value["reasons"].update(foresight_gap="not wanted"))
    assert check(cwd=place)["findings"] == []
    (found,) = check("--recertify", cwd=place, code=1)["findings"]
    assert (found["id"], found["level"]) == ("certificate/not-reproduced", "mp-0001")
    assert "difficulty.foresight_gap" in found["message"]


def test_layers_that_the_rules_do_not_reach_are_found(place: Path) -> None:
    def forge(value: Any) -> None:
        (method,) = [one for one in value["optimum"]["methods"] if one["layers"]]
        method["layers"][1]["digest"] = method["layers"][2]["digest"]

    edit(place / "catalogue" / CERTIFICATE, forge)
    assert set(ids(check("--recertify", cwd=place, code=1))) == {
        "certificate/not-reproduced",
        "certificate/other-layers",
    }


def test_layers_too_large_for_the_rules_are_said_to_be_left(place: Path) -> None:
    with mock.patch("authoring.check_recertify.rule_layers", return_value=None):
        assert set(ids(check("--recertify", cwd=place))) == {"certificate/layers-not-walked"}


def test_a_budget_that_runs_out_is_undecided_never_a_pass(place: Path, tmp_path: Path) -> None:
    def out_of_time(tasks: Any, *_: Any) -> Any:
        return (Killed(None, 1.0) for _ in tasks)

    for arguments in (("--recertify", "--seconds", "1"), ("--recertify", "--cache", str(tmp_path / "cache"))):
        report = check(*arguments, cwd=place, code=4, tasks=out_of_time)
        assert set(ids(report)) == {"level/undecided"}
        assert (report["summary"]["undecided"], report["summary"]["passed"]) == (3, 0)
    assert not (tmp_path / "cache").exists()


def test_engines_that_disagree_are_a_crash(place: Path) -> None:
    with mock.patch("authoring.tasks.certify", side_effect=RuntimeError("two engines disagree")):
        assert set(ids(check("--recertify", cwd=place, code=6))) == {"run/crash"}


def test_a_budget_without_proofs_is_a_usage_error(place: Path) -> None:
    assert levelpress("check", "--seconds", "5", cwd=place).code == 2


def test_a_candidate_without_a_certificate_has_nothing_to_prove_and_is_counted(tmp_path: Path) -> None:
    write(tmp_path / "ring.json", level("maze-paint", RING))
    report = check("--recertify", "ring.json", cwd=tmp_path)
    assert (report["summary"]["skipped"], ids(report)) == (1, ["certificate/none-yet"])


# --cache


@pytest.fixture
def kept(place: Path, tmp_path: Path) -> Path:
    """A cache that a whole run has filled."""
    check("--cache", tmp_path / "cache", cwd=place)
    assert (tmp_path / "cache" / "check.json").is_file()
    return tmp_path / "cache"


def counted(*arguments: str | Path, cwd: Path, code: int = 0) -> tuple[Any, int]:
    """The report and for how many levels the work was done."""
    from catalogue.level_check import check_certificate

    with mock.patch("authoring.check_run.check_certificate", side_effect=check_certificate) as work:
        report = check(*arguments, cwd=cwd, code=code)
    return report, work.call_count


def test_a_second_run_does_no_work_and_says_the_same(place: Path, kept: Path) -> None:
    first, done = counted(cwd=place)
    assert done == 3
    again, done = counted("--cache", kept, cwd=place)
    assert (again, done) == (first, 0)


def test_findings_are_kept_too(place: Path, kept: Path) -> None:
    edit(place / "catalogue" / CERTIFICATE, lambda value: value["optimum"].update(value=1))
    first, done = counted("--cache", kept, cwd=place, code=1)
    assert done == 1, "only the changed level is worked on"
    again, done = counted("--cache", kept, cwd=place, code=1)
    assert (again, done) == (first, 0)


def test_whatever_a_check_depends_on_is_part_of_the_key(place: Path, kept: Path) -> None:
    with mock.patch("authoring.check_cache.tool_digest", return_value="sha256:another tool"):
        assert counted("--cache", kept, cwd=place)[1] == 3
    edit(place / "catalogue" / "state.json", lambda value: value["levels"]["mp-0002"].update(why="needs 99 slides"))
    report, done = counted("--cache", kept, cwd=place, code=1)
    assert (done, "lifecycle/why" in ids(report)) == (3, True)


def test_what_holds_between_levels_is_never_taken_from_a_cache(place: Path, kept: Path) -> None:
    edit(place / "catalogue" / "objectives.json", lambda value: value["fresh"].append("mp-0009"))
    assert "objective/unknown-level" in ids(check("--cache", kept, cwd=place, code=1))


def test_a_run_that_skipped_never_fills_a_cache(place: Path, tmp_path: Path) -> None:
    check("--since", "HEAD", "--cache", tmp_path / "cache", cwd=place)
    assert not (tmp_path / "cache").exists()


def test_proving_again_is_never_taken_from_a_cache(place: Path, kept: Path) -> None:
    edit(place / "catalogue" / CERTIFICATE, lambda value: value["difficulty"].update(foresight_gap=None))
    edit(place / "catalogue" / CERTIFICATE, lambda value: value["reasons"].update(foresight_gap="not wanted"))
    check("--cache", kept, cwd=place)
    assert ids(check("--recertify", "--cache", kept, cwd=place, code=1)) == ["certificate/not-reproduced"]


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"format": "levelpress/check-cache@1", "entries": {"a": [{}]}}'])
def test_a_damaged_cache_is_as_good_as_none(data: bytes, place: Path, kept: Path) -> None:
    (kept / "check.json").write_bytes(data)
    assert counted("--cache", kept, cwd=place)[1] == 3


# why


def test_a_released_level_states_measured_facts_of_its_own(place: Path) -> None:
    why = json.loads((place / "catalogue" / "state.json").read_bytes())["levels"]["mp-0001"]["why"]
    assert why.split("; ")[0] == "needs 8 slides"
    certificate = read_certificate(place / "catalogue" / CERTIFICATE)
    assert why == why_of(certificate)
    assert list(why_faults(why, certificate)) == []


def catalogue(*words: str, cwd: Path, code: int = 0) -> Ran:
    ran = levelpress("catalogue", *words, cwd=cwd)
    assert ran.code == code, ran.err
    return ran


def test_a_maintainer_chooses_the_facts(place: Path) -> None:
    ran = catalogue("why", "mp-0002", "--facts", "reachable,optimum", cwd=place)
    assert ran.out == "mp-0002: has 34 reachable states; needs 4 slides\n"
    assert check(cwd=place)["findings"] == []


def test_words_may_be_the_maintainer_s_own_and_figures_may_not(place: Path) -> None:
    catalogue("why", "mp-0002", "--text", "a gentle start; needs 4 slides", cwd=place)
    assert check(cwd=place)["findings"] == []
    for text in ("needs 5 slides", "a gentle start", "needs 4 slides; 3 of them surprise"):
        assert "lifecycle/why" in catalogue("why", "mp-0002", "--text", text, cwd=place, code=1).err
    ran = catalogue("why", "mp-0002", "--facts", "optimun", cwd=place, code=1)
    assert ("lifecycle/why" in ran.err, "optimum" in ran.err) == (True, True)
    assert "a gentle start; needs 4 slides" in (place / "catalogue" / "state.json").read_text("utf-8")
    catalogue("why", "mp-0002", "--text", "x", "--facts", "optimum", cwd=place, code=2)


@pytest.mark.parametrize("fact", ["counter_intuitive", "forced_share", "reachable", "dead_end_share"])
def test_check_measures_a_fact_again_and_does_not_take_the_certificate_s_word(fact: str, place: Path) -> None:
    certificate = read_certificate(place / "catalogue" / CERTIFICATE)
    forged = [1, 3] if isinstance(certificate.difficulty[fact], list) else 1234
    edit(place / "catalogue" / CERTIFICATE, lambda value: value["difficulty"].update({fact: forged}))
    clause = facts_of(read_certificate(place / "catalogue" / CERTIFICATE))[fact]
    text = f"needs 8 slides; {clause}"
    edit(place / "catalogue" / "state.json", lambda value: value["levels"]["mp-0001"].update(why=text))
    assert "lifecycle/why" in ids(check(cwd=place, code=1))


def test_a_why_that_was_true_of_the_level_as_it_was_stands_in_the_way_of_its_release(place: Path) -> None:
    edit(place / "catalogue" / "state.json", lambda value: value["levels"]["mp-0002"].update(why="needs 99 slides"))
    assert "lifecycle/why" in catalogue("promote", "mp-0002", cwd=place, code=1).err


@pytest.mark.parametrize("title", [None, "  "])
def test_an_untitled_level_is_not_released(title: str | None, place: Path) -> None:
    path = place / "catalogue" / "levels" / "maze-paint" / "mp-0002.json"
    edit(path, lambda value: value.update(title=title))
    ran = catalogue("promote", "mp-0002", cwd=place, code=1)
    assert "title" in ran.err
    assert "level/title" in ran.err or title is not None
