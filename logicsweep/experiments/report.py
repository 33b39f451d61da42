"""A folder's report: `report.md`, `summary.csv`, and its plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from logicsweep.errors import ExperimentError
from logicsweep.experiments import plots, statistics
from logicsweep.experiments.metrics import METRICS
from logicsweep.experiments.records import Condition
from logicsweep.experiments.specification import Published, Specification
from logicsweep.experiments.statistics import Estimate, agrees
from logicsweep.experiments.store import read_games, read_stored
from logicsweep.experiments.summary import (
    Groups,
    agents_of,
    compared,
    conditions_of,
    csv_of,
    groups_of,
)
from logicsweep.files import write_file

OURS: Final = ("exact", "search-exact")
_UNFINISHED: Final = (
    "A game that was not finished counts as lost and as no mine flagged, and for nothing else."
)


def load() -> None:
    """Load what a report needs, before it is too late. Raises `MissingLibraryError`."""
    statistics.load()
    plots.load()


def report(folder: Path) -> list[Path]:
    """Write the report of a folder from its games alone; returns the files made.

    Titles, figures and what was published come from `experiment.toml` beside the games; without it
    the report has the tables of all that was measured. Raises `ExperimentError` when there are no
    games or a file cannot be written, `SpecificationError`, `MissingLibraryError` (matplotlib and
    scipy, extra `experiments`).
    """
    specification = read_stored(folder)
    groups = groups_of(read_games(folder))
    if not groups:
        raise ExperimentError(f"there are no games in {folder} yet")
    try:
        drawn = plots.draw(groups, specification, folder)
        texts = {
            "summary.csv": csv_of(groups),
            "report.md": "\n".join(_lines(groups, specification, drawn)) + "\n",
        }
        for name, text in texts.items():
            write_file(folder / name, [text.encode()])
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ExperimentError(f"cannot write {error.filename or folder}: {why}") from None
    return [folder / name for name in texts] + drawn


def _lines(
    groups: Groups, specification: Specification | None, drawn: Sequence[Path]
) -> Iterator[str]:
    title = "Games" if specification is None else specification.title
    metrics = tuple(METRICS) if specification is None else specification.metrics
    agents = agents_of(groups, () if specification is None else specification.agents)
    yield f"# {title}"
    if specification is not None and specification.about:
        yield f"\n{specification.about}"
    games = sum(group.games for group in groups.values())
    yield f"\n{games:,} games. All agents play the same seeds. Intervals are 95 %: Wilson's for"
    yield "shares of games, else a percentile bootstrap over games."
    if specification is not None and specification.published:
        yield from _published(groups, specification)
    for metric in metrics:
        yield from _table(groups, agents, metric)
    ours = next((name for name in OURS if name in agents), None)
    if ours is not None and len(agents) > 1:
        yield from _paired(groups, agents, metrics[0], ours)
    yield from _unfinished(groups)
    for path in drawn:
        if path.suffix == ".svg":
            yield f"\n![{path.stem.replace('-', ' ')}]({path.name})"


def _table(groups: Groups, agents: Sequence[str], metric: str) -> Iterator[str]:
    """A metric by condition and agent."""
    conditions = conditions_of(groups)
    varying = _varying(conditions)
    yield f"\n## {_title(metric)}\n"
    names = ["board", *varying.values(), *agents]
    yield f"| {' | '.join(names)} |"
    yield "|---" * len(names) + "|"
    for condition in conditions:
        cells = [condition.board, *(str(getattr(condition, name)) for name in varying)]
        most = max(group.games for (own, _), group in groups.items() if own == condition)
        for agent in agents:
            group = groups.get((condition, agent))
            found = None if group is None else group.estimate(metric)
            few = "" if group is None or group.games == most else f" ({group.games} games)"
            cells.append("" if found is None else shown(metric, found) + few)
        yield f"| {' | '.join(cells)} |"


def _published(groups: Groups, specification: Specification) -> Iterator[str]:
    """What was published, what came of it here, and our own agent."""
    yield "\n## Published and reproduced"
    conditions = conditions_of(groups)
    varying = _varying(conditions)
    for metric in dict.fromkeys(figure.metric for figure in specification.published):
        yield f"\n{_title(metric)}.\n"
        times = metric == "seconds"  # of another machine: what is of interest is how they compare
        names = ["board", *varying.values(), "agent", "published", "reproduced", "games"]
        names += ["times as fast" if times else "agrees", "ours"]
        yield f"| {' | '.join(names)} |"
        yield "|---" * len(names) + "|"
        figures = [figure for figure in specification.published if figure.metric == metric]
        rows = [row for figure in figures for row in _compared(groups, figure)]
        for condition, agent, figure, found, same in rows:
            board = f"{condition.board} ({condition.density:.0%})"
            cells = [board, *(str(getattr(condition, name)) for name in varying), agent]
            cells += [f"{figure.value:g}", shown(metric, found), str(found.games)]
            ours = _ours(groups, condition, metric) if agent not in OURS else ""
            verdict = "yes" if same else "**no**"
            cells += [f"{figure.value / found.mean:.0f}" if times else verdict, ours]
            yield f"| {' | '.join(cells)} |"
        if times:
            continue
        agree = sum(row[4] for row in rows)
        yield f"\n{agree} of {len(rows)} figures agree: what was published has an interval, too,"
        yield "taken to be as wide as that of so many of our games."
    if specification.notes:
        yield f"\n{specification.notes}"


def _compared(
    groups: Groups, figure: Published
) -> Iterator[tuple[Condition, str, Published, Estimate, bool]]:
    """The groups that a published figure is about, and whether they agree with it."""
    scale = 100 if METRICS[figure.metric].percent else 1
    for (condition, agent), group in groups.items():
        if agent == figure.agent and _is_of(figure, condition):
            found = group.estimate(figure.metric)
            if found is not None:
                same = agrees(found, figure.value / scale, figure.games)
                yield condition, agent, figure, found, same


def _varying(conditions: Sequence[Condition]) -> dict[str, str]:
    """The fields in which conditions differ, beside the board, and what they are called."""
    return {
        name: name.replace("_", " ")
        for name in ("rule", "first_click", "flood", "model")
        if len({getattr(condition, name) for condition in conditions}) > 1
    }


def _title(metric: str) -> str:
    title = METRICS[metric].title
    return f"{title[0].upper()}{title[1:]}"


def _ours(groups: Groups, condition: Condition, metric: str) -> str:
    for name in OURS:
        group = groups.get((condition, name))
        found = None if group is None else group.estimate(metric)
        if found is not None:
            return f"{shown(metric, found)} (`{name}`)"
    return ""


def _is_of(figure: Published, condition: Condition) -> bool:
    size = (figure.height, figure.width, figure.mines)
    click = figure.first_click in (None, condition.first_click)
    return size == condition[:3] and click and figure.model in (None, condition.model)


def _paired(groups: Groups, agents: Sequence[str], metric: str, ours: str) -> Iterator[str]:
    """How much more our agent has than the others on the same games."""
    yield f"\n## `{ours}` less the others, game by game\n"
    yield f"{_title(metric)}.\n"
    yield "| board | rules | against | games | difference | p |"
    yield "|---|---|---|---|---|---|"
    test = ""
    for condition in conditions_of(groups):
        for other in agents:
            found = None if other == ours else compared(groups, condition, ours, other, metric)
            if found is None:
                continue
            test = found.test
            p = f"{found.p:.2g}" if found.p >= 1e-4 else "< 0.0001"
            rules = f"{condition.rule}, {condition.first_click}, {condition.model}"
            yield (
                f"| {condition.board} | {rules} | {other} | {found.games} | "
                f"{shown(metric, found.difference, signed=True)} | {p} |"
            )
    if test:
        yield f"\nThe test: {test}, two-sided."


def _unfinished(groups: Groups) -> Iterator[str]:
    rows = [
        f"| {condition.board} | {agent} | {_cell(error)} | {count} |"
        for (condition, agent), group in groups.items()
        for error, count in sorted(group.errors.items())
    ]
    if rows:
        yield "\n## Games that were not finished\n"
        yield f"{_UNFINISHED}\n"
        yield "| board | agent | why | games |"
        yield "|---|---|---|---|"
        yield from rows


def _cell(text: str) -> str:
    """A text as it can stand in a table."""
    return " ".join(text.split()).replace("|", "\\|")


def shown(metric: str, found: Estimate, *, signed: bool = False) -> str:
    """A mean and its interval, in percent where the metric is."""
    scale = 100 if METRICS[metric].percent else 1
    numbers = [scale * number for number in (found.mean, found.low, found.high)]
    digits = 1 if scale == 100 else _digits(max(map(abs, numbers)))
    mean, low, high = (f"{number:{'+' if signed else ''}.{digits}f}" for number in numbers)
    return f"{mean} [{low}, {high}]"


def _digits(largest: float) -> int:
    """How many decimals make three digits."""
    for digits, least in enumerate((100, 10, 1, 0.1, 0.01) if largest else (0,)):
        if largest >= least:
            return digits
    return 5
