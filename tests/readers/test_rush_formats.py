"""Rush Hour's formats: lines of a database, printed cards, boxes, and lists of vehicles."""

from __future__ import annotations

import pytest

from authoring.readers import Puzzle, Refusal, Unreadable
from games.registry import game_named
from tests.readers.reading import board, read, refused

RUSH = "rush-hour"
LINE = "ooooBoooooBoAAooBooooCCCoooooooooooo"
CARD_LINE = "..A...", "..A...", "XX....", "...BB.", "......", "......"
BOX = "++++++\n+b * +\n+b * +\n+ aa +\n+    +\n+++@++\n"
STEPS = "3 4\n3\nA 0 2 1 2\nB 2 1 2 2\nX 1 0 1 1\n"


# Lines of a database


def test_a_line_of_the_database_has_its_target_a_and_its_exit_right_of_the_third_row() -> None:
    puzzle = board(LINE, RUSH)
    assert puzzle.board == {
        "rows": ["....B.", "....B.", "AA..B.", "...CCC", "......", "......"],
        "target": "A",
        "exit": {"side": "R", "index": 2},
    }
    assert puzzle.goal == {"rule": "exit"}
    assert dict(puzzle.stated) == {}


def test_a_small_x_is_a_wall_and_a_point_as_free_as_an_o() -> None:
    assert board("x.oooo" + "." * 6 + "AAoooo" + "o" * 18, RUSH).board["rows"][:3] == ["#.....", "......", "AA...."]


def test_the_claimed_minimum_is_handed_on_with_its_metric() -> None:
    puzzle = board(f"3 {LINE} 34\n", RUSH)
    assert dict(puzzle.stated) == {"optimum": 3, "metric": "moves"}
    assert puzzle.note == "34 positions by the file"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_each_line_is_a_puzzle_and_refused_ones_count(end: str) -> None:
    source = end.join([LINE, "", LINE.replace("C", "c"), f"3 {LINE}", "nonsense"]) + end
    puzzles = read("\ufeff" + source, RUSH).puzzles
    assert [(type(one), one.number, one.line) for one in puzzles] == [
        (Puzzle, 1, 1),
        (Refusal, 2, 3),
        (Puzzle, 3, 4),
        (Refusal, 4, 5),
    ]


def test_other_characters_in_a_line_are_named_with_their_cells() -> None:
    assert refused(LINE.replace("CCC", "ccc"), RUSH) == [("ingest/glyph", f"3,{column}") for column in (3, 4, 5)]


@pytest.mark.parametrize("line", ["", "nonsense", LINE[:-1], LINE + "o", f"x {LINE}", f"3 {LINE} 4 5", f"-3 {LINE}"])
def test_a_file_without_one_line_of_the_form_is_unreadable(line: str) -> None:
    with pytest.raises(Unreadable):
        read(line, RUSH, format="rush-line")


# Printed cards


def test_a_card_has_its_target_x_and_its_exit_right_of_the_target_s_row() -> None:
    puzzle = board("".join(CARD_LINE), RUSH)
    assert puzzle.board == {"rows": list(CARD_LINE), "target": "X", "exit": {"side": "R", "index": 2}}
    assert read("".join(CARD_LINE), RUSH).format == "rush-card"


def test_cards_may_be_drawn_in_rows_of_any_length() -> None:
    reading = read("\n..A.\nXXA.\n....\n\n....A\n.XX.A\n", RUSH)
    assert reading.format == "rush-card"
    boards = [one.board for one in reading.puzzles if isinstance(one, Puzzle)]
    assert [(one["rows"], one["exit"]["index"]) for one in boards] == [
        (["..A.", "XXA.", "...."], 1),
        (["....A", ".XX.A"], 1),
    ]
    assert [one.line for one in reading.puzzles] == [2, 6]


def test_a_claimed_minimum_of_a_card_is_handed_on() -> None:
    assert dict(board("4 " + "".join(CARD_LINE), RUSH).stated) == {"optimum": 4, "metric": "moves"}


