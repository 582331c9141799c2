"""A workspace: the folder that holds `catalogue/objectives.json`, and where its files lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from catalogue.document import Unreadable, document_faults, read_document, write_bytes
from catalogue.level_record import FORMAT as LEVEL_FORMAT
from catalogue.level_record import LevelRecord, level_record
from catalogue.lifecycle import FORMAT as LIFECYCLE_FORMAT
from catalogue.lifecycle import Lifecycle, lifecycle_from_json
from catalogue.objectives import FORMAT as OBJECTIVES_FORMAT
from catalogue.objectives import Objectives, objectives_from_json
from games.canonical import Json, pretty_bytes
from games.contract import InvalidLevel
from games.registry import game_named, game_with_prefix
from validators.certificate import FORMAT as CERTIFICATE_FORMAT
from validators.certificate import Certificate, certificate_from_json

__all__ = ["NoWorkspace", "Workspace", "find_workspace", "read_certificate", "read_level"]

MARK = Path("catalogue") / "objectives.json"


class NoWorkspace(Exception):
    """No workspace where one is needed."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """The paths of a workspace. Nothing is read until it is asked for."""

    root: Path

    @property
    def objectives_path(self) -> Path:
        return self.root / MARK

    @property
    def lifecycle_path(self) -> Path:
        return self.root / "catalogue" / "state.json"

    @property
    def levels(self) -> Path:
        return self.root / "catalogue" / "levels"

    @property
    def certificates(self) -> Path:
        return self.root / "catalogue" / "certificates"

    @property
    def candidates(self) -> Path:
        return self.root / "catalogue" / "candidates"

    @property
    def rejected(self) -> Path:
        return self.root / "catalogue" / "rejected"

    @property
    def frozen(self) -> Path:
        return self.root / "snapshots" / "frozen"

    def level_path(self, level_id: str) -> Path:
        """Where the level of that id lies.

        Raises:
            KeyError: the id's prefix is no game's.
        """
        return self.levels / _game_of(level_id) / f"{level_id}.json"

    def certificate_path(self, level_id: str) -> Path:
        """Where the certificate of the level of that id lies. Raises KeyError like `level_path`."""
        return self.certificates / _game_of(level_id) / f"{level_id}.json"

    def level_ids(self) -> tuple[str, ...]:
        """The ids of all level files, sorted."""
        return tuple(sorted(path.stem for path in self.levels.glob("*/*.json")))

    def certificate(self, level_id: str) -> Certificate | None:
        """The certificate of a level; None for one that is missing or broken, which `check` names."""
        try:
            return read_certificate(self.certificate_path(level_id))
        except (Unreadable, InvalidLevel, KeyError):
            return None

    def read_objectives(self) -> Objectives:
        """Raises Unreadable or InvalidLevel (with the faults of the document)."""
        return objectives_from_json(_checked(self.objectives_path, OBJECTIVES_FORMAT))

    def read_lifecycle(self) -> Lifecycle:
        """The lifecycle; an empty one where the file is not there yet. Raises Unreadable or InvalidLevel.

        One level without a state is what an `add` leaves that was cut short; where there are more, a state was lost,
        and beginning anew would forget what is released.
        """
        if not self.lifecycle_path.exists():
            levels = self.level_ids()
            if len(levels) > 1:
                raise Unreadable(f"{self.lifecycle_path}: not there, though there are {len(levels)} levels; restore it")
            return Lifecycle()
        return lifecycle_from_json(_checked(self.lifecycle_path, LIFECYCLE_FORMAT))

    def write_objectives(self, objectives: Objectives) -> None:
        write_bytes(self.objectives_path, _writable(objectives.to_json(), OBJECTIVES_FORMAT))

    def write_lifecycle(self, lifecycle: Lifecycle) -> None:
        write_bytes(self.lifecycle_path, _writable(lifecycle.to_json(), LIFECYCLE_FORMAT))


def find_workspace(start: Path) -> Workspace:
    """The workspace that holds `start`: the nearest folder above with `catalogue/objectives.json`.

    Raises:
        NoWorkspace: there is none.
    """
    for folder in (start, *start.parents):
        if (folder / MARK).is_file():
            return Workspace(folder)
    raise NoWorkspace(f"no workspace at {start} or above it (no {MARK.as_posix()}); `levelpress init DIR` makes one")


def read_level(path: Path) -> LevelRecord:
    """The level in a file.

    Raises:
        Unreadable: see `read_document`, or another levelpress document.
        InvalidLevel: with every fault, each naming the file.
    """
    value = read_document(path)
    stated = value.get("format") if isinstance(value, dict) else None
    if isinstance(stated, str) and stated.startswith("levelpress/") and stated != LEVEL_FORMAT:
        raise Unreadable(f"{path}: a levelpress document of another format, not a level")
    try:
        return level_record(value)
    except InvalidLevel as error:
        raise InvalidLevel(tuple(finding.about(file=str(path)) for finding in error.findings)) from None


def read_certificate(path: Path) -> Certificate:
    """The certificate in a file. Raises Unreadable, or InvalidLevel with the faults of the document."""
    return certificate_from_json(_checked(path, CERTIFICATE_FORMAT))


def _checked(path: Path, wanted: str) -> Json:
    value = read_document(path)
    faults = tuple(fault.about(file=str(path)) for fault in document_faults(value, wanted))
    if faults:
        raise InvalidLevel(faults)
    return value


def _writable(value: Json, form: str) -> bytes:
    """The bytes of a document that can be read again. Raises InvalidLevel for one that could not be."""
    faults = tuple(document_faults(value, form))
    if faults:
        raise InvalidLevel(faults)
    return pretty_bytes(value)


def _game_of(level_id: str) -> str:
    name = game_with_prefix(level_id.split("-", maxsplit=1)[0])
    if name is None:
        raise KeyError(level_id)
    return game_named(name).name
