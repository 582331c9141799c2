"""docs/published.md gives the pins of all frozen snapshots, as the index and the root manifests have them."""

from __future__ import annotations

import json
import re

import pytest

from snapshots.verify import Options, verify
from tests.conftest import REPOSITORY

PAGE = REPOSITORY / "docs" / "published.md"
FROZEN = REPOSITORY / "snapshots" / "frozen"


@pytest.mark.parametrize("pin", re.findall("^[|] `([^`]+)`", PAGE.read_text("utf-8"), re.M))
def test_what_is_published_verifies_by_its_pin(pin: str) -> None:
    assert verify(pin, FROZEN, Options()).faults == ()


def test_the_page_lists_what_is_frozen_and_nothing_else() -> None:
    index = json.loads((FROZEN / "index.json").read_bytes())["snapshots"]
    rows = re.findall(r"^\| `([^`@]+)@(sha256:[0-9a-f]{64})` \| (\d+)-(\d+) \| (\d+) \|", PAGE.read_text("utf-8"), re.M)
    assert {label: digest for label, digest, *_ in rows} == index
    for label, _, comparability, interface, levels in rows:
        manifest = json.loads((FROZEN / label / "snapshot.json").read_bytes())
        stated = manifest["comparability"], manifest["interface"], manifest["counts"]["levels"]
        assert stated == (int(comparability), int(interface), int(levels)), label
