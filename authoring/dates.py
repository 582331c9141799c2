"""Dates as options: given by the person, never read from a clock."""

from __future__ import annotations

from typing import Any

import click

from snapshots.pin import is_date

__all__ = ["DATE"]


class _Date(click.ParamType[str]):
    """A calendar day, YYYY-MM-DD, kept as text."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if not is_date(text):
            self.fail(f"{text!r} is no day of the form YYYY-MM-DD", param, ctx)
        return text


DATE = _Date()
