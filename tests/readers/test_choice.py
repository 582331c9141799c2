"""Which reading fits: exactly one, or a list, never a pick."""

from __future__ import annotations

import pytest

from authoring.readers import FINDINGS, MAX_SOURCE_BYTES, BadOption, Unreadable, format_names
from tests.readers.reading import COLOR, MAZE, read


@pytest.mark.parametrize(
    ("source", "game", "options", "name"),
    [
        ('{"format": "levelpress/level@1", "game": "maze-paint"}', MAZE, {}, "native"),
        ("@..\n", MAZE, {}, "text"),
        ("*o *\n", MAZE, {"walls": "*", "floor": " "}, "text"),
        (
            '<map><layer name="a" width="1" height="1"><data encoding="csv">1</data></layer></map>',
            MAZE,
            {"start": "first"},
            "tiled",
        ),
        ("[[0]]", MAZE, {"start": "first", "walls": "1"}, "array"),
        ("A.A\n", COLOR, {}, "text"),
        ('[["A", "A"]]', COLOR, {}, "array"),
        ("2,0,1,1;0,1\n", COLOR, {}, "flow-pack"),
        ("# remark\n2 1\naa\n", COLOR, {}, "numberlink"),
        ("2;1:1;2:1\n", COLOR, {}, "pairs"),
    ],
)
def test_auto_decides_where_exactly_one_reading_fits(
    source: str, game: str, options: dict[str, str], name: str
) -> None:
    assert read(source, game, **options).format == name
    assert read(source, game, format=name, **options).format == name


def test_where_two_readings_fit_both_are_listed() -> None:
    # Blanks are free and letters colours, or a size with a board below.
    source = "2 1\na a\n"
    with pytest.raises(Unreadable, match="several readings fit: text, numberlink; choose with --format"):
        read(source, COLOR, floor=" ")
    assert read(source, COLOR, format="text", floor=" ").format == "text"


@pytest.mark.parametrize("game", [MAZE, COLOR])
@pytest.mark.parametrize("source", ["", "\n\n", "Just a sentence of prose, really.\n", "a, b\n"])
def test_where_nothing_fits_the_formats_are_listed(source: str, game: str) -> None:
    with pytest.raises(Unreadable, match=r"no reading fits; the formats for .* are native, text"):
        read(source, game)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"##\x00#\n", "control character U\\+0000 in line 1"),
        (b"##\r\n#\x1b[2J\n", "control character U\\+001B in line 2"),
        (b"\x89PNG\r\n\x1a\n", "byte at 0 is not UTF-8"),
        (b"##\xed\xa0\x80\n", "byte at 2 is not UTF-8"),
        ("@..".encode("utf-16"), "UTF-16"),
        (b"\n" * 50_001, "more than 50000 lines"),
        (b"#" * (MAX_SOURCE_BYTES + 1), "bytes, more than any format"),
    ],
    ids=["NUL", "escape", "binary", "lone surrogate", "UTF-16", "too many lines", "too large"],
)
@pytest.mark.parametrize("game", [MAZE, COLOR])
def test_what_is_no_text_says_so_in_one_line(data: bytes, reason: str, game: str) -> None:
    with pytest.raises(Unreadable, match=reason) as caught:
        read(data, game)
    assert "\n" not in str(caught.value)


def test_a_format_that_the_game_does_not_have_is_a_usage_error_with_the_near_miss() -> None:
    with pytest.raises(BadOption, match="did you mean 'tiled'"):
        read("@..", MAZE, format="tield")
    with pytest.raises(BadOption, match="there are native, text, array, flow-pack, numberlink, pairs"):
        read("@..", COLOR, format="tiled")


@pytest.mark.parametrize(
    ("source", "game", "options"),
    [
        ("@..\n", MAZE, {"rule": "cover"}),
        ("@..\n", MAZE, {"layer": "floor"}),
        ("@..\n", MAZE, {"orientation": "top-first"}),
        ("A.A\n", COLOR, {"start": "first"}),
        ("2;1:1;2:1\n", COLOR, {"walls": "#"}),
    ],
)
def test_an_option_that_the_format_does_not_use_is_a_usage_error(
    source: str, game: str, options: dict[str, str]
) -> None:
    with pytest.raises(BadOption) as caught:
        read(source, game, **options)
    assert caught.value.option == "--" + next(iter(options))


def test_the_names_of_the_formats_are_those_of_the_command_line() -> None:
    assert format_names(MAZE) == ("native", "text", "tiled", "array")
    assert format_names(COLOR) == ("native", "text", "array", "flow-pack", "numberlink", "pairs")
    # What cli.md lists, but for pictures, which no reader takes yet.
    assert set(format_names()) == {
        *("native", "text", "tiled", "array", "flow-pack", "numberlink", "pairs", "rush-line", "rush-card", "rush-box"),
        *("rush-steps", "stacks", "stack-lines", "key-value", "lot", "plate"),
    }


def test_every_kind_of_finding_has_an_id_of_its_own() -> None:
    assert len({kind.id for kind in FINDINGS}) == len(FINDINGS) == 8
