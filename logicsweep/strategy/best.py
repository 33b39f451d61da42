"""The next cell to open: the choice, and the reasons, that answer a player's question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Final, Unpack, cast

from logicsweep.board.board import Board, Cell
from logicsweep.board.digits import Digits
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import cells_of
from logicsweep.errors import whole
from logicsweep.formats.given import AnyBoard, CellKeys, board_of
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, IN_PLAY
from logicsweep.reasons.explanation import Explanation
from logicsweep.strategy.answer import Behind, Best, Candidate, Closed, Fifty
from logicsweep.strategy.candidates import units
from logicsweep.strategy.decision import (
    Decision,
    Solved,
    Why,
    decide,
    listed_part,
    solved_parts,
)
from logicsweep.strategy.endgame import UNKNOWN
from logicsweep.strategy.fifty import FiftyFifty, are_sought, counted_fifties, one_way
from logicsweep.strategy.score import CLOSE, Score
from logicsweep.strategy.situation import Situation
from logicsweep.strategy.whatif import WhatIf


def best(
    position: KnowledgeBase | AnyBoard,
    *,
    first_click: FirstClick | str | None = None,
    density: Fraction | str | None = None,
    layouts: int = IN_PLAY,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    **keys: Unpack[CellKeys],
) -> Best:
    """Choose the next cell to open; say why, and how likely the best player is to win.

    The choice is that of the agent `strategist`: the cells that are proved safe, else the best ones
    of a part that is small enough to be solved, else the best guesses. All equally good cells are
    given, but one after the first cell of a small game that is looked up. Clues to come are as for
    `win_chance`; where each layout allows a clue several values, only parts with few layouts are
    solved.

    Args:
        position: A knowledge base; or a board, an array, a text, a path or a link.
        first_click: The guarantee of the game for the first cell, as a `FirstClick` or its name. It
            matters only if every cell is covered, and is then by default what games usually
            guarantee: `opening`, or `safe` under layout rules.
        density: The prior probability of a mine in a cell, by default the board's own; it counts
            where the mine count is unknown.
        layouts: The most layouts of a part that is solved; 0 solves none.
        time_limit: The seconds that each question may take, and later each value that is worked
            out when it is read (see `Best`); None for no limit.
        keys: The knowledge that an array or a text lacks, such as `mines=10` or `covered="#"`.

    Raises:
        ValueError: An argument is out of range; or as `board_of`.
        UnknownNameError: There is no such first click.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: A limit was reached. Nothing is chosen for want of time.
        MissingDensityError: No cell is proved safe, and the answer depends on a density that is
            unknown.
    """
    if keys or not isinstance(position, KnowledgeBase | Board):
        position = board_of(cast("AnyBoard", position), **keys)
    limit = whole("layouts", layouts)
    if limit < 0:
        raise ValueError(f"layouts is {limit}; expected 0 or more")
    root = WhatIf.of(position, density=density, time_limit=time_limit)
    situation, board = root.situation, root.board
    question = _Question(situation, FirstClick.asked(board, first_click), limit)
    is_open = board.mines is None and situation.density is None
    if is_open or not situation.is_ordinary or root.hand is None:
        _ = situation.count  # raises for a board without layouts, and says why
    safe = sorted(map(board.number, situation.kb.consequences().safe)) if is_open else []
    if safe:
        return question.proved(safe, win_chance=None, fifties=None, closed=())
    return question.answer(root)


# Candidates of a lower rank are listed first.
_RANKS: Final = dict.fromkeys([None, *Behind], 1) | {None: 0, Behind.DEAD: 2}


def _rounded(chance: float | None) -> float | None:
    """Return a chance, at most 1: from logarithms it is right to about nine digits."""
    return None if chance is None else min(chance, 1.0)


class _Question:
    """A question to `best`, kept for what is worked out later: without memory of the kernel."""

    def __init__(self, situation: Situation, first_click: FirstClick, layouts: int) -> None:
        self._situation = situation
        cell_of = self._cell_of = cells_of(*situation.board.shape).__getitem__
        self._risk = cache(lambda number: situation.count.probability(cell_of(number)))
        self._first_click = first_click
        self._layouts = layouts

    def answer(self, root: WhatIf) -> Best:
        if root.safe:
            return self.proved(root.safe)
        solved = self._solved
        if self._layouts and solved.chance is None:
            solved = listed_part(root, self._first_click) or solved
        budget = self._situation.budget.renewed()
        decision = decide(root, budget=budget, first_click=self._first_click, solved=solved)
        cells, candidates = self._compared(root, decision, solved)
        return self._answered(
            sorted(cells),
            why=decision and decision.why,
            risk=min(map(self._risk, cells), default=None),
            win_chance=solved.chance,
            candidates=candidates,
            closed=self._closed(solved),
            reason=None,
        )

    def proved(self, safe: list[int], **known: object) -> Best:
        """Answer with cells that are proved safe."""
        return self._answered(safe, why=Why.SAFE, risk=Fraction(0), candidates=(), **known)

    def _answered(self, cells: list[int], **known: object) -> Best:
        """Make the answer; what is not known is worked out when it is read."""
        later = {
            "win_chance": lambda: self._solved.chance,
            "fifties": self._fifties,
            "closed": lambda: self._closed(self._solved),
            "reason": self._reason,
        }
        board = self._situation.board
        return Best.lazily(
            later,
            board=board,
            cells=self._cells(cells),
            first_click=self._first_click,
            density=self._situation.density,
            solved_layouts=self._layouts,
            liars=board.liars,
            **known,
        )

    @cached_property
    def _solved(self) -> Solved:
        """The parts that are solved."""
        if not self._layouts:
            return Solved()
        situation = self._situation
        _ = situation.count  # which counts the components, too, and the risks need it anyway
        limits = self._first_click, self._layouts, situation.budget.renewed()
        return solved_parts(situation, *limits, every=True)

    def _closed(self, solved: Solved) -> tuple[Closed, ...]:
        closed = [
            Closed(
                cells=self._cells(part.cells),
                layouts=Digits(part.layouts),
                win_chance=part.chance,
                best=self._cells(part.best),
            )
            for part in solved.parts
        ]
        return tuple(closed)

    def _reason(self) -> Explanation:
        """Explain the cell with the easiest proof that it is safe (see `KnowledgeBase.next_step`).

        Of the cells that one step proves, it is the first beside a clue. With hidden cells, where
        steps would take too long, and with a program, which has none, it is the first of all safe
        cells.
        """
        situation = self._situation
        kb, _ = situation.kb, situation.count  # with which the proofs are compared
        step = kb.next_step(safe=True) if situation.has_components else None
        safe = tuple(kb.consequences().safe) if step is None else step.safe
        frontier = situation.board.frontier
        near = [cell for cell in safe if cell in frontier]
        return kb.explain(min(near or safe))

    def _compared(
        self, root: WhatIf, decision: Decision | None, solved: Solved
    ) -> tuple[list[int], tuple[Candidate, ...]]:
        """Return all cells that are as good as the one that was decided on, and all candidates."""
        if decision is None:
            return [], ()
        if decision.why is Why.SOLVED:
            cells = [cell for endgame in solved.now for cell in endgame.best]
            compared = [
                cell
                for endgame in solved.now
                for cell in (endgame.best if endgame.has_rivals else endgame.cells)
                if root.marginals[cell] < 1
            ]
            return cells, self._by_risk(compared, cells, Behind.LOSES, solved.chances)
        if decision.score is None:
            return [decision.cell], self._by_risk([decision.cell], [decision.cell], None)
        return self._by_score(decision.score, decision.scored)

    def _by_score(
        self, top: Score, scored: Sequence[Score]
    ) -> tuple[list[int], tuple[Candidate, ...]]:
        """Return the cells with about the best score, and all candidates."""
        cells = sorted([score.cell for score in scored if self._is_equal(score, top)])
        behind = {score.cell: self._behind(score, cells) for score in scored}

        def rank(score: Score) -> tuple[int, float, float, int]:
            """Return a key to sort by: the best cells first and dead ones last, others by score."""
            third, survival = units(score.third or 0.0), units(score.survival)
            return _RANKS[behind[score.cell]], -third, -survival, score.cell

        candidates = [
            Candidate(
                self._cell_of(score.cell),
                self._risk(score.cell),
                _rounded(score.survival),
                behind[score.cell],
                third=_rounded(score.third),
            )
            for score in sorted(scored, key=rank)
        ]
        return cells, tuple(candidates)

    def _is_equal(self, score: Score, top: Score) -> bool:
        if top.third is not None:
            third = score.third or 0.0
            return abs(third - top.third) <= CLOSE and not score.is_behind
        is_close = abs(score.survival - top.survival) <= CLOSE and not score.is_cut
        return is_close and score.is_dead == top.is_dead

    @staticmethod
    def _behind(score: Score, cells: Sequence[int]) -> Behind | None:
        """Return the reason why a cell is not among the best ones, if it is not."""
        if score.cell in cells:
            return None
        if score.is_cut and score.third is None:
            return Behind.CUT
        return Behind.DEAD if score.is_dead else Behind.RISKIER

    def _by_risk(
        self,
        compared: Iterable[int],
        best_cells: Sequence[int],
        behind: Behind | None,
        chances: Mapping[int, Fraction] = UNKNOWN,
    ) -> tuple[Candidate, ...]:
        """Make candidates without scores: the best first, then by win chance and by risk."""
        listed = [
            Candidate(
                self._cell_of(cell),
                self._risk(cell),
                behind=None if cell in best_cells else behind,
                win_chance=chances.get(cell),
            )
            for cell in compared
        ]
        listed.sort(key=lambda each: (-(each.win_chance or 0), each.risk, each.cell))
        return tuple(sorted(listed, key=lambda each: each.behind is not None))

    def _cells(self, numbers: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(map(self._cell_of, numbers))

    def _fifties(self) -> tuple[Fifty, ...] | None:
        """Return the 50/50s with their exact probabilities; None where they are not looked for."""
        root = WhatIf(self._situation, None, {})
        if not are_sought(root):
            return None
        cell_of = self._cell_of
        told = []
        fifties = counted_fifties(root)
        fifties.sort(key=lambda pair: (-units(pair[0].probability), pair[0].halves))
        for fifty, layouts in fifties:
            (first, second), ends, _, is_unavoidable, now = fifty
            halves = tuple(map(cell_of, first)), tuple(map(cell_of, second))
            open_ends, to_open = tuple(map(cell_of, ends)), tuple(map(cell_of, now))
            probability = self._exactly(root, fifty, layouts)
            told.append(Fifty(halves, open_ends, probability, is_unavoidable, to_open))
        return tuple(told)

    def _exactly(self, root: WhatIf, fifty: FiftyFifty, layouts: int | None) -> Fraction:
        """Compute the exact probability of a 50/50, which its search has in floats.

        `layouts` are those with the mines in its first half, if they are counted.
        """
        if fifty.is_unavoidable:
            return Fraction(1)
        situation = self._situation
        if root.board.mines is not None and not root.board.uncertain_by_number:
            # All layouts weigh the same, and each half holds the mines in as many of them.
            if layouts is None:
                layouts = root.suppose(one_way(fifty.halves, fifty.open_ends)).layouts
            return Fraction(2 * layouts, situation.count.total)
        halves = self._cells(fifty.halves[0]), self._cells(fifty.halves[1])
        ends = self._cells(fifty.open_ends)
        size = len(halves[0])
        joint = situation.kb.joint((*halves[0], *halves[1], *ends), density=situation.density)
        first_mined = (True,) * size + (False,) * size + (True,) * len(ends)
        second_mined = (False,) * size + (True,) * size + (True,) * len(ends)
        return joint.get(first_mined, Fraction(0)) + joint.get(second_mined, Fraction(0))
