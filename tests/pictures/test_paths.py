"""A play as numbered arrows on its board: every number is there once, and every arrow lies where the rules say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring

from authoring.pictures.cells import middle
from authoring.pictures.drawing import Drawing, Point
from authoring.pictures.lanes import Run, offsets_of, run_between
from authoring.pictures.palette import LIGHT, THEMES
from authoring.pictures.plays import path_of
from authoring.pictures.raster import image_of
from authoring.pictures.registry import picture_of
from authoring.pictures.vector import svg_bytes
from catalogue.level_record import LevelRecord
from games.grid import DIRECTIONS
from games.names import named_cells
from games.registry import game_names
from tests.contract.samples import game_of, samples_of

Play = tuple[Any, list[Any], list[str]]


def played(game: str, board: Any, moves: list[str]) -> Play:
    """The board, the states of a play and its moves, by the rules."""
    rules = game_of(game)
    level = rules.parse(board, {"rule": rules.goal_rules[0]})
    state = rules.initial(level)
    states = [rules.state_json(level, state)]
    for move in moves:
        state = rules.apply(level, state, move)
        states.append(rules.state_json(level, state))
    return rules.print(level)[0], states, moves


def walk(game: str, level: Any, seed: int, length: int) -> Play:
    """A play of at most so many moves, chosen at random."""
    rules, source = game_of(game), random.Random(seed)
    moves: list[str] = []
    state = rules.initial(level)
    states = [rules.state_json(level, state)]
    while len(moves) < length and not rules.won(level, state):
        possible = list(islice(rules.moves(level, state), 40))
        if not possible:
            break
        moves.append(source.choice(possible))
        state = rules.apply(level, state, moves[-1])
        states.append(rules.state_json(level, state))
    return rules.print(level)[0], states, moves


def svg_of(drawing: Drawing) -> Element:
    root: Element = fromstring(svg_bytes(drawing, 32, "a play"))
    return root


def flat(root: Element, x: int = 0, y: int = 0) -> Iterator[tuple[Element, int, int]]:
    """Every element in the order of drawing, with the corner of the tile that it lies in."""
    for one in root:
        yield one, x, y
        if one.tag.endswith("}svg"):
            yield from flat(one, x + int(one.get("x", 0)), y + int(one.get("y", 0)))


def numbers(root: Element, ground: str = LIGHT.panel) -> list[tuple[int, Point]]:
    """The numbers of moves with their places: a text on a disc on a disc of the ground's colour, 3 wider."""
    found = []
    for (rim, x, y), (disc, _, _), (text, _, _) in zip(
        *(islice(flat(root), skip, None) for skip in range(3)), strict=False
    ):
        if rim.tag.endswith("}circle") and disc.tag.endswith("}circle") and text.tag.endswith("}text"):
            same = rim.get("cx") == disc.get("cx") and int(rim.get("r", 0)) == int(disc.get("r", 0)) + 3
            if same and rim.get("fill") == ground:
                place = int(float(rim.get("cx", 0))) + x, int(float(rim.get("cy", 0))) + y
                found.append((int(text.text or ""), place))
    return found


def lines(root: Element) -> list[tuple[Point, Point]]:
    """Where each arrow begins and ends; no other stroke of a picture is 6 wide."""
    found = []
    for one, _, _ in flat(root):
        if one.tag.endswith("}path") and one.get("stroke-width") == "6":
            points = [part.lstrip("ML").split() for part in one.get("d", "").replace(" L", "|L").split("|")]
            found.append(((int(points[0][0]), int(points[0][1])), (int(points[-1][0]), int(points[-1][1]))))
    return found


def drawn(game: str, play: Play) -> Element:
    board, states, moves = play
    return svg_of(picture_of(game).path(board, states, moves, 1, LIGHT))


