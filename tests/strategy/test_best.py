"""The best guess: scores against all layouts, and the same cells with and without the kernel."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from logicsweep import Board, Game, KnowledgeBase, Setting, State
from logicsweep.board import FirstClick, clue_model
from logicsweep.games.agents.strategist import Strategist
from logicsweep.games.loop import play
from logicsweep.games.view import View
from logicsweep.limits import Budget
from logicsweep.strategy import STANDARD, Decision, WhatIf, Why, decide, scores_of
from logicsweep.strategy.candidates import candidates
from logicsweep.strategy.score import outcomes
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges import oracle
from tests.judges.making import random_board

NEVER = Budget(None)
GUESSING = STANDARD._replace(layouts=0)


def exact_board(seed: int) -> Board | None:
    """A small position with exact clues and a mine count, where something is undecided."""
    board = random_board(seed, covered=9, lie=0)
    board = board.replace(dict.fromkeys(board.uncertain, State.COVERED))
    is_silent = bool((board.grid == State.NO_CLUE).any())
    if is_silent or not isinstance(board.mines, int) or not oracle.is_consistent(board):
        return None
    return board


def survival(board: Board, masks: np.ndarray, cell: int, second: float) -> float:
    """The chance to survive a cell and the next click, from all layouts."""
    found = 0.0
    place = board.cell(cell)
    safe = masks[~masks[:, place.row, place.column]]
    shown = oracle.around(safe, place)
    for value in sorted(set(shown.tolist())):
        left = safe[shown == value]
        risks = left.mean(axis=0)
        is_open = (risks > 0) & (risks < 1)
        tells = [
            float(risks[other])
            for other in board.covered
            if other != place and any(is_open[near] for near in board.neighbours(other))
        ]
        tells.sort()
        best = 1.0
        if tells and tells[0] > 0:
            best = 1 - (1 - second) * tells[0] - second * tells[min(1, len(tells) - 1)]
        found += len(left) / len(masks) * best
    return found


@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_scores(seed: int) -> None:
    """The survival of two clicks is that of all layouts; what is cut could not be better."""
    board = exact_board(seed)
    if board is None:
        return
    masks = oracle.layouts(board)
    root = WhatIf.of(board)
    for cell in candidates(root, STANDARD).cells:
        wanted = survival(board, masks, cell, STANDARD.second)
        [found] = scores_of(root, [cell], STANDARD)
        assert found.survival == pytest.approx(wanted, abs=1e-7), (seed, cell)
        assert not found.is_cut
        for goal in (1.1, found.survival + 1e-6):
            [bound] = scores_of(root, [cell], STANDARD, goal=goal)
            assert bound.survival >= found.survival - 1e-9, (seed, cell)
            assert bound.is_cut or goal < 1
        place = board.cell(cell)
        safe = masks[~masks[:, place.row, place.column]]
        assert found.is_dead == (len(set(oracle.around(safe, place).tolist())) == 1)


@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_outcomes_of_uncertain_clues(seed: int) -> None:
    """Under a clue model the chances still add up, and the mean of the marginals is the risk."""
    board = exact_board(seed)
    if board is None:
        return
    root = WhatIf.of(board)
    for cell in candidates(root, STANDARD).cells[:2]:
        wanted = 1 - float(root.marginals[cell])
        for name in ("exact", "noisy(1/5)", "cautious", "random-reveal(1/2)", "liar"):
            every = list(outcomes(root, cell, clue_model(name)))
            assert sum(one.chance for one in every) == pytest.approx(wanted, abs=1e-7)
        plain = list(outcomes(root, cell))
        mean = sum(one.chance * np.nan_to_num(one.marginals) for one in plain)
        model = list(outcomes(root, cell, clue_model("noisy(1/5)")))
        again = sum(one.chance * np.nan_to_num(one.marginals) for one in model)
        np.testing.assert_allclose(mean, again, atol=1e-7)


@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_decisions(seed: int) -> None:
    """What is safe comes first; a solved position is won as often as can be."""
    board = exact_board(seed)
    if board is None:
        return
    root = WhatIf.of(board)
    kb = KnowledgeBase(board)
    found = decide(root, budget=NEVER)
    safe = kb.consequences().safe
    if found is None:
        assert not safe
        assert not kb.count().probabilities()[board.covered_mask].max(initial=1) < 1
        return
    place = board.cell(found.cell)
    assert found.risk == pytest.approx(float(kb.count().probability(place)), abs=1e-12)
    assert (found.why is Why.SAFE) == bool(safe)
    if found.why is Why.SAFE:
        assert place in safe
    else:
        assert found.why is Why.SOLVED
        assert found.risk < 1
    guess = decide(root, GUESSING, budget=NEVER)
    assert guess is not None
    assert guess.why is not Why.SOLVED
    assert 0 <= guess.risk < 1


def guesses(setting: Setting, seed: int) -> list[tuple[Board, Decision]]:
    """The positions of a game in which the strategist guessed, and its decisions."""
    found: list[tuple[Board, Decision]] = []
    agent = Strategist(seed)
    boards: list[Board] = []

    def watch(*_: object) -> None:
        if agent.decision is not None:
            found.append((boards[-1], agent.decision))

    class Watched(Strategist):
        def choose(self, view: View):  # type: ignore[no-untyped-def]
            boards.append(view.board)
            return super().choose(view)

    agent = Watched(seed)
    play(Game(setting, seed=seed), agent, watch=watch)
    return found


EXPERT = Setting(height=16, width=30, mines=99, first_click=FirstClick.SAFE, flood=True)


@needs_kernel
@pytest.mark.few(1)
@pytest.mark.parametrize("seed", seeds(range(16), fast=3))
def test_kernel_and_python_choose_the_same(seed: int) -> None:
    """Cell by cell, the reasons included, in positions that come up in play."""
    for board, decision in guesses(EXPERT, seed):
        with without_kernel():
            first = EXPERT.first_click
            again = decide(WhatIf.of(board), budget=NEVER, first_click=first)
        assert again is not None
        same = again.cell, again.why, again.chance
        assert same == (decision.cell, decision.why, decision.chance), seed


def test_nothing_to_open() -> None:
    assert decide(WhatIf.of(Board.parse("mines: 1\n1*\n11\n")), budget=NEVER) is None
    assert decide(WhatIf.of(Board.parse("mines: 1\n1?\n11\n")), budget=NEVER) is None


def test_parts() -> None:
    """Two corners that tell nothing of each other: the smaller part is played, and both count."""
    found = decide(WhatIf.of(Board.parse("mines: 2\n?101?\n?101?\n")), budget=NEVER)
    assert found is not None
    assert (found.why, found.chance) == (Why.SOLVED, Fraction(1, 4))
