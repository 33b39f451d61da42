"""`risk-gain`: hunts mines where the clues are largest (reference system D, "Algorithm A: AI-0").

It follows the section "Description". A cell is unknown, safe, open, or a mine that was found. The
risk of an unknown cell is the sum of the clues around it, each less the mines found around that
clue. Its gain is how many cells are unknown among it and its neighbours. Of the unknown cells it
opens the one with the highest risk, among equals one with the highest gain. If no unknown cell has
a risk, it probes: in reading order every third cell of every third row, as long as one of these
gains all nine, and otherwise a cell with the highest gain. Ties are drawn at random.
`risk-gain-random` has the orderly probing switched off. Only unknown cells are opened, so it proves
no mine: it finds mines by opening them, as the rule `search` allows.

The section does not say when a cell is safe: here, when all mines around a neighbouring clue are
found. That is sound with exact clues; uncertain clues are taken as exact. Nor does it say what to
do under other rules: here, safe cells are opened as soon as they are known. The first cell, which
the boards of D name, is drawn at random here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep import Cell, Move, State
from logicsweep.board import Clue
from logicsweep.errors import counted
from logicsweep.games import View
from logicsweep.games.agents.deducing import DeducingAgent

# A probe takes all that it can learn from the cells around it, so the next is beyond these.
_APART: Final = 3
_FULL: Final = 9
_COVERED: Final = (State.COVERED, State.FLAGGED)


class RiskGain(DeducingAgent):
    """See the module; with orderly probing."""

    name = "risk-gain"
    plays_rules = False
    is_orderly = True

    def begin(self, view: View) -> None:
        """Forget the maps of the game before; ties of this one are drawn from the seed."""
        super().begin(view)
        self._draws = Random(f"ties of agent {self.seed}")
        self._near = [list(near) for near in view.adjacency.lists]
        self._unknown = np.ones(len(view.states), dtype=np.bool_)
        self._risk = np.zeros(len(view.states), dtype=np.int64)
        self._gain = np.array([1 + len(near) for near in self._near])
        self._mines: set[int] = set()
        self._missing: dict[int, int] = {}  # by clue, the mines around it that are not found yet
        self._probes = [
            row * view.width + column
            for row in range(1, view.height - 1, _APART)
            for column in range(1, view.width - 1, _APART)
        ]

    def knowledge(self, view: View) -> list[str]:
        """Return the maps of D, a row of the board each line."""
        flags, risks, gains = [], [], []
        for number, state in enumerate(view.states):
            is_unknown, is_open = bool(self._unknown[number]), state not in _COVERED
            is_mine = number in self._mines
            flags.append("U" if is_unknown else "X" if is_mine else "M" if is_open else "S")
            left = self._risk[number] if is_unknown else self._missing.get(number, ".")
            risks.append(str(left))
            gains.append("." if is_open else str(self._gain[number]))
        return [
            "flags (S safe, M opened, U unknown, X mine):",
            *_rows(flags, view.width),
            "risk where unknown, and where opened the clue less the mines found:",
            *_rows(risks, view.width),
            "gain:",
            *_rows(gains, view.width),
        ]

    def numbers(self, view: View) -> dict[Cell, str]:
        """Return the risk of each unknown cell, or the gain, such as `+9`, where there is none."""
        return {
            view.cell(number): str(self._risk[number] or f"+{self._gain[number]}")
            for number in np.flatnonzero(self._unknown).tolist()
        }

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        for cell, shown in news.items():
            number = view.number(cell)
            self._learn(number)
            clue = shown.shown if isinstance(shown, Clue) else shown
            if clue == State.KNOWN_MINE:
                self._mines.add(number)
                for clue_cell in self._near[number]:
                    if clue_cell in self._missing:
                        self._offset(view, clue_cell, self._missing[clue_cell] - 1)
            elif clue is not None and clue >= 0:
                self._offset(view, number, clue - len(self._mines.intersection(self._near[number])))

    def _learn(self, number: int) -> None:
        """Take a cell out of the unknown ones."""
        if self._unknown[number]:
            self._unknown[number] = False
            self._gain[[number, *self._near[number]]] -= 1

    def _offset(self, view: View, clue: int, missing: int) -> None:
        """Set the mines missing around a clue; without any, its neighbours are safe."""
        near = self._near[clue]
        self._risk[near] += max(missing, 0) - max(self._missing.get(clue, 0), 0)
        self._missing[clue] = missing
        if missing <= 0:
            safe = [view.cell(number) for number in near if self._unknown[number]]
            reason = f"by the clue at {view.cell(clue)}"
            details = ("the clue has no mine left to find",)
            self._add(view, mines=(), safe=safe, reason=reason, details=details)
            for number in near:
                self._learn(number)

    def _find(self, view: View) -> bool:
        del view
        return False

    def _guess(self, view: View) -> Move | None:
        left = np.flatnonzero(self._unknown & (np.asarray(view.states) == int(State.COVERED)))
        if not left.size:
            return None
        risk = self._risk[left].max()
        if risk:
            number = self._widest(left[self._risk[left] == risk])
            reason = f"highest risk {risk}, gain {self._gain[number]}"
        elif self._unknown.all():
            number, reason = int(self._draws.choice(left)), "a random first cell"
        else:
            number, reason = self._probe(left)
        details = tuple(self._risk_words(view, number)) if self.explains else ()
        return Move(view.cell(number), reason=reason, details=details)

    def _risk_words(self, view: View, number: int) -> Iterator[str]:
        """Yield the clues whose missing mines add up to the risk of a cell, and its gain."""
        missing = {clue: self._missing.get(clue, 0) for clue in self._near[number]}
        for clue, mines in missing.items():
            if mines > 0:
                yield f"{counted(mines, 'mine')} missing at the clue {view.cell(clue)}"
        yield f"risk {self._risk[number]}, gain {self._gain[number]}"

    def _probe(self, left: NDArray[np.intp]) -> tuple[int, str]:
        """A cell to open where no clue has mines left, and the reason."""
        if self.is_orderly:
            full = left[self._gain[left] == _FULL]
            orderly = full[np.isin(full, self._probes)]
            if orderly.size:
                return int(orderly[0]), f"a probe that gains {_FULL} cells"
        number = self._widest(left)
        return number, f"a random probe that gains {self._gain[number]} cells"

    def _widest(self, cells: NDArray[np.intp]) -> int:
        """One of these cells with the highest gain, drawn at random."""
        gain = self._gain[cells]
        return int(self._draws.choice(cells[gain == gain.max()]))


def _rows(texts: Sequence[str], width: int) -> Iterator[str]:
    """Yield the texts of all cells in rows, in columns of one width."""
    wide = max(map(len, texts))
    for start in range(0, len(texts), width):
        yield "  " + " ".join(text.rjust(wide) for text in texts[start : start + width])


class RiskGainRandom(RiskGain):
    """See the module; with random probing alone."""

    name = "risk-gain-random"
    is_orderly = False
