"""Plots of seconds against size, as SVG that is the same for the same points."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from benchmarks.growth import Point

__all__ = ["growth_plot"]

MARKS = ("o", "s", "^", "D")


def growth_plot(points: Sequence[Point], unit: str) -> bytes:
    """One series an engine on logarithmic axes; hollow where the engine's limit ran out.

    No date and no random ids: the same points give the same bytes with the same matplotlib.
    """
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    with matplotlib.rc_context({"svg.hashsalt": "levelpress", "svg.fonttype": "none", "font.size": 10}):
        figure, axes = pyplot.subplots(figsize=(7, 4.2))
        for index, engine in enumerate(dict.fromkeys(point.engine for point in points)):
            colour, mark = f"C{index}", MARKS[index % len(MARKS)]
            own = [point for point in points if point.engine == engine]
            for decided in (True, False):
                some = [point for point in own if (point.status != "undecided") == decided]
                axes.plot(
                    [point.cells for point in some],
                    [max(point.seconds, 0.001) for point in some],
                    mark,
                    color=colour,
                    markerfacecolor=colour if decided else "none",
                    label=f"{engine}{'' if decided else ', undecided'}" if some else None,
                )
        axes.set(xscale="log", yscale="log", xlabel=unit, ylabel="processor seconds")
        axes.grid(visible=True, which="both", linewidth=0.3)
        axes.legend(fontsize=8)
        figure.tight_layout()
        out = BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
        pyplot.close(figure)
    return out.getvalue()
