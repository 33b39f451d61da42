"""The structures that functions of the kernel take and fill, as door.h, decide.h and play.h say.

Addresses of arrays are integers. The arrays are C-contiguous, of the dtypes said here, and the
caller keeps them alive during the call.
"""

from __future__ import annotations

from ctypes import POINTER, Structure, c_double, c_int32, c_int64, c_uint64, c_void_p


class RelatedFactors(Structure):
    """The relations of a component: see `ls_relations` in kernel.h. All pointers are to int32;
    `nodes` have the shape (nodes, 3).
    """

    _fields_ = (
        ("diagrams", c_int32),
        *[(name, c_void_p) for name in ("diagram_of", "boxes_at", "boxes")],
        *[(name, c_void_p) for name in ("sizes", "roots", "node_start", "nodes")],
    )


class Problem(Structure):
    """A component: see `ls_problem` in kernel.h. Most pointers are to int32; `weights` are float64,
    `limbs` uint64 of shape (weights, `weight_limbs`), `hidden` uint8. `hidden` and `relations` may
    be None.
    """

    _fields_ = (
        *[(name, c_int32) for name in ("boxes", "factors", "queries")],
        *[(name, c_void_p) for name in ("sizes", "scope_start", "scope")],
        *[(name, c_void_p) for name in ("lower", "upper", "weights_at", "weights", "limbs")],
        ("weight_limbs", c_int32),
        ("hidden", c_void_p),
        ("relations", POINTER(RelatedFactors)),
    )


class Components(Structure):
    """The components of the board at hand, as `ls_components_found` in door.h lists them.

    `numbers` are int32 of shape (numbers_count,), `counts` int64 of shape (counts_count,); they
    live until the next call.
    """

    _fields_ = (
        ("numbers_count", c_int64),
        ("counts_count", c_int64),
        ("numbers", c_void_p),
        ("counts", c_void_p),
    )


class Groups(Structure):
    """Groups of cells with the same marginal, as `ls_fractions_found` in door.h has them.

    `mines` are numbers of `limbs` limbs of shape (groups,), `numbers` int32 of shape (groups + 2 *
    cells,); they live until the next call.
    """

    _fields_ = (
        ("limbs", c_int32),
        ("groups", c_int32),
        ("cells", c_int32),
        ("mines", c_void_p),
        ("numbers", c_void_p),
    )


class Numbers(Structure):
    """Exact counts, as whole numbers of `limbs` 64-bit limbs; they live until the next call.

    `counts` has the shape (rows, length), `boxes` (boxes, length), if they are not NULL, and
    `held`, the mines in each query variable, (rows, queries).
    """

    _fields_ = (
        ("limbs", c_int32),
        ("lowest", c_int32),
        ("length", c_int32),
        ("rows", c_int32),
        ("counts", POINTER(c_uint64)),
        ("boxes", POINTER(c_uint64)),
        ("held", POINTER(c_int32)),
    )


class Models(Structure):
    """Models of a component, `count` records of `record` bytes; they live until the next call.

    From byte `offset` on, a record has a byte for each of `cells` cells, 1 for a mine.
    """

    _fields_ = (
        ("count", c_int64),
        ("record", c_int64),
        ("offset", c_int32),
        ("cells", c_int32),
        ("records", c_void_p),
    )


class ModelsShown(Structure):
    """Models that show what boxes can hold: see `ls_models_shown` in door.h.

    `mines` are uint8 of shape (count, boxes), `support` uint64 of shape (words,); they live until
    the next call.
    """

    _fields_ = (
        ("count", c_int64),
        ("words", c_int32),
        ("mines", c_void_p),
        ("support", c_void_p),
    )


class Hidden(Structure):
    """The layouts of a game tree: see `ls_hidden` in door.h.

    `values` are uint8 of shape (layouts, cells), `weights` int64 of shape (layouts,), or None.
    """

    _fields_ = (
        ("layouts", c_int32),
        ("cells", c_int32),
        ("values", c_void_p),
        ("weights", c_void_p),
    )


class LayoutsOfPart(Structure):
    """The layouts of a part of a board: see `ls_layouts_found` in door.h.

    `numbers` are int32 of shape (cells of `hidden`,); all arrays live until the next call of
    anything but `ls_endgame`.
    """

    _fields_ = (("hidden", Hidden), ("numbers", c_void_p))


class Part(Structure):
    """A part of a board that can be played by itself: see `ls_part_found` in door.h."""

    _fields_ = (
        ("layouts", c_int64),
        ("won", c_int64),
        ("first", c_int32),
        ("count", c_int32),
        ("undecided", c_int32),
        ("is_even", c_int32),
    )


class Winning(Structure):
    """The parts of a board, solved: see `ls_winning` in door.h.

    `part` has the shape (parts,), `numbers` are int32 and `won` int64 of shape (cells,); they live
    until the next call.
    """

    _fields_ = (
        ("parts", c_int32),
        ("cells", c_int32),
        ("part", POINTER(Part)),
        ("numbers", c_void_p),
        ("won", c_void_p),
    )


