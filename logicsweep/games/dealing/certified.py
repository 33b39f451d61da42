"""The certificates of a layout that needs no guess, one for each cell that has to be opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.checker.folder import Game
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.reason.solvers.names import SAT
from logicsweep.reasons.certificates.certificate import Certificate


class Played(NamedTuple):
    """The start of a certified game.

    Attributes:
        layout: The mines.
        start: The safe cell that is open from the beginning.
        uses_total: Whether the mine count is known to the player.
    """

    layout: Layout
    start: Cell
    uses_total: bool

    @property
    def game(self) -> Game:
        """The start as an index has it."""
        return Game((self.start.row, self.start.column), self.uses_total)

    def after(self, cells: Iterable[tuple[int, int]]) -> Board:
        """Return the position after opening the start and more cells; zeros open neighbours."""
        board = self.layout.opened([self.start, *cells])
        return board if self.uses_total else board.with_total(None)

    def safe_left(self, board: Board) -> int:
        """Count the safe cells that are covered in a position."""
        return int((board.covered_mask & ~self.layout.mask).sum())


def certificates_of(
    played: Played, *, time_limit: float | None = DEFAULT_TIME_LIMIT
) -> Iterator[list[Certificate]]:
    """Yield the certificates of a game, round by round; see `reasons.certificates.folder`.

    In each round every cell is opened that is proved safe then; cells that a 0 opens need no
    certificate.

    Raises:
        ValueError: The layout needs a guess; what came before is right nevertheless.
        LimitError: The time limit for one question is reached.
    """
    board = played.after([])
    kb = KnowledgeBase(board, reasoner=SAT, time_limit=time_limit)
    around = played.layout.around
    opened: list[Cell] = []
    while played.safe_left(board):
        safe = kb.consequences().safe
        if not safe:
            raise ValueError(f"a guess is needed after {len(board.clues)} cells are open")
        wanted: list[Cell] = []
        now = board
        for cell in sorted(safe, key=lambda cell: (around[cell] > 0, cell)):  # zeros first
            if now.is_covered(cell):  # no 0 of this round has opened it
                wanted.append(cell)
                if around[cell] == 0:
                    now = played.after([*opened, *wanted])
        yield [kb.certificate(cell) for cell in sorted(wanted)]
        opened += wanted
        after = played.after(opened)
        kb.tell_all({cell: after[cell] for cell in after.clues if board.is_covered(cell)})
        board = after
