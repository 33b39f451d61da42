"""What the width of components costs: chances, verdicts and counts, up to boards that are refused.

    python benchmarks/width.py                             all sets; a quarter of an hour
    python benchmarks/width.py --sets wide liars --limit 10
    python benchmarks/width.py --rows 9x9 100x100
    python benchmarks/width.py --out before.json
    python benchmarks/width.py --before before.json        with the ratio to the figures of a file
    LOGICSWEEP_KERNEL=python python benchmarks/width.py --sets rules

Times are CPU time, the least of some turns of the same call with no component remembered; chances
after verdicts have one turn. A `LimitError` is an answer as well, told with the time it took. A row
ends after `--limit` seconds of CPU time. What is asked is a time, or a multiple (`x`) of the time
before. The sets:

- `play`: positions in play, their components after the verdicts alone, and the whole call;
- `half`: boards half open that are no trouble, the same;
- `wide`: those with wide components, from an array to all chances by mine count;
- `verdicts`, `layouts`: of these, all verdicts, and the exact number of layouts;
- `liars`, `rules`: verdicts, and the chances of all cells after them;
- `ms_toollib`: default verdicts beside ms_toollib (extra `bench`), ratios of medians and means;
- `others`: arrays, knowledge bases, many boards in one call, and a board opened in patches.

Boards half open have the seed 10 times their height plus the share of mines in percent, and 10,000
more for each further board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import chain
from pathlib import Path

import numpy as np
from figures import Measure, Row, add_options, alone, by_ms_toollib, tell
from positions import Position, half_open, in_patches, in_play, stuck, under_rules
from questions import (
    Boards,
    Positions,
    Question,
    after_verdicts,
    all_of,
    batch,
    chances,
    each,
    exact,
    in_kernel,
    known,
    layouts,
    proved,
    settled,
)
from timing import measured_with, parser

from logicsweep import Board, State, read_board
from logicsweep.kernel import kernel_in_use
from logicsweep.reason.solvers.names import ELIMINATION, SAT, ReasonerName

EXPERT = Path(__file__).parent.parent / "examples" / "boards" / "expert.board"
SIZES = {"9x9": "beginner", "16x16": "intermediate", "30x16": "expert"}
# Height, width, mines, and the games whose stuck positions are taken.
STUCK = {"9x9": (9, 9, 10, 300), "16x16": (16, 16, 40, 120), "30x16": (16, 30, 99, 20)}
IN_PLAY = 120
FEW = 3
# Calls of microseconds that are timed together.
TOGETHER = 20
BATCH = 4000
# The seeds of positions in play.
PLAYED = f"0-{IN_PLAY - 1}"
# Height, width, mines in percent, and the number of boards; what is asked of the largest time.
HalfOpen = tuple[int, int, int, int]
WIDE: dict[HalfOpen, str] = {
    (80, 80, 35, 1): "0.03 s",
    (100, 100, 40, 1): "0.06 s",
    (200, 200, 35, 1): "0.25 s",
    (300, 300, 35, 1): "0.8 s",
    (40, 40, 40, 100): "0.02 s at most",
}
# Side, mines and open cells in percent, and what is asked.
RULES = {
    "1L": (30, 30, 35, "0.1 s"),
    "1N": (30, 30, 35, "0.1 s"),
    "1P": (30, 35, 32, "0.1 s"),
    "U": (20, 30, 20, "0.3 s"),
    "A": (20, 30, 20, "0.3 s"),
    "Q": (20, 30, 20, "0.3 s"),
    "T": (30, 25, 30, "1 x"),
    "2L": (9, 30, 30, "1 x"),
}


@cache
def played(size: str) -> list[Position]:
    """Positions in play."""
    return in_play(SIZES[size], IN_PLAY)


@cache
def ordinary(size: str) -> list[Position]:
    """Positions in play, and those of games in which nothing more is proved safe."""
    height, width, mines, games = STUCK[size]
    made = (stuck(height, width, mines, seed) for seed in range(games))
    return [*played(size), *chain.from_iterable(made)]


def half(height: int, width: int, percent: int, count: int) -> list[Position]:
    """Boards half open."""
    return [half_open(height, width, percent, number) for number in range(count)]


def ruled(name: str, side: int, percent: int, shown: int) -> list[Board]:
    """Boards under rules, with shares of mines (which rules for layouts change) and open cells."""
    numbers = {"mines": side * side * percent // 100, "shown": side * side * shown // 100}
    return [under_rules(name, side, **numbers, seed=seed) for seed in range(FEW)]


def empty(name: str, side: int) -> list[Board]:
    """A board without clues or a mine count."""
    covered = np.full((side, side), State.COVERED)
    return [Board(covered, rules=name, density=Fraction(1, 2))]


def of_play() -> Iterator[Row]:
    """Positions in play: the work of the kernel, and the whole call."""
    for size, (*_, games) in STUCK.items():
        made, seeds = partial(ordinary, size), f"{PLAYED}, stuck 0-{games - 1}"
        for name, exactly, ask in (("chances", False, chances), ("exact", True, exact)):
            work = partial(alone, in_kernel(made, exactly=exactly), together=TOGETHER)
            yield Row(f"{size}, components, {name}", "1.0, 0.9 x", seeds, work)
            yield Row(f"{size}, whole, {name}", "", seeds, partial(alone, each(made, ask)))


def about_half(name: str, boards: HalfOpen, asked: str, how: Callable[[Positions], Measure]) -> Row:
    """A row about boards half open."""
    height, width, percent, count = boards
    seeds = f"{10 * height + percent}" + (" + 10,000 n" if count > 1 else "")
    return Row(f"{width}x{height}/{percent} %, {name}", asked, seeds, how(partial(half, *boards)))


def asking(ask: Question) -> Callable[[Positions], Measure]:
    """The way to measure a question."""
    return lambda made: partial(alone, each(made, ask))


def in_components(made: Positions) -> Measure:
    """The way to measure chances of components."""
    return partial(alone, in_kernel(made, exactly=False))


def of_half() -> Iterator[Row]:
    """Boards that tables along a line answer."""
    for boards, asked in (((50, 50, 40, FEW), "0.25 x"), ((100, 100, 30, FEW), "0.4 x")):
        yield about_half("components, chances", boards, "", in_components)
        yield about_half("chances", boards, asked, asking(chances))


def of_wide() -> Iterator[Row]:
    """From an array to all chances by mine count."""
    for boards, asked in WIDE.items():
        yield about_half("chances", boards, asked, asking(chances))


def of_verdicts() -> Iterator[Row]:
    """All verdicts of wide boards."""
    bars_of: dict[ReasonerName, tuple[str, str]] = {
        ELIMINATION: ("0.2 s", "0.6 s"),
        SAT: ("1.5 s", "6 s"),
    }
    for reasoner, bars in bars_of.items():
        ask = asking(partial(proved, reasoner=reasoner))
        for side, bar in zip((200, 300), bars, strict=True):
            yield about_half(f"verdicts, {reasoner}", (side, side, 35, 1), bar, ask)


def of_layouts() -> Iterator[Row]:
    """The exact number of layouts of wide boards."""
    for boards, asked in (((100, 100, 40, 1), "0.8 s"), ((200, 200, 35, 1), "1.5 s")):
        yield about_half("layouts", boards, asked, asking(layouts))


def then(name: str, boards: Boards, asked: str, seeds: str) -> Iterator[Row]:
    """The verdicts of boards, and the chances after them."""
    yield Row(f"{name}, verdicts", "", seeds, partial(alone, settled(boards)))
    yield Row(
        f"{name}, chances then", asked, seeds, partial(alone, after_verdicts(boards), turns=1)
    )


def of_liars() -> Iterator[Row]:
    """Boards on which clues may be wrong, though none is."""
    for height, width, liars in ((16, 30, 3), (30, 30, 1)):
        position = half_open(height, width, 30)
        board = Board(position.grid, mines=position.mines, liars=liars)
        name = f"{width}x{height}/30 %, liars {liars}"
        yield from then(name, partial(list, [board]), "0.15 s", f"{10 * height + 30}")
    board = read_board(EXPERT.read_text()).altered(liars=1)
    yield Row("expert.board, liars 1, all", "0.3 x", "7", partial(alone, all_of(lambda: [board])))


def of_rules() -> Iterator[Row]:
    """Boards under rules."""
    for name, (side, percent, shown, asked) in RULES.items():
        boards = partial(ruled, name, side, percent, shown)
        yield from then(f"{name} {side}x{side}/{percent} %, {shown} % open", boards, asked, "0-2")
    for name, side in (("T", 6), ("2T", 8)):
        work = partial(alone, all_of(partial(empty, name, side)))
        yield Row(f"{name} {side}x{side} empty, all", "1 x", "-", work)


def of_ms_toollib() -> Iterator[Row]:
    """Default verdicts, whose mean a slow tail decides."""
    how = partial(by_ms_toollib, proved)
    for size, asked in zip(SIZES, ("0.25", "0.2", "0.1"), strict=True):
        work = partial(how, partial(played, size))
        yield Row(f"{size}, verdicts, ms_toollib", f"mean {asked}", PLAYED, work)
    for side in (8, 9):
        boards = (side, side, 20, 60)
        yield about_half("verdicts, ms_toollib", boards, "mean 0.3", partial(partial, how))


def of_others() -> Iterator[Row]:
    """What wide components have no part in."""
    asks: dict[str, Question] = {
        "array to chances": chances,
        "array to verdicts": proved,
        "array to elimination": partial(proved, reasoner=ELIMINATION),
        "knowledge base": known,
    }
    for size in SIZES:
        made = partial(played, size)
        for name, ask in asks.items():
            work = partial(alone, each(made, ask), together=TOGETHER)
            yield Row(f"{size}, {name}", "1 x", PLAYED, work)
        work = partial(alone, batch(made, BATCH))
        yield Row(f"{size}, {BATCH:,} boards at once", "1 x", PLAYED, work)
    for name in ("array to chances", "array to elimination"):
        work = partial(alone, each(patches, asks[name]))
        yield Row(f"1000x1000 in patches, {name}", "1 x", "1", work)


@cache
def patches() -> list[Position]:
    """A board with thousands of components."""
    return [in_patches(1000, 1000, 200_000, 1, 0.6)]


SETS = {
    "play": of_play,
    "half": of_half,
    "wide": of_wide,
    "verdicts": of_verdicts,
    "layouts": of_layouts,
    "liars": of_liars,
    "rules": of_rules,
    "ms_toollib": of_ms_toollib,
    "others": of_others,
}


def main() -> None:
    """Read the options and measure."""
    made = parser(__doc__, sets=SETS)
    add_options(made)
    options = made.parse_args()
    rows = (row for name in options.sets for row in SETS[name]())
    tell(rows, options, measured_with(f"{kernel_in_use()} kernel"))


if __name__ == "__main__":
    main()
