"""Options that go together and reach a command as one value."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

__all__ = ["option_group"]

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
