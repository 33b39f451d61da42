"""The costs of moves, in tables of a report and in lines: by layouts, and positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.rows import column_numbers, render_rows
from logicsweep.errors import counted
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments import markdown
from logicsweep.lab.experiments.losses import RANGES
from logicsweep.lab.experiments.metrics import MOVES
from logicsweep.lab.experiments.move_costs import CostlyMove, CostTable
from logicsweep.lab.experiments.records import JudgedMove
from logicsweep.lab.experiments.summary import Groups
from logicsweep.lab.experiments.tables import head, names_of, played, row, rules_of, shown
from logicsweep.limits import USUAL_POSITIONS

# The signs of the two cells on a board, which are none of its native text.
_OPENED: Final = "A"
_INSTEAD: Final = "B"

ABOUT: Final = """
The first agent judges the moves of the others. They play with forced survival, and where it
chooses another move, it plays both out on the same layouts. A move costs its chance to win with its
own move less that with the other one, times the probability that the game comes so far. The sum is
an unbiased estimate of how much more often it wins."""
_COSTS: Final = """
The cost of moves in percent of all games, by the number of layouts before them. It is negative
where moves gain. {differ}"""
_WORST: Final = f"""
The moves that count most, of those estimated. {_OPENED} is the cell that the agent opened,
{_INSTEAD} that of the judge. The largest of many estimates are too large, so look at their standard
errors, and play them out on more layouts."""


def tables(groups: Groups, agents: Sequence[str]) -> Iterator[str]:
    """Yield lines of Markdown; none unless moves are judged."""
    judged = [
        (condition, agents.index(agent), group.costs.table())
        for (condition, agent), group in groups.items()
        if condition.judge
    ]
    if not judged:
        return
    called = names_of([*agents, *(condition.judge for condition, *_ in judged)])
    rules = rules_of([condition for condition, _ in groups], all_rules=False)
    for condition, place, costs in sorted(judged, key=lambda entry: entry[:2]):
        agent = markdown.name(called[agents[place]])
        where = ", ".join(played(condition, rules))
        yield f"\n## What moves of {agent} cost on {where}"
        yield _COSTS.format(differ=differ_words(costs)) + "\n"
        yield from head(["layouts", "cost"])
        for layouts, mean in costs.parts.items():
            yield row([layouts, shown(condition, MOVES, mean, signed=True)])
        worst = costs.worst[:USUAL_POSITIONS]
        if worst:
            yield f"{_WORST}\n"
            yield "```text"
            yield from list(_positions(worst, "agent", "judge"))[1:]
            yield "```"


def lines(
    costs: CostTable, condition: Condition, agent: str, judge: str, *, positions: int
) -> Iterator[str]:
    """Yield the same in lines of text, with the names of agent and judge."""
    yield f"moves of {agent}, as {judge} would play on: {differ_words(costs)}"
    wide = max(map(len, RANGES))
    for layouts, mean in costs.parts.items():
        yield f"  {layouts:{wide}} layouts  {shown(condition, MOVES, mean, signed=True)}"
    yield from _positions(costs.worst[:positions], agent, judge)


def differ_words(costs: CostTable) -> str:
    """Say how many guesses differ."""
    share = 100 * costs.differing / costs.guesses if costs.guesses else 0.0
    return f"{costs.differing:,} of {costs.guesses:,} guesses differ, {share:.1f} %."


def _positions(worst: Sequence[CostlyMove], agent: str, judge: str) -> Iterator[str]:
    for seed, move in worst:
        yield ""
        yield from position_lines(seed, move, agent, judge)


def position_lines(seed: int, move: JudgedMove, agent: str, judge: str) -> Iterator[str]:
    """Yield a sentence on a move, and the board with both cells, by row and column from 0."""
    part, cost, error = (100 * value for value in (move.weighted, move.cost, move.error))
    how = " %, exactly"
    if move.playouts:
        how = f" +- {error:.2f} % on {counted(move.playouts, 'layout')}"
    yield (
        f"game {seed}: {part:+.2f} % of all games: the move costs {cost:+.2f}{how}, at weight "
        f"{move.weight:.3f}, with 10^{move.layouts:.1f} layouts left"
    )
    (row_a, column_a), (row_b, column_b) = move.cell, move.instead
    opened = f"{_OPENED}: {agent} opened {Cell(*move.cell)}"
    if move.cell == move.instead:
        yield f"{opened}, and {judge} would open it"
    else:
        yield f"{opened}; {_INSTEAD}: {judge} would open {Cell(*move.instead)}"
    board = Board.parse(move.board)
    is_plain = not board.uncertain and board.is_ordinary
    if not is_plain:  # cells have more than a sign
        yield from move.board.splitlines()
        return
    rows = [list(text) for text in render_rows(board.grid)]
    rows[row_b][column_b] = _INSTEAD
    rows[row_a][column_a] = _OPENED
    margin = len(str(len(rows) - 1))
    for line in column_numbers(board.width):
        yield " " * (margin + 2) + " ".join(line).rstrip()
    for number, signs in enumerate(rows):
        yield f"{number:>{margin}}  {' '.join(signs)}"
