"""`levelpress snapshot`: what is frozen, and what is shown, exported, served, signed and advised of it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from authoring.commands.verify import frozen_folder
from authoring.console import counted, print_document, print_line, printable
from authoring.exit_codes import ExitCode
from authoring.level_inputs import workspace_option
from authoring.option_groups import option_group
from authoring.paths import given_path, shown_path
from authoring.standard_output import named_standard_output
from catalogue.document import Unreadable, read_bytes, write_bytes
from catalogue.workspace import NoWorkspace, find_workspace
from games.canonical import Json, canonical_bytes
from games.strict_json import read_json
from snapshots.advise import AdvisoryRefused, Notice, issue
from snapshots.advisories import KINDS, read_advisories
from snapshots.history import read_history
from snapshots.layout import OBJECTIVES, SIGNATURES
from snapshots.naming import verified_by_name
from snapshots.opened import NotVerified, Snapshot
from snapshots.pin import parse_pin
from snapshots.publish import claimed, write_once
from snapshots.signature import BadKey, signed_envelope
from snapshots.verify import Options, Verification, snapshot_folder, verify
from snapshots.views import NoView, view_of

__all__ = ["command"]

#: `--root` and `--workspace`, given to a command as `folder`.
folder_options = option_group(
    "folder",
    frozen_folder,
    click.option("--root", metavar="DIR", help="The folder of snapshots; default: the workspace's snapshots/frozen."),
    workspace_option,
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")


@click.group("snapshot")
def command() -> None:
    """List, show, export, serve and sign frozen snapshots, and issue advisories about them."""


@command.command("list")
@json_option
@folder_options
def list_(as_json: bool, folder: Path) -> int:
    """List the snapshots, oldest first. What is damaged is said, and is exit code 1."""
    if not folder.is_dir() and not _is_workspace_s(folder):
        raise Unreadable(f"no snapshot in {folder}: {'not a folder' if folder.exists() else 'no such folder'}")
    history, damages = read_history(folder)
    advisories = read_advisories(folder)
    rows = [_entry(one.pin, one.manifest) for one in history.snapshots]
    faults = [{"id": one.id, "path": one.file or ".", "message": one.message} for one in damages]
    faults += [one.to_json() for one in advisories.faults]
    if as_json:
        document = {"format": "levelpress/snapshots@1", "snapshots": rows, "faults": faults}
        print_document(document | {"last_advisory": advisories.last})
    else:
        for row in rows:
            kind = "" if row["official"] else ", not official"
            print_line(f"{row['pin']}")
            print_line(
                f"    released {row['released_on']}, {row['levels']} levels ({row['core']} core, {row['fresh']} fresh)"
                f", comparability {row['comparability']}, interface {row['interface']}{kind}"
            )
        for fault in faults:
            print_line(f"{fault['path']}: {fault['id']}: {fault['message']}")
    if not rows:
        click.echo(printable(f"no snapshot in {shown_path(folder)}"), err=True)
    return ExitCode.FINDINGS if faults else ExitCode.OK


def _is_workspace_s(folder: Path) -> bool:
    """Whether it is where a workspace keeps its snapshots: not there before the first freeze, which is no fault."""
    try:
        return not folder.exists() and find_workspace(folder.absolute().parent).frozen == folder.absolute()
    except NoWorkspace:
        return False


def _entry(pin: str, manifest: Json) -> dict[str, Json]:
    kept = ("label", "released_on", "comparability", "interface", "official", "parent")
    counts = {key: manifest["counts"][key] for key in ("levels", "core", "fresh")}
    return {"pin": pin, **{key: manifest[key] for key in kept}, **counts}


@command.command("show")
@click.argument("name", metavar="PIN|LABEL")
@click.option("--view", "views", multiple=True, metavar="VIEW", help="core, all, after=DATE, model_cutoff=DATE.")
@json_option
@folder_options
def show(name: str, views: tuple[str, ...], as_json: bool, folder: Path) -> int:
    """Verify one snapshot and show its numbers, its views with their digests, and what advisories say of it."""
    found = verified_by_name(name, folder, Options(keep=True))
    if not found.ok and as_json:
        raise NotVerified(str(found.pin), found.faults)
    if not found.ok or found.manifest is None:
        return _broken(found)
    manifest = found.manifest
    seeds = read_json(found.files[OBJECTIVES])["seeds"]
    try:
        shown = [
            view_of(view, manifest["levels"], manifest["runtime_digest"], manifest["rules"], seeds)
            for view in (views or ("core", "all"))
        ]
    except NoView as error:
        raise click.UsageError(str(error)) from None
    _warn(found)
    entry = _entry(str(found.pin), manifest)
    if as_json:
        kept = {key: entry[key] for key in entry if key not in ("levels", "core", "fresh")}
        document = {
            "format": "levelpress/snapshot-view@1",
            **kept,
            **{key: manifest[key] for key in ("counts", "rules", "runtime_digest")},
            "signature": found.signature,
            "advisories": found.to_json()["advisories"],
            "views": [
                {"name": one.name, "count": one.count, "digest": one.digest, "levels": list(one.levels)}
                for one in shown
            ],
        }
        print_document(document)
        return ExitCode.OK
    parent = manifest["parent"]
    print_line(str(found.pin))
    print_line(f"    released {manifest['released_on']}, {'official' if manifest['official'] else 'not official'}")
    print_line(f"    comparability {manifest['comparability']}, interface {manifest['interface']}")
    print_line(f"    parent {parent['label'] + '@' + parent['digest'] if parent else 'none'}")
    print_line(f"    {', '.join(f'{number} {game}' for game, number in sorted(manifest['counts']['games'].items()))}")
    print_line(f"    runtime {manifest['runtime_digest'] or 'none'}, {found.signature}")
    for one in shown:
        print_line(f"    view {one.name}: {one.count} levels, {one.digest}")
    return ExitCode.OK


@command.command("export")
@click.argument("pin", metavar="PIN")
@click.option("--vectors", is_flag=True, help="Seeded plays with every state, for a game build to be held against.")
@click.option("-o", "--output", metavar="PATH", required=True, help="A new folder; with --vectors a file, or -.")
@folder_options
def export(pin: str, vectors: bool, output: str, folder: Path) -> int:
    """Write the verified public part of a snapshot, or with --vectors plays as JSON lines."""
    parse_pin(pin)
    found = verify(pin, folder, Options(keep=True))
    if not found.ok or found.manifest is None:
        return _broken(found)
    _warn(found)
    snapshot = Snapshot(pin, found.manifest, found.files)
    if vectors:
        return _export_vectors(snapshot, output)
    target = given_path(output)
    if target.exists():
        raise click.UsageError(f"{output} is there already; give a new folder")
    for path, data in found.files.items():
        if path.startswith("public/"):
            write_bytes(target / path.removeprefix("public/"), data)
    print_line(f"{shown_path(target)}: the public part of {found.pin.label}")
    return ExitCode.OK


def _export_vectors(snapshot: Snapshot, output: str) -> int:
    from snapshots.vectors import vectors

    lines = (canonical_bytes(one) + b"\n" for one in vectors(snapshot))
    if output == "-":
        with named_standard_output():
            for line in lines:
                sys.stdout.buffer.write(line)
            sys.stdout.flush()
        return ExitCode.OK
    data = list(lines)
    write_bytes(given_path(output), b"".join(data))
    print_line(f"{shown_path(Path(output))}: {len(data)} plays")
    return ExitCode.OK


@command.command("advisory")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("slug", metavar="SLUG")
@click.option("--message", required=True, help="What became known, in one or two plain sentences.")
@click.option("--on", "issued_on", required=True, metavar="DATE", help="The day of the advisory.")
@click.option("--snapshot", metavar="PIN", help="The snapshot that it speaks of; default: all that hold its levels.")
@click.option("--level", "levels", multiple=True, metavar="ID", help="A level that it speaks of; repeatable.")
@click.option("--exposed-on", metavar="DATE", help="For an exposure: the day.")
@click.option("--lifts", type=click.IntRange(1), metavar="NUMBER", help="For a lift: which one no longer holds.")
@folder_options
def advisory(
    kind: str,
    slug: str,
    message: str,
    issued_on: str,
    snapshot: str | None,
    levels: tuple[str, ...],
    exposed_on: str | None,
    lifts: int | None,
    folder: Path,
) -> int:
    """Issue an advisory: a yank, an erratum, an earlier exposure, or the lift of one. Frozen bytes never change."""
    if snapshot is not None:
        parse_pin(snapshot)
    try:
        path = issue(folder, slug, Notice(kind, issued_on, message, snapshot, levels, exposed_on, lifts))
    except AdvisoryRefused as error:
        for finding in error.findings:
            click.echo(printable(f"error: {finding.id}: {finding.message}"), err=True)
        return ExitCode.FINDINGS
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    print_line(shown_path(path))
    return ExitCode.OK


@command.command("sign")
@click.argument("pin", metavar="PIN")
@click.option("--key", required=True, metavar="FILE", help="The private key, Ed25519 in PEM, without a password.")
@folder_options
def sign(pin: str, key: str, folder: Path) -> int:
    """Verify a snapshot and sign its root manifest: an in-toto statement in a DSSE envelope in signatures/."""
    wanted = parse_pin(pin)
    found = verify(pin, folder)
    if not found.ok or found.manifest is None:
        return _broken(found)
    try:
        name, data = signed_envelope(wanted, found.manifest, read_bytes(given_path(key)))
    except BadKey as error:
        raise Unreadable(f"{key}: {error}") from None
    place = snapshot_folder(folder, wanted.label)
    path = place / SIGNATURES / name
    with claimed(place.parent):
        if not path.exists():
            write_once(path, data)
    print_line(shown_path(path))
    return ExitCode.OK


@command.command("serve")
@click.argument("pin", metavar="PIN")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port; default: a free one.")
@folder_options
def serve(pin: str, port: int, folder: Path) -> int:
    """Serve the verified public bytes of a snapshot on the loopback interface until interrupted."""
    from snapshots.serve import pages_of, server_for

    parse_pin(pin)
    found = verify(pin, folder, Options(keep=True))
    if not found.ok or found.manifest is None:
        return _broken(found)
    _warn(found)
    pages = pages_of(Snapshot(pin, found.manifest, found.files))
    try:
        opened = server_for(pages, port)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        click.echo(f"levelpress: port {port}: {reason}; give another --port", err=True)
        return ExitCode.USAGE
    with opened as server:
        print_line(f"http://127.0.0.1:{server.server_address[1]}/ serves {len(pages)} URLs of {found.pin.label}")
        sys.stdout.flush()
        server.serve_forever()
    return ExitCode.OK


def _warn(found: Verification) -> None:
    for told in found.warnings:
        click.echo(printable(f"WARNING: {told}"), err=True)


def _broken(found: Verification) -> int:
    for one in found.faults:
        click.echo(printable(f"{one.path}: {one.id}: {one.message}"), err=True)
    click.echo(f"{found.pin.label}: NOT what the pin names: {counted(len(found.faults), 'fault')}", err=True)
    return ExitCode.FINDINGS