class BoardToReach(Structure):
    """A layout and a position in it: see `ls_board_to_reach` in door.h.

    `near` is int32 of shape (degree, size), `truth` and `states` int8 of shape (size,), `order`
    int32 of shape (size + 1,), its length in the first place.
    """

    _fields_ = (
        ("size", c_int32),
        ("degree", c_int32),
        ("level", c_int32),
        ("near", c_void_p),
        ("truth", c_void_p),
        ("states", c_void_p),
        ("lower", c_int64),
        ("upper", c_int64),
        ("order", c_void_p),
    )


class LayoutToDeal(Structure):
    """A layout to be dealt from a seed: see `ls_layout_to_deal` in door.h.

    `near` is int32 of shape (degree, size), `is_mine` uint8 of shape (size,).
    """

    _fields_ = (
        ("seed", c_uint64),
        ("size", c_int32),
        ("degree", c_int32),
        ("mines", c_int32),
        ("start", c_int32),
        ("first_click", c_int32),
        ("no_guess", c_int32),
        ("uses_total", c_int32),
        ("least_level", c_int32),
        ("most_level", c_int32),
        ("tries", c_int32),
        ("is_repaired", c_int32),
        ("opened", c_int32),
        ("moved", c_int32),
        ("near", c_void_p),
        ("is_mine", c_void_p),
    )


class PositionsToMake(Structure):
    """Positions to be made from seeds: see `ls_positions_to_make` in door.h.

    `near` is int32 of shape (degree, size), `seeds` uint64 of shape (count,), `states` int8 and
    `is_mine` uint8 of shape (count, size), `statuses` int32 of shape (count,).
    """

    _fields_ = (
        ("size", c_int32),
        ("degree", c_int32),
        ("mines", c_int32),
        ("first_click", c_int32),
        ("flood", c_int32),
        ("count", c_int64),
        ("near", c_void_p),
        ("seeds", c_void_p),
        ("states", c_void_p),
        ("is_mine", c_void_p),
        ("statuses", c_void_p),
    )


class EasyToFind(Structure):
    """Verdicts to be proved from one or two sources: see `ls_easy_to_find` in door.h.

    `near` is int32 of shape (degree, size), `states` and `verdicts` int8 of shape (count, size),
    `levels` int8 of shape (count,), `sources` int32 of shape (count, size, 2), or None.
    """

    _fields_ = (
        ("size", c_int32),
        ("degree", c_int32),
        ("mines", c_int32),
        ("count", c_int64),
        ("near", c_void_p),
        ("states", c_void_p),
        ("verdicts", c_void_p),
        ("levels", c_void_p),
        ("sources", c_void_p),
    )


class Certified(Structure):
    """The proofs of verdicts: see `ls_certified` in door.h.

    `numbers` are int32 of shape (numbers_count,); they live until the next call.
    """

    _fields_ = (
        ("to_refute", c_int64),
        ("numbers_count", c_int64),
        ("unproved", c_int32),
        ("asks_all", c_int32),
        ("numbers", c_void_p),
    )


class Verdict(Structure):
    """A verdict to find clues for: see `ls_verdict` in door.h.

    `near` is int32 of shape (degree, size), `states` int8 of shape (size,), `bounds` int32 of shape
    (bounds_count, 3), or None; `answer` int32 of shape (room,).
    """

    _fields_ = (
        ("size", c_int32),
        ("degree", c_int32),
        ("bounds_count", c_int32),
        ("cell", c_int32),
        ("mine", c_int32),
        ("room", c_int32),
        ("near", c_void_p),
        ("states", c_void_p),
        ("bounds", c_void_p),
        ("answer", c_void_p),
    )


class PlainBoard(Structure):
    """A board without uncertain clues: see `ls_plain_board` in door.h.

    `near` is int32 of shape (degree, size), `states` int8 of shape (size,).
    """

    _fields_ = (
        ("size", c_int32),
        ("degree", c_int32),
        ("near", c_void_p),
        ("states", c_void_p),
        ("lower", c_int64),
        ("upper", c_int64),
    )


class WholeGame(Structure):
    """A small game to be played from its first cell on: see `ls_whole_game` in door.h.

    `near` is int32 of shape (degree, cells), `images` uint8 of shape (symmetries, cells).
    """

    _fields_ = (
        ("cells", c_int32),
        ("degree", c_int32),
        ("mines", c_int32),
        ("symmetries", c_int32),
        ("near", c_void_p),
        ("images", c_void_p),
        ("most_layouts", c_int64),
        ("most_bytes", c_int64),
    )


class WholeWon(Structure):
    """The layouts of a position, and how many of them are won: see `ls_whole_won` in door.h."""

    _fields_ = (("layouts", c_int64), ("won", c_int64))


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
