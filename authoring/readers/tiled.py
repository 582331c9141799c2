"""Maze Paint boards drawn in the Tiled map editor: one tile layer, 0 is wall and any other tile is floor.

Which tile is drawn does not matter, so tilesets are never opened and the bits that flip a tile are masked out. The map
does not mark a start. Read with a parser that refuses document types and entities.
Format: the Tiled documentation, "TMX Map Format" and "Global Tile IDs".
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from authoring.readers.claimed import claimed_minimum
from authoring.readers.contract import (
    NOT_CARRIED,
    BadOption,
    MissingChoice,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
    Unreadable,
)
from authoring.readers.lines import without_mark
from authoring.readers.start import start_cell, with_start
from authoring.readers.tile_data import layer_rows
from games.finding import Finding
from games.grid import cell_text
from games.registry import game_named
from games.shape import nearest

__all__ = ["READER"]

_NAME, _GAME = "tiled", "maze-paint"
#: An element costs a hundred times its bytes in memory. A board of 128 x 128 written tile by tile has 16,384.
_MAX_ELEMENTS = 50_000
#: Layers that are pictures and marks, not tiles.
_OTHER_LAYERS = ("objectgroup", "imagelayer")


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the file begins like XML."""
    return without_mark(data)[:4096].lstrip(b" \t\r\n").startswith(b"<")


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """The one board of the map.

    Raises:
        Unreadable: no XML, a document type or entities, or no Tiled map.
        MissingChoice: several tile layers and no --layer, or no --start.
        BadOption: no layer of that name, or --start is malformed.
    """
    root = _root(data)
    orientation = root.get("orientation", "orthogonal")
    if orientation != "orthogonal":
        return _refused(
            NOT_CARRIED.at(f"the map's orientation is {orientation[:40]!r}; only orthogonal maps are boards")
        )
    layer = _layer(root, options.layer)
    rows = layer_rows(layer, infinite=root.get("infinite", "0") == "1")
    if isinstance(rows, Finding):
        return _refused(rows)
    cell = start_cell(rows, options.start)
    if isinstance(cell, Finding):
        return _refused(cell)
    goal = {"rule": game_named(_GAME).goal_rules[0]}
    taken = (f"start {cell_text(cell)} by the rule {options.start}", *_passed_over(root, layer))
    stated = claimed_minimum(_properties(root))
    return Reading(_NAME, (Puzzle(1, {"rows": list(with_start(rows, cell))}, goal, taken=taken, stated=stated),))


def _properties(root: Element) -> str:
    """The map's own properties, one a line."""
    return "\n".join(f"{one.get('name', '')}: {one.get('value', '')}" for one in root.findall("properties/property"))


def _refused(finding: Finding) -> Reading:
    return Reading(_NAME, (Refusal(1, (finding,)),))


def _root(data: bytes) -> Element:
    if data.count(b"<") > 2 * _MAX_ELEMENTS:
        raise Unreadable(f"no Tiled map that levelpress reads: more than {_MAX_ELEMENTS} elements")
    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise Unreadable("the XML declares a document type or entities, which no Tiled map does") from None
    except ParseError as error:
        raise Unreadable(f"no XML: {error}") from None
    except (ValueError, LookupError) as error:
        # An encoding that the parser does not know.
        raise Unreadable(f"no XML that levelpress reads: {str(error)[:120]}") from None
    if root.tag != "map":
        raise Unreadable(f"the XML is no Tiled map: its root is {root.tag[:60]!r}, not 'map'")
    return root


def _layer(root: Element, asked: str | None) -> Element:
    layers = list(root.iter("layer"))
    names = tuple(layer.get("name", "") for layer in layers)
    if not layers:
        raise Unreadable("the Tiled map has no tile layer")
    if asked is None:
        if len(layers) > 1:
            raise MissingChoice("--layer", names, f"the map has {len(layers)} tile layers")
        return layers[0]
    if names.count(asked) != 1:
        listed = ", ".join(map(repr, names))
        fault = "several layers" if asked in names else "no layer"
        raise BadOption("--layer", f"{fault} named {asked!r}{nearest(asked, names)}; the map has {listed}")
    return layers[names.index(asked)]


def _passed_over(root: Element, layer: Element) -> Iterator[str]:
    """What else the map draws, for the record: it may show a start or a remark."""
    others = [other for other in root.iter() if other.tag in ("layer", *_OTHER_LAYERS) and other is not layer]
    if others:
        names = ", ".join(repr(other.get("name", "")) for other in others[:20])
        yield f"layer {layer.get('name', '')!r} read; not read: {names}"


READER = Reader(_NAME, _GAME, frozenset({"start", "layer"}), fits, read)
