"""The functions of the native library: signatures, shapes and dtypes, all in one place.

Addresses of arrays are passed as integers. The arrays are C-contiguous, of the dtypes said here,
and the caller keeps them alive during the call. What `near` and the weights of uncertain clues
point to has to live until the last question about the board.
"""

from __future__ import annotations

from ctypes import (
    CDLL,
    POINTER,
    addressof,
    c_char,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_void_p,
)
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from logicsweep.kernel.guesses import (
    BoardPlan,
    Decision,
    ForcedGame,
    Further,
    Outlooks,
    Recipe,
    SwapsAsked,
)
from logicsweep.kernel.library import library
from logicsweep.kernel.structures import (
    BoardToReach,
    Certified,
    Components,
    EasyToFind,
    Groups,
    Hidden,
    LayoutsOfPart,
    LayoutToDeal,
    Models,
    ModelsShown,
    Numbers,
    PlainBoard,
    PositionsToMake,
    Problem,
    Singles,
    Verdict,
    WholeGame,
    WholeWon,
    Winning,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Status(IntEnum):
    """The result of a call. Everything but `OK` and `CLASH` leaves the question open."""

    OK = 0
    CLASH = 1
    """No layout agrees with the board."""
    WIDE = 2
    """The tables would take more numbers than allowed."""
    MEMORY = 3
    """More memory than the ceiling, or than there is."""
    IMPRECISE = 4
    """Doubles are too narrow: a marginal might be off by more than 1e-12."""
    STOPPED = 5
    """Cancelled, out of time, or more work than was allowed."""


# The same as numbers: looking up a member of an enum takes as long as some calls.
OK: Final = int(Status.OK)
CLASH: Final = int(Status.CLASH)
IMPRECISE: Final = int(Status.IMPRECISE)
STOPPED: Final = int(Status.STOPPED)

# Products of limbs for `ls_fractions`, beyond which Python counts as fast.
BRIEF_JOIN: Final = 1e6


_CONTEXT: Final = c_void_p
_ARRAY: Final = c_void_p

# The name, the type of the result and those of the arguments; door.h and decide.h declare them.
_SIGNATURES: Final = (
    # most bytes, int32 (3,): see `Context.shared`
    ("ls_new", c_void_p, (c_int64, _ARRAY)),
    ("ls_delete", None, (_CONTEXT,)),
    ("ls_empty", None, (_CONTEXT,)),
    ("ls_limits", None, (_CONTEXT, c_int64, c_int64)),
    ("ls_taken", c_int64, (_CONTEXT,)),
    (
        # size, degree, near: int32 (degree, size), states: int8 (size,), least and most mines on
        # the board (-1 for unknown), density and odds of a mine (0 for unknown), uncertain clues:
        # int32 (clues, 3), their weights: float64, marginals: float64 (size,)
        "ls_load",
        c_int32,
        (
            *(_CONTEXT, c_int32, c_int32, _ARRAY, c_char_p, c_int64, c_int64, c_double, c_double),
            *(_ARRAY, _ARRAY, _ARRAY),
        ),
    ),
    ("ls_marginals", c_int32, (_CONTEXT, _ARRAY)),
    # numbers and values: int32 (count,)
    ("ls_tell", c_int32, (_CONTEXT, _ARRAY, _ARRAY, c_int32)),
    # as ls_tell; marginals: float64 (size,), logarithm of the mass: float64 (1,)
    ("ls_what_if", c_int32, (_CONTEXT, _ARRAY, _ARRAY, c_int32, _ARRAY, _ARRAY)),
    ("ls_fifties", c_int32, (_CONTEXT, POINTER(SwapsAsked))),
    # marginals: float64 (size,), pairs: int32 (size, 2)
    ("ls_links", c_int32, (_CONTEXT, _ARRAY, _ARRAY)),
    ("ls_look_ahead", c_int32, (_CONTEXT, POINTER(Outlooks))),
    ("ls_look_further", c_int32, (_CONTEXT, POINTER(Further))),
    (
        # with the marginals: float64 (size,)
        "ls_choose",
        c_int32,
        (_CONTEXT, POINTER(Recipe), POINTER(BoardPlan), _ARRAY, POINTER(Decision)),
    ),
    (
        # as ls_load; boards: int8 (count, size), bounds: int64 (count, 2), marginals: float64
        # (count, size), statuses: int32 (count,)
        "ls_batch",
        c_int32,
        (
            *(_CONTEXT, c_int32, c_int32, _ARRAY, c_int64, _ARRAY, _ARRAY, c_double, c_double),
            *(_ARRAY, _ARRAY),
        ),
    ),
    ("ls_list", c_int32, (_CONTEXT, POINTER(Components))),
    ("ls_exactly", c_int32, (_CONTEXT, c_int32, POINTER(Numbers))),
    ("ls_fractions", c_int32, (_CONTEXT, c_double, POINTER(Groups))),
    # places: int32 (draws, components), ranks: int64 of that shape, layouts: uint8 (draws, size)
    ("ls_draw", c_int32, (_CONTEXT, c_int32, _ARRAY, _ARRAY, _ARRAY)),
    ("ls_component_exactly", c_int32, (_CONTEXT, POINTER(Problem), c_int32, POINTER(Numbers))),
    (
        # message: float64 (length,), marginals: float64 (boxes,)
        "ls_component_marginals",
        c_int32,
        (_CONTEXT, POINTER(Problem), _ARRAY, c_int32, c_int32, _ARRAY),
    ),
    (
        "ls_component_models",
        c_int32,
        (_CONTEXT, POINTER(Problem), c_char_p, c_int64, POINTER(Models)),
    ),
    ("ls_models_at", c_int32, (_CONTEXT, c_int32, c_char_p, c_int64, POINTER(Models))),
    (
        # allowed: one byte for each number of mines up to all cells, or None
        "ls_component_show",
        c_int32,
        (_CONTEXT, POINTER(Problem), c_char_p, c_int32, POINTER(ModelsShown)),
    ),
    (
        # tried: int32 (count,), alpha, is_each, values: int64 (count,)
        "ls_endgame",
        c_int32,
        (_CONTEXT, POINTER(Hidden), _ARRAY, c_int32, c_int64, c_int32, _ARRAY),
    ),
    # is_each, values: int64 (cells,)
    ("ls_policy", c_int32, (_CONTEXT, POINTER(Hidden), c_int32, _ARRAY)),
    # most layouts, is_each
    ("ls_win", c_int32, (_CONTEXT, c_int32, c_int32, POINTER(Winning))),
    # a cell of the part, most layouts
    ("ls_layouts_of", c_int32, (_CONTEXT, c_int32, c_int32, POINTER(LayoutsOfPart))),
    # the last argument is an array of one int32, the status
    ("ls_optimum_new", c_void_p, (_CONTEXT, POINTER(WholeGame), _ARRAY)),
    ("ls_optimum_delete", None, (c_void_p,)),
    # shown: int8 (cells,), a cell, alpha
    (
        "ls_optimum_value",
        c_int32,
        (_CONTEXT, c_void_p, c_char_p, c_int32, c_int64, POINTER(WholeWon)),
    ),
    ("ls_reach", c_int32, (_CONTEXT, POINTER(BoardToReach))),
    ("ls_deal", c_int32, (_CONTEXT, POINTER(LayoutToDeal))),
    ("ls_positions", c_int32, (_CONTEXT, POINTER(PositionsToMake))),
    ("ls_play_forced", c_int32, (_CONTEXT, POINTER(ForcedGame))),
    ("ls_easy_proofs", c_int32, (_CONTEXT, POINTER(EasyToFind))),
    ("ls_minimal", c_int32, (_CONTEXT, POINTER(Verdict))),
    ("ls_single_clues", c_int32, (_CONTEXT, POINTER(Singles))),
    # cell, mine, room, answer: int32 (room,)
    ("ls_mus", c_int32, (_CONTEXT, POINTER(PlainBoard), c_int32, c_int32, c_int32, _ARRAY)),
    # cell, two layouts: uint8 (size,)
    ("ls_pair", c_int32, (_CONTEXT, POINTER(PlainBoard), c_int32, _ARRAY, _ARRAY)),
    ("ls_log2_mass", c_double, (_CONTEXT,)),
    (
        # as ls_load, up to the weights; verdicts: int8 (size,)
        "ls_verdicts",
        c_int32,
        (
            *(_CONTEXT, c_int32, c_int32, _ARRAY, c_char_p, c_int64, c_int64),
            *(_ARRAY, _ARRAY, _ARRAY, POINTER(Certified)),
        ),
    ),
    (
        # as ls_batch; verdicts: int8 (count, size)
        "ls_verdicts_of_many",
        c_int32,
        (_CONTEXT, c_int32, c_int32, _ARRAY, c_int64, _ARRAY, _ARRAY, _ARRAY, _ARRAY),
    ),
)


def address_of(array: NDArray[Any]) -> int:
    """Return the address of a writable, C-contiguous array with at least one item.

    A fifth of the time of `array.ctypes`, which matters on small boards.
    """
    return addressof(c_char.from_buffer(array))  # type: ignore[arg-type]  # a Buffer from 3.12 on


@cache
def functions() -> CDLL | None:
    """Return the native library with the signatures of its functions; None if Python does the work.

    Raises what `library` raises.
    """
    loaded = library()
    if loaded is not None:
        for name, result, arguments in _SIGNATURES:
            function = getattr(loaded, name)
            function.restype = result
            function.argtypes = arguments
    return loaded
