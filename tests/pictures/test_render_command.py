"""`levelpress render` from end to end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from defusedxml.ElementTree import fromstring
from PIL import Image

from authoring.worker import Crashed, Killed
from tests.authoring.boards import CROSSED, ISLAND, RING, STRIPES, level, write, write_board
from tests.authoring.command_line import Ran, in_place
from tests.authoring.command_line import levelpress as run

TASKS = "authoring.commands.render.run_tasks"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder of level files, without a workspace."""
    write(tmp_path / "ring.json", level("maze-paint", RING, title="Ring & Co"))
    write(tmp_path / "stripes.json", level("color-connect", STRIPES))
    write(tmp_path / "island.json", level("maze-paint", ISLAND))
    write(tmp_path / "crossed.json", level("color-connect", CROSSED))
    write(tmp_path / "two-starts.json", level("maze-paint", "#####\n#@.@#\n#####\n"))
    write_board(tmp_path / "ring.txt", RING)
    return tmp_path


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A workspace with one certified level in one of its two objectives, and one in the fresh track."""
    root = tmp_path / "place"
    assert levelpress("init", root, "--canary", "a canary").code == 0
    candidate = write(root / "catalogue" / "candidates" / "ring.json", level("maze-paint", RING, title="Ring"))
    other = write(root / "catalogue" / "candidates" / "stripes.json", level("color-connect", STRIPES))
    for arguments in (
        ("certify", candidate, other),
        ("catalogue", "objective", "add", "maze-paint/easy", "--count", "1"),
        ("catalogue", "objective", "add", "maze-paint/hard", "--count", "1"),
        ("catalogue", "add", candidate, "--objective", "maze-paint/easy"),
        ("catalogue", "add", other, "--fresh"),
    ):
        done = levelpress(*arguments, cwd=root)
        assert done.code == 0, done.err
    return root


def levelpress(*arguments: str | Path, cwd: Path | None = None, stdin: bytes = b"") -> Ran:
    with mock.patch(TASKS, in_place):
        return run(*arguments, cwd=cwd, stdin=stdin)


def frames(path: Path) -> int:
    with Image.open(path) as image:
        found: int = getattr(image, "n_frames", 1)
    return found


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as image:
        return image.size


def svg_texts(path: Path) -> list[str]:
    return [one.text or "" for one in fromstring(path.read_bytes()).iter() if one.tag.endswith(("}text", "}title"))]


@pytest.mark.parametrize("scale", [4, 10, 64])
def test_a_png_is_as_large_as_scale_times_cells_and_half_a_cell_round_them(shelf: Path, scale: int) -> None:
    done = levelpress("render", "ring.json", "-o", "ring.png", "--scale", str(scale), cwd=shelf)
    assert (done.code, done.out) == (0, f"ring.json Ring & Co -> ring.png: {6 * scale} x {6 * scale}\n")
    assert size(shelf / "ring.png") == (6 * scale, 6 * scale)


@pytest.mark.parametrize("suffix", ["png", "svg", "gif"])
def test_a_picture_made_twice_has_the_same_bytes(shelf: Path, suffix: str) -> None:
    for name in ("one", "two"):
        assert levelpress("render", "ring.json", "--moves", "DRUL", "-o", f"{name}.{suffix}", cwd=shelf).code == 0
    assert (shelf / f"one.{suffix}").read_bytes() == (shelf / f"two.{suffix}").read_bytes()


def test_light_and_dark_are_different_pictures(shelf: Path) -> None:
    for theme in ("light", "dark"):
        assert levelpress("render", "ring.json", "-o", f"{theme}.svg", "--theme", theme, cwd=shelf).code == 0
    assert (shelf / "light.svg").read_bytes() != (shelf / "dark.svg").read_bytes()


def test_a_strip_has_a_numbered_frame_for_the_start_and_for_each_move(shelf: Path) -> None:
    done = levelpress("render", "ring.json", "--solution", "-o", "strip.svg", cwd=shelf)
    assert done.code == 0
    title, *words = svg_texts(shelf / "strip.svg")
    assert title == "ring.json Ring & Co, solved now"
    assert words == ["0", "start", "1", "D", "2", "R", "3", "U", "4", "L"]


def test_a_path_is_one_board_with_every_move_of_the_solution_numbered(shelf: Path) -> None:
    done = levelpress("render", "ring.json", "--solution", "path", "-o", "path.svg", cwd=shelf)
    assert (done.code, done.out) == (0, "ring.json Ring & Co, solved now -> path.svg: 384 x 384\n")
    assert svg_texts(shelf / "path.svg") == ["ring.json Ring & Co, solved now", "1", "2", "3", "4"]


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_path_made_twice_has_the_same_bytes_and_other_ones_in_the_other_theme(shelf: Path, suffix: str) -> None:
    made = []
    for theme in ("light", "dark", "light"):
        arguments = ("--solution=path", "-o", f"x.{suffix}", "--theme", theme, "--scale", "21")
        assert levelpress("render", "ring.json", *arguments, cwd=shelf).code == 0
        made.append((shelf / f"x.{suffix}").read_bytes())
    assert made[0] == made[2] != made[1]


def test_a_path_begins_at_a_given_state(shelf: Path) -> None:
    arguments = ("--solution", "path", "--after", "DR", "-o", "x.svg")
    assert levelpress("render", "ring.json", *arguments, cwd=shelf).code == 0
    assert svg_texts(shelf / "x.svg")[1:] == ["1", "2"]


@pytest.mark.parametrize(
    "words", [("--solution", "ring.json"), ("ring.json", "--solution"), ("ring.json", "--solution", "strip")]
)
def test_a_solution_without_a_layout_is_a_strip_wherever_the_level_stands(shelf: Path, words: tuple[str, ...]) -> None:
    assert levelpress("render", "-o", "x.svg", *words, cwd=shelf).code == 0
    assert svg_texts(shelf / "x.svg")[1:3] == ["0", "start"]


@pytest.mark.parametrize("words", [("--solution", "lane"), ("--solution=lane",)])
def test_an_unknown_layout_is_a_usage_error_that_names_the_known_ones(shelf: Path, words: tuple[str, ...]) -> None:
    done = levelpress("render", "ring.json", *words, "-o", "x.svg", cwd=shelf)
    assert done.code == 2
    assert "lane" in done.err
    assert "strip" in done.err
    assert "path" in done.err


def test_a_gif_shows_no_path(shelf: Path) -> None:
    done = levelpress("render", "ring.json", "--solution", "path", "-o", "x.gif", cwd=shelf)
    assert (done.code, (shelf / "x.gif").exists()) == (2, False)
    assert "write a .png or .svg" in done.err


def test_a_gif_has_a_frame_more_than_the_play_has_moves(shelf: Path) -> None:
    done = levelpress("render", "ring.json", "--moves", "DRU", "-o", "play.gif", "--delay", "100", cwd=shelf)
    assert (done.code, frames(shelf / "play.gif")) == (0, 4)
    assert done.out.endswith("4 frames\n")


def test_columns_shape_the_strip(shelf: Path) -> None:
    for columns in ("1", "3"):
        arguments = ("--moves", "DR", "-o", f"{columns}.png", "--columns", columns, "--scale", "50")
        assert levelpress("render", "ring.json", *arguments, cwd=shelf).code == 0
    (narrow, tall), (wide, low) = size(shelf / "1.png"), size(shelf / "3.png")
    assert wide == 3 * narrow
    # A frame is no whole number of pixels high, and only the whole strip is rounded up.
    assert 0 <= 3 * low - tall <= 2


def test_a_play_need_not_win_but_every_move_must_be_legal(shelf: Path) -> None:
    assert levelpress("render", "ring.json", "--moves", "D", "-o", "one.svg", cwd=shelf).code == 0
    done = levelpress("render", "ring.json", "--moves", "DD", "-o", "two.svg", cwd=shelf)
    assert done.code == 1
    assert "move/illegal" in done.err
    assert not (shelf / "two.svg").exists()


def test_moves_come_from_a_file_or_from_standard_input(shelf: Path) -> None:
    (shelf / "moves.txt").write_text("D\nR\n", "utf-8")
    for name, moves in (("a", "DR"), ("b", "@moves.txt"), ("c", "-")):
        done = levelpress("render", "ring.json", "--moves", moves, "-o", f"{name}.svg", cwd=shelf, stdin=b"D;R\n")
        assert done.code == 0
    assert len({(shelf / f"{name}.svg").read_bytes() for name in "abc"}) == 1


def test_a_picture_begins_at_a_given_state(shelf: Path) -> None:
    for name, extra in (("start", ()), ("after", ("--after", "D")), ("from", ("--from", "@state.json"))):
        state = '{"ball": [3, 1], "painted": ["00000", "01000", "01000", "01000", "00000"]}'
        (shelf / "state.json").write_text(state, "utf-8")
        assert levelpress("render", "ring.json", *extra, "-o", f"{name}.png", cwd=shelf).code == 0
    start, after, given = ((shelf / f"{name}.png").read_bytes() for name in ("start", "after", "from"))
    assert start != after == given


def test_a_solution_from_a_state_is_solved_from_there(shelf: Path) -> None:
    assert levelpress("certify", "ring.json", cwd=shelf).code == 0
    assert levelpress("render", "ring.json", "--solution", "--after", "DR", "-o", "x.svg", cwd=shelf).code == 0
    assert svg_texts(shelf / "x.svg")[1:] == ["0", "start", "1", "U", "2", "L"]


def test_a_certificate_beside_the_file_gives_the_solution(shelf: Path) -> None:
    assert levelpress("certify", "ring.json", cwd=shelf).code == 0
    with mock.patch(TASKS, side_effect=AssertionError("solved although certified")):
        done = run("render", "ring.json", "--solution", "-o", "x.gif", cwd=shelf)
    assert (done.code, frames(shelf / "x.gif")) == (0, 5)
    assert "the certificate's solution" in done.out


def test_a_certificate_of_another_board_is_not_believed(shelf: Path) -> None:
    assert levelpress("certify", "ring.json", cwd=shelf).code == 0
    write(shelf / "ring.json", level("maze-paint", "#####\n#@..#\n#####\n", title="Lane"))
    assert levelpress("render", "ring.json", "--solution", "-o", "x.svg", cwd=shelf).code == 0
    assert svg_texts(shelf / "x.svg")[0] == "ring.json Lane, solved now"


def test_a_catalogue_level_is_rendered_by_its_id_with_its_certificate(place: Path) -> None:
    done = levelpress("render", "mp-0001", "--solution", "-o", "x.svg", cwd=place)
    assert (done.code, svg_texts(place / "x.svg")[0]) == (0, "mp-0001 Ring, the certificate's solution")
    outside = levelpress("render", place / "catalogue/levels/maze-paint/mp-0001.json", "--solution", "-o", "y.svg")
    assert "the certificate's solution" in outside.out
    Path("y.svg").unlink()


def test_a_level_of_another_format_is_rendered_with_game(shelf: Path) -> None:
    done = levelpress("render", "--game", "maze-paint", "ring.txt", "-o", "x.png", cwd=shelf)
    assert done.code == 0
    assert levelpress("render", "ring.json", "-o", "y.png", cwd=shelf).code == 0
    assert (shelf / "x.png").read_bytes() == (shelf / "y.png").read_bytes()


def test_an_unsolvable_level_has_a_picture_but_no_solution(shelf: Path) -> None:
    assert levelpress("render", "island.json", "-o", "x.png", cwd=shelf).code == 0
    for certified in (False, True):
        if certified:
            assert levelpress("certify", "island.json", cwd=shelf).code == 1
        done = levelpress("render", "island.json", "--solution", "-o", "y.png", cwd=shelf)
        assert done.code == 1
        assert "level/unsolvable" in done.err
        assert not (shelf / "y.png").exists()


@pytest.mark.parametrize(
    ("result", "code", "finding"),
    [
        (Killed(None, 1.0), 4, "level/undecided"),
        (Crashed("EnginesDisagree", "3 and 4", ""), 6, "run/crash"),
    ],
)
def test_a_level_without_an_answer_gets_no_picture(shelf: Path, result: object, code: int, finding: str) -> None:
    def answer(*_: object) -> Iterator[object]:
        yield result

    with mock.patch(TASKS, answer):
        done = run("render", "ring.json", "--solution", "-o", "x.png", cwd=shelf)
    assert done.code == code
    assert finding in done.err
    assert not (shelf / "x.png").exists()


def test_an_invalid_level_is_refused_with_its_findings(shelf: Path) -> None:
    done = levelpress("render", "two-starts.json", "-o", "x.png", cwd=shelf)
    assert done.code == 1
    assert "maze-paint/many-starts" in done.err


@pytest.mark.parametrize("output", ["x.jpg", "x", "x.PNG.txt", "png"])
def test_an_unknown_suffix_is_a_usage_error_that_names_the_known_ones(shelf: Path, output: str) -> None:
    done = levelpress("render", "ring.json", "-o", output, cwd=shelf)
    assert done.code == 2
    assert ".png, .svg, .gif" in done.err


@pytest.mark.parametrize("output", ["ring.json/x.png", "folder.png"])
def test_an_output_that_cannot_be_written_is_one_line_that_names_it(shelf: Path, output: str) -> None:
    (shelf / "folder.png").mkdir()
    done = levelpress("render", "ring.json", "-o", output, cwd=shelf)
    assert done.code == 3
    assert len(done.err.splitlines()) == 1
    assert sorted(path.name for path in shelf.iterdir() if path.name.startswith(".write-")) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("render", "-o", "x.png"),
        ("render", "ring.json"),
        ("render", "ring.json", "-o", "x.gif"),
        ("render", "ring.json", "-o", "x.svg", "--solution", "--moves", "D"),
        ("render", "ring.json", "-o", "x.svg", "--from", "{}", "--after", "D"),
        ("render", "ring.json", "-o", "x.svg", "--sheet", "all"),
        ("render", "-o", "x.svg", "--sheet", "all", "--solution"),
        ("render", "-o", "x.svg", "--sheet", "all", "--solution", "path"),
        ("render", "ring.json", "-o", "x.svg", "--solution", "path", "--moves", "D"),
        ("render", "ring.json", "stripes.json", "-o", "x.svg"),
        ("render", "ring.json", "-o", "x.svg", "--scale", "3"),
        ("render", "ring.json", "-o", "x.svg", "--theme", "blue"),
        ("render", ".", "-o", "x.svg"),
        ("render", "ring.json", "--moves", "DRUL", "-o", "x.gif", "--scale", "1024"),
    ],
)
def test_what_contradicts_itself_or_is_too_large_is_a_usage_error(shelf: Path, arguments: tuple[str, ...]) -> None:
    assert levelpress(*arguments, cwd=shelf).code == 2


def test_a_missing_level_is_one_line(shelf: Path) -> None:
    done = levelpress("render", "rong.json", "-o", "x.png", cwd=shelf)
    assert (done.code, done.err) == (3, "rong.json: no such file; did you mean 'ring.json'?\n")


def test_a_sheet_shows_each_level_of_an_objective_with_its_optimum(place: Path) -> None:
    done = levelpress("render", "--sheet", "maze-paint/easy", "-o", "x.svg", cwd=place)
    assert done.code == 0
    assert svg_texts(place / "x.svg")[1:] == ["maze-paint/easy, 1 level", "mp-0001  4 slides", "Ring"]


def test_a_sheet_of_all_has_the_fresh_track_too(place: Path) -> None:
    assert levelpress("render", "--sheet", "all", "-o", "x.svg", cwd=place).code == 0
    words = svg_texts(place / "x.svg")
    assert [word for word in words if word.endswith("level")] == ["maze-paint/easy, 1 level", "fresh, 1 level"]
    assert "cc-0001  2 draws" in words


def test_a_sheet_says_where_a_certificate_is_missing(place: Path) -> None:
    (place / "catalogue" / "certificates" / "maze-paint" / "mp-0001.json").unlink()
    assert levelpress("render", "--sheet", "maze-paint/easy", "-o", "x.svg", cwd=place).code == 0
    assert "mp-0001  no certificate" in svg_texts(place / "x.svg")


def test_a_sheet_without_levels_is_a_finding(place: Path) -> None:
    done = levelpress("render", "--sheet", "maze-paint/hard", "-o", "x.png", cwd=place)
    assert done.code == 1
    assert "run/no-levels" in done.err


def test_an_unknown_objective_is_named_with_those_there_are(place: Path) -> None:
    done = levelpress("render", "--sheet", "maze-paint/esy", "-o", "x.png", cwd=place)
    assert done.code == 2
    assert "did you mean 'maze-paint/easy'?; there are maze-paint/easy, maze-paint/hard, all" in done.err
    assert levelpress("render", "--sheet", "all", "-o", "x.png", cwd=place.parent).code == 2


@pytest.mark.slow
def test_a_solution_is_solved_for_in_a_process_of_its_own(shelf: Path) -> None:
    assert run("render", "stripes.json", "--solution", "-o", "x.gif", cwd=shelf, tasks=None).code == 0
    assert frames(shelf / "x.gif") == 3
