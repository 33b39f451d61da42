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

    def left_on(self, board: Board) -> FirstClick:
        """Return what is left of the guarantee on a board: all of it on a blank one, else none."""
        return self if is_blank(board) else FirstClick.UNPROTECTED

    @classmethod
    def usual(cls, rules: Rules, *, has_constraints: bool = False) -> FirstClick:
        """Return the usual guarantee of a game: an opening.

        Under layout rules and constraints, which often leave no room for one, it is a safe cell.
        """
        return cls.SAFE if rules.choosing or has_constraints else cls.OPENING

    @classmethod
    def asked(cls, board: Board, given: FirstClick | str | None) -> FirstClick:
        """Return the guarantee for the next cell of a position: the given one, if any.

        Else it is the usual one of a game as long as every cell is covered, and none after that.

        Raises:
            UnknownNameError: There is no first click of the given name.
        """
        if given is not None:
            return cls.of(given)
        usual = cls.usual(board.rules, has_constraints=bool(board.constraints))
        return usual.left_on(board)


def is_blank(board: Board) -> bool:
    """Return whether every cell is covered, so that the next click is the first.

    A known mine shows, as an open cell does, that the game has begun.
    """
    from logicsweep.board.state import covered_mask

    return bool(covered_mask(board.grid).all())
