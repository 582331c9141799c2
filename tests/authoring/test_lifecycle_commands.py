"""The steps of a level's life that a refresh does not need: order, playtest, promotion against a policy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.authoring.boards import RING, STRIPES, level, write
from tests.authoring.command_line import Ran, levelpress

EASY = "maze-paint/easy"
#: The ring, begun in the middle of a side.
NEAR_RING = RING.replace("@.", ".@")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A workspace with an objective of two certified levels."""
    folder = tmp_path / "place"
    done("init", folder, cwd=tmp_path)
    write(folder / "catalogue" / "candidates" / "ring.json", level("maze-paint", RING))
    done("certify", "catalogue/candidates/ring.json", "catalogue/candidates/maze-paint-sample.json", cwd=folder)
    done("catalogue", "objective", "add", EASY, "--count", "2", cwd=folder)
    for name in ("ring", "maze-paint-sample"):
        done("catalogue", "add", f"catalogue/candidates/{name}.json", "--objective", EASY, cwd=folder)
    return folder


def done(*arguments: str | Path, cwd: Path, code: int = 0) -> Ran:
    ran = levelpress(*arguments, cwd=cwd)
    assert ran.code == code, (arguments, ran.err)
    return ran


def listed(place: Path) -> list[str]:
    (row,) = done("stats", "--json", cwd=place).document("levelpress/stats@1")["objectives"]
    found: list[str] = row["levels"]
    return found


def test_order_sets_the_order_of_play(place: Path) -> None:
    assert listed(place) == ["mp-0001", "mp-0002"]
    done("catalogue", "order", EASY, "mp-0002", "mp-0001", cwd=place)
    assert listed(place) == ["mp-0002", "mp-0001"]
    (row,) = done("stats", "--json", cwd=place).document("levelpress/stats@1")["objectives"]
    assert (row["optima"], row["total"]) == ([8, 4], 12)
    assert "note: objective/falls: optimum 4 after mp-0002 with 8" in done("check", cwd=place).err
    done("catalogue", "order", EASY, "mp-0001", "mp-0002", cwd=place)
    assert done("check", cwd=place).err == ""


@pytest.mark.parametrize(
    "ids", [("mp-0001",), ("mp-0001", "mp-0001"), ("mp-0001", "mp-0002", "mp-0003"), ("mp-1", "mp-2")]
)
def test_order_takes_every_level_once(ids: tuple[str, ...], place: Path) -> None:
    assert levelpress("catalogue", "order", EASY, *ids, cwd=place).code in (1, 2)
    assert listed(place) == ["mp-0001", "mp-0002"]


