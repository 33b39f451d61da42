"""Random boards of every kind, asked in random order, with all of their layouts as the judge.

One seed is one board: its neighbours, clues, total, prior, reasoner, a program, liars or
constraints, and then some questions in an order of their own, with evidence told and copies taken
in between. Nothing that was asked before may change an answer.
"""

from __future__ import annotations

import copy
import pickle
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from logicsweep import (
    Adjacency,
    Board,
    Cell,
    InconsistentBoardError,
    KnowledgeBase,
    Layout,
    State,
    Verdict,
)
from logicsweep.board import Clue, clue_model
from logicsweep.board.topology_text import TOPOLOGIES
from logicsweep.reason import REASONERS
from logicsweep.reasons import Counterexample
from logicsweep.reasons.certificates.certificate import ProofName
from tests.judges import oracle
from tests.judges.making import MODELS, any_clue, modelled, some_total
from tests.judges.reasons import Sources, beside_clues, check_explanation, check_pair
from tests.judges.relations import some_constraint, weigh

Neighbours = list[set[int]]

_MOST_COVERED: Final = 11
_ASKED: Final = 7
_TELLING: Final = 0.2
_FIRST: Final = ("total", "chances")
_QUESTIONS: Final = (
    *("consistency", "consequences", "verdict", "total", "models", "chances", "expected_mines"),
    *(
        "clue_distribution",
        "joint",
        "sample",
        "allows",
        "why",
        "needs_total",
        "step",
        "certificate",
    ),
)
_HEXAGON: Final = ((0, -1), (0, 1), (-1, 0), (1, 0))
_KNIGHT: Final = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
_EIGHT: Final = tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)
_FOUR: Final = tuple((a, b) for a, b in _EIGHT if not (a and b))

# A user's program, and what they say of the mines of a layout.
PROGRAMS: Final[dict[str, Callable[[set[int], Neighbours], bool]]] = {
    ":- mine(C), mine(D), neighbour(C,D).": lambda mines, near: all(
        near[mine].isdisjoint(mines) for mine in mines
    ),
    ":- #count { C : mine(C) } > 2.": lambda mines, _: len(mines) <= 2,
    ":- mine((0,0)).": lambda mines, _: 0 not in mines,
}


def draw_neighbours(rng: Random, height: int, width: int) -> Neighbours | None:
    """Which cells are neighbours; None for the eight around each."""
    kind = rng.choice(["eight"] * 5 + ["four", "torus", "hexagon", "knight", "any"])
    size = height * width
    if kind == "eight":
        return None
    near: Neighbours = [set() for _ in range(size)]
    if kind == "any":
        for _ in range(rng.randint(0, 2 * size)):
            one, other = rng.randrange(size), rng.randrange(size)
            if one != other:
                near[one].add(other)
                near[other].add(one)
        return near
    for number in range(size):
        row, column = divmod(number, width)
        steps = {"four": _FOUR, "knight": _KNIGHT, "torus": _EIGHT}.get(kind)
        if steps is None:  # every second row is half a cell further to the right
            further = 1 if row % 2 else -1
            steps = (*_HEXAGON, (-1, further), (1, further))
        for down, right in steps:
            at = row + down, column + right
            if kind == "torus":
                at = at[0] % height, at[1] % width
            other = at[0] * width + at[1]
            if 0 <= at[0] < height and 0 <= at[1] < width and other != number:
                near[number].add(other)
    return near


