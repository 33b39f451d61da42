"""The trial assignments of reference system A, "Better Decisions", as a tree to look at.

The first cell is assumed safe, what follows from single equations is filled in, and the next
unknown cell is assumed safe, until all are known; then the last assumption is turned round. Each
component has a tree of its own here. The equations are those of the clues that are shown, less what
single clues decide, so that cells that `rref` has decided are tried, too, as in the example of A.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import Final

from logicsweep.errors import counted
from logicsweep.games import View

from .equations import Equation, Equations

# Nobody reads the tree of a component with more cells.
_MOST: Final = 12


def trials(view: View) -> Iterator[str]:
    """Yield the tree of each component, and in how many of its models each cell is a mine."""
    for part in _parts(_left(view)):
        cells = sorted(set().union(*[equation.cells for equation in part]))
        if len(cells) > _MOST:
            yield f"{len(cells)} cells tied to {view.cell(cells[0])} are too many for trials"
            continue
        letters = dict(zip(cells, ascii_uppercase, strict=False))
        names = [f"{letter} {view.cell(cell)}" for cell, letter in letters.items()]
        yield f"trials of {', '.join(names)}:"
        models: list[Mapping[int, bool]] = []
        yield from _grown(part, letters, {}, models)
        shares = [f"{letters[cell]} {sum(model[cell] for model in models)}" for cell in cells]
        yield f"  {counted(len(models), 'model')}, with a mine in: {', '.join(shares)}"


def _left(view: View) -> Equations:
    """Return what single clues leave of the equations of a position."""
    equations = Equations(view.adjacency.lists)
    for cell, shown in View(view.board).news.items():
        equations.see(view.number(cell), shown)
    while equations.changed:
        clue, _ = equations.changed.popitem()
        equation = equations.live[clue]
        if not 0 < equation.mines < len(equation.cells):
            is_mine = equation.mines > 0
            for number in list(equation.cells):
                equations.decide(number, mine=is_mine)
    return equations


def _parts(equations: Equations) -> Iterator[list[Equation]]:
    """Yield the equations of each component, in the order of their first clues."""
    left = dict(sorted(equations.live.items()))
    while left:
        part = [left.pop(next(iter(left)))]
        for equation in part:
            near = [other.clue for other in equations.others(equation)]
            part += [left.pop(clue) for clue in near if clue in left]
        yield part


def _grown(
    part: Sequence[Equation],
    letters: Mapping[int, str],
    known: Mapping[int, bool],
    models: list[Mapping[int, bool]],
) -> Iterator[str]:
    """Yield the tree below some known cells, and add its models."""
    cell = next(cell for cell in letters if cell not in known)
    for is_mine in (False, True):
        line = f"  {letters[cell]} = {is_mine:d}"
        values = _followed(part, {**known, cell: is_mine})
        if values is None:
            yield f"{line} contradicts a clue"
            continue
        new = sorted(values.keys() - known.keys() - {cell})
        so = ", ".join(f"{letters[near]} = {values[near]:d}" for near in new)
        line += f", so {so}" if so else ""
        if len(values) == len(letters):
            models.append(values)
            mines = [letters[near] for near in letters if values[near]]
            yield f"{line}: model {len(models)}, mines {', '.join(mines)}"
        else:
            yield line
            yield from (f"  {below}" for below in _grown(part, letters, values, models))


def _followed(part: Sequence[Equation], known: Mapping[int, bool]) -> dict[int, bool] | None:
    """Add to known cells what follows from single equations; None if one of them cannot hold."""
    values = dict(known)
    before = 0
    while before < len(values):
        before = len(values)
        for equation in part:
            left = equation.cells - values.keys()
            mines = equation.mines - sum(values[cell] for cell in equation.cells - left)
            if not 0 <= mines <= len(left):
                return None
            if mines in (0, len(left)):
                values |= dict.fromkeys(left, mines > 0)
    return values
