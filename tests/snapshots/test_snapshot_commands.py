"""The commands about snapshots: exit code, text and JSON say the same, also under `python -O`."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.console import counted
from authoring.program import run
from catalogue.schema_store import schema_of
from catalogue.workspace import Workspace
from snapshots.advise import Notice, issue
from tests.snapshots.test_snapshot_standalone import TAMPERINGS
from tests.snapshots.workspaces import LABEL, document, frozen, put
from validators.schema import schema_faults

Copy = Callable[[], Path]
NEXT, DAY = "lpb-2027.01.0", "2027-01-05"
REPOSITORY = Path(__file__).resolve().parents[2]


def ran(*words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(words)
    return code, out.getvalue(), err.getvalue()


def said(*words: str, format_: str, code: int = 0) -> Any:
    """The JSON document of a command, after a look at its exit code and schema."""
    found, out, err = ran(*words, "--json")
    assert found == code, err
    value = json.loads(out)
    assert not list(schema_faults(value, schema_of(f"levelpress/{format_}@1")))
    return value


@pytest.mark.parametrize("deep", [(), ("--deep",)])
def test_verify_says_that_all_is_well(copy: Copy, pin: str, deep: tuple[str, ...]) -> None:
    root = str(copy())
    value = said("verify", pin, "--root", root, *deep, format_="verification")
    assert (value["ok"], value["faults"], value["signature"]) == (True, [], "unsigned")
    assert value["advisories"] == {"last": 0, "concerning": []}
    code, out, _ = ran("verify", pin, "--root", root, *deep)
    assert code == 0
    assert "5 levels" in out


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS)
def test_under_each_fault_exit_code_text_and_json_agree(copy: Copy, pin: str, tamper: Callable[[Path], object]) -> None:
    root = copy()
    tamper(root / LABEL)
    value = said("verify", pin, "--root", str(root), format_="verification", code=1)
    code, out, _ = ran("verify", pin, "--root", str(root))
    assert code == 1
    assert value["ok"] is False
    lines = [f"{one['path']}: {one['id']}: {one['message']}" for one in value["faults"]]
    assert out.splitlines()[:-1] == lines
    assert out.splitlines()[-1].endswith(f": {counted(len(lines), 'fault')}")


OPTIMISED = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from snapshots.verify import verify
assert False, "assertions must be off"
for root in sys.argv[3:]:
    print(" ".join(sorted({fault.id for fault in verify(sys.argv[2], Path(root)).faults})))
"""


