"""The public face of levelpress: every name that it promises is there, and nothing is loaded before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import levelpress


@pytest.mark.parametrize("name", levelpress.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(levelpress, name) is not None


def test_another_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'everything'"):
        _ = levelpress.everything


def test_importing_it_loads_no_code_folder() -> None:
    code = "import sys, levelpress; print(sorted({'games', 'solvers', 'snapshots', 'numpy'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
