"""Advisories and signatures: what is said of frozen bytes afterwards, and who says that they are the publisher's."""

from __future__ import annotations

import base64
import json
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from catalogue.workspace import Workspace
from games.canonical import Json, canonical_bytes, sha256_of
from snapshots.advise import AdvisoryRefused, Notice, issue
from snapshots.advisories import read_advisories
from snapshots.freeze import FreezeRefused
from snapshots.opened import AdvisoryWarning, NotVerified, open_pinned
from snapshots.pin import parse_pin
from snapshots.signature import BadKey, public_key, signature_of, signed_envelope
from snapshots.verify import Options, verify
from tests.snapshots.workspaces import LABEL, frozen

Copy = Callable[[], Path]
DAY = "2026-12-10"


def yank(root: Path, pin: str, slug: str = "wrong-goal", **more: Json) -> Path:
    return issue(root, slug, Notice("yank", DAY, "Its goal is wrong.", pin, **{"levels": ("mp-0001",), **more}))


def test_an_advisory_is_told_and_changes_no_byte(copy: Copy, pin: str) -> None:
    root = copy()
    before = {path: path.read_bytes() for path in (root / LABEL).rglob("*") if path.is_file()}
    assert yank(root, pin).name == "0001-wrong-goal.json"
    found = verify(pin, root)
    assert found.ok
    assert [one.value["number"] for one in found.advisories] == [1]
    assert found.last_advisory == 1
    assert "advisory 1, yank of mp-0001: Its goal is wrong." in found.warnings[0]
    assert {path: path.read_bytes() for path in (root / LABEL).rglob("*") if path.is_file()} == before


def test_a_pinned_run_goes_on_with_a_loud_warning(copy: Copy, pin: str) -> None:
    root = copy()
    yank(root, pin)
    with pytest.warns(AdvisoryWarning, match="yank of mp-0001"):
        snapshot = open_pinned(pin, root)
    assert snapshot.last_advisory == 1
    assert len(list(snapshot.levels())) == 5


def test_a_later_advisory_lifts_an_earlier_one(copy: Copy, pin: str) -> None:
    root = copy()
    yank(root, pin)
    issue(root, "goal-was-right", Notice("lift", DAY, "It was right.", lifts=1))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        snapshot = open_pinned(pin, root)
    assert (snapshot.last_advisory, snapshot.advisories[0].lifted_by) == (2, 2)


def test_an_advisory_about_another_snapshot_is_not_told_here(workspace: Workspace) -> None:
    first = frozen(workspace)
    second = frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    yank(workspace.frozen, second.pin)
    assert verify(first.pin, workspace.frozen).advisories == ()
    issue(workspace.frozen, "everywhere", Notice("erratum", DAY, "A typo.", None, ("mp-0001",)))
    assert [one.value["number"] for one in verify(first.pin, workspace.frozen).advisories] == [2]


def test_an_earlier_exposure_counts_in_the_next_snapshot(workspace: Workspace) -> None:
    made = frozen(workspace)
    notice = Notice("exposure", DAY, "It was in a book.", None, ("mp-0001",), exposure_date="2019-05-04")
    issue(workspace.frozen, "in-a-book", notice)
    later = frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    rows = {row["id"]: row for row in json.loads((later.path / "snapshot.json").read_bytes())["levels"]}
    assert rows["mp-0001"]["exposure_date"] == "2019-05-04"
    assert rows["mp-0002"]["exposure_date"] == "2026-12-01"
    assert verify(made.pin, workspace.frozen).ok
    assert frozen(workspace).pin == made.pin


def test_three_advisories_without_the_middle_one_are_a_broken_chain(copy: Copy, pin: str) -> None:
    root = copy()
    paths = [yank(root, pin, slug) for slug in ("one", "two", "three")]
    assert verify(pin, root).ok
    paths[1].unlink()
    found = verify(pin, root)
    assert {one.id for one in found.faults} == {"snapshot/advisory"}
    assert {one.path for one in found.faults} == {"advisories/0003-three.json"}
    paths[2].rename(paths[1])
    assert not verify(pin, root).ok
    # The last one cut off shows only to who remembers its number.
    paths[1].unlink()
    found = verify(pin, root)
    assert (found.ok, found.last_advisory) == (True, 1)