def test_a_card_without_its_target_is_refused() -> None:
    reading = read("".join(CARD_LINE) + "\n" + "".join(CARD_LINE).replace("X", "C"), RUSH, format="rush-card")
    assert [fault.id for one in reading.puzzles if isinstance(one, Refusal) for fault in one.findings] == [
        "ingest/form"
    ]


def test_a_small_x_on_a_card_is_refused() -> None:
    assert refused("xXX.." + "\n" + ".....", RUSH, format="rush-card") == [("ingest/glyph", "0,0")]


@pytest.mark.parametrize(
    "third",
    ["AAXX..", "AAooxX"],
    ids=["both targets in the third row", "X and x in one board"],
)
def test_a_line_of_either_family_is_refused_with_both_named(third: str) -> None:
    line = "." * 12 + third + "." * 18
    with pytest.raises(Unreadable, match="several readings fit: rush-line, rush-card; choose with --format"):
        read(line, RUSH)


def test_a_line_without_either_target_in_the_third_row_is_refused_with_both_named() -> None:
    with pytest.raises(Unreadable, match="rush-line, rush-card"):
        read("AA...." + "." * 30, RUSH)


def test_a_file_with_lines_of_both_families_is_refused_with_both_named() -> None:
    with pytest.raises(Unreadable, match="rush-line, rush-card"):
        read(LINE + "\n" + "".join(CARD_LINE), RUSH)


def test_a_chosen_format_reads_a_line_of_either_family() -> None:
    line = "." * 12 + "AAXX.." + "." * 18
    assert board(line, RUSH, format="rush-line").board["target"] == "A"
    assert board(line, RUSH, format="rush-card").board["target"] == "X"


def test_a_car_a_elsewhere_makes_a_card_no_line_of_the_database() -> None:
    assert read("AA...." + "......" + ".XX..." + "." * 18, RUSH).format == "rush-card"


# Boxes


def test_a_box_has_its_exit_where_its_border_is_marked() -> None:
    puzzle = board(BOX, RUSH)
    assert puzzle.board == {
        "rows": ["b.X.", "b.X.", ".aa.", "...."],
        "target": "X",
        "exit": {"side": "D", "index": 2},
    }
    assert puzzle.taken == ("the target * is named X",)


@pytest.mark.parametrize(
    ("box", "way_out"),
    [
        ("+++++\n+** @\n+++++", {"side": "R", "index": 0}),
        ("#####\n@ **#\n#####", {"side": "L", "index": 0}),
        ("+^-+\n|  |\n|* |\n|* |\n+--+", {"side": "U", "index": 0}),
        ("+--+\n|* |\n|* |\n|  |\n+v-+", {"side": "D", "index": 0}),
    ],
)
def test_the_exit_of_a_box_may_be_on_any_side(box: str, way_out: dict[str, object]) -> None:
    puzzle = board(box, RUSH)
    assert puzzle.board["exit"] == way_out
    assert game_named(RUSH).validate(puzzle.board, puzzle.goal) == ()


def test_a_target_gets_the_first_name_that_is_free() -> None:
    assert board("++++++\n+**  @\n+ XX +\n++++++", RUSH).board["target"] == "A"


def test_without_a_star_the_target_is_the_one_vehicle_along_the_exit_s_line() -> None:
    puzzle = board("+----+\n|B...|\n<B.AA|\n|..C.|\n|..C.|\n+----+", RUSH)
    assert puzzle.board["target"] == "A"
    assert puzzle.taken == ("target A: it lies along the exit's line",)


@pytest.mark.parametrize("number", range(8))
def test_what_is_drawn_for_a_terminal_reads_as_the_same_level(number: int) -> None:
    game = game_named(RUSH)
    one = {"rows": ["..AAA.", "#.B...", "XXB...", "...CC."], "target": "X", "exit": {"side": "R", "index": 2}}
    level = [image.level for image in game.symmetries(game.parse(one, {"rule": "exit"}))][number]
    puzzle = board(game.draw(level, game.initial(level)), RUSH)
    assert game.parse(puzzle.board, puzzle.goal) == level


