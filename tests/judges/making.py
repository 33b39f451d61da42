"""Boards for tests, from seeds: random small ones, and positions reached by playing."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from itertools import count

import numpy as np
from numpy.typing import NDArray

from logicsweep import Board, Cell, State
from logicsweep.board import Clue, ClueModel, clue_model


def first_board(
    seed: int, make: Callable[[int], Board], is_wanted: Callable[[Board], bool]
) -> Board:
    """The first board that is as wanted, made from `seed`, `seed` + 10,000, and so on."""
    return next(board for board in map(make, count(seed, 10_000)) if is_wanted(board))


def unflagged(board: Board) -> Board:
    """The same board without flags."""
    flagged = [cell for cell in board.covered if board[cell] == State.FLAGGED]
    return board.replace(dict.fromkeys(flagged, int(State.COVERED)))


def showing(board: Board, clues: Collection[Cell], *, total: bool = True) -> Board:
    """The board with only these of its clues, and with or without its total."""
    shown = board.replace({cell: State.NO_CLUE for cell in board.clues if cell not in clues})
    return shown if total else shown.without_total()


def random_board(seed: int, *, covered: int = 12, lie: float = 0.03) -> Board:
    """A board of at most 6x6 with at most `covered` covered cells.

    It has flags, known mines and open cells without a clue, its total is unknown, right, a range
    or wrong, and with chance `lie` a clue is off by one, so that some boards are inconsistent.
    """
    rng = random.Random(seed)
    while True:
        height, width = rng.randint(1, 6), rng.randint(1, 6)
        size = height * width
        mines = np.zeros((height, width), dtype=np.bool_)
        mines.flat[rng.sample(range(size), rng.randint(0, size // 2))] = True
        opened = rng.random()
        grid = np.full((height, width), State.COVERED, dtype=np.int8)
        for row in range(height):
            for column in range(width):
                grid[row, column] = _state(rng, mines, (row, column), opened, lie)
        if np.isin(grid, (State.COVERED, State.FLAGGED)).sum() <= covered:
            return Board(grid, mines=some_total(rng, int(mines.sum()), size))


def _state(
    rng: random.Random, mines: NDArray[np.bool_], cell: tuple[int, int], opened: float, lie: float
) -> int:
    if mines[cell]:
        return rng.choice([State.COVERED] * 8 + [State.FLAGGED, State.KNOWN_MINE])
    if rng.random() > opened:
        return rng.choice([State.COVERED] * 8 + [State.FLAGGED])
    if rng.random() < 0.1:
        return State.NO_CLUE
    off = rng.choice((-1, 1)) if rng.random() < lie else 0
    return max(0, clue(mines, cell) + off)


def some_total(rng: random.Random, mines: int, size: int) -> int | tuple[int, int] | None:
    """A total that is unknown, right, a range, or anything."""
    kind = rng.random()
    if kind < 0.35:
        return None
    if kind < 0.75:
        return mines
    if kind < 0.9:
        return max(0, mines - rng.randint(0, 2)), min(size, mines + rng.randint(0, 2))
    return rng.randint(0, size)


def clue(mines: NDArray[np.bool_], cell: tuple[int, int]) -> int:
    """How many mines are next to a cell."""
    row, column = cell
    return int(mines[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].sum())


def deal(rng: random.Random, height: int, width: int, mines: int) -> tuple[NDArray[np.bool_], Cell]:
    """A layout, and a cell in it that is safe together with all cells around it."""
    first = Cell(rng.randrange(height), rng.randrange(width))
    free = [
        row * width + column
        for row in range(height)
        for column in range(width)
        if max(abs(row - first.row), abs(column - first.column)) > 1
    ]
    layout = np.zeros((height, width), dtype=np.bool_)
    layout.flat[rng.sample(free, mines)] = True
    return layout, first


def opened_at_random(seed: int, height: int, width: int, mines: int, share: float) -> Board:
    """A board with a share of its safe cells opened, whichever they are."""
    rng = random.Random(seed)
    layout, _ = deal(rng, height, width, mines)
    grid = np.full((height, width), State.COVERED, dtype=np.int8)
    safe = [Cell(*divmod(int(number), width)) for number in np.flatnonzero(~layout)]
    for cell in rng.sample(safe, int(share * len(safe))):
        grid[cell] = clue(layout, cell)
    return Board(grid, mines=mines)


def symmetries(grid: NDArray[np.int8]) -> Iterator[NDArray[np.int8]]:
    """The eight rotations and mirror images of a grid."""
    for turned in (grid, grid.T):
        for quarter in range(4):
            yield np.rot90(turned, quarter)


MODELS = (
    *("exact", "optimistic", "cautious", "noisy(1/10)", "noisy(2/3)", "liar"),
    *("random-reveal(1/2)", "random-reveal(1/50)"),
)


def uncertain_board(seed: int, *, covered: int = 12, model: str | None = None) -> Board:
    """A small board whose clues are bounds, or shown by clue models; now and then inconsistent.

    With a `model` all clues are of this kind, drawn from the true counts, so that a layout agrees.
    """
    rng = random.Random(seed)
    board = random_board(seed, covered=covered, lie=0)
    if rng.random() < 0.5 and board.mines is None:
        board = Board(board.grid, density=Fraction(rng.randint(1, 9), 10))
    changes: dict[Cell, int | Clue] = {}
    for cell, shown in board.clues.items():
        assert isinstance(shown, int)
        if model is not None:
            changes[cell] = modelled(rng, board, cell, shown, clue_model(model))
        elif rng.random() < 0.8:
            changes[cell] = any_clue(rng, board, cell, shown)
    return board.replace(changes)


def modelled(
    rng: random.Random, board: Board, cell: Cell, count: int, model: ClueModel
) -> int | Clue:
    """What a model shows for a count; the count itself, if it is more than there is room for."""
    around = board.around(cell)
    if not around.known <= count <= around.known + around.covered:
        return count
    return board.reading(cell, model.draw(count, around, rng), model)


def any_clue(rng: random.Random, board: Board, cell: Cell, count: int) -> int | Clue:
    """A clue of any kind that a count could have brought about; a few rule it out."""
    kind = rng.randrange(6)
    if kind == 0:
        return Clue.at_least(max(0, count + rng.randint(-2, 0)))
    if kind == 1:
        return Clue.at_most(count + rng.randint(0, 2))
    lower, upper = max(0, count - rng.randint(0, 2)), count + rng.randint(0, 2)
    if kind == 2:
        return Clue(lower, upper)
    if kind == 3:
        if rng.random() < 0.1:
            lower = upper = max(0, count + rng.choice((-1, 1)))
        likelihood = [Fraction(rng.randint(0, 4), 4) for _ in range(lower, upper + 1)]
        if not any(likelihood):
            likelihood[-1] = Fraction(1, 3)
        return Clue(lower, upper, tuple(likelihood))
    return modelled(rng, board, cell, count, clue_model(rng.choice(MODELS)))
