"""The report of a folder of games: `report.md`, `summary.csv` and plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import UNSET

from logicsweep.board.names import SQUARE
from logicsweep.errors import ExperimentError, counted
from logicsweep.formats.files import write_file
from logicsweep.games.keys import Condition
from logicsweep.games.told.causes import Cause
from logicsweep.lab.experiments import forced_tables, markdown, move_tables, plots, statistics
from logicsweep.lab.experiments.metrics import METRICS
from logicsweep.lab.experiments.specification import Published, Specification
from logicsweep.lab.experiments.statistics import MOST_RESAMPLED, Estimate, agrees
from logicsweep.lab.experiments.store import check_causes, read_games, read_stored
from logicsweep.lab.experiments.summary import (
    OURS,
    Groups,
    agents_of,
    compared,
    conditions_of,
    csv_of,
    groups_of,
    metrics_of,
    ours_of,
)
from logicsweep.lab.experiments.tables import head, names_of, played, row, rules_of, shown, title_of

_UNFINISHED: Final = (
    "A game that was not finished counts as lost, with no mine flagged. The other metrics leave it "
    "out."
)
_UNKNOWN: Final = (
    "The count of layouts before the last move reached a limit. The causes of losses leave these "
    "games out."
)
_AGREE: Final = """
{agree} of {figures} published means agree with ours: they differ by at most 1.96 standard errors.
The standard error of a published mean is estimated from the deviation of our games and from the
number of published games; if that number is unknown, the mean has to lie within our interval."""


def load() -> None:
    """Load the libraries of a report, so that a missing one is noticed before any game is played.

    Raises `MissingLibraryError`.
    """
    statistics.load()
    plots.load()


def report(folder: Path) -> list[Path]:
    """Write the report of a folder from its games; returns the files written.

    Titles, plots and published means come from `experiment.toml` beside the games; without that
    file the report has a table and a plot of every metric. Where fewer games are recorded than the
    file specifies, the report says so.

    Raises:
        ExperimentError: There are no games, causes of losses are needed and were not recorded, or a
            file cannot be written.
        SpecificationError: `experiment.toml` cannot be used.
        MissingLibraryError: The extra `experiments` is not installed.
    """
    specification = read_stored(folder)
    groups = groups_of(read_games(folder))
    if not groups:
        raise ExperimentError(f"there are no games in {folder} yet")
    if specification is not None:
        lacks_causes = any(UNSET in group.causes for group in groups.values())
        check_causes(folder, specification, lacks_causes=lacks_causes)
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
    metrics = metrics_of(groups) if specification is None else specification.metrics
    agents = agents_of(groups, () if specification is None else specification.agents)
    yield f"# {markdown.title(title)}"
    if specification is not None and specification.about:
        yield f"\n{markdown.prose(specification.about)}"
    yield f"\n{_games(groups, specification)} All agents play the same seeds."
    yield "In brackets are 95 % confidence intervals: Wilson's interval for shares of games, a"
    yield "percentile bootstrap over games for all other means."
    if any(group.games > MOST_RESAMPLED for group in groups.values()):
        yield "A mean over more than 10,000 games has the normal interval if more than 1,000 of its"
        yield "values differ."
    if any(condition.forced_survival for condition in conditions_of(groups)):
        is_judged = any(condition.judge for condition in conditions_of(groups))
        yield move_tables.ABOUT if is_judged else forced_tables.ABOUT
    if specification is not None and specification.figures:
        yield from _published(groups, specification)
    if specification is not None and specification.notes:
        yield f"\n{markdown.prose(specification.notes)}"
    for metric in metrics:
        yield from _table(groups, agents, metric, all_rules=metric == metrics[0])
    ours = ours_of(agents, groups)
    if ours is not None:
        yield from _paired(groups, agents, metrics[0], ours)
    yield from forced_tables.tables(groups, agents)
    yield from move_tables.tables(groups, agents)
    yield from _unknown(groups)
    yield from _unfinished(groups)
    for path in drawn:
        if path.suffix == ".svg":
            yield f"\n![{path.stem.replace('-', ' ')}]({path.name})"


def _games(groups: Groups, specification: Specification | None) -> str:
    """Say how many games there are, and whether that is all of them."""
    played = sum(group.games for group in groups.values())
    in_all = None if specification is None else specification.games_in_all
    if specification is not None and in_all is None:
        return f"{counted(played, 'game')} played; a folder of boards says how many there are."
    if in_all is None or played >= in_all:
        return f"{counted(played, 'game')}."
    return f"**Not finished: {played:,} of {counted(in_all, 'game')} played.**"


def _table(groups: Groups, agents: Sequence[str], metric: str, *, all_rules: bool) -> Iterator[str]:
    """Yield the table of a metric: a row for each condition, a column for each agent."""
    conditions = conditions_of(groups)
    rules = rules_of(conditions, all_rules=all_rules)
    yield f"\n## {title_of(metric)}\n"
    names = ["board", *rules.values(), *map(markdown.name, names_of(agents).values())]
    yield from head(names)
    for condition in conditions:
        cells = played(condition, rules)
        most = max(group.games for (under, _), group in groups.items() if under == condition)
        for agent in agents:
            group = groups.get((condition, agent))
            estimate = None if group is None else group.estimate(metric)
            few = "" if group is None or group.games == most else f" ({group.games} games)"
            cells.append("" if estimate is None else shown(condition, metric, estimate) + few)
        yield row(cells)


def _published(groups: Groups, specification: Specification) -> Iterator[str]:
    """Yield published means beside reproduced ones, and those of `exact` or `search-exact`."""
    yield "\n## Published and reproduced"
    conditions = conditions_of(groups)
    measured = list(dict.fromkeys(figure.metric for figure in specification.figures))
    for metric in measured:
        rules = rules_of(conditions, all_rules=metric == measured[0])
        yield f"\n{title_of(metric)}.\n"
        times = metric == "seconds"  # on another machine, so that the ratio is what counts
        names = ["board", *rules.values(), "agent", "published", "reproduced", "games"]
        names += ["speed-up" if times else "agrees", "our agent"]
        yield from head(names)
        figures = [figure for figure in specification.figures if figure.metric == metric]
        rows = [row for figure in figures for row in _compared(groups, figure)]
        for condition, agent, figure, estimate, same in rows:
            board, *others = played(condition, rules)
            cells = [f"{board} ({condition.share:.0%})", *others, markdown.name(agent)]
            cells += [f"{figure.value:g}", shown(condition, metric, estimate), str(estimate.games)]
            ours = _ours(groups, condition, metric) if agent not in OURS else ""
            verdict = "yes" if same else "**no**"
            faster = f"{figure.value / estimate.mean:.0f}" if estimate.mean else ""
            cells += [faster if times else verdict, ours]
            yield row(cells)
        if times:
            continue
        agree = sum(row[4] for row in rows)
        yield _AGREE.format(agree=agree, figures=len(rows))


def _compared(
    groups: Groups, figure: Published
) -> Iterator[tuple[Condition, str, Published, Estimate, bool]]:
    """Yield the estimates to compare with a published mean, and whether they agree with it."""
    scale = 100 if METRICS[figure.metric].percent else 1
    for (condition, agent), group in groups.items():
        if agent == figure.agent and _is_of(figure, condition):
            estimate = group.estimate(figure.metric)
            if estimate is not None:
                same = agrees(estimate, figure.value / scale, figure.games)
                yield condition, agent, figure, estimate, same


def _ours(groups: Groups, condition: Condition, metric: str) -> str:
    for name in OURS:
        group = groups.get((condition, name))
        estimate = None if group is None else group.estimate(metric)
        if estimate is not None:
            return f"{shown(condition, metric, estimate)} (`{name}`)"
    return ""


def _is_of(figure: Published, condition: Condition) -> bool:
    size = (figure.height, figure.width, figure.mines)
    click = figure.first_click in (None, condition.first_click)
    is_square = condition.topology == SQUARE and not condition.rules
    is_usual = is_square and figure.clues in (None, condition.clues)
    return size == (condition.height, condition.width, condition.mines) and click and is_usual


def _paired(groups: Groups, agents: Sequence[str], metric: str, ours: str) -> Iterator[str]:
    """Yield a table of the differences between our agent and each other on the same games."""
    yield f"\n## `{ours}` minus the others, game by game\n"
    yield f"{title_of(metric)}.\n"
    yield "| board | rules | compared with | games | difference | p-value |"
    yield "|---|---|---|---|---|---|"
    test = ""
    called = names_of(agents)
    for condition in conditions_of(groups):
        for rival in agents:
            pair = None if rival == ours else compared(groups, condition, ours, rival, metric)
            if pair is None:
                continue
            test = pair.test
            p = f"{pair.p:.2g}" if pair.p >= 1e-4 else "< 0.0001"
            board, *rules = played(condition, ("rule", "first_click", "clues"))
            cells = [board, ", ".join(rules), markdown.name(called[rival]), str(pair.games)]
            yield row([*cells, shown(condition, metric, pair.difference, signed=True), p])
    if test:
        yield f"\nTest: {test}, two-sided."


def _unknown(groups: Groups) -> Iterator[str]:
    """Yield a table of the lost games whose cause is unknown."""
    rows = [
        row([*map(markdown.name, (condition.board, agent)), str(group.causes[Cause.UNKNOWN])])
        for (condition, agent), group in groups.items()
        if Cause.UNKNOWN in group.causes
    ]
    if rows:
        yield "\n## Losses of unknown cause\n"
        yield f"{_UNKNOWN}\n"
        yield "| board | agent | games |"
        yield "|---|---|---|"
        yield from rows


def _unfinished(groups: Groups) -> Iterator[str]:
    rows = [
        row([*map(markdown.name, (condition.board, agent, error)), str(count)])
        for (condition, agent), group in groups.items()
        for error, count in sorted(group.errors.items())
    ]
    if rows:
        yield "\n## Games that were not finished\n"
        yield f"{_UNFINISHED}\n"
        yield "| board | agent | reason | games |"
        yield "|---|---|---|---|"
        yield from rows
