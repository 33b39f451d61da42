"""The linear programs of reference system B for optimistic and cautious clues: a study.

    python examples/studies/linear_program_study.py --out results/b-program

It takes the extra `experiments`. Two agents play with uncertain clues: `rref`, which takes every
clue as exact, as B's agent does where its program fails, and `logic`, which only concludes what is
proved. Wherever one has to guess, B's linear program of that position is solved by HiGHS, with the
variables bounded below alone, as B has them, and with the bounds 0 and 1.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from scipy.optimize import linprog

from logicsweep import Agent, Game, Layout, Move, Setting, State, play
from logicsweep.board import FirstClick
from logicsweep.games import GameRule, View
from logicsweep.games.agents.deducing import DeducingAgent
from logicsweep.games.agents.registry import agent_class

GAMES: Final = 10
MINES: Final = (10, 20, 30)
MODELS: Final = ("optimistic", "cautious")
PLAYERS: Final = ("rref", "logic")
# What HiGHS calls the end of a program; 4 is any trouble with numbers.
ENDS: Final = {0: "optimal", 2: "infeasible", 3: "unbounded", 4: "unclear"}
# What the solver says is so far from a whole number at most.
CLOSE: Final = 1e-6

INTRODUCTION: Final = """\
# B: its linear program

Reference system B describes uncertain clues by a linear program: it maximises the sum of the
variables, one for each cell that is not known, subject to `Ax >= b` for optimistic clues and
`Ax <= b` for cautious ones, and to `x >= 0`. A row is a clue, less the mines known around it, or
the mine count. B reports that its two-phase simplex failed on every board.

Here HiGHS solves these programs on 10x10 boards with {mines} mines, {games} games each (seeds 0 to
{last}), at each position where the agent has to guess. `rref` takes every clue as exact, as B's
agent does after its program failed, so that the cells that it knows can be wrong; `logic` knows
only what is proved.
"""
NOTES: Final = """\
## What follows

- **Optimistic clues**: without upper bounds the program is unbounded at every position, since it
  maximises a sum that is bounded below alone: B's second guess, that the sum can grow for ever, is
  right, and its first, that no point is feasible, is not. With `x <= 1` all cells are mines in the
  only optimal solution, so that its mines are wrong as often as cells are safe.
- **Cautious clues**: the mine count bounds the sum, so the program has an optimal solution, unless
  a right side is negative. That takes a known mine that is none: it never happens to `logic`. B's
  own example has two rows with the right sides 1 and 17, and 17 mines in one cell without clues are
  an optimal solution. That its simplex failed there is the fault of the implementation; B does not
  print the functions that would show it. The solution would be of no use: it puts the missing mines
  into whatever cells no clue is about.
- The agent `simplex` has the same inequalities, with the bounds 0 and 1 and the mine count as an
  equation. It does not read off one optimal solution, in which a cell can be 0 or 1 by chance, but
  asks for the least and the greatest value of each cell: these are proofs, and no flag of it was
  wrong in [the games with uncertain clues](../b-uncertain/report.md).
