"""Exact probabilities under every rule for clues, and counts under rules for layouts.

    python benchmarks/rules.py                       two minutes
    python benchmarks/rules.py --boards 5 --shown 12
    python benchmarks/rules.py --rules 1W,1E,LM

A board of 8x8 cells has 26 mines, and shows the clues of so many of its safe cells: 21 are a third
of all cells. A board of 6x6 cells has as many for its size. Every board is asked once, with nothing
remembered from the boards before. Empty boards under rules for layouts are counted without a mine
count. Connected mines (the rule C) are also timed with a mine count and clues.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from statistics import median

import numpy as np
from positions import under_rules
from timing import forget, heading, parser, seconds

from logicsweep import Board, KnowledgeBase, LimitError, State
from logicsweep.board import RULE_NAMES, ClueRule, LayoutRule, rule_of

SIDE, MINES = 8, 26
SIDES = (6, SIDE)
COMPOSED = ("LM", "MX", "MN", "NX")
CLUE_NAMES = [name for name in RULE_NAMES if isinstance(rule_of(name), ClueRule)]
LAYOUT_NAMES = [name for name in RULE_NAMES if isinstance(rule_of(name), LayoutRule)]


def board_of(name: str, side: int, seed: int, shown: int) -> Board:
    """A random board that shows clues under a rule."""
    share = side * side / SIDE**2
    numbers = {"mines": round(share * MINES), "shown": round(share * shown)}
    return under_rules(name, side, **numbers, seed=seed)


def times(boards: list[Board]) -> tuple[list[float], int]:
    """Seconds for all probabilities of each board, and how many reached a limit."""
    taken, limits = [], 0

    def ask(board: Board) -> None:
        nonlocal limits
        try:
            KnowledgeBase(board, time_limit=60).probabilities()
        except LimitError:
            limits += 1

    for board in boards:
        forget()
        taken.append(seconds(partial(ask, board)))
    return taken, limits


def connected(side: int, mines: int, shown: int, seed: int) -> Board:
    """A board with connected mines, cell by cell grown at random, and clues."""
    rng = Random(seed)
    mask = np.zeros((side + 2, side + 2), dtype=np.bool_)
    grown = [(rng.randint(1, side), rng.randint(1, side))]
    mask[grown[0]] = True
    while mask.sum() < mines:
        row, column = rng.choice(grown)
        near = row + rng.randint(-1, 1), column + rng.randint(-1, 1)
        if all(1 <= place <= side for place in near) and not mask[near]:
            mask[near] = True
            grown.append(near)
    grid = np.full((side, side), int(State.COVERED))
    safe = np.argwhere(~mask[1:-1, 1:-1]).tolist()
    for row, column in rng.sample(safe, shown):
        grid[row, column] = mask[row : row + 3, column : column + 3].sum()
    return Board(grid, rules="C", mines=mines)


def time_connected(boards: int) -> None:
    """The number of layouts and all probabilities with connected mines, on new knowledge bases."""
    print("connected mines (C); seconds for the count, and for all probabilities")
    empty = Board(np.full((SIDE, SIDE), int(State.COVERED)), rules="C", density=Fraction(1, 2))
    cases = [
        ("8x8, empty", [empty]),
        ("8x8, 22 mines, 8 clues", [connected(8, 22, 8, seed) for seed in range(boards)]),
        ("10x10, 35 mines, 20 clues", [connected(10, 35, 20, seed) for seed in range(boards)]),
    ]
    for name, every in cases:
        taken: dict[Callable[[Board], object], list[float]] = {
            lambda board: KnowledgeBase(board).count().total: [],
            lambda board: KnowledgeBase(board).probabilities(): [],
        }
        for board in every:
            for ask, times_of in taken.items():
                forget()
                times_of.append(seconds(partial(ask, board)))
        said = [f"median {median(some):6.2f}  max {max(some):6.2f}" for some in taken.values()]
        print(f"  {name:26} {said[0]}   {said[1]}")


def main() -> None:
    """Read the options and measure."""
    asked = parser(__doc__)
    asked.add_argument("--boards", type=int, default=20, help="boards for each rule (default 20)")
    asked.add_argument("--shown", type=int, default=21, help="clues on a board (default 21)")
    asked.add_argument("--rules", help="rules for clues, separated by commas (default: all)")
    options = asked.parse_args()
    heading()
    print(f"{MINES} mines and {options.shown} clues on 8x8, and as many for the size on 6x6;")
    print("ms for all probabilities")
    names = options.rules.split(",") if options.rules else [*CLUE_NAMES, *COMPOSED]
    for name in names:
        for side in SIDES:
            boards = [board_of(name, side, seed, options.shown) for seed in range(options.boards)]
            taken, limits = times(boards)
            reached = f", {limits} reached a limit" if limits else ""
            print(
                f"  {name:4} {side}x{side} median {1000 * median(taken):8.1f}  "
                f"max {1000 * max(taken):8.1f}{reached}",
                flush=True,
            )
    print("empty boards, any number of mines; ms for their number")
    for name in LAYOUT_NAMES:
        for side in (5, 6, 8):
            covered = np.full((side, side), int(State.COVERED))
            taken, limits = times([Board(covered, rules=name, density=Fraction(1, 2))])
            said = "limit" if limits else f"{1000 * taken[0]:8.1f}"
            print(f"  {name:4} {side}x{side} {said}", flush=True)
    time_connected(options.boards)


if __name__ == "__main__":
    main()
