"""Look for the smallest positions in which a verdict needs whole numbers, trying all of them.

The linear relaxation of a position lets a cell hold a part of a mine. A weighted sum of clues
proves a verdict exactly if the relaxation does: there a safe cell holds less than a mine in all
fractional layouts, and a mine more than nothing. This goes through all positions of a size, those
with fractional layouts that say otherwise are kept, and the smallest of them are printed: with
the fewest covered cells, then with the fewest clues.

    python examples/studies/integral.py 3 4
    python examples/studies/integral.py 3 4 --total
    python examples/studies/integral.py 3 3 --blanks

By itself each cell is covered or shows its clue. With --blanks a cell may also be open without a
clue; a known mine is the same, once it is taken off the clues around it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.limits import Budget
from logicsweep.linear.relaxation import Bounds, Simplex

Array = NDArray[Any]

COVERED, CLUE, BLANK = range(3)
# The code of a position then fits in 64 bits; in practice patience ends before.
MOST_CELLS: Final = 24
# Seconds between two lines of progress.
PAUSE: Final = 10


class Size(NamedTuple):
    """What is searched: a size, and whether there is a mine count and are cells without a clue."""

    height: int
    width: int
    total: bool
    blanks: bool

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.height * self.width


class Kept(NamedTuple):
    """A position and one of its verdicts that no weighted sum proves.

    Attributes:
        rows: The signs of the board.
        mines: The mine count, if it is known.
        cell: The cell of the verdict.
        mine: Whether it is a mine.
        point: The fractional layout against it.
        chained: Whether sums prove it that use the verdicts of other sums.
        counted: Whether it takes the mine count.
    """

    rows: tuple[str, ...]
    mines: int | None
    cell: tuple[int, int]
    mine: bool
    point: tuple[tuple[str, ...], ...]
    chained: bool
    counted: bool

    @property
    def order(self) -> tuple[int, int, int]:
        """The covered cells, the clues, and the zeros, which games do not leave next to them."""
        signs = "".join(self.rows)
        covered = signs.count("?")
        return covered, len(signs) - covered - signs.count("_"), signs.count("0")

    def __str__(self) -> str:
        """The position in native text, with the fractional layout in a comment."""
        width = max(len(part) for row in self.point for part in row)
        row, column = self.cell
        lines = [
            f"# ({row},{column}) is {'a mine' if self.mine else 'safe'}, but not in this layout:",
            *("#   " + " ".join(part.rjust(width) for part in row) for row in self.point),
            *([] if self.mines is None else [f"mines: {self.mines}"]),
            "",
            *self.rows,
        ]
        return "\n".join(lines)


class Tally:
    """The numbers of what was seen, and the positions that were kept."""

    def __init__(self) -> None:
        self.positions = self.verdicts = self.asked = 0
        self.kept: list[Kept] = []


def around(place: int, size: Size) -> list[int]:
    """The neighbours of a cell."""
    row, column = divmod(place, size.width)
    return [
        y * size.width + x
        for y in range(max(row - 1, 0), min(row + 2, size.height))
        for x in range(max(column - 1, 0), min(column + 2, size.width))
        if (y, x) != (row, column)
    ]


def kinds_of_cells(size: Size) -> Iterator[list[int]]:
    """Which cells are covered, show a clue, or are blank: all ways, up to symmetry."""
    base = 3 if size.blanks else 2
    places = np.arange(size.cells).reshape(size.height, size.width)
    images = [places[::down, ::right].ravel() for down in (1, -1) for right in (1, -1)]
    if size.height == size.width:
        images += [places.T[::down, ::right].ravel() for down in (1, -1) for right in (1, -1)]
    powers = base ** np.arange(size.cells)
    block = 1 << 18
    for first in range(0, base**size.cells, block):
        numbers = np.arange(first, min(first + block, base**size.cells))
        kinds = numbers[:, None] // powers % base
        # Of all mirror images the one with the smallest number is taken.
        least = np.min([kinds[:, image] @ powers for image in images], axis=0)
        yield from kinds[least == numbers].tolist()


class Shape:
    """All positions with the same kinds of cells: cells around the same clues are a box.

    Attributes:
        clues: The cells with a clue.
        boxes: The cells of each box.
        matrix: The row of each clue over the boxes, then that of the mine count, if it is known.
    """

    def __init__(self, kinds: Sequence[int], size: Size) -> None:
        """Gather the boxes."""
        self.size = size
        self.kinds = kinds
        self.clues = [place for place, kind in enumerate(kinds) if kind == CLUE]
        boxes: dict[tuple[int, ...], list[int]] = {}
        for place, kind in enumerate(kinds):
            if kind == COVERED:
                seen = tuple(near for near in around(place, size) if kinds[near] == CLUE)
                boxes.setdefault(seen, []).append(place)
        self.boxes = list(boxes.values())
        rows = [[int(clue in seen) for seen in boxes] for clue in self.clues]
        if size.total:
            rows.append([1] * len(boxes))
        self.matrix: Array = np.array(rows, dtype=np.int64).reshape(len(rows), len(boxes))
        self.sizes: Array = np.array([len(box) for box in self.boxes], dtype=np.int64)

    def search(self, tally: Tally) -> None:
        """Add what the positions are like to the tally."""
        if not self.boxes or not self.clues:
            return
        counts = np.indices([size + 1 for size in self.sizes.tolist()], dtype=np.int8).reshape(
            len(self.boxes), -1
        )
        first, known = self.verdicts(counts, self.matrix)
        tally.positions += len(first)
        tally.verdicts += int((known * self.sizes[:, None]).sum())
        values = counts[:, first].astype(np.int64)
        sums = self.matrix @ values
        lower, upper = self.narrowed(sums)
        open_ = np.flatnonzero((known & (lower < upper)).any(axis=0))
        if not len(open_):
            return
        alone = known
        if self.size.total:
            alone = self.verdicts(counts, self.matrix[:-1], at=first)[1]
        for at in open_.tolist():
            tally.asked += 1
            tally.kept += self.kept(sums[:, at], values[:, at], known[:, at], alone[:, at])

    def verdicts(
        self, counts: Array, matrix: Array, *, at: Array | None = None
    ) -> tuple[Array, Array]:
        """A layout of each position, and which boxes hold only mines or none in all its layouts.

        Layouts are the columns of `counts`. With `at` the positions are those of these layouts.
        """
        radix = np.cumprod([1, *(matrix @ self.sizes + 1)])[:-1]
        code = (radix @ matrix) @ counts
        order = np.argsort(code, kind="stable")
        starts = np.flatnonzero(np.diff(code[order], prepend=-1))
        counts = counts[:, order]
        least = np.minimum.reduceat(counts, starts, axis=1)
        most = np.maximum.reduceat(counts, starts, axis=1)
        known = (most == 0) | (least == self.sizes[:, None])
        if at is not None:
            return at, known[:, np.searchsorted(code[order][starts], code[at])]
        return order[starts], known

    def narrowed(self, sums: Array) -> tuple[Array, Array]:
        """Bounds of the boxes by one clue or the difference of two, as far as that leads.

        All of these steps are weighted sums: coefficients are 1 and -1, so nothing is rounded.
        """
        rows, right = list(self.matrix), list(sums)
        for one in range(len(self.matrix)):
            for two in range(one):
                if (self.matrix[one] & self.matrix[two]).any():
                    rows.append(self.matrix[one] - self.matrix[two])
                    right.append(sums[one] - sums[two])
        upper = np.repeat(self.sizes[:, None], sums.shape[1], axis=1)
        lower = np.zeros_like(upper)
        while True:
            before = int(upper.sum() - lower.sum())
            for row, value in zip(rows, right, strict=True):
                plus, minus = np.flatnonzero(row > 0), np.flatnonzero(row < 0)
                # The most and the least that may be left for a box, if all others hold the
                # least or the most.
                over = value - lower[plus].sum(axis=0) + upper[minus].sum(axis=0)
                under = value - upper[plus].sum(axis=0) + lower[minus].sum(axis=0)
                above, below = lower[plus] + over, upper[plus] + under
                least, most = lower[minus] - under, upper[minus] - over
                upper[plus] = np.minimum(upper[plus], above)
                lower[plus] = np.maximum(lower[plus], below)
                upper[minus] = np.minimum(upper[minus], least)
                lower[minus] = np.maximum(lower[minus], most)
            if int(upper.sum() - lower.sum()) == before:
                return lower, upper

    def kept(self, sums: Array, values: Array, known: Array, alone: Array) -> list[Kept]:
        """The verdicts of a position that the relaxation does not prove."""
        limits: list[Bounds] = [(0, size) for size in self.sizes.tolist()]
        right: list[Bounds] = [(total, total) for total in sums.tolist()]
        simplex = Simplex(self.matrix.tolist(), limits + right)
        points = {
            box: point
            for box in np.flatnonzero(known).tolist()
            if (point := self.against(simplex, box, values)) is not None
        }
        if not points:
            return []
        # With the cells known that sums prove, sums may prove more.
        left, fixed = set(points), set(np.flatnonzero(known).tolist()) - set(points)
        while fixed and left:
            for box in fixed:
                simplex.bound(box, (int(values[box]), int(values[box])))
            fixed = {box for box in left if self.against(simplex, box, values) is None}
            left -= fixed
        return [
            Kept(
                self.signs(sums),
                int(sums[-1]) if self.size.total else None,
                # Where `parts` puts the least or the most of the box.
                divmod(self.boxes[box][0 if values[box] else -1], self.size.width),
                bool(values[box]),
                self.parts(point),
                chained=box not in left,
                counted=not alone[box],
            )
            for box, point in points.items()
        ]

    def against(self, simplex: Simplex, box: int, values: Array) -> list[Fraction] | None:
        """A point of the relaxation where a cell of a box is not what it is; None without one."""
        size = int(self.sizes[box])
        before = simplex.bound(box, (0, size - 1) if values[box] else (1, size))
        conflict = simplex.conflict(Budget())
        numerators, denominator = simplex.numerators()
        simplex.bound(box, before)
        if conflict is not None:
            return None
        return [Fraction(numerator, denominator) for numerator in numerators]

    def signs(self, sums: Array) -> tuple[str, ...]:
        """The board of a position."""
        width = self.size.width
        shown = dict(zip(self.clues, sums.tolist(), strict=False))
        signs = [
            "?" if kind == COVERED else "_" if kind == BLANK else f"{shown[place]}"
            for place, kind in enumerate(self.kinds)
        ]
        return tuple("".join(signs[at : at + width]) for at in range(0, len(signs), width))

    def parts(self, point: Sequence[Fraction]) -> tuple[tuple[str, ...], ...]:
        """A fractional layout as text; mines of a box go to its last cells first."""
        width = self.size.width
        parts = ["."] * self.size.cells
        for box, held in zip(self.boxes, point, strict=True):
            for place in reversed(box):
                part = min(held, Fraction(1))
                held -= part  # noqa: PLW2901 - what is left for the cells before
                parts[place] = f"{part}"
        return tuple(tuple(parts[at : at + width]) for at in range(0, len(parts), width))


def report(title: str, kept: Sequence[Kept], *, all_: bool) -> None:
    """Print how many verdicts were kept, and the smallest positions."""
    print(f"{title}: {len(kept)} in {len({(item.rows, item.mines) for item in kept})} positions")
    if not kept:
        return
    least = min(item.order[:2] for item in kept)
    smallest = sorted((item for item in kept if item.order[:2] == least), key=lambda x: x.order)
    print(f"the smallest have {least[0]} covered cells and {least[1]} clues: {len(smallest)}\n")
    for item in smallest if all_ else smallest[:1]:
        print(f"{item}\n")


def main() -> int:
    """Search; 0 when done, 2 for a size that is too large, 130 on Ctrl-C."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("height", type=int, help="the number of rows")
    parser.add_argument("width", type=int, help="the number of columns")
    parser.add_argument("--total", action="store_true", help="with a mine count")
    parser.add_argument("--blanks", action="store_true", help="also with cells without a clue")
    parser.add_argument("--all", action="store_true", help="print all of the smallest positions")
    given = parser.parse_args()
    size = Size(given.height, given.width, given.total, given.blanks)
    if min(size.height, size.width) < 1 or size.cells > MOST_CELLS:
        parser.error(f"height and width: expected 1 to {MOST_CELLS} cells")
    tally, start = Tally(), monotonic()
    shapes, told = 0, start
    try:
        for kinds in kinds_of_cells(size):
            Shape(kinds, size).search(tally)
            shapes += 1
            if monotonic() - told > PAUSE:
                told = monotonic()
                print(f"{shapes} shapes, {len(tally.kept)} kept", file=sys.stderr)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    print(
        f"{size.height}x{size.width}: {shapes} sets of cells up to symmetry, {tally.positions} "
        f"positions, {tally.verdicts} verdicts; {tally.asked} positions took linear programs; "
        f"{monotonic() - start:.0f} s"
    )
    report("not by one sum", tally.kept, all_=given.all)
    if size.total:
        counted = [item for item in tally.kept if item.counted]
        report("of these, only with the mine count", counted, all_=given.all)
    stuck = [item for item in tally.kept if not item.chained]
    report("not even by sums one after another", stuck, all_=given.all)
    return 0


if __name__ == "__main__":
    sys.exit(main())
