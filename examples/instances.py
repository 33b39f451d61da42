"""Families of formulas for SAT solvers, model counters, MaxSAT solvers and grounders, with answers.

    python examples/instances.py                            lists the families
    python examples/instances.py square --scale 8 --seeds 1 20 --to mcc --out square

Each formula has its board beside it; `index.json` has the exact answer and the checksum of each.
The same version of logicsweep makes the same files from the same seeds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from logicsweep import (
    Adjacency,
    Board,
    Cell,
    KnowledgeBase,
    Layout,
    LogicSweepError,
    State,
    encode,
)

EXPERT = (16, 30, 99)  # height, width and mines
# Of boards that are opened at random: the share of mines, of open cells among the others, and of
# wrong clues among these in the family with wrong clues.
DENSITY, OPEN, WRONG = Fraction(1, 5), 0.4, Fraction(1, 25)


class Family(NamedTuple):
    """A family of boards; `scale` is its usual number of rows and columns, or 0 if it is fixed."""

    make: Callable[[Random, int], Board]
    about: str
    formats: tuple[str, ...]
    scale: int = 0


class Question(NamedTuple):
    """A question about a board, its exact answer, and the cell of which something is assumed.

    It is whether there is a layout (`decide`), how many there are (`count`), what they weigh
    together (`weighted-count`), or the least number of wrong clues (`optimum`).
    """

    kind: str
    board: Board
    expected: str | int | Fraction
    cell: Cell | None = None


def by_elimination(board: Board) -> KnowledgeBase:
    """Return a knowledge base that counts layouts and never sees a formula."""
    return KnowledgeBase(board, reasoner="elimination")


def drawn(rng: Random, height: int, width: int, mines: int, adjacency: Adjacency | None) -> Layout:
    """Draw a layout; all are equally likely."""
    mask = np.zeros(height * width, dtype=np.bool_)
    mask[rng.sample(range(mask.size), mines)] = True
    return Layout(mask.reshape(height, width), adjacency=adjacency)


def walk(rng: Random, layout: Layout) -> Iterator[Board]:
    """Yield the positions of a game that begins with an opening, until every safe cell is open.

    What is proved safe is opened, and if nothing is, a safe cell at random.
    """
    safe = [Cell(*place) for place in np.argwhere(~layout.mask).tolist()]
    opened: tuple[Cell, ...] = (rng.choice([cell for cell in safe if not layout.around[cell]]),)
    rng.shuffle(safe)
    while True:
        board = layout.opened(opened)
        yield board
        safe = [cell for cell in safe if board.is_covered(cell)]
        if not safe:
            return
        opened += tuple(by_elimination(board).consequences().safe) or (safe[0],)


def position(rng: Random, is_wanted: Callable[[Board], bool]) -> Board:
    """Find the first position of a kind in games on the expert board."""
    games = (walk(rng, drawn(rng, *EXPERT, None)) for _ in count())
    return next(board for game in games for board in game if is_wanted(board))


def is_first_guess(board: Board) -> bool:
    """Return whether a fifth of the board is open and nothing is proved safe."""
    proved = by_elimination(board).consequences()
    is_stuck = not proved.safe and len(proved.mines) < len(board.covered)
    return is_stuck and len(board.clues) > board.grid.size // 5


def opened(rng: Random, size: int, adjacency: Adjacency | None = None) -> Board:
    """Make a square with a share of the safe cells open, whichever they are."""
    mines = int(DENSITY * size * size)
    layout = drawn(rng, size, size, mines, adjacency)
    safe = np.flatnonzero(~layout.mask).tolist()
    chosen = rng.sample(safe, int(OPEN * len(safe)))
    grid = np.full(size * size, State.COVERED, dtype=np.int8)
    grid[chosen] = layout.revealed().grid.ravel()[chosen]
    return Board(grid.reshape(size, size), mines=mines, adjacency=adjacency)


def with_wrong_clues(rng: Random, size: int) -> Board:
    """Make such a square with some clues one too high or too low."""
    board = opened(rng, size)
    clues, grid = sorted(board.clues), board.grid.copy()
    for cell in rng.sample(clues, max(1, int(WRONG * len(clues)))):
        grid[cell] += 1 if grid[cell] == 0 else rng.choice((-1, 1)) if grid[cell] < 8 else -1
    return board.with_grid(grid)


FORMULAS = ("cnf", "opb", "lp", "mcc")
FAMILIES = {
    "expert": Family(
        lambda rng, _: position(rng, is_first_guess),
        "30x16, 99 mines: the first needed guess of a game",
        FORMULAS,
    ),
    "expert-total": Family(
        lambda rng, _: position(rng, lambda board: by_elimination(board).needs_total()),
        "30x16, 99 mines: a verdict needs the mine count",
        FORMULAS,
    ),
    "square": Family(
        opened, "squares with a fifth of mines and 40 % of the safe cells open", FORMULAS, 16
    ),
    "torus": Family(
        lambda rng, size: opened(rng, size, Adjacency.torus(size, size)),
        "the same, with opposite sides joined",
        FORMULAS,
        16,
    ),
    "density": Family(
        lambda rng, size: opened(rng, size).altered(mines=None, density=DENSITY),
        "the same, with a density of 1/5 in place of the mine count",
        ("mcc",),
        16,
    ),
    "liars": Family(with_wrong_clues, "the same, with one clue in 25 wrong by one", ("wcnf",), 16),
}


def question(board: Board, to: str, rng: Random, *, wants_conflict: bool) -> Question:
    """Ask of a board what its format is for, and answer by counting or by SAT."""
    if to == "wcnf":
        liars = 0
        while not KnowledgeBase(board, liars=liars).has_layout():
            liars += 1
        return Question("optimum", board, liars)
    if to == "mcc" and board.density is not None:
        return Question("weighted-count", board, weight(board, board.density))
    if to == "mcc":
        return Question("count", board, by_elimination(board).count().total)
    proved = by_elimination(board).consequences()
    if wants_conflict and (proved.safe or proved.mines):
        alone = by_elimination(board.without_total()).consequences()
        hard = (proved.safe - alone.safe) | (proved.mines - alone.mines)
        cell = rng.choice(sorted(hard or proved.safe | proved.mines))
        opposite = State.KNOWN_MINE if cell in proved.safe else State.NO_CLUE
        return Question("decide", board.replace({cell: opposite}), "UNSAT", cell)
    either = sorted(set(board.covered) - proved.safe - proved.mines)
    if not either:
        return Question("decide", board, "SAT")
    cell, state = rng.choice(either), rng.choice((State.KNOWN_MINE, State.NO_CLUE))
    return Question("decide", board.replace({cell: state}), "SAT", cell)


def weight(board: Board, density: Fraction) -> Fraction:
    """Return the probability that all clues are right: the weights of all layouts together.

    Cells that no clue speaks of weigh 1 together, so only layouts of the frontier are counted.
    """
    frontier = set(board.frontier)
    interior = {board.number(cell): State.NO_CLUE for cell in board.covered if cell not in frontier}
    told, weighed = board.with_states(interior).altered(density=None), Fraction(0)
    for mines in range(len(frontier) + 1):
        kb = by_elimination(told.with_total(mines))
        if kb.has_layout():
            weighed += kb.count().total * density**mines * (1 - density) ** (len(frontier) - mines)
    return weighed


def written(folder: Path, name: str, size: int, seed: int, to: str) -> dict[str, Any]:
    """Write a formula and its board; returns what the index says of it."""
    drawn_from = f"{name} {size or None} {seed}"
    board = FAMILIES[name].make(Random(drawn_from), size)
    asked = question(board, to, Random(f"question of {drawn_from}"), wants_conflict=seed % 2 == 0)
    encoding = encode(asked.board, to, weighted=asked.kind == "weighted-count")  # type: ignore[arg-type]
    stem = f"{name}-{size}-{seed:04}" if size else f"{name}-{seed:04}"
    data = encoding.to_text().encode()
    (folder / f"{stem}.{to}").write_bytes(data)
    (folder / f"{stem}.board").write_text(f"{asked.board}\n", encoding="utf-8")
    return {
        "file": f"{stem}.{to}",
        "sha256": hashlib.sha256(data).hexdigest(),
        "board": f"{stem}.board",
        "question": asked.kind,
        "cell": asked.cell,
        "expected": str(asked.expected),
        "variables": encoding.statistics.variables,
        "clauses": encoding.statistics.clauses,
    }


def main() -> None:
    """List the families, or write a folder of one."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("family", nargs="?", choices=FAMILIES, help="without one, all are listed")
    options.add_argument("--seeds", nargs=2, type=int, default=(1, 10), metavar=("FIRST", "LAST"))
    options.add_argument("--scale", type=int, metavar="N", help="rows of a square (default: 16)")
    options.add_argument("--to", metavar="FORMAT", help="default: the first of the family")
    options.add_argument("--out", type=Path, metavar="DIR", help="default: the family")
    given = options.parse_args()
    if given.family is None:
        for name, family in FAMILIES.items():
            print(f"{name:12}  {' '.join(family.formats):14}  {family.about}")
        return
    family, to = FAMILIES[given.family], given.to or FAMILIES[given.family].formats[0]
    size = family.scale if given.scale is None else given.scale
    folder, seeds = given.out or Path(given.family), range(given.seeds[0], given.seeds[1] + 1)
    if to not in family.formats:
        options.error(f"--to is {to}; {given.family} has {', '.join(family.formats)}")
    if size != family.scale and not (family.scale and 3 <= size <= 500):
        options.error(f"--scale is {size}; expected 3 to 500, or none for the expert board")
    try:
        folder.mkdir(parents=True)
        index = [written(folder, given.family, size, seed, to) for seed in seeds]
        (folder / "index.json").write_text(f"{json.dumps(index, indent=1)}\n", encoding="utf-8")
    except (OSError, LogicSweepError) as error:
        raise SystemExit(f"{folder}: {error}") from None
    print(f"{folder}: {len(index)} formulas, and index.json with their answers")


if __name__ == "__main__":
    main()
