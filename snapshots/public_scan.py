"""The scanner of the public part: no solution, no certificate's digest and no evaluator code may be served.

The public documents of a snapshot have fixed fields, none of which can hold a solution by design; but a title is free
text, and a game build is any bytes. So every public byte is searched: for each certified solution as the level is
authored and in each presentation that the snapshot stores, written with any separators, quotes and brackets between
its moves; for the digests of a certificate's states after the first; for long lines of levelpress' own code; for the
names of private formats and folders; and, in a served JSON file, for the fields of a certificate. Compressed bytes
(gzip, zip, zlib) are searched as they are and unpacked. What the scanner cannot see: a solution in another notation
or encoding, and one of fewer than six characters, which chance writes too.

The cost is linear in the public bytes, however many solutions are searched for.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.canonical import Json
from games.strict_json import MalformedJson, read_json

__all__ = ["Secrets", "leaks", "secrets_of"]

#: What stands between moves in any notation that a build may use; none of it tells two moves apart.
_BETWEEN = bytes(c for c in range(256) if chr(c) in " \t\r\n\"'`,;:[](){}\\/|")
SHORTEST = 6
MAX_UNPACKED = 64 * 1024 * 1024
_PRIVATE = re.compile(
    rb"levelpress/(?:certificate|provenance)@|private/(?:certificates|provenance)/|\bmust_fail\b|\blpb/canon/v1\b"
)
_FIELDS = frozenset({"solution", "optimum", "optimal", "must_fail", "trail", "certificate", "dead_end_free"})
_DIGEST = re.compile(rb"[0-9a-f]{64}")
#: Bytes of a digest with the place of its level.
_ENTRY = 32 + 4
CODE = Path(__file__).resolve().parent.parent
FOLDERS = ("games", "solvers", "validators", "snapshots", "catalogue", "authoring")
LONG_LINE = 48


@dataclass(frozen=True, slots=True)
class Secrets:
    """What must not be public.

    Attributes:
        plays: the first six characters of a solution without what stands between its moves -> (all of it, its level).
        digests: the states' digests, each with the place of its level, sorted, one after the other.
        levels: the level ids.
    """

    plays: Mapping[bytes, tuple[tuple[bytes, str], ...]]
    digests: bytes
    levels: Sequence[str]

    def level_of(self, digest: bytes) -> str | None:
        """The level whose certificate has a state of that digest, the last where there are several."""
        low, high = 0, len(self.digests) // _ENTRY
        while low < high:
            middle = (low + high) // 2
            if self.digests[middle * _ENTRY : middle * _ENTRY + 32] <= digest:
                low = middle + 1
            else:
                high = middle
        found = self.digests[max(low - 1, 0) * _ENTRY : max(low, 1) * _ENTRY]
        return self.levels[int.from_bytes(found[32:], "big")] if found[:32] == digest else None


def secrets_of(levels: Iterable[tuple[str, Iterable[Iterable[str]], Iterable[str]]]) -> Secrets:
    """The secrets of levels: (id, its solution in each stored presentation, its certificate's trail)."""
    plays: dict[bytes, list[tuple[bytes, str]]] = defaultdict(list)
    digests, ids = bytearray(), list[str]()
    for level_id, solutions, trail in levels:
        for moves in solutions:
            text = "".join(moves).encode("utf-8").translate(None, _BETWEEN)
            if len(text) >= SHORTEST:
                plays[text[:SHORTEST]].append((text, level_id))
        for digest in list(trail)[1:]:
            digests += bytes.fromhex(digest.removeprefix("sha256:")) + len(ids).to_bytes(_ENTRY - 32, "big")
        ids.append(level_id)
    entries = sorted(bytes(digests[at : at + _ENTRY]) for at in range(0, len(digests), _ENTRY))
    return Secrets({key: tuple(sorted(set(found))) for key, found in plays.items()}, b"".join(entries), ids)


def leaks(path: str, data: bytes, secrets: Secrets) -> Iterator[str]:
    """What one public file holds that it must not, one sentence each; each once."""
    seen: set[str] = set()
    for layer, plain in _layers(data):
        for told in (*_plays(plain, secrets), *_digests(plain, secrets), *_code(plain), *_fields(plain)):
            if told not in seen:
                seen.add(told)
                yield f"{path} holds {told}{layer}"


def _layers(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The bytes as they are and, where they are packed or wide, what they hold."""
    yield "", data
    if data[:2] == b"\x1f\x8b" or data[:1] == b"\x78":
        unpack = zlib.decompressobj(47)
        with suppress(zlib.error):
            yield " (compressed)", unpack.decompress(data, MAX_UNPACKED)
    if data[:4] == b"PK\x03\x04":
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for one in archive.infolist():
                    if one.file_size <= MAX_UNPACKED:
                        yield f" (in {one.filename})", archive.read(one)
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, zlib.error, EOFError):
            pass
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        yield " (in UTF-16)", data.decode("utf-16", "replace").encode("utf-8")


def _plays(data: bytes, secrets: Secrets) -> Iterator[str]:
    if not secrets.plays:
        return
    plain = data.translate(None, _BETWEEN)
    for at in range(len(plain) - SHORTEST + 1):
        for play, level_id in secrets.plays.get(plain[at : at + SHORTEST], ()):
            if plain.startswith(play, at):
                yield f"the solution of {level_id}"


def _digests(data: bytes, secrets: Secrets) -> Iterator[str]:
    for match in _DIGEST.finditer(data):
        level_id = secrets.level_of(bytes.fromhex(match[0].decode("ascii")))
        if level_id is not None:
            yield f"a state of {level_id}'s certificate"


def _code(data: bytes) -> Iterator[str]:
    for match in _PRIVATE.finditer(data):
        yield f"the private name {match[0].decode('ascii')}"
    if any(line.strip() in _own_lines() for line in data.splitlines() if len(line) >= LONG_LINE):
        yield "lines of levelpress' own code"


@cache
def _own_lines() -> frozenset[bytes]:
    """The long lines of levelpress' code. A line of that length is nobody else's by chance."""
    found = (line.strip() for name in FOLDERS for path in (CODE / name).rglob("*.py") for line in _lines(path))
    return frozenset(line for line in found if len(line) >= LONG_LINE)


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def _fields(data: bytes) -> Iterator[str]:
    """The fields of a certificate in a JSON document."""
    if data[:1] not in (b"{", b"["):
        return
    # A field's name stands in the bytes as it is, or with an escape in it; else there is nothing to be read for.
    if b"\\" not in data and not any(f'"{name}"'.encode("ascii") in data for name in _FIELDS):
        return
    try:
        todo: list[Json] = [read_json(data)]
    except MalformedJson:
        return
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            for name in sorted(_FIELDS & set(value)):
                yield f"the field {name}"
            todo += value.values()
        elif isinstance(value, list):
            todo += value
