"""levelpress: author, solve exactly, certify and freeze levels of long-horizon puzzle games.

This package is thin: the version and the public Python API, re-exported when first used, so that nobody outside has
to import the code folders by their own names.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as _version
from typing import Any

#: Public name -> the module it lives in, and its name there where that is another. Imported on first use:
#: `levelpress --help` must not load a solver.
_PUBLIC = {
    "AdvisoryWarning": "snapshots.opened",
    "Certificate": "validators.certificate",
    "Finding": "games.finding",
    "InvalidLevel": "games.contract",
    "Limits": "solvers.contract",
    "MalformedFingerprint": "snapshots.fingerprint",
    "MalformedPin": "snapshots.pin",
    "MalformedTrace": "snapshots.trace",
    "NoLevel": "snapshots.opened",
    "NoView": "snapshots.views",
    "NotOfficial": "snapshots.opened",
    "NotVerified": "snapshots.opened",
    "Query": "solvers.contract",
    "Snapshot": "snapshots.opened",
    "Unreadable": "catalogue.document",
    "VerifyOptions": "snapshots.verify:Options",
    "certificate_faults": "validators.certificate_faults",
    "certify": "validators.certify",
    "game_named": "games.registry",
    "game_names": "games.registry",
    "judge_run": "snapshots.trace",
    "level_record": "catalogue.level_record",
    "open_pinned": "snapshots.opened",
    "pages_of": "snapshots.serve",
    "presented": "snapshots.presentation",
    "read_trace": "snapshots.trace",
    "replay": "validators.replay",
    "server_for": "snapshots.serve",
    "solver_named": "solvers.contract",
    "verify": "snapshots.verify",
}

try:
    __version__ = _version("levelpress")
except PackageNotFoundError:  # a checkout that is run without being installed
    __version__ = "0+unknown"

__all__ = ["__version__", *sorted(_PUBLIC)]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'levelpress' has no attribute {name!r}")
    module, _, there = _PUBLIC[name].partition(":")
    return getattr(import_module(module), there or name)
