"""Options that go together and reach a command as one value."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

import click
from click.core import ParameterSource

from authoring.readers.contract import BadOption

__all__ = ["only_given", "option_group"]

Decorator = Callable[[Any], Any]


def option_group(name: str, build: Callable[..., Any], *options: Decorator) -> Decorator:
    """A decorator that gives a command the click `options`, and their values to it as `name=build(**values)`."""

    def decorate(function: Any) -> Any:
        @wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            values = {key: kwargs.pop(key) for key in keys}
            return function(*args, **{name: build(**values)}, **kwargs)

        earlier = getattr(function, "__click_params__", [])
        wrapped.__click_params__ = []  # type: ignore[attr-defined]
        for option in reversed(options):
            option(wrapped)
        keys = [parameter.name for parameter in wrapped.__click_params__]  # type: ignore[attr-defined]
        wrapped.__click_params__ = earlier + wrapped.__click_params__  # type: ignore[attr-defined]
        return wrapped

    return decorate


def only_given(names: Collection[str], why: str) -> None:
    """Refuse the first option of the command line whose parameter is not named, with the reason.

    Raises:
        BadOption: there is one.
    """
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name not in names:
            raise BadOption(option.opts[0], f"{option.opts[0]} {why}")
