"""The content of a picture; the code that draws it is loaded when a picture is drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.state import Grid

if TYPE_CHECKING:
    from logicsweep.board.picture.shapes import Shapes
    from logicsweep.board.picture.signs import ClueSign

Mask = NDArray[np.bool_]
Place = tuple[int, int]

AROUND_WORD: Final = "cell around it"
# Notebooks do not show larger boards.
NOTEBOOK_CELLS: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Picture:
    """The picture that `svg`, `png` and `html` draw: a grid, with verdicts and marks on its cells.

    Most users get one from `Board.picture` or from the `picture` method of an answer.
    """

    grid: Grid
    """The states and clues, an array of shape (height, width) such as `Board.grid`."""
    labels: Mapping[Place, str]
    """The texts of the uncertain clues by (row, column)."""
    title: str
    """The title, which screen readers read out."""
    signs: Mapping[Place, ClueSign] = field(default_factory=dict)
    """The signs of clues that are no numbers of mines, by (row, column)."""
    safe: Mask | None = None
    """The cells that are proved safe, as a boolean array of shape (height, width), or None."""
    mines: Mask | None = None
    """The cells that are proved mines, as a boolean array of shape (height, width), or None."""
    probabilities: NDArray[np.float64] | None = None
    """P(mine) of the cells without a verdict, from 0 to 1, nan elsewhere; shape (height, width)."""
    best: Collection[Place] = ()
    """The cells to mark as the least risky."""
    framed: Collection[Place] = ()
    """The cells of a reason's clues, drawn in a frame."""
    around: Collection[Place] = ()
    """The cells that these clues are about, drawn in a dashed frame."""
    multipliers: Mapping[Place, int] = field(default_factory=dict)
    """The multipliers of clues in a weighted sum by (row, column); each has a colour."""
    numbers: Mapping[Place, str] = field(default_factory=dict)
    """The numbers that a player has for covered cells by (row, column), each in its cell."""
    focus: Place | None = None
    """The cell in question, drawn in a double frame."""
    caption: str = ""
    """The text below the board."""
    note: str = ""
    """A text below the caption, before the note on neighbours."""
    lines: Sequence[str] = ()
    """Lines in letters of one width below all texts, such as equations."""
    framed_word: str = "clue used"
    """The word for framed cells in the legend."""
    around_word: str = AROUND_WORD
    """The word for cells in a dashed frame in the legend."""
    zeros: bool = False
    """True to draw a clue 0; else its cell is empty."""
    adjacency: Adjacency | None = None
    """The neighbours of each cell, which give its shape; None for the eight cells around it."""

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"

    def verdict(self, row: int, column: int) -> bool | None:
        """Tell whether a cell is proved a mine (True) or safe (False); None if it is neither."""
        if self.mines is not None and self.mines[row, column]:
            return True
        return False if self.safe is not None and self.safe[row, column] else None

    def probability(self, row: int, column: int) -> float | None:
        """Return P(mine) of a cell, from 0 to 1; None if the picture has none for it."""
        if self.probabilities is None or np.isnan(self.probabilities[row, column]):
            return None
        return float(self.probabilities[row, column])

    def _repr_svg_(self) -> str | None:
        """Draw the picture for Jupyter; None if it is too large."""
        return notebook_svg(self)

    @property
    def shapes(self) -> Shapes:
        """The places and shapes of the cells."""
        from logicsweep.board.picture.placing import shapes_of

        height, width = self.grid.shape
        return shapes_of(height, width, self.adjacency)

    @property
    def origin(self) -> tuple[float, float]:
        """The corner of the board, in pixels from the left and from the top."""
        from logicsweep.board.picture.drawing import origin_of

        return origin_of(self.shapes)


def notebook_svg(picture: Picture) -> str | None:
    """Return the picture as notebooks show it; None if it is too large for them."""
    if picture.grid.size > NOTEBOOK_CELLS:
        return None
    from logicsweep.board.picture.drawing import picture_svg

    return picture_svg(picture)
