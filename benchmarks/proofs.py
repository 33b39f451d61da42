"""How long all verdicts take, total included, beside ms_toollib on the same positions.

    python benchmarks/proofs.py                 all sets; some minutes
    python benchmarks/proofs.py --sets played tell
    python benchmarks/proofs.py --solvers       every solver on the played 30x16 positions
    python benchmarks/proofs.py --reasoner elimination

Positions come from seeded play (see positions.py). The two programs take turns on each position, in
one process; the time is from a given grid to all verdicts. ms_toollib (extra `bench`) gives
probabilities: its 0 and 1 are held against the verdicts, and differences are reported.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from time import process_time

import numpy as np
from positions import Grid, Position, at_random, clues, played_to, stuck
from timing import apart, heading, in_turn, ms_toollib, parser, report, run, seconds, warm

from logicsweep import Board, Cell, KnowledgeBase, verdicts
from logicsweep.board.verdicts import Consequences
from logicsweep.reason import REASONERS, SOLVERS, ReasonerName
from logicsweep.reason.solvers.names import DEFAULT_SOLVER, SolverName

# Probabilities this near to 0 or 1 count as certain; ms_toollib computes them in floats.
_EXACT = 1e-9


def solve(
    grid: Grid, mines: int, reasoner: ReasonerName, solver: SolverName = DEFAULT_SOLVER
) -> Consequences:
    """From a grid to all verdicts."""
    board = Board(grid, mines=mines)
    kb = KnowledgeBase(board, reasoner=reasoner, solver=solver, time_limit=None)
    return kb.consequences()


def beside_ms_toollib(title: str, positions: Sequence[Position], reasoner: ReasonerName) -> None:
    """Time both on each position in turn, and hold their answers against one another."""
    in_turn(title, positions, lambda position: solve(position.grid, position.mines, reasoner))
    differing = 0
    for position in positions:
        found = solve(position.grid, position.mines, reasoner)
        chance = np.array(ms_toollib()(position)()[0])
        covered = position.grid < 0
        differing += int(((chance < _EXACT) & covered != found.safe_mask).sum())
        differing += int(((chance > 1 - _EXACT) & covered != found.mine_mask).sum())
    print(f"  verdicts that differ: {differing}")


def played(games: int, reasoner: ReasonerName) -> None:
    """Positions that players meet."""
    for height, width, mines in ((9, 9, 10), (16, 16, 40), (16, 30, 99)):
        positions = [p for seed in range(games) for p in stuck(height, width, mines, seed)]
        beside_ms_toollib(f"played until stuck, {width}x{height}/{mines}", positions, reasoner)
    rng = random.Random(100)
    positions = [
        played_to(100, 100, 2063, seed, rng.uniform(0.25, 0.85))
        for seed in range(max(1, games // 2))
    ]
    beside_ms_toollib("played to 25 to 85 %, 100x100/2063", positions, reasoner)


def opened_at_random(games: int, reasoner: ReasonerName) -> None:
    """Boards on which nearly all cells hang together: the hard cases of the total."""
    print()
    for share in (0.15, 0.25, 0.40, 0.50):
        positions = [at_random(16, 30, 99, seed, share) for seed in range(2 * games)]
        times = [seconds(partial(solve, p.grid, p.mines, reasoner)) for p in positions]
        report(f"{share:.0%} at random", times)
        slowest = positions[times.index(max(times))]
        print(f"               slowest: {slowest.name}")


def wide(reasoner: ReasonerName) -> None:
    """Boards with components too wide for tables, and with a solver's hands full; CPU time."""
    print("\nhalf of the safe cells opened at random, CPU time")
    for side, mines in ((100, 3_000), (100, 4_000), (160, 8_960)):
        position = at_random(side, side, mines, 1, 0.5)
        answer = partial(solve, position.grid, position.mines, reasoner)
        taken = min(seconds(answer, process_time) for _ in range(3))
        print(f"  {side}x{side}/{mines:<6} {taken:7.2f} s")


def door(games: int) -> None:
    """The shortest way to the verdicts on one array, warm."""
    print("\none array to verdicts, CPU time in a loop")
    for height, width, mines, times in ((9, 9, 10, 5), (16, 16, 40, 2), (16, 30, 99, 1)):
        positions = [p for seed in range(times * games) for p in stuck(height, width, mines, seed)]
        for name in ("elimination", "sat"):
            ask = partial(_from_array, reasoner=name)
            warm(f"{width}x{height}/{mines} ({len(positions)}), {name}", positions, ask)


