"""Exact probabilities on 8x8 boards under every rule for clues, and counts under rules for layouts.

    python benchmarks/rules.py                       a minute
    python benchmarks/rules.py --boards 5 --shown 12
    python benchmarks/rules.py --rules 1W,1E,LM

Each board has 26 mines, and shows the clues of so many of its safe cells: 21 are a third of all
cells. Every board is asked once, with nothing remembered from the boards before.
"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from random import Random
from statistics import median
from time import perf_counter

import numpy as np
from timing import forget

from logicsweep import Board, KnowledgeBase, LimitError, State
from logicsweep.board import RULE_NAMES, ClueRule, LayoutRule, Rules, rule_of
from logicsweep.board.rules.rules import placed_on

SIDE, MINES = 8, 26
COMPOSED = ("LM", "MX", "MN", "NX")
CLUE_NAMES = [name for name in RULE_NAMES if isinstance(rule_of(name), ClueRule)]
LAYOUT_NAMES = [name for name in RULE_NAMES if isinstance(rule_of(name), LayoutRule)]


def board_of(name: str, seed: int, shown: int) -> Board:
    """A random board that shows clues under a rule."""
    rng = Random(seed)
    mines = np.zeros(SIDE * SIDE, dtype=np.bool_)
    mines[rng.sample(range(SIDE * SIDE), MINES)] = True
    grid = np.full(SIDE * SIDE, int(State.COVERED))
    ruled = placed_on(Rules.of(name), SIDE, SIDE, None)
    plain = np.pad(mines.reshape(SIDE, SIDE), 1)
    for cell in rng.sample(np.flatnonzero(~mines).tolist(), shown):
        row, column = divmod(cell, SIDE)
        if ruled is None:
            grid[cell] = int(plain[row : row + 3, column : column + 3].sum())
            continue
        rule = ruled.rules.clue
        value = rng.choice(rule.shows(rule.truth(rule.entries(ruled.place, cell), mines)))
        grid[cell] = ruled.values.code(value)
    return Board(grid.reshape(SIDE, SIDE), total_mines=MINES, rules=name)


def times(boards: list[Board]) -> tuple[list[float], int]:
    """Seconds for all probabilities of each board, and how many reached a limit."""
    found, limits = [], 0
    for board in boards:
        forget()
        start = perf_counter()
        try:
            KnowledgeBase(board, time_limit=60).probabilities()
        except LimitError:
            limits += 1
        found.append(perf_counter() - start)
    return found, limits


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description="Time exact probabilities under rules.")
    parser.add_argument("--boards", type=int, default=20, help="boards for each rule (default 20)")
    parser.add_argument("--shown", type=int, default=21, help="clues on a board (default 21)")
    parser.add_argument("--rules", help="rules for clues, separated by commas (default: all)")
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, numpy {np.__version__}; seeds from 0")
    print(f"{SIDE}x{SIDE}, {MINES} mines, {options.shown} clues; ms for all probabilities")
    names = options.rules.split(",") if options.rules else [*CLUE_NAMES, *COMPOSED]
    for name in names:
        boards = [board_of(name, seed, options.shown) for seed in range(options.boards)]
        found, limits = times(boards)
        reached = f", {limits} reached a limit" if limits else ""
        print(
            f"  {name:4} median {1000 * median(found):8.1f}  max {1000 * max(found):8.1f}{reached}"
        )
    print("empty boards, any number of mines; ms for their number")
    for name in LAYOUT_NAMES:
        for side in (5, 6, 8):
            covered = np.full((side, side), int(State.COVERED))
            found, limits = times([Board(covered, rules=name, density=Fraction(1, 2))])
            said = "limit" if limits else f"{1000 * found[0]:8.1f}"
            print(f"  {name:4} {side}x{side} {said}")


if __name__ == "__main__":
    main()
