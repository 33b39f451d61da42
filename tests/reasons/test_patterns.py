"""Patterns of steps: boards as players show them, and what the sum of a pattern proves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest

from examples.studies.pattern_counts import counted
from logicsweep import Adjacency, Board, Cell, KnowledgeBase, Layout, Setting, State
from logicsweep.board import FirstClick
from logicsweep.errors import UnknownNameError
from logicsweep.games import NoGuess, deal
from logicsweep.reasons import Step, Technique
from logicsweep.reasons.patterns import NAMES, PATTERNS, least_level
from tests.conftest import seeds
from tests.judges.making import opened_at_random, random_board
from tests.judges.refusals import refused

# Positions of which the easiest step has the pattern: the clues of the pattern, `_` for open cells
# of which the clue does not matter, `*` for known mines.
SHOWN = {
    "B1": "_1? ___",
    "B2": "*1? ___",
    "1-1": "11_ ???",
    "1-1R": "__*_ 12__ ????",
    "1-1+": "??? 11? __?",
    "1-1+R": "??? 12? __*",
    "1-2": "12_ ???",
    "1-2R": "__*_ 13__ ????",
    "1-2+": "??? 14? __?",
    "1-2+R": "??? 14? __*",
    "1-2C": "_12_ ????",
    "1-2CR": "*___ _22_ ????",
    "1-2C+": "???? _14? ___?",
    "1-2C+R": "???? _14? ___*",
    "1-2-1": "_121_ ?????",
    "1-2-1R": "__*__ _232_ ?????",
    "1-2-2-1": "_1221_ ??????",
    "1-2-2-1R": "*_____ _2221_ ??????",
    "H1": "????? ????? ??1?? __1__",
    "H1R": "????? ????? ??2?? _*2__",
    "H2": "????? ?_1_? ??_?? __1__",
    "H2R": "????? ?*2_? ??_?? __1__",
    "H3": "????? ?__1? ??_?? ___1_",
    "H3R": "????? ?__1? ??_?? ___2* _____",
    "1-3-1": "___? __1? _13? ????",
    "1-3-1R": "_*_? __2? _13? ????",
    "2-2-2": "___? __2? _22? ????",
    "2-2-2R": "_*_? __3? _22? ????",
    "1>2<1": "____ ___? __1? __?? __2? __1? ___?",
    "1>2<1R": "____ ___? _*2? __?? __2? __1? ___?",
}
# The same with something that is otherwise, and what the easiest step is then.
OTHERWISE = {
    # The hole is seen from its own clue.
    "????? ?_1_? ??1?? _____": "H2",
    # A row that does not go on, or goes on otherwise; a covered cell on the other side of the row.
    "_12__ ?????": "1-2C",
    "_122_ ?????": "1-2C",
    "__?__ _121_ ?????": "1-2C",
    "_1222_ ??????": "1-2C",
    # No wall before the hole, or none on one of its sides.
    "????? ??1?? __1__": "H1",
    "????? _?1?? __1__": "H1",
    "????? ???1? _?1?_": None,
    "_____ ??1?? ??1?_": None,
    # No hole in the wall.
    "????? ?__1? ????? ___1_": "1-1+",
    # An arm that needs another number; a bend whose cell across is known.
    "___? __2? _13? ????": None,
    "___? __1? _13? ???*": "1>2<1R",
}


def board_of(rows: str) -> Board:
    return Board.parse("\n".join(rows.split()))


def easiest(board: Board) -> Step | None:
    return KnowledgeBase(board).next_step()


@pytest.mark.parametrize("name", SHOWN)
def test_each_pattern_has_its_name(name: str) -> None:
    step = easiest(board_of(SHOWN[name]))
    assert step is not None
    assert step.pattern == name, step.text
    assert len(step.clues) == least_level(name)


def test_every_pattern_is_shown() -> None:
    assert {name.removesuffix("R") for name in SHOWN} == set(PATTERNS)
    assert {f"{name}R" for name in PATTERNS[2:]} <= set(SHOWN)


@pytest.mark.parametrize("rows", OTHERWISE)
def test_what_is_otherwise_has_another_name(rows: str) -> None:
    step = easiest(board_of(rows))
    assert (None if step is None else step.pattern) == OTHERWISE[rows]


def steps_of(seed: int) -> Iterator[Step]:
    """The steps of random ordinary boards: small ones, parts of games, and other topologies."""
    boards = [
        random_board(seed, covered=14, lie=0),
        opened_at_random(seed, 7, 7, 9, 0.5),
        opened_at_random(seed, 9, 9, 14, 0.6),
    ]
    rng = np.random.default_rng(seed)
    for topology in (Adjacency.torus, Adjacency.hexagon, Adjacency.knight):
        mask = rng.random((6, 6)) < 0.2
        safe = [Cell(*map(int, at)) for at in np.argwhere(~mask)]
        opened = [cell for cell in safe if rng.random() < 0.5] or safe
        boards.append(Layout(mask, adjacency=topology(6, 6)).opened(opened))
    for board in boards:
        kb = KnowledgeBase(board)
        if kb.has_layout():
            yield from kb.difficulty().steps


def decided(step: Step) -> dict[Cell, bool]:
    return dict.fromkeys(step.mines, True) | dict.fromkeys(step.safe, False)


def reduced(step: Step) -> list[tuple[int, frozenset[Cell], bool]]:
    """Of each clue the mines that are left, the cells for them, and whether there are fewer."""
    rows = []
    for clue in step.clues:
        near = list(step.board.neighbours(clue))
        mines = {cell for cell in near if step.board[cell] == State.KNOWN_MINE}
        mines |= set(near).intersection(step.given_mines)
        covered = {cell for cell in near if step.board.is_covered(cell)}
        left = frozenset(covered - {*step.given_mines, *step.given_safe})
        rows.append((int(step.board[clue]) - len(mines), left, bool(mines)))
    return rows


def proves(rows: Sequence[tuple[int, frozenset[Cell], bool]], wanted: Mapping[Cell, bool]) -> bool:
    """Whether the first clue less all others alone proves verdicts, by trying all layouts."""
    (need, first, _), *others = rows
    total = need - sum(row[0] for row in others)
    cells = sorted(first.union(*[row[1] for row in others]))
    factors = [(cell in first) - sum(cell in row[1] for row in others) for cell in cells]
    values = [
        dict(zip(cells, layout, strict=True))
        for layout in product((False, True), repeat=len(cells))
        if sum(factor for factor, mine in zip(factors, layout, strict=True) if mine) == total
    ]
    return bool(values) and all(wanted.items() <= value.items() for value in values)


@pytest.mark.parametrize("block", seeds(range(24), fast=2))
def test_the_sum_of_a_pattern_proves_the_step(block: int) -> None:
    """The first clue less the others, in some order, leaves no other layout."""
    seen: Counter[str] = Counter()
    for seed in range(block * 5, block * 5 + 5):
        for step in steps_of(seed):
            if step.pattern is None:
                continue
            seen[step.pattern] += 1
            rows = reduced(step)
            assert any(proves(roles, decided(step)) for roles in permutations(rows)), step.text
            if len(rows) == 1:
                assert step.pattern == ("B1" if step.mines else "B2")
            elif any(is_less for *_, is_less in rows):
                assert step.pattern.endswith("R")
    assert {"B1", "B2", "1-1", "1-2C"} <= {name.removesuffix("R") for name in seen}


@pytest.mark.parametrize("block", seeds(range(60), fast=2))
def test_every_step_from_one_or_two_clues_has_a_pattern(block: int) -> None:
    """The difference of two clues is as large as it can be, or as small, if they decide a cell."""
    for seed in range(1_000 + block * 2, 1_000 + block * 2 + 2):
        for step in steps_of(seed):
            if step.uses_total:
                assert step.pattern is None
            elif step.level <= 2:
                assert step.pattern is not None, step.text


def turned(board: Board, step: Step) -> Iterator[Step]:
    """A step on the eight rotations and mirror images of its board."""
    numbers = np.arange(board.grid.size).reshape(board.shape)
    for flipped in (False, True):
        for quarter in range(4):
            moved = np.rot90(numbers.T if flipped else numbers, quarter)
            place = {
                board.cell(int(number)): Cell(*map(int, at)) for at, number in np.ndenumerate(moved)
            }

            def put(
                cells: tuple[Cell, ...], place: Mapping[Cell, Cell] = place
            ) -> tuple[Cell, ...]:
                return tuple(sorted(place[cell] for cell in cells))

            yield replace(
                step,
                board=Board(board.grid.ravel()[moved]),
                clues=put(step.clues),
                given_mines=put(step.given_mines),
                given_safe=put(step.given_safe),
                mines=put(step.mines),
                safe=put(step.safe),
                split=None if step.split is None else place[step.split],
            )


def test_a_pattern_is_the_same_however_it_is_turned() -> None:
    for name, rows in SHOWN.items():
        step = easiest(board_of(rows))
        assert step is not None
        assert [each.pattern for each in turned(step.board, step)] == [name] * 8
    for seed in range(2):
        for step in KnowledgeBase(opened_at_random(seed, 9, 9, 14, 0.6)).difficulty().steps:
            names = {each.pattern for each in turned(step.board, step)}
            assert names == {step.pattern}


def test_without_the_grid_no_pattern_is_about_places() -> None:
    """A wall far away is enough: the board is no grid of eight neighbours any more."""
    for name, rows in SHOWN.items():
        step = easiest(board_of(rows + f" {'_' * len(rows.split()[0])}" * 3))
        assert step is not None
        size = step.board.grid.size
        without = step.board.adjacency.without([(size - 2, size - 1)])
        walled = replace(step, board=step.board.with_adjacency(without))
        bare = name.removesuffix("R")
        if bare[0] == "H":
            assert walled.pattern == f"1-1+{name[2:]}"
        elif bare in ("1-2-1", "1-2-2-1"):
            assert walled.pattern == f"1-2C{name.removeprefix(bare)}"
        elif bare in ("1-3-1", "2-2-2"):
            assert walled.pattern is None
        else:
            assert walled.pattern == name


def test_only_clues_of_ordinary_boards_make_patterns() -> None:
    ordinary = board_of(SHOWN["1-2"])
    for text in ("rules: Q\n\n12_\n???", "liars: 1\n\n12_\n???"):
        step = easiest(ordinary)
        assert step is not None
        assert step.pattern == "1-2"
        assert replace(step, board=Board.parse(text)).pattern is None
    uncertain = Board.parse("clues: optimistic\n\n12_\n???")
    assert replace(step, board=uncertain).pattern is None
    assert replace(step, uses_total=True).pattern is None


def test_a_difficulty_counts_patterns() -> None:
    found = KnowledgeBase(opened_at_random(3, 9, 9, 14, 0.6)).difficulty()
    named = [step.pattern for step in found.steps if step.pattern is not None]
    assert found.patterns == Counter(named)
    assert [*found.patterns] == sorted(
        set(named), key=lambda name: (PATTERNS.index(name.removesuffix("R")), name)
    )


@pytest.mark.parametrize("name", ["1-2-1", "H3R", "difference", "B2"])
def test_a_step_of_a_name_is_the_first_one(name: str) -> None:
    """The chain of easiest steps has none before it, and its `before` leads to it."""
    rows = SHOWN.get(name, SHOWN["1-2-1"])
    board = board_of(rows)
    step = KnowledgeBase(board).next_step(technique=name)
    assert step is not None
    assert step.goes_by(name)
    assert not any(each.goes_by(name) for each in step.before)
    known: dict[Cell, bool] = {}
    for each in (*step.before, step):
        given = dict.fromkeys(each.given_mines, True) | dict.fromkeys(each.given_safe, False)
        assert given.items() <= known.items()
        known |= decided(each)
    assert KnowledgeBase(board).next_step(technique="together") is None
    safe = KnowledgeBase(board).next_step(technique=name, safe=True)
    assert safe is None or safe.safe


def test_names_of_steps() -> None:
    kb = KnowledgeBase(board_of(SHOWN["1-2-1R"]))
    for name in ("1-2-1", "1-2-1R", "subset", "difference", Technique.DIFFERENCE):
        step = kb.next_step(technique=name)
        assert (step is not None) == (name != "subset"), name
    plain = KnowledgeBase(board_of(SHOWN["1-2-1"]))
    assert plain.next_step(technique="1-2-1R") is None
    with refused(UnknownNameError, name="1-2-3"):
        kb.next_step(technique="1-2-3")
    with pytest.raises(TypeError):
        kb.next_step(technique=121)  # type: ignore[arg-type]
    assert {name: least_level(name) for name in NAMES if name not in PATTERNS} == {
        technique.value: {"subset": 2, "difference": 2, "case split": 3, "together": 3}.get(
            technique.value, 1
        )
        for technique in Technique
    }


def test_patterns_of_games_are_counted() -> None:
    steps, having = counted("beginner", 3)
    definition = NoGuess(first_click=FirstClick.SAFE)
    chains = [
        definition.check(deal(Setting("beginner"), seed=seed).layout).steps for seed in range(3)
    ]
    assert steps.total() == sum(map(len, chains))
    assert having["B1"] == sum(any(step.pattern == "B1" for step in chain) for chain in chains) > 0
    assert steps["B2"] == sum(step.pattern == "B2" for chain in chains for step in chain)
