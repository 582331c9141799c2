"""The files of a snapshot that is being made: what is known of each is held, its bytes wait in a temporary file.

A freeze decides everything before it writes anything, and may hold many levels; so the bytes of each file leave the
memory as soon as their digest is known. They are held against it when they come back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import Any

from games.canonical import Json
from snapshots.layout import ROLES

__all__ = ["WaitingFiles"]

#: Bytes that are held in memory before the temporary file is made: all of a snapshot with a few hundred levels.
HELD = 8 << 20


@dataclass(frozen=True, slots=True)
class _File:
    role: str
    start: int
    size: int
    digest: bytes


class _Rows(Sequence[Mapping[str, Json]]):
    """The rows of files, sorted by path."""

    def __init__(self, files: Mapping[str, _File]) -> None:
        self._files, self._paths = files, sorted(files)

    def __len__(self) -> int:
        return len(self._paths)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        path = self._paths[index]
        one = self._files[path]
        return {
            "path": path,
            "size": one.size,
            "digest": f"sha256:{one.digest.hex()}",
            "media_type": ROLES[one.role].media_type,
            "role": one.role,
        }


class WaitingFiles(Mapping[str, bytes]):
    """Path -> bytes, in the order in which they were put there; the bytes are read when they are asked for.

    To be closed, as a context or by `close`.

    Raises:
        OSError: the disk takes no more, or gives back other bytes than it was given.
    """

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}
        self._end = 0
        # Closed by `close`: the files outlive the function that makes them.
        self._stream = SpooledTemporaryFile(max_size=HELD)  # noqa: SIM115

    def put(self, path: str, role: str, data: bytes) -> None:
        """Let the bytes of a file wait."""
        self._stream.seek(self._end)
        self._stream.write(data)
        self._files[path] = _File(role, self._end, len(data), hashlib.sha256(data).digest())
        self._end += len(data)

    def __getitem__(self, path: str) -> bytes:
        one = self._files[path]
        self._stream.seek(one.start)
        data = self._stream.read(one.size)
        if hashlib.sha256(data).digest() != one.digest:
            raise OSError(f"{path}: the temporary file holds other bytes than were written")
        return data

    def __len__(self) -> int:
        return len(self._files)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __contains__(self, path: object) -> bool:
        return path in self._files

    def roles(self) -> set[str]:
        """The roles of the files that are there."""
        return {one.role for one in self._files.values()}

    def rows(self) -> Sequence[Mapping[str, Json]]:
        """The `files[]` of a root manifest that lists the files that are there now; each row is made when asked for."""
        return _Rows(self._files)

    def close(self) -> None:
        """Give the temporary file back."""
        self._stream.close()

    def __enter__(self) -> WaitingFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
