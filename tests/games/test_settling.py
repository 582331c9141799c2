"""Falls and turns of one layer, sentence by sentence, on drawings of it."""

from __future__ import annotations

import pytest

from games.grid import Cell
from games.plate import CLOCKWISE, COUNTER, Pose, is_connected, pose_of, swept, turned_offset
from games.settling import falling, settled, turns


def _layer(drawing: str) -> tuple[dict[str, Pose], frozenset[Cell], Cell]:
    """Pieces by letter, small letters wood and capitals holes; `@` a screw on nothing, `0`-`9` a screw through a hole
    of the piece a, b, c ... of that number. Pieces are listed by letter."""
    rows = drawing.split()
    wood: dict[str, set[Cell]] = {}
    holes: dict[str, set[Cell]] = {}
    screws = set()
    for r, row in enumerate(rows):
        for c, glyph in enumerate(row):
            if glyph.isdigit() or glyph == "@":
                screws.add((r, c))
            name = "abcdefghij"[int(glyph)] if glyph.isdigit() else glyph.lower()
            if name.isalpha():
                wood.setdefault(name, set()).add((r, c))
            if glyph.isupper() or glyph.isdigit():
                holes.setdefault(name, set()).add((r, c))
    pieces = {name: Pose(frozenset(its), frozenset(holes.get(name, ()))) for name, its in sorted(wood.items())}
    return pieces, frozenset(screws), (len(rows), len(rows[0]))


def _after(drawing: str) -> str:
    """The drawing once settled, rows of the plate alone."""
    pieces, screws, size = _layer(drawing)
    rest = settled(pieces, screws, size)
    text = [["@" if (r, c) in screws else "." for c in range(size[1])] for r in range(size[0])]
    for place, name in enumerate(sorted(pieces)):
        for r, c in rest[name].wood if name in rest else ():
            if r < size[0]:
                hole = (r, c) in rest[name].holes
                text[r][c] = str(place) if hole and (r, c) in screws else name.upper() if hole else name
    return " ".join("".join(row) for row in text)


def _gone(drawing: str) -> set[str]:
    pieces, screws, size = _layer(drawing)
    return set(pieces) - set(settled(pieces, screws, size))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (".... aa.. .... ...@", ".... .... .... ...@"),
        ("aa.. .... .@.. ....", ".... aa.. .@.. ...."),
        ("aA.. .... .@.. ....", ".... aA.. .@.. ...."),
        ("aa.. .... 1bb1 ....", ".... aa.. 1bb1 ...."),
        ("ab.. .... .... @...", ".... .... a... @..."),
        ("ab.. bb.. .... @...", ".... ab.. bb.. @..."),
    ],
    ids=[
        "a board without support falls off the plate",
        "it rests on a screw that it would newly cover",
        "a hole comes down on a screw as wood does",
        "it rests on a supported board",
        "boards fall past one another",
        "a board on a resting board rests",
    ],
)
def test_falls(before: str, after: str) -> None:
    assert _after(before) == after


def test_boards_that_only_hold_one_another_fall_together() -> None:
    hooked = "aaa. a.bb aabb .... ...."
    pieces, screws, size = _layer(hooked)
    assert falling(pieces, screws) == {"a", "b"}
    assert settled(pieces, screws, size) == {}


def test_a_screw_under_one_of_them_holds_both() -> None:
    assert _after("aaa. a.bb aabb .... ...@") == ".... aaa. a.bb aabb ...@"


def test_a_board_is_gone_only_when_it_is_wholly_below_the_last_row() -> None:
    assert _gone("aa 1b .b") == set()
    assert _gone(".a .a @a") == {"a"}
    # The screw stands under the head of a: the tail hangs below the plate, and a is still there.
    pieces, screws, size = _layer("aa a. a. .@")
    rest = settled(pieces, screws, size)
    assert rest["a"].at == (2, 0)
    assert max(row for row, _ in rest["a"].wood) == 4