def test_several_boxes_stand_between_blank_lines() -> None:
    reading = read(f"\n{BOX}\n\n{BOX}", RUSH)
    assert [one.line for one in reading.puzzles] == [2, 10]


@pytest.mark.parametrize(
    ("box", "finding"),
    [
        ("++++++\n+**  +\n++++++", "ingest/count"),
        ("++++@+\n+**  @\n++++++", "ingest/count"),
        ("+++++@\n+**  +\n++++++", "ingest/count"),
        ("++++++\n+**  @\n+   +\n++++++", "ingest/count"),
        ("++++++\n+**? @\n++++++", "ingest/glyph"),
        ("++++x+\n+**  @\n++++++", "ingest/glyph"),
    ],
)
def test_a_box_that_says_something_else_is_refused(box: str, finding: str) -> None:
    assert {id_ for id_, _ in refused(box, RUSH, format="rush-box")} == {finding}


@pytest.mark.parametrize("box", ["++++++\n+AABB@\n++++++", "++++++\n+    @\n++++++", "++\n++"])
def test_a_box_without_a_target_is_unreadable(box: str) -> None:
    with pytest.raises(Unreadable, match="not read as rush-box"):
        read(box, RUSH, format="rush-box")


# Lists of vehicles


def test_a_list_of_vehicles_is_drawn_and_x_leaves_right_of_its_row() -> None:
    puzzle = board(STEPS, RUSH)
    assert puzzle.board == {
        "rows": ["..A.", "XXA.", ".BB."],
        "target": "X",
        "exit": {"side": "R", "index": 1},
    }
    assert "steps" in puzzle.taken[1]


def test_a_file_may_hold_several_lists() -> None:
    reading = read(STEPS + "\n" + STEPS, RUSH)
    assert [(one.number, one.line) for one in reading.puzzles] == [(1, 1), (2, 7)]


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        (("3\nA", "4\nA"), ("ingest/count", None)),
        (("X 1 0 1 1", "B 1 0 1 1"), ("ingest/form", None)),
        (("X 1 0 1 1", "Y 1 0 1 1"), ("ingest/form", None)),
        (("X 1 0 1 1", "X 1 1 1 2"), ("ingest/form", "1,2")),
        (("X 1 0 1 1", "X 1 0 1 4"), ("ingest/form", None)),
        (("X 1 0 1 1", "X 1 0 1"), ("ingest/form", None)),
        (("X 1 0 1 1", "XY 1 0 1 1"), ("ingest/form", None)),
        (("3 4", "0 4"), ("ingest/form", None)),
        (("3 4", "3 129"), ("ingest/size", None)),
        (("3 4", "999999999 999999999"), ("ingest/size", None)),
    ],
)
def test_a_list_that_makes_no_board_is_refused(change: tuple[str, str], finding: tuple[str, str | None]) -> None:
    puzzles = read(STEPS + STEPS.replace(*change), RUSH, format="rush-steps").puzzles
    assert isinstance(puzzles[1], Refusal)
    assert [(fault.id, fault.place) for fault in puzzles[1].findings] == [finding]


def test_a_vehicle_of_a_list_that_is_no_line_is_left_to_the_rules() -> None:
    puzzle = board(STEPS.replace("B 2 1 2 2", "B 2 3 2 3"), RUSH)
    assert [fault.id for fault in game_named(RUSH).validate(puzzle.board, puzzle.goal)] == ["vehicle/short"]


def test_lines_before_the_first_size_make_a_file_unreadable() -> None:
    with pytest.raises(Unreadable, match="line 1 comes before any size"):
        read("hello\n" + STEPS, RUSH, format="rush-steps")
