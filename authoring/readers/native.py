"""Native level documents, `levelpress/level@1`, of any game."""

from __future__ import annotations

from authoring.readers.contract import WRONG_GAME, Puzzle, Reader, Reading, ReadOptions, Refusal, Unreadable
from authoring.readers.lines import without_mark
from games.strict_json import MalformedJson, read_json

__all__ = ["FORMAT", "READER"]

FORMAT = "levelpress/level@1"
_NAME = "native"


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the file begins like a JSON object."""
    return without_mark(data)[:4096].lstrip(b" \t\r\n").startswith(b"{")


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """The one level of the document; the schema's other demands are the caller's to check on `Puzzle.native`.

    Raises:
        Unreadable: no JSON that levelpress reads, or a document of another format.
    """
    try:
        document = read_json(without_mark(data))
    except MalformedJson as error:
        raise Unreadable(str(error)) from None
    if not isinstance(document, dict):
        raise Unreadable("the JSON is no level document: it is not an object")
    if document.get("format") != FORMAT:
        stated = f"its format is {str(document['format'])[:60]!r}" if "format" in document else "it states no format"
        raise Unreadable(f"the JSON is no level document: {stated}, not {FORMAT!r}")
    if "game" in document and document["game"] != game:
        stated = str(document["game"])[:60]
        return Reading(_NAME, (Refusal(1, (WRONG_GAME.at(f"the level is of the game {stated!r}, not {game!r}"),)),))
    title, provenance = document.get("title"), document.get("provenance")
    note = provenance.get("note") if isinstance(provenance, dict) else None
    return Reading(
        _NAME,
        (
            Puzzle(
                1,
                document.get("board"),
                document.get("goal"),
                title=title if isinstance(title, str) else None,
                note=note if isinstance(note, str) else None,
                native=document,
            ),
        ),
    )


READER = Reader(_NAME, None, frozenset(), fits, read)