def test_a_board_hanging_below_the_plate_still_carries_another() -> None:
    pieces = {"a": pose_of((1, 0), ["o.", "=.", "=.", "=="]), "b": pose_of((0, 1), ["="])}
    rest = settled(pieces, frozenset({(1, 0)}), (3, 2))
    assert "b" not in rest, "points below the last row are open air, and b is gone once wholly there"
    high = {"a": pieces["a"], "b": pose_of((0, 1), ["=", "=", "="])}
    assert settled(high, frozenset({(1, 0)}), (3, 2))["b"].at == (1, 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("..0aa ..... .....", "..0.. ..a.. ..a.."),
        ("aa0.. ..... .....", "..0.. ..a.. ..a.."),
        ("..a.. .a0a. .....", "..a.. .a0a. ....."),
        ("..... .a0a. ..a..", "..... .a0a. ..a.."),
        ("..0.. ..aa. ..... .....", "..0.. ..aa. ..... ....."),
        ("..0a. ..a.. ..... .....", "..0a. ..a.. ..... ....."),
        ("..0aa ..a.. ..... .....", ".a0.. ..a.. ..a.. ....."),
    ],
    ids=[
        "heavy on the right it turns clockwise",
        "heavy on the left it turns the other way",
        "balanced upright it stays",
        "hanging it stays",
        "further down than sideways it stays",
        "as far down as sideways it stays",
        "further sideways than down it turns",
    ],
)
def test_turns(before: str, after: str) -> None:
    assert _after(before) == after


def _turn(drawing: str) -> tuple[int, tuple[Cell, ...], bool]:
    pieces, screws, size = _layer(drawing)
    (turn,) = turns(pieces, screws, size[1])
    return turn.sense, turn.blockers, turn.leaves


def test_a_screw_where_wood_sweeps_blocks_the_turn_and_one_behind_it_does_not() -> None:
    assert _turn("0aa .@. ...") == (CLOCKWISE, ((1, 1),), False)
    assert _turn("0aa ... ..@") == (CLOCKWISE, (), False)
    assert _turn("@.. 0aa ... ...") == (CLOCKWISE, (), False)
    assert _turn("aa0 .@. ...") == (COUNTER, ((1, 1),), False)


def test_a_screw_where_the_board_would_come_to_lie_blocks_it() -> None:
    assert _turn("0aa ... @..") == (CLOCKWISE, ((2, 0),), False)


def test_wood_of_another_board_of_the_layer_blocks_the_turn() -> None:
    assert _turn("0aa .B. .1.") == (CLOCKWISE, ((1, 1), (2, 1)), False)
    assert _turn("0aa ... ..1") == (CLOCKWISE, (), False)


def test_the_border_blocks_a_turn_only_by_where_the_board_would_come_to_lie() -> None:
    # The tail left of the pivot would come to lie above the first row.
    assert _turn("a0aaa ..... ..... .....") == (CLOCKWISE, (), True)
    # The short end sweeps through row -1 on its way and comes to lie beside the pivot: that does not count.
    sense, blockers, leaves = _turn("0aaa ...a .... .... ....")
    assert (sense, blockers, leaves) == (CLOCKWISE, (), True)
    assert _turn(".0aaa ....a ..... ..... .....") == (CLOCKWISE, (), False)


def test_the_bottom_is_no_border() -> None:
    pieces, screws, size = _layer("0aaa")
    assert max(row for row, _ in settled(pieces, screws, size)["a"].wood) == 3


def test_two_supports_hold_a_board_still() -> None:
    assert _after("0aa0aa ...... ......") == "0aa0aa ...... ......"


