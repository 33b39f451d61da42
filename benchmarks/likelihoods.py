"""What uncertain clues cost: verdicts and chances beside those of exact clues, same positions.

    python benchmarks/likelihoods.py             30x16/99, played until stuck; a minute
    python benchmarks/likelihoods.py --games 5

The clues of a position are shown anew by a model, as if every cell around had been covered when
they were opened. Exact and uncertain boards take turns; nothing is remembered between them. Then up
to three clues of each position are wrong, and nobody knows which: CPU seconds of verdicts, the
number of layouts and all chances together.
"""

from __future__ import annotations

import random
from functools import partial
from statistics import mean, median
from time import process_time

from positions import Position, stuck
from timing import forget, heading, parser, report, seconds

from logicsweep import Board, Cell, KnowledgeBase, LimitError, State
from logicsweep.board import Around, Clue, clue_model

# Clues of a position in mid-game.
RIPE = 150
MODELS = ("optimistic", "cautious", "noisy(1/10)")


def shown(position: Position, name: str) -> Board:
    """The board with its clues shown by a model; the same for the same position."""
    model = clue_model(name)
    rng = random.Random(position.name)
    board = Board(position.grid, mines=position.mines)
    changes: dict[Cell, int | Clue] = {}
    for cell, count in board.shown.items():
        around = Around(0, len(board.neighbours(cell)))
        if isinstance(count, int):
            clue = model.clue(model.draw(count, around, rng), around)
            changes[cell] = State.NO_CLUE if clue is None else clue
    return board.replace(changes)


def prove(board: Board) -> None:
    """All verdicts."""
    KnowledgeBase(board, time_limit=60).consequences()


def count(board: Board) -> None:
    """The chances of all cells, and the verdicts with them."""
    KnowledgeBase(board, time_limit=60).count().probabilities()


def with_wrong(position: Position, wrong: int) -> Board:
    """The board with so many of its clues wrong by any amount; the same for the same position."""
    rng = random.Random(f"{position.name} {wrong}")
    board = Board(position.grid, mines=position.mines)
    changes: dict[Cell, int | Clue] = {}
    for cell in rng.sample(sorted(cell for cell in board.clues if board[cell]), wrong):
        others = range(1, len(board.neighbours(cell)) + 1)
        changes[cell] = rng.choice([clue for clue in others if clue != board[cell]])
    return board.replace(changes)


def with_liars(board: Board, wrong: int) -> float:
    """The CPU seconds of all that is asked of a board with so many liars."""

    def ask() -> None:
        kb = KnowledgeBase(board, liars=wrong, time_limit=60)
        kb.consequences()
        count = kb.count()
        count.probabilities()
        if not count.total:
            raise SystemExit("a board has no layout")

    forget()
    return seconds(ask, process_time)


def main() -> None:
    """Read the options and measure."""
    options = parser(__doc__, games=10).parse_args()
    heading()
    positions = [p for seed in range(options.games) for p in stuck(16, 30, 99, seed)]
    for model in MODELS:
        boards = [
            (Board(position.grid, mines=position.mines), shown(position, model))
            for position in positions
        ]
        for what, ask in (("verdicts", prove), ("chances", count)):
            times: tuple[list[float], list[float]] = ([], [])
            late = 0
            for pair in boards:
                for taken, board in zip(times, pair, strict=True):
                    forget()
                    try:
                        taken.append(seconds(partial(ask, board)))
                    except LimitError:
                        late += 1
            print(f"\n30x16/99, {model}, {what}: {len(boards)} positions")
            report("exact", times[0])
            report(model, times[1])
            print(
                f"  ratio        median {median(times[1]) / median(times[0]):8.3f}     "
                f"mean {mean(times[1]) / mean(times[0]):8.3f}     not within a minute: {late}"
            )
    for wrong in (1, 2, 3):
        ripe = [position for position in positions if (position.grid >= 0).sum() >= RIPE]
        clues = mean([int((position.grid >= 0).sum()) for position in ripe])
        print(f"\n30x16/99, {len(ripe)} positions with {clues:.0f} clues on average, CPU time")
        report(
            f"{wrong} wrong", [with_liars(with_wrong(position, wrong), wrong) for position in ripe]
        )


if __name__ == "__main__":
    main()
