"""The structures that guesses and games take and fill, as door.h, decide.h and play.h have them.

What `structures.py` says of addresses and arrays holds here, too.
"""

from __future__ import annotations

from ctypes import Structure, c_double, c_int32, c_uint64, c_void_p


class Fifty(Structure):
    """A swap that is a 50/50 in some layout: see `ls_fifty` in door.h."""

    _fields_ = (
        ("swap", c_int32),
        ("now", c_int32),
        ("is_unavoidable", c_int32),
        ("is_counted", c_int32),
        ("share", c_double),
    )


class SwapsAsked(Structure):
    """Swaps among which to find 50/50s: see `ls_swaps` in door.h.

    `cells` are int32 of shape (2 * half, count), `ends` int32 of shape (count, most_ends),
    `marginals` float64 of shape (size,), `found` `Fifty` of shape (count,), `layouts` uint64 of
    shape (room, limbs).
    """

    _fields_ = (
        ("count", c_int32),
        ("half", c_int32),
        ("most_ends", c_int32),
        ("most_open", c_int32),
        ("limbs", c_int32),
        ("room", c_int32),
        ("made", c_int32),
        ("cells", c_void_p),
        ("ends", c_void_p),
        ("marginals", c_void_p),
        ("close", c_double),
        ("found", c_void_p),
        ("layouts", c_void_p),
    )


class Outlooks(Structure):
    """Cells to look ahead from, with the answers: see `ls_outlooks` in door.h.

    `marginals` are float64 of shape (size,), all other arrays have the shape (count,): `cells`,
    `clues` and `is_cut` int32, the others float64.
    """

    _fields_ = (
        ("count", c_int32),
        ("marginals", c_void_p),
        ("second", c_double),
        ("goal", c_double),
        ("close", c_double),
        ("cells", c_void_p),
        ("clues", c_void_p),
        ("is_cut", c_void_p),
        ("survivals", c_void_p),
        ("remaining", c_void_p),
    )


class Further(Structure):
    """Cells to look three clicks ahead from: see `ls_further` in door.h."""

    _fields_ = (
        ("count", c_int32),
        ("replies", c_int32),
        ("marginals", c_void_p),
        ("second", c_double),
        ("close", c_double),
        ("cells", c_void_p),
        ("is_cut", c_void_p),
        ("survivals", c_void_p),
    )


class Recipe(Structure):
    """The numbers that a player plays by: see `ls_recipe` in decide.h, and `strategy/recipe.py`."""

    _fields_ = (
        ("tolerance", c_double),
        ("second", c_double),
        ("margin", c_double),
        ("layouts", c_int32),
        ("policy", c_int32),
        ("candidates", c_int32),
        ("far", c_int32),
        ("two_steps", c_int32),
        ("survival", c_int32),
        ("contenders", c_int32),
        ("replies", c_int32),
    )


class BoardPlan(Structure):
    """The opening book of a board: see `ls_board_plan` in decide.h."""

    _fields_ = (("first", c_int32), ("second", c_int32))


class Decision(Structure):
    """A decision of a player: see `ls_decision` in decide.h."""

    _fields_ = (("cell", c_int32), ("why", c_int32), ("risk", c_double), ("chance", c_double))


class GuessMade(Structure):
    """A move that might have lost a game: see `ls_guess` in play.h."""

    _fields_ = (
        ("layouts", c_double),
        ("risk", c_double),
        ("cell", c_int32),
        ("why", c_int32),
    )


class ForcedGame(Structure):
    """A game with forced survival: see `ls_forced_game` in play.h.

    `near` is int32 of shape (degree, size), `states` int8 and `is_mine` uint8 of shape (size,),
    `guesses` has room for a `GuessMade` for each covered cell and one more.
    """

    _fields_ = (
        ("size", c_int32),
        ("degree", c_int32),
        ("mines", c_int32),
        ("protection", c_int32),
        ("flood", c_int32),
        ("first", c_int32),
        ("near", c_void_p),
        ("recipe", c_void_p),
        ("plan", c_void_p),
        ("states", c_void_p),
        ("is_mine", c_void_p),
        ("source", c_uint64),
        ("weight", c_double),
        ("guesses", c_void_p),
        ("guesses_count", c_int32),
        ("replaced", c_int32),
        ("is_forced", c_int32),
        ("is_cut", c_int32),
        ("is_won", c_int32),
    )
