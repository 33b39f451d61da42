"""How many proofs on expert boards each method misses: a study.

    python examples/studies/missed_proofs.py --out results/linear-missed

`exact` plays games on 30x16 with 99 mines; at a few positions of each, drawn at random among those
with a covered cell that is decided, agents are asked for all that they are certain about. Then
`rref` plays, and where it guesses, the others are asked for a safe cell.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from logicsweep import Board, Cell, Game, KnowledgeBase, Move, Setting, play
from logicsweep.games import GameRule, View, agent_of
from logicsweep.games.agents.deducing import DeducingAgent

POSITIONS: Final = 2000
A_GAME: Final = 4
AGENTS: Final = ("single-point", "pairwise", "subset", "rref-local", "rref", "linear")
# Those asked where `rref` guesses.
FURTHER: Final = ("subset", "linear")
EXPERT: Final = Setting(height=16, width=30, mines=99)

INTRODUCTION: Final = """\
# Proofs that matrices miss

`rref` reads the rows of the reduced matrix of all clues one by one; each verdict of `linear` is a
weighted sum of clues. Here both, and others, are asked on expert boards (30x16, 99 mines). The
knowledge base says which covered cells are decided: those that are safe, or mines, in every layout.

## In play

{positions:,} positions of games of `exact`, {a_game} of each game (seeds from 0), drawn at random
among those with a decided cell. *Without single clues* leaves out the cells that `single-point`
proves. A position is *stuck* if a safe cell is decided, but the agent is certain of none.
"""
BETWEEN: Final = """
## Where `rref` guesses

{games:,} games of `rref` (seeds from 0). At each of its {guesses:,} guesses after the first cell a
safe cell is looked for by the other agents and by the knowledge base. A guess is *needless* if
there is one.
"""
NOTES: Final = """
## What follows

- Each decided cell of these positions has a weighted sum of clues, so that `linear` misses none.
- The rows of the matrix miss few cells of a position that is drawn at random, where much is decided
  at once. They matter where little is decided: more than a fifth of the guesses of `rref`, after
  the first cell, are needless.
"""


class Asked(NamedTuple):
    """The decided cells of a position (True: mine), and those that each agent is certain about."""

    decided: dict[Cell, bool]
    certain: dict[str, dict[Cell, bool]]


def decided_on(board: Board) -> dict[Cell, bool]:
    """Return the covered cells of a board that are decided."""
    proved = KnowledgeBase(board).consequences()
    return dict.fromkeys(proved.mines, True) | dict.fromkeys(proved.safe, False)


def certain_on(board: Board, name: str) -> dict[Cell, bool]:
    """Return the cells that an agent is certain about, flags included."""
    agent = agent_of(name)
    if not isinstance(agent, DeducingAgent):
        raise TypeError(f"{name} does not say what it is certain about")
    view = View(board, rule=GameRule.CONTINUE)
    agent.begin(view)
    return {move.cell: move.flags for move in agent.certain(view)}


def has_safe(cells: dict[Cell, bool]) -> bool:
    """Tell whether one of some cells is safe."""
    return not all(cells.values())


def asked_on() -> Iterator[Asked]:
    """Yield some positions of each game of `exact`, without end and always the same ones."""
    for seed in count():
        boards: list[Board] = []

        def watch(_: Move, __: object, view: View, boards: list[Board] = boards) -> None:
            boards.append(view.board)

        play(Game(EXPERT, seed=seed), agent_of("exact", seed=seed), watch=watch)
        del boards[-1]  # the game is over there
        Random(f"positions {seed}").shuffle(boards)
        each = ((decided_on(board), board) for board in boards)
        for decided, board in islice(((some, board) for some, board in each if some), A_GAME):
            yield Asked(decided, {name: certain_on(board, name) for name in AGENTS})


def in_play(positions: int) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """Count decided cells, and those that each agent is certain about."""
    total: Counter[str] = Counter()
    tallies = {name: Counter[str]() for name in AGENTS}
    for decided, certain in islice(asked_on(), positions):
        hard = decided.keys() - certain["single-point"].keys()
        is_open = has_safe(decided)
        total["cells"] += len(decided)
        total["hard"] += len(hard)
        total["open"] += is_open
        for name, tally in tallies.items():
            claimed = certain[name]
            if not claimed.items() <= decided.items():
                raise RuntimeError(f"{name} is certain about what does not follow")
            tally["cells"] += len(claimed)
            tally["hard"] += len(claimed.keys() & hard)
            tally["stuck"] += is_open and not has_safe(claimed)
            tally["all"] += len(claimed) == len(decided)
    return total, tallies


def at_guesses(games: int) -> Counter[str]:
    """Count the guesses of `rref`, and those at which something else has a safe cell."""
    tally: Counter[str] = Counter()
    for seed in range(games):
        game = Game(EXPERT, seed=seed)
        agent = agent_of("rref", seed=seed)
        view = View(game.board, first_click=EXPERT.first_click)
        agent.begin(view)
        while not game.is_over:
            move = agent.choose(view)
            if not move.is_proved and len(view.choices) < EXPERT.cells:
                board = view.board
                tally["guesses"] += 1
                tally["needless"] += has_safe(decided_on(board))
                for name in FURTHER:
                    tally[name] += has_safe(certain_on(board, name))
            view.show(game.open(move.cell))
    return tally


def report(positions: int, games: int) -> str:
    """Write the report."""
    total, tallies = in_play(positions)
    lines = [
        INTRODUCTION.format(positions=positions, a_game=A_GAME),
        "| agent | of all decided cells | without single clues | positions with all | stuck |",
        "|---|---|---|---|---|",
    ]
    for name, tally in tallies.items():
        cells = f"{share(tally['cells'], total['cells'])} | {share(tally['hard'], total['hard'])}"
        lines.append(
            f"| `{name}` | {cells} | {share(tally['all'], positions)} | "
            f"{tally['stuck']:,} of {total['open']:,} |"
        )
    of_them = f"{total['hard']:,} of them without single clues"
    lines += ["", f"There are {total['cells']:,} decided cells, {of_them}."]
    tally = at_guesses(games)
    lines += [
        BETWEEN.format(games=games, guesses=tally["guesses"]),
        "| by | guesses with a safe cell | of all guesses |",
        "|---|---|---|",
    ]
    words = {**{name: f"`{name}`" for name in FURTHER}, "needless": "the knowledge base"}
    for name, called in words.items():
        lines.append(f"| {called} | {tally[name]:,} | {share(tally[name], tally['guesses'])} |")
    return "\n".join([*lines, NOTES])


def share(part: int, whole: int) -> str:
    """Write a share of cells or positions; nothing where there are none."""
    return f"{part:,} ({100 * part / whole:.2f} %)" if whole else ""


def main() -> None:
    """Read the options, play, and write the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("results/linear-missed"))
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--games", type=int, default=POSITIONS // A_GAME)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    text = report(given.positions, given.games)
    (given.out / "report.md").write_text(text, encoding="utf-8")
    print(f"wrote {given.out / 'report.md'}")


if __name__ == "__main__":
    main()
