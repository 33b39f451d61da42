"""Boards without guesses: our two modes, Simon Tatham's generator and ms_toollib, in turn.

    python benchmarks/dealing.py                    a minute
    python benchmarks/dealing.py --boards 200 --turns 10

Each turn deals so many boards with every program, one after the other, on one core; times are wall
time a board. Tatham's generator is the program `sgt-mines` of Debian's package `sgt-puzzles`
(`mines --generate` elsewhere), which knows the mine count; its time includes the start of the
process. ms_toollib draws layouts until one needs no guess, as the mode `uniform` does; it ignores
the mine count and combines clues within its own limits, so that it takes other layouts. What is not
installed is left out.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from statistics import mean

from timing import parser, report, seconds

from logicsweep import Setting
from logicsweep.games import NoGuess, deal

# Height, width and mines; what repairing may take at most, in Tatham's time.
REPAIRED = (
    ((9, 9, 10), None),
    ((16, 16, 40), None),
    ((16, 30, 99), 1.0),
    ((16, 30, 130), 2.0),
    ((30, 30, 200), 2.0),
    ((16, 30, 150), None),
    ((16, 30, 170), None),
)
# The same for drawing, in the time of ms_toollib.
UNIFORM = (((9, 9, 10), None), ((16, 16, 40), None), ((16, 30, 99), 10.0))

Shape = tuple[int, int, int]
# From a shape, a number of boards and the number of the first: seconds a board.
Dealer = Callable[[Shape, int, int], list[float]]


def ours(mode: str, *, total: bool) -> Dealer:
    """Our own generator."""

    def run(shape: Shape, boards: int, first: int) -> list[float]:
        setting = Setting(height=shape[0], width=shape[1], mines=shape[2])
        definition = NoGuess(total=total)
        dealt = partial(deal, setting, no_guess=definition, mode=mode)  # type: ignore[arg-type]
        return [seconds(partial(dealt, seed=seed)) for seed in range(first, first + boards)]

    return run


def tatham() -> Dealer | None:
    """Simon Tatham's generator, if it is installed."""
    program = shutil.which("sgt-mines") or shutil.which("sgt-mines", path="/usr/games")
    if program is None:
        return None

    def run(shape: Shape, boards: int, first: int) -> list[float]:
        del first  # it has no seeds for several boards
        words = [program, "--generate", str(boards), f"{shape[1]}x{shape[0]}n{shape[2]}"]
        generate = partial(subprocess.run, words, check=True, stdout=subprocess.DEVNULL)
        return [seconds(generate) / boards]

    return run


def ms_toollib() -> Dealer | None:
    """The rejection of ms_toollib (extra `bench`), if it is installed."""
    try:
        from ms_toollib import laymine_solvable
    except ImportError:
        return None

    def run(shape: Shape, boards: int, first: int) -> list[float]:
        del first
        height, width, mines = shape
        words = height, width, mines, height // 2, width // 2, 1_000_000
        return [seconds(partial(laymine_solvable, *words)) for _ in range(boards)]

    return run


def compare(
    title: str, shape: Shape, dealers: dict[str, Dealer | None], boards: int, turns: int
) -> dict[str, float]:
    """Deal in turn, and print a line for each program; returns their mean times."""
    times: dict[str, list[float]] = {}
    for turn in range(turns):
        for name, dealer in dealers.items():
            if dealer is not None:
                times.setdefault(name, []).extend(dealer(shape, boards, turn * boards))
    height, width, mines = shape
    print(f"{title}, {width}x{height}/{mines}")
    for name, taken in times.items():
        report(name, taken)
    return {name: mean(taken) for name, taken in times.items()}


def ratio(means: dict[str, float], program: str, most: float | None) -> None:
    """Print our time in that of another program."""
    if program in means:
        bar = "" if most is None else f" (at most {most})"
        print(f"  {means['logicsweep'] / means[program]:.2f} of the time of {program}{bar}")


def main() -> None:
    """Read the options, deal, and print."""
    options = parser(__doc__)
    options.add_argument("--boards", type=int, default=40, help="boards in each turn")
    options.add_argument("--turns", type=int, default=5)
    given = options.parse_args()
    for shape, most in REPAIRED:
        dealers = {"logicsweep": ours("repaired", total=True), "Tatham": tatham()}
        ratio(compare("repaired", shape, dealers, given.boards, given.turns), "Tatham", most)
    for shape, most in UNIFORM:
        dealers = {"logicsweep": ours("uniform", total=True), "ms_toollib": ms_toollib()}
        dealers["no total"] = ours("uniform", total=False)
        ratio(compare("uniform", shape, dealers, given.boards, given.turns), "ms_toollib", most)


if __name__ == "__main__":
    main()