TAMPERINGS: dict[str, Callable[[Path], object]] = {
    "rewritten": lambda path: path.write_bytes(
        canonical_bytes({**json.loads(path.read_bytes()), "message": "Nothing is wrong."})
    ),
    "not canonical": lambda path: path.write_bytes(path.read_bytes() + b"\n"),
    "no JSON": lambda path: path.write_bytes(b"["),
    "another field": lambda path: path.write_bytes(canonical_bytes({**json.loads(path.read_bytes()), "x": 1})),
    "a link": lambda path: (path.rename(path.with_suffix(".away")), path.symlink_to(path.with_suffix(".away"))),
    "another name": lambda path: path.rename(path.with_name("0007-one.json")),
    "another number": lambda path: path.write_bytes(canonical_bytes({**json.loads(path.read_bytes()), "number": 2})),
    "no such day": lambda path: path.write_bytes(
        canonical_bytes({**json.loads(path.read_bytes()), "issued_on": "2026-02-30"})
    ),
}


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS)
def test_an_advisory_that_was_tampered_with_is_a_fault_and_stops_a_freeze(
    workspace: Workspace, tamper: Callable[[Path], object]
) -> None:
    made = frozen(workspace)
    path = yank(workspace.frozen, made.pin, "one")
    yank(workspace.frozen, made.pin, "two")
    tamper(path)
    assert not verify(made.pin, workspace.frozen).ok
    with pytest.raises(NotVerified):
        open_pinned(made.pin, workspace.frozen)
    with pytest.raises(FreezeRefused, match="freeze/history"):
        frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    with pytest.raises(AdvisoryRefused):
        yank(workspace.frozen, made.pin, "three")


NOTICES: dict[str, Notice] = {
    "no such snapshot": Notice("yank", DAY, "x", f"{LABEL}@sha256:{'0' * 64}"),
    "no such level": Notice("yank", DAY, "x", None, ("mp-0999",)),
    "of nothing": Notice("yank", DAY, "x"),
    "no such day": Notice("erratum", "2026-02-30", "x", None, ("mp-0001",)),
    "no message": Notice("erratum", DAY, "", None, ("mp-0001",)),
    "a lift of nothing": Notice("lift", DAY, "x"),
    "a lift of what is not there": Notice("lift", DAY, "x", lifts=7),
    "an exposure without its day": Notice("exposure", DAY, "x", None, ("mp-0001",)),
    "a yank with a day of exposure": Notice("yank", DAY, "x", None, ("mp-0001",), exposure_date=DAY),
    "not in NFC": Notice("erratum", DAY, "e\u0301", None, ("mp-0001",)),
}


@pytest.mark.parametrize("notice", NOTICES.values(), ids=NOTICES)
def test_an_advisory_that_says_nothing_sound_is_refused(copy: Copy, notice: Notice) -> None:
    root = copy()
    with pytest.raises(AdvisoryRefused) as refused:
        issue(root, "some-slug", notice)
    assert {one.id for one in refused.value.findings} == {"advisory/refused"}
    assert read_advisories(root).all == ()


@pytest.mark.parametrize("slug", ["", "Two Words", "../x", "a--b"])
def test_a_slug_is_lower_case_words(copy: Copy, pin: str, slug: str) -> None:
    with pytest.raises(ValueError, match="slug"):
        yank(copy(), pin, slug)


# Signatures

crypto = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")


def pair(number: int) -> tuple[bytes, bytes]:
    """A private and a public key in PEM, the same for the same number."""
    from cryptography.hazmat.primitives import serialization as form

    key = crypto.Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
    private = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    public = key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    return private, public


def signed(root: Path, pin: str, number: int, **changes: Json) -> Path:
    """Sign as that key; `changes` replace fields of the envelope afterwards."""
    manifest = json.loads((root / LABEL / "snapshot.json").read_bytes())
    name, data = signed_envelope(parse_pin(pin), manifest, pair(number)[0])
    path = root / LABEL / "signatures" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(canonical_bytes({**json.loads(data), **changes}))
    return path


def outcome(root: Path, pin: str, *numbers: int) -> tuple[str, set[str]]:
    """The signature's outcome, and the fault ids where one is required."""
    keys = [public_key(pair(number)[1]) for number in numbers]
    found = verify(pin, root, Options(keys=keys))
    assert found.ok
    required = verify(pin, root, Options(keys=keys, require_signature=True))
    return found.signature, {one.id for one in required.faults}


