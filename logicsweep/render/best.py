"""The answer of `best` in words: the cells to open, candidates, 50/50s and solved parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.errors import are, counted, listed
from logicsweep.reasons.wording import chance_words, listed_cells
from logicsweep.render.marked import Marks
from logicsweep.render.words import exact_words, layouts_words, liars_lines, probability_words
from logicsweep.strategy.answer import Behind, Candidate, Closed, Fifty
from logicsweep.strategy.decision import Why
from logicsweep.strategy.fifty import MOST_FIFTY_CELLS
from logicsweep.strategy.sight import Sight

if TYPE_CHECKING:
    from logicsweep.answers.playing import Best

LEGEND: Final = "[ ] best to open"
NOTHING: Final = "Nothing is left to open."
# How many are shown of each; the others are counted.
_CELLS: Final = 8
_CELLS_IN_A_ROW: Final = 2
_ROWS: Final = 10
_FIFTIES: Final = 3
_PARTS: Final = 4

_WHY: Final = {
    Why.SAFE: "proved safe",
    Why.SOLVED: "the rest of the game was searched, and no cell wins more often",
    Why.POLICY: "of all layouts, a simple player who goes on from there wins the most",
}
_BEHIND: Final = {
    None: "",
    Behind.RISKIER: "survived less often",
    Behind.LOSES: "wins less often",
    Behind.DEAD: "tells nothing: put off",
    Behind.CUT: "falls short at best",
}


def best_marks(answer: Best) -> Marks:
    """Mark the best cells with brackets."""
    return Marks(frozenset(_cells(answer.cells)), {})


def choice_lines(board: Board, answer: Best) -> Iterator[str]:
    """Yield the best cells, why, their risk, and the chance to win; a line if there is no cell."""
    yield from advice_lines(board, answer)
    if answer.why is not None and answer.win_chance is None:
        yield _unknown(board, answer)


def advice_lines(board: Board, answer: Best) -> Iterator[str]:
    """Yield what to open, why, its risk, and the probability to win if it is known."""
    if answer.why is None:
        yield NOTHING
        return
    yield from liars_lines(answer.liars)
    yield _choice(board, answer, Why(answer.why))
    if answer.reason is not None:
        yield answer.reason.text
    if answer.risk is not None and answer.why != Why.SAFE.value:
        yield _risk(board, answer, answer.risk)
    if answer.win_chance is not None:
        yield f"The best play wins with probability {exact_words(answer.win_chance)} (exact)."


def candidate_table(answer: Best) -> list[tuple[str, ...]]:
    """Return a heading and rows, cells with equal values in one; empty if all values are equal.

    "Wins" is the probability to win with the best play after this click, "two clicks" that to
    survive this one and the next, "three" the one after that as well. Empty columns are left out.
    """
    if len({(each.risk, each.survival, each.third, each.behind) for each in answer.candidates}) < 2:
        return []
    head = ("cell", "risk", "wins", "two clicks", "three", "why behind")
    rows = [(_row_cells(cells), *values) for values, cells in _groups(answer)]
    columns = zip(head, *rows, strict=True)
    kept = [column for column in columns if any(column[1:])]
    return list(zip(*kept, strict=True))[: _ROWS + 1]


def rest_lines(answer: Best) -> Iterator[str]:
    """Say how many candidates the table leaves out."""
    yield from _left_out(sum(len(cells) for _, cells in _groups(answer)[_ROWS:]), "candidate")


def _groups(answer: Best) -> list[tuple[tuple[str, ...], list[Cell]]]:
    """Group candidates that follow each other and of which the table says the same."""
    groups = groupby(answer.candidates, key=_values)
    return [(values, _cells(candidate.cell for candidate in group)) for values, group in groups]


def fifty_lines(board: Board, answer: Best) -> Iterator[str]:
    """Yield the likeliest 50/50s, each with its argument; or say that none was looked for."""
    if answer.fifties is None:
        if board.grid.size > MOST_FIFTY_CELLS:
            yield f"50/50s were not looked for: the board has more than {MOST_FIFTY_CELLS:,} cells."
        elif answer.candidates:
            yield "50/50s were not looked for: that is only done for ordinary clues."
        return
    for fifty in answer.fifties[:_FIFTIES]:
        yield _fifty(fifty)
    more = len(answer.fifties) - _FIFTIES
    if more > 0:
        yield f"{counted(more, 'more 50/50')}, none of them likelier; --json lists them."


def part_lines(answer: Best) -> Iterator[str]:
    """Yield the parts that were solved by themselves."""
    if answer.win_chance is not None and len(answer.closed) == 1:
        yield f"Solved exactly: {layouts_words(answer.closed[0].layouts)}."
        return
    for part in answer.closed[:_PARTS]:
        yield _part(part)
    yield from _left_out(len(answer.closed) - _PARTS, "solved part")


def _left_out(number: int, noun: str) -> Iterator[str]:
    if number > 0:
        yield f"{counted(number, f'more {noun}')} {are(number)} not shown; --json lists them."


def _choice(board: Board, answer: Best, why: Why) -> str:
    reason = _WHY.get(why) or _by_the_book(board)
    if why is Why.SCORE:
        reason = "the best score" if len(answer.cells) == 1 else "all have the best score"
        if any(each.third is not None for each in answer.candidates):
            reason = "about the best score, and two more clicks are survived most often"
    return f"Open {_or(answer.cells)}: {reason}."


def _by_the_book(board: Board) -> str:
    if is_blank(board):
        return "the first cell of the opening book"
    corner = "corner" if board.has_eight_neighbours else "cell with few neighbours"
    return f"after a {corner} with a number, another {corner} (opening book)"


def _risk(board: Board, answer: Best, least: Fraction) -> str:
    each = "Each has" if len(answer.cells) > 1 else "It has"
    risks = [each.risk for each in answer.candidates if each.behind is None]
    most = max(risks, default=least)
    if most > least:
        return f"Their mine probabilities are from {exact_words(least)} to {exact_words(most)}."
    words = f"{each} {probability_words(least)}"
    if is_blank(board) and answer.first_click != FirstClick.UNPROTECTED.value:
        return f"{words} as the board stands, but the game keeps the first click safe."
    return f"{words}."


def _unknown(board: Board, answer: Best) -> str:
    layouts = answer.solved_layouts
    if not layouts:
        why = "--layouts 0 solves nothing"
    elif board.mines is None and not isinstance(answer.density, str):  # one for all cells
        why = "it takes the mine count or a density (--mines, --density)"
    elif not Sight(board).is_certain:
        why = "where clues may show several values, only parts with few layouts are solved"
    else:
        why = f"a part of the board has more than {layouts:,} layouts (raise this with --layouts)"
    return f"The probability to win is not known: {why}."


def _values(candidate: Candidate) -> tuple[str, ...]:
    """Return the columns of a candidate in the table, except for its cell."""
    bound = "<= " if candidate.behind is Behind.CUT else ""
    third_bound = "<= " if candidate.behind is not None else ""
    return (
        chance_words(candidate.risk),
        "" if candidate.win_chance is None else chance_words(candidate.win_chance),
        "" if candidate.survival is None else f"{bound}{chance_words(candidate.survival)}",
        "" if candidate.third is None else f"{third_bound}{chance_words(candidate.third)}",
        _BEHIND[candidate.behind],
    )


def _fifty(fifty: Fifty) -> str:
    is_pair = all(len(half) == 1 for half in fifty.halves)
    halves = (" or " if is_pair else ", or ").join(map(listed_cells, map(_cells, fifty.halves)))
    if fifty.unavoidable:
        return f"In every layout {halves} is a coin toss (a 50/50): nothing can tell them apart."
    ends = ""
    if fifty.open_ends:
        ends = f"if {listed_cells(_cells(fifty.open_ends))} {_mines(len(fifty.open_ends))}, "
    chance = chance_words(fifty.probability)
    words = (
        f"In {chance} of the layouts {halves} will be a coin toss (a 50/50): "
        f"{ends}nothing tells them apart."
    )
    if not fifty.now:
        return words
    only = f"{listed_cells(_cells(fifty.now))} {_mines(len(fifty.now))} only then"
    return f"{words} {only}: that risk comes anyway, now or later."


def _mines(number: int) -> str:
    return "is a mine" if number == 1 else "are mines"


def _part(part: Closed) -> str:
    best = f"; best to open: {_or(part.best)}" if part.best else ""
    return (
        f"A part that was solved by itself: {listed_cells(_cells(part.cells))}; "
        f"{layouts_words(part.layouts)}, won with probability {exact_words(part.win_chance)}{best}."
    )


def _cells(places: Iterable[tuple[int, int]]) -> list[Cell]:
    return [Cell(*place) for place in places]


def _or(cells: Sequence[tuple[int, int]]) -> str:
    names = list(map(str, _cells(cells[:_CELLS])))
    more = len(cells) - len(names)
    if more:
        names.append(f"one of {counted(more, 'more cell')}")
    return listed(names, last="or")


def _row_cells(cells: Sequence[Cell]) -> str:
    if len(cells) <= _CELLS_IN_A_ROW:
        return ", ".join(map(str, cells))
    return f"{cells[0]} and {len(cells) - 1:,} more"
