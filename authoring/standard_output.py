"""Writing to standard output: an error of it names it, as an error of a file names the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["STANDARD_OUTPUT", "named_standard_output"]

STANDARD_OUTPUT = "standard output"


@contextmanager
def named_standard_output() -> Iterator[None]:
    """For the time of a write to standard output. Its errors, a full disk behind it say, bear no name by themselves.

    Raises:
        OSError: with the name; a BrokenPipeError stays one.
    """
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, STANDARD_OUTPUT) from error
