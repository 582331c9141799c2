"""`levelpress verify`: a frozen snapshot against its pin, offline."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from authoring.console import counted, print_document, print_line, printable
from authoring.exit_codes import ExitCode
from authoring.level_inputs import workspace_of, workspace_option
from authoring.paths import given_path
from catalogue.document import Unreadable, read_bytes
from snapshots.fingerprint import read_observed
from snapshots.pin import parse_pin
from snapshots.signature import BAD, BadKey, PublicKey, public_key
from snapshots.verify import Options, Verification, verify

__all__ = ["command", "frozen_folder", "trusted_keys"]


@click.command("verify")
@click.argument("pin", metavar="PIN")
@click.option("--deep", is_flag=True, help="Replay every certificate and seed, scan the public part for secrets.")
@click.option("--observed", metavar="FILE", help="What a run observed, JSON: a difference to the pinned is a fault.")
@click.option("--key", "keys", multiple=True, metavar="FILE", help="A public key to trust, Ed25519 in PEM; repeatable.")
@click.option("--require-signature", is_flag=True, help="A fault unless a trusted key signed.")
@click.option("--root", metavar="DIR", help="The folder of snapshots; default: the workspace's snapshots/frozen.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@workspace_option
def command(
    pin: str,
    deep: bool,
    observed: str | None,
    keys: tuple[str, ...],
    require_signature: bool,
    root: str | None,
    as_json: bool,
    workspace: str | None,
) -> int:
    """Prove that the frozen files are exactly what PIN names, lpb-YYYY.MM.P@sha256:<64 hex digits>.

    Every fault is listed. Nothing outside the snapshot is needed, but for the keys to trust.
    """
    parse_pin(pin)
    seen = None if observed is None else read_observed(given_path(observed))
    options = Options(deep=deep, observed=seen, keys=trusted_keys(keys), require_signature=require_signature)
    found = verify(pin, frozen_folder(root, workspace), options)
    _warn(found)
    if as_json:
        print_document(found.to_json())
    else:
        _print(found, deep)
    return ExitCode.OK if found.ok else ExitCode.FINDINGS


def frozen_folder(root: str | None, workspace: str | None) -> Path:
    """The folder of snapshots that `--root` names, or the workspace's."""
    return Path(root) if root is not None else workspace_of(workspace).frozen


def trusted_keys(paths: Sequence[str]) -> tuple[PublicKey, ...]:
    """The public keys in files. Raises Unreadable."""
    found = []
    for path in paths:
        try:
            found.append(public_key(read_bytes(given_path(path))))
        except BadKey as error:
            raise Unreadable(f"{path}: {error}") from None
    return tuple(found)


def _warn(found: Verification) -> None:
    for told in found.warnings:
        click.echo(printable(f"WARNING: {told}"), err=True)
    if found.signature == BAD:
        click.echo(f"WARNING: {found.pin.label}: bad signature", err=True)


def _print(found: Verification, deep: bool) -> None:
    for one in found.faults:
        print_line(f"{one.path}: {one.id}: {one.message}")
    if not found.ok:
        print_line(f"{found.pin.label}: NOT what the pin names: {counted(len(found.faults), 'fault')}")
        return
    counts = (found.manifest or {})["counts"]
    how = "verified and replayed" if deep else "verified"
    print_line(f"{found.pin.label}: {how}: {counts['levels']} levels, {counts['files']} files, {found.signature}")
    for one in (found.fingerprint or {}).get("differences", ()):
        print_line(f"    {one['name']} here is {one['observed']}, pinned is {one['pinned']}")
