"""`FirstClick`: the guarantee for the first cell that a player opens."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from logicsweep.errors import UnknownNameError, expect

if TYPE_CHECKING:
    from logicsweep.board.board import Board
    from logicsweep.board.rules.rules import Rules


class FirstClick(Enum):
    """The guarantee of a game for the first cell that is opened."""

    UNPROTECTED = "unprotected"
    """Nothing; it may be a mine."""
    SAFE = "safe"
    """It is safe; the mines may be in any of the other cells."""
    OPENING = "opening"
    """It and all its neighbours are safe."""

    @classmethod
    def of(cls, given: FirstClick | str) -> FirstClick:
        """Return the first click of a name, or the given one.

        Raises:
            UnknownNameError: There is none of this name.
        """
        expect("first_click", given, (FirstClick, str), "a FirstClick or its name")
        names = [member.value for member in cls]
        if isinstance(given, str) and given not in names:
            raise UnknownNameError("first click", given, names)
        return cls(given)

    @classmethod
    def usual(cls, rules: Rules, *, has_constraints: bool = False) -> FirstClick:
        """Return the usual guarantee of a game: an opening.

        Under layout rules and constraints, which often leave no room for one, it is a safe cell.
        """
        return cls.SAFE if rules.choosing or has_constraints else cls.OPENING

    @classmethod
    def asked(cls, board: Board, given: FirstClick | str | None) -> FirstClick:
        """Return the guarantee for the next cell of a position: the given one, if any.

        Else it is the usual one of a game as long as no cell is open, and none after that.

        Raises:
            UnknownNameError: There is no first click of the given name.
        """
        if given is not None:
            return cls.of(given)
        if not is_blank(board):
            return cls.UNPROTECTED
        return cls.usual(board.rules, has_constraints=bool(board.constraints))


def is_blank(board: Board) -> bool:
    """Return whether no safe cell is open yet, so that the next click is the first."""
    from logicsweep.board.state import State

    return int(board.grid.max()) < 0 and not (board.grid == State.NO_CLUE).any()
