"""Hashes of positions that are equal for mirrored, turned and shifted ones, and splits by them.

The hash is that of colours, refined by those of the neighbours round by round, which is what
Weisfeiler and Leman's test for isomorphism of graphs does. It knows the neighbours alone, so that
every symmetry of a topology keeps it: the eight of a square of cells, the four of a rectangle, the
shifts of a torus, those of a grid of any dimensions.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board, expect_board
from logicsweep.board.state import State, is_covered
from logicsweep.errors import expect

Split = Literal["train", "test"]
SPLITS: Final[tuple[Split, ...]] = ("train", "test")
"""The parts that positions belong to."""
TEST_SHARE: Final = 10
"""One position in so many belongs to the part `test`."""

_HEX_DIGITS: Final = 32
# After so many rounds a colour tells of all cells of usual boards.
_MOST_ROUNDS: Final = 32
_PART: Final = 2**64 // TEST_SHARE

Colours = NDArray[np.uint64]


def canonical_hash(board: Board) -> str:
    """Return a hash of a position up to symmetry, 32 hexadecimal digits, the same everywhere.

    It is equal for two positions of which one is the image of the other under a symmetry of the
    board: one that maps neighbours to neighbours. Flags do not count, since they prove nothing. The
    rules, the mine count, the density and the number of liars do.

    Some positions that are no images of each other may have the same hash, which does no harm to a
    split: rules that tell rows from columns or colours are taken for symmetric, and a board's own
    constraints count only by their sizes.

    Raises:
        TypeError: It is no board.
    """
    expect_board(board)
    table = board.adjacency.table
    colours = _states(board)
    for _ in range(min(max(board.shape), _MOST_ROUNDS)):
        padded = np.append(colours, np.uint64(0))
        colours = _mixed(colours * _ODD + _mixed(padded[table]).sum(axis=0, dtype=np.uint64))
    digest = sha256("\n".join(_beside(board)).encode())
    digest.update(np.sort(colours).astype("<u8").tobytes())
    return digest.hexdigest()[:_HEX_DIGITS]


def split_of(position_hash: str) -> Split:
    """Return the part that a position belongs to by its `canonical_hash`: a tenth are for tests.

    So no position for tests is the image of one for training, whatever seeds, forms and kinds of
    tasks both come from.
    """
    expect("position_hash", position_hash, str, "a str, as canonical_hash makes it")
    return "test" if int(position_hash[:16], 16) < _PART else "train"


_ODD: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)


def _mixed(numbers: Colours) -> Colours:
    """Return numbers with their bits mixed, as SplitMix64 does."""
    mixed: Colours = (numbers ^ (numbers >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return mixed ^ (mixed >> np.uint64(31))


def _states(board: Board) -> Colours:
    """Return the first colours: what each cell shows, and the prior of a covered cell."""
    codes = board.grid.ravel().astype(np.int64)
    codes[codes == State.FLAGGED] = State.COVERED
    colours = _mixed((codes + 2**16).astype(np.uint64))
    ruled = board.placed_rules
    if ruled is not None and not ruled.rules.clue.is_standard:
        for code in np.unique(codes[codes >= 0]).tolist():
            colours[codes == code] = _colour(_alike(ruled.token(code)))
    for number, clue in board.uncertain_by_number.items():
        colours[number] = _colour(repr((clue.lower, clue.upper, clue.likelihood)))
    if board.priors is not None:
        for number, prior in enumerate([prior for row in board.priors for prior in row]):
            if is_covered(int(codes[number])):
                colours[number] = _colour(str(prior))
    return colours


def _alike(token: str) -> str:
    """Return a clue without what a mirror changes: the sign of a difference, the name of a line."""
    shown, mark, rule = token.partition("@")
    return re.sub(r"^-|[a-z]", "", shown) + mark + rule


def _colour(text: str) -> np.uint64:
    return np.uint64(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))


def _beside(board: Board) -> list[str]:
    """List what counts beside the cells."""
    constraints = sorted([f"{type(each).__name__} {len(each.cells)}" for each in board.constraints])
    return [
        str(board.grid.size),
        str(board.total_bounds),
        str(board.density),
        str(board.liars),
        " ".join(sorted(str(board.rules).split())),
        *constraints,
    ]
