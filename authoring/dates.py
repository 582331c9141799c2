"""Dates as options: given by the person, never read from a clock."""

from __future__ import annotations

import datetime
import re
from typing import Any

import click

__all__ = ["DATE"]

_FORM = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


class _Date(click.ParamType[str]):
    """A calendar day, YYYY-MM-DD, kept as text."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if not (_FORM.fullmatch(text) and _is_day(text)):
            self.fail(f"{text!r} is no day of the form YYYY-MM-DD", param, ctx)
        return text


def _is_day(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


DATE = _Date()
