"""Clues as linear equations, for the agents that take what is shown as exact.

An equation says how many of some cells are mines, by the clue in a cell; cells that become known
are taken out at once. With clues that are not exact, equations may contradict each other, and
conclusions from them may be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import replace

from logicsweep import Cell, State
from logicsweep.board import Clue
from logicsweep.errors import counted
from logicsweep.games import Known, View
from logicsweep.games.agents.deducing import DeducingAgent


class Equation:
    """So many of these cells are mines, by the clue in a cell; all by number."""

    __slots__ = ("cells", "clue", "mines")

    def __init__(self, clue: int, cells: set[int], mines: int) -> None:
        self.clue = clue
        self.cells = cells
        self.mines = mines


class Equations:
    """The equations of the clues seen so far, kept up to date.

    `live` has them by the cell of their clue, as long as they have any cells; `changed` those that
    changed since whoever uses them took them out. `known` says of cells whether they are mines.
    """

    def __init__(self, near: tuple[tuple[int, ...], ...]) -> None:
        self.near = near
        self.live: dict[int, Equation] = {}
        self.changed: dict[int, None] = {}
        self.known: dict[int, bool] = {}
        self.mines = 0

    def see(self, number: int, shown: int | Clue) -> None:
        """Take in what a cell turned out to be.

        An uncertain clue counts as the number that it shows; bounds that show none say nothing.
        """
        clue = shown.shown if isinstance(shown, Clue) else shown
        self.decide(number, mine=clue == State.KNOWN_MINE)
        if clue is None or clue < 0:
            return
        near = self.near[number]
        known = self.known
        cells = {cell for cell in near if cell not in known}
        if cells:
            mines = sum([known[cell] for cell in near if cell in known])
            self.live[number] = Equation(number, cells, clue - mines)
            self.changed[number] = None

    def decide(self, number: int, *, mine: bool) -> None:
        """Take a cell to be a mine or safe from now on; the last call for a cell counts."""
        before = self.known.get(number)
        if before is mine:
            return
        self.known[number] = mine
        self.mines += mine - bool(before)
        live = self.live
        for clue in self.near[number]:
            equation = live.get(clue)
            if equation is None:
                continue
            equation.mines -= mine - bool(before)
            equation.cells.discard(number)
            if equation.cells:
                self.changed[clue] = None
            else:
                del live[clue]
                self.changed.pop(clue, None)

    def others(self, equation: Equation) -> list[Equation]:
        """Return the other equations that share a cell with this one."""
        live = self.live
        clues = {clue for cell in equation.cells for clue in self.near[cell] if clue in live}
        clues.discard(equation.clue)
        return [live[clue] for clue in sorted(clues)]


class EquationAgent(DeducingAgent):
    """An agent that reasons with equations; what it finds is known to them at once."""

    plays_rules = False

    def begin(self, view: View) -> None:
        """Forget the equations of the game before."""
        super().begin(view)
        self._equations = Equations(view.adjacency.lists)

    def known(self, view: View) -> Known:
        """Count the facts known by now; the constraints are the equations."""
        return replace(super().known(view), constraints=len(self._equations.live))

    def knowledge(self, view: View) -> list[str]:
        """Add the equations that are left, such as `(0,1) + (1,1) = 1: the clue at (0,0)`."""
        live = self._equations.live.values()
        return [*super().knowledge(view), *(equation_words(view, equation) for equation in live)]

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        for cell, shown in news.items():
            self._equations.see(view.number(cell), shown)

    def _decide(
        self,
        view: View,
        *,
        mines: Iterable[int],
        safe: Iterable[int],
        reason: str,
        details: Callable[[], Iterable[str]] = tuple,
    ) -> bool:
        """Add decided cells by number, unless they are known already, and tell the equations.

        `details` is called before the equations change, and only if moves are to have details.
        """
        lines = list(details()) if self.explains else []
        decided: dict[bool, list[Cell]] = {True: [], False: []}
        for mine, numbers in ((True, list(mines)), (False, list(safe))):
            for number in numbers:
                if number not in self._equations.known:
                    self._equations.decide(number, mine=mine)
                    decided[mine].append(view.cell(number))
        return self._add(
            view, mines=decided[True], safe=decided[False], reason=reason, details=lines
        )

    def _mines_left(self, view: View) -> int | None:
        """Return the number of mines not known yet, if the total is known."""
        total = view.mines
        return total - self._equations.mines if isinstance(total, int) else None

    def _outside(self, view: View, inside: Container[int]) -> Cell | None:
        """Return the next cell of the shuffled order that is neither known nor in `inside`."""
        known = self._equations.known
        for cell in reversed(self._order):
            number = view.number(cell)
            if view.can_open(cell) and number not in known and number not in inside:
                return cell
        return None

    def _single(self, view: View) -> bool:
        """Look at single equations until none says more; tell whether one decided a cell."""
        equations = self._equations
        has_news = False
        while equations.changed:
            clue = next(iter(equations.changed))
            del equations.changed[clue]
            self._changed(clue)
            has_news |= self._look(view, equations.live[clue])
        return has_news

    def _changed(self, clue: int) -> None:
        """Note a changed equation, for agents that look at more than single ones."""
        del clue

    def _look(self, view: View, equation: Equation) -> bool:
        """Decide the cells of an equation if none of them is a mine, or all are."""
        mines, cells = equation.mines, equation.cells
        if 0 < mines < len(cells):
            return False
        reason = f"by the clue at {view.cell(equation.clue)}"
        safe, mines_there = (cells, ()) if mines <= 0 else ((), cells)

        def details() -> Iterable[str]:
            yield equation_words(view, equation)

        return self._decide(view, mines=mines_there, safe=safe, reason=reason, details=details)


def equation_words(view: View, equation: Equation) -> str:
    """Write an equation and its clue, such as `(0,1) + (1,1) = 1: the clue at (0,0)`."""
    terms = sum_words(view, dict.fromkeys(sorted(equation.cells), 1))
    return f"{terms} = {equation.mines}: {clue_words(view, equation)}"


def clue_words(view: View, equation: Equation) -> str:
    """Name the clue of an equation, and how many known mines are taken off it."""
    shown = view.states[equation.clue]
    off = shown - equation.mines if shown >= 0 else 0
    less = f", less {counted(off, 'known mine')}" if off > 0 else ""
    return f"the clue at {view.cell(equation.clue)}{less}"


def sum_words(view: View, coefficients: Mapping[int, int]) -> str:
    """Write a sum over cells, by number, such as `(0,1) - 2 (1,1)`."""
    terms = [
        f"{'-' if value < 0 else '+'} {f'{abs(value)} ' * (abs(value) != 1)}{view.cell(number)}"
        for number, value in coefficients.items()
    ]
    return " ".join(terms).removeprefix("+ ") or "0"
