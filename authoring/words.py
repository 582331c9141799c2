"""Texts as options: words that say something, and licences by their SPDX id. What is stored must be read again."""

from __future__ import annotations

import re
from typing import Any

import click

__all__ = ["SPDX", "WORDS"]


class _Words(click.ParamType[str]):
    """A text that is not blank and that UTF-8 can hold."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if not text.strip():
            self.fail("an empty text says nothing", param, ctx)
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            self.fail(f"{text!r} is no UTF-8 text", param, ctx)
        return text


class _Spdx(click.ParamType[str]):
    """The form of an SPDX licence id; whether there is a text for it, `freeze` tells."""

    name = "licence"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9.+-]*", text):
            self.fail(f"{text!r} is no SPDX id, as Apache-2.0 or CC-BY-4.0 are", param, ctx)
        return text


WORDS = _Words()
SPDX = _Spdx()
