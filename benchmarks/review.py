"""How long the review of a game takes, from the bytes of its replay.

    python benchmarks/review.py                    half a minute
    python benchmarks/review.py game.avf game.rmv  replays of your own

The games are won games of `exact` and whole ones of `single-point` on 30x16 with 99 mines.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from statistics import median

from timing import parser, timed

from logicsweep import Game, Setting, play, review
from logicsweep.board import FirstClick
from logicsweep.formats.replays import rawvf
from logicsweep.games import Review, agent_of, read_game
from logicsweep.games.review.mouse import Click, replay_of

EXPERT = Setting(height=16, width=30, mines=99, first_click=FirstClick.OPENING, flood=True)
GAMES = 12
TIMES = 5


def replays() -> Iterator[tuple[str, bytes]]:
    """A name and the bytes of each game."""
    for name in ("exact", "single-point"):
        kept = 0
        for seed in range(1000):
            clicks: list[Click] = []
            game = Game(EXPERT, seed=seed)
            done = play(
                game,
                agent_of(name, seed=seed),
                watch=lambda move, *_, to=clicks: to.append(
                    Click(10 * len(to), move.cell, move.flags)
                ),
            )
            # A game that was lost early says little.
            if not done.is_won and (name == "exact" or done.openings < 60):
                continue
            replay = replay_of(game.solution, None, clicks, program="", player=name)
            yield f"{name}, seed {seed}", rawvf.write(replay)
            kept += 1
            if kept == GAMES:
                break


def main() -> None:
    """Measure each game, the best of a few times."""
    options = parser(__doc__)
    options.add_argument("replays", nargs="*", type=Path, help="replays, in place of our own")
    paths = options.parse_args().replays
    games = [(path.name, path.read_bytes()) for path in paths] or list(replays())
    taken = []
    for name, data in games:

        def ask(data: bytes = data, file: str = name if paths else "a.rawvf") -> Review:
            return review(read_game(data, file_name=file))

        # The review is the same each time.
        best, judged = min((timed(ask) for _ in range(TIMES)), key=itemgetter(0))
        taken.append(best)
        kinds = ", ".join(
            f"{number} {kind.value}" for kind, number in judged.kinds.items() if number
        )
        print(f"{name:24} {len(judged.grades):4} openings {1000 * taken[-1]:6.0f} ms  {kinds}")
    print(f"median {1000 * median(taken):.0f} ms, at most {1000 * max(taken):.0f} ms")


if __name__ == "__main__":
    main()
