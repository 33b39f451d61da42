"""The judge of explanations and counterexamples, by all placements of mines on a small board.

A source is named by the cell of its clue, by the `Source` of what else there is, or as `PROGRAM`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, Verdict
from logicsweep.constraints import Source
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import TOTAL
from logicsweep.reasons import Counterexample, Explanation
from tests.judges import oracle
from tests.judges.oracle import Masks
from tests.judges.relations import Judged

PROGRAM: Final = "the program"
Which = NDArray[np.bool_]
Named = Cell | Source | str


class Sources(NamedTuple):
    """Some placements of mines, and which of them each source allows; some clues may be wrong."""

    masks: Masks
    clues: Mapping[Cell, Which]
    others: Mapping[Source | str, Which]
    liars: int = 0


class Refutation:
    """What it takes to rule out every placement that opposes a verdict."""

    def __init__(self, sources: Sources, cell: Cell, *, mine: bool) -> None:
        allowed = {**sources.clues, **sources.others}
        assert len(allowed) < 64, "too many sources for the judge"
        self.names: Final = [*allowed]
        self.liars: Final = sources.liars
        self._clues: Final = (1 << len(sources.clues)) - 1
        opposing = sources.masks[:, *cell] != mine
        contradicted = np.zeros(int(opposing.sum()), dtype=np.int64)
        for place, name in enumerate(self.names):
            contradicted |= (~allowed[name][opposing]).astype(np.int64) << place
        # The sources that an opposing placement contradicts, as bits; few of them come first.
        self._rows: Final = sorted(np.unique(contradicted).tolist(), key=int.bit_count)

    def bits(self, names: Iterable[Named]) -> int:
        """Some sources as bits."""
        return sum(1 << self.names.index(name) for name in names)

    def suffices(self, chosen: int) -> bool:
        """Whether some sources rule out all that opposes the verdict."""
        return self._first_left(chosen) is None

    def _first_left(self, chosen: int) -> int | None:
        return next((row for row in self._rows if not self._is_ruled_out(row & chosen)), None)

    def _is_ruled_out(self, contradicted: int) -> bool:
        clues = contradicted & self._clues
        return contradicted != clues or clues.bit_count() > self.liars

    def has_set(self, size: int, among: int) -> bool:
        """Whether so many of some sources suffice.

        Any set of them that does has a source of the first row that others leave.
        """
        tried = {0}
        for _ in range(size + 1):
            ahead: set[int] = set()
            for chosen in tried:
                row = self._first_left(chosen)
                if row is None:
                    return True
                further = row & among & ~chosen
                while further:
                    ahead.add(chosen | (further & -further))
                    further &= further - 1
            tried = ahead
        return False


def beside_clues(
    board: Board,
    masks: Masks,
    judged: Iterable[Judged],
    obeys: Callable[[set[int]], bool] | None = None,
) -> dict[Source | str, Which]:
    """Which placements the mine count, constraints and a program allow, as far as there are any."""
    found: dict[Source | str, Which] = {}
    for one in judged:
        weights = [one.weight(frozenset(np.flatnonzero(mask).tolist())) for mask in masks]
        found[one.constraint.source] = np.array(weights, dtype=np.bool_)
    if board.mines is not None:
        found[TOTAL] = oracle.meets_total(board, masks)
    if obeys is not None:
        found[PROGRAM] = np.array([obeys(set(np.flatnonzero(mask).tolist())) for mask in masks])
    return found


def holds(constraint: Constraint, marks: Which) -> Which:
    """Which sets of marked cells, shape (sets, cells), a constraint allows."""
    cells = np.array(constraint.cells, dtype=np.intp)
    numbers = marks[:, cells] @ (1 << np.arange(len(cells)))
    patterns, place = np.unique(numbers, return_inverse=True)
    sets = [
        frozenset(cells[pattern >> np.arange(len(cells)) & 1 == 1].tolist()) for pattern in patterns
    ]
    allowed = np.array([bool(constraint.weight(one)) for one in sets], dtype=np.bool_)
    found: Which = allowed[place.ravel()]
    return found


def check_explanation(found: Explanation, sources: Sources) -> None:
    """Its sources force the verdict, and without any one of them they do not.

    The mine count and the program are among them only where everything else does not suffice, and
    in a smallest set the mine count only where it saves a source.
    """
    cell, mine = found.cell, found.verdict is Verdict.MINE
    used: set[Named] = {*found.clues, *[one.source for one in found.constraints]}
    used |= {TOTAL} if found.uses_total else set()
    used |= {PROGRAM} if found.uses_program else set()
    assert found.size == len(used)
    assert found.liars == sources.liars

    search = Refutation(sources, cell, mine=mine)
    chosen, every = search.bits(used), (1 << len(search.names)) - 1
    assert search.suffices(chosen), f"{found.text} does not follow"
    spare = [name for name in used if search.suffices(chosen & ~search.bits([name]))]
    assert not spare, f"{found.text} does not need {spare}"
    total, program = search.bits({TOTAL} & used), search.bits({PROGRAM}.intersection(search.names))
    without = every & ~total & ~(0 if found.uses_program else program)
    if found.smallest:
        assert not search.has_set(found.size - 1, every), f"{found.text}, and by fewer sources"
        assert not total or not search.has_set(found.size, without), f"{found.text}, or by others"
    else:
        assert not found.uses_program or not search.suffices(every & ~program), found.text
        assert not total or not search.suffices(without), f"{found.text}, and without mine count"


def check_core(error: InconsistentBoardError, sources: Sources) -> None:
    """The sources that it names conflict, and without any one of them they do not."""
    named: set[Named] = {Cell(*cell) for cell in error.core or ()}
    named |= {one for one in sources.others if str(one) in error.constraints}
    named |= {TOTAL} if error.uses_total else set()
    named |= {PROGRAM} if error.uses_program else set()
    for left_out in (None, *named):
        kept = named - {left_out}
        wrong = np.zeros(len(sources.masks), dtype=np.intp)
        for cell in kept & sources.clues.keys():
            wrong += ~sources.clues[cell]  # type: ignore[index]
        fits = np.all([sources.others[one] for one in kept & sources.others.keys()], axis=0)  # type: ignore[index]
        assert (fits & (wrong <= sources.liars)).any() == (left_out is not None), left_out


def check_pair(found: Counterexample, layouts: Masks) -> None:
    """Both are layouts, and none without a mine in the cell is nearer to the first by inclusion."""
    cell, mine, safe = found.cell, found.mine.mask, found.safe.mask
    assert mine[cell]
    assert not safe[cell]
    for layout in (mine, safe):
        assert (layouts == layout).all(axis=(1, 2)).any(), f"{layout} is no layout"
    differing = mine ^ safe
    assert [list(one) for one in found.differing] == np.argwhere(differing).tolist()
    differs = (layouts ^ mine)[~layouts[:, *cell]]
    within = differs[~(differs & ~differing).any(axis=(1, 2))]
    assert (within == differing).all(), f"{found.differing} is not minimal"


def check_proofs(board: Board) -> None:
    """Check the certificate and the words of each verdict, and that the board is read back."""
    kb = KnowledgeBase(board)
    for cell in board.covered:
        if kb.verdict(cell) is not Verdict.UNDETERMINED:
            kb.certificate(cell).check()
            assert str(cell) in kb.explain(cell).text
    assert Board.parse(str(board)) == board
