"""The report of a folder of games: `report.md`, `summary.csv` and plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Final

from msgspec import UNSET

from logicsweep.board.first_click import FirstClick
from logicsweep.board.names import SQUARE
from logicsweep.errors import ExperimentError, counted
from logicsweep.formats.files import write_file
from logicsweep.games.keys import Condition
from logicsweep.games.told.causes import Cause
from logicsweep.lab.experiments import plots, statistics
from logicsweep.lab.experiments.export import summary_of
from logicsweep.lab.experiments.metrics import METRICS, MOVES
from logicsweep.lab.experiments.report_words import (
    INSTEAD,
    OPENED,
    differ_words,
    literal,
    names_of,
    one_line,
    played,
    position_lines,
    prose,
    shown,
    table,
    title_of,
)
from logicsweep.lab.experiments.specification import Published, Specification
from logicsweep.lab.experiments.statistics import MOST_RESAMPLED, agrees
from logicsweep.lab.experiments.store import check_causes, read_games, read_stored
from logicsweep.lab.experiments.summary import OURS, RANGES, Group, Groups
from logicsweep.limits import USUAL_POSITIONS

_INTERVALS: Final = """\
In brackets are 95 % confidence intervals: Wilson's interval for shares of games, a
percentile bootstrap over games for all other means."""
_NORMAL: Final = """\
A mean over more than 10,000 games has the normal interval if more than 1,000 of its
values differ."""
_FORCED: Final = """
In these games the player survives every guess, and the game counts with the probability of that:
an unbiased estimate of how often the agent wins, with half the spread."""
_JUDGED: Final = """
The first agent judges the moves of the others. They play with forced survival, and where it
chooses another move, it plays both out on the same layouts. A move costs its chance to win with its
own move less that with the other one, times the probability that the game comes so far. The sum is
an unbiased estimate of how much more often it wins."""
_AGREE: Final = """
{agree} of {figures} published means agree with ours: they differ by at most 1.96 standard errors.
The standard error of a published mean is estimated from the deviation of our games and from the
number of published games; if that number is unknown, the mean has to lie within our interval."""
_DEALT: Final = """
The same games on the layouts that were dealt, which end at the first mine. The mean difference is
expected to be 0; {within} of {all} intervals contain it. On the same layouts agents are lucky
together.
"""
_LOST: Final = """
## Where games are lost

The share of all games, in percent, that are lost at a guess with so many layouts before it. What an
agent solves to the end is lost where it knew its chance.
"""
_COSTS: Final = """
## What moves cost

The cost of moves in percent of all games, by the number of layouts before them. It is negative
where moves gain.
"""
_WORST: Final = f"""
The moves that count most, of those estimated. {OPENED} is the cell that the agent opened,
{INSTEAD} that of the judge. The largest of many estimates are too large, so look at their standard
errors, and play them out on more layouts."""
_UNKNOWN: Final = """
## Losses of unknown cause

The count of layouts before the last move reached a limit. The causes of losses leave these games \
out.
"""
_UNFINISHED: Final = """
## Games that were not finished

