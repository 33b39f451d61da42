"""The columns of positions: what each holds, and how it is found.

Slices, joins, copies, manifests and both formats of files go through one table. A new column is a
row of `COLUMNS`, with the function that finds it, an attribute of `Positions`, and a name in
`Answer`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import KNOWN_MINE, Grid
from logicsweep.errors import ArgumentError, UnknownNameError
from logicsweep.games.setting import Setting
from logicsweep.kernel.proposal import VerdictArray
from logicsweep.knowledge.agreement import check_agreement
from logicsweep.knowledge.batch import probabilities, verdicts
from logicsweep.lab.data.reasons import levels_of
from logicsweep.limits import Budget
from logicsweep.reason.solvers.names import ELIMINATION, SAT, ReasonerName
from logicsweep.strategy.best import best
from logicsweep.strategy.symmetries import views_of
from logicsweep.system.system import Decided
from logicsweep.tables.counted import FloatArray

Answer = Literal["chances", "verdicts", "level", "best"]
"""The name of a column that positions have if it is asked for."""
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)
QUICK: Final[tuple[Answer, ...]] = ("chances", "verdicts")
"""The answers that the kernel gives for many positions at once."""
FloatName = Literal["float64", "float32"]
"""The type of columns of floats, as numpy calls it."""
FLOATS: Final[tuple[FloatName, ...]] = get_args(FloatName)

Chances = FloatArray | NDArray[np.float32]
Arrays = Mapping[str, NDArray[Any]]

# Cells whose chances are there as float64 at once, where they are kept as float32.
_AT_ONCE: Final = 10_000_000


@dataclass(frozen=True)
class AskedBoards:
    """Positions about which something is asked, and what may be spent on the answers.

    Attributes:
        setting: The games that they are of.
        boards: The positions, as `Positions.boards`.
        floats: The type of floats to answer in.
        threads: The number of threads.
        budget: The time that is left for all answers.
    """

    setting: Setting
    boards: Grid
    floats: FloatName
    threads: int
    budget: Budget

    @cached_property
    def verdicts(self) -> VerdictArray:
        """The verdicts, found once. Raises `LimitError`."""
        # Tables of all boards in one call, where they are ordinary.
        reasoner: ReasonerName = ELIMINATION if self.setting.is_ordinary else SAT
        return verdicts(self.boards, reasoner=reasoner, **self.options)

    @property
    def options(self) -> dict[str, Any]:
        """The arguments of `verdicts` and `probabilities`, apart from a density.

        Raises `LimitError`, without time.
        """
        carried = self.setting.carried
        del carried["density"]
        limit = self.budget.remaining()
        return {**carried, "mine": KNOWN_MINE, "threads": self.threads, "time_limit": limit}


def _chances(asked: AskedBoards) -> Chances:
    def exact(part: slice) -> FloatArray:
        boards, density = asked.boards[part], asked.setting.density
        return np.asarray(probabilities(boards, density=density, **asked.options))

    if asked.floats == "float64":
        return exact(slice(None))
    chances = np.empty(asked.boards.shape, dtype=np.float32)
    step = max(1, _AT_ONCE // asked.setting.cells)
    for first in range(0, len(chances), step):
        part = slice(first, first + step)
        chances[part] = narrowed(exact(part))
    return chances


def narrowed(chances: FloatArray) -> NDArray[np.float32]:
    """Return chances as float32, of which no other than 0 becomes 0, and no other than 1 becomes 1.

    So 0 and 1 are still those that are proved.
    """
    limits = np.finfo(np.float32)
    narrow = chances.astype(np.float32)
    between = narrow.clip(limits.tiny, 1 - limits.epsneg)
    return np.where((chances > 0) & (chances < 1), between, narrow)


def _level(asked: AskedBoards) -> NDArray[np.int16]:
    return levels_of(asked.setting, asked.boards, asked.verdicts, asked.threads, asked.budget)


def _best(asked: AskedBoards) -> NDArray[np.int16]:
    """Find the first safe cell, if any is proved safe, else ask `logicsweep.best`."""
    flat = asked.verdicts.reshape(-1, asked.setting.cells)
    cells = np.where((flat == 0).any(axis=1), (flat == 0).argmax(axis=1), -1)
    for index in ((cells < 0) & (flat == -1).any(axis=1)).nonzero()[0].tolist():
        board = Board(asked.boards[index], **asked.setting.carried)
        answer = best(board, time_limit=asked.budget.remaining())
        cells[index] = board.number(answer.cells[0])
    return places_of(cells, asked.setting)


def copied_numbers(numbers: NDArray[Any], setting: Setting) -> NDArray[Any]:
    """Repeat the number of each board, of shape (N,), for all copies of it."""
    return numbers.repeat(len(views_of(setting.height, setting.width)))


def copied_grids(grids: NDArray[Any], setting: Setting) -> NDArray[Any]:
    """Return all copies of grids, of shape (N, height, width), those of each grid in a row."""
    views = views_of(setting.height, setting.width)
    copies = grids.reshape(len(grids), setting.cells)[:, views]
    return copies.reshape(len(grids) * len(views), setting.height, setting.width)


def copied_cells(cells: NDArray[np.int16], setting: Setting) -> NDArray[np.int16]:
    """Return the images of cells, (row, column) of shape (N, 2), in all copies of their boards.

    (-1, -1) stands for no cell and stays.
    """
    # The cell of a copy that shows each cell.
    images = np.argsort(views_of(setting.height, setting.width), axis=1)
    numbers = cells[:, 0].astype(np.int64) * setting.width + cells[:, 1]
    return places_of(np.where(numbers < 0, -1, images[:, numbers.clip(0)]).T.ravel(), setting)


def places_of(numbers: NDArray[np.int64], setting: Setting) -> NDArray[np.int16]:
    """Return the rows and columns of cells by their numbers, of shape (N, 2); -1 stays."""
    places = np.stack(np.divmod(numbers, setting.width), axis=1)
    return np.where(numbers[:, None] < 0, -1, places).astype(np.int16)


class ColumnShape(NamedTuple):
    """The form of what a column holds of each position.

    Attributes:
        sides: From a setting to the dimensions behind the first, which counts positions.
        copied: From such an array and a setting to the array of all mirrored and turned copies,
            those of each position in a row.
    """

    sides: Callable[[Setting], tuple[int, ...]]
    copied: Callable[[NDArray[Any], Setting], NDArray[Any]]


NUMBER: Final = ColumnShape(lambda _: (), copied_numbers)
GRID: Final = ColumnShape(lambda setting: (setting.height, setting.width), copied_grids)
CELL: Final = ColumnShape(lambda _: (2,), copied_cells)


class Column(NamedTuple):
    """A column of positions.

    Attributes:
        dtype: The type of a number as numpy calls it; `clue` stands for the type of boards of the
            setting, `float` for that of floats which is asked for.
        shape: The form of what it holds of each position.
        meaning: The meaning of the values, for manifests of files.
        find: From boards to the array; None for a column that positions always have.
    """

    dtype: str
    shape: ColumnShape
    meaning: str
    find: Callable[[AskedBoards], NDArray[Any]] | None = None


COLUMNS: Final[Mapping[str, Column]] = {
    "seeds": Column("uint64", NUMBER, "The seed that decides each position."),
    "boards": Column(
        "clue", GRID, "The position: -1 is a covered cell, -3 a known mine, else a clue."
    ),
    "layouts": Column("bool", GRID, "The mines behind the position."),
    "mines": Column("int32", NUMBER, "The number of mines behind the position."),
    "chances": Column(
        "float", GRID, "The probability of a mine in a covered cell, else nan.", _chances
    ),
    "verdicts": Column(
        "int8",
        GRID,
        "1 for a mine, 0 for a safe cell, -1 for an undetermined one, -2 for one not covered.",
        lambda asked: asked.verdicts,
    ),
    "level": Column(
        "int16", NUMBER, "The level of the hardest step of the proofs; 0 without proofs.", _level
    ),
    "best": Column(
        "int16", CELL, "Row and column of the best cell to open; -1 without one.", _best
    ),
}
"""The columns by name: the attributes of `Positions`."""


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Positions of games, with the answers that were asked for; of the others is None.

    All layouts that agree with a position are equally likely to be the one behind it. A slice, such
    as `made[:100]`, is a value of the same kind.

    Attributes:
        setting: The games that the positions are of.
        seeds: The seed that decides each position; uint64 of shape (N,).
        boards: The positions, with the codes of `Board.from_array`: -1 for a covered cell, -3 for a
            known mine (where the mine count is open), else the clue; int8 of shape (N, height,
            width), or int16 under rules with larger clues.
        layouts: The mines behind each position; bool of shape (N, height, width).
        mines: The number of mines of each layout; int32 of shape (N,). What a player knows of
            it is in `setting`.
        chances: The probability of a mine in every covered cell, nan in all others, as of
            `logicsweep.probabilities`; float64 of shape (N, height, width), or float32, in which 0
            and 1 still stand for decided cells alone.
        verdicts: 1 for a mine, 0 for a safe cell, -1 for an undetermined one, -2 for a cell that is
            not covered, as of `logicsweep.verdicts`; int8 of shape (N, height, width).
        level: The level of the hardest step of the proofs, as of `KnowledgeBase.difficulty`, 0 if
            nothing is proved; int16 of shape (N,).
        best: The row and the column of the first cell of `logicsweep.best`, (-1, -1) if no cell is
            left to open; int16 of shape (N, 2).
    """

    setting: Setting
    seeds: NDArray[np.uint64]
    boards: Grid
    layouts: NDArray[np.bool_]
    mines: NDArray[np.int32]
    chances: Chances | None = None
    verdicts: VerdictArray | None = None
    level: NDArray[np.int16] | None = None
    best: NDArray[np.int16] | None = None

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays by name, without the answers that were not asked for."""
        named = {name: getattr(self, name) for name in COLUMNS}
        return {name: array for name, array in named.items() if array is not None}

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.seeds)

    def __getitem__(self, part: slice) -> Positions:
        """Return some of the positions, with views of the arrays. Raises TypeError for a number."""
        if not isinstance(part, slice):
            raise TypeError(f"{part!r} is not a slice; expected one, such as [:10], or board(i)")
        return Positions(self.setting, **{name: array[part] for name, array in self.arrays.items()})

    def board(self, index: int) -> Board:
        """Return a position as a board, with the mine count and the rules of the setting.

        Raises IndexError if there is no such position.
        """
        return Board(self.boards[index], **self.setting.carried)

    def __repr__(self) -> str:
        return f"<Positions: {len(self):,} of {self.setting.board().title}>"


def answers_of(names: Iterable[str]) -> tuple[Answer, ...]:
    """Return the answers of some names, in the order of `ANSWERS`. Raises `UnknownNameError`."""
    asked = {names} if isinstance(names, str) else {*names}
    for name in sorted(map(str, asked - {*ANSWERS})):
        raise UnknownNameError("answer", name, ANSWERS)
    return tuple(answer for answer in ANSWERS if answer in asked)


def answered(asked: AskedBoards, answers: Collection[Answer]) -> Arrays:
    """Return the columns of answers.

    Raises `LimitError`; `InternalError`, for a defect, if verdicts and chances, which are found
    separately, differ.
    """
    arrays = {
        name: column.find(asked)
        for name, column in COLUMNS.items()
        if column.find is not None and name in answers
    }
    if "chances" in arrays and len(arrays) > 1:
        _compare(asked, arrays["chances"])
    return arrays


def _compare(asked: AskedBoards, chances: Chances) -> None:
    decided = asked.verdicts
    differ = ((chances == 1) != (decided == 1)) | ((chances == 0) != (decided == 0))
    for index in differ.any(axis=(1, 2)).nonzero()[0].tolist():
        proved = Decided(*[(decided[index].ravel() == value).nonzero()[0] for value in (1, 0)])
        board = partial(Board, asked.boards[index], **asked.setting.carried)
        check_agreement(board, proved, chances[index].ravel())


def no_positions(setting: Setting, answers: Collection[Answer], floats: FloatName) -> Positions:
    """Return positions of which there are none, with the columns of these answers."""
    types = {"clue": setting.board().grid.dtype.name, "float": floats}
    arrays: dict[str, Any] = {}
    for name, column in COLUMNS.items():
        if column.find is None or name in answers:
            shape = 0, *column.shape.sides(setting)
            arrays[name] = np.empty(shape, types.get(column.dtype, column.dtype))
    return Positions(setting, **arrays)


def joined(parts: Sequence[Positions]) -> Positions:
    """Return positions of one setting, one part behind the other; there is one part at least.

    Raises ValueError if they have other columns, or columns of other types.
    """
    tables = [part.arrays for part in parts]
    for table in tables[1:]:
        _check_columns(table, tables[0])
    arrays = {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}
    return Positions(parts[0].setting, **arrays)


def check_symmetric(setting: Setting) -> None:
    """Raise ValueError if a mirrored position may be none of these games."""
    if setting.topology is not None:
        text = "symmetries are those of a grid with eight neighbours; expected one"
        raise ArgumentError("symmetries", text)
    if not setting.rules.is_standard or setting.constraints:
        what = "constraints" if setting.rules.is_standard else "rules"
        raise ArgumentError(
            "symmetries", f"{what} may tell directions apart; symmetries expect none"
        )


def with_copies(given: Positions) -> Positions:
    """Put after each position its mirrored and turned copies."""
    setting, arrays = given.setting, given.arrays.items()
    copies = {name: COLUMNS[name].shape.copied(array, setting) for name, array in arrays}
    return Positions(setting, **copies)


def positions_of(setting: Setting, arrays: Arrays) -> Positions:
    """Return positions by their arrays.

    Raises ValueError if an array is missing, or has another type or other dimensions than it says.
    """
    types = {array.dtype.name for array in arrays.values()}
    answers = [answer for answer in ANSWERS if answer in arrays]
    floats: FloatName = "float32" if "float32" in types else "float64"
    _check_columns(arrays, no_positions(setting, answers, floats).arrays)
    return Positions(setting, **arrays)


def _check_columns(arrays: Arrays, models: Arrays) -> None:
    """Raise ValueError unless arrays are of one length, and otherwise of the form of models."""
    count = arrays["seeds"].size if "seeds" in arrays else 0
    for name, model in models.items():
        array, dtype, shape = arrays.get(name), model.dtype.name, (count, *model.shape[1:])
        if array is None:
            raise ValueError(f"the array {name} is missing")
        if (array.dtype.name, array.shape) != (dtype, shape):
            raise ValueError(
                f"the array {name} is {array.dtype.name} of shape {array.shape}; expected {dtype} "
                f"of shape {shape}"
            )
    for name in arrays.keys() - models.keys():
        raise ValueError(f"the array {name} is one too many")
