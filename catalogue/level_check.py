"""One level and its certificate, as they lie on disk: everything that is wrong with either."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from catalogue.document import Unreadable, document_faults, form_faults, read_bytes, read_document
from catalogue.level_record import LevelRecord
from games.finding import Finding, FindingKind
from solvers.contract import solver_named
from validators.certificate import FORMAT, Certificate, certificate_from_json
from validators.certificate_faults import certificate_faults

__all__ = ["FINDINGS", "CertificateReport", "check_certificate"]

MISSING = FindingKind(
    "certificate/missing", "A level of the catalogue has no certificate.", "Run `levelpress certify` on it."
)
NONE_YET = FindingKind(
    "certificate/none-yet",
    "A candidate has no certificate yet, so nothing is proven of it.",
    "Run `levelpress certify` on it before it is added.",
    severity="note",
)
BROKEN = FindingKind("certificate/unreadable", "A certificate's file cannot be read.", "Certify the level again.")
UNSOLVABLE = FindingKind(
    "certificate/unsolvable", "A level is certified to be unsolvable.", "Change the board, or reject the level."
)
FINDINGS = (MISSING, NONE_YET, BROKEN, UNSOLVABLE)


@dataclass(frozen=True, slots=True)
class CertificateReport:
    """What came of one level's certificate: its value where it can be read, and every finding."""

    certificate: Certificate | None
    findings: tuple[Finding, ...]


def check_certificate(record: LevelRecord, path: Path, *, in_catalogue: bool) -> CertificateReport:
    """The certificate at `path` held against its level; of the catalogue's levels it must be there."""
    if not path.exists():
        kind = MISSING if in_catalogue else NONE_YET
        return CertificateReport(None, (kind.at(f"no certificate at {path.name}"),))
    try:
        value = read_document(path)
    except Unreadable as error:
        return CertificateReport(None, (BROKEN.at(str(error)).about(file=str(path)),))
    faults = tuple(document_faults(value, FORMAT))
    if faults:
        return CertificateReport(None, tuple(fault.about(file=str(path)) for fault in faults))
    certificate = certificate_from_json(value)
    found = tuple(_faults(record, path, certificate))
    return CertificateReport(certificate, tuple(fault.about(file=str(path)) for fault in found))


def _faults(record: LevelRecord, path: Path, certificate: Certificate) -> Iterator[Finding]:
    yield from form_faults(certificate.to_json(), read_bytes(path))
    yield from certificate_faults(record.game, solver_named(record.game.name), record.level, certificate)
    if certificate.verdict == "unsolvable":
        yield UNSOLVABLE.at(certificate.explanation or "every search was exhausted")