def test_a_winning_play_is_stored_and_lets_the_policy_promote(place: Path) -> None:
    path = place / "catalogue" / "objectives.json"
    value = json.loads(path.read_text())
    value["policy"] = {"playtest": "person"}
    path.write_text(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
    assert "lifecycle/playtest" in done("catalogue", "promote", "mp-0001", cwd=place, code=1).err
    play = ("catalogue", "playtest", "mp-0001", "--by", "a tester", "--moves", "D;R;U;L", "--kind")
    done(*play, "agent", cwd=place)
    assert "lifecycle/playtest" in done("catalogue", "promote", "mp-0001", cwd=place, code=1).err
    done(*play, "person", "--on", "2026-03-04", cwd=place)
    done("catalogue", "promote", "mp-0001", cwd=place)
    assert done("check", cwd=place).err == ""
    assert json.loads((place / "catalogue" / "state.json").read_text())


def test_an_id_is_never_given_again(place: Path) -> None:
    done("catalogue", "retire", "mp-0002", "--reason", "too dull", cwd=place)
    write(place / "catalogue" / "candidates" / "third.json", level("maze-paint", RING.replace("@.", ".@")))
    done("certify", "catalogue/candidates/third.json", cwd=place)
    added = done("catalogue", "add", "catalogue/candidates/third.json", "--objective", EASY, "--json", cwd=place)
    assert added.document("levelpress/added@1")["id"] == "mp-0003"


def test_a_file_from_elsewhere_is_copied_with_its_certificate(place: Path, tmp_path: Path) -> None:
    write(tmp_path / "stripes.json", level("color-connect", STRIPES))
    done("certify", "stripes.json", cwd=tmp_path)
    added = done("catalogue", "add", tmp_path / "stripes.json", "--fresh", "--json", cwd=place)
    assert added.document("levelpress/added@1")["objective"] is None
    assert (tmp_path / "stripes.json").exists()
    assert (tmp_path / "stripes.certificate.json").exists()
    certificate = place / "catalogue" / "certificates" / "color-connect" / "cc-0001.json"
    assert certificate.read_bytes() == (tmp_path / "stripes.certificate.json").read_bytes()
    value = json.loads((place / "catalogue" / "levels" / "color-connect" / "cc-0001.json").read_text())
    canary = json.loads((place / "catalogue" / "objectives.json").read_text())["canary"]
    assert (value["id"], value["canary"]) == ("cc-0001", canary)


@pytest.mark.parametrize(
    ("changes", "finding"),
    [({"license": None}, "level/licence"), ({"tags": ["doubt:ingest/glyph"]}, "lifecycle/doubt")],
)
def test_promotion_names_what_stands_against_it(changes: dict[str, object], finding: str, place: Path) -> None:
    write(place / "catalogue" / "candidates" / "x.json", level("color-connect", STRIPES, **changes))
    done("certify", "catalogue/candidates/x.json", cwd=place)
    done("catalogue", "add", "catalogue/candidates/x.json", "--fresh", cwd=place)
    assert finding in done("catalogue", "promote", "cc-0001", cwd=place, code=1).err
    (row,) = [
        one
        for one in done("catalogue", "list", "--json", cwd=place).document("levelpress/catalogue@1")["levels"]
        if one["id"] == "cc-0001"
    ]
    assert row["state"] == "certified"


def test_a_released_level_cannot_be_promoted_twice(place: Path) -> None:
    done("catalogue", "promote", "mp-0001", "mp-0002", cwd=place)
    assert "lifecycle/state" in done("catalogue", "promote", "mp-0001", cwd=place, code=1).err


def test_nothing_that_stands_against_freezing_is_kept_back(place: Path) -> None:
    done("catalogue", "promote", "mp-0001", cwd=place)
    ran = done("freeze", "lpb-2026.02.0", "--released-on", "2026-02-01", "--non-official", cwd=place, code=1)
    assert "freeze/not-released" in ran.err
    assert "mp-0002" in ran.err
    assert list((place / "snapshots" / "frozen").iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [("lpb-2026.2.0", "2026-02-01"), ("latest", "2026-02-01"), ("lpb-2026.02.0", "2026-02-30")]
)
def test_a_label_and_a_day_have_one_form(arguments: tuple[str, str], place: Path) -> None:
    label, day = arguments
    assert levelpress("freeze", label, "--released-on", day, "--non-official", cwd=place).code == 2


def test_a_release_shows_the_released_level_that_is_nearly_the_same(place: Path) -> None:
    done("catalogue", "promote", "mp-0001", cwd=place)
    write(place / "catalogue" / "candidates" / "near.json", level("maze-paint", NEAR_RING))
    done("certify", "catalogue/candidates/near.json", cwd=place)
    done("catalogue", "add", "catalogue/candidates/near.json", "--fresh", cwd=place)
    ran = done("catalogue", "promote", "mp-0003", cwd=place)
    assert "mp-0003: warning: duplicate/near: nearly the same as mp-0001 (one change" in ran.err
    first, *rest = ran.out.splitlines()
    assert first.startswith("D3  mp-0001 - mp-0003 (one change")
    assert rest[0].split() == ["mp-0001", "mp-0003"]
    assert rest[-1] == "mp-0003: released"


def test_a_release_of_a_level_like_no_other_says_no_more(place: Path) -> None:
    done("catalogue", "promote", "mp-0001", cwd=place)
    ran = done("catalogue", "promote", "mp-0002", cwd=place)
    assert (ran.out, ran.err) == ("mp-0002: released\n", "")


@pytest.mark.parametrize("text", ["", "   ", "a\udcff"])
@pytest.mark.parametrize(
    "words", [("retire", "mp-0001", "--reason"), ("playtest", "mp-0001", "--kind", "person", "--moves", "D", "--by")]
)
def test_a_text_that_says_nothing_is_refused_before_anything_is_written(
    words: tuple[str, ...], text: str, place: Path
) -> None:
    before = (place / "catalogue" / "state.json").read_bytes()
    ran = levelpress("catalogue", *words, text, cwd=place)
    assert ran.code == 2
    assert ran.err
    assert (place / "catalogue" / "state.json").read_bytes() == before


def test_a_licence_is_an_spdx_id(place: Path) -> None:
    drawing = place / "ring.txt"
    drawing.write_text(RING)
    for licence in ("", "x y"):
        assert "is no SPDX id" in done("ingest", "maze-paint", drawing, "--license", licence, cwd=place, code=2).err


def test_a_lost_state_is_not_begun_anew(place: Path) -> None:
    done("catalogue", "promote", "mp-0001", "mp-0002", cwd=place)
    (place / "catalogue" / "state.json").unlink()
    write(place / "catalogue" / "candidates" / "again.json", level("maze-paint", RING))
    done("certify", "catalogue/candidates/again.json", cwd=place)
    before = (place / "catalogue" / "levels" / "maze-paint" / "mp-0001.json").read_bytes()
    for words in (("add", "catalogue/candidates/again.json", "--fresh"), ("list",)):
        assert (
            "state.json: not there, though there are 2 levels; restore it"
            in done("catalogue", *words, cwd=place, code=3).err
        )
    assert (place / "catalogue" / "levels" / "maze-paint" / "mp-0001.json").read_bytes() == before
    assert not (place / "catalogue" / "state.json").exists()


def test_a_copy_of_a_released_level_is_told_of_when_it_is_added(place: Path) -> None:
    done("catalogue", "promote", "mp-0001", cwd=place)
    for name, board in (("copy", RING), ("turned", "#####\n#...#\n#.#.#\n#..@#\n#####\n"), ("other", NEAR_RING)):
        write(place / "catalogue" / "candidates" / f"{name}.json", level("maze-paint", board))
        done("certify", f"catalogue/candidates/{name}.json", cwd=place)
        told = done("catalogue", "add", f"catalogue/candidates/{name}.json", "--fresh", cwd=place).err
        assert ("the same level as mp-0001, so it cannot be released" in told) is (name != "other")