def test_without_assertions_the_same_faults_are_found(copy: Copy, pin: str) -> None:
    from snapshots.verify import verify

    roots = []
    for tamper in TAMPERINGS.values():
        roots.append(copy())
        tamper(roots[-1] / LABEL)
    command = [sys.executable, "-O", "-c", OPTIMISED, str(REPOSITORY), pin, *map(str, roots)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    wanted = [" ".join(sorted({fault.id for fault in verify(pin, root).faults})) for root in roots]
    assert all(wanted)
    assert done.stdout.splitlines() == wanted


def test_a_required_signature_that_is_missing_is_exit_code_1(copy: Copy, pin: str) -> None:
    value = said("verify", pin, "--require-signature", "--root", str(copy()), format_="verification", code=1)
    assert [one["id"] for one in value["faults"]] == ["snapshot/signature"]


def test_a_key_that_is_none_is_exit_code_3(copy: Copy, pin: str, tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_bytes(b"x")
    assert ran("verify", pin, "--key", str(tmp_path / "key.pem"), "--root", str(copy()))[0] == 3
    assert ran("verify", pin, "--key", str(tmp_path / "none.pem"), "--root", str(copy()))[0] == 3


def test_a_snapshot_is_signed_and_its_signature_verified(copy: Copy, pin: str, tmp_path: Path) -> None:
    from tests.snapshots.test_snapshot_advisories import pair

    root = copy()
    for name, data in zip(("private.pem", "public.pem"), pair(1), strict=True):
        (tmp_path / name).write_bytes(data)
    key = ("--key", str(tmp_path / "private.pem"))
    assert ran("snapshot", "sign", pin, *key, "--root", str(root))[0] == 0
    assert ran("snapshot", "sign", pin, *key, "--root", str(root))[0] == 0
    trusted = ("--require-signature", "--key", str(tmp_path / "public.pem"))
    assert said("verify", pin, *trusted, "--root", str(root), format_="verification")["signature"] == "good"
    assert ran("snapshot", "sign", pin, "--key", str(tmp_path / "public.pem"), "--root", str(root))[0] == 3
    assert not list(root.glob(".freezing-*"))


def test_list_and_show_say_what_is_frozen(workspace: Workspace) -> None:
    root = ("--root", str(workspace.frozen))
    first = frozen(workspace)
    second = frozen(workspace, NEXT, DAY)
    value = said("snapshot", "list", *root, format_="snapshots")
    assert [one["pin"] for one in value["snapshots"]] == [first.pin, second.pin]
    shown = said("snapshot", "show", NEXT, *root, format_="snapshot-view")
    assert shown["pin"] == second.pin
    assert [(one["name"], one["count"]) for one in shown["views"]] == [("core", 4), ("all", 5)]
    dated = said("snapshot", "show", NEXT, "--view", "model_cutoff=2026-11", *root, format_="snapshot-view")
    assert dated["views"][0]["count"] == 5
    for words in (("list",), ("show", LABEL), ("show", first.pin)):
        code, out, _ = ran("snapshot", *words, *root)
        assert code == 0
        assert first.pin in out
    assert ran("snapshot", "show", NEXT, "--view", "latest", *root)[0] == 2
    assert ran("snapshot", "show", "lpb-2029.01.0", *root)[0] == 3
    (second.path / "canary.txt").write_bytes(b"")
    assert ran("snapshot", "show", NEXT, *root)[0] == 1
    shutil.rmtree(second.path)
    assert said("snapshot", "list", *root, format_="snapshots", code=1)["faults"]


def test_a_folder_without_snapshots_is_said(tmp_path: Path) -> None:
    code, out, err = ran("snapshot", "list", "--root", str(tmp_path))
    assert (code, out, err.startswith("no snapshot in ")) == (0, "", True)
    assert ran("snapshot", "list", "--root", str(tmp_path / "none"))[0] == 3


def test_diff_is_the_document_of_the_changes(workspace: Workspace) -> None:
    root = ("--root", str(workspace.frozen))
    first = frozen(workspace)
    put(workspace, document("mp-0002", revision=2, board={"rows": ["@...", "###."]}))
    second = frozen(workspace, NEXT, DAY)
    changes = said("diff", first.pin, second.pin, *root, format_="changes")
    assert changes == json.loads((second.path / "changes.json").read_bytes())
    code, out, _ = ran("diff", LABEL, NEXT, *root)
    assert code == 0
    assert "The level mp-0002 has another board, goal or rules, revision 1 to 2." in out
    assert "demands a rise of: comparability" in out
    assert "nothing changes" in ran("diff", NEXT, NEXT, *root)[1]
    assert ran("diff", LABEL, "latest", *root)[0] == 3
    (second.path / "canary.txt").write_bytes(b"")
    assert ran("diff", LABEL, NEXT, *root)[0] == 1


def test_a_dry_run_prints_the_plan_and_writes_nothing(workspace: Workspace) -> None:
    words = ("freeze", LABEL, "--released-on", "2026-12-01", "--non-official", "--workspace", str(workspace.root))
    value = said(*words, "--dry-run", format_="freeze-plan")
    assert not workspace.frozen.exists()
    code, out, _ = ran(*words, "--dry-run")
    assert code == 0
    assert "would be frozen with 5 levels" in out
    assert "no parent" in out
    assert said(*words, format_="freeze")["pin"] == value["pin"]


def test_every_refusal_names_the_level_and_what_to_do(workspace: Workspace) -> None:
    put(workspace, document("mp-0001", license=None))
    workspace.certificate_path("cc-0001").unlink()
    words = ("freeze", LABEL, "--released-on", "2026-12-01", "--non-official", "--workspace", str(workspace.root))
    for more in ((), ("--dry-run",)):
        code, _, err = ran(*words, *more)
        assert code == 1
        heads, fixes = err.splitlines()[::2], err.splitlines()[1::2]
        assert {head.partition(":")[0] for head in heads} == {"mp-0001", "cc-0001"}
        assert all(fix.startswith("    ") and fix.endswith(".") for fix in fixes)


@pytest.mark.parametrize(
    "option", [("--parent", "latest"), ("--comparability", "0"), ("--interface", "x"), ("--parent", LABEL)]
)
def test_a_malformed_option_is_refused(workspace: Workspace, option: tuple[str, str]) -> None:
    words = ("freeze", LABEL, "--released-on", "2026-12-01", "--non-official", "--workspace", str(workspace.root))
    assert ran(*words, *option)[0] == (3 if option[0] == "--parent" else 2)


def test_a_number_too_small_is_exit_code_1(workspace: Workspace) -> None:
    frozen(workspace)
    put(workspace, document("mp-0002", revision=2, board={"rows": ["@...", "###."]}))
    words = ("freeze", NEXT, "--released-on", DAY, "--non-official", "--workspace", str(workspace.root))
    code, _, err = ran(*words, "--comparability", "1")
    assert code == 1
    assert "freeze/bump" in err
    assert ran(*words, "--comparability", "2")[0] == 0


def test_the_public_part_is_exported_and_nothing_else(copy: Copy, pin: str, tmp_path: Path) -> None:
    target = tmp_path / "public"
    root = copy()
    assert ran("snapshot", "export", pin, "-o", str(target), "--root", str(root))[0] == 0
    there = {path.relative_to(target): path.read_bytes() for path in target.rglob("*") if path.is_file()}
    public = root / LABEL / "public"
    assert there == {path.relative_to(public): path.read_bytes() for path in public.rglob("*") if path.is_file()}
    assert ran("snapshot", "export", pin, "-o", str(target), "--root", str(root))[0] == 2
    assert ran("snapshot", "export", LABEL, "-o", str(tmp_path / "x"), "--root", str(root))[0] == 3


def test_vectors_are_exported_as_lines(copy: Copy, pin: str, tmp_path: Path) -> None:
    target = tmp_path / "vectors.jsonl"
    assert ran("snapshot", "export", pin, "--vectors", "-o", str(target), "--root", str(copy()))[0] == 0
    values = [json.loads(line) for line in target.read_bytes().splitlines()]
    assert {one["format"] for one in values} == {"levelpress/vectors@1"}
    assert {one["level"] for one in values} == {"cc-0001", "cc-0002", "mp-0001", "mp-0002", "mp-0003"}


def test_an_advisory_is_issued_and_warned_of(copy: Copy, pin: str) -> None:
    root = copy()
    words = ("snapshot", "advisory", "yank", "wrong-goal", "--message", "Its goal is wrong.", "--on", "2026-12-10")
    assert ran(*words, "--snapshot", pin, "--level", "mp-0001", "--root", str(root))[0] == 0
    code, _, err = ran("verify", pin, "--root", str(root))
    assert code == 0
    assert "WARNING" in err
    assert "Its goal is wrong." in err
    value = said("verify", pin, "--root", str(root), format_="verification")
    assert value["advisories"]["last"] == 1
    assert [one["kind"] for one in value["advisories"]["concerning"]] == ["yank"]
    code, _, err = ran(*words, "--level", "mp-0999", "--root", str(root))
    assert code == 1
    assert "advisory/refused" in err
    assert ran(*words[:3], "Two Words", *words[4:], "--level", "mp-0001", "--root", str(root))[0] == 2
    issue(root, "lifted", Notice("lift", "2026-12-11", "It was right.", lifts=1))
    assert "WARNING" not in ran("verify", pin, "--root", str(root))[2]


def test_serve_prints_where_it_listens_and_ends_when_interrupted(copy: Copy, pin: str) -> None:
    import signal
    import urllib.request

    command = [sys.executable, "-m", "levelpress", "snapshot", "serve", pin, "--root", str(copy())]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=REPOSITORY
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        url = line.split()[0]
        with urllib.request.urlopen(url) as answer:
            assert answer.read() == b"<!doctype html>\n"
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(20) == 130


def test_a_port_in_use_is_a_usage_error_that_names_it(copy: Copy, pin: str) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, out, err = ran("snapshot", "serve", pin, "--port", str(port), "--root", str(copy()))
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == f"levelpress: port {port}: address already in use; give another --port"
