"""What-ifs and choices under everything that a board can have, against all of its layouts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from logicsweep import LimitError, best
from logicsweep.strategy import Behind, WhatIf, Why, recounts, win_chance
from logicsweep.strategy.score import outcomes
from tests.conftest import some
from tests.judges.combinations import go_together
from tests.judges.features import FEATURES, Feature, Position, draw, position
from tests.judges.refusals import refused

# Other kinds of rules: what runs, differences, products and areas are, and keys of all kinds.
RULES = ("1P", "1N", "1E'", "2P", "2A", "2X", "2E'", "2L'", "LM")
PAIRS = [pair for pair in combinations(list(FEATURES)[1:], 2) if go_together(pair)]
TRIPLES = [three for three in combinations(list(FEATURES)[1:], 3) if go_together(three)]
CASES = [
    *[(name,) for name in FEATURES],
    *[pytest.param(pair, marks=pytest.mark.slow) for pair in some(PAIRS, every=12)],
]


def check_outcomes(case: Position, root: WhatIf, cells: Collection[int]) -> None:
    """All that cells may show; the mean of what follows is what is so now."""
    for cell in cells:
        wanted = [[chance, *risks] for chance, risks in case.worlds.after(cell)]
        found = [[one.chance, *one.marginals] for one in outcomes(root, cell)]
        assert len(found) == len(wanted), (case, cell)
        if found:
            rows = np.array(wanted, dtype=np.float64)[:, None]
            away = np.abs(np.nan_to_num(rows) - np.nan_to_num(np.array(found))).max(axis=2)
            assert away.min(axis=0).max() < 1e-8, (case, cell)
            assert away.min(axis=1).max() < 1e-8, (case, cell)


@pytest.mark.parametrize("most", [0, 20_000])
@pytest.mark.parametrize("names", CASES)
def test_what_ifs(names: tuple[str, ...], most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each value that a cell may show, from a list of all layouts and by counting them again."""
    monkeypatch.setattr(recounts, "MOST_LISTED", most)
    case = position(names, 1)
    root = WhatIf.of(case.whole)
    chances = case.worlds.chances
    for cell, chance in chances.items():
        assert root.marginals[case.board.number(cell)] == pytest.approx(float(chance), abs=1e-12)
    undetermined = [case.board.number(cell) for cell in case.worlds.undetermined]
    check_outcomes(case, root, undetermined[:2])
    for cell in undetermined[:2]:
        for mine in (True, False):
            found = root.after(cells={cell: mine})
            place = case.board.cell(cell)
            share = chances[place] if mine else 1 - chances[place]
            ratio = 2.0 ** (found.log2_mass - root.log2_mass)
            assert ratio == pytest.approx(float(share), abs=1e-8), (case, cell)


@pytest.mark.few(4)
@pytest.mark.parametrize("names", some(TRIPLES, every=80))
def test_three_features(names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Constraints have likelihoods here, so that counts of components weigh."""
    case = draw(names, 3, weighted=True)
    undetermined = [case.board.number(cell) for cell in case.worlds.undetermined]
    for most in (0, 20_000):
        monkeypatch.setattr(recounts, "MOST_LISTED", most)
        check_outcomes(case, WhatIf.of(case.whole), undetermined[:2])
    assert win_chance(case.whole) == case.worlds.best_play()
    assert best(case.whole).win_chance in (None, case.worlds.best_play())


@pytest.mark.few(9)  # each rule once
@pytest.mark.parametrize("beside", ["", "liars", "constraints"])
@pytest.mark.parametrize("rule", RULES)
def test_other_rules(rule: str, beside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a clue may show under a rule, and the chance to win."""
    if (rule, beside) == ("2A", "liars"):
        return  # no knowledge base takes both
    monkeypatch.setitem(FEATURES, rule, Feature(about="a rule", rules=rule))
    case = draw((rule, beside) if beside else (rule,), 1)
    undetermined = [case.board.number(cell) for cell in case.worlds.undetermined]
    for most in (0, 20_000):
        monkeypatch.setattr(recounts, "MOST_LISTED", most)
        if rule == "2E'" and not most:
            with refused(LimitError):
                list(outcomes(WhatIf.of(case.whole), undetermined[0]))
        else:
            check_outcomes(case, WhatIf.of(case.whole), undetermined[:2])
    assert win_chance(case.whole) == case.worlds.best_play()


@pytest.mark.parametrize("names", CASES)
def test_guesses(names: tuple[str, ...]) -> None:
    """Where nothing is solved, each candidate has the chance to survive it and the next click."""
    case = position(names, 1)
    found = best(case.whole, layouts=0)
    if found.why is not Why.SCORE:
        return
    chances = case.worlds.chances
    for one in found.candidates:
        assert one.risk == chances[one.cell]
        if one.survival is None or one.behind is Behind.CUT:
            continue
        number = case.board.number(one.cell)
        every = case.worlds.after(number)
        wanted = sum(float(chance) * next_safety(case, risks) for chance, risks in every)
        assert one.survival == pytest.approx(wanted, abs=1e-7), (case, one)


def next_safety(case: Position, risks: Sequence[Fraction | None]) -> float:
    """How safe the next click is, of cells that may tell something: a fifth of it is the second."""
    is_open = [risk is not None and 0 < risk < 1 for risk in risks]
    near = case.board.ties.neighbours
    tells = sorted(
        float(risk)
        for cell, risk in enumerate(risks)
        if risk is not None and any(is_open[other] for other in near(cell))
    )
    if not tells or not tells[0]:
        return 1.0
    return 1 - 0.8 * tells[0] - 0.2 * tells[min(1, len(tells) - 1)]
