"""Snapshots of a game that was played: some of its positions, with what is proved in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State
from logicsweep.board.verdicts import Consequences
from logicsweep.games.review.played import PlayedGame
from logicsweep.games.told.opening import Flags
from logicsweep.games.told.told import Told
from logicsweep.games.view import View
from logicsweep.limits import DEFAULT_TIME_LIMIT


class Turn(NamedTuple):
    """One move of a game.

    Attributes:
        cells: The cells that it is to open or to flag.
        shown: The new content of all cells that it changed, flags included.
        flags: Whether it sets a flag; otherwise it opens.
        chord: The number that was clicked; None if the cell itself was.
        numbers: The player's own numbers for cells before it, those that changed since the move
            before; empty for a cell that has none any more.
    """

    cells: tuple[Cell, ...]
    shown: Mapping[Cell, int | Clue]
    flags: bool = False
    chord: Cell | None = None
    numbers: Mapping[Cell, str] = MappingProxyType({})


class Snapshot(NamedTuple):
    """A position of a game.

    Attributes:
        number: The number of the move that led to it, from 1; 0 for the position before the first.
        board: The position.
        proved: The verdicts that follow from it.
    """

    number: int
    board: Board
    proved: Consequences


def turns_of(game: PlayedGame) -> list[Turn]:
    """Return the openings of a game as moves.

    Flags come with the opening after them, and the last ones with the last opening.
    """
    turns = [
        Turn(opening.cells, {**_flagged(opening.flags), **opening.shown}, chord=opening.chord)
        for opening in game.openings
    ]
    if turns and game.flags:
        last = turns[-1]
        turns[-1] = last._replace(shown={**last.shown, **_flagged(game.flags)})
    return turns


def _flagged(flags: Flags) -> dict[Cell, int]:
    return {cell: int(State.FLAGGED if is_set else State.COVERED) for cell, is_set in flags}


def spread(count: int, most: int | None) -> list[int]:
    """Return at most so many numbers below `count`: the first, the last, and others between them.

    They are in order, and as evenly spread as whole numbers can be; None returns all. A single one
    is the last.
    """
    if most is None or count <= most:
        return list(range(count))
    if most == 1:
        return [count - 1]
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]


def snapshots(
    start: Board,
    first_click: FirstClick,
    turns: Sequence[Turn],
    numbers: Iterable[int],
    *,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Iterator[Snapshot]:
    """Yield the positions after moves of a game, with what is proved in each of them.

    Args:
        start: The position before the first move.
        first_click: The guarantee for the first cell.
        turns: The moves, in order.
        numbers: The numbers of the moves, in order; 0 for the position before the first.
        time_limit: The seconds that the proofs of one position may take; None for no limit.

    Raises:
        LimitError: Proofs took longer than that.
        InconsistentBoardError: No layout agrees with a position.
        LogicSweepError: A cell cannot show what a move says.
        ValueError: A cell of a move is off the board, or cannot show this clue.
    """
    view = View(start)
    told = Told(start, first_click, time_limit=time_limit)
    made = 0
    for number in numbers:
        for turn in turns[made:number]:
            view.show(turn.shown)
            told.tell(turn.cells[0], turn.shown)
        made = number
        yield Snapshot(number, view.board, told.kb.consequences())
