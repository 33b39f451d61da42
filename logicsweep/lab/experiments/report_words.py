"""Words of reports and comparisons: names, means with intervals, costs of moves, and Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from msgspec import UNSET, structs

from logicsweep.board.board import Board, Cell
from logicsweep.board.cell_names import column_numbers
from logicsweep.board.rows import render_rows
from logicsweep.errors import capitalized, counted
from logicsweep.games.agents.own import is_own
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments.metrics import METRICS, MOVES
from logicsweep.lab.experiments.statistics import Estimate, Interval
from logicsweep.lab.experiments.summary import RANGES, AgentMoves
from logicsweep.lab.play.forced import CostlyMove

# The signs of the cell that an agent opened and of that of its judge, none of native text.
OPENED: Final = "A"
INSTEAD: Final = "B"
# What some Markdown readers make a link of although it has no brackets.
_LINKS: Final = re.compile(r"(?i)(?<=:)//|(?<=www)\.|@|\bxmpp:|\bmailto:")


def names_of(agents: Sequence[str]) -> dict[str, str]:
    """Name agents for tables: one of your own by its class, if no other has that name."""
    short = {agent: agent.rpartition(":")[2] if is_own(agent) else agent for agent in agents}
    used = Counter(short.values())
    return {agent: name if used[name] == 1 else agent for agent, name in short.items()}


def title_of(metric: str) -> str:
    """Return the title of a metric, as it begins a line."""
    return capitalized(METRICS[metric].title)


def shown(
    condition: Condition, metric: str, mean: Estimate | Interval, *, signed: bool = False
) -> str:
    """Write a mean and its interval, in percent where the metric is.

    Percentages have one decimal; those of games with forced survival, which are finer, have two.
    """
    scale = 100 if METRICS[metric].percent else 1
    numbers = [scale * number for number in (mean.mean, mean.low, mean.high)]
    digits = 1 + condition.forced_survival if scale == 100 else _digits(max(map(abs, numbers)))
    middle, low, high = (f"{number:{'+' if signed else ''}z.{digits}f}" for number in numbers)
    return f"{middle} [{low}, {high}]"


def _digits(largest: float) -> int:
    """Return the number of decimals that shows three significant digits."""
    for digits, least in enumerate((100, 10, 1, 0.1, 0.01) if largest else (0,)):
        if largest >= least:
            return digits
    return 5


def cost_lines(
    moves: AgentMoves, condition: Condition, judge: str, *, positions: int
) -> Iterator[str]:
    """Yield what the moves of an agent cost as lines of text, with so many positions."""
    yield f"moves of {moves.agent}, as {judge} would play on: {differ_words(moves)}."
    wide = max(map(len, RANGES))
    for layouts, mean in moves.ranges.items():
        yield f"  {layouts:{wide}} layouts  {shown(condition, MOVES, mean, signed=True)}"
    for move in moves.positions[:positions]:
        yield ""
        yield from position_lines(move, moves.agent, judge)


def differ_words(moves: AgentMoves) -> str:
    """Say how many guesses differ."""
    share = 100 * moves.differing / moves.guesses if moves.guesses else 0.0
    return f"{moves.differing:,} of {moves.guesses:,} guesses differ, {share:.1f} %"


def position_lines(move: CostlyMove, agent: str, judge: str) -> Iterator[str]:
    """Yield a sentence on a judged move, and the board with both cells, by row and column."""
    part, cost, error = (100 * value for value in (move.weighted, move.cost, move.error))
    how = " %, exactly"
    if move.playouts:
        how = f" +- {error:.2f} % on {counted(move.playouts, 'layout')}"
    yield (
        f"game {move.seed}: {part:+.2f} % of all games: the move costs {cost:+.2f}{how}, at weight "
        f"{move.weight:.3f}, with 10^{move.layouts:.1f} layouts left"
    )
    instead = move.cell if move.instead is UNSET else move.instead
    opened = f"{OPENED}: {agent} opened {Cell(*move.cell)}"
    if move.cell == instead:
        yield f"{opened}, and {judge} would open it"
    else:
        yield f"{opened}; {INSTEAD}: {judge} would open {Cell(*instead)}"
    board = Board.parse(move.board)
    if board.uncertain or not board.is_ordinary:  # cells have more than a sign
        yield from move.board.splitlines()
        return
    rows = [list(text) for text in render_rows(board.grid)]
    for (row, column), sign in ((instead, INSTEAD), (move.cell, OPENED)):
        rows[row][column] = sign
    margin = len(str(len(rows) - 1))
    for line in column_numbers(board.width):
        yield " " * (margin + 2) + " ".join(line).rstrip()
    for number, signs in enumerate(rows):
        yield f"{number:>{margin}}  {' '.join(signs)}"


def table(columns: Sequence[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of a table in Markdown; its cells are Markdown, too."""
    head, *lines = [f"| {' | '.join(cells)} |" for cells in (columns, *rows)]
    yield from (head, "|---" * len(columns) + "|", *lines)


def played(condition: Condition, rules: Iterable[str]) -> list[str]:
    """Return the board of a condition, and its fields of these names, as cells of a table."""
    fields = {**structs.asdict(condition), "flood": "yes" if condition.flood else "no"}
    return [literal(str(value)) for value in (condition.board, *map(fields.get, rules))]


def literal(text: str) -> str:
    """Escape the Markdown of a foreign text and put it on one line: it is no HTML and no link."""
    plain = re.sub(r"([\\`*_\[\]|!~#$])", r"\\\1", escape(one_line(text), quote=False))
    return _LINKS.sub(lambda match: f"&#{ord(match[0][0])};{match[0][1:]}", plain)


def prose(text: str) -> str:
    """Escape the HTML of a text in Markdown."""
    return re.sub(r"<(?=[A-Za-z/!?])", "&lt;", text)


def one_line(text: str) -> str:
    """Put a text on one line, without characters that a terminal would obey."""
    printable = (letter if letter.isprintable() else " " for letter in text)
    return " ".join("".join(printable).split())
