"""Each game's picture: every game has one, and tiny boards show what they must show."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import ImageColor

from authoring.pictures.drawing import Box, Disc, Drawing, Line, Polygon, Shape, Stencil, Text, bounds_of
from authoring.pictures.palette import DARK, HUES, LIGHT, RED, THEMES
from authoring.pictures.raster import image_of
from authoring.pictures.registry import MODULES, picture_of
from authoring.pictures.vector import svg_bytes
from games.registry import game_names
from tests.contract.samples import game_of, samples_of


def drawn(game: str, board: Any, state: Any = None) -> Drawing:
    """A level's picture at its start, or in a state, in the light theme."""
    rules = game_of(game)
    level = rules.parse(board, {"rule": rules.goal_rules[0]})
    start = rules.state_json(level, rules.initial(level))
    return picture_of(game).draw(rules.print(level)[0], state or start, LIGHT)


def marks(picture: Drawing) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Text)]


def of_color(picture: Drawing, color: str) -> list[Shape]:
    return [shape for shape in picture.shapes if not isinstance(shape, Stencil | Text) and shape.fill == color]


def changed(one: Drawing, other: Drawing) -> bool:
    return image_of(one, 16).tobytes() != image_of(other, 16).tobytes()


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_a_picture(game: str) -> None:
    assert game in MODULES, f"{game} has no line in authoring/pictures/registry.py"
    assert callable(picture_of(game).draw)


def test_every_picture_is_of_a_game() -> None:
    assert set(MODULES) <= set(game_names())


@pytest.mark.parametrize("game", game_names())
def test_every_state_of_a_play_is_drawn_in_one_width_and_in_both_themes(game: str) -> None:
    rules, draw = game_of(game), picture_of(game).draw
    for level in samples_of(game, 4)[-6:]:
        board, state = rules.print(level)[0], rules.initial(level)
        widths = set()
        for _ in range(3):
            value = rules.state_json(level, state)
            for theme in THEMES.values():
                picture = draw(board, value, theme)
                assert picture.ground == theme.page
                assert svg_bytes(picture, 8, "t") == svg_bytes(draw(board, value, theme), 8, "t")
                widths.add(image_of(picture, 8).width)
            move = next(iter(rules.moves(level, state)), None)
            if move is None:
                break
            state = rules.apply(level, state, move)
        assert len(widths) == 1


@pytest.mark.parametrize("game", game_names())
def test_a_move_changes_the_picture(game: str) -> None:
    rules, draw = game_of(game), picture_of(game).draw
    tried = 0
    for level in samples_of(game, 4)[-6:]:
        state = rules.initial(level)
        for move in list(rules.moves(level, state))[:3]:
            after = rules.apply(level, state, move)
            one, other = (draw(rules.print(level)[0], rules.state_json(level, now), LIGHT) for now in (state, after))
            assert changed(one, other), f"{move} shows nothing"
            tried += 1
    assert tried


@pytest.mark.parametrize("game", ["maze-paint", "color-connect", "rush-hour", "truck-escape"])
def test_a_board_of_cells_has_half_a_cell_round_it(game: str) -> None:
    for level in samples_of(game, 4):
        board = game_of(game).print(level)[0]
        picture = drawn(game, board)
        rows = board["rows"]
        assert image_of(picture, 10).size == (10 * (len(rows[0]) + 1), 10 * (len(rows) + 1))


def test_maze_paint_has_a_dot_on_each_cell_not_yet_painted_and_a_ball_where_it_stands() -> None:
    board = {"rows": ["#####", "#@..#", "#####"]}
    start = drawn("maze-paint", board)
    dots = [(shape.x, shape.y) for shape in start.shapes if isinstance(shape, Disc) and shape.radius == 9]
    assert dots == [(300, 204), (400, 204)]
    (ball,) = [shape for shape in start.shapes if isinstance(shape, Disc) and shape.fill == RED]
    assert (ball.x, ball.y) == (200, 202)
    moved = drawn("maze-paint", board, {"ball": [1, 3], "painted": ["00000", "01110", "00000"]})
    assert not [shape for shape in moved.shapes if isinstance(shape, Disc) and shape.radius == 9]
    (ball,) = [shape for shape in moved.shapes if isinstance(shape, Disc) and shape.fill == RED]
    assert (ball.x, ball.y) == (400, 202)


def test_maze_paint_fills_the_middle_of_an_open_floor() -> None:
    picture = drawn("maze-paint", {"rows": ["@.", ".."]})
    assert image_of(picture, 100).getpixel((150, 154)) == image_of(picture, 100).getpixel((140, 215))


