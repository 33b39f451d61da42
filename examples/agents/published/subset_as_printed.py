"""`subset-as-printed`: the sentences of reference system E, by the letter of the code it prints.

E, "3.1.2 AI Agent", makes the sentence of an opened cell from the neighbours that are not known and
from the clue as it is: known mines leave its cells, but not its number. So sentences soon ask for
too many mines, and what follows from them may be wrong: this is the agent of E's figures, `subset`
the one that E describes. After each opening every sentence is looked at until nothing changes
("_infer_knowledge"). Then differences of nested sentences are added in one pass over the list,
which grows meanwhile ("_infer_from_subsets"); they are used after the next opening. Guesses are
those of "2.4 Probabilistic Reasoning".

As it is printed, the first loop never ends: it takes a sentence without mines for news in every
pass. Here only a cell that was not known is news. E leaves open what the share of a cell in no
sentence is, and which of equal cells it opens: here, as in `subset`, such a cell comes last, and
the first of equals is opened. A share may be below 0 or above 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from logicsweep import Cell, Move, State
from logicsweep.board import Clue
from logicsweep.errors import counted
from logicsweep.games import Known, View
from logicsweep.games.agents.deducing import DeducingAgent


@dataclass(slots=True, eq=False)
class _Sentence:
    """So many of these cells, by number, are mines."""

    cells: set[int]
    count: int

    def words(self, view: View) -> str:
        """Write it as E does, such as `{(0,0), (0,1)} = 1`."""
        cells = ", ".join(str(view.cell(number)) for number in sorted(self.cells))
        return f"{{{cells}}} = {self.count}"


class SubsetAsPrinted(DeducingAgent):
    """See the module. What it calls certain may be wrong with any clues."""

    name = "subset-as-printed"
    plays_rules = False

    def begin(self, view: View) -> None:
        """Forget the sentences of the game before."""
        super().begin(view)
        self._sentences: list[_Sentence] = []
        self._known: dict[int, bool] = {}  # whether it is a mine

    def known(self, view: View) -> Known:
        """The known cells by now, and the sentences."""
        return replace(super().known(view), constraints=len(self._sentences))

    def knowledge(self, view: View) -> list[str]:
        """Add all sentences, such as `{(0,0), (0,1)} = 1`."""
        sentences = [sentence.words(view) for sentence in self._sentences]
        return [*super().knowledge(view), *sentences]

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        for cell, clue in news.items():
            shown = clue.shown if isinstance(clue, Clue) else clue
            number = view.number(cell)
            self._mark(number, mine=shown == State.KNOWN_MINE)
            if shown is None or shown < 0:
                continue
            unknown = {near for near in view.adjacency.lists[number] if near not in self._known}
            self._sentences.append(_Sentence(unknown, shown))
            self._infer(view)
            self._subtract()
            self._sentences = [sentence for sentence in self._sentences if sentence.cells]

    def _find(self, view: View) -> bool:
        """All was concluded when the last cell was seen."""
        del view
        return False

    def _mark(self, number: int, *, mine: bool) -> None:
        """Take a cell out of every sentence, with its mine if it is one."""
        self._known[number] = mine
        for sentence in self._sentences:
            if number in sentence.cells:
                sentence.cells.remove(number)
                sentence.count -= mine

    def _infer(self, view: View) -> None:
        """Mark the cells of sentences that are all mines, or all safe, until nothing changes."""
        has_changed = True
        while has_changed:
            has_changed = False
            for sentence in self._sentences:
                for mine, count in ((True, len(sentence.cells)), (False, 0)):
                    if sentence.cells and sentence.count == count:
                        has_changed = True
                        self._conclude(view, sentence, mine=mine)

    def _conclude(self, view: View, sentence: _Sentence, *, mine: bool) -> None:
        words, numbers = sentence.words(view), sorted(sentence.cells)
        for number in numbers:
            self._mark(number, mine=mine)
        cells = [view.cell(number) for number in numbers]
        names = ", ".join(map(str, cells))
        reason = (
            f"by the sentence that {{{names}}} has {counted(len(cells) if mine else 0, 'mine')}"
        )
        self._add(
            view,
            mines=cells if mine else (),
            safe=() if mine else cells,
            reason=reason,
            details=[words] if self.explains else (),
        )

    def _subtract(self) -> None:
        """Add the differences of nested sentences; those that are new are compared as they come."""
        sentences = self._sentences
        known = {frozenset(sentence.cells) for sentence in sentences}
        for smaller in sentences:
            for larger in sentences:
                if smaller.cells < larger.cells:
                    cells = larger.cells - smaller.cells
                    if cells not in known:
                        known.add(frozenset(cells))
                        sentences.append(_Sentence(cells, larger.count - smaller.count))

    def _guess(self, view: View) -> Move | None:
        shares: dict[int, Fraction] = {}
        for sentence in self._sentences:
            if not sentence.cells:  # a mine that was hit has emptied it
                continue
            share = Fraction(sentence.count, len(sentence.cells))
            for number in sentence.cells:
                shares[number] = max(share, shares.get(number, share))
        lowest = self._lowest(view, shares)
        if lowest is None:
            return None
        share, number = lowest
        details = tuple(
            sentence.words(view)
            for sentence in self._sentences
            if self.explains and number in sentence.cells
        )
        reason = f"the lowest of the largest shares of mines, {share}"
        return Move(view.cell(number), reason=reason, details=details)
