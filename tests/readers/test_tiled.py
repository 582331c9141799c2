"""Tiled maps: both start rules, every encoding, chunks, layers, and what no map holds."""

from __future__ import annotations

import base64
import gzip
import zlib
from collections.abc import Callable

import pytest

from authoring.readers import BadOption, MissingChoice, Unreadable
from tests.readers.reading import MAZE, board, read, refused, rows

TILES = (0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 3, 0, 0, 0)
CSV = "\n0,0,1,1,0,\n0,1,1,0,0,\n0,3,0,0,0\n"
FIRST = ["##@.#", "#..##", "#.###"]
LEFT_BOTTOM = ["##..#", "#..##", "#@###"]
RAW = b"".join(tile.to_bytes(4, "little") for tile in TILES)
#: RAW in a frame of one block that is stored as it is.
ZSTD = b"\x28\xb5\x2f\xfd\x00\x58" + (1 | len(RAW) << 3).to_bytes(3, "little") + RAW


def layer(
    content: str, encoding: str = ' encoding="csv"', name: str = "floor", size: tuple[object, object] = (5, 3)
) -> str:
    width, height = size
    return f'<layer id="1" name="{name}" width="{width}" height="{height}"><data{encoding}>{content}</data></layer>'


def tiled(*parts: str, attributes: str = 'orientation="orthogonal" infinite="0"') -> str:
    tileset = '<tileset firstgid="1" source="elsewhere.tsx"/>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" {attributes}>{tileset}{"".join(parts)}</map>\n'


def base64_layer(data: bytes, compression: str) -> str:
    named = f' compression="{compression}"' if compression else ""
    return tiled(layer(f"\n  {base64.b64encode(data).decode()}\n", f' encoding="base64"{named}'))


