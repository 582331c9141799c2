"""Every session in the documentation prints what the page says.

With LEVELPRESS_UPDATE_DOCS=1 the pages are written anew from what is printed; otherwise they are held against it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.docs.sessions import ROOT, pages, played


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_s_sessions_print_what_it_says(page: Path, tmp_path: Path) -> None:
    written = page.read_text("utf-8")
    now = played(written, tmp_path)
    if os.environ.get("LEVELPRESS_UPDATE_DOCS"):
        page.write_text(now, "utf-8")
    assert now == written


def test_a_session_with_another_output_is_noticed(tmp_path: Path) -> None:
    page = "```console\n$ levelpress explain play/not-won\nSomething else.\n```"
    assert played(page, tmp_path) != page


def test_every_link_between_the_pages_leads_somewhere() -> None:
    import re

    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"