def test_color_connect_marks_both_ends_and_tints_the_cells_of_a_complete_path_alone() -> None:
    board = {"rows": ["A.B", ".#.", "A.B"]}
    start = drawn("color-connect", board)
    assert sorted(marks(start)) == ["A", "A", "B", "B"]
    assert not [shape for shape in start.shapes if isinstance(shape, Line)]
    complete = {"paths": {"A": [[0, 0], [1, 0], [2, 0]], "B": [[0, 2], [1, 2]]}}
    later = drawn("color-connect", board, complete)
    lines = [shape for shape in later.shapes if isinstance(shape, Line)]
    assert [line.strokes for line in lines if line.fill == HUES[0]] == [(((100, 100), (100, 200), (100, 300)),)]
    assert [line.strokes for line in lines if line.fill == HUES[1]] == [(((300, 100), (300, 200)),)]
    assert len([one for one in later.shapes if isinstance(one, Box)]) == 3 + len(
        [one for one in start.shapes if isinstance(one, Box)]
    )


def test_color_connect_says_which_colour_is_drawn_and_not_every_cell() -> None:
    assert picture_of("color-connect").caption("draw A 0,0 1,0 2,0") == "draw A"
    assert picture_of("color-connect").caption("clear B") == "clear B"


def test_rush_hour_s_target_is_red_and_no_other_vehicle_is() -> None:
    board = {"rows": ["..B", "AAB", "...", "CC."], "target": "A", "exit": {"side": "R", "index": 1}}
    picture = drawn("rush-hour", board)
    bodies = {shape.x: shape.fill for shape in picture.shapes if isinstance(shape, Box) and shape.fill in HUES}
    red = [shape for shape in of_color(picture, RED) if isinstance(shape, Box)]
    assert [(box.x, box.y, box.width) for box in red] == [(59, 159, 182)]
    assert len(set(bodies.values())) == 2
    assert marks(picture) == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("side", "rows", "tip", "gap", "frame"),
    [
        ("R", ["AA."], (384, 100), (365, 66), (35, 66)),
        ("L", [".AA"], (16, 100), (35, 66), (365, 66)),
        ("U", [".", "A", "A"], (100, 16), (66, 35), (66, 365)),
        ("D", ["A", "A", "."], (100, 384), (66, 365), (66, 35)),
    ],
)
def test_rush_hour_has_a_gap_and_an_arrow_at_the_exit(
    side: str, rows: list[str], tip: tuple[int, int], gap: tuple[int, int], frame: tuple[int, int]
) -> None:
    picture = drawn("rush-hour", {"rows": rows, "target": "A", "exit": {"side": side, "index": 0}})
    (way,) = [shape for shape in picture.shapes if isinstance(shape, Line) and shape.fill == RED]
    assert way.strokes[0][1] == tip
    image = image_of(picture, 100)
    assert image.getpixel(frame) == ImageColor.getrgb(LIGHT.block)
    assert image.getpixel(gap) == ImageColor.getrgb(LIGHT.page)


def test_rush_hour_draws_a_vehicle_where_the_state_has_it() -> None:
    board = {"rows": ["..B", "AAB", "...", "..."], "target": "A", "exit": {"side": "R", "index": 1}}
    later = drawn("rush-hour", board, {"vehicles": {"A": [1, 0], "B": [2, 2]}})
    blue = [shape for shape in of_color(later, HUES[1]) if isinstance(shape, Box)]
    assert [(box.x, box.y) for box in blue] == [(259, 259)]


def test_nut_and_bolt_stacks_from_the_plank_numbers_bolts_and_caps_a_finished_one() -> None:
    board = {"bolts": ["AB", "BA", ""], "capacity": 2}
    start = drawn("nut-and-bolt", board)
    letters = [shape for shape in start.shapes if isinstance(shape, Text)]
    assert [one.text for one in letters] == ["1", "A", "B", "2", "B", "A", "3"]
    assert letters[1].y - letters[2].y == 50
    assert not [shape for shape in start.shapes if isinstance(shape, Disc)]
    done = drawn("nut-and-bolt", board, {"bolts": ["AA", "B", "B"]})
    assert len([shape for shape in done.shapes if isinstance(shape, Disc) and shape.fill == HUES[0]]) == 1


def test_nut_and_bolt_puts_more_than_eight_bolts_into_rows() -> None:
    wide = drawn("nut-and-bolt", {"bolts": ["AB", "BA", *[""] * 6], "capacity": 2})
    two_rows = drawn("nut-and-bolt", {"bolts": ["AB", "BA", *[""] * 7], "capacity": 2})
    assert wide.width == 100 + 8 * 120
    assert (two_rows.width, two_rows.height) == (100 + 5 * 120, 2 * wide.height)


@pytest.mark.parametrize(("facing", "tip"), [("R", (226, 100)), ("L", (74, 100)), ("U", (100, 74)), ("D", (100, 226))])
def test_truck_escape_has_an_arrow_on_the_front_cell(facing: str, tip: tuple[int, int]) -> None:
    rows = ["AA", ".."] if facing in "LR" else ["A.", "A."]
    picture = drawn("truck-escape", {"rows": rows, "facing": {"A": facing}})
    arrow, _ = [shape for shape in picture.shapes if isinstance(shape, Line)]
    left, top, right, bottom = bounds_of((arrow,))
    reached = {"R": right - 6, "L": left + 6, "U": top + 6, "D": bottom - 6}[facing]
    assert reached == tip[0 if facing in "LR" else 1]
    assert arrow.strokes[0][1] == tip