def _from_array(position: Position, *, reasoner: ReasonerName) -> object:
    return verdicts(position.grid, mines=position.mines, reasoner=reasoner)


def huge(reasoner: ReasonerName) -> None:
    """A thousand by a thousand cells, and the memory it takes."""
    print()
    for position in (
        played_to(1000, 1000, 206_250, 1, 0.6),
        at_random(1000, 1000, 206_250, 1, 0.6),
    ):
        # A process of its own, so that the peak memory is that of one answer.
        solve = f"KnowledgeBase(board, reasoner={reasoner!r}, time_limit=None).consequences()"
        time, memory = apart(position, solve)
        print(f"{position.name}\n  {time:.2f} s, {memory:.2f} GB")


def tells(games: int, count: int, reasoner: ReasonerName) -> None:
    """One cell more, with what it newly proves, and then all verdicts."""
    print()
    times = []
    for position in (p for seed in range(games) for p in stuck(16, 30, 99, seed)):
        board = Board(position.grid, mines=position.mines)
        shown = clues(position.layout)
        near = [cell for cell in sorted(board.frontier) if not position.layout[cell]]
        for cell in random.Random(2).sample(near, min(1, len(near))):
            turns = []
            for _ in range(3):
                kb = KnowledgeBase(board, reasoner=reasoner, time_limit=None)
                kb.consequences()
                tell = partial(_told, kb, cell, int(shown[cell]))
                turns.append(seconds(tell, process_time))
            times.append(min(turns))
    report("tell, 30x16", times)
    for height, mines, share in ((100, 2063, 0.5), (1000, 206_250, 0.5)):
        position = played_to(height, height, mines, 2, share)
        shown = clues(position.layout)
        board = Board(position.grid, mines=mines)
        kb = KnowledgeBase(board, reasoner=reasoner, time_limit=None)
        kb.consequences()
        near = [cell for cell in board.frontier if not position.layout[cell]]
        times = []
        for cell in random.Random(2).sample(near, min(count, len(near))):
            clue = int(shown[cell])
            times.append(seconds(partial(kb.tell, cell, clue)))
        report(f"tell, {height}x{height}", times)


def _told(kb: KnowledgeBase, cell: Cell, clue: int) -> Consequences:
    kb.tell(cell, clue)
    return kb.consequences()


def start_up() -> None:
    """How long the command line takes to say how it is used."""
    command = [sys.executable, "-m", "logicsweep", "--help"]
    ask = partial(subprocess.run, command, stdout=subprocess.DEVNULL, check=True)
    print()
    report("--help", [seconds(ask) for _ in range(10)])


def solvers(games: int) -> None:
    """Every solver of the allow-list on the same positions, in turn."""
    positions = [p for seed in range(games) for p in stuck(16, 30, 99, seed)]
    times: dict[str, list[float]] = {name: [] for name in SOLVERS}
    for position in positions:
        for name in SOLVERS:
            times[name].append(seconds(partial(solve, position.grid, position.mines, "sat", name)))
    print(f"\nplayed until stuck, 30x16/99: {len(positions)} positions")
    for solver, found in times.items():
        report(solver, found)


def main() -> None:
    """Read the options and run the sets asked for."""
    sets = ("played", "door", "random", "wide", "huge", "tell", "help")
    asked = parser(__doc__, sets=sets, games=60)
    asked.add_argument("--reasoner", choices=REASONERS, default="sat", help="(default sat)")
    asked.add_argument("--solvers", action="store_true", help="compare the solvers instead")
    options = asked.parse_args()
    heading(options.reasoner)
    cases: dict[str, Callable[[], None]] = {
        "played": partial(played, options.games, options.reasoner),
        "random": partial(opened_at_random, options.games, options.reasoner),
        "door": partial(door, options.games),
        "wide": partial(wide, options.reasoner),
        "huge": partial(huge, options.reasoner),
        "tell": partial(tells, max(1, options.games // 6), 300, options.reasoner),
        "help": start_up,
        "solvers": partial(solvers, options.games),
    }
    run(cases, ["solvers"] if options.solvers else options.sets)


if __name__ == "__main__":
    main()
