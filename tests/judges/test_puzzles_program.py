"""PyPI's `minesweepervariants` finds the solution of our puzzles, and no other.

That program is found as in `test_variants_program`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.studies import puzzle_study as study
from logicsweep.board.rules.catalogue import RULE_NAMES
from logicsweep.board.rules.rules import Rules
from logicsweep.games import puzzle
from tests.games.making import bare
from tests.judges.test_variants_program import KNOWN, VARIABLE, interpreter

pytestmark = pytest.mark.night

# The program lets letters that explain themselves stand for more than there are rows.
RULES = [name for name in RULE_NAMES if name != "2E'"]
RULES += ["2E' U", "LM", "MX", "NX", "C O", "1X C", "2E C", "2A C", "2I O"]
MINES = {"D": 6, "A": 6, "U": 6, "H": 6, "T": 7, "2G": 8, "2G'": 6, "B": 10, "2B": 10, "2T": 12}


@pytest.mark.parametrize("rules", RULES)
def test_another_program_finds_the_same_solution(rules: str, tmp_path: Path) -> None:
    python = interpreter()
    if python is None:
        pytest.skip(f"no Python here has minesweepervariants {KNOWN}; {VARIABLE} can name one")
    mines = next((MINES[name] for name in rules.split() if name in MINES), 8)
    setting = bare(height=5, width=5, mines=mines, rules=Rules.of(rules))
    found = [puzzle(setting, seed=seed) for seed in range(3)]
    asked = [study.asked_of_judge(one.board, one.layout) for one in found]
    fewer = [study.asked_of_judge(study.with_a_clue_less(one), one.layout) for one in found]
    verdicts = study.judged(Path(python), [*asked, *fewer], tmp_path)
    assert verdicts == [1] * len(asked) + [2] * len(fewer)
