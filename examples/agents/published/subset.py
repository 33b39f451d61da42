"""`subset`: exactly-k constraints closed under differences of nested sets (reference system E).

A constraint says how many of some cells are mines: if none, all are safe; if all, all are mines.
The difference of two constraints with nested sets is a constraint about the remaining cells; such
differences are added until a fixed point is reached. When nothing is certain, each cell has the
largest share of mines to cells among its constraints, and the agent opens the cell where that is
smallest; without constraints, a random cell. Sound with exact clues; uncertain clues are taken as
exact. It does not use the mine count. (System E calls the constraints sentences of a knowledge
base.)

It follows E, "2.2 Inference Mechanisms" to "2.4 Probabilistic Reasoning". The code in "3.1.2 AI
Agent" adds differences only once after each opening, and concludes from them after the next; here
they go to the fixed point that "2.3 Decision-Making Algorithm" asks for. E leaves open what the
share of a cell without constraints is, and which of equal cells it opens: here a cell without
constraints comes last, and the first of equals is opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from logicsweep import Cell, Move
from logicsweep.board import Clue
from logicsweep.errors import counted
from logicsweep.games import Known, View
from logicsweep.games.agents.deducing import DeducingAgent
from logicsweep.reasons.wording import chance_words

from .equations import EquationAgent

# The cells of a constraint, by number.
Cells = frozenset[int]
# The way to a constraint is told in so many constraints at most.
_TOLD: Final = 30


class _Origin(NamedTuple):
    """The way to a constraint: how many mines, in words how it was made, and of which others."""

    mines: int
    words: str
    parents: tuple[Cells, ...] = ()


class Subset(EquationAgent):
    """See the module."""

    name = "subset"

    def begin(self, view: View) -> None:
        """Forget the constraints of the game before."""
        super().begin(view)
        self._counts: dict[Cells, int] = {}
        self._about: dict[int, set[Cells]] = {}
        self._new: dict[Cells, None] = {}
        self._origins: dict[Cells, _Origin] = {}

    def known(self, view: View) -> Known:
        """The known cells by now; derived constraints count, too."""
        return replace(super().known(view), constraints=len(self._counts))

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        before = len(self._equations.known)
        super()._see(view, news)
        if len(self._equations.known) != before:
            for cell in news:
                self._known(view.number(cell))
        for clue in self._equations.changed:
            equation = self._equations.live[clue]
            words = f"the clue at {view.cell(clue)}"
            self._say(frozenset(equation.cells), _Origin(equation.mines, words))
        self._equations.changed.clear()

    def _find(self, view: View) -> bool:
        is_new = False
        while self._new:
            cells = next(iter(self._new))
            del self._new[cells]
            count = self._counts.get(cells)
            if count is None:
                continue
            if 0 < count < len(cells):
                self._compare(cells)
                continue
            known = {"mines": cells, "safe": ()} if count > 0 else {"mines": (), "safe": cells}
            names = ", ".join(str(view.cell(number)) for number in sorted(cells))
            reason = f"by the constraint that {{{names}}} has {counted(max(count, 0), 'mine')}"
            is_new |= self._decide(
                view, **known, reason=reason, details=partial(self._derivation, view, cells)
            )
            for number in cells:
                self._known(number)
        return is_new

    def _guess(self, view: View) -> Move | None:
        shares: dict[int, float] = {}
        for cells, count in self._counts.items():
            share = count / len(cells)
            for number in cells:
                shares[number] = max(share, shares.get(number, 0.0))
        lowest = self._lowest(view, shares)
        if lowest is None:
            return None
        share, number = lowest
        details = tuple(
            f"{_sentence(view, cells, count)}: share {chance_words(count / len(cells))}"
            for cells, count in self._counts.items()
            if self.explains and number in cells
        )
        reason = f"the lowest of the largest shares of mines, {chance_words(share)}"
        return Move(view.cell(number), reason=reason, details=details)

    def knowledge(self, view: View) -> list[str]:
        """Add all constraints, the sentences of system E, such as `{(0,0), (0,1)} = 1`."""
        sentences = [_sentence(view, cells, count) for cells, count in self._counts.items()]
        return [*DeducingAgent.knowledge(self, view), *sentences]

    def _say(self, cells: Cells, origin: _Origin) -> None:
        """Take in a constraint, if it is a new one."""
        if not cells or cells in self._counts:
            return
        if self.explains:
            self._origins[cells] = origin
        self._counts[cells] = origin.mines
        self._new[cells] = None
        for number in cells:
            self._about.setdefault(number, set()).add(cells)

    def _known(self, number: int) -> None:
        """Take a cell that is known out of every constraint."""
        mine = self._equations.known[number]
        for cells in self._about.pop(number, ()):
            count = self._counts.pop(cells)
            for cell in cells:
                if cell != number:
                    self._about[cell].discard(cells)
            words = f"without {{cell}}, {'a known mine' if mine else 'known to be safe'}, from"
            self._say(cells - {number}, _Origin(count - mine, words, (cells,)))

    def _compare(self, cells: Cells) -> None:
        """Take in the differences of this constraint and those nested with it."""
        near = {constraint for number in cells for constraint in self._about[number]}
        for constraint in near:
            if constraint < cells:
                self._subtract(cells, constraint)
            elif cells < constraint:
                self._subtract(constraint, cells)

    def _subtract(self, larger: Cells, smaller: Cells) -> None:
        """Take in the difference of two constraints, the cells of one among those of the other."""
        count = self._counts[larger] - self._counts[smaller]
        self._say(larger - smaller, _Origin(count, "the difference of", (larger, smaller)))

    def _derivation(self, view: View, cells: Cells) -> Iterator[str]:
        """Yield the constraints that lead to this one, from the clues on, each with its origin.

        If there are more than `_TOLD`, the first line says that not all of them follow.
        """
        seen: set[Cells] = set()

        def ordered(told: Cells) -> Iterator[Cells]:
            if told not in seen and len(seen) < _TOLD:
                seen.add(told)
                for parent in self._origins[told].parents:
                    yield from ordered(parent)
                yield told

        way = list(ordered(cells))
        if any(parent not in seen for told in way for parent in self._origins[told].parents):
            yield f"more than {_TOLD} constraints lead to it; {_TOLD} of them:"
        for told in way:
            origin = self._origins[told]
            parents = " and ".join(
                _sentence(view, parent, self._origins[parent].mines) for parent in origin.parents
            )
            gone = [number for parent in origin.parents[:1] for number in parent - told]
            words = origin.words.format(cell=view.cell(gone[0]) if gone else "")
            yield f"{_sentence(view, told, origin.mines)}: {words} {parents}".rstrip()


def _sentence(view: View, cells: Cells, count: int) -> str:
    """Write a constraint as system E writes its sentences."""
    return f"{{{', '.join(str(view.cell(number)) for number in sorted(cells))}}} = {count}"
