"""What good guesses cost: expert games of `strategist`, games with forced survival, and `best`.

    python benchmarks/guessing.py                 300 games by each first click; half a minute
    python benchmarks/guessing.py --forced        games with forced survival, two ways in turn
    LOGICSWEEP_KERNEL=python python benchmarks/guessing.py --games 50
    python benchmarks/guessing.py --jsminesweeper DIR    the best move, in turn with JSMinesweeper

Games are those of seeds from 0 on 30x16 with 99 mines, with flood opening; one process, one core,
time of the processor. `best` is asked in the positions in which the agent guessed.

DIR is a checkout of JSMinesweeper, whose solver `node` runs in a process of its own; its time is
that of the processor as well, with all threads of that process. Positions are those of seeded play
in which nothing more is proved safe. Each is asked about in turn, several times, and the median
counts; before that both programs answer all positions several times, which compiles the solver.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

import msgspec
from positions import Position, stuck
from timing import parser, report, seconds

from logicsweep import Board, Game, Move, Setting, best, play
from logicsweep.board import FirstClick
from logicsweep.formats.json import board_object
from logicsweep.games import View, agent_of
from logicsweep.games.agents.strategist import Strategist
from logicsweep.kernel import kernel_in_use
from logicsweep.lab.play import survive

# What each is to take at most, in milliseconds.
_GAME = 25.0
_GAME_IN_PYTHON = 1000.0
_BEST = 300.0

# Height, width, mines and games of the positions on which JSMinesweeper takes turns.
_SETS = ((9, 9, 10, 800), (16, 16, 40, 120), (16, 30, 99, 12))
_WARM = 4
_TURNS = 5


class Asked(Strategist):
    """Is asked for each move: it has a method of its own, so that the kernel does not play."""

    def choose(self, view: View) -> Move:
        return super().choose(view)


class Watched(Strategist):
    """Remembers the positions in which it guessed."""

    def begin(self, view: View) -> None:
        super().begin(view)
        self.stuck: list[Board] = []

    def choose(self, view: View) -> Move:
        move = super().choose(view)
        if self.decision is not None:
            self.stuck.append(view.board)
        return move


taken = partial(seconds, clock=process_time)


def measure(first_click: FirstClick, games: int) -> None:
    """All of it, by one rule of the first click."""
    setting = Setting(height=16, width=30, mines=99, first_click=first_click, flood=True)
    stuck: list[Board] = []
    play(Game(setting, seed=-1), Watched(-1))
    for seed in range(games):
        agent = Watched(seed)
        play(Game(setting, seed=seed), agent)
        stuck += agent.stuck
    times = [
        taken(partial(play, Game(setting, seed=seed), agent_of("strategist", seed=seed)))
        for seed in range(games)
    ]
    report(f"{first_click.value}: a game", times, width=32)
    times = [
        taken(partial(survive, agent_of("strategist", seed=seed), setting, seed=seed))
        for seed in range(games)
    ]
    report(f"{first_click.value}: with forced survival", times, width=32)
    report(
        f"{first_click.value}: best, {len(stuck)} positions",
        [taken(partial(best, board)) for board in stuck],
        width=32,
    )


def compare_forced(games: int) -> None:
    """Play the same games with forced survival by the kernel, and by the agent that it asks."""
    for first_click in (FirstClick.SAFE, FirstClick.OPENING):
        setting = Setting(height=16, width=30, mines=99, first_click=first_click, flood=True)
        players = ("strategist", Strategist), ("strategist, asked for each move", Asked)
        times: dict[str, list[float]] = {name: [] for name, _ in players}
        for seed in range(-1, games):
            for name, kind in players:
                times[name].append(taken(partial(survive, kind(seed), setting, seed=seed)))
        print(first_click.value)
        for name, spent in times.items():
            report(name, spent[1:], width=32)
        first, second = (sum(spent[1:]) for spent in times.values())
        print(f"  the kernel takes 1/{second / first:.1f} of the time")


def jsminesweeper(checkout: Path) -> Callable[[Position], float]:
    """A function that has JSMinesweeper find the best move; returns the seconds that it took."""
    script = Path(__file__).with_name("jsminesweeper.js")
    node = subprocess.Popen(  # noqa: S603
        ["node", str(script), str(checkout), "--seconds"],  # noqa: S607
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def ask(position: Position) -> float:
        if node.stdin is None or node.stdout is None:
            raise SystemExit("no pipe to node")
        board = board_object(Board(position.grid, mines=position.mines))
        asked = {"board": msgspec.to_builtins(board), "first_click": "safe"}
        node.stdin.write(json.dumps(asked) + "\n")
        node.stdin.flush()
        return float(json.loads(node.stdout.readline())["seconds"])

    return ask


def take_turns(checkout: Path) -> None:
    """Ask for the best move in turn with JSMinesweeper."""

    def ours(position: Position) -> float:
        return taken(partial(best, Board(position.grid, mines=position.mines)))

    theirs = jsminesweeper(checkout)
    for height, width, mines, games in _SETS:
        positions = [
            position for seed in range(games) for position in stuck(height, width, mines, seed)
        ]
        for _ in range(_WARM):
            for position in positions:
                ours(position)
                theirs(position)
        mine, others = [], []
        for position in positions:
            turns = [(ours(position), theirs(position)) for _ in range(_TURNS)]
            mine.append(median(turn[0] for turn in turns))
            others.append(median(turn[1] for turn in turns))
        print(f"\n{width}x{height}/{mines}, played until stuck: {len(positions)} positions")
        report("logicsweep", mine, width=14)
        report("JSMinesweeper", others, width=14)
        print(f"  ratio of medians {median(mine) / median(others):.2f}")


def main() -> None:
    """Read the options, play, and print."""
    options = parser(__doc__, games=300)
    options.add_argument("--jsminesweeper", type=Path, metavar="DIR")
    options.add_argument("--forced", action="store_true", help="games with forced survival alone")
    chosen = options.parse_args()
    if chosen.jsminesweeper is not None:
        take_turns(chosen.jsminesweeper)
        return
    games = chosen.games
    if chosen.forced:
        compare_forced(games)
        return
    bar = _GAME if kernel_in_use() == "native" else _GAME_IN_PYTHON
    print(f"a game is to take {bar:g} ms, best {_BEST:g} ms (with the kernel)")
    for first_click in (FirstClick.SAFE, FirstClick.OPENING):
        measure(first_click, games)


if __name__ == "__main__":
    main()