def test_truck_escape_draws_only_what_is_still_there() -> None:
    board = {"rows": ["AA.", "..B"], "facing": {"A": "R", "B": "U"}}
    assert marks(drawn("truck-escape", board)) == ["A", "B"]
    assert marks(drawn("truck-escape", board, {"vehicles": ["B"]})) == ["B"]


PLATE = {
    "size": [3, 4],
    "holes": [[0, 1], [0, 3], [1, 1], [1, 3]],
    "boards": [
        {"name": "a", "layer": 1, "at": [1, 1], "rows": ["o", "="]},
        {"name": "b", "layer": 2, "at": [0, 1], "rows": ["o", "="]},
    ],
    "screws": [[0, 1], [1, 1]],
}


def test_bolt_unscrew_draws_a_flush_screw_under_the_board_that_buries_it() -> None:
    shapes = drawn("bolt-unscrew", PLATE).shapes
    heads = {radius: index for index, one in enumerate(shapes) if isinstance(one, Disc) for radius in [one.radius]}
    boards = [index for index, one in enumerate(shapes) if isinstance(one, Stencil) and one.opacity < 100]
    assert len(boards) == 2
    flush, wide = heads[17], heads[30]
    assert boards[0] < flush < boards[1] < wide
    assert marks(drawn("bolt-unscrew", PLATE)) == ["a1", "b2"]


def test_bolt_unscrew_s_drawing_grows_with_a_board_that_hangs_out_of_the_plate() -> None:
    assert drawn("bolt-unscrew", PLATE).height == 100 + 3 * 100
    hanging = {"screws": [[1, 1, 2], [1, 3, 2]], "boards": {"a": {"at": [1, 1], "rows": ["o", "=", "=", "="]}}}
    assert drawn("bolt-unscrew", PLATE, hanging).height == 100 + 5 * 100


def test_bolt_unscrew_marks_a_board_where_nothing_lies_over_it() -> None:
    boards = [
        {"name": "a", "layer": 1, "at": [0, 0], "rows": ["o===="]},
        {"name": "b", "layer": 2, "at": [0, 2], "rows": ["=", "o"]},
    ]
    plate = {"size": [3, 5], "holes": [[0, 0], [1, 2], [0, 4]], "boards": boards, "screws": [[0, 0], [0, 4], [1, 2]]}
    state = {"screws": [[0, 0, 2], [0, 4, 0], [1, 2, 2]], "boards": {one["name"]: one for one in boards}}
    picture = picture_of("bolt-unscrew").draw(plate, state, LIGHT)
    assert {shape.text: (shape.x, shape.y) for shape in picture.shapes if isinstance(shape, Text)} == {
        "a1": (400, 100),
        "b2": (300, 100),
    }


def test_bolt_unscrew_lays_a_mark_that_would_be_covered_on_top_in_its_board_s_colour() -> None:
    boards = [
        {"name": "a", "layer": 1, "at": [0, 0], "rows": ["o="]},
        {"name": "b", "layer": 2, "at": [0, 0], "rows": ["o=="]},
    ]
    plate = {"size": [2, 4], "holes": [[0, 0], [1, 3]], "boards": boards, "screws": [[0, 0]]}
    state = {"screws": [[0, 0, 2]], "boards": {one["name"]: one for one in boards}}
    *_, disc, mark = picture_of("bolt-unscrew").draw(plate, state, LIGHT).shapes
    hues = picture_of("bolt-unscrew").draw(plate, state, DARK).shapes
    assert isinstance(mark, Text)
    assert isinstance(disc, Disc)
    assert (mark.text, disc.fill, (disc.x, disc.y)) == ("a1", HUES[0], (mark.x, mark.y))
    assert [shape.text for shape in hues if isinstance(shape, Text)] == ["b2", "a1"]


def test_light_and_dark_differ_in_all_but_the_hues() -> None:
    board = {"rows": ["AA"]}
    state = {"paths": {"A": [[0, 0], [0, 1]]}}
    light, dark = (picture_of("color-connect").draw(board, state, theme) for theme in (LIGHT, DARK))
    assert changed(light, dark)
    assert len(of_color(light, HUES[0])) == len(of_color(dark, HUES[0])) == 3


def test_vehicles_have_glass_at_both_ends() -> None:
    picture = drawn("rush-hour", {"rows": ["AA."], "target": "A", "exit": {"side": "R", "index": 0}})
    assert len([shape for shape in picture.shapes if isinstance(shape, Polygon)]) == 2
