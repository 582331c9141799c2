"""The three files of a level in a snapshot: what the runtime may see, the certificate, the provenance."""

from __future__ import annotations

from typing import Any

from catalogue.level_record import LevelRecord
from games.canonical import Json, canonical_bytes
from games.contract import AnyGame
from games.strict_json import read_json
from snapshots.layout import ROLES, certificate_path, level_path, provenance_path
from snapshots.waiting_files import WaitingFiles
from validators.certificate import Certificate, certificate_from_json

__all__ = ["put_level_files", "waiting_certificate", "waiting_level"]


def put_level_files(files: WaitingFiles, level_id: str, record: LevelRecord, certificate: Certificate) -> None:
    """Put a level's files among those of a snapshot, under the id by which it is listed."""
    value, game = record.to_json(), record.game.name
    files.put(level_path(game, level_id), "level", canonical_bytes(_public_level(value)))
    files.put(certificate_path(level_id), "certificate", canonical_bytes(certificate.to_json()))
    files.put(provenance_path(level_id), "provenance", canonical_bytes(_provenance(value)))


def waiting_level(files: WaitingFiles, game: AnyGame, level_id: str) -> Any:
    """The level whose public file was put there."""
    value = read_json(files[level_path(game.name, level_id)])
    return game.parse(value["board"], value["goal"])


def waiting_certificate(files: WaitingFiles, level_id: str) -> Certificate:
    """The certificate that was put there."""
    return certificate_from_json(read_json(files[certificate_path(level_id)]))


def _public_level(value: Json) -> dict[str, Json]:
    """What the runtime may see of a level. Origin, tags and everything of the certificate stay private."""
    kept = {key: value[key] for key in ("id", "revision", "game", "title", "board", "goal", "license", "canary")}
    return {"format": ROLES["level"].format, **kept}


def _provenance(value: Json) -> dict[str, Json]:
    kept = {key: value[key] for key in ("id", "revision", "provenance", "tags")}
    return {"format": ROLES["provenance"].format, **kept}