def test_the_first_board_of_the_list_turns_first_and_is_in_the_way_of_the_next() -> None:
    pieces, screws, size = _layer(".0a b.. 1b.")
    assert [(turn.name, turn.can) for turn in turns(pieces, screws, size[1])] == [("a", True), ("b", True)]
    first_a = settled(pieces, screws, size)
    assert first_a == {"a": pose_of((0, 1), ["o", "="]), "b": pieces["b"]}
    first_b = settled(dict(reversed(pieces.items())), screws, size)
    assert first_b == {"a": first_a["a"], "b": pose_of((2, 0), ["o=", "=."])}


def test_boards_that_are_not_in_each_others_way_turn_one_after_another() -> None:
    assert _after("0aa.bb1 ....... .......") == "0.....1 a.....b a.....b"


def test_after_a_turn_boards_fall_again_before_another_turn() -> None:
    # c rests on a; once a has turned away, c falls off before anything else turns.
    assert _after(".cc. 0aa. .... ....") == ".... 0... a... a..."


def test_settling_only_ever_raises_the_sum_of_rows() -> None:
    for drawing in (".cc. 0aa. .... ....", "ab.. bb.. .... @...", "..0aa ..... ....."):
        pieces, screws, size = _layer(drawing)
        rest = settled(pieces, screws, size)
        for name, pose in rest.items():
            assert pose.row_sum >= pieces[name].row_sum


def test_a_settled_layer_settles_into_itself() -> None:
    for drawing in (".cc. 0aa. .... ....", "ab.. bb.. .... @...", "0aa .@. ..."):
        pieces, screws, size = _layer(drawing)
        rest = settled(pieces, screws, size)
        assert settled(rest, screws, size) == rest


@pytest.mark.parametrize("sense", [CLOCKWISE, COUNTER])
def test_what_is_swept_is_decided_by_the_inequality_of_the_rules(sense: int) -> None:
    """Every point of a square, tried one by one without the short cut by distance."""
    span = range(-7, 8)
    for wood in ((0, 5), (3, 4), (-2, 1), (1, 1), (-4, -3)):
        pose = Pose(frozenset({(10 + wood[0], 10 + wood[1])}), frozenset())
        points = [(10 + r, 10 + c) for r in span for c in span]
        b, after = wood[0] ** 2 + wood[1] ** 2, turned_offset(wood, sense)
        expected = [
            (10 + r, 10 + c)
            for r in span
            for c in span
            if (4 * (r * r + c * c) + 4 * b - 1) ** 2 < 64 * (r * r + c * c) * b
            and r * wood[0] + c * wood[1] >= 0
            and r * after[0] + c * after[1] >= 0
        ]
        assert list(swept(pose, (10, 10), sense, points)) == expected
        assert (10 + wood[0], 10 + wood[1]) in expected
        assert (10 + after[0], 10 + after[1]) in expected


def test_a_quarter_turn_clockwise_takes_right_to_down() -> None:
    assert [turned_offset(offset, CLOCKWISE) for offset in ((0, 1), (1, 0), (0, -1), (-1, 0))] == [
        (1, 0),
        (0, -1),
        (-1, 0),
        (0, 1),
    ]
    assert [turned_offset(turned_offset(offset, CLOCKWISE), COUNTER) for offset in ((2, 3), (-1, 4))] == [
        (2, 3),
        (-1, 4),
    ]


def test_two_drawings_of_the_same_wood_and_holes_are_one_pose() -> None:
    assert pose_of((0, 0), ["....", ".o=."]) == pose_of((1, 1), ["o="])
    assert hash(pose_of((0, 0), ["....", ".o=."])) == hash(pose_of((1, 1), ["o="]))
    assert pose_of((1, 1), ["o="]) != pose_of((1, 1), ["=o"])
    bar = pose_of((2, 2), ["=o="])
    assert bar.turned((2, 3), CLOCKWISE) == bar.turned((2, 3), COUNTER)


def test_pieces_hang_together_by_edges_and_not_by_corners() -> None:
    assert is_connected(frozenset({(0, 0), (0, 1), (1, 1)}))
    assert not is_connected(frozenset({(0, 0), (1, 1)}))
