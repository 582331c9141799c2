"""Where a root manifest lists a file or a level: places by name, so that the rows themselves need not be held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.canonical import Json

__all__ = ["FileIndex", "Rows"]


class FileIndex(Mapping[str, Json]):
    """Path -> its `files[]` row, made when it is asked for. The places of the rows are those of the manifest."""

    __slots__ = ("_places", "_rows")

    def __init__(self, manifest: Mapping[str, Json]) -> None:
        self._rows = manifest["files"]
        self._places = {row["path"]: at for at, row in enumerate(self._rows)}

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __contains__(self, path: object) -> bool:
        return path in self._places

    def __getitem__(self, path: str) -> Json:
        return self._rows[self._places[path]]

    def place(self, path: str) -> int:
        """The place of a path's row. Raises KeyError."""
        return self._places[path]

    def digest(self, path: str) -> str | None:
        """The digest of a listed file, None for one that is not listed."""
        return str(self[path]["digest"]) if path in self._places else None


class Rows(Mapping[str, Json]):
    """Level id -> its `levels[]` row, made when it is asked for; with `digests`, by level digest too."""

    __slots__ = ("_digests", "_made", "_rows")

    def __init__(self, manifest: Mapping[str, Json], *, digests: bool = False) -> None:
        self._rows, self._digests = manifest["levels"], digests
        self._made: dict[str, int] | None = None

    @property
    def _places(self) -> dict[str, int]:
        # Few snapshots ask for a level's ancestors, which is all that the digests are for.
        if self._made is None:
            keys = ("id", "level_digest") if self._digests else ("id",)
            self._made = {row[key]: at for at, row in enumerate(self._rows) for key in keys}
        return self._made

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __getitem__(self, name: str) -> Json:
        return self._rows[self._places[name]]
