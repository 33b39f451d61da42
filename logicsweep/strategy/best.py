"""The next cell to open: the choice, and the reasons, that answer a player's question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.layout import expect_board
from logicsweep.board.state import cells_of, covered_mask
from logicsweep.errors import whole
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, IN_PLAY, Budget
from logicsweep.reasons.explanation import Explanation
from logicsweep.strategy.answer import Behind, Best, Candidate, Closed, Fifty
from logicsweep.strategy.candidates import units
from logicsweep.strategy.decision import (
    Solved,
    Why,
    by_the_book,
    listed_best,
    scores,
    solved_parts,
)
from logicsweep.strategy.endgame import UNKNOWN, Endgame
from logicsweep.strategy.fifty import FiftyFifty, are_sought, counted_fifties, one_way
from logicsweep.strategy.further import best_by_clicks
from logicsweep.strategy.parts import Part
from logicsweep.strategy.policy import best_of_parts
from logicsweep.strategy.recipe import STANDARD
from logicsweep.strategy.score import CLOSE, Score
from logicsweep.strategy.situation import Situation
from logicsweep.strategy.whatif import WhatIf
from logicsweep.tables.model_count import ModelCount


def best(
    position: KnowledgeBase | Board,
    *,
    first_click: FirstClick | str | None = None,
    density: Fraction | str | None = None,
    layouts: int = IN_PLAY,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Best:
    """Choose the next cell to open; say why, and how likely the best player is to win.

    The choice is that of the agent `strategist`: the cells that are proved safe, else the best ones
    of a part that is small enough to be solved, else the best guesses. All equally good cells are
    given, but one after the first cell of a small game that is looked up. Clues to come are as for
    `win_chance`; where each layout allows a clue several values, only parts with few layouts are
    solved.

    Args:
        position: A knowledge base, or a board.
        first_click: The guarantee of the game for the first cell, as a `FirstClick` or its name. It
            matters only if every cell is covered, and is then by default what games usually
            guarantee: `opening`, or `safe` under layout rules.
        density: The prior probability of a mine in a cell, by default the board's own; it counts
            where the mine count is unknown.
        layouts: The most layouts of a part that is solved; 0 solves none.
        time_limit: The seconds that each question may take; None for no limit.

    Raises:
        ValueError: An argument is out of range.
        UnknownNameError: There is no such first click.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: A limit was reached. Nothing is chosen for want of time.
        MissingDensityError: No cell is proved safe, and the answer depends on a density that is
            unknown.
    """
    expect_board(position, name="position", besides=KnowledgeBase)
    limit = whole("layouts", layouts)
    if limit < 0:
        raise ValueError(f"layouts is {limit}; expected 0 or more")
    root = WhatIf.of(position, density=density, time_limit=time_limit)
    situation, board = root.situation, root.board
    protection = FirstClick.asked(board, first_click)
    count = situation.count  # raises for a board without layouts
    if board.total_mines is None and situation.density is None:
        reason = _easiest_safe(situation)
        if reason is not None:
            proved = _proved(board, tuple(sorted(situation.kb.consequences().safe)), reason)
            return replace(proved, liars=situation.kb.liars)
    reason = _easiest_safe(situation) if root.safe else None
    answer = _Question(root, count, protection, limit, Budget(time_limit)).answer()
    return replace(answer, reason=reason, liars=situation.kb.liars)


def _easiest_safe(situation: Situation) -> Explanation | None:
    """Explain the cell with the easiest proof that it is safe (see `KnowledgeBase.next_step`).

    Of the cells that one step proves, it is the first beside a clue. None if none is proved safe.
    With hidden cells, where steps would take too long, and with a program, which has none, it is
    the first of all safe cells.
    """
    kb = situation.kb
    if situation.has_components:
        step = kb.next_step(safe=True)
        safe = () if step is None else step.safe
    else:
        safe = tuple(kb.consequences().safe)
    near = [cell for cell in safe if cell in kb.board.frontier]
    return kb.explain(min(near or safe)) if safe else None


def _proved(board: Board, safe: tuple[Cell, ...], reason: Explanation) -> Best:
    """Answer with cells that are proved safe, without the probabilities of the others."""
    return Best(
        board=board,
        cells=safe,
        why=Why.SAFE,
        risk=Fraction(0),
        win_chance=None,
        candidates=(),
        fifties=None,
        closed=(),
        reason=reason,
    )


# Candidates of a lower rank are listed first.
_RANKS: Final = dict.fromkeys([None, *Behind], 1) | {None: 0, Behind.DEAD: 2}


class _Question:
    """A question to `best`, with everything that the parts of its answer share."""

    def __init__(
        self,
        root: WhatIf,
        count: ModelCount,
        first_click: FirstClick,
        layouts: int,
        budget: Budget,
    ) -> None:
        self._root = root
        self._kb = root.situation.kb
        self._count = count
        self._cell_of = cells_of(*root.board.shape).__getitem__
        self._risks: dict[int, Fraction] = {}
        self._first_click = first_click
        self._layouts = layouts
        self._budget = budget
        self._counted = sorted(
            counted_fifties(root),
            key=lambda pair: (-units(pair[0].probability), pair[0].halves),
        )

    def answer(self) -> Best:
        board = self._root.board
        solved = Solved()
        if self._layouts:
            limits = self._first_click, self._layouts, self._budget
            solved = solved_parts(self._root.situation, *limits, every=True)
            solved = solved if solved.chance is not None else self._listed() or solved
        why, cells, candidates = self._choice(solved)
        return Best(
            board=board,
            cells=self._cells(sorted(cells)),
            why=why,
            risk=min(map(self._risk, cells), default=None),
            win_chance=solved.chance,
            candidates=candidates,
            fifties=self._fifties_told(),
            closed=tuple(
                [
                    Closed(
                        self._cells(part.cells), part.layouts, part.chance, self._cells(part.best)
                    )
                    for part in solved.parts
                ]
            ),
        )

    def _listed(self) -> Solved | None:
        """Return a small game whose best play is listed, as solved; None for others."""
        root = self._root
        listed = None if root.safe else listed_best(root, self._first_click)
        if listed is None:
            return None
        unknown = covered_mask(root.board.grid).ravel() & (root.marginals < 1)
        cells = tuple(unknown.nonzero()[0].tolist())
        whole = Endgame(
            *(cells, listed.layouts, listed.chance, listed.best),
            has_rivals=not is_blank(root.board),  # after the first cell, one is listed of several
        )
        return Solved([whole], [whole], listed.chance)

    def _choice(self, solved: Solved) -> tuple[Why | None, list[int], tuple[Candidate, ...]]:
        """Choose the best cells; return the reason and all candidates too."""
        root = self._root
        marginals = root.marginals
        safe = root.safe
        if safe:
            return Why.SAFE, safe, ()
        if not (marginals < 1).any():
            return None, [], ()
        if solved.now:
            cells = [cell for endgame in solved.now for cell in endgame.best]
            compared = [
                cell
                for endgame in solved.now
                for cell in (endgame.best if endgame.has_rivals else endgame.cells)
                if marginals[cell] < 1
            ]
            chances = solved.chances
            return Why.SOLVED, cells, self._by_risk(compared, cells, Behind.LOSES, chances)
        first = by_the_book(root, self._first_click)
        if first is not None:
            return Why.FIRST, [first], self._by_risk([first], [first], None)
        return self._guess(solved.large)

    def _guess(self, large: Sequence[Part]) -> tuple[Why, list[int], tuple[Candidate, ...]]:
        """Choose the best cell of a part by the policy, or the cells with the best score."""
        root = self._root
        followed = best_of_parts(root.situation, large, STANDARD.policy, self._budget.renewed())
        if followed is not None:
            return Why.POLICY, [followed], self._by_risk([followed], [followed], None)
        top, scored = best_by_clicks(root, scores(root, STANDARD), STANDARD)
        equal = [score for score in scored if self._is_equal(score, top)]
        cells = sorted([score.cell for score in equal])
        behind = {score.cell: self._behind(score, cells) for score in scored}

        def rank(score: Score) -> tuple[int, float, float, int]:
            """Return a key to sort by: the best cells first and dead ones last, others by score."""
            third, survival = units(score.third or 0.0), units(score.survival)
            return _RANKS[behind[score.cell]], -third, -survival, score.cell

        ranked = sorted(scored, key=rank)
        return Why.SCORE, cells, tuple([self._scored(each, behind[each.cell]) for each in ranked])

    def _scored(self, score: Score, behind: Behind | None) -> Candidate:
        """Make a candidate with its score."""
        return Candidate(
            self._cell_of(score.cell),
            self._risk(score.cell),
            score.survival,
            behind,
            third=score.third,
        )

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

        def rank(candidate: Candidate) -> tuple[bool, Fraction, Fraction, Cell]:
            chance = candidate.win_chance or Fraction(0)
            return candidate.behind is not None, -chance, candidate.risk, candidate.cell

        return tuple(sorted(listed, key=rank))

    def _risk(self, number: int) -> Fraction:
        risk = self._risks.get(number)
        if risk is None:
            risk = self._risks[number] = self._count.probability(self._cell_of(number))
        return risk

    def _cells(self, numbers: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(map(self._cell_of, numbers))

    def _fifties_told(self) -> tuple[Fifty, ...] | None:
        """Return the 50/50s with their exact probabilities; None where they are not looked for."""
        if not are_sought(self._root):
            return None
        cell_of = self._cell_of
        told = []
        for fifty, layouts in self._counted:
            (first, second), ends, _, is_unavoidable, now = fifty
            halves = tuple(map(cell_of, first)), tuple(map(cell_of, second))
            open_ends, to_open = tuple(map(cell_of, ends)), tuple(map(cell_of, now))
            probability = self._exactly(fifty, layouts)
            told.append(Fifty(halves, open_ends, probability, is_unavoidable, to_open))
        return tuple(told)

    def _exactly(self, fifty: FiftyFifty, layouts: int | None) -> Fraction:
        """Compute the exact probability of a 50/50, which its search has in floats.

        `layouts` are those with the mines in its first half, if they are counted.
        """
        if fifty.is_unavoidable:
            return Fraction(1)
        root = self._root
        if root.board.total_mines is not None and not root.board.uncertain_by_number:
            # All layouts weigh the same, and each half holds the mines in as many of them.
            if layouts is None:
                layouts = root.suppose(one_way(fifty.halves, fifty.open_ends)).layouts
            return Fraction(2 * layouts, self._count.total)
        halves = self._cells(fifty.halves[0]), self._cells(fifty.halves[1])
        ends = self._cells(fifty.open_ends)
        size = len(halves[0])
        joint = self._kb.joint(
            (*halves[0], *halves[1], *ends), density=self._root.situation.density
        )
        first_mined = (True,) * size + (False,) * size + (True,) * len(ends)
        second_mined = (False,) * size + (True,) * size + (True,) * len(ends)
        return joint.get(first_mined, Fraction(0)) + joint.get(second_mined, Fraction(0))