def test_the_start_rules_differ_and_one_must_be_given() -> None:
    assert rows(tiled(layer(CSV)), MAZE, start="first") == FIRST
    assert rows(tiled(layer(CSV)), MAZE, start="left-bottom") == LEFT_BOTTOM
    assert rows(tiled(layer(CSV)), MAZE, start="1,1") == ["##..#", "#@.##", "#.###"]
    with pytest.raises(MissingChoice) as caught:
        read(tiled(layer(CSV)), MAZE)
    assert (caught.value.option, caught.value.values) == ("--start", ("first", "left-bottom", "r,c"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
def test_line_ends_and_marks_change_nothing(end: str, mark: str) -> None:
    assert rows((mark + tiled(layer(CSV))).replace("\n", end), MAZE, start="first") == FIRST


def test_a_comma_after_the_last_tile_is_one_of_tiled_s_row_ends() -> None:
    assert rows(tiled(layer(CSV.rstrip() + ",\n")), MAZE, start="first") == FIRST


def test_any_tile_but_0_is_floor_and_flip_bits_make_no_tile() -> None:
    flipped = f"{0x80000000},{0xE0000001},7,{0xF0000000}"
    assert rows(tiled(layer(flipped, size=(4, 1))), MAZE, start="first") == ["#@.#"]


@pytest.mark.parametrize(
    ("compression", "pack"),
    [
        ("", lambda raw: raw),
        ("zlib", zlib.compress),
        ("gzip", gzip.compress),
        ("zstd", lambda raw: ZSTD),
    ],
    ids=["plain", "zlib", "gzip", "zstd"],
)
def test_every_encoding_gives_the_same_board(compression: str, pack: Callable[[bytes], bytes]) -> None:
    assert rows(base64_layer(pack(RAW), compression), MAZE, start="first") == FIRST


def test_one_element_a_tile_gives_the_same_board() -> None:
    elements = "".join(f'<tile gid="{tile}"/>' if tile else "<tile/>" for tile in TILES)
    assert rows(tiled(layer(elements, encoding="")), MAZE, start="first") == FIRST


def test_an_infinite_map_s_board_is_the_bounding_box_of_its_floor() -> None:
    left = '<chunk x="-2" y="0" width="2" height="2">0,0,0,1</chunk>'
    chunks = left + '<chunk x="0" y="0" width="2" height="2">0,1,1,1</chunk>'
    source = tiled(layer(chunks), attributes='orientation="orthogonal" infinite="1"')
    assert rows(source, MAZE, start="left-bottom") == ["##.", "@.."]


def test_chunks_far_apart_or_over_one_another_are_refused() -> None:
    def infinite(x: int) -> str:
        chunks = "".join(f'<chunk x="{left}" y="0" width="1" height="1">1</chunk>' for left in (0, x))
        return tiled(layer(chunks), attributes='infinite="1"')

    with pytest.raises(Unreadable, match="1 rows and 129 columns"):
        read(infinite(128), MAZE, start="first")
    with pytest.raises(Unreadable, match="over another"):
        read(infinite(0), MAZE, start="first")
    assert rows(infinite(127), MAZE, start="first") == ["@" + "#" * 126 + "."]


def test_of_several_layers_one_is_named_by_option_and_the_others_are_recorded() -> None:
    marks = '<objectgroup id="9" name="marks"/>'
    source = tiled(layer(CSV, name="floor"), layer(CSV.replace("3", "0"), name="decor"), marks)
    with pytest.raises(MissingChoice) as caught:
        read(source, MAZE, start="first")
    assert (caught.value.option, caught.value.values) == ("--layer", ("floor", "decor"))
    puzzle = board(source, MAZE, start="first", layer="floor")
    assert puzzle.board["rows"] == FIRST
    assert puzzle.taken[1] == "layer 'floor' read; not read: 'decor', 'marks'"
    with pytest.raises(BadOption, match="did you mean 'floor'"):
        read(source, MAZE, start="first", layer="flor")


def test_layers_of_one_name_cannot_be_told_apart() -> None:
    with pytest.raises(BadOption, match="several layers named 'floor'"):
        read(tiled(layer(CSV), layer(CSV)), MAZE, start="first", layer="floor")


@pytest.mark.parametrize(
    "source",
    [
        tiled(layer("0,1,1", size=(2, 2))),
        tiled(layer("0,1,1,0,0", size=(2, 2))),
        base64_layer(RAW[:-4], ""),
        base64_layer(RAW[:-1], ""),
        base64_layer(zlib.compress(RAW + RAW), "zlib"),
    ],
    ids=["too few", "too many", "a tile short", "a byte short", "twice the data"],
)
def test_another_number_of_tiles_than_announced_is_refused(source: str) -> None:
    assert refused(source, MAZE, start="first") == [("ingest/count", None)]


def test_a_hexagonal_map_is_not_carried_over() -> None:
    source = tiled(layer(CSV), attributes='orientation="hexagonal"')
    assert refused(source, MAZE, start="first") == [("ingest/not-carried", None)]


def test_a_map_of_wall_alone_has_no_start() -> None:
    assert refused(tiled(layer("0,0", size=(2, 1))), MAZE, start="first") == [("ingest/start", None)]


ENTITIES = "".join(f'<!ENTITY {chr(98 + n)} "{("&" + chr(97 + n) + ";") * 10}">' for n in range(12))


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (f'<!DOCTYPE map [<!ENTITY a "lol">{ENTITIES}]><map>&m;</map>', "document type or entities"),
        ('<!DOCTYPE map [<!ENTITY a SYSTEM "file:///etc/hosts">]><map>&a;</map>', "document type or entities"),
        ("<map><layer>", "no XML"),
        ("<map>\x00</map>", "no XML"),
        ('<?xml version="1.0" encoding="no-such"?><map/>', "no XML"),
        ("<html/>", "its root is 'html'"),
        ("<map/>", "no tile layer"),
        ("<map>" + "<a/>" * 100_001 + "</map>", "more than 50000 elements"),
        (tiled('<layer width="1" height="1"/>'), "no data"),
        (tiled(layer("x")), "'x' is no tile number"),
        (tiled(layer("-1")), "'-1' is no tile number"),
        (tiled(layer("4294967296")), "no tile number"),
        (tiled(layer("9" * 5000)), "no tile number"),
        (tiled(layer("1", size=(129, 1))), "1 rows and 129 columns"),
        (tiled(layer("1", size=(999999999, 999999999))), "999999999 rows"),
        (tiled(layer("1", size=("9" * 5000, 1))), "no number of cells"),
        (tiled(layer("", size=(0, 1))), "no cells"),
        (tiled(layer("1", ' encoding="morse"')), "encoding 'morse' is unknown"),
        (base64_layer(RAW, "lzma"), "compression 'lzma' is unknown"),
        (base64_layer(RAW, "zlib"), "not zlib"),
        (base64_layer(RAW, "zstd"), "not zstd"),
        (base64_layer(zlib.compress(RAW)[:-6], "zlib"), "break off"),
        (tiled(layer("!!!", ' encoding="base64"')), "not base64"),
    ],
)
def test_what_is_no_tiled_map_is_unreadable_with_the_reason(source: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(source, MAZE, start="first")
