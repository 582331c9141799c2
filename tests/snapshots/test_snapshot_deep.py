"""The deep verification and the scanner: certificates replayed, secrets found in what a build serves, fingerprints."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from catalogue.workspace import Workspace
from games.canonical import Json, canonical_bytes
from snapshots import plan as plans
from snapshots import public_scan
from snapshots.fingerprint import differences, in_range, observed_here
from snapshots.freeze import FreezeRefused
from snapshots.pin import Pin
from snapshots.public_scan import leaks, secrets_of
from snapshots.verify import Options, verify, verify_folder
from tests.snapshots.test_snapshot_forgery import write_pinned
from tests.snapshots.workspaces import LABEL, document, frozen, put

Copy = Callable[[], Path]
DEEP = Options(deep=True)
CERTIFICATE = "private/certificates/mp-0003.json"


def test_a_snapshot_that_was_frozen_verifies_deeply(copy: Copy, pin: str) -> None:
    found = verify(pin, copy(), DEEP)
    assert found.faults == ()
    assert found.fingerprint is not None
    assert found.fingerprint["pinned"]["python"] == ">=3.11"
    assert found.fingerprint["observed"]["rules"]["maze-paint"] == 1


def forged_certificate(folder: Path, change: Callable[[Json], object]) -> Pin:
    """A certificate that lies, with every digest of it right."""
    manifest = json.loads((folder / "snapshot.json").read_bytes())
    value = json.loads((folder / CERTIFICATE).read_bytes())
    change(value)
    data = canonical_bytes(value)
    changes = json.loads((folder / "changes.json").read_bytes())
    pin = write_pinned(folder, manifest, {CERTIFICATE: data})
    digest = next(one["digest"] for one in manifest["files"] if one["path"] == CERTIFICATE)
    next(one for one in changes["added"] if one["name"] == "mp-0003")["new"]["files"]["certificate"] = digest
    pin = write_pinned(folder, manifest, {"changes.json": canonical_bytes(changes)})
    return Pin(LABEL, pin.digest)


@pytest.mark.parametrize(
    "change",
    [
        lambda value: value["solution"].update(moves=value["solution"]["moves"][:-1]),
        lambda value: value["solution"].update(moves=["L", *value["solution"]["moves"][1:]]),
        lambda value: value["trail"].__setitem__(-1, "sha256:" + "5" * 64),
        lambda value: value["optimum"].update(value=value["optimum"]["value"] + 1),
        lambda value: value["must_fail"].clear(),
    ],
    ids=["a move less", "another move", "another state", "another optimum", "no must-fail traces"],
)
def test_a_certificate_that_does_not_replay_is_found_by_deep_alone(
    copy: Copy, change: Callable[[Json], object]
) -> None:
    folder = copy() / LABEL
    pin = forged_certificate(folder, change)
    assert verify_folder(folder, pin).ok
    assert {(one.id, one.path) for one in verify_folder(folder, pin, DEEP).faults} == {
        ("snapshot/certificate", CERTIFICATE)
    }


# The scanner

PLAY = ("R", "D", "L", "U", "R", "D", "L")
STATES = ["sha256:" + "1" * 64, "sha256:" + "2" * 64]
SECRETS = secrets_of([("mp-0009", [PLAY], STATES)])


def packed(data: bytes) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("inner.js", data)
    return archive.getvalue()


GIVEN_AWAY: dict[str, bytes] = {
    "a list in a script": b'const best = ["R", "D", "L", "U", "R", "D", "L"];',
    "one word": b"x='RDLURDL'",
    "with semicolons": b"R;D;L;U;R;D;L",
    "over lines": b"R\r\nD\r\nL\r\nU\r\nR\r\nD\r\nL",
    "within a longer play": b"LLRDLURDLUU",
    "compressed": gzip.compress(b"R D L U R D L", mtime=0),
    "in an archive": packed(b"RDLURDL"),
    "in UTF-16": "R,D,L,U,R,D,L".encode("utf-16"),
    "a state's digest": b"ok = '" + b"2" * 64 + b"'",
    "a certificate's format": b'{"format": "levelpress/certificate@1"}',
    "a private path": b"fetch('private/certificates/mp-0009.json')",
    "a certificate's field": b'{"levels": [{"id": "mp-0009", "optimum": 7}]}',
    "must-fail traces": b"var must_fail = [];",
}


@pytest.mark.parametrize("data", GIVEN_AWAY.values(), ids=GIVEN_AWAY)
def test_what_gives_something_away_is_found(data: bytes) -> None:
    assert list(leaks("public/x", data, SECRETS))


INNOCENT: dict[str, bytes] = {
    "nothing": b"",
    "the first state's digest": b"1" * 64,
    "part of the play": b"RDLURD",
    "another play": b"R;D;L;U;R;D;R",
    "the word solution in a script": b"// a solution is drawn by the player: let solution = null;",
    "a level": b'{"board":{"rows":["@.."]},"goal":{"rule":"paint-all"},"id":"mp-0009"}',
    "broken gzip": b"\x1f\x8bnot really",
    "broken zip": b"PK\x03\x04not really",
}


@pytest.mark.parametrize("data", INNOCENT.values(), ids=INNOCENT)
def test_what_gives_nothing_away_is_not_found(data: bytes) -> None:
    assert list(leaks("public/x", data, SECRETS)) == []


def test_a_play_too_short_to_tell_is_not_searched_for() -> None:
    assert list(leaks("public/x", b"RDLUR", secrets_of([("mp-0009", [PLAY[:5]], [])]))) == []


def test_the_evaluator_s_own_code_is_found() -> None:
    code = Path(public_scan.__file__).read_bytes()
    assert list(leaks("public/x", code, secrets_of([]))) != []


def test_a_build_that_holds_a_solution_is_not_frozen(workspace: Workspace, tmp_path: Path) -> None:
    put(workspace, document("mp-0003", board={"rows": ["@..#", "##.#", "...#", ".#..", "...."]}))
    certificate = json.loads((workspace.root / "catalogue/certificates/maze-paint/mp-0003.json").read_bytes())
    moves = certificate["solution"]["moves"]
    assert len(moves) >= 6
    build = tmp_path / "build"
    build.mkdir()
    (build / "index.html").write_bytes(b"<!doctype html>\n")
    assert frozen(workspace, runtime=build).created
    (build / "hints.js").write_bytes(("hint(" + json.dumps(moves) + ")").encode())
    with pytest.raises(FreezeRefused, match="freeze/leak") as refused:
        frozen(workspace, "lpb-2027.01.0", "2027-01-05", runtime=build)
    assert "the solution of mp-0003" in str(refused.value)


def test_a_leak_that_was_frozen_is_found_by_deep(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(workspace, document("mp-0003", board={"rows": ["@..#", "##.#", "...#", ".#..", "...."]}))
    certificate = json.loads((workspace.root / "catalogue/certificates/maze-paint/mp-0003.json").read_bytes())
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "hints.js").write_bytes(json.dumps(certificate["solution"]["moves"]).encode())
    monkeypatch.setattr(plans, "_leaks", lambda draft: ())
    made = frozen(workspace, runtime=tmp_path / "build")
    assert verify(made.pin, workspace.frozen).ok
    found = verify(made.pin, workspace.frozen, DEEP).faults
    assert [one.id for one in found] == ["snapshot/leak"]
    assert found[0].path.startswith("public/runtime/blobs/")


def test_a_title_that_holds_a_solution_is_not_frozen(workspace: Workspace) -> None:
    put(workspace, document("mp-0003", board={"rows": ["@..#", "##.#", "...#", ".#..", "...."]}))
    certificate = json.loads((workspace.root / "catalogue/certificates/maze-paint/mp-0003.json").read_bytes())
    put(workspace, document("mp-0001", title="Try " + "-".join(certificate["solution"]["moves"]).replace("-", " ")))
    with pytest.raises(FreezeRefused, match="freeze/leak"):
        frozen(workspace)


# Fingerprints


@pytest.mark.parametrize(
    ("version", "wanted", "within"),
    [
        ("3.11.2", ">=3.11", True),
        ("3.10.9", ">=3.11", False),
        ("3.12.0", ">=3.11,<3.13", True),
        ("3.13.0", ">=3.11,<3.13", False),
        ("3.11.2", "==3.11", True),
        ("3.12.1", "!=3.12", False),
        ("3.11.2", "~=3.11", False),
        ("3.11.2", "unknown", False),
    ],
)
def test_a_version_lies_in_a_range(version: str, wanted: str, within: bool) -> None:
    assert in_range(version, wanted) is within


def test_differences_name_what_is_not_as_pinned() -> None:
    pinned = {"python": ">=3.11", "rules": {"a": 1}, "environment": {"locale": "en-US"}, "runtime_digest": None}
    same = {"python": "3.12.1", "rules": {"a": 1, "b": 3}, "environment": {"locale": "en-US"}, "runtime_digest": "x"}
    assert differences(pinned, same) == []
    other = {"python": "3.9.1", "rules": {"a": 2}, "environment": {"locale": "de"}}
    assert [one["name"] for one in differences(pinned, other)] == ["environment.locale", "python", "rules"]
    assert differences(pinned, {}) == []


def test_another_python_than_the_pinned_range_is_a_fault_of_deep(
    copy: Copy, pin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from snapshots import file_reading

    monkeypatch.setattr(file_reading, "observed_here", lambda: {**observed_here(), "python": "3.9.1"})
    assert [fault.id for fault in verify(pin, copy(), DEEP).faults] == ["snapshot/fingerprint"]
