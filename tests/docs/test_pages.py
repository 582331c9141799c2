"""Pages that are written from tables of the code say what the tables say."""

from __future__ import annotations

import os
import re

from authoring.exit_codes import ExitCode
from authoring.finding_table import finding_kinds
from games.registry import game_names
from tests.docs.sessions import ROOT

HEAD = """# Findings

Every finding has a stable id, says where it is and what to do. `levelpress explain ID` prints one of these rows.

| Id | Severity | Meaning | To mend it |
| --- | --- | --- | --- |
"""


def test_the_findings_page_lists_every_kind() -> None:
    rows = (f"| `{one.id}` | {one.severity} | {one.meaning} | {one.fix} |\n" for one in finding_kinds().values())
    wanted = HEAD + "".join(rows)
    page = ROOT / "docs" / "findings.md"
    if os.environ.get("LEVELPRESS_UPDATE_DOCS"):
        page.write_text(wanted, "utf-8")
    assert page.read_text("utf-8") == wanted


def test_the_exit_codes_page_has_every_code() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)} == set(map(int, ExitCode))


def test_every_game_has_its_page() -> None:
    for name in game_names():
        assert (ROOT / "docs" / "games" / f"{name}.md").is_file()
