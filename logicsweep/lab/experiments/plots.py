"""Plots of an experiment as PNG and SVG, by matplotlib (extra `experiments`)."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import UNSET

from logicsweep.errors import MissingLibraryError
from logicsweep.formats.files import write_file
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments.declared import Axis, Plot
from logicsweep.lab.experiments.metrics import METRICS, MOVES
from logicsweep.lab.experiments.report_words import names_of
from logicsweep.lab.experiments.specification import Specification
from logicsweep.lab.experiments.summary import Groups

# Colours that most people can tell apart (Okabe and Ito), and marks for the others.
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
_MARKS: Final = "os^Dv*P"
_TITLES: Final = {"density": "density of mines", "area": "cells of the board"}
_WIDE: Final = 5.4
# More names than this are not written along an axis, but one below the other.
_MANY: Final = 12


def draw(groups: Groups, specification: Specification | None, folder: Path) -> list[Path]:
    """Draw the plots of a specification into a folder, as SVG and PNG; returns the files.

    A specification that names no plots gets one of each of its metrics: by the density of mines,
    else by the clue model, else by the board, whichever varies. Without a specification every
    metric is plotted by board. Raises `MissingLibraryError`, OSError.
    """
    if specification is None:
        plots = [Plot("board", name) for name in groups.metrics]
    elif specification.plots is UNSET:
        axis = _axis(groups.conditions)
        plots = [Plot(axis, name) for name in specification.metrics]
    else:
        plots = list(specification.plots)
    order = () if specification is None else specification.agents
    title = "" if specification is None else specification.title
    agents = groups.agents(order)
    files = []
    for plot in plots:
        figure = _lines(groups, agents, plot)
        figure.suptitle(_plain(title), fontsize=11)
        for suffix in (".svg", ".png"):
            path = folder / f"{plot.y.replace('_', '-')}-by-{plot.x}{suffix}"
            made = BytesIO()
            metadata = {"Date": None} if suffix == ".svg" else None
            figure.savefig(made, format=suffix[1:], metadata=metadata, dpi=120)
            write_file(path, [made.getvalue()])
            files.append(path)
        pyplot().close(figure)
    return files


def _axis(conditions: Sequence[Condition]) -> Axis:
    """Choose the axis in which conditions differ."""
    dealt = [condition for condition in conditions if not condition.file]
    boards = [(each.topology, each.rules, each.height, each.width, each.mines) for each in dealt]
    if len(set(boards)) > len({board[:-1] for board in boards}):
        return "density"
    if len({condition.clues for condition in conditions}) > 1:
        return "model"
    return "board"


def _lines(groups: Groups, agents: Sequence[str], plot: Plot) -> Any:
    """Draw a metric along an axis: a line for each agent, a panel for each value of all else."""
    panels: dict[str, list[Condition]] = {}
    every = groups.conditions
    for condition in every:
        panels.setdefault(_panel(condition, plot.x, every), []).append(condition)
    placed = {name: _places(conditions, plot.x) for name, conditions in panels.items()}
    most = max([len(labels) for _, labels in placed.values()])
    is_list = most > _MANY
    columns = min(len(panels), 2)
    rows = -(-len(panels) // columns)
    height = rows * (0.26 * most + 1 if is_list else 3.8) + 0.4
    size = (_WIDE * columns, height)
    figure, grid = pyplot().subplots(rows, columns, figsize=size, squeeze=False)
    axes = list(grid.ravel())
    called = names_of(agents)
    scale = 100 if METRICS[plot.y].percent else 1
    for axis, (name, conditions) in zip(axes, panels.items(), strict=False):
        places, labels = placed[name]
        for number, agent in enumerate(agents):
            estimates = [groups[condition, agent].estimate(plot.y) for condition in conditions]
            points = [
                (place, scale * each.mean, scale * each.low, scale * each.high)
                for place, each in zip(places, estimates, strict=True)
                if each is not None
            ]
            if not points:
                continue
            xs, means, lows, highs = np.array(sorted(points)).T
            axis.errorbar(
                *((means, xs) if is_list else (xs, means)),
                **{"xerr" if is_list else "yerr": (means - lows, highs - means)},
                label=_plain(called[agent]),
                color=_COLOURS[number % len(_COLOURS)],
                marker=_MARKS[number % len(_MARKS)],
                linestyle="none" if labels else ("-" if number < len(_COLOURS) else "--"),
                markersize=5,
                capsize=2,
                linewidth=1.2,
            )
        axis.set_title(_plain(name), fontsize=10)
        _name_axes(axis, plot, places, labels, is_list=is_list)
    _finish(figure, axes, panels)
    return figure


def _name_axes(
    axis: Any, plot: Plot, places: Sequence[float], labels: Sequence[str], *, is_list: bool
) -> None:
    """Say what is drawn along the axes; in a list the names stand one below the other."""
    if is_list:
        axis.set_yticks(places, list(map(_plain, labels)))
        axis.set_ylim(len(places) - 0.5, -0.5)
    elif labels:
        axis.set_xticks(places, list(map(_plain, labels)), rotation=20, ha="right")
        axis.margins(x=0.2)
    names, values = ("y", "x") if is_list else ("x", "y")
    metric = METRICS[plot.y]
    axis.set(**{f"{names}label": _TITLES.get(plot.x, ""), f"{values}label": metric.title})
    if plot.y == "seconds":
        axis.set(**{f"{values}scale": "log"})
    elif metric.percent and plot.y != MOVES:  # which may be gains
        axis.set(**{f"{values}lim": (0, None)})


def _panel(condition: Condition, x: str, conditions: Sequence[Condition]) -> str:
    """Return the title of a condition's panel: what all of its points have in common."""
    parts = {"density": [condition.size], "model": [condition.board]}.get(x, [])
    shown = ("topology", "rules") if x in ("model", "board") else ()  # which name the board
    varying = [
        name
        for name in ("rule", "first_click", "clues", "topology", "rules")
        if name not in (x, *shown) and len({getattr(peer, name) for peer in conditions}) > 1
    ]
    return ", ".join(parts + [str(getattr(condition, name)) for name in varying])


def _places(conditions: Sequence[Condition], x: str) -> tuple[list[float], list[str]]:
    """Return the position of each condition on an axis, and labels where these are not numbers."""
    if x == "density":
        return [condition.share for condition in conditions], []
    if x == "area":
        return [float(condition.height * condition.width) for condition in conditions], []
    names = [condition.board if x == "board" else condition.clues for condition in conditions]
    return [float(place) for place in range(len(names))], names


def _plain(text: str) -> str:
    """Escape a text, so that matplotlib sees no formula in it."""
    return text.replace("$", r"\$")


def _finish(figure: Any, axes: Sequence[Any], panels: Any) -> None:
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
        axis.grid(alpha=0.25)
    for axis in axes[len(panels) :]:
        axis.set_visible(False)
    named = {
        label: handle
        for axis in axes
        for handle, label in zip(*axis.get_legend_handles_labels(), strict=True)
    }
    look = {"loc": "lower center", "frameon": False, "fontsize": 9}
    figure.legend(named.values(), list(named), ncols=min(len(named), 4) or 1, **look)
    lines = -(-len(named) // 4)
    figure.tight_layout(rect=(0, 0.05 * lines * 4 / figure.get_figheight(), 1, 0.97))


def pyplot() -> Any:
    """Load matplotlib for drawing into files. Raises `MissingLibraryError`."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingLibraryError("matplotlib", extra="experiments", purpose="a plot") from None
    mpl.use("agg")
    mpl.rcParams["svg.hashsalt"] = "logicsweep"
    from matplotlib import pyplot as plt

    return plt