"""


class Program(NamedTuple):
    """A linear program of B: the cells that are not known by number, and the rows."""

    cells: list[int]
    matrix: np.ndarray[Any, Any]
    right: np.ndarray[Any, Any]


class Solved(NamedTuple):
    """What became of a program: its end, and by cell the value in the optimal solution."""

    end: str
    values: dict[int, float]


class Watched(Agent):
    """Plays as another agent does, and notes the program of each position in which that guesses."""

    name = "watched"

    def __init__(self, player: DeducingAgent) -> None:
        super().__init__(player.seed)
        self.player = player
        self.programs: list[Program] = []

    def begin(self, view: View) -> None:
        """See `Agent`."""
        self.player.begin(view)

    def choose(self, view: View) -> Move:
        """See `Agent`."""
        move = self.player.choose(view)
        if not move.is_proved:
            # What an agent found is its own business, but no other way leads to it.
            found = self.player._found.items()  # noqa: SLF001
            program = program_of(view, {view.number(cell): mine for cell, mine in found})
            if program is not None:
                self.programs.append(program)
        return move


def watched(name: str, seed: int) -> Watched:
    """Make a watched agent."""
    player = agent_class(name)(seed)
    if not isinstance(player, DeducingAgent):
        raise TypeError(f"{name} notes nothing that it found")
    return Watched(player)


def program_of(view: View, found: dict[int, bool]) -> Program | None:
    """Make B's program of a position and what an agent found.

    None if no cell is unknown, or the mine count is.
    """
    mines = {number for number, mine in found.items() if mine}
    mines |= {number for number, state in enumerate(view.states) if state == State.KNOWN_MINE}
    covered = {number for number, state in enumerate(view.states) if state == State.COVERED}
    cells = sorted(covered - found.keys())
    if not cells or not isinstance(view.mines, int):
        return None
    place = {number: column for column, number in enumerate(cells)}
    rows, right = [np.ones(len(cells))], [view.mines - len(mines)]
    for number, state in enumerate(view.states):
        clue = view.uncertain.get(view.cell(number))
        shown = state if clue is None else clue.shown
        near = view.adjacency.lists[number]
        columns = [place[cell] for cell in near if cell in place]
        if shown is None or shown < 0 or not columns:
            continue
        row = np.zeros(len(cells))
        row[columns] = 1
        rows.append(row)
        right.append(shown - len(mines.intersection(near)))
    return Program(cells, np.array(rows), np.array(right, dtype=float))


def solved(program: Program, model: str, *, is_bounded: bool) -> Solved:
    """Solve a program for a clue model, with the bounds 0 and 1, or 0 alone."""
    sign = -1 if model == "optimistic" else 1
    result = linprog(
        -np.ones(len(program.cells)),
        A_ub=sign * program.matrix,
        b_ub=sign * program.right,
        bounds=(0, 1 if is_bounded else None),
        method="highs",
    )
    end = ENDS.get(result.status, "unclear")
    values = dict(zip(program.cells, result.x, strict=True)) if end == "optimal" else {}
    return Solved(end, values)


def count(tally: Counter[str], answer: Solved, layout: Layout) -> None:
    """Add a solved program to the counts; cells that it calls safe or mines are checked."""
    tally["positions"] += 1
    tally[answer.end] += 1
    mines = {row * layout.mask.shape[1] + column for row, column in layout.mines}
    for number, value in answer.values.items():
        if value < CLOSE:
            tally["safe"] += 1
            tally["safe, wrong"] += number in mines
        elif abs(value - 1) < CLOSE:
            tally["mines"] += 1
            tally["mines, wrong"] += number not in mines
        else:
            tally["above 1"] += value > 1
            tally["fractions"] += value < 1


def tallies(games: int) -> dict[tuple[str, str, bool], Counter[str]]:
    """Play the games and count, by clue model, player, and whether variables are at most 1."""
    counts: dict[tuple[str, str, bool], Counter[str]] = {}
    for model in MODELS:
        for name in PLAYERS:
            for mines in MINES:
                setting = Setting(
                    height=10,
                    width=10,
                    mines=mines,
                    rule=GameRule.CONTINUE,
                    first_click=FirstClick.UNPROTECTED,
                    flood=False,
                    clues=model,
                )
                for seed in range(games):
                    game, agent = Game(setting, seed=seed), watched(name, seed)
                    play(game, agent)
                    for program in agent.programs:
                        for is_bounded in (False, True):
                            answer = solved(program, model, is_bounded=is_bounded)
                            tally = counts.setdefault((model, name, is_bounded), Counter())
                            count(tally, answer, game.solution)
    return counts


def report(games: int) -> str:
    """Write the report on so many games of each agent, mine count and clue model."""
    counts = tallies(games)
    ends = [
        "| clues | agent | bounds | positions | optimal | infeasible | unbounded | unclear |",
        "|---|---|---|---|---|---|---|---|",
    ]
    cells = [
        "| clues | agent | bounds | 0 | of these mines | 1 | of these safe | above 1 | between |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for (model, name, is_bounded), tally in counts.items():
        about = f"| {model} | `{name}` | {'0 <= x <= 1' if is_bounded else 'x >= 0'} |"
        numbers = [tally[key] for key in ("positions", *ENDS.values())]
        ends.append(f"{about} {' | '.join(f'{number:,}' for number in numbers)} |")
        if tally["optimal"]:
            cells.append(
                f"{about} {tally['safe']:,} | {share(tally, 'safe')} | {tally['mines']:,} | "
                f"{share(tally, 'mines')} | {tally['above 1']:,} | {tally['fractions']:,} |"
            )
    *first, final = map(str, MINES)
    introduction = INTRODUCTION.format(
        mines=f"{', '.join(first)} and {final}", games=games, last=games - 1
    )
    tables = ["## How the programs end", "", *ends, "", "## What the optimal solutions say", ""]
    tables += ["Numbers of cells, over all positions with an optimal solution.", "", *cells]
    return "\n".join([introduction, *tables, "", NOTES])


def share(tally: Counter[str], what: str) -> str:
    """Return the share of wrong cells among those that solutions call safe or mines."""
    if not tally[what]:
        return ""
    return f"{100 * tally[f'{what}, wrong'] / tally[what]:.1f} %"


def main() -> None:
    """Read the options, play, and write the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("results/b-program"))
    parser.add_argument("--games", type=int, default=GAMES)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "report.md").write_text(report(given.games), encoding="utf-8")
    print(f"wrote {given.out / 'report.md'}")


if __name__ == "__main__":
    main()