def near(one: Point, two: Point, reach: int) -> bool:
    return abs(one[0] - two[0]) <= reach and abs(one[1] - two[1]) <= reach


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("game", game_names())
def test_every_move_of_a_play_has_its_number_once_and_in_order(game: str, theme: Any) -> None:
    longest = 0
    for seed, level in enumerate(samples_of(game, 8)[-8:]):
        board, states, moves = walk(game, level, seed, 12)
        drawing = picture_of(game).path(board, states, moves, 1, theme)
        assert [number for number, _ in numbers(svg_of(drawing), theme.panel)] == list(range(1, len(moves) + 1))
        again = picture_of(game).path(board, states, moves, 1, theme)
        assert svg_bytes(drawing, 9, "t") == svg_bytes(again, 9, "t")
        assert image_of(drawing, 5).width == -(-drawing.width * 5 // 100)
        longest = max(longest, len(moves))
    assert longest > 1


@pytest.mark.parametrize("game", game_names())
def test_a_play_without_moves_is_the_board_alone(game: str) -> None:
    board, states, _ = walk(game, samples_of(game, 1)[0], 0, 0)
    assert numbers(drawn(game, (board, states, []))) == []


@pytest.mark.parametrize("game", game_names())
def test_numbers_go_on_from_the_first(game: str) -> None:
    board, states, moves = walk(game, samples_of(game, 3)[0], 1, 2)
    found = numbers(svg_of(picture_of(game).path(board, states, moves, 7, LIGHT)))
    assert [number for number, _ in found] == [7, 8][: len(moves)]


def test_maze_paint_s_line_goes_from_stop_to_stop_and_its_numbers_stand_on_their_slides() -> None:
    board = {"rows": ["@....", ".###.", ".###.", ".....", "##.##"]}
    _, states, _ = play = played("maze-paint", board, list("RDLURLDRL"))
    root = drawn("maze-paint", play)
    stops = [middle((state["ball"][0], state["ball"][1])) for state in states]
    found = lines(root)
    assert len(found) == 9
    assert [one for _, one in found[:-1]] == [one for one, _ in found[1:]], "one line without gaps"
    for (begin, end), before, after in zip(found, stops, stops[1:], strict=False):
        assert near(begin, before, 42)
        assert near(end, after, 42)
    for (_, (x, y)), (one, other) in zip(numbers(root), pairwise(stops), strict=True):
        (left, right), (top, bottom) = (sorted((one[axis], other[axis])) for axis in (0, 1))
        assert left - 42 <= x <= right + 42
        assert top - 42 <= y <= bottom + 42


def test_maze_paint_flies_a_flag_only_where_all_is_painted() -> None:
    board = {"rows": ["@..", "##."]}
    ends = [drawn("maze-paint", played("maze-paint", board, list(moves))) for moves in ("R", "RD")]
    checks = [
        len([one for one in root.iter() if one.get("width") == "13" and one.get("height") == "11"]) for root in ends
    ]
    assert checks == [0, 9]


def test_color_connect_s_number_stands_at_the_cell_where_the_path_was_begun() -> None:
    board = {"rows": ["A.B", "...", "A.B"]}
    moves = ["draw B 2,2 1,2 0,2", "draw A 0,0 0,1", "clear A", "draw A 2,0 1,0 0,0"]
    found = numbers(drawn("color-connect", played("color-connect", board, moves)))
    begun = [(2, 2), (0, 0), (0, 0), (2, 0)]
    assert [near(place, middle(cell), 40) for (_, place), cell in zip(found, begun, strict=True)] == [True] * 4
    assert found[1][1] != found[2][1]


def test_rush_hour_s_arrows_lead_over_the_cells_that_the_vehicle_s_front_enters() -> None:
    board = {"rows": ["..B.", "AAB.", "....", "CC.."], "target": "A", "exit": {"side": "R", "index": 1}}
    moves = ["B+2", "A+1", "A-1", "A+2"]
    found = lines(drawn("rush-hour", played("rush-hour", board, moves)))
    fronts = [((1, 2), (3, 2)), ((1, 1), (1, 2)), ((1, 1), (1, 0)), ((1, 1), (1, 3))]
    for (begin, end), (before, after) in zip(found, fronts, strict=True):
        assert near(begin, middle(before), 27)
        assert near(end, middle(after), 27)
        assert end[0] - begin[0] == 100 * (after[1] - before[1])
    assert len({begin[1] for begin, _ in found[1:]}) == 3, "each way along a row on a line of its own"


def test_truck_escape_s_numbers_stand_on_the_vehicles_and_their_arrows_lead_out() -> None:
    board: Any = {"rows": ["A.B", "AC.", "DD."], "facing": {"A": "U", "B": "D", "C": "R", "D": "L"}}
    moves = ["C", "D", "A", "B"]
    root = drawn("truck-escape", played("truck-escape", board, moves))
    cells = named_cells(board["rows"])
    for name, (_, place), (begin, end) in zip(moves, numbers(root), lines(root), strict=True):
        assert any(near(place, middle(cell), 50) for cell in cells[name])
        assert any(near(begin, middle(cell), 30) for cell in cells[name])
        down, right = DIRECTIONS[board["facing"][name]]
        beyond = {-1: 50, 1: 350}[down or right]
        assert (end[1] if down else end[0]) * (down or right) > beyond * (down or right)


def test_nut_and_bolt_s_arrows_lead_from_bolt_to_bolt_one_below_the_other_with_what_they_move() -> None:
    board = {"bolts": ["ABB", "BAA", "", ""], "capacity": 3}
    moves = ["1>3", "2>4", "2>3", "1>4"]
    root = drawn("nut-and-bolt", played("nut-and-bolt", board, moves))
    bolts = [[int(end) for end in move.split(">")] for move in moves]
    found = lines(root)
    for (begin, end), (source, target) in zip(found, bolts, strict=True):
        assert begin[0] == 110 + 120 * (source - 1)
        assert abs(end[0] - (110 + 120 * (target - 1))) == 8
    assert [begin[1] for begin, _ in found] == sorted({begin[1] for begin, _ in found})
    assert [place for _, place in numbers(root)] == [begin for begin, _ in found]
    boxes = [one for one in root.iter() if one.tag.endswith("}rect") and one.get("width") == "34"]
    assert len(boxes) == 2 + 2 + 1 + 1


def test_nut_and_bolt_s_arrows_that_do_not_meet_share_a_height() -> None:
    board = {"bolts": ["AB", "", "BA", ""], "capacity": 2}
    found = lines(drawn("nut-and-bolt", played("nut-and-bolt", board, ["1>2", "3>4", "1>4"])))
    heights = [begin[1] for begin, _ in found]
    assert heights[0] == heights[1] < heights[2]


def test_bolt_unscrew_s_arrows_lead_from_hole_to_hole() -> None:
    for seed, level in enumerate(samples_of("bolt-unscrew", 6)):
        board, states, moves = play = walk("bolt-unscrew", level, seed, 6)
        found = lines(drawn("bolt-unscrew", play))
        for number, (begin, end) in enumerate(found):
            gone, come = (
                {(row, column) for row, column, _ in state["screws"]} for state in states[number : number + 2]
            )
            (source,), (target,) = gone - come, come - gone
            assert begin == middle(source), moves[number]
            assert near(end, middle(target), 25), board
        assert len(found) == len(moves)


@pytest.mark.parametrize("game", game_names())
def test_a_long_play_is_drawn_in_parts_and_every_number_is_there_once(game: str) -> None:
    level = max(samples_of(game, 8), key=lambda one: len(walk(game, one, 3, 90)[2]))
    _, _, moves = walk(game, level, 3, 90)
    rules = game_of(game)
    record = LevelRecord(None, 1, rules, level, None, {}, None, None, ())
    root = svg_of(path_of(record, moves, None, None, LIGHT))
    assert sorted(number for number, _ in numbers(root)) == list(range(1, len(moves) + 1))
    boards = [one for one in root.iter() if one.tag.endswith("}svg") and one is not root]
    parts = -(-len(moves) // picture_of(game).most)
    assert len(boards) == (parts if parts > 1 else 0)


def test_numbers_do_not_cover_each_other_where_there_is_room() -> None:
    board = {"rows": ["@....", ".###.", ".###.", ".....", "##.##"]}
    places = [place for _, place in numbers(drawn("maze-paint", played("maze-paint", board, list("RDLURDLURLDR"))))]
    apart = [(a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for number, a in enumerate(places) for b in places[:number]]
    assert min(apart) >= 34 * 34


def test_runs_with_a_cell_in_common_get_lines_of_their_own_and_others_need_none() -> None:
    runs = [run_between((0, 0), (0, 3)), run_between((0, 5), (0, 3)), run_between((2, 0), (2, 4)), Run(False, 0, 0, 3)]
    assert offsets_of(runs, 30, 60, alone=7) == (-15, 15, 7, 7)


def test_many_runs_of_one_row_stay_in_their_room() -> None:
    found = offsets_of([Run(True, 0, 0, 9)] * 9, 30, 60)
    assert len(set(found)) == 9
    assert max(found) - min(found) <= 60
