"""All reasoners side by side on the same positions: all verdicts, and one cell more.

    python benchmarks/reasoners.py                 all sets; some minutes
    python benchmarks/reasoners.py --sets played tell

Positions come from seeded play (see positions.py). The engines take turns on each position in one
process, from a given grid to all verdicts, total included. "one program" is the whole board, total
and all, in one answer-set program: no component, no propagation, nothing shared with the others.
Verdicts that differ are counted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

import clingo
from positions import Position, at_random, clues, played_to, stuck
from timing import heading, parser, report, run, seconds

from logicsweep import Board, Cell, KnowledgeBase, LimitError
from logicsweep.limits import Budget
from logicsweep.reason import REASONERS, AspReasoner
from logicsweep.reason.solvers.names import ReasonerName
from logicsweep.system import constraints_of

ONE_PROGRAM = "one program"

Verdicts = tuple[frozenset[Cell], frozenset[Cell]]


def in_components(position: Position, reasoner: ReasonerName) -> Verdicts:
    """All verdicts of the knowledge base: mines, safe cells."""
    board = Board(position.grid, mines=position.mines)
    found = KnowledgeBase(board, reasoner=reasoner, time_limit=None).consequences()
    return found.mines, found.safe


def in_one_program(position: Position, time_limit: float) -> Verdicts:
    """All verdicts of one answer-set program. Raises `LimitError`."""
    board = Board(position.grid, mines=position.mines)
    with AspReasoner(constraints_of(board), budget=Budget(time_limit)) as reasoner:
        found = reasoner.consequences()
    if found is None:
        raise RuntimeError("a played position has a layout")
    return frozenset(map(board.cell, found.mines)), frozenset(map(board.cell, found.safe))


def side_by_side(title: str, positions: Sequence[Position], *, whole: float | None) -> None:
    """Time every engine on each position in turn; one program only within `whole` seconds."""
    engines: dict[str, Callable[[Position], Verdicts]] = {
        name: partial(in_components, reasoner=name) for name in REASONERS
    }
    if whole is not None:
        engines[ONE_PROGRAM] = partial(in_one_program, time_limit=whole)
    times: dict[str, list[float]] = {name: [] for name in engines}
    differing = late = 0
    for number, position in enumerate(positions):
        found: dict[str, Verdicts] = {}

        def ask(name: str, found: dict[str, Verdicts] = found, at: Position = position) -> None:
            found[name] = engines[name](at)

        names = list(engines)
        for name in names if number % 2 else names[::-1]:
            try:
                times[name].append(seconds(partial(ask, name)))
            except LimitError:
                late += 1
        differing += len(set(found.values())) > 1
    print(f"\n{title}: {len(positions)} positions")
    for name, taken in times.items():
        report(name, taken)
    if late:
        print(f"  {ONE_PROGRAM}: {late} not within {whole:g} s, left out of its line")
    print(f"  positions with verdicts that differ: {differing}")


def tells(games: int) -> None:
    """Played games, one cell told at a time to every reasoner."""
    for height, width, mines, most in ((16, 30, 99, 40 * games), (100, 100, 2063, 300)):
        times: dict[str, list[float]] = {name: [] for name in REASONERS}
        differing = done = 0
        for seed in range(games):
            position = played_to(height, width, mines, seed, 0.3)
            shown = clues(position.layout)
            board = Board(position.grid, mines=mines)
            kbs = {name: KnowledgeBase(board, reasoner=name) for name in REASONERS}
            for kb in kbs.values():
                kb.consequences()
            near = [cell for cell in board.frontier if not position.layout[cell]]
            for cell in random.Random(seed).sample(near, min(40, len(near))):
                for name, kb in kbs.items():
                    times[name].append(seconds(partial(kb.tell, cell, int(shown[cell]))))
                done += 1
            differing += len({tuple(map(frozenset, _proved(kb))) for kb in kbs.values()}) > 1
            if done >= most:
                break
        print(f"\ntell, {width}x{height}/{mines}: {done} cells")
        for taken_by, taken in times.items():
            report(taken_by, taken)
        print(f"  games with verdicts that differ at the end: {differing}")


def _proved(kb: KnowledgeBase) -> Verdicts:
    found = kb.consequences()
    return found.mines, found.safe


def played(games: int) -> None:
    """Compare all engines on positions that players meet."""
    for height, width, mines in ((9, 9, 10), (16, 30, 99)):
        positions = [p for seed in range(games) for p in stuck(height, width, mines, seed)]
        side_by_side(f"played until stuck, {width}x{height}/{mines}", positions, whole=60)


def large(games: int) -> None:
    """Leave out the one program, which takes a minute and more on each of these."""
    rng = random.Random(100)
    positions = [
        played_to(100, 100, 2063, seed, rng.uniform(0.25, 0.85))
        for seed in range(max(1, games // 2))
    ]
    side_by_side("played to 25 to 85 %, 100x100/2063", positions, whole=None)


def opened_at_random(games: int) -> None:
    """Compare all engines on boards of which nearly all cells hang together."""
    for share in (0.25, 0.50):
        positions = [at_random(16, 30, 99, seed, share) for seed in range(games)]
        side_by_side(f"30x16/99 opened at random, {share:.0%}", positions, whole=10)


def main() -> None:
    """Read the options and run the sets asked for."""
    sets = {"played": played, "large": large, "random": opened_at_random, "tell": tells}
    options = parser(__doc__, sets=sets, games=30).parse_args()
    heading(f"clingo {clingo.__version__}")
    run({name: partial(measure, options.games) for name, measure in sets.items()}, options.sets)


if __name__ == "__main__":
    main()
