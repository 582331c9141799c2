"""Labels, pins and given dates: the texts by which a snapshot is named, each with one strict form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

__all__ = ["LABEL", "MalformedPin", "Pin", "is_date", "is_label", "label_order", "parse_pin"]

#: `lpb-YYYY.MM.P`. ASCII digits only: `\d` and `int` would also take other scripts' digits.
LABEL = r"lpb-[0-9]{4}\.(?:0[1-9]|1[0-2])\.(?:0|[1-9][0-9]{0,5})"
_LABEL = re.compile(LABEL)
_PIN = re.compile(rf"({LABEL})@(sha256:[0-9a-f]{{64}})")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class MalformedPin(ValueError):
    """A text that is no full pin; a bare label is none either. The message says what a pin looks like."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A snapshot's label and the digest of its root manifest. `str` gives the text that a runner stores."""

    label: str
    digest: str

    def __str__(self) -> str:
        return f"{self.label}@{self.digest}"


def parse_pin(text: str) -> Pin:
    """The pin in a text.

    Raises:
        MalformedPin: anything but `LABEL@sha256:<64 lower-case hex digits>`.
    """
    wanted = "a pin is lpb-YYYY.MM.P@sha256:<64 lower-case hex digits>"
    if not isinstance(text, str):
        raise MalformedPin(f"{text!r} is no text; {wanted}")
    match = _PIN.fullmatch(text)
    if match:
        return Pin(match[1], match[2])
    if is_label(text):
        raise MalformedPin(f"{text!r} is a bare label, which names no content; {wanted}")
    raise MalformedPin(f"{text[:100]!r} is no pin; {wanted}")


def is_label(text: str) -> bool:
    """Whether a text is a label `lpb-YYYY.MM.P`."""
    return _LABEL.fullmatch(text) is not None


def label_order(label: str) -> tuple[int, ...]:
    """Sorts labels by year, month and number: `lpb-2026.12.10` comes after `lpb-2026.12.9`."""
    return tuple(int(part) for part in label.removeprefix("lpb-").split("."))


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar as `YYYY-MM-DD`."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
