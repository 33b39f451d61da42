"""How many claims are judged in a second of CPU: in batches and one by one.

    python benchmarks/judging.py                     half a minute
    python benchmarks/judging.py --sets 8x8 30x16

Positions are those of data sets. Each claim is about another position: a random covered cell to
open, the probability of a mine there, and all that is certain (half of it). Texts are answers such
as a language model gives; half of a batch of moves are texts. No witnesses are made.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from time import process_time

from timing import parser, timed

from logicsweep import Board, Cell, KnowledgeBase, Setting, judge, positions
from logicsweep.lab.judging import ChanceClaim, Claim, MoveClaim, VerdictClaim, judge_many

SETS = {
    "8x8": Setting("8x8", mines=10),
    "9x9": Setting("beginner"),
    "16x16": Setting("intermediate"),
    "30x16": Setting("expert"),
}
BATCH = 2000
ALONE = 200
TIMES = 3


def certain(board: Board, rng: Random) -> VerdictClaim:
    """Half of what is certain, as all of it."""
    proved = KnowledgeBase(board).consequences()
    return VerdictClaim.all_certain(
        [cell for cell in proved.safe if rng.random() < 0.5],
        [cell for cell in proved.mines if rng.random() < 0.5],
    )


def text_of(cell: Cell) -> str:
    """An opening in the words of a model."""
    row, column = cell
    return (
        f"<think>\nThe clue near row {row} leaves few cells, so (0, 0) is no help. Let me look "
        f"at the others once more.\n</think>\n\n**Answer:** open ({row}, {column})"
    )


def one_by_one(claims: list[tuple[Board, Claim | str]]) -> None:
    """Judge claims each in a call of its own."""
    for board, claim in claims:
        judge(board, claim, witness=False)


def fastest(work: Callable[[], object]) -> float:
    """The seconds of CPU that some work takes, the best of a few times."""
    return min(timed(work, process_time)[0] for _ in range(TIMES))


def main() -> None:
    """Measure each size: the best of a few times."""
    options = parser(__doc__, sets=SETS)
    given = options.parse_args()
    for name in given.sets:
        setting = SETS[name]
        rng = Random(20261127)
        drawn = positions(setting, n=BATCH, seed=0, answers=())
        boards = [drawn.board(place) for place in range(BATCH)]
        cells = [rng.choice(board.covered) for board in boards]
        moves: list[Claim | str] = [MoveClaim("open", cell) for cell in cells]
        texts: list[Claim | str] = [text_of(cell) for cell in cells]
        chances: list[Claim | str] = [
            ChanceClaim(cell, Fraction(rng.randrange(101), 100)) for cell in cells
        ]
        verdicts: list[Claim | str] = [certain(board, rng) for board in boards]
        print(f"{name}: {BATCH:,} positions")
        for what, claims in (
            ("moves", moves),
            ("moves as texts", texts),
            ("probabilities", chances),
            ("all that is certain", verdicts),
        ):
            batch = list(zip(boards, claims, strict=True))
            taken = fastest(partial(judge_many, batch))
            alone = fastest(partial(one_by_one, batch[:ALONE]))
            print(f"  {what:<20} {BATCH / taken:9,.0f}/s in a batch {ALONE / alone:9,.0f}/s alone")


if __name__ == "__main__":
    main()
