"""Boards with rules in every format: the layouts by the judge of rules, and by one another."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from logicsweep import Adjacency, Board, Cell, State, encode
from logicsweep.board.clue import Clue
from logicsweep.board.rules.aggregate import LENGTHS, RUNS, Weights
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.layout_rule import LayoutRule, When, Window
from logicsweep.board.rules.region import RAYS, Entry, Region
from logicsweep.board.rules.rules import Rules
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.formulas import Encoding
from logicsweep.formulas.facts import board_programs
from logicsweep.formulas.rule_facts import program_text, rule_sources
from logicsweep.system.statements import layout_constraints
from tests.conftest import seeds, some
from tests.formulas.solving import Atoms, answer_sets, projected
from tests.judges import rules as judge
from tests.judges.rules_at_once import which_satisfy
from tests.knowledge.test_rules import LAYOUTS, Case, Masks


def atoms(mask: Masks) -> Atoms:
    return frozenset(f"mine({Cell(*cell)})" for cell in np.argwhere(mask).tolist())


def found(text: str) -> set[Atoms]:
    """The answer sets, each of which is another layout."""
    every = answer_sets(text)
    assert len(every) == len(set(every))
    return set(every)


def by_clauses(encoding: Encoding, board: Board) -> set[Atoms]:
    """The models of clauses, with the known mines."""
    cells = [board.number(cell) + 1 for cell in board.covered]
    rows = [line.split() for line in encoding.to_text().splitlines() if line[:1] not in ("c", "p")]
    if encoding.to == "wcnf":  # with all soft clauses as well
        rows = [row[1:] for row in rows]
    models = projected([tuple(map(int, row[:-1])) for row in rows], cells)
    known = frozenset(f"mine({cell})" for cell in board.known_mines)
    return {known | {f"mine({board.cell(one - 1)})" for one in model} for model in models}


@pytest.mark.parametrize("seed", seeds(range(400), fast=110))
def test_every_format_has_the_layouts(seed: int) -> None:
    case = Case(seed)
    board, expected = case.board, {atoms(mask) for mask in case.layouts}
    assert found(encode(board, "lp").to_text()) == expected
    for to in (("lp-ground",), ("cnf",), ("wcnf",), ("mcc",))[seed % 4]:
        encoding = encode(board, to)
        text = encoding.to_text()
        assert (found(text) if to == "lp-ground" else by_clauses(encoding, board)) == expected


@pytest.mark.few(10)
@pytest.mark.parametrize(
    ("name", "size", "total"),
    some(
        [
            (name, *one)
            for name in LAYOUTS
            for one in product([(3, 3), (4, 3), (2, 6)], [None, 6, (4, 6), 12])
        ],
        every=11,
    ),
)
def test_layout_rules_alone(
    name: str, size: tuple[int, int], total: int | tuple[int, int] | None
) -> None:
    if name == "B" and total == 6 and size != (2, 6):
        total = None  # so many mines are refused
    if isinstance(total, int) and total > size[0] * size[1]:
        total = None
    masks = judge.layouts(*size)
    for one in name.split():
        masks = masks[which_satisfy(one, masks)]
    lower, upper = total if isinstance(total, tuple) else (total or 0, total or masks[0].size)
    masks = masks[(masks.sum(axis=(1, 2)) >= lower) & (masks.sum(axis=(1, 2)) <= upper)]
    board = Board(np.full(size, int(State.COVERED)), rules=name, mines=total)
    assert found(encode(board, "lp").to_text()) == {atoms(mask) for mask in masks}


@pytest.mark.parametrize("seed", seeds(range(100), fast=20))
def test_around_a_cell_all_formats_have_the_same_clues(seed: int) -> None:
    case = Case(seed)
    board = case.board
    for cell in case.rng.sample(board.covered, min(2, len(board.covered))):
        clauses, program = (encode(board, to, cell=cell) for to in ("cnf", "lp"))
        assert {one.cell for one in clauses.sources if one.cell is not None} <= {
            one.cell for one in program.sources
        }
        own = {place for place in board.covered if is_in(clauses, place)}
        names = {f"mine({place})" for place in own}
        cells = sorted(board.number(place) + 1 for place in own)
        models = projected([one for one in clauses.clauses if isinstance(one, tuple)], cells)
        assert {one & names for one in answer_sets(program.to_text())} == {
            frozenset(f"mine({board.cell(variable - 1)})" for variable in model) for model in models
        }


def is_in(encoding: Encoding, cell: Cell) -> bool:
    try:
        encoding.variable(cell)
    except KeyError:
        return False
    return True


@pytest.mark.parametrize("seed", seeds(range(200), fast=38))
def test_what_is_off_says_nothing(seed: int) -> None:
    case = Case(seed)
    board, rules = case.board, rule_sources(case.board)
    names = sorted([*map(str, board.clues), *rules])
    off = case.rng.sample(names, min(len(names), case.rng.randint(1, 4)))
    text = encode(board, "lp").to_text() + "".join([f"off({name}).\n" for name in off])
    assert found(text) == {
        atoms(mask) for mask in judge.layouts(*case.shape) if agrees(case, mask, off, rules)
    }


def agrees(case: Case, mask: Masks, off: list[str], rules: dict[str, Source]) -> bool:
    """Whether a layout agrees with all but what is off."""
    board = case.board
    if (mask != (board.grid == State.KNOWN_MINE))[~board.covered_mask].any():
        return False
    lower, upper = board.total_bounds or (0, mask.size)
    if not lower <= mask.sum() <= upper:
        return False
    for cell, value in case.shown.items():
        if str(Cell(*cell)) not in off and value not in judge.may_show(case.clue, mask, cell):
            return False
    if board.placed_rules is None:
        return True
    total = board.mines if isinstance(board.mines, int) else None
    left_out = {rules[name] for name in off if name in rules}
    mines = frozenset(np.flatnonzero(mask).tolist())
    return all(
        one.weight(mines)
        for one in layout_constraints(board.placed_rules, total)
        if one.source not in left_out
    )


@pytest.mark.parametrize("total", [None, 0])
def test_the_terms_of_rules_name_every_constraint(
    total: int | None, subtests: pytest.Subtests
) -> None:
    for name in some([*LAYOUTS, "1M Q T", "1X 2Z"], every=2, first=1):
        with subtests.test(name):
            check_terms(name, total)


def check_terms(name: str, total: int | None) -> None:
    board = Board(np.full((4, 4), int(State.COVERED)), rules=name, mines=total)
    assert board.placed_rules is not None
    terms = rule_sources(board)
    made = [one.source for one in layout_constraints(board.placed_rules, total)]
    assert sorted(terms.values()) == sorted(made)
    program = encode(board, "lp").to_text().replace("#show mine/1.", "#show constraint/1.")
    assert set(answer_sets(program, "--project=show")) <= {
        frozenset(f"constraint({term})" for term in terms)
    }


@pytest.mark.parametrize("clue", some(["1W", "1W'", "1P", "1X", "1X'", "2D", "2X", "NX"], every=2))
@pytest.mark.parametrize("topology", ["torus", "cylinder"])
def test_boards_that_go_on_at_the_other_side(clue: str, topology: str) -> None:
    size = (5, 5) if clue in ("1X", "NX") else (3, 5)
    make = Adjacency.torus if topology == "torus" else Adjacency.cylinder
    empty = Board(
        np.full(size, int(State.COVERED)), adjacency=make(*size), rules=f"{clue} H", mines=3
    )
    for seed in range(2):
        board = with_clues(empty, seed)
        assert found(encode(board, "lp").to_text()) == by_clauses(encode(board, "cnf"), board)


def with_clues(board: Board, seed: int, *, uncertain: bool = False) -> Board:
    """The board with three clues, whatever they show."""
    rng = Random(seed)
    assert board.placed_rules is not None
    highest = board.placed_rules.values.highest
    shown: dict[Cell, int | Clue] = {}
    for cell in rng.sample(list(board.cells), 3):
        lower = rng.randint(0, highest)
        shown[cell] = Clue(min(4, lower) // 2, min(8, lower)) if uncertain else lower
    return board.replace(shown)


class AnyMine(NamedTuple):
    """An aggregate that no program knows: 1 if there is a mine, else 0."""

    name: str = "1 if there is a mine"
    is_number: bool = True
    takes_weights: bool = False
    start: int = 0

    def step(self, state: int, entry: Entry, weights: Weights, *, mine: bool) -> int:
        del entry, weights
        return int(state or mine)

    def value(self, state: int) -> int:
        return state


NEAR = Region("two cells to the right and two below", ((0, 1), (0, 2), (1, 0), (2, 0)))
OWN = [
    ClueRule("any", "whether a mine is around", aggregate=AnyMine()),
    ClueRule("any'", "the other of both", aggregate=AnyMine(), off_by=1),
    ClueRule("lines", "the mines in its row and column", region=RAYS),
    ClueRule("less", "coloured mines less others", weights=(-1, 1), off_by=1),
    ClueRule("less'", "the same without a lie", weights=(-1, 1)),
    ClueRule("around", "the runs of four cells", region=NEAR, aggregate=RUNS, off_by=2),
    ClueRule("long", "their lengths", region=NEAR, aggregate=LENGTHS),
    ClueRule("twice", "coloured mines twice and others three times", weights=(3, 2)),
    "LP",
    "LX'",
    "LE'",
    "1L",
    "1M",
    "2M",
    "1E'",
    "1W",
    "2X",
]
# The rules whose clues may be ranges.
RANGED = ["any", "lines", "twice", "1M", "2M"]
LAYOUT = LayoutRule(
    'one\\ "here"',
    "at most one mine beside a mine in a coloured cell, and none two cells to its right",
    (
        Window(((0, -1), (0, 1), (1, 0)), 0, 1, When.COLOURED_MINE),
        Window(((0, 2),), 0, 0, When.MINE),
    ),
)


@pytest.mark.few(22)
@pytest.mark.parametrize(
    ("rule", "uncertain"),
    [
        *[(rule, False) for rule in OWN],
        *[(rule, True) for rule in OWN if getattr(rule, "name", rule) in RANGED],
    ],
    ids=lambda one: getattr(one, "name", str(one)),
)
@pytest.mark.parametrize("seed", some(range(8), every=5))
def test_rules_of_your_own(rule: ClueRule | str, uncertain: bool, seed: int) -> None:
    empty = Board(np.full((3, 4), int(State.COVERED)), rules=[rule, LAYOUT], mines=(1, 4))
    board = with_clues(empty, seed, uncertain=uncertain)
    assert found(encode(board, "lp").to_text()) == by_clauses(encode(board, "cnf"), board)


def test_facts_are_data_and_lines_name_their_rule() -> None:
    board = Board.parse("rules: 1W Q 2S\n\n1+2 ? 0\n? ? ?\n_ ? ?")
    facts = encode(board, "facts")
    text = facts.to_text(annotate=True)
    for line in (
        "%     1+2 ?   0",
        "region(0,(-1,-1)).",
        "shows_run((0,0),2,2).  % clue(0,0)",
        'window(0,"Q",1,4).  % rule(Q)',
        'one_run("2S").  % rule(2S)',
    ):
        assert line in text.splitlines()
    q = Source(SourceKind.RULE, None, "Q")
    assert facts.source_of("anywhere(0).") == q
    assert [one.says for one in facts.statistics.by_source][1:] == [
        *("the rule Q", "the rule 2S", "shows 1+2", "shows 0")
    ]
    assert set(board_programs(board)) == {
        *("minesweeper", "grid", "offsets", "clues", "runs", "windows", "lines")
    }


def test_the_rules_that_a_verdict_depends_on() -> None:
    board = Board.parse("rules: 1M Q T\nmines: 4\n\n__?\n_??\n???\n")
    text = encode(board, "lp").to_text() + program_text("explain") + "suppose_safe((1,1))."
    offs = {
        frozenset(atom for atom in one if atom.startswith("off("))
        for one in answer_sets(text, "--opt-mode=optN")
    }
    assert offs == {frozenset({'off(rule("Q",0,(0,0)))'})}


def test_neighbours_of_its_own_go_with_rules_for_clues() -> None:
    near = Adjacency.of([[1], [0, 2], [1, 3], [2]])
    board = Board([[-1, 2, -1, -1]], adjacency=near, rules="1M")
    assert str(Rules.of("1M")) == "1M"
    assert found(encode(board, "lp").to_text()) == by_clauses(encode(board, "cnf"), board)