def draw_board(rng: Random) -> tuple[Board, Neighbours | None]:
    """A board with at most so many covered cells; most have a layout."""
    # Small ones of any kind, and larger ones in mid-game, with few mines and mostly open.
    is_small, least = rng.random() < 0.5, rng.choice([0, 5, 7, 7])
    while True:
        largest = 5 if is_small else 8
        height, width = rng.randint(1, largest), rng.randint(1, largest)
        size = height * width
        near = draw_neighbours(rng, height, width)
        mines = np.zeros((1, height, width), dtype=np.bool_)
        mines.flat[
            rng.sample(range(size), rng.randint(0, (size + 1) // (2 if is_small else 5)))
        ] = True
        share, exact = rng.random() if is_small else 0.9, rng.choice([0.0, 0.0, 0.3, 1.0])
        grid = np.full((height, width), State.COVERED, dtype=np.int8)
        for number in range(size):
            cell = Cell(*divmod(number, width))
            grid[cell] = _draw_state(rng, mines, cell, share, near)
        if not least <= np.isin(grid, (State.COVERED, State.FLAGGED)).sum() <= _MOST_COVERED:
            continue
        total = some_total(rng, int(mines.sum()), size)
        density = (
            Fraction(rng.randint(1, 99), rng.choice([100, 1000])) if rng.random() < 0.6 else None
        )
        adjacency = None if near is None else _named(Adjacency.of(near), height, width)
        board = Board(grid, mines=total, density=density, adjacency=adjacency)
        model = clue_model(rng.choice(MODELS)) if rng.random() < 0.4 else None
        changes = {
            cell: modelled(rng, board, cell, clue, model)
            if model
            else any_clue(rng, board, cell, clue)
            for cell, clue in board.clues.items()
            if isinstance(clue, int) and rng.random() > exact
        }
        try:
            return board.replace(changes), near
        except ValueError:  # a bound above the number of neighbours
            continue


def _named(drawn: Adjacency, height: int, width: int) -> Adjacency:
    """On every second size the topology with these neighbours, of which there is a program."""
    for name, make in TOPOLOGIES.items() if (height + width) % 2 else ():
        if name in ("torus", "cylinder") and min(height, width) < 3:
            continue
        if (known := make(height, width)) == drawn:
            return known
    return drawn


def _draw_state(
    rng: Random, mines: oracle.Masks, cell: Cell, share: float, near: Neighbours | None
) -> int:
    if mines[0][cell]:
        return rng.choice([State.COVERED] * 8 + [State.FLAGGED, State.KNOWN_MINE])
    if rng.random() > share:
        return rng.choice([State.COVERED] * 8 + [State.FLAGGED])
    if rng.random() < 0.1:
        return State.NO_CLUE
    count = int(oracle.around(mines, cell, near)[0])
    return max(0, count - 1) if rng.random() < 0.02 else count


class World:
    """What the oracle knows of a board: its layouts, and what each weighs."""

    def __init__(
        self, board: Board, near: Neighbours | None, options: Mapping[str, Any], density: Fraction
    ) -> None:
        self.board = board
        self.near = near
        self.options = options
        self.density = board.density or density
        self.layouts = oracle.layouts(board, near, liars=options.get("liars", 0))
        obeys = PROGRAMS.get(options.get("program", ""))
        if obeys is not None:
            neighbours = near or draw_eight(board)
            kept = [
                obeys(set(np.flatnonzero(layout).tolist()), neighbours) for layout in self.layouts
            ]
            self.layouts = self.layouts[kept]
        # Boards with liars or a program have no likelihoods, so that the prior is all there is.
        weighed = Board(
            board.grid,
            uncertain=board.uncertain,
            mines=board.mines,
            density=self.density,
            adjacency=board.adjacency,
        )
        if options.get("liars"):
            weighed = weighed.replace(dict.fromkeys(board.clues, State.NO_CLUE))
        self.weights = oracle.weigh(weighed, self.layouts, near)
        judged = options.get("judged", ())
        if judged:
            more = [weigh(judged, frozenset(np.flatnonzero(one).tolist())) for one in self.layouts]
            self.weights = [a * b for a, b in zip(self.weights, more, strict=True) if b]
            self.layouts = self.layouts[[bool(one) for one in more]]
        self.mass = sum(self.weights, Fraction(0))

    @property
    def sources(self) -> Sources:
        """Each source of a verdict."""
        board, masks = self.board, oracle.placements(self.board)
        wrong = oracle.contradictions(board, masks, self.near)
        obeys, near = PROGRAMS.get(self.options.get("program", "")), self.near or draw_eight(board)
        satisfies = obeys and (lambda mines: obeys(mines, near))
        others = beside_clues(board, masks, self.options.get("judged", ()), satisfies)
        clues = {cell: ~contradict for cell, contradict in wrong.items()}
        return Sources(masks, clues, others, self.options.get("liars", 0))

    def share(self, which: Callable[[oracle.Masks], bool]) -> Fraction:
        """How likely it is that a layout is one of these."""
        held = zip(self.layouts, self.weights, strict=True)
        return sum((weight for layout, weight in held if which(layout)), Fraction(0)) / self.mass

    def chances(self) -> dict[Cell, Fraction]:
        """The chance of a mine in each covered cell."""
        return {
            cell: self.share(lambda layout, cell=cell: bool(layout[cell]))  # type: ignore[misc]
            for cell in self.board.covered
        }

    def after(self, changes: Mapping[Cell, int | Clue]) -> World:
        """What the oracle knows once more is told. Raises ValueError for what cannot be."""
        return World(self.board.replace(changes), self.near, self.options, self.density)


def draw_eight(board: Board) -> Neighbours:
    """The eight cells around each, as numbers."""
    numbers = np.arange(board.grid.size).reshape(board.grid.shape)
    return [
        {
            int(other)
            for other in numbers[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].flat
            if other != numbers[row, column]
        }
        for row in range(board.height)
        for column in range(board.width)
    ]


def draw_options(rng: Random, board: Board) -> dict[str, Any]:
    """The reasoner, and now and then a program, liars, or constraints with their judges."""
    has_likelihoods = any(clue.likelihood for clue in board.uncertain.values())
    kind = rng.random()
    if kind < 0.1 and board.clues and not has_likelihoods:
        return {"liars": rng.randint(1, min(2, len(board.clues)))}
    if kind < 0.2:
        return {"program": rng.choice(list(PROGRAMS))}
    reasoner = rng.choice([*REASONERS, "sat", "sat"])
    if kind < 0.35:
        cells = range(board.grid.size)
        judged = [some_constraint(rng, cells, f"c{n}", most=5) for n in range(rng.randint(1, 2))]
        return {"reasoner": reasoner, "judged": judged}
    return {"reasoner": reasoner}


def knowledge_of(board: Board, options: Mapping[str, Any]) -> KnowledgeBase:
    """A knowledge base; of constraints with judges it gets the constraints."""
    given = dict(options)
    judged = given.pop("judged", ())
    return KnowledgeBase(board, **given, constraints=[one.constraint for one in judged])


class Session:
    """A knowledge base and what is true of it, asked at random."""

    def __init__(self, kb: KnowledgeBase, world: World, rng: Random) -> None:
        self.kb = kb
        self.world = world
        self.rng = rng
        self.start = kb.board

    def fork(self) -> Session:
        """The same in a knowledge base of its own."""
        how = self.rng.choice([copy.copy, copy.deepcopy, lambda kb: pickle.loads(pickle.dumps(kb))])  # noqa: S301
        forked = Session(how(self.kb), self.world, self.rng)
        forked.start = self.start
        return forked

    def ask(self, name: str = "") -> str:
        """Ask one question, or tell something, at random if it is not named; returns which."""
        if not name:
            name = "tell" if self.rng.random() < _TELLING else self.rng.choice(_QUESTIONS)
        if name != "tell" and not len(self.world.layouts):
            name = "refusal"
        getattr(self, f"ask_{name}")()
        return name

    @property
    def _density(self) -> Fraction | None:
        return None if self.kb.board.density is not None else self.world.density

    def _some_cell(self) -> Cell | None:
        covered = self.world.board.covered
        return self.rng.choice(covered) if covered else None

    def ask_consistency(self) -> None:
        assert self.kb.has_layout() == bool(len(self.world.layouts))

    def ask_refusal(self) -> None:
        """Of a board that no layout agrees with: what it says, and that its core is one."""
        kb, cell = self.kb, self._some_cell() or Cell(0, 0)
        assert not kb.has_layout()
        question = self.rng.choice(
            [
                kb.consequences,
                kb.needs_total,
                lambda: kb.verdict(cell),
                lambda: kb.count(density=self._density).total,
                lambda: kb.joint([cell], density=self._density),
                lambda: kb.sample(n=1, seed=0, density=self._density),
            ]
        )
        with pytest.raises(InconsistentBoardError) as caught:
            question()
        error, board = caught.value, self.world.board
        if error.uses_program or error.liars or error.constraints:
            return
        assert error.core is not None
        assert not self._left(set(error.core), uses_total=bool(error.uses_total)).any(), board

    def ask_consequences(self) -> None:
        found = self.kb.consequences()
        assert (set(found.mines), set(found.safe)) == oracle.verdicts_of(
            self.world.board, self.world.layouts
        )

    def ask_verdict(self) -> None:
        cell = self._some_cell() or Cell(0, 0)
        found = self.kb.verdict(cell)
        mines = self.world.layouts[:, cell.row, cell.column]
        expected = Verdict.MINE if mines.all() else Verdict.UNDETERMINED
        assert found is (expected if mines.any() else Verdict.SAFE)

    def ask_total(self) -> None:
        assert self.kb.count().total == len(self.world.layouts)

    def ask_models(self) -> None:
        if self.kb.program is not None or self.kb.liars:
            return self.ask_total()
        count = self.kb.count(engine="models", density=self._density)
        assert count.total == len(self.world.layouts)
        assert count.fractions() == self.world.chances()
        return None

    def ask_chances(self) -> None:
        count = self.kb.count(density=self._density)
        chances = self.world.chances()
        if self.rng.random() < 0.5:
            floats = count.probabilities()
            for cell, chance in chances.items():
                assert abs(floats[cell] - float(chance)) < 1e-12
                assert (floats[cell] == 0, floats[cell] == 1) == (chance == 0, chance == 1)
        assert count.fractions() == chances
        if chances and self.rng.random() < 0.5:
            lowest = min(chances.values())
            best = tuple(cell for cell, chance in chances.items() if chance == lowest)
            least = count.least_risky()
            assert (least.cells, least.probability) == (best, lowest)
        assert count.total == len(self.world.layouts)

    def ask_expected_mines(self) -> None:
        counts = self.world.layouts.sum(axis=(1, 2)).tolist()
        expected = sum(
            (weight * mines for mines, weight in zip(counts, self.world.weights, strict=True)),
            Fraction(0),
        )
        assert self.kb.count(density=self._density).expected_mines == expected / self.world.mass

    def ask_clue_distribution(self) -> None:
        cell = self._some_cell()
        if cell is None:
            return self.ask_total()
        shows: dict[int | None, Fraction] = defaultdict(Fraction)
        held = oracle.around(self.world.layouts, cell, self.world.near).tolist()
        for layout, near, weight in zip(self.world.layouts, held, self.world.weights, strict=True):
            shows[None if layout[cell] else near] += weight / self.world.mass
        found = self.kb.clue_distribution(cell, density=self._density)
        assert found.mine == shows.pop(None, Fraction(0))
        assert {n: chance for n, chance in enumerate(found.clues) if chance} == shows
        return None

    def ask_joint(self) -> None:
        covered = self.world.board.covered
        cells = self.rng.sample(covered, min(len(covered), self.rng.randint(0, 3)))
        joint: dict[tuple[bool, ...], Fraction] = defaultdict(Fraction)
        for layout, weight in zip(self.world.layouts, self.world.weights, strict=True):
            joint[tuple(bool(layout[cell]) for cell in cells)] += weight / self.world.mass
        assert self.kb.joint(cells, density=self._density) == joint

    def ask_sample(self) -> None:
        possible = {
            layout.tobytes(): weight
            for layout, weight in zip(self.world.layouts, self.world.weights, strict=True)
        }
        for layout in self.kb.sample(n=3, seed=self.rng.randrange(9), density=self._density):
            assert possible[layout.tobytes()] > 0

    def ask_allows(self) -> None:
        self.kb.has_layout()
        masks = oracle.placements(self.world.board)
        mask = masks[self.rng.randrange(len(masks))]
        expected = any((mask == layout).all() for layout in self.world.layouts)
        assert self.kb.allows(Layout(mask)) == expected
        self.ask_total()

    def ask_why(self) -> None:
        """An explanation suffices, and no source of it can be spared; or two layouts differ."""
        cell = self._some_cell()
        if cell is None:
            return self.ask_total()
        mines = self.world.layouts[:, cell.row, cell.column]
        if mines.any() != mines.all():
            ask = self.rng.choice([self.kb.counterexample, self.kb.witness])
            pair = ask(cell)
            assert isinstance(pair, Counterexample)
            return check_pair(pair, self.world.layouts)
        found = self.kb.explain(cell, smallest=self.rng.random() < 0.3)
        assert found.verdict is (Verdict.MINE if mines.any() else Verdict.SAFE)
        return check_explanation(found, self.world.sources)

    def ask_needs_total(self) -> None:
        if self.kb.board != self.start:  # of one that was told more it says what was needed then
            return self.ask_total()
        alone = Board(
            self.start.grid, uncertain=self.start.uncertain, adjacency=self.start.adjacency
        )
        without = World(alone, self.world.near, self.world.options, self.world.density)
        assert self.kb.needs_total() == (
            oracle.verdicts_of(alone, without.layouts)
            != oracle.verdicts_of(self.start, self.world.layouts)
        )
        return None

    def ask_step(self) -> None:
        """The easiest deduction is a verdict, and there is one if there is anything to find."""
        if self.kb.program is not None or self.kb.liars:
            return self.ask_total()
        verdicts = oracle.verdicts_of(self.world.board, self.world.layouts)
        assert verdicts is not None
        mines, safe = verdicts
        step = self.kb.next_step()
        news = {cell for cell in mines if self.world.board[cell] != State.FLAGGED} | safe
        assert (step is None) == (not news)
        if step is not None:
            assert set(step.mines) <= mines
            assert set(step.safe) <= safe
        return None

    def ask_certificate(self) -> None:
        """A certificate claims what is so, and is a proof."""
        cell = self._some_cell()
        is_plain = self.kb.program is None and not self.kb.liars
        if cell is None or not is_plain or "judged" in self.world.options:
            return self.ask_total()
        mines = self.world.layouts[:, cell.row, cell.column]
        if mines.any() != mines.all():
            return self.ask_verdict()
        kinds: tuple[ProofName, ...] = ("drup", "veripb")
        for kind in kinds:
            found = self.kb.certificate(cell, proof=kind)
            assert (found.verdict is Verdict.MINE) == bool(mines.any())
            found.check()
        return None

    def _left(self, clues: set[Cell], *, uses_total: bool) -> oracle.Masks:
        """Which placements agree with some clues, and with the total if it is used."""
        board = self.world.board
        masks = oracle.placements(board)
        left = oracle.meets_total(board, masks) | (not uses_total)
        for clue, wrong in oracle.contradictions(board, masks, self.world.near).items():
            if clue in clues:
                left &= ~wrong
        return left

    def ask_tell(self) -> None:
        """Tell what is so in some layout, or anything; what is refused changes nothing."""
        cell = self._some_cell()
        if cell is None:
            return
        told = self._something(cell)
        before = self.kb.board
        least = told.lower if isinstance(told, Clue) else told
        if least > len(self.world.board.neighbours(cell)):
            with pytest.raises((ValueError, InconsistentBoardError)):
                self.kb.tell(cell, told)
            assert self.kb.board == before
            return
        after = self.world.after({cell: told})
        known = oracle.verdicts_of(self.world.board, self.world.layouts)
        new = oracle.verdicts_of(after.board, after.layouts)
        refused: AbstractContextManager[object] = nullcontext()
        if known is None or new is None:
            refused = pytest.raises(InconsistentBoardError)
        with refused:
            found = self.kb.tell(cell, told)
        if known is None or new is None:
            assert self.kb.board == before
            return
        assert set(found.mines) == new[0] - known[0]
        assert set(found.safe) == new[1] - known[1]
        self.world = after

    def _something(self, cell: Cell) -> int | Clue:
        if self.rng.random() < 0.2 or not len(self.world.layouts):
            return self.rng.choice([0, 1, 2, State.KNOWN_MINE, State.NO_CLUE, Clue(1, 2)])
        layout = self.world.layouts[self.rng.randrange(len(self.world.layouts))]
        if layout[cell]:
            return State.KNOWN_MINE
        count = int(oracle.around(layout[None], cell, self.world.near)[0])
        return self.rng.choice([count, count, State.NO_CLUE, Clue(max(0, count - 1), count + 1)])


def check(seed: int) -> None:
    """Draw a board and ask about it; what fails says with which seed, board and questions."""
    rng = Random(seed)
    board, near = draw_board(rng)
    options = draw_options(rng, board)
    asked: list[str] = []
    try:
        world = World(board, near, options, Fraction(rng.randint(1, 9), 10))
        # A first question is answered in ways of its own; so several knowledge bases have one.
        for name in _FIRST:
            Session(knowledge_of(board, options), world, rng).ask(name)
            asked.append(f"{name} first")
        sessions = [Session(knowledge_of(board, options), world, rng)]
        for _ in range(_ASKED):
            place = rng.randrange(len(sessions))
            if rng.random() < 0.15:
                sessions.append(sessions[place].fork())
                asked.append(f"copy {place}")
            asked.append(f"{sessions[place].ask()} of {place}")
    except BaseException as error:
        error.add_note(
            f"seed {seed}, {options}, asked {asked} and the one that failed, of\n{board}"
        )
        raise
