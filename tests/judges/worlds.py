"""The judge of combinations: every layout of a small board, whatever is known of it, by definition.

A world is a layout, under a rule with a key together with a key. Each is tried, and weighed by what
it makes of clues, mine count, rules and of what is known beside the board. Only the states of cells
and the signs of clues are taken from the board; the rest is said by the other judges.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep import Board, Cell, KnowledgeBase, State, Verdict
from logicsweep.board import clue_model
from logicsweep.board.clue import Around
from logicsweep.constraints.factors import SourceKind
from logicsweep.system.statements import statements_of
from logicsweep.system.system import position_of
from tests.judges import keys, near_rules, oracle, player, ruled_boards, rules
from tests.judges.fuzz import PROGRAMS, Neighbours, draw_eight
from tests.judges.reasons import Sources, beside_clues, holds
from tests.judges.relations import Judged, weigh
from tests.judges.rules import Masks, Shown
from tests.judges.rules_at_once import which_may_show, which_satisfy

Which = NDArray[np.bool_]


class Beside(NamedTuple):
    """What is known beside the board: wrong clues, a program, constraints with their judges.

    And the prior of a mine in each cell, row by row, if cells differ.
    """

    liars: int = 0
    program: str = ""
    judged: tuple[Judged, ...] = ()
    priors: tuple[tuple[Fraction, ...], ...] = ()

    @property
    def arguments(self) -> dict[str, Any]:
        """What a board does not carry, as `KnowledgeBase` takes it."""
        return {"program": self.program} if self.program else {}

    def carried_by(self, board: Board) -> Board:
        """The board with what a board carries of it."""
        more: dict[str, Any] = {"density": self.priors} if self.priors else {}
        constraints = [one.constraint for one in self.judged]
        return board.altered(liars=self.liars, constraints=constraints, **more)


NOTHING: Final = Beside()


def knowledge_base(board: Board, beside: Beside, **options: Any) -> KnowledgeBase:
    """A knowledge base of all of it: the one place that says how a combination is handed over."""
    if not (board.liars or board.constraints or board.priors):
        board = beside.carried_by(board)
    return KnowledgeBase(board, **beside.arguments, **options)


class Worlds:
    """All worlds of a board, and what each of them weighs; `near` are the neighbours of each cell.

    `near` is None for the eight around each cell.
    """

    def __init__(
        self, board: Board, near: Neighbours | None = None, beside: Beside = NOTHING
    ) -> None:
        self.board = board
        self.near = near
        self.beside_each = near if near is None else sides_of(board) or near
        self.beside = beside
        every = [part.name for part in board.rules.clue.every]
        self.rule: Final = every[0]  # of what cells show when they are opened
        masks = oracle.placements(board)
        self.keys: list[Any] = [None] * len(masks)
        for keyed in keys.SHOWS.keys() & {*every}:
            pairs = [(mask, key) for mask in masks for key in keys.keys(keyed, mask)]
            self.keys = [key for _, key in pairs]
            masks = np.array([mask for mask, _ in pairs]).reshape(-1, *board.shape)
        self.every: Masks = masks
        self._chances = {cell: self._chances_of(cell) for cell in board.clues}
        is_allowed = self.agreeing()
        self.masks: Masks = masks[is_allowed]
        self.kept: Final = np.flatnonzero(is_allowed).tolist()

    def agreeing(
        self,
        clues: Collection[Cell] | None = None,
        *,
        total: bool = True,
        others: bool = True,
        program: bool = True,
        liars: bool = True,
    ) -> Which:
        """Which of all placements agree with some clues, and with what else counts.

        Args:
            clues: These alone count; None for all.
            total: Whether the mine count does.
            others: Whether rules for layouts and constraints do.
            program: Whether the program does.
            liars: Whether as many clues may be wrong as may; otherwise none.
        """
        wrong = np.zeros(len(self.every), dtype=np.intp)
        for cell, chances in self._chances.items():
            if clues is None or cell in clues:
                wrong += np.array([not chance for chance in chances], dtype=np.bool_)
        agrees: Which = wrong <= (self.beside.liars if liars else 0)
        if total:
            agrees &= oracle.meets_total(self.board, self.every)
        if others:
            for rule in self.board.rules.layout:
                agrees &= obeying(rule.name, self.every, self.beside_each)
            judged = self.beside.judged
            agrees &= np.array([bool(weigh(judged, mines)) for mines in self._mines], dtype=bool)
        obeys = PROGRAMS.get(self.beside.program)
        if program and obeys is not None:
            near = self.near or draw_eight(self.board)
            agrees &= np.array([obeys(set(mines), near) for mines in self._mines], dtype=bool)
        return agrees

    @cached_property
    def sources(self) -> Sources:
        """Each source of a verdict, by itself; under a rule with a key with any marking of its key.

        What a rule says at one place, and of a key that need not be one, the judges do not know:
        for these the constraints of the package are evaluated.
        """
        board, statements = self.board, statements_of(self.board)
        placements = oracle.placements(board)
        marks = placements.reshape(len(placements), -1)
        hidden = statements.hidden.key_cells
        if hidden:
            marked = (np.arange(1 << hidden)[:, None] >> np.arange(hidden)) & 1 == 1
            tiled = np.tile(marked, (len(marks), 1))
            marks = np.hstack([np.repeat(marks, len(marked), axis=0), tiled])
        masks = marks[:, : board.grid.size].reshape(-1, *board.shape)
        clues = {
            cell: holds(statements.clue(position_of(board), board.number(cell)), marks)
            if hidden
            else self.agreeing((cell,), total=False, others=False, program=False, liars=False)
            for cell in board.clues
        }
        obeys, near = PROGRAMS.get(self.beside.program), self.near or draw_eight(board)
        satisfies = obeys and (lambda mines: obeys(mines, near))
        others = beside_clues(board, masks, self.beside.judged, satisfies)
        for row in statements.others:
            if row.source.kind is SourceKind.RULE:
                others[row.source] = holds(row, marks) & others.get(row.source, True)
        return Sources(masks, clues, others, self.beside.liars)

    def contradicted(self, world: int) -> frozenset[Cell]:
        """The clues that a placement contradicts."""
        return frozenset(cell for cell, chances in self._chances.items() if not chances[world])

    def prior(self, which: Sequence[int]) -> list[Fraction]:
        """What some placements weigh, whatever clues say: by constraints and mine count."""
        grid = self.board.grid.copy()
        for cell in self.board.clues:
            grid[cell] = State.NO_CLUE
        bare = Board(grid, mines=self.board.mines, density=self.board.density)
        weights = oracle.weigh(bare, self.every[which])
        judged = self.beside.judged
        return [
            weights[at] * weigh(judged, self._mines[one]) * self._chance_of(one)
            for at, one in enumerate(which)
        ]

    def _chance_of(self, world: int) -> Fraction:
        """How likely the covered cells are what they are, where each has a prior of its own."""
        priors, mask = self.beside.priors, self.every[world]
        cells = self.board.covered if priors else ()
        chances = [(priors[cell.row][cell.column], mask[cell]) for cell in cells]
        return prod((p if mine else 1 - p for p, mine in chances), start=Fraction(1))

    def values(self, world: int, cell: Cell) -> set[int]:
        """What an open cell may show on a placement, as it stands in a grid."""
        rule, ruled = ruled_boards.rule_of(self.board, cell), self.board.placed_rules
        names = [] if ruled is None else [part.rules.clue.name for part in ruled.parts]
        shown = may_show(rule, self.every[world], cell, self.keys[world], self.near)
        return {*codes(self.board, shown, names.index(rule) if names else 0)}

    @cached_property
    def _mines(self) -> list[frozenset[int]]:
        return [frozenset(np.flatnonzero(mask).tolist()) for mask in self.every]

    def _chances_of(self, cell: Cell) -> list[Fraction]:
        """How likely each world shows a clue; nothing that is not safe there does."""
        clue = self.board.uncertain.get(cell)
        is_safe = ~self.every[:, *cell]
        rule = ruled_boards.rule_of(self.board, cell)
        if rule == "V":
            held = oracle.around(self.every, cell, self.near)
            shown = int(self.board.sign(cell) or 0) if clue is None else None
            most = range(self.board.grid.size)
            chances = [clue.likelihood_of(n) if clue else Fraction(n == shown) for n in most]
            pairs = zip(held.tolist(), is_safe.tolist(), strict=True)
            return [chances[number] if safe else Fraction(0) for number, safe in pairs]
        if clue is None and self.near is None and rule not in keys.SHOWS:
            fits = is_safe & which_may_show(
                rule, self.every, cell, ruled_boards.shown(self.board, cell)
            )
            return [Fraction(held) for held in fits.tolist()]
        values = [
            may_show(rule, mask, cell, key, self.near) if safe else set()
            for mask, key, safe in zip(self.every, self.keys, is_safe.tolist(), strict=True)
        ]
        if clue is None:
            shown = ruled_boards.shown(self.board, cell)
            return [Fraction(shown in some) for some in values]
        return [sum((clue.likelihood_of(one) for one in some), Fraction(0)) for some in values]  # type: ignore[arg-type]

    @cached_property
    def weights(self) -> list[Fraction]:
        """What the worlds weigh: likelihoods of clues, those of constraints, and the prior.

        A wrong clue weighs as much as a right one.
        """
        return [
            prior * self.likelihood(world, self.board.clues)
            for prior, world in zip(self.prior(self.kept), self.kept, strict=True)
        ]

    def likelihood(self, world: int, clues: Iterable[Cell]) -> Fraction:
        """How likely a placement shows some clues; a wrong clue weighs as much as a right one."""
        return prod((self._chances[cell][world] or 1 for cell in clues), start=Fraction(1))

    @cached_property
    def mass(self) -> Fraction:
        """The sum of all weights."""
        return sum(self.weights, Fraction(0))

    @property
    def wrong(self) -> dict[Cell, Fraction] | None:
        """How likely each clue is wrong; None where none may be, nor is it told with a program."""
        if not self.beside.liars or self.beside.program:
            return None
        contradicted = [self.contradicted(world) for world in self.kept]
        return {
            clue: self.share(np.array([clue in some for some in contradicted], dtype=np.bool_))
            for clue in self.board.clues
        }

    @property
    def key_chances(self) -> NDArray[Any] | None:
        """The chances of each place of the drawing of a key; None where there is none to draw."""
        rule = self.board.rules.clue.keyed.name
        if rule not in keys.SHOWS or rule == "2E'":
            return None
        height, held = self.board.height, zip(self.kept, self.weights, strict=True)
        marks = [keys.marked(rule, self.keys[world], height) * weight for world, weight in held]
        return np.sum(marks, axis=0) / self.mass

    def share(self, which: Which) -> Fraction:
        """How likely one of these worlds is."""
        held = zip(self.weights, which.tolist(), strict=True)
        return sum((weight for weight, holds in held if holds), Fraction(0)) / self.mass

    @cached_property
    def chances(self) -> dict[Cell, Fraction]:
        """How likely each covered cell is a mine."""
        return {cell: self.share(self.masks[:, *cell]) for cell in self.board.covered}

    @property
    def verdicts(self) -> tuple[set[Cell], set[Cell]]:
        """The covered cells that are mines in every world, and those in none."""
        return self.verdicts_of(self.masks)

    def verdicts_of(self, masks: Masks) -> tuple[set[Cell], set[Cell]]:
        """The same of some worlds."""
        found = oracle.verdicts_of(self.board, masks)
        assert found is not None
        return found

    def verdict(self, cell: Cell) -> Verdict:
        """The verdict on a covered cell."""
        mines, safe = self.verdicts
        if cell in mines:
            return Verdict.MINE
        return Verdict.SAFE if cell in safe else Verdict.UNDETERMINED

    @property
    def undetermined(self) -> list[Cell]:
        """The covered cells without a verdict."""
        mines, safe = self.verdicts
        return [cell for cell in self.board.covered if cell not in mines | safe]

    @cached_property
    def layouts(self) -> set[bytes]:
        """The layouts, each once."""
        return {np.ascontiguousarray(mask).tobytes() for mask in self.masks}

    @property
    def atoms(self) -> set[frozenset[Cell]]:
        """The layouts, each as its mines."""
        return {frozenset(Cell(*place) for place in rules.all_mines(mask)) for mask in self.masks}

    def to_come(
        self, world: int, cell: Cell, opened: Collection[int] | None = None
    ) -> Mapping[object, Fraction]:
        """How likely a safe cell shows each clue that is still to come, in one world.

        It is right, also where others may be wrong; of two values each is as likely, and nothing
        is a value as well. With the cells that are open it is what the clue model of the board
        shows, else the number before that.
        """
        place = self.kept[world]
        mask = self.every[place]
        values = may_show(self.rule, mask, cell, self.keys[place], self.near) or {None}
        names = {clue.model for clue in self.board.uncertain.values()} - {None}
        if opened is None or self.rule != "V" or not names:
            return {value: Fraction(1, len(values)) for value in values}
        [name], [true] = names, values
        assert isinstance(name, str)
        assert isinstance(true, int)
        number = cell[0] * mask.shape[1] + cell[1]
        around = (self.near or draw_eight(self.board))[number]
        mines = {self.board.number(one) for one in self.board.known_mines}
        known = len(mines.intersection(around))
        covered = len([one for one in around if one not in opened])
        return clue_model(name).shows(true, Around(known, covered - known))

    def after(self, number: int) -> list[tuple[Fraction, list[Fraction | None]]]:
        """What a cell may show when it is safe: how likely that is, and the risks then."""
        board = self.board
        place = board.cell(number)
        opened = frozenset(np.flatnonzero(~board.covered_mask.ravel()).tolist())
        weights: dict[object, dict[int, Fraction]] = {}
        for world, weight in enumerate(self.weights):
            if not self.masks[world][place]:
                for value, share in self.to_come(world, place, opened).items():
                    weights.setdefault(value, {})[world] = weight * share
        found = []
        for held in weights.values():
            mass = sum(held.values(), Fraction(0))
            if mass:
                risks: list[Fraction | None] = []
                for other in board:
                    mines = [one for world, one in held.items() if self.masks[world][other]]
                    is_left = board.is_covered(other) and other != place
                    risks.append(sum(mines, Fraction(0)) / mass if is_left else None)
                found.append((mass / self.mass, risks))
        return found

    def best_play(self) -> Fraction:
        """The chance to win of the best player, who tries everything."""
        return self._player.chance()

    def best_play_after(self, cell: Cell) -> Fraction:
        """The same if a covered cell is opened next."""
        return self._player.chance_after(self.board.number(cell))

    @cached_property
    def _player(self) -> player.Believer:
        board = self.board
        covered = board.covered_mask | (board.grid == State.KNOWN_MINE)
        start = frozenset(np.flatnonzero(~covered.ravel()).tolist())
        cells = list(board)
        hits = [self.every[place].ravel().tolist() for place in self.kept]

        def shows(world: int, cell: int, opened: frozenset[int]) -> Mapping[object, Fraction]:
            return self.to_come(world, cells[cell], opened)

        return player.Believer(hits, self.weights, shows, start)

    def shows(self, cell: Cell) -> Mapping[int | None, Fraction]:
        """How likely a covered cell shows each clue, as it stands in a grid; None for a mine.

        Of two values that it may show, each is as likely; clues of a model are true numbers here.
        """
        found: dict[int | None, Fraction] = {}
        for world, weight in zip(self.kept, self.weights, strict=True):
            mask = self.every[world]
            values: list[int | None] = [None]
            if not mask[cell]:
                values = [
                    *codes(self.board, may_show(self.rule, mask, cell, self.keys[world], self.near))
                ]
            for value in values:
                found[value] = found.get(value, Fraction(0)) + weight / len(values) / self.mass
        return found


def obeying(rule: str, masks: Masks, near: Neighbours | None) -> Which:
    """Which layouts obey a rule, on squares or where these are the neighbours of each cell."""
    return (
        which_satisfy(rule, masks) if near is None else near_rules.which_satisfy(rule, masks, near)
    )


# Topologies of squares on which others than the eight around a cell are its neighbours.
SQUARES: Final = ("four", "knight", "torus", "cylinder")


def sides_of(board: Board) -> Neighbours | None:
    """The cells that share a side, which rules for layouts mean on squares; None elsewhere.

    For squares of other neighbours than the eight around each.
    """
    kind, (height, width) = board.adjacency.topology, board.shape
    if kind not in SQUARES:
        return None
    goes_down, goes_on = kind == "torus", kind in ("torus", "cylinder")
    return [
        {
            down % height * width + right % width
            for down, right in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
            if (goes_down or 0 <= down < height) and (goes_on or 0 <= right < width)
        }
        for row in range(height)
        for col in range(width)
    ]


def codes(board: Board, values: Collection[Shown], place: int = 0) -> list[int]:
    """Clues as they stand in the grid of a board, under one of its rules by place."""
    ruled = board.placed_rules
    if ruled is None:
        return sorted(values)  # type: ignore[type-var, arg-type]
    part = ruled.parts[place] if ruled.parts else ruled
    is_keyed = part.rules.clue.name in keys.SHOWS
    found = values if is_keyed else [part.values.code(value) for value in values]
    return sorted(ruled.code(part, one) for one in found)  # type: ignore[arg-type]


def may_show(
    rule: str, mask: NDArray[np.bool_], cell: tuple[int, int], key: Any, near: Neighbours | None
) -> set[Shown]:
    """All that a safe cell may show; elsewhere than on squares for rules of neighbours alone."""
    if near is None:
        if rule in keys.SHOWS:
            return {*keys.SHOWS[rule](mask, cell, key)}
        return rules.may_show(rule, mask, cell)
    around = near[cell[0] * mask.shape[1] + cell[1]]
    mines = [
        place for place in rules.all_mines(mask) if place[0] * mask.shape[1] + place[1] in around
    ]
    true = len(mines)
    off = {value for value in (true - 1, true + 1) if value >= 0}
    shown: dict[str, Callable[[], set[int]]] = {
        "V": lambda: {true},
        "1M": lambda: {true + sum(map(rules.is_coloured, mines))},
        "1L": lambda: off,
        "2E": lambda: {letter for letter, value in enumerate(key) if value == true},
        "2L": lambda: off if key[cell[0]] == cell[1] else {true},
    }
    return {*shown[rule]()}
