"""Shell completion: level ids of the workspace beside files, and the names of games."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import CompletionItem

from authoring.level_inputs import workspace_of
from catalogue.workspace import NoWorkspace

__all__ = ["complete_ids", "complete_levels", "levels_argument"]


def complete_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of the workspace's levels; none outside a workspace."""
    try:
        ids = workspace_of(ctx.params.get("workspace")).level_ids()
    except NoWorkspace:
        ids = ()
    return [CompletionItem(level_id) for level_id in ids if level_id.startswith(incomplete)]


def complete_levels(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Level ids, or files where no id begins like this."""
    return complete_ids(ctx, param, incomplete) or [CompletionItem(incomplete, type="file")]


def levels_argument(function: Any) -> Any:
    """The argument LEVEL..., at least one."""
    return click.argument("levels", nargs=-1, required=True, metavar="LEVEL...", shell_complete=complete_levels)(
        function
    )
