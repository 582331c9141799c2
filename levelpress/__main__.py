"""The program `levelpress`."""

from __future__ import annotations

import sys

from levelpress.shadow import shadowed

__all__ = ["main"]


def main() -> None:
    """Run the command line, after making sure that the packages it would run are levelpress' own."""
    foreign = list(shadowed())
    if foreign:
        sys.stderr.write(f"levelpress: {'; '.join(foreign)}.\nInstall levelpress in an environment of its own.\n")
        sys.exit(5)
    from authoring.program import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
