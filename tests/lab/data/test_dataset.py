"""Data sets: every answer against the oracle or another engine."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Adjacency, Board, Cell, KnowledgeBase, State, dataset, read_board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.errors import ArgumentError, ArgumentTypeError
from logicsweep.games.setting import Setting
from logicsweep.lab.data.drawn import position
from logicsweep.lab.data.records import Position, PositionOrder, Unanswered
from tests.cli.command import with_words
from tests.conftest import Run, seeds
from tests.games.making import bare
from tests.judges import oracle
from tests.judges.answers import validator
from tests.judges.refusals import refused

TORUS = Adjacency.torus(4, 4)
SMALL = {
    "ordinary": (bare(height=4, width=4, mines=5, first_click=FirstClick.SAFE), None),
    "torus": (
        bare(height=4, width=4, mines=4, first_click=FirstClick.SAFE, topology=TORUS),
        [set(near) for near in TORUS.lists],
    ),
}
EXPERT = bare(height=16, width=30, mines=99, flood=True)
RULED = bare(height=4, width=4, mines=4, first_click=FirstClick.SAFE, rules=Rules.of("1M Q"))
LINES = PositionOrder.lines
FILE = "dataset-9x9-10-5-7.jsonl"


def made(setting: Setting, seed: int) -> tuple[Position, Board]:
    """The record of a seed, through its line, and its board."""
    line = LINES.write(PositionOrder(setting, time_limit=60.0).record(seed))
    validator("dataset").validate(json.loads(line))
    (record,) = LINES.read(iter([line]))
    assert isinstance(record, Position)
    return record, read_board(json.dumps(json.loads(line)["board"]).encode())


@pytest.mark.parametrize("seed", seeds(range(60)))
@pytest.mark.parametrize("name", SMALL)
def test_answers_against_the_oracle(name: str, seed: int) -> None:
    setting, near = SMALL[name]
    record, board = made(setting, seed)
    layouts = oracle.layouts(board, near)
    held = {(int(row), int(column)) for row, column in np.argwhere(layouts.all(axis=0))}
    never = {(cell.row, cell.column) for cell in board.covered if not layouts[:, *cell].any()}
    assert (set(record.safe), set(record.mines)) == (never, held)
    assert int(record.layouts) == len(layouts)
    chances = {cell: Fraction(one.probability) for one in record.chances for cell in one.cells}
    counts = layouts.sum(axis=0)
    assert chances == {
        (cell.row, cell.column): Fraction(int(counts[cell]), len(layouts)) for cell in board.covered
    }
    assert [Fraction(one.probability) for one in record.chances] == sorted(set(chances.values()))
    assert (record.level > 0) == bool(never | held) == bool(record.techniques)
    check_reasons(record, board, near)


def check_reasons(record: Position, board: Board, near: oracle.Near) -> None:
    """Each reason proves its verdict, and no smaller set of sources does."""
    masks = oracle.placements(board)
    fine: dict[object, oracle.Masks] = {
        (cell.row, cell.column): ~wrong
        for cell, wrong in oracle.contradictions(board, masks, near).items()
    }
    fine["total"] = oracle.meets_total(board, masks)

    def proves(sources: tuple[object, ...], cell: tuple[int, int], verdict: str) -> bool:
        left = np.logical_and.reduce([fine[one] for one in sources])
        return bool((masks[left][:, *cell] == (verdict == "mine")).all())

    assert {reason.cell for reason in record.reasons} == {*record.safe, *record.mines}
    for reason in record.reasons:
        assert (reason.cell in record.mines) == (reason.verdict == "mine")
        assert not reason.rules
        sources = (*reason.clues, *(["total"] if reason.uses_total else []))
        assert proves(sources, reason.cell, reason.verdict)
        smaller = combinations(fine, len(sources) - 1)
        assert not any(proves(some, reason.cell, reason.verdict) for some in smaller if some)


@pytest.mark.parametrize(
    "size", ["beginner", pytest.param("expert", marks=pytest.mark.slow), "8x5"]
)
def test_reasons_of_large_boards_prove_and_are_smallest(size: str) -> None:
    """As knowledge bases say, of boards with these clues alone."""
    setting = Setting(size, mines=9 if size == "8x5" else None)
    sizes: Counter[int] = Counter()
    for record in dataset(setting, n=8, seed=300):
        assert isinstance(record, Position)
        board = read_board(LINES.write(record.board))  # type: ignore[arg-type]
        kb = KnowledgeBase(board)
        assert [reason.cell for reason in record.reasons] == sorted([*record.safe, *record.mines])
        for reason in record.reasons:
            assert [*reason.clues] == sorted(reason.clues)
            mine = reason.verdict == "mine"
            grid = np.where(board.grid >= 0, np.int8(State.NO_CLUE), board.grid)
            for cell in reason.clues:
                grid[cell] = board.grid[cell]
            few = Board(grid, mines=board.mines if reason.uses_total else None)
            assert KnowledgeBase(few).entails(Cell(*reason.cell), mine=mine)
            why = kb.explain(Cell(*reason.cell), smallest=True)
            size_of = len(reason.clues) + reason.uses_total
            assert size_of == len(why.clues) + why.uses_total
            sizes[size_of] += 1
    assert len(sizes) > 3


@pytest.mark.parametrize("seed", seeds(range(24)))
def test_answers_under_rules(seed: int) -> None:
    """Of two other reasoners, and of another engine that counts."""
    record, board = made(RULED, seed)
    assert board.own_rules == RULED.rules
    for reasoner in ("asp", "elimination"):
        found = KnowledgeBase(board, reasoner=reasoner).consequences()  # type: ignore[arg-type]
        assert {*map(tuple, found.safe)} == {*record.safe}
        assert {*map(tuple, found.mines)} == {*record.mines}
    models = KnowledgeBase(board).count(engine="models")
    assert int(record.layouts) == models.total
    for one in record.chances:
        for cell in one.cells:
            assert models.probability(cell) == Fraction(one.probability)
    known = {"the rule Q"}
    assert all(known >= {*reason.rules} for reason in record.reasons)


@pytest.mark.parametrize("seed", seeds(range(12)))
def test_positions_are_of_games(seed: int) -> None:
    """Clues are true, a safe cell is covered, and the same seed makes the same line."""
    setting = bare(height=16, width=16, mines=40, flood=True)
    layout, board = position(setting, seed)
    shown = layout.revealed().grid
    for cell, clue in board.clues.items():
        assert clue == shown[cell]
        if clue == 0:
            assert not any(board.is_covered(near) for near in board.neighbours(cell))
    assert set(board.covered) >= layout.mines
    assert len(layout.mines) == 40
    assert position(setting, seed) == (layout, board)
    assert position(setting, seed + 1)[1] != board


@pytest.mark.parametrize("name", SMALL)
def test_every_layout_is_equally_likely(name: str) -> None:
    """The first undetermined cell of each position is a mine as often as its chance says."""
    surplus = variance = 0.0
    for seed in range(80):
        layout, board = position(SMALL[name][0], seed)
        if board.covered:
            chances = KnowledgeBase(board).count().probabilities()
            open_ones = [cell for cell in board.covered if 0 < chances[cell] < 1]
            for cell in open_ones[:1]:
                surplus += (cell in layout.mines) - chances[cell]
                variance += chances[cell] * (1 - chances[cell])
    print(f"surplus {surplus:.1f}, deviation {variance**0.5:.1f}")
    assert variance > 10
    assert abs(surplus) < 4 * variance**0.5


def test_a_position_where_one_click_opens_all() -> None:
    setting = bare(height=2, width=2, mines=0, flood=True)
    layout, board = position(setting, 1)
    assert (layout.mines, board.covered) == (frozenset(), ())


def test_a_limit_is_no_answer() -> None:
    record = PositionOrder(EXPERT, time_limit=1e-6).record(1)
    assert isinstance(record, Unanswered)
    assert record.error
    line = json.loads(LINES.write(record))
    validator("dataset").validate(line)
    assert [*LINES.read(iter([LINES.write(record)]))] == [record]


def test_the_command(logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("dataset", "--seed", "5", "-n", "3", folder=tmp_path)
    assert done.stdout == f"3 positions made, 0 recorded before: {FILE}\n"
    lines = (tmp_path / FILE).read_bytes()
    assert [json.loads(line)["seed"] for line in lines.splitlines()] == [5, 6, 7]
    printed = logicsweep("dataset", "--seed", "5", "-n", "3", "--json", folder=tmp_path).stdout
    assert [*map(json.loads, printed.splitlines())] == [*map(json.loads, lines.splitlines())]
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    # As if it was killed, or the power went: the file system kept the length, not the bytes.
    (tmp_path / FILE).write_bytes(lines[: len(lines) - 40] + b"\0" * 40)
    words = ("dataset", "--seed", "4", "-n", "4", "-o", FILE)
    assert logicsweep(*words, folder=tmp_path).stdout.startswith(
        "2 positions made, 2 recorded before"
    )
    assert sorted((tmp_path / FILE).read_bytes().splitlines())[1:] == sorted(lines.splitlines())
    for more, said in (
        (("--size", "4x4", "--mines", "2"), "holds positions of other games"),
        (("--topology", "torus"), "holds positions of other games"),
        (("--first-click", "safe"), "holds positions of other games"),
        (("-o", "a.csv"), "expected a file ending in .jsonl"),
        (
            ("--size", "4x4", "--mines", "16", "--first-click", "unprotected"),
            "every cell is a mine",
        ),
    ):
        done = logicsweep(*with_words(words, more), folder=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
    limited = logicsweep(
        "dataset", "--size", "expert", "--time-limit", "0.000001", "-n", "1", folder=tmp_path
    )
    assert limited.returncode == 3
    assert "limit reached" in limited.stderr


@pytest.mark.slow
def test_workers_make_the_same(logicsweep: Run, tmp_path: Path) -> None:
    words = ("dataset", "--seed", "1", "-n", "12", "-o")
    for name, more in (("one.jsonl", ()), ("two.jsonl", ("--workers", "2"))):
        assert logicsweep(*words, str(tmp_path / name), *more).returncode == 0
    one, two = ((tmp_path / name).read_bytes() for name in ("one.jsonl", "two.jsonl"))
    assert one == two


def test_the_call_gives_what_the_command_prints(logicsweep: Run) -> None:
    words = ("--size", "4x4", "--mines", 3, "--first-click", "safe", "--seed", 5, "-n", 2)
    done = logicsweep("dataset", *words, "--json")
    setting = Setting(height=4, width=4, mines=3, first_click=FirstClick.SAFE)
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    assert [json.loads(LINES.write(one)) for one in dataset(setting, n=2, seed=5)] == printed


def test_settings_are_settings() -> None:
    """At once, and not with the first position."""
    with refused(ArgumentTypeError, argument="setting"):
        dataset(Board.parse("?"), n=1, seed=1)  # type: ignore[arg-type]


def test_numbers_are_whole() -> None:
    small = bare(height=4, width=4, mines=3)
    with refused(ArgumentTypeError, argument="n"):
        dataset(small, n=[5])  # type: ignore[arg-type]
    with refused(ArgumentTypeError, argument="seed"):
        dataset(small, n=1, seed=0.5)  # type: ignore[arg-type]
    with refused(ArgumentError, argument="n"):
        dataset(small, n=-1)
