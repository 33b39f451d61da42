"""`subset`: sentences about sets of cells, and sets within sets (reference system E).

A sentence says how many of some cells are mines. None of them: all are safe; all of them: all are
mines. A sentence about part of the cells of another gives one about the rest, to a fixed point.
Else it opens the cell whose largest share of mines to cells, over the sentences it is in, is
smallest; a random cell where there is no sentence. Sound with exact clues; it takes uncertain ones
at their word. It does not use the total.
"""

from __future__ import annotations

from collections.abc import Mapping

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.errors import counted
from logicsweep.explain.wording import chance_words
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.equations import EquationAgent
from logicsweep.games.view import View

Sentence = frozenset[int]


class Subset(EquationAgent):
    """See the module."""

    name = "subset"

    def __init__(self, view: View, seed: int) -> None:
        super().__init__(view, seed)
        self._counts: dict[Sentence, int] = {}
        self._about: dict[int, set[Sentence]] = {}
        self._new: dict[Sentence, None] = {}

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        before = len(self._equations.known)
        super()._see(view, news)
        if len(self._equations.known) != before:
            for cell in news:
                self._known(cell[0] * self._width + cell[1])
        for clue in self._equations.changed:
            equation = self._equations.live[clue]
            self._say(frozenset(equation.cells), equation.mines)
        self._equations.changed.clear()

    def _find(self, view: View) -> bool:
        found = False
        while self._new:
            sentence = next(iter(self._new))
            del self._new[sentence]
            count = self._counts.get(sentence)
            if count is None:
                continue
            if 0 < count < len(sentence):
                self._compare(sentence, count)
                continue
            known = (
                {"mines": sentence, "safe": ()} if count > 0 else {"mines": (), "safe": sentence}
            )
            found |= self._decide(view, **known, reason=self._words(sentence, count))
            for number in sentence:
                self._known(number)
        return found

    def _words(self, sentence: Sentence, count: int) -> str:
        cells = ", ".join(str(self._cell(number)) for number in sorted(sentence))
        return f"by the sentence that {{{cells}}} has {counted(max(count, 0), 'mine')}"

    def _guess(self, view: View) -> Move | None:
        del view
        shares: dict[int, float] = {}
        for sentence, count in self._counts.items():
            share = count / len(sentence)
            for number in sentence:
                shares[number] = max(share, shares.get(number, 0.0))
        if not shares:
            return None
        share, number = min((share, number) for number, share in shares.items())
        return Move(
            self._cell(number), flags=False, reason=f"a largest share of {chance_words(share)}"
        )

    def _sentences(self, view: View) -> int:
        del view
        return len(self._counts)

    def _say(self, sentence: Sentence, count: int) -> None:
        if not sentence or sentence in self._counts:
            return
        self._counts[sentence] = count
        self._new[sentence] = None
        for number in sentence:
            self._about.setdefault(number, set()).add(sentence)

    def _known(self, number: int) -> None:
        """Take a cell that is known out of every sentence."""
        mine = self._equations.known[number]
        for sentence in self._about.pop(number, ()):
            count = self._counts.pop(sentence)
            for other in sentence:
                if other != number:
                    self._about[other].discard(sentence)
            self._say(sentence - {number}, count - mine)

    def _compare(self, sentence: Sentence, count: int) -> None:
        """Say what follows from this sentence and those within it, or that it is within."""
        near = {other for number in sentence for other in self._about[number]}
        for other in near:
            if other < sentence:
                self._say(sentence - other, count - self._counts[other])
            elif sentence < other:
                self._say(other - sentence, self._counts[other] - count)
