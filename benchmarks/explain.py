"""How long explanations, hints and certificates take on a knowledge base that has its verdicts.

    python benchmarks/explain.py                all sets; about two minutes
    python benchmarks/explain.py --sets expert

Positions come from seeded play (see positions.py), with every mine that one clue proves flagged, or
not: `next step` is timed on both, since a hint is one clue as long as some mine is not flagged.
Cells are drawn from those that are decided; half of those from the ones that take two or more
sources, where there are any. Every certificate is checked, and every explanation of least size is
held against the minimal one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import truediv
from pathlib import Path
from statistics import mean, median

import numpy as np
from positions import Position, at_random, played_to, stuck
from timing import heading, parser, report, run, seconds

from logicsweep import Board, Cell, KnowledgeBase, State, Verdict, read_board

BOARDS = Path(__file__).parent.parent / "examples" / "boards"

# What the project promises, as medians in milliseconds.
BARS = {
    "minimal": 0.12,
    "smallest": 10.0,
    "next step": 0.7,
    "difficulty": 3.0,
    "certificate": 20.0,
}
_CELLS = 6


def settled(position: Position, *, flags: bool = False) -> KnowledgeBase:
    """A knowledge base that has its verdicts; with flags on the mines among them, if wanted."""
    kb = KnowledgeBase(Board(position.grid, mines=position.mines), time_limit=None)
    mines = kb.consequences().mines
    if flags:
        flagged = kb.board.replace(dict.fromkeys(mines, State.FLAGGED))
        kb = KnowledgeBase(flagged, time_limit=None)
        kb.consequences()
    return kb


def cells_of(kb: KnowledgeBase, rng: random.Random) -> list[Cell]:
    """Some decided cells, half of them such as take more than one source if there are any."""
    proved = kb.consequences()
    cells = sorted(proved.mines | proved.safe)
    rng.shuffle(cells)
    hard = [cell for cell in cells if kb.explain(cell).size > 1]
    return [*hard[: _CELLS // 2], *cells[:_CELLS]][:_CELLS]


def measure(title: str, positions: Iterable[Position], *, bars: bool) -> None:
    """Time each question on each position."""
    times: dict[str, list[float]] = {}
    sizes: dict[str, list[int]] = {"minimal": [], "smallest": []}
    count = 0

    def timed(name: str, work: Callable[[], object]) -> None:
        times.setdefault(name, []).append(seconds(work))

    for number, position in enumerate(positions):
        count += 1
        rng = random.Random(number)
        kb = settled(position)
        for cell in cells_of(kb, rng):
            # Each asked of a knowledge base that has explained nothing before.
            timed("minimal", partial(settled(position).explain, cell))
            timed("smallest", partial(settled(position).explain, cell, smallest=True))
            timed("with steps", partial(settled(position).explain, cell, steps=True))
            least, minimal = kb.explain(cell, smallest=True), kb.explain(cell)
            if least.size > minimal.size:
                raise RuntimeError(f"{position.name}: {cell} has a smaller set than the smallest")
            sizes["minimal"].append(minimal.size)
            sizes["smallest"].append(least.size)
            timed("certificate", partial(settled(position).certificate, cell))
            certificate = kb.certificate(cell)
            timed("check", certificate.check)
        undetermined = [c for c in kb.board.covered if kb.verdict(c) is Verdict.UNDETERMINED]
        for cell in rng.sample(undetermined, min(3, len(undetermined))):
            timed("both ways", partial(kb.counterexample, cell))
        timed("next step", kb.next_step)
        timed("and flagged", settled(position, flags=True).next_step)
        timed("difficulty", kb.difficulty)
    print(f"\n{title}: {count} positions, {len(times['minimal'])} decided cells")
    for name, taken in times.items():
        report(name, taken)
    print(
        f"  check / certificate: {mean(times['check']) / mean(times['certificate']):.2f} mean, "
        f"{max(map(truediv, times['check'], times['certificate'])):.2f} at most"
    )
    print("  sources: " + ", ".join(f"{name} {_spread(some)}" for name, some in sizes.items()))
    if bars:
        for name, bar in BARS.items():
            found_median = 1000 * median(times[name])
            print(f"  {name}: {found_median:.3f} ms of {bar:g} ms, {found_median / bar:.2f}")


def _spread(sizes: Sequence[int]) -> str:
    return f"{mean(sizes):.2f} on average, {max(sizes)} at most"


def expert(games: int) -> Iterator[Position]:
    """Positions on 30x16/99 in mid-game, and stuck ones."""
    rng = random.Random(3)
    for seed in range(games):
        yield played_to(16, 30, 99, seed, rng.uniform(0.1, 0.95))
        yield from stuck(16, 30, 99, seed)


def total_decides() -> None:
    """Measure the example boards whose total decides cells: there nothing is local."""
    for name in ("only-total", "expert-total"):
        board = read_board((BOARDS / f"{name}.board").read_bytes())
        if not isinstance(board.mines, int):
            raise TypeError(f"{name} has no exact total")
        nowhere = np.zeros(board.grid.shape, dtype=np.bool_)
        measure(name, [Position(name, board.grid, board.mines, nowhere)], bars=False)


def component_not_board(games: int) -> None:
    """Measure the same local cells on boards of 30x16 and of 100x100, of one density."""
    print("\na minimal explanation, by the size of the board")
    for height, width, mines in ((16, 30, 99), (100, 100, 2063)):
        times = []
        for seed in range(games):
            kb = settled(played_to(height, width, mines, seed, 0.5))
            cells = cells_of(kb, random.Random(seed))
            times += [seconds(partial(kb.explain, cell)) for cell in cells]
        report(f"{width}x{height}", times)


def main() -> None:
    """Read the options and run the sets asked for."""
    cases: dict[str, Callable[[], None]] = {
        "expert": lambda: measure("played 30x16/99", expert(games), bars=True),
        "random": lambda: measure(
            "30x16/99, 25 % opened at random",
            [at_random(16, 30, 99, seed, 0.25) for seed in range(games)],
            bars=False,
        ),
        "large": lambda: measure(
            "played 100x100/2063, half open",
            [played_to(100, 100, 2063, seed, 0.5) for seed in range(max(1, games // 4))],
            bars=False,
        ),
        "total": total_decides,
        "component": lambda: component_not_board(max(1, games // 4)),
    }
    options = parser(__doc__, sets=cases, games=20).parse_args()
    games = options.games
    heading()
    run(cases, options.sets)


if __name__ == "__main__":
    main()