A game that was not finished counts as lost, with no mine flagged. The other metrics leave it out.
"""


def load() -> None:
    """Load the libraries of a report, so that a missing one is noticed before any game is played.

    Raises `MissingLibraryError`.
    """
    statistics.scipy_stats()
    plots.pyplot()


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
    groups = Groups.of(read_games(folder))
    if not groups:
        raise ExperimentError(f"there are no games in {folder} yet")
    if specification is not None:
        lacks_causes = any(UNSET in group.causes for group in groups.values())
        check_causes(folder, specification, lacks_causes=lacks_causes)
    try:
        drawn = plots.draw(groups, specification, folder)
        lines = _Report(groups, specification).lines(drawn)
        files = {
            "summary.csv": summary_of(groups),
            "report.md": ("\n".join(lines) + "\n").encode(),
        }
        for name, content in files.items():
            write_file(folder / name, [content])
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ExperimentError(f"cannot write {error.filename or folder}: {why}") from None
    return [folder / name for name in files] + drawn


class _Report:
    """The games of a report, and how their tables name them."""

    def __init__(self, groups: Groups, specification: Specification | None) -> None:
        self._groups = groups
        self._specification = specification
        self._conditions = groups.conditions
        self._agents = groups.agents(() if specification is None else specification.agents)
        self._judge = groups.judge
        called = names_of([*self._agents, *filter(None, [self._judge])])
        self._called = {agent: literal(name) for agent, name in called.items()}

    def lines(self, drawn: Sequence[Path]) -> Iterator[str]:
        """Yield the lines of the report, with the plots that were drawn at its end."""
        given = self._specification
        metrics = self._groups.metrics if given is None else given.metrics
        yield f"# {prose(one_line('Games' if given is None else given.title))}"
        if given is not None and given.about:
            yield f"\n{prose(given.about)}"
        yield f"\n{self._count()} All agents play the same seeds."
        yield _INTERVALS
        if any(group.games > MOST_RESAMPLED for group in self._groups.values()):
            yield _NORMAL
        is_forced = any(condition.forced_survival for condition in self._conditions)
        if is_forced:
            yield _JUDGED if self._judge else _FORCED
        if given is not None and given.figures:
            yield from self._published(given.figures)
        if given is not None and given.notes:
            yield f"\n{prose(given.notes)}"
        for metric in metrics:
            yield from self._means(metric, all_rules=metric == metrics[0])
        yield from self._paired(metrics[0])
        if is_forced:
            yield from () if self._judge else self._dealt()
            yield from self._by_layouts()
            yield from self._positions()
        yield from self._unusual()
        for path in drawn:
            if path.suffix == ".svg":
                yield f"\n![{path.stem.replace('-', ' ')}]({path.name})"

    def _count(self) -> str:
        """Say how many games there are, and whether that is all of them."""
        given = self._specification
        played = sum(group.games for group in self._groups.values())
        in_all = None if given is None else given.games_in_all
        if given is not None and in_all is None:
            return f"{counted(played, 'game')} played; a folder of boards says how many there are."
        if in_all is None or played >= in_all:
            return f"{counted(played, 'game')}."
        return f"**Not finished: {played:,} of {counted(in_all, 'game')} played.**"

    def _rules(self, *, all_rules: bool = False) -> dict[str, str]:
        """Name the columns beside the board: fields that differ, or `all_rules`."""
        shown = ("rule", "first_click", "flood") if all_rules else ()
        return {
            name: name.replace("_", " ")
            for name in ("rule", "first_click", "flood", "clues")
            if name in shown or len({getattr(each, name) for each in self._conditions}) > 1
        }

    def _rows(self, *, forced: bool = False) -> Iterator[tuple[list[str], Condition, Group]]:
        """Yield the games of each agent under each condition, with the first cells of their row.

        With `forced` only those with forced survival.
        """
        for condition, agent in product(self._conditions, self._agents):
            group = self._groups[condition, agent]
            if group.games and (group.is_forced or not forced):
                yield [*played(condition, self._rules()), self._called[agent]], condition, group

    def _table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
        """Yield a table whose rows begin as `_rows` does."""
        return table(["board", *self._rules().values(), "agent", *columns], rows)

    def _means(self, metric: str, *, all_rules: bool) -> Iterator[str]:
        """Yield the table of a metric: a row for each condition, a column for each agent."""
        rules = self._rules(all_rules=all_rules)
        rows = []
        for condition in self._conditions:
            cells = played(condition, rules)
            there = [self._groups[condition, agent] for agent in self._agents]
            most = max(group.games for group in there)
            for group in there:
                mean = group.estimate(metric)
                few = "" if group.games == most else f" ({group.games} games)"
                cells.append("" if mean is None else shown(condition, metric, mean) + few)
            rows.append(cells)
        yield f"\n## {title_of(metric)}\n"
        agents = [self._called[agent] for agent in self._agents]
        yield from table(["board", *rules.values(), *agents], rows)

    def _published(self, published: Sequence[Published]) -> Iterator[str]:
        """Yield published means beside reproduced ones, and those of `exact` or `search-exact`."""
        yield "\n## Published and reproduced"
        for number, metric in enumerate(dict.fromkeys(each.table.metric for each in published)):
            figures = [figure for figure in published if figure.table.metric == metric]
            yield from self._reproduced(metric, figures, all_rules=not number)

    def _reproduced(
        self, metric: str, figures: Sequence[Published], *, all_rules: bool
    ) -> Iterator[str]:
        """Yield the published means of a metric beside ours."""
        rules = self._rules(all_rules=all_rules)
        times = metric == "seconds"  # on another machine, so that the ratio is what counts
        scale = 100 if METRICS[metric].percent else 1
        rows = []
        agree = 0
        for figure in figures:
            for condition in self._conditions:
                mean = self._groups[condition, figure.agent].estimate(metric)
                if mean is None or not _is_of(figure, condition):
                    continue
                same = agrees(mean, figure.value / scale, figure.table.games)
                agree += same
                board, *others = played(condition, rules)
                cells = [f"{board} ({condition.share:.0%})", *others, literal(figure.agent)]
                cells += [f"{figure.value:g}", shown(condition, metric, mean), str(mean.games)]
                faster = f"{figure.value / mean.mean:.0f}" if mean.mean else ""
                cells.append(faster if times else "yes" if same else "**no**")
                rows.append([*cells, self._ours(condition, figure)])
        yield f"\n{title_of(metric)}.\n"
        columns = ["agent", "published", "reproduced", "games"]
        columns += ["speed-up" if times else "agrees", "our agent"]
        yield from table(["board", *rules.values(), *columns], rows)
        if not times:
            yield _AGREE.format(agree=agree, figures=len(rows))

    def _ours(self, condition: Condition, figure: Published) -> str:
        """Return the mean of our agent, beside that of another."""
        for name in () if figure.agent in OURS else OURS:
            mean = self._groups[condition, name].estimate(figure.table.metric)
            if mean is not None:
                return f"{shown(condition, figure.table.metric, mean)} (`{name}`)"
        return ""

    def _paired(self, metric: str) -> Iterator[str]:
        """Yield a table of the differences between our agent and each other on the same games."""
        ours = self._groups.ours(self._agents)
        if ours is None:
            return
        rows = []
        test = ""
        rivals = [agent for agent in self._agents if agent != ours]
        for condition, rival in product(self._conditions, rivals):
            pair = self._groups.compared(condition, ours, rival, metric)
            if pair is None:
                continue
            test = pair.test
            board, *rules = played(condition, ("rule", "first_click", "clues"))
            cells = [board, ", ".join(rules), self._called[rival], str(pair.games)]
            difference = shown(condition, metric, pair.difference, signed=True)
            rows.append([*cells, difference, f"{pair.p:.2g}" if pair.p >= 1e-4 else "< 0.0001"])
        yield f"\n## `{ours}` minus the others, game by game\n"
        yield f"{title_of(metric)}.\n"
        yield from table(
            ["board", "rules", "compared with", "games", "difference", "p-value"], rows
        )
        if test:
            yield f"\nTest: {test}, two-sided."

    def _dealt(self) -> Iterator[str]:
        """Yield a table of the estimates beside the games that they stand for."""
        rows = []
        within = 0
        for cells, condition, group in self._rows(forced=True):
            mean, off = group.estimate("win_rate"), group.off()
            if mean is not None and off is not None:
                within += off.low <= 0 <= off.high
                plain = 100 * (mean.mean - off.mean * off.games / mean.games)
                difference = shown(condition, "win_rate", off, signed=True)
                rows.append([*cells, f"{100 * mean.mean:.2f}", f"{plain:.2f}", difference])
        yield "\n## Estimates and plain games"
        yield _DEALT.format(within=within, all=len(rows))
        yield from self._table(["estimate, %", "plain games won, %", "difference"], rows)

    def _by_layouts(self) -> Iterator[str]:
        """Yield a table of what games lose at their moves, by the number of layouts before them."""
        groups = [group for *_, group in self._rows(forced=True)]
        ranges = [name for name in RANGES if any(each.total(name) for each in groups)]
        rows = []
        for cells, condition, group in self._rows(forced=True):
            if self._judge:
                moves = group.moves(cells[-1])
                means = [moves.ranges.get(name) for name in ranges]
                costs = [mean and shown(condition, MOVES, mean, signed=True) for mean in means]
                rows.append([*cells, differ_words(moves), *(cost or "" for cost in costs)])
            else:
                shares = [100 * group.total(name) / group.games for name in ranges]
                rows.append([*cells, *(f"{share:.1f}" if share else "" for share in shares)])
        yield _COSTS if self._judge else _LOST
        yield from self._table([*["guesses"] * bool(self._judge), *ranges], rows)

    def _positions(self) -> Iterator[str]:
        """Yield the moves of each agent that cost most, with their positions."""
        for cells, _, group in self._rows(forced=True):
            worst = group.moves(cells[-1]).positions[:USUAL_POSITIONS]
            if worst:
                yield f"\n## Moves of {cells[-1]} on {', '.join(cells[:-1])}\n{_WORST}\n"
                yield "```text"
                blocks = ["\n".join(position_lines(move, "agent", "judge")) for move in worst]
                yield "\n\n".join(blocks)
                yield "```"

    def _unusual(self) -> Iterator[str]:
        """Yield tables of the lost games whose cause is unknown, and of unfinished games."""
        unknown = [
            [*cells, str(group.causes[Cause.UNKNOWN])]
            for cells, _, group in self._rows()
            if Cause.UNKNOWN in group.causes
        ]
        if unknown:
            yield _UNKNOWN
            yield from self._table(["games"], unknown)
        unfinished = [
            [*cells, literal(error), str(count)]
            for cells, _, group in self._rows()
            for error, count in sorted(group.errors.items())
        ]
        if unfinished:
            yield _UNFINISHED
            yield from self._table(["reason", "games"], unfinished)


def _is_of(figure: Published, condition: Condition) -> bool:
    """Tell whether a published mean is to be compared with the games of a condition."""
    table, row = figure.table, figure.row
    return (
        (row.height, row.width, row.mines) == (condition.height, condition.width, condition.mines)
        and table.first_click in (UNSET, FirstClick(condition.first_click))
        and table.clues in (UNSET, condition.clues)
        and condition.topology == SQUARE
        and not condition.rules
    )
