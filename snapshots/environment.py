"""What a game build must be shown with: browser, window, locale and time zone, as the runtime pin states them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from games.canonical import Json
from games.finding import Finding, FindingKind

__all__ = ["DEFAULT", "FINDINGS", "Browser", "Environment", "environment_faults", "ratio_of"]

MALFORMED = FindingKind(
    "freeze/environment",
    "The browser, window, locale or time zone that the game build must be shown with is not of its form.",
    'Give --browser "PRODUCT VERSION", flags that begin with a hyphen, a locale such as en-US, a zone such as UTC.',
)
FINDINGS = (MALFORMED,)
#: A BCP 47 tag of language, script and region; a name of the IANA time zone database.
_LOCALE = re.compile(r"[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?")
_ZONE = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}")
_VERSION = re.compile(r"[0-9][0-9A-Za-z.+_-]*")
_RATIO = re.compile(r"([1-9][0-9]{0,5})(?:/([1-9][0-9]{0,5}))?")
MOST = 1 << 16


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser: its product (`Chromium`), its full version, and the flags it is started with, in their order."""

    product: str
    version: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Environment:
    """What a run must be shown with.

    Attributes:
        browser: None where none is pinned.
        viewport: width and height in CSS pixels.
        scale: device pixels for a CSS pixel, as numerator and denominator in lowest terms.
        locale, time_zone: a BCP 47 tag and a name of the IANA database.
    """

    browser: Browser | None = None
    viewport: tuple[int, int] = (1280, 900)
    scale: tuple[int, int] = (1, 1)
    locale: str = "en-US"
    time_zone: str = "UTC"

    def to_json(self) -> dict[str, Json]:
        """The `environment` of `levelpress/runtime@1`. A whole scale factor is an integer, another one a pair."""
        browser = None
        if self.browser is not None:
            browser = {
                "product": self.browser.product,
                "version": self.browser.version,
                "flags": list(self.browser.flags),
            }
        return {
            "browser": browser,
            "viewport": list(self.viewport),
            "scale_factor": self.scale[0] if self.scale[1] == 1 else list(self.scale),
            "locale": self.locale,
            "time_zone": self.time_zone,
        }


DEFAULT = Environment()


def ratio_of(text: str) -> tuple[int, int] | None:
    """The ratio in a text such as `2` or `3/2`, in lowest terms; None for another text."""
    from fractions import Fraction

    match = _RATIO.fullmatch(text)
    if match is None:
        return None
    ratio = Fraction(int(match[1]), int(match[2] or 1))
    return ratio.numerator, ratio.denominator


def environment_faults(environment: Environment) -> Iterator[Finding]:
    """What is not of its form, one finding each."""
    browser = environment.browser
    if browser is not None:
        if not browser.product.strip() or browser.product != unicodedata.normalize("NFC", browser.product):
            yield MALFORMED.at(f"the browser's product is {browser.product!r}")
        if not _VERSION.fullmatch(browser.version):
            yield MALFORMED.at(f"the browser's version is {browser.version!r}, which is none")
        for flag in browser.flags:
            if not flag.startswith("-") or not flag.isascii() or not flag.isprintable():
                yield MALFORMED.at(f"the browser's flag {flag!r} does not begin with a hyphen, or is not plain text")
        if len(set(browser.flags)) != len(browser.flags):
            yield MALFORMED.at("a flag of the browser is given twice")
    if not all(0 < side < MOST for side in environment.viewport):
        yield MALFORMED.at(f"the viewport is {environment.viewport[0]} by {environment.viewport[1]}")
    if not _LOCALE.fullmatch(environment.locale):
        yield MALFORMED.at(f"{environment.locale!r} is no locale")
    if not _ZONE.fullmatch(environment.time_zone):
        yield MALFORMED.at(f"{environment.time_zone!r} is no time zone")
