"""Contact sheets: the levels of objectives, each with its id, its title and its proven optimum."""

from __future__ import annotations

from collections.abc import Sequence

from authoring.level_inputs import LevelInput
from authoring.pictures.layout import Entry, Section
from authoring.pictures.palette import Theme
from authoring.pictures.plays import certificate_of
from authoring.pictures.registry import picture_of
from authoring.readers.contract import BadOption
from catalogue.workspace import Workspace, read_level
from games.shape import nearest

__all__ = ["ALL", "sections_of"]

#: What stands for every objective, and the fresh track after them.
ALL = "all"


def sections_of(place: Workspace, chosen: str, theme: Theme) -> tuple[Section, ...]:
    """The sections of a sheet that have levels: one objective, or all.

    Raises:
        BadOption: no such objective.
        Unreadable, InvalidLevel: a level that an objective lists cannot be read.
    """
    objectives = place.read_objectives()
    names = [one.id for one in objectives.objectives]
    if chosen != ALL and chosen not in names:
        hint = f"{nearest(chosen, names)}; there are {', '.join((*names, ALL))}"
        raise BadOption("--sheet", f"no objective {chosen!r}{hint}")
    wanted = [(one.id, one.levels) for one in objectives.objectives if chosen in (ALL, one.id)]
    if chosen == ALL:
        wanted.append(("fresh", objectives.fresh))
    return tuple(_section(place, heading, levels, theme) for heading, levels in wanted if levels)


def _section(place: Workspace, heading: str, level_ids: Sequence[str], theme: Theme) -> Section:
    entries = tuple(_entry(place, level_id, theme) for level_id in level_ids)
    return Section(f"{heading}, {len(entries)} {'level' if len(entries) == 1 else 'levels'}", entries)


def _entry(place: Workspace, level_id: str, theme: Theme) -> Entry:
    path = place.level_path(level_id)
    record = read_level(path)
    game, level = record.game, record.level
    certificate = certificate_of(LevelInput(level_id, path, record), str(place.root))
    if certificate is None:
        note = "no certificate"
    elif certificate.optimum is None:
        note = certificate.verdict
    else:
        note = f"{certificate.optimum} {certificate.metric}"
    drawing = picture_of(game.name).draw(game.print(level)[0], game.state_json(level, game.initial(level)), theme)
    return Entry(drawing, f"{level_id}  {note}", record.title or "")