def test_unsigned_unknown_key_bad_signature_and_good_are_four_outcomes(copy: Copy, pin: str) -> None:
    root = copy()
    refused = {"snapshot/signature"}
    assert outcome(root, pin, 1) == ("unsigned", refused)
    path = signed(root, pin, 1)
    assert outcome(root, pin) == ("unknown key", refused)
    assert outcome(root, pin, 2) == ("unknown key", refused)
    assert outcome(root, pin, 1) == ("good", set())
    envelope = json.loads(path.read_bytes())
    envelope["signatures"][0]["sig"] = base64.b64encode(bytes(64)).decode()
    path.write_bytes(canonical_bytes(envelope))
    assert outcome(root, pin, 1) == ("bad signature", refused)


def test_a_good_signature_beside_a_stranger_s_is_good_a_bad_one_is_bad(copy: Copy, pin: str) -> None:
    root = copy()
    signed(root, pin, 1)
    signed(root, pin, 2)
    assert outcome(root, pin, 1)[0] == "good"
    signed(root, pin, 1, payload=base64.b64encode(b"{}").decode())
    assert outcome(root, pin, 1)[0] == "bad signature"
    assert outcome(root, pin, 1, 2)[0] == "good"


def test_a_signature_of_another_snapshot_is_bad(copy: Copy, pin: str) -> None:
    root = copy()
    other = f"{LABEL}@sha256:{'0' * 64}"
    signed(root, other, 1)
    assert outcome(root, pin, 1)[0] == "bad signature"


def test_a_signature_of_another_payload_type_is_bad(copy: Copy, pin: str) -> None:
    root = copy()
    signed(root, pin, 1, payloadType="text/plain")
    assert outcome(root, pin, 1)[0] == "bad signature"


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff", b'{"payload":"e30=","payloadType":"x","signatures":[]}'])
def test_what_is_no_envelope_is_a_bad_signature(copy: Copy, pin: str, data: bytes) -> None:
    root = copy()
    (root / LABEL / "signatures").mkdir()
    (root / LABEL / "signatures" / "x.dsse.json").write_bytes(data)
    assert outcome(root, pin, 1)[0] == "bad signature"


def test_every_byte_of_an_envelope_counts(copy: Copy, pin: str) -> None:
    honest = signed(copy(), pin, 1).read_bytes()
    keys = [public_key(pair(1)[1])]
    digest = parse_pin(pin).digest
    assert signature_of([honest], digest, keys) == "good"
    for at in range(len(honest)):
        other = honest[:at] + bytes([honest[at] ^ 1]) + honest[at + 1 :]
        # Base64 has spare bits in a last digit; only an envelope of the very same bytes within may still be good.
        if signature_of([other], digest, keys) == "good":
            assert within(other) == within(honest)


def within(envelope: bytes) -> list[bytes]:
    value = json.loads(envelope)
    return [base64.b64decode(text) for text in (value["payload"], value["signatures"][0]["sig"])]


def test_the_envelope_is_an_in_toto_statement_about_the_root_manifest(copy: Copy, pin: str) -> None:
    root = copy()
    envelope = json.loads(signed(root, pin, 1).read_bytes())
    statement = json.loads(base64.b64decode(envelope["payload"]))
    assert statement["_type"] == "https://in-toto.io/Statement/v1"
    digest = sha256_of((root / LABEL / "snapshot.json").read_bytes()).removeprefix("sha256:")
    assert statement["subject"] == [{"name": "snapshot.json", "digest": {"sha256": digest}}]


def test_what_is_no_key_is_said(copy: Copy, pin: str) -> None:
    for data in (b"", b"x", pair(1)[0]):
        with pytest.raises(BadKey):
            public_key(data)
    with pytest.raises(BadKey):
        signed_envelope(parse_pin(pin), {}, pair(1)[1])


def test_a_required_signature_keeps_open_pinned_shut(copy: Copy, pin: str) -> None:
    root = copy()
    key = public_key(pair(1)[1])
    with pytest.raises(NotVerified, match="unsigned"):
        open_pinned(pin, root, keys=[key], require_signature=True)
    signed(root, pin, 1)
    assert open_pinned(pin, root, keys=[key], require_signature=True).signature == "good"
