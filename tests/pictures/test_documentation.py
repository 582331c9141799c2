"""The pictures in the documentation are what `render` draws of the samples.

With LEVELPRESS_UPDATE_DOCS=1 they are written anew; otherwise they are held against what is drawn now.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from PIL import Image

from authoring.samples import sample_levels
from games.canonical import pretty_bytes
from games.registry import game_named, game_names
from tests.authoring.command_line import levelpress
from tests.docs.sessions import ROOT

FOLDER = ROOT / "docs" / "pictures"
PAGE = ROOT / "docs" / "pictures.md"
SAMPLES = {record.game.name: record for _, record in sample_levels()}
#: Picture -> (sample, the arguments that draw it).
DRAWN = {f"{name}.svg": (name, ("--scale", "26")) for name in SAMPLES} | {
    "maze-paint-solution.svg": ("maze-paint", ("--moves", "RLDRURDU", "--scale", "22", "--theme", "dark")),
    "maze-paint-path.svg": ("maze-paint", ("--solution", "path", "--scale", "40")),
    "rush-hour-path.svg": ("rush-hour", ("--solution", "path", "--scale", "40")),
    "bolt-unscrew-path.svg": ("bolt-unscrew", ("--solution", "path", "--scale", "40")),
    "nut-and-bolt-path.svg": ("nut-and-bolt", ("--solution", "path", "--scale", "40")),
    "truck-escape-path.svg": ("truck-escape", ("--solution", "path", "--scale", "40")),
    "color-connect-path.svg": ("color-connect", ("--solution", "path", "--scale", "40")),
    "maze-paint-solution.gif": ("maze-paint", ("--moves", "RLDRURDU", "--scale", "24", "--theme", "dark")),
}


def drawn(name: str, folder: Path) -> bytes:
    game, options = DRAWN[name]
    (folder / "sample.json").write_bytes(pretty_bytes(SAMPLES[game].to_json()))
    done = levelpress("render", "sample.json", "-o", name, *options, cwd=folder)
    assert done.code == 0, done.err
    return (folder / name).read_bytes()


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_of_the_documentation_is_what_render_draws(name: str, tmp_path: Path) -> None:
    now = drawn(name, tmp_path)
    if os.environ.get("LEVELPRESS_UPDATE_DOCS"):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / name).write_bytes(now)
    assert (FOLDER / name).is_file(), "write it with LEVELPRESS_UPDATE_DOCS=1"
    if name.endswith(".svg"):
        assert (FOLDER / name).read_bytes() == now
    else:  # Its bytes are Pillow's, and change with its version.
        with Image.open(FOLDER / name) as image, Image.open(tmp_path / name) as other:
            assert (image.size, image.n_frames) == (other.size, other.n_frames)  # type: ignore[attr-defined]


def test_the_page_says_of_every_game_what_its_picture_shows_and_has_a_picture_of_every_sample() -> None:
    text = PAGE.read_text("utf-8")
    rows = re.findall(r"^\| ([A-Z][A-Za-z ]+) \|", text, re.MULTILINE)
    assert set(rows) == {"Game"} | {game_named(name).title for name in game_names()}
    assert {f"pictures/{name}" for name in DRAWN} <= set(re.findall(r"\]\((pictures/[^)]+)\)", text))


def test_the_pictures_are_small() -> None:
    for path in FOLDER.iterdir():
        assert path.stat().st_size < 100_000, path.name
