"""What a game build must be shown with: frozen with it, and held against what a run observed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from catalogue.document import Unreadable
from catalogue.workspace import Workspace
from snapshots.environment import DEFAULT, Browser, Environment, environment_faults, ratio_of
from snapshots.fingerprint import read_observed
from snapshots.freeze import FreezeRefused
from snapshots.opened import open_pinned
from snapshots.verify import Options, verify
from tests.authoring.command_line import levelpress
from tests.snapshots.workspaces import DAY, LABEL, build_at, frozen

PINNED = Environment(
    Browser("Chromium", "128.0.6613.137", ("--disable-gpu", "--force-color-profile=srgb")), (1280, 900), (3, 2)
)
SHOWN = {
    "browser": {
        "product": "Chromium",
        "version": "128.0.6613.137",
        "flags": ["--disable-gpu", "--force-color-profile=srgb"],
    },
    "viewport": [1280, 900],
    "scale_factor": [3, 2],
    "locale": "en-US",
    "time_zone": "UTC",
}


@pytest.fixture
def build(tmp_path: Path) -> Path:
    return build_at(tmp_path / "build")


def runtime_of(folder: Path) -> Any:
    return json.loads((folder / "public/runtime/runtime.json").read_bytes())


def test_a_build_is_frozen_with_what_it_must_be_shown_with(workspace: Workspace, build: Path) -> None:
    made = frozen(workspace, runtime=build, environment=PINNED)
    assert runtime_of(made.path)["environment"] == SHOWN
    assert verify(made.pin, workspace.frozen).ok
    assert open_pinned(made.pin, workspace.frozen).fingerprint()["environment"] == SHOWN


def test_without_a_word_the_window_is_pinned_and_no_browser(workspace: Workspace, build: Path) -> None:
    made = frozen(workspace, runtime=build)
    told = runtime_of(made.path)["environment"]
    assert (told["browser"], told["viewport"], told["scale_factor"]) == (None, [1280, 900], 1)


def test_another_browser_is_another_runtime_and_another_score(workspace: Workspace, build: Path) -> None:
    first = frozen(workspace, runtime=build)
    second = frozen(workspace, "lpb-2027.01.0", "2027-01-05", runtime=build, environment=PINNED)
    older, newer = (json.loads((one.path / "snapshot.json").read_bytes()) for one in (first, second))
    assert older["runtime_digest"] != newer["runtime_digest"]
    assert newer["comparability"] == older["comparability"] + 1


MALFORMED: dict[str, Environment] = {
    "a browser without a product": Environment(Browser(" ", "1.0")),
    "a browser without a version": Environment(Browser("Chromium", "latest")),
    "a flag that is none": Environment(Browser("Chromium", "1.0", ("headless",))),
    "a flag twice": Environment(Browser("Chromium", "1.0", ("--headless", "--headless"))),
    "a flag with a line end": Environment(Browser("Chromium", "1.0", ("--a\n",))),
    "a window without a width": Environment(viewport=(0, 900)),
    "a window beyond any screen": Environment(viewport=(1280, 1 << 16)),
    "no locale": Environment(locale="en_US"),
    "no time zone": Environment(time_zone="UTC+1:00 "),
    "a product that is not NFC": Environment(Browser("Cafe\u0301", "1.0")),
}


@pytest.mark.parametrize("environment", MALFORMED.values(), ids=MALFORMED)
def test_what_is_not_of_its_form_is_not_frozen(workspace: Workspace, build: Path, environment: Environment) -> None:
    with pytest.raises(FreezeRefused) as error:
        frozen(workspace, runtime=build, environment=environment)
    assert [one.id for one in error.value.findings] == ["freeze/environment"]
    assert not (workspace.frozen / LABEL).exists()


@pytest.mark.parametrize(
    "environment",
    [
        DEFAULT,
        PINNED,
        Environment(locale="zh-Hant-TW", time_zone="America/Argentina/Buenos_Aires"),
        Environment(locale="es-419", time_zone="Etc/GMT+1"),
    ],
)
def test_what_is_of_its_form_has_no_finding(environment: Environment) -> None:
    assert list(environment_faults(environment)) == []


def test_a_ratio_is_in_lowest_terms_and_nothing_else_is_one() -> None:
    assert [ratio_of(text) for text in ("1", "2", "3/2", "6/4", "4/2")] == [(1, 1), (2, 1), (3, 2), (3, 2), (2, 1)]
    assert [ratio_of(text) for text in ("", "0", "1/0", "1.5", "-1", "1/", "01")] == [None] * 7


def test_a_run_is_held_against_what_is_pinned_and_both_are_told(workspace: Workspace, build: Path) -> None:
    made = frozen(workspace, runtime=build, environment=PINNED)
    pinned = open_pinned(made.pin, workspace.frozen).fingerprint()
    same = {**pinned, "python": "3.12.1"}
    found = verify(made.pin, workspace.frozen, Options(observed=same))
    assert found.ok
    assert found.fingerprint == {"pinned": pinned, "observed": same, "differences": []}
    browser = {**SHOWN["browser"], "version": "129.0.0.1"}
    other = {**same, "environment": {**SHOWN, "browser": browser, "locale": "de-DE"}, "runtime_digest": "sha256:0"}
    found = verify(made.pin, workspace.frozen, Options(observed=other))
    assert {one.id for one in found.faults} == {"snapshot/fingerprint"}
    assert found.fingerprint is not None
    assert [one["name"] for one in found.fingerprint["differences"]] == [
        "environment.browser",
        "environment.locale",
        "runtime_digest",
    ]
    told = " ".join(one.message for one in found.faults)
    assert all(text in told for text in ("128.0.6613.137", "129.0.0.1", "de-DE", "en-US"))


def test_the_command_freezes_and_compares(workspace: Workspace, build: Path, tmp_path: Path) -> None:
    options = ["--runtime", str(build), "--browser", "Chromium 128.0.6613.137", "--browser-flag", "--disable-gpu"]
    options += ["--browser-flag", "--force-color-profile=srgb", "--scale-factor", "6/4"]
    place = ["--workspace", str(workspace.root)]
    ran = levelpress("freeze", LABEL, "--released-on", DAY, "--non-official", *options, *place)
    assert ran.code == 0, ran.err
    pin = ran.out.splitlines()[-1]
    assert runtime_of(workspace.frozen / LABEL)["environment"] == SHOWN
    seen = tmp_path / "seen.json"
    seen.write_text(json.dumps({"environment": {**SHOWN, "time_zone": None, "browser": None}}), "utf-8")
    assert levelpress("verify", pin, "--observed", str(seen), *place).code == 0
    seen.write_text(json.dumps({"environment": {"viewport": [800, 600]}}), "utf-8")
    ran = levelpress("verify", pin, "--observed", str(seen), "--json", *place)
    document = json.loads(ran.out)
    assert (ran.code, document["ok"]) == (1, False)
    (told,) = document["fingerprint"]["differences"]
    assert told == {"name": "environment.viewport", "pinned": [1280, 900], "observed": [800, 600]}
    assert "[800, 600]" in levelpress("verify", pin, "--observed", str(seen), *place).out


@pytest.mark.parametrize(
    "options",
    [
        ("--browser", "Chromium 1.0"),
        ("--runtime", "BUILD", "--browser-flag", "--headless"),
        ("--runtime", "BUILD", "--viewport", "1280"),
        ("--runtime", "BUILD", "--scale-factor", "1.5"),
    ],
)
def test_options_that_do_not_go_together_are_a_wrong_call(
    workspace: Workspace, build: Path, options: tuple[str, ...]
) -> None:
    given = [str(build) if one == "BUILD" else one for one in options]
    call = ["freeze", LABEL, "--released-on", DAY, "--non-official", *given, "--workspace", str(workspace.root)]
    assert levelpress(*call).code == 2
    assert not (workspace.frozen / LABEL).exists()


@pytest.mark.parametrize(
    "value",
    ["[]", '{"pythn": "3.12"}', '{"rules": []}', '{"environment": {"zoom": 1}}', '{"python": 3}', "{"],
)
def test_an_observed_fingerprint_of_another_form_is_unreadable(tmp_path: Path, value: str) -> None:
    path = tmp_path / "seen.json"
    path.write_text(value, "utf-8")
    with pytest.raises(Unreadable):
        read_observed(path)
