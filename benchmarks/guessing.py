"""What good guesses cost: expert games of `strategist`, games with forced survival, and `best`.

    python benchmarks/guessing.py                 300 games by each first click; half a minute
    LOGICSWEEP_KERNEL=python python benchmarks/guessing.py --games 50

Games are those of seeds from 0 on 30x16 with 99 mines, with flood opening; one process, one core,
time of the processor. `best` is asked in the positions in which the agent guessed.
"""

from __future__ import annotations

from functools import partial
from time import process_time

from timing import parser, report, seconds

from logicsweep import Board, FirstClick, Game, Move, Setting, View, agent_of, best, play
from logicsweep.games import survive
from logicsweep.games.agents.strategist import Strategist
from logicsweep.kernel import kernel_in_use

# What each is to take at most, in milliseconds.
_GAME = 25.0
_GAME_IN_PYTHON = 1000.0
_BEST = 300.0


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
    play(Game(setting, -1), Watched(-1))
    for seed in range(games):
        agent = Watched(seed)
        play(Game(setting, seed), agent)
        stuck += agent.stuck
    times = [
        taken(partial(play, Game(setting, seed), agent_of("strategist", seed)))
        for seed in range(games)
    ]
    report(f"{first_click.value}: a game", times, width=32)
    times = [
        taken(partial(survive, setting, seed, agent_of("strategist", seed)))
        for seed in range(games)
    ]
    report(f"{first_click.value}: with forced survival", times, width=32)
    report(
        f"{first_click.value}: best, {len(stuck)} positions",
        [taken(partial(best, board)) for board in stuck],
        width=32,
    )


def main() -> None:
    """Read the options, play, and print."""
    games = parser(__doc__, games=300).parse_args().games
    bar = _GAME if kernel_in_use() == "native" else _GAME_IN_PYTHON
    print(f"a game is to take {bar:g} ms, best {_BEST:g} ms (with the kernel)")
    for first_click in (FirstClick.SAFE, FirstClick.OPENING):
        measure(first_click, games)


if __name__ == "__main__":
    main()
