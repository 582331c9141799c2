"""The tiles of one Tiled layer: CSV, base64 (plain, zlib, gzip, zstd) or one element a tile; whole, or in chunks."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from xml.etree.ElementTree import Element

from authoring.readers.contract import COUNT, FORM, SIZE, Refused
from games.finding import Finding
from games.shape import MAX_SIDE

__all__ = ["layer_rows"]

#: The four highest bits of a tile number flip or rotate the tile (Tiled documentation, "Tile flipping").
_TILE = 0x0FFFFFFF
#: Memory that a frame may ask for: what the format's own programs allow by default at most levels.
_ZSTD_WINDOW = 1 << 23
_WHOLE = re.compile("[0-9]{1,10}")
_SIGNED = re.compile("-?[0-9]{1,9}")
#: What zlib calls the two wrappings of a deflate stream.
_WINDOW = {"zlib": zlib.MAX_WBITS, "gzip": zlib.MAX_WBITS | 16}
#: A map in chunks may spread over more cells than a board has; far more than this is no board.
_MAX_CELLS = 4 * MAX_SIDE * MAX_SIDE


def layer_rows(layer: Element, *, infinite: bool) -> tuple[str, ...] | Finding:
    """The layer as rows of wall `#` and floor `.`, or what is wrong with it.

    A map of fixed size keeps its size. A map in chunks has none: its board is the bounding box of its floor.
    """
    try:
        data = layer.find("data")
        if data is None:
            raise Refused(FORM.at("the layer has no data"))
        return _chunk_rows(data) if infinite else _plain_rows(layer, data)
    except Refused as fault:
        return fault.findings[0]


def _plain_rows(layer: Element, data: Element) -> tuple[str, ...]:
    width, height = _size(layer)
    if width > MAX_SIDE or height > MAX_SIDE:
        raise Refused(SIZE.at(f"the layer has {height} rows and {width} columns"))
    floor = _floor(data, data, width * height)
    text = "".join("." if is_floor else "#" for is_floor in floor)
    return tuple(text[row * width : (row + 1) * width] for row in range(height))


def _chunk_rows(data: Element) -> tuple[str, ...]:
    floor: set[tuple[int, int]] = set()
    seen = 0
    for chunk in data.iter("chunk"):
        width, height = _size(chunk)
        left, top = _number(chunk, "x", _SIGNED), _number(chunk, "y", _SIGNED)
        seen += width * height
        if seen > _MAX_CELLS:
            raise Refused(SIZE.at(f"the chunks hold more than {_MAX_CELLS} cells"))
        cells = {
            (top + index // width, left + index % width)
            for index, is_floor in enumerate(_floor(chunk, data, width * height))
            if is_floor
        }
        if floor & cells:
            raise Refused(FORM.at(f"the chunk at {left},{top} lies over another"))
        floor |= cells
    if not floor:
        return ("#",)
    top, bottom = min(row for row, _ in floor), max(row for row, _ in floor)
    left, right = min(column for _, column in floor), max(column for _, column in floor)
    if max(bottom - top, right - left) >= MAX_SIDE:
        raise Refused(SIZE.at(f"the floor spreads over {bottom - top + 1} rows and {right - left + 1} columns"))
    columns = range(left, right + 1)
    return tuple(
        "".join("." if (row, column) in floor else "#" for column in columns) for row in range(top, bottom + 1)
    )


def _size(element: Element) -> tuple[int, int]:
    width, height = _number(element, "width", _WHOLE), _number(element, "height", _WHOLE)
    if not width or not height:
        raise Refused(FORM.at(f"the {element.tag} has no cells: width {width}, height {height}"))
    return width, height


def _number(element: Element, name: str, form: re.Pattern[str]) -> int:
    text = element.get(name, "")
    if form.fullmatch(text) is None:
        raise Refused(FORM.at(f"the {element.tag} has the {name} {text[:40]!r}, which is no number of cells"))
    return int(text)


def _floor(holder: Element, data: Element, cells: int) -> list[bool]:
    """For each cell of a layer or chunk whether its tile is any but 0."""
    encoding, compression = data.get("encoding"), data.get("compression") or None
    text = holder.text or ""
    if encoding == "csv":
        tiles = _csv_tiles(text, cells)
    elif encoding == "base64":
        tiles = _base64_tiles(text, compression, cells)
    elif encoding is None:
        tiles = [_tile_number(tile.get("gid", "0")) for tile in holder.findall("tile")[: cells + 1]]
    else:
        raise Refused(FORM.at(f"the layer's encoding {encoding[:40]!r} is unknown"))
    if len(tiles) != cells:
        held = str(len(tiles)) if len(tiles) < cells else f"more than {cells}"
        raise Refused(COUNT.at(f"the {holder.tag} announces {cells} cells and holds {held}"))
    return [tile & _TILE != 0 for tile in tiles]


def _csv_tiles(text: str, cells: int) -> list[int]:
    parts = [part.strip() for part in text.split(",", cells + 1)]
    if parts[-1] == "":
        # Tiled ends every row but the last with a comma; some hands end the last one with a comma too.
        del parts[-1]
    return [_tile_number(part) for part in parts[: cells + 1]]


def _tile_number(text: str) -> int:
    if _WHOLE.fullmatch(text) is None or int(text) > 0xFFFFFFFF:
        raise Refused(FORM.at(f"{text[:40]!r} is no tile number"))
    return int(text)


def _zstd(data: bytes, most: int) -> bytes:
    """At most `most` bytes of a frame, which must not end before them."""
    import zstandard

    try:
        with zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).stream_reader(data) as stream:
            return stream.read(most)
    except zstandard.ZstdError as error:
        raise Refused(FORM.at(f"the layer's data are not zstd: {error}")) from None


def _inflated(data: bytes, compression: str, most: int) -> bytes:
    """At most `most` bytes of a deflate stream, which must not break off before them."""
    stream = zlib.decompressobj(_WINDOW[compression])
    raw = stream.decompress(data, most)
    if len(raw) < most and not stream.eof:
        raise Refused(FORM.at(f"the {compression} data break off"))
    return raw


def _base64_tiles(text: str, compression: str | None, cells: int) -> list[int]:
    """Tiles as 32 bit numbers, lowest byte first. Never inflates more than the largest board needs."""
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise Refused(FORM.at("the layer's data are not base64")) from None
    most = 4 * _MAX_CELLS + 1
    try:
        if compression in _WINDOW:
            raw = _inflated(raw, compression, most)
        elif compression == "zstd":
            raw = _zstd(raw, most)
        elif compression is not None:
            raise Refused(FORM.at(f"the layer's compression {compression[:40]!r} is unknown"))
    except zlib.error as error:
        raise Refused(FORM.at(f"the layer's data are not {compression}: {error}")) from None
    if len(raw) == most and compression is not None:
        raise Refused(FORM.at(f"the {compression} data unpack to more than any board holds"))
    raw = raw[: 4 * (cells + 1)]
    if len(raw) % 4:
        raise Refused(COUNT.at(f"the data announce {cells} cells of 4 bytes and hold {len(raw)} bytes"))
    return [int.from_bytes(raw[index : index + 4], "little") for index in range(0, len(raw), 4)]
