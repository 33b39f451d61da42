"""Work out small games: how often the best play wins, and its first cells, as exact numbers.

Boards have at most 25 cells. The smallest game is worked out first, and its result written to a
file of JSON lines at once; a later run goes on where an earlier one stopped, and tries what did not
end again if it gets more time. Ctrl-C stops it. For example:

    python examples/studies/optima.py --minutes 60 --threads 2
    python examples/studies/optima.py --boards 5x5 --most 200000
    python examples/studies/optima.py --check --boards 4x4

With --check, the agent `strategist` plays every layout of the boards in the file, by each first
click, and wins as many as the file says.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from math import comb
from pathlib import Path
from time import monotonic
from typing import Any, Final

from small_games import Tree, blank, wins
from whole_games import whole_game

from logicsweep.board.first_click import FirstClick
from logicsweep.errors import LimitError
from logicsweep.limits import IN_PLAY, Budget
from logicsweep.strategy.optima import FILE, MOST_CELLS, Game, read

# A line of more cells is of little use, and has hardly a symmetry.
LONGEST_LINE: Final = 16
# In GB: more than any machine has.
MOST_MEMORY: Final = 1_000_000


def shapes() -> list[tuple[int, int]]:
    """List all boards, the small side first."""
    every = [(1, width) for width in range(2, LONGEST_LINE + 1)]
    every += [(height, width) for height in (2, 3, 4, 5) for width in range(height, MOST_CELLS)]
    return sorted(
        [(height, width) for height, width in every if height * width <= MOST_CELLS],
        key=lambda shape: (shape[0] * shape[1], shape),
    )


def solved(height: int, width: int, mines: int, given: argparse.Namespace) -> dict[str, Any]:
    """Work out a game. Raises LimitError."""
    budget = Budget(60 * given.minutes)
    game = whole_game(
        blank(height, width, mines),
        budget,
        layouts=given.most,
        threads=given.threads,
        most_bytes=int(given.memory * 2**30),
    )
    if game is None:
        raise LimitError("the kernel is missing, or has no memory for the layouts")
    first: dict[str, Any] = {}
    safe = game.first(FirstClick.SAFE, budget)
    of = comb(game.adjacency.size - 1, mines)
    # A first click without protection wins the same layouts of more.
    won = int(safe.chance * of)
    best = list(safe.best)
    first["unprotected"] = {"won": won, "of": game.layouts, "best": best}
    first["safe"] = {"won": won, "of": of, "best": best}
    opening = game.first(FirstClick.OPENING, budget)
    if opening.best:
        near = len(game.adjacency.neighbours(opening.best[0]))
        of = comb(game.adjacency.size - 1 - near, mines)
        first["opening"] = {"won": int(opening.chance * of), "of": of, "best": list(opening.best)}
    record: dict[str, Any] = {"height": height, "width": width, "mines": mines, "first": first}
    if game.layouts > IN_PLAY:
        tree = Tree(game, budget)
        tree.follow(safe.best[0], opens=False)
        if opening.best:
            tree.follow(opening.best[0], opens=True)
        if tree.steps:
            record["next"] = dict(sorted(tree.steps.items()))
    return record


def write(path: Path, records: Mapping[Game, Mapping[str, Any]]) -> None:
    """Write the lines in order, in place of what was there."""
    order = sorted(records, key=lambda key: (key[0] * key[1], key))
    lines = [json.dumps(records[key], separators=(",", ":")) + "\n" for key in order]
    beside = path.with_suffix(".new")
    beside.write_text("".join(lines), encoding="utf-8")
    beside.replace(path)


def work(given: argparse.Namespace, boards: Sequence[tuple[int, int]]) -> None:
    """Work out all games that are wanted and not known yet."""
    games = [
        (height, width, mines)
        for height, width in boards
        for mines in range(1, height * width)
        if comb(height * width, mines) <= given.most
    ]
    games.sort(key=lambda game: (comb(game[0] * game[1], game[2]), game))
    for game in games:
        records = read(given.file)
        known = records.get(game)
        if known and ("first" in known or known["minutes"] >= given.minutes * given.threads):
            continue
        start = monotonic()
        height, width, mines = game
        try:
            record = solved(*game, given)
            said = " ".join(
                f"{name} {each['won']}/{each['of']}" for name, each in record["first"].items()
            )
        except LimitError as error:
            said = f"did not end: {error}"
            record = {"height": height, "width": width, "mines": mines}
            record["minutes"] = given.minutes * given.threads
        took = monotonic() - start
        print(f"{height}x{width} with {mines} mines: {said} ({took:.1f} s)", flush=True)
        # Another run may have added something meanwhile.
        write(given.file, read(given.file) | {game: record})


def check(given: argparse.Namespace, boards: Sequence[tuple[int, int]]) -> bool:
    """Let `strategist` play all layouts of the boards in the file; whether it wins as often."""
    is_right = True
    for (height, width, mines), record in read(given.file).items():
        if (height, width) not in boards or comb(height * width, mines) > given.most:
            continue
        for name, first in record.get("first", {}).items():
            won, of = wins(blank(height, width, mines), FirstClick(name))
            is_right &= (won, of) == (first["won"], first["of"])
            said = f"won {won} of {of}, the file says {first['won']} of {first['of']}"
            print(f"{height}x{width} with {mines} mines, {name}: {said}", flush=True)
    return is_right


def _shape(text: str) -> tuple[int, int]:
    try:
        height, width = map(int, text.split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no board; expected such as 4x5") from None
    if (height, width) not in shapes():
        raise argparse.ArgumentTypeError(
            f"{text} is out of range; expected 2 to {MOST_CELLS} cells, the smaller side first"
        )
    return height, width


def main() -> int:
    """Work or check; 0 when done, 1 when a check failed, 2 for a bad file, 130 on Ctrl-C."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60, help="for each game (default: 60)")
    parser.add_argument("--threads", type=int, default=2, help="for each game (default: 2)")
    parser.add_argument("--memory", type=float, default=8, help="for each game, in GB (default: 8)")
    parser.add_argument(
        "--most", type=int, default=6_000_000, help="layouts of a game (default: 6000000)"
    )
    parser.add_argument(
        "--boards", type=_shape, nargs="+", metavar="HxW", help="only these, such as 4x5"
    )
    parser.add_argument("--file", type=Path, default=FILE, help="the file of results")
    parser.add_argument("--check", action="store_true", help="play all layouts instead")
    given = parser.parse_args()
    if not (given.minutes > 0 and 1 <= given.threads <= 64 and given.most > 0):
        parser.error("--minutes and --most are above 0, --threads are 1 to 64")
    if not 0 < given.memory <= MOST_MEMORY:
        parser.error(f"--memory is above 0, and at most {MOST_MEMORY:,}")
    boards = given.boards or shapes()
    try:
        if given.check:
            return int(not check(given, boards))
        given.file.touch()
        work(given, boards)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except (OSError, ValueError) as error:
        print(f"{given.file}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
