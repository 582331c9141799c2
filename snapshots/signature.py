"""Signatures: a DSSE envelope over an in-toto Statement whose subject is `snapshot.json`, signed with Ed25519.

Envelopes lie in `signatures/`, the only place that the root manifest does not list: a signature comes after what it
signs. Which keys are trusted is never taken from the snapshot. An envelope speaks for a snapshot only if its statement
names the digest of that very root manifest and the signature holds over the envelope's own payload bytes.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.canonical import Json, canonical_bytes, sha256_of
from games.strict_json import MalformedJson, read_json
from snapshots.layout import MANIFEST
from snapshots.pin import Pin

__all__ = ["BAD", "GOOD", "UNKNOWN", "UNSIGNED", "BadKey", "PublicKey", "public_key", "signature_of", "signed_envelope"]

UNSIGNED, UNKNOWN, BAD, GOOD = "unsigned", "unknown key", "bad signature", "good"
PAYLOAD_TYPE = "application/vnd.in-toto+json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:levelpress:release:1"


class BadKey(ValueError):
    """A key that is no Ed25519 key in PEM."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A trusted key: its id, the SHA-256 of its 32 raw bytes in hex, and those bytes."""

    id: str
    raw: bytes


def public_key(pem: bytes) -> PublicKey:
    """The Ed25519 public key in a PEM file. Raises BadKey; ModuleNotFoundError without the library cryptography."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(pem)
    except Exception as error:
        raise BadKey(f"no public key in PEM ({type(error).__name__})") from None
    if not isinstance(key, Ed25519PublicKey):
        raise BadKey("not an Ed25519 key")
    return _public(key)


def signed_envelope(pin: Pin, manifest: Mapping[str, Json], private_pem: bytes) -> tuple[str, bytes]:
    """The file name, from the key's id, and the bytes of an envelope for a snapshot. Raises as `public_key`."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(private_pem, password=None)
    except Exception as error:
        raise BadKey(f"no private key in PEM without a password ({type(error).__name__})") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey("not an Ed25519 key")
    predicate = {"pin": str(pin), "released_on": manifest["released_on"], "official": manifest["official"]}
    payload = canonical_bytes(
        {
            "_type": STATEMENT_TYPE,
            "subject": [{"name": MANIFEST, "digest": {"sha256": pin.digest.removeprefix("sha256:")}}],
            "predicateType": PREDICATE_TYPE,
            "predicate": predicate,
        }
    )
    keyid = _public(key.public_key()).id
    signature = base64.b64encode(key.sign(_pre_authentication(PAYLOAD_TYPE, payload))).decode("ascii")
    envelope = {
        "payloadType": PAYLOAD_TYPE,
        "payload": base64.b64encode(payload).decode("ascii"),
        "signatures": [{"keyid": keyid, "sig": signature}],
    }
    return f"{keyid[:16]}.dsse.json", canonical_bytes(envelope)


def signature_of(envelopes: Iterable[bytes], digest: str, keys: Sequence[PublicKey]) -> str:
    """What the envelopes beside a root manifest of that digest say: one good signature is enough, a bad one of a
    trusted key outweighs any of unknown keys. Raises ModuleNotFoundError without the library cryptography."""
    outcomes = {outcome for data in envelopes for outcome in _outcomes(data, digest, {key.id: key for key in keys})}
    return next((one for one in (GOOD, BAD, UNKNOWN) if one in outcomes), UNSIGNED)


def _outcomes(data: bytes, digest: str, keys: Mapping[str, PublicKey]) -> Iterable[str]:
    try:
        envelope = read_json(data)
        payload = base64.b64decode(envelope["payload"], validate=True)
        signatures = [
            (str(one["keyid"]), base64.b64decode(one["sig"], validate=True)) for one in envelope["signatures"]
        ]
        message = _pre_authentication(str(envelope["payloadType"]), payload)
        speaks = envelope["payloadType"] == PAYLOAD_TYPE and _subject(payload) == digest
    except (MalformedJson, KeyError, TypeError, AttributeError, binascii.Error, ValueError):
        return [BAD]
    if not signatures:
        return [BAD]
    return [
        UNKNOWN if keyid not in keys else GOOD if speaks and _holds(keys[keyid].raw, sig, message) else BAD
        for keyid, sig in signatures
    ]


def _subject(payload: bytes) -> str | None:
    """The digest of the root manifest that a statement speaks of; None where it is no such statement."""
    statement = read_json(payload)
    if statement["_type"] != STATEMENT_TYPE or statement["predicateType"] != PREDICATE_TYPE:
        return None
    found = [one["digest"]["sha256"] for one in statement["subject"] if one["name"] == MANIFEST]
    return f"sha256:{found[0]}" if len(found) == 1 else None


def _holds(raw: bytes, signature: bytes, message: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def _pre_authentication(kind: str, payload: bytes) -> bytes:
    """DSSE's encoding of what is signed: type and payload with their lengths, so that neither runs into the other."""
    name = kind.encode("utf-8")
    return b"DSSEv1 %d %b %d %b" % (len(name), name, len(payload), payload)


def _public(key: Any) -> PublicKey:
    raw = key.public_bytes_raw()
    return PublicKey(sha256_of(raw).removeprefix("sha256:"), raw)
