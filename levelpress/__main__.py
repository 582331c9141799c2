"""The program `levelpress`."""

from __future__ import annotations

import sys
from pathlib import Path

from levelpress.shadow import shadowed

__all__ = ["main"]


def main() -> None:
    """Run the command line, after making sure that the packages it would run are levelpress' own."""
    try:
        sys.exit(_run())
    except KeyboardInterrupt:  # while the program itself is still being loaded
        sys.stderr.write("levelpress: interrupted; nothing is half-written\n")
        sys.exit(130)


def _run() -> int:
    _leave_current_folder()
    foreign = list(shadowed())
    if foreign:
        sys.stderr.write(f"levelpress: {'; '.join(foreign)}.\nInstall levelpress in an environment of its own.\n")
        return 5
    from authoring.program import run

    return run(sys.argv[1:])


def _leave_current_folder() -> None:
    """`python -m` looks in the current folder first; a workspace has a `catalogue` there that is no package."""
    home = Path(__file__).resolve().parent.parent
    here = Path.cwd()
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != here or here == home]


if __name__ == "__main__":
    main()
