"""What can be wrong with a frozen snapshot: the kinds of fault, and a fault as `verify` lists it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.canonical import Json
from games.finding import FindingKind

__all__ = ["FINDINGS", "Fault", "fault", "in_order"]

_RESTORE = "Take the snapshot again from where it was published; a frozen file is never mended."
_REFREEZE = "Freeze a new snapshot from the catalogue; this one says something untrue."

PIN_MISMATCH = FindingKind(
    "snapshot/pin-mismatch", "The root manifest's bytes are not those that the pin names.", _RESTORE
)
LABEL = FindingKind("snapshot/label", "The root manifest carries another label than the pin.", _RESTORE)
UNREADABLE = FindingKind("snapshot/unreadable", "A file or folder cannot be read.", "Mend the permissions or the disk.")
NOT_REGULAR = FindingKind(
    "snapshot/not-regular", "A link, device, FIFO or socket lies in the snapshot; only files and folders may.", _RESTORE
)
UNLISTED = FindingKind(
    "snapshot/unlisted-file",
    "A file or folder lies in the snapshot that the root manifest does not list.",
    "Remove it; only signatures/ may hold files that are not listed.",
)
MISSING = FindingKind("snapshot/missing-file", "A file that belongs to the snapshot is not there.", _RESTORE)
CLASH = FindingKind(
    "snapshot/name-clash",
    "Two names differ only by case or by Unicode form, so that some file systems hold one of them only.",
    _RESTORE,
)
PATH = FindingKind(
    "snapshot/path",
    "A path in the root manifest is unsafe, or is not where a file of its role lies.",
    _REFREEZE,
)
SIZE = FindingKind("snapshot/size", "A file's size is not the one in the root manifest.", _RESTORE)
DIGEST = FindingKind("snapshot/digest", "A file's bytes are not those that the root manifest pins.", _RESTORE)
MALFORMED = FindingKind("snapshot/malformed", "A JSON file cannot be read as JSON that levelpress takes.", _RESTORE)
NOT_CANONICAL = FindingKind(
    "snapshot/not-canonical", "A JSON file is not byte for byte the RFC 8785 form of its value.", _RESTORE
)
NOT_NFC = FindingKind("snapshot/not-nfc", "A text is not in Unicode form NFC.", _REFREEZE)
SCHEMA = FindingKind(
    "snapshot/schema", "A file has another format than its place demands, or does not fit its schema.", _REFREEZE
)
ORDER = FindingKind("snapshot/order", "A list is not sorted, or names something twice.", _REFREEZE)
LEVEL = FindingKind(
    "snapshot/level", "A level is invalid under the rules of its game, or not as they print it.", _REFREEZE
)
RULES = FindingKind(
    "snapshot/rules",
    "The snapshot names other games or rules versions than its levels have, or than this levelpress can check.",
    "Verify with the levelpress version that the manifest names.",
)
DERIVED = FindingKind(
    "snapshot/derived-digest", "A derived digest is not the one that follows from the content.", _REFREEZE
)
REFERENCE = FindingKind("snapshot/cross-reference", "Two files of the snapshot contradict each other.", _REFREEZE)
DUPLICATE = FindingKind(
    "snapshot/duplicate", "Two levels of the snapshot are the same under the symmetries of their game.", _REFREEZE
)
COUNT = FindingKind("snapshot/count", "A count is not the number of things counted.", _REFREEZE)
DATE = FindingKind("snapshot/date", "A date is no day of the calendar, or later than it can be.", _REFREEZE)
CANARY = FindingKind("snapshot/canary", "The canary is not the same everywhere.", _REFREEZE)
LICENSE = FindingKind("snapshot/license", "The licences named and the licence texts do not match.", _REFREEZE)
CHANGES = FindingKind("snapshot/changes", "changes.json does not say what changed.", _REFREEZE)
PARENT = FindingKind(
    "snapshot/parent",
    "The parent that the root manifest names is not the snapshot of that label that lies beside it.",
    "Take both again from where they were published.",
)
BUMP = FindingKind(
    "snapshot/bump", "The comparability or interface number is smaller than the changes demand.", _REFREEZE
)
CERTIFICATE = FindingKind(
    "snapshot/certificate", "A certificate does not hold when it is replayed by the rules.", _REFREEZE
)
LEAK = FindingKind(
    "snapshot/leak",
    "The public part holds something of a solution, a certificate or the evaluator's code.",
    "Do not serve it. Freeze a new snapshot whose game build has none of it.",
)
FINGERPRINT = FindingKind(
    "snapshot/fingerprint",
    "This machine does not run what the snapshot pins.",
    "Run it with the Python, the rules and the browser that the manifest names.",
)
ADVISORY = FindingKind(
    "snapshot/advisory",
    "The chain of advisories is broken: one is missing, changed or out of place.",
    "Take the folder advisories again from where it was published.",
)
SIGNATURE = FindingKind(
    "snapshot/signature",
    "A signature was required, and none by a trusted key holds: unsigned, unknown key, or bad signature.",
    "Give the publisher's key with --key; if it is given, do not trust the snapshot.",
)
OFFICIAL = FindingKind("snapshot/official", "A snapshot calls itself official although a commit is unknown.", _REFREEZE)
FINDINGS = (
    PIN_MISMATCH,
    LABEL,
    UNREADABLE,
    NOT_REGULAR,
    UNLISTED,
    MISSING,
    CLASH,
    PATH,
    SIZE,
    DIGEST,
    MALFORMED,
    NOT_CANONICAL,
    NOT_NFC,
    SCHEMA,
    ORDER,
    LEVEL,
    RULES,
    DERIVED,
    REFERENCE,
    DUPLICATE,
    COUNT,
    DATE,
    CANARY,
    LICENSE,
    CHANGES,
    PARENT,
    BUMP,
    CERTIFICATE,
    LEAK,
    FINGERPRINT,
    ADVISORY,
    SIGNATURE,
    OFFICIAL,
)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of a snapshot. `path` is inside the snapshot, `.` for the whole."""

    path: str
    id: str
    message: str

    def to_json(self) -> dict[str, Json]:
        return {"id": self.id, "path": self.path, "message": self.message}


def fault(kind: FindingKind, path: str, message: str) -> Fault:
    """A fault of that kind at a path."""
    return Fault(path, kind.id, message)


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """All faults, each once, by path, id and message."""
    return tuple(sorted(set(faults)))
