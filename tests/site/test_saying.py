"""The page's worker says the same as Python, letter by letter: of random boards, in node."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from logicsweep import Adjacency, Board, Cell, Layout, State, Verdict
from logicsweep.board.constraint_forms import LISTED, SENTENCES
from logicsweep.errors import InconsistentBoardError
from logicsweep.games.told.grades import Grade
from logicsweep.games.told.opening import Kind, Opening
from logicsweep.reasons import Counterexample, Explanation, Step
from logicsweep.reasons.techniques import Technique
from logicsweep.reasons.wording import (
    clue_says,
    clue_words,
    conflict_words,
    listed_cells,
    total_says,
)
from tests.conftest import TURN
from tests.judges.making import opened_at_random, random_board
from tests.site.scripting import in_node, modules_in

BOARDS = 120
SCRIPT = """
import { readFileSync } from "node:fs";
import * as saying from "./worker/saying.js";

const { boards, cases } = JSON.parse(readFileSync(0, "utf8"));
for (const board of boards) {
  board.states = Int8Array.from(board.states);
  // Lists of both kinds.
  board.near = board.near.map((cells, index) => (index % 2 ? cells : Int32Array.from(cells)));
}
const said = cases.map(([name, board, args]) => saying[name](boards.at(board), ...args));
console.log(JSON.stringify(said));
"""
# Halves of a percent and of its hundredth, what is closest to one, and what the words begin with.
HALVES = [Fraction(odd, 200) for odd in (1, 3, 25, 27, 99, 197, 199)]
HALVES += [Fraction(odd, 800) for odd in (1, 3, 5, 7, 793, 795, 797, 799)]
LIMITS = [Fraction(place, 10_000) for place in (0, 1, 2, 99, 100, 101, 9_900, 9_999, 10_000)]
NEAR = [
    at + sign * Fraction(1, 10**places)
    for at in (*HALVES, *LIMITS[1:-1])
    for sign in (-1, 1)
    for places in (9, 17, 40)
]
# Just above the middle between 12.5 % and the next number.
NEAR.append((Fraction(25, 2) + Fraction(1, 2**50) + Fraction(1, 2**300)) / 100)
CHANCES = (*HALVES, *LIMITS, *NEAR)
# What the worker speaks of: it splits no cases, and knows no 50/50s. With a proof, and without.
TECHNIQUES = [each for each in Technique if each is not Technique.CASE_SPLIT]
PROVED = (Kind.PROVED, Kind.NEEDLESS, Kind.BLUNDER)
GUESSED = (Kind.PROVED, Kind.LEAST_RISK, Kind.RISKIER)
# A mine count below the only known mine, and one of more than a thousand.
TOO_LOW = Board([[State.KNOWN_MINE, State.COVERED]], mines=0)
HUGE = Board(np.full((40, 50), State.COVERED), mines=1_500)


class Case(NamedTuple):
    """A sentence: the worker's function, its arguments after the board, and Python's words."""

    name: str
    args: list[Any]
    words: str | list[str]


def some_board(seed: int) -> Board:
    """An ordinary board: small with any mine count, or large; a few with other neighbours."""
    rng = random.Random(seed)
    if seed % 8:
        board = random_board(seed, lie=0.2)
        height, width = board.shape
        adjacency = Adjacency.knight(height, width) if seed % 3 == 0 else None
        return Board(board.grid, mines=board.mines, adjacency=adjacency)
    height, width = rng.randint(8, 50), rng.randint(8, 50)
    board = opened_at_random(seed, height, width, height * width // 6, rng.choice((0.1, 0.5)))
    least = rng.choice((0, 1, height * width // 2))
    total = rng.choice((board.mines, least, (least, height * width * 2 // 3)))
    return Board(board.grid, mines=total)


class Drawing:
    """Sentences about a board, of sources and cells that are drawn."""

    def __init__(self, seed: int, board: Board) -> None:
        self.rng = random.Random(seed)
        self.board = board
        self.clues = sorted(board.clues)
        self.covered = sorted(board.covered)

    def cases(self) -> Iterator[Case]:
        """All kinds of sentences that the board has room for."""
        yield from self.conflicts()
        if self.covered:
            yield from self.cells()
        if self.clues and self.covered:
            for _ in range(4):
                yield from self.clue()
                yield from self.reasons()

    def numbers(self, cells: Iterable[Cell]) -> list[int]:
        return [self.board.number(cell) for cell in cells]

    def some(self, cells: Sequence[Cell], most: int = 4) -> tuple[Cell, ...]:
        """Some of the cells, in reading order: none, one, or any number up to `most`."""
        number = min(self.rng.choice((0, 1, self.rng.randint(0, most))), len(cells))
        return tuple(sorted(self.rng.sample(cells, number)))

    def apart(self, cells: Sequence[Cell]) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """Some cells as mines and some as safe cells; often only one of these."""
        both = list(self.some(cells, 30))
        self.rng.shuffle(both)
        cut = self.rng.choice((0, len(both), self.rng.randint(0, len(both))))
        return tuple(sorted(both[:cut])), tuple(sorted(both[cut:]))

    def uses_total(self) -> bool:
        return self.board.mines is not None and self.rng.random() < 0.5

    def conflicts(self) -> Iterator[Case]:
        few, many = self.some(self.clues, 2), self.some(self.clues, 2_000)
        for core in (few, tuple(self.clues[:LISTED]), tuple(self.clues[: LISTED + 1]), many):
            total = self.uses_total()
            if core or total:
                error = InconsistentBoardError(core, uses_total=total)
                words = conflict_words(self.board, error)
                yield Case("conflictText", [self.numbers(core), total], words)

    def cells(self) -> Iterator[Case]:
        board, rng = self.board, self.rng
        mines, safe = self.apart(self.covered)
        last = rng.choice(("and", "or"))
        shuffled = rng.sample(self.covered, rng.randint(1, len(self.covered)))
        for cells in (shuffled, shuffled[: LISTED + 1], shuffled[:LISTED]):
            yield Case("listedCells", [self.numbers(cells), last], listed_cells(cells, last=last))
        yield Case("cellName", self.numbers(shuffled[:1]), str(shuffled[0]))
        if board.mines is not None:
            yield Case("totalSays", [], total_says(board))
            words = total_says(board, mines=mines, safe=safe)
            yield Case("totalSays", [self.numbers(mines), self.numbers(safe)], words)
        every = np.arange(board.grid.size).reshape(board.shape)
        layouts = [Layout(np.isin(every, self.numbers(part))) for part in (mines, safe)]
        differing = sorted({*mines, *safe})
        cell = rng.choice(differing or self.covered)
        words = Counterexample(board, cell, *layouts).text
        yield Case("counterexampleText", [board.number(cell), self.numbers(differing)], words)

    def clue(self) -> Iterator[Case]:
        board, cell = self.board, self.rng.choice(self.clues)
        number = board.number(cell)
        near = map(board.cell, board.adjacency.neighbours(number))
        mines, safe = self.apart([place for place in near if board.is_covered(place)])
        yield Case("clueWords", [number], clue_words(board, cell))
        yield Case("clueSays", [number], clue_says(board, cell))
        words = clue_says(board, cell, mines=mines, safe=safe)
        yield Case("clueSays", [number, self.numbers(mines), self.numbers(safe)], words)

    def reasons(self) -> Iterator[Case]:
        board, rng = self.board, self.rng
        verdict = rng.choice((Verdict.SAFE, Verdict.MINE))
        clues = self.some(self.clues) or (self.clues[0],)
        why = Explanation(board, rng.choice(self.covered), verdict, clues, self.uses_total())
        is_mine, clues_of = why.verdict is Verdict.MINE, self.numbers(why.clues)
        args = [board.number(why.cell), is_mine, clues_of, why.uses_total]
        yield Case("explanationText", args, why.text)
        yield Case("reasons", args[2:], list(why.reasons))
        step = self.step()
        parts = {
            "technique": step.technique.value,
            "clues": self.numbers(step.clues),
            "usesTotal": step.uses_total,
            "givenMines": self.numbers(step.given_mines),
            "givenSafe": self.numbers(step.given_safe),
            "mines": self.numbers(step.mines),
            "safe": self.numbers(step.safe),
        }
        yield Case("stepText", [parts], step.text)
        yield graded(self.grade(rng.choice((why, step, None))))

    def step(self) -> Step:
        rng, technique = self.rng, self.rng.choice(TECHNIQUES)
        is_single = technique is Technique.SINGLE_CLUE
        given_mines, given_safe = self.apart(self.covered)
        mines, safe = self.apart(self.covered)
        return Step(
            self.board,
            technique,
            (rng.choice(self.clues),) if is_single else self.some(self.clues),
            technique is Technique.TOTAL and self.board.mines is not None,
            given_mines,
            given_safe,
            mines,
            safe,
        )

    def grade(self, reason: Explanation | Step | None) -> Grade:
        rng, kind = self.rng, self.rng.choice(PROVED if reason else GUESSED)
        risk = some_chance(rng)
        near_risk = min(risk + Fraction(rng.randint(0, 9), 10_000), Fraction(1))
        risk, best = rng.choice(((risk, some_chance(rng)), (near_risk, risk)))
        return Grade(
            board=self.board,
            opening=Opening((rng.choice(self.covered),), {}),
            kind=kind,
            risk=risk,
            best=best,
            better=(rng.choice(self.covered),),
            level=rng.choice((0, 1, 2_000)),
            reason=reason,
        )


def some_chance(rng: random.Random) -> Fraction:
    if rng.random() < 0.5:
        return rng.choice(CHANCES)
    under = rng.getrandbits(rng.choice((3, 10, 60, 2_000))) + 1
    return Fraction(rng.randint(0, under), under)


def graded(grade: Grade) -> Case:
    """The text of a grade."""
    number = grade.board.number
    parts = {
        "kind": grade.kind.value,
        "cell": number(grade.opening.cells[0]),
        "risk": str(grade.risk),
        "best": str(grade.best),
        "better": [*map(number, grade.better)],
        "level": grade.level,
        "reason": None if grade.reason is None else grade.reason.text,
    }
    return Case("gradeText", [parts], grade.text)


def chances(board: Board) -> Iterator[Case]:
    """Grades with each of the chances: in whole percent and, where equal ones are compared, with
    decimals.
    """
    first = board.cell(0)
    for chance in CHANCES:
        for kind in (Kind.LEAST_RISK, Kind.RISKIER):
            grade = Grade(
                board=board,
                opening=Opening((first,), {}),
                kind=kind,
                risk=chance,
                best=chance,
                better=(first,),
            )
            yield graded(grade)


@pytest.mark.random
@pytest.mark.slow
def test_the_worker_says_what_python_says(tmp_path: Path) -> None:
    seeds = range(BOARDS * TURN, BOARDS * (TURN + 1))
    boards = [*map(some_board, seeds), TOO_LOW, HUGE]
    cases = [(-1, case) for case in chances(HUGE)]
    cases += [(at, Case("totalSays", [], total_says(boards[at]))) for at in (-1, -2)]
    for at, seed in enumerate(seeds):
        cases += [(at, case) for case in Drawing(seed, boards[at]).cases()]
    said = said_by_worker(boards, cases, tmp_path)
    for (at, case), words in zip(cases, said, strict=True):
        seed_words = f"seed {seeds[at]}" if at >= 0 else "no seed"
        assert words == case.words, f"{seed_words}: {case.name} {case.args}"
    texts = [words for words in said if isinstance(words, str)]
    unsaid = [name for name, template in SENTENCES.items() if not is_in(template, texts)]
    assert not unsaid


def said_by_worker(
    boards: Sequence[Board], cases: Iterable[tuple[int, Case]], folder: Path
) -> list[str | list[str]]:
    """What the modules say, as they are served, in the order of the cases; `folder` is for them."""
    modules_in(folder)
    objects = [
        {
            "height": board.height,
            "width": board.width,
            "states": board.grid.ravel().tolist(),
            "near": board.adjacency.lists,
            "total": board.total_bounds,
        }
        for board in boards
    ]
    asked = [(case.name, at, case.args) for at, case in cases]
    done = in_node(
        "--input-type=module",
        "--eval",
        SCRIPT,
        given=json.dumps({"boards": objects, "cases": asked}),
        folder=folder,
    )
    said: list[str | list[str]] = json.loads(done)
    return said


def is_in(template: str, texts: Sequence[str]) -> bool:
    """Whether a sentence of the table is in some text, whatever its placeholders are."""
    pattern = re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(template)))
    return any(pattern.search(text) for text in texts)
