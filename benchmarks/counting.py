"""How long exact counts and the chances of all cells take, beside ms_toollib on the same positions.

    python benchmarks/counting.py                 all sets; some minutes
    python benchmarks/counting.py --sets played tell
    LOGICSWEEP_KERNEL=python python benchmarks/counting.py --sets played

Positions come from seeded play (see positions.py). The two programs take turns on each position, in
one process; the time is from a given grid to the chances of all cells. Small components are
remembered by signature as long as a process lives: each comparison is made with that memory emptied
before every position (`cold`), and as it is in play (`warm`). The sets:

- `played`: positions that players meet;
- `exact`: the number of layouts and all chances as fractions;
- `samples`: a random layout, where the chances are at hand;
- `door`: from one array to another, in a loop without another program;
- `batch`: many boards in one call, beside as many single calls;
- `random`: boards opened at random; `tell`: one cell more; `growth`: with the area;
- `huge`: a board of 1000x1000 cells; `patches`: such boards, opened in thousands of places;
- `what_if`: what would follow if a covered cell showed a clue, on a board at hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from statistics import mean, median
from time import process_time

import numpy as np
from numpy.typing import NDArray
from positions import Position, at_random, clues, in_patches, played_to, stuck
from timing import apart, forget, heading, in_turn, ms_toollib, parser, report, run, seconds, warm

from logicsweep import Board, Cell, KnowledgeBase, probabilities
from logicsweep.kernel import kernel_in_use
from logicsweep.kernel.context import Status
from logicsweep.kernel.hand import Hand
from logicsweep.limits import Budget
from logicsweep.system.system import position_of
from logicsweep.tables import ModelCount

# ms_toollib works in floats, and takes an average for blocks of more than some 55 cells.
_AGREE = 1e-9
# Of sides, for boards with thousands of components: on larger ones exact totals take minutes.
LARGEST_TOTAL = 1000


def count(position: Position) -> ModelCount:
    """From a grid to a count."""
    board = Board(position.grid, mines=position.mines)
    return KnowledgeBase(board, time_limit=None).count()


def chances(position: Position) -> NDArray[np.float64]:
    """From a grid to the chance of a mine in every covered cell."""
    return count(position).probabilities()


def exactly(position: Position) -> tuple[int, dict[Cell, Fraction]]:
    """From a grid to the number of layouts and all chances as fractions."""
    counted = count(position)
    return counted.total, counted.fractions()


def beside_ms_toollib(title: str, positions: Sequence[Position]) -> None:
    """Chances, cold and warm, and where the two programs differ."""
    in_turn(f"{title}, cold", positions, chances, turns=3, before=forget)
    # Once only: a position is not to be remembered from its own turn before.
    forget()
    in_turn(f"{title}, warm", positions, chances)
    differing = 0
    for position in positions:
        theirs = np.array(ms_toollib()(position)()[0])
        ours = chances(position)
        differing += int((np.abs(ours - theirs)[position.grid < 0] > _AGREE).sum())
    print(f"  cells that differ by more than {_AGREE:g}: {differing}")


def mid_game(games: int) -> list[Position]:
    """Boards of 100x100/2063 with 25 to 85 % of the safe cells open."""
    rng = random.Random(100)
    return [played_to(100, 100, 2063, seed, rng.uniform(0.25, 0.85)) for seed in range(games)]


def played(games: int) -> None:
    """Positions that players meet."""
    for height, width, mines, times in ((9, 9, 10, 5), (16, 16, 40, 2), (16, 30, 99, 1)):
        positions = [p for seed in range(times * games) for p in stuck(height, width, mines, seed)]
        beside_ms_toollib(f"played until stuck, {width}x{height}/{mines}", positions)
    positions = mid_game(max(1, games // 2))
    beside_ms_toollib("played to 25 to 85 %, 100x100/2063", positions)
    in_turn("the same, exact total and all fractions, cold", positions, exactly, before=forget)


def exact(games: int) -> None:
    """The number of layouts and all fractions, from a grid, on positions of games."""
    for height, width, mines, times in ((9, 9, 10, 5), (16, 30, 99, 1)):
        positions = [p for seed in range(times * games) for p in stuck(height, width, mines, seed)]
        title = f"exact total and all fractions, played until stuck, {width}x{height}/{mines}, cold"
        in_turn(title, positions, exactly, turns=3, before=forget)


def samples(games: int) -> None:
    """CPU time of the first layout of a knowledge base with chances, of another, of a hundred."""
    print("\nCPU time of a random layout, where all chances are at hand")
    for height, width, mines in ((9, 9, 10), (16, 30, 99)):
        first: list[float] = []
        another: list[float] = []
        hundred: list[float] = []
        for position in (p for seed in range(games) for p in stuck(height, width, mines, seed)):
            kb = KnowledgeBase(Board(position.grid, mines=mines), time_limit=None)
            kb.count().probabilities()
            first.append(seconds(partial(kb.sample, n=1, seed=0), process_time))
            another.append(seconds(partial(kb.sample, n=1, seed=1), process_time))
            hundred.append(seconds(partial(kb.sample, n=100, seed=2), process_time))
        for name, times in (("first", first), ("another", another), ("100", hundred)):
            report(f"{width}x{height}, {name}", times, width=15)


def door(games: int) -> None:
    """The shortest way to the chances of one array, warm."""
    print("\none array to chances, CPU time in a loop")
    for height, width, mines, times in ((9, 9, 10, 5), (16, 16, 40, 2), (16, 30, 99, 1)):
        positions = [p for seed in range(times * games) for p in stuck(height, width, mines, seed)]
        warm(
            f"{width}x{height}/{mines} ({len(positions)})",
            positions,
            lambda position: probabilities(position.grid, mines=position.mines),
        )


def batch(games: int) -> None:
    """Boards a second on one core: in one call, in single calls, and by ms_toollib."""
    for height, width, mines, times in ((9, 9, 10, 5), (16, 30, 99, 1)):
        positions = [p for seed in range(times * games) for p in stuck(height, width, mines, seed)]
        own = np.stack([position.grid for position in positions])
        # As many as it takes to measure a call; it remembers nothing from board to board.
        boards = np.concatenate([own] * -(-4000 // len(own)))
        together, single, others = [], [], []
        for _ in range(5):
            at_once = partial(probabilities, boards, mines=mines)
            together.append(seconds(at_once) / len(boards))
            forget()
            single.append(seconds(partial(list, map(chances, positions))) / len(own))
            asks = list(map(ms_toollib(), positions))
            others.append(seconds(partial(_call, asks)) / len(own))
        found = probabilities(own, mines=mines)
        largest = max(
            float(np.nanmax(np.abs(chance - chances(position)), initial=0))
            for chance, position in zip(found, positions, strict=True)
        )
        print(
            f"\nmany boards, {width}x{height}/{mines}: {len(own)} positions, {len(boards)} boards"
        )
        rows = {"in one call": together, "single calls": single, "ms_toollib": others}
        for name, taken in rows.items():
            print(
                f"  {name:<12} {1e6 * median(taken):9.2f} us a board  "
                f"{1 / median(taken):10,.0f} boards a second  "
                f"{median(taken) / median(together):7.2f} times as long"
            )
        print(f"  largest difference between one call and single calls: {largest:.1e}")


def _call(asks: Sequence[Callable[[], object]]) -> None:
    for ask in asks:
        ask()


def what_if(games: int) -> None:
    """Each clue that each undetermined cell of the frontier may show, on 30x16 boards at hand."""
    if kernel_in_use() == "python":
        print("\nwhat if: needs the native kernel")
        return
    times: list[float] = []
    anew: list[float] = []
    statuses: list[int] = []
    for position in (p for seed in range(games) for p in stuck(16, 30, 99, seed)):
        board = Board(position.grid, mines=position.mines)
        hand = Hand.of(position_of(board), None)
        found = None if hand is None else hand.marginals(Budget()).marginals
        if hand is None or found is None:
            continue
        numbers = [row * board.width + column for row, column in sorted(board.frontier)]
        cells = [number for number in numbers if 0 < found[number] < 1]
        if cells:
            start = len(statuses)
            taken = seconds(partial(_ask_all, hand, cells, statuses))
            times.append(taken / (len(statuses) - start))
            anew.append(seconds(partial(chances, position)))
    impossible = statuses.count(Status.CLASH)
    print(f"\nwhat if, 30x16/99: {len(statuses):,} questions, {impossible:,} of them impossible")
    report("a question", times)
    report("from a grid", anew)


def _ask_all(hand: Hand, cells: Sequence[int], statuses: list[int]) -> None:
    budget = Budget()
    for cell in cells:
        statuses.extend(hand.what_if({cell: clue}, budget).status for clue in range(9))


def opened_at_random(games: int) -> None:
    """Boards on which nearly all clues hang together before anything is decided."""
    print()
    for share in (0.15, 0.25, 0.40, 0.50):
        positions = [at_random(16, 30, 99, seed, share) for seed in range(2 * games)]
        cold(f"30x16, {share:.0%}", positions)
    cold("30x30, 25%", [at_random(30, 30, 180, seed, 0.25) for seed in range(games)])


def cold(name: str, positions: Sequence[Position]) -> None:
    """Time the chances of positions, nothing remembered."""
    times = []
    for position in positions:
        forget()
        times.append(seconds(partial(chances, position)))
    report(name, times)


def tells(count: int) -> None:
    """One cell more, and the chances of all cells after it."""
    print()
    position = played_to(100, 100, 2063, 2, 0.5)
    shown = clues(position.layout)
    board = Board(position.grid, mines=position.mines)
    kb = KnowledgeBase(board, time_limit=None)
    kb.count().probabilities()
    near = [cell for cell in board.frontier if not position.layout[cell]]
    times = []
    for cell in random.Random(2).sample(near, min(count, len(near))):
        clue = int(shown[cell])

        def again(cell: Cell = cell, clue: int = clue) -> None:
            kb.tell(cell, clue)
            kb.count().probabilities()

        times.append(seconds(again))
    report("tell, 100x100", times)


CHANCES = "counted = KnowledgeBase(board, time_limit=None).count(); counted.probabilities()"
TOTAL = "counted.total"
VERDICTS = "KnowledgeBase(board, reasoner='elimination', time_limit=None).consequences()"


def growth() -> None:
    """How time and memory grow with the area."""
    print("\nplayed to 50 %, 20.6 % mines:  chances, with the exact total as well, peak memory")
    for side in (30, 60, 100, 200, 400, 700, 1000):
        mines = int(side * side * 0.20625)
        found = [
            apart(played_to(side, side, mines, seed, 0.5), CHANCES, TOTAL) for seed in range(3)
        ]
        time, total, memory = (mean(column) for column in zip(*found, strict=True))
        print(
            f"  {side:>4}x{side:<4} {1000 * time:9.2f} ms  {1000 * total:9.2f} ms  {memory:.2f} GB"
        )


def huge() -> None:
    """The chances of all cells of a thousand by a thousand cells, three times."""
    position = played_to(1000, 1000, 206_250, 1, 0.6)
    print(f"\n{position.name}:  chances, with the exact total as well, peak memory")
    for _ in range(3):
        time, total, memory = apart(position, CHANCES, TOTAL)
        print(f"  {1000 * time:9.2f} ms  {1000 * total:9.2f} ms  {memory:.2f} GB")


def patches() -> None:
    """CPU time for boards with thousands of components, the least of three processes."""
    print("\nCPU time:  chances; verdicts by elimination; exact total; peak memory without it")
    for side, share in product((300, 1000, 2000), (0.60, 0.66)):
        position = in_patches(side, side, side * side // 5, 1, share)
        runs = partial(apart, position, clock="process_time")
        chances, memory = min(runs(CHANCES) for _ in range(3))
        verdicts, _ = min(runs(VERDICTS) for _ in range(3))
        total = f"{runs(CHANCES, TOTAL)[1]:6.2f} s" if side <= LARGEST_TOTAL else "       -"
        print(
            f"  {position.name}  {1000 * chances:8.1f} ms  {1000 * verdicts:8.1f} ms  {total}"
            f"  {memory:.2f} GB",
            flush=True,
        )


def main() -> None:
    """Read the options and run the sets asked for."""
    cases: dict[str, Callable[[], None]] = {
        "played": lambda: played(options.games),
        "exact": lambda: exact(options.games),
        "samples": lambda: samples(options.games),
        "door": lambda: door(options.games),
        "batch": lambda: batch(options.games),
        "random": lambda: opened_at_random(options.games),
        "tell": partial(tells, 200),
        "what_if": lambda: what_if(options.games),
        "growth": growth,
        "huge": huge,
        "patches": patches,
    }
    options = parser(__doc__, sets=cases, games=60).parse_args()
    heading(f"{kernel_in_use()} kernel")
    run(cases, options.sets)


if __name__ == "__main__":
    main()
