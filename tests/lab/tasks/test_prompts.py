"""Prompts: all that a player knows, in every form, and nothing of the answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board, Cell
from logicsweep.board.relation import LATTICES
from logicsweep.board.rules.catalogue import CLUE_RULES, LAYOUT_RULES
from logicsweep.board.state import State
from logicsweep.formats.registry import read_board
from logicsweep.games.setting import Setting
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.data.bulk import positions
from logicsweep.lab.data.drawn import position
from logicsweep.lab.tasks.drawing import tasks
from logicsweep.lab.tasks.kinds import KINDS, kind_of
from logicsweep.lab.tasks.prompts import FORMS, board_text, prompt_of, tokens
from logicsweep.lab.tasks.saying import known_lines, neighbours_say
from tests.judges import oracle
from tests.lab.tasks.test_tasks import SETTINGS, SMALL, TINY

CELL = re.compile(r"\((\d+),(\d+)\)")


def read_rows(text: str) -> list[list[str]]:
    """The signs in the form `grid`."""
    return [line.split()[1:] for line in text.split("\n")[1:]]


def read_json(text: str) -> list[list[str]]:
    return tokens(read_board(text))


READERS: dict[str, Callable[[str], list[list[str]]]] = {
    "grid": read_rows,
    "json": read_json,
}


@cache
def boards() -> tuple[Board, ...]:
    """Two positions of each setting, some with flags, of rules and topologies of all kinds."""
    rng = np.random.default_rng(4)
    settings = [
        *SETTINGS.values(),
        Setting("12x3", mines=5, first_click="safe"),
        Setting("1x6", mines=2, first_click="safe"),
        Setting("4x5", mines=6, topology="triangle", first_click="safe"),
    ]
    made = []
    for number in range(2 * len(settings)):
        board = position(settings[number % len(settings)], number)[1]
        flagged = [cell for cell in board.covered if rng.random() < 0.2]
        made.append(board.replace(dict.fromkeys(flagged, State.FLAGGED)))
    return tuple(made)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_what_each_cell_shows(form: str) -> None:
    for board in boards():
        assert READERS[form](board_text(board, form)) == tokens(board)


@pytest.mark.parametrize("form", FORMS)
def test_ordinary_boards_are_read_by_the_package(form: str) -> None:
    drawn = positions(Setting("8x5", mines=7), n=15, answers=())
    for board in map(drawn.board, range(15)):
        text = board_text(board, form)
        read = read_board(text) if form == "json" else read_board(text).with_total(7)
        assert read == board


def test_json_says_all_of_a_board() -> None:
    for setting in SETTINGS.values():
        board = position(setting, 3)[1]
        assert read_board(board_text(board, "json")) == board


@pytest.mark.few(10)  # each setting once
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", SETTINGS)
def test_a_prompt_says_what_the_player_knows(form: str, name: str) -> None:
    setting = SETTINGS[name]
    task = next(tasks("chance", setting, n=1, form=form, seed=1))
    prompt = task.prompt
    assert board_text(task.board, form) in prompt
    for rule in setting.rules.every:
        assert rule.about in prompt
    assert ("The mine count is not known" in prompt) == (setting.mines is None)
    if isinstance(setting.mines, int):
        assert f"The mine count is {setting.mines}:" in prompt
    assert ("may be wrong" in prompt) == (name == "liars")
    assert ("corner: 1 of (0,0) (0,1)" in prompt) == (name == "constraint")
    assert ("probability 1/4" in prompt) == (name == "density")
    assert KINDS["chance"].form.format(cell=task.cell) in prompt


@pytest.mark.parametrize("total", [None, 3, (2, 5)])
def test_the_mine_count_is_said_just_if_the_board_tells_it(
    total: int | tuple[int, int] | None,
) -> None:
    """A trap: what a model is not told, it is not asked to know."""
    board = Board.parse("?1?\n?2?\n?1?").with_total(total)
    for kind in KINDS:
        prompt = prompt_of(kind_of(kind), board, Cell(0, 0), "grid", None)
        says = {
            None: "The mine count is not known.",
            3: "The mine count is 3: so many of the 9 cells are mines.",
            (2, 5): "The mine count is 2 to 5; the exact number is not known.",
        }[total]
        assert says in prompt
        assert prompt.count("The mine count is") == 1


def test_every_rule_has_its_words(subtests: pytest.Subtests) -> None:
    for rule in (*CLUE_RULES, *LAYOUT_RULES):
        name, about = str(rule.name), rule.about
        board = Board(np.full((6, 6), -1), rules=name, mines=None if name == "B" else 12)
        words = " ".join(known_lines(board))
        with subtests.test(name):
            if name == "V":
                assert "the number of mines among its neighbours" in words
            else:
                assert f"{name}: " in words
                assert about in words
                assert ("row plus column" in words) == ("coloured" in about)


@pytest.mark.parametrize(
    "name", [*LATTICES, "grid 2x3x4", "grid 3x3x4 wrap", "grid 3x4x2 wrap 1,2"]
)
def test_every_topology_has_its_words(name: str) -> None:
    size = {} if name.startswith("grid") else {"height": 4, "width": 5}
    board = Setting(mines=3, topology=name, first_click="safe", **size).board()  # type: ignore[arg-type]
    says = neighbours_say(board)
    assert len(says) > 20
    assert ("joined" in says) == ("wrap" in name or name in ("torus", "cylinder"))


@pytest.mark.parametrize("name", ["hexagon", "triangle"])
def test_words_with_formulas_name_the_neighbours(name: str) -> None:
    """The formulas in the words of hexagons and triangles are read and held against the lists."""
    board = Setting(height=5, width=6, mines=3, topology=name, first_click="safe").board()
    says = neighbours_say(board)
    for cell in board.covered:
        is_odd = cell.row % 2 if name == "hexagon" else sum(cell) % 2
        parts = re.split(r"if r is odd|and down if", says)
        always, _, even = parts[0].partition("if r is even" if name == "hexagon" else "has the")
        text = (always if name == "hexagon" else "") + (parts[1] if is_odd else even)
        near = {
            Cell(cell.row + down, cell.column + right)
            for down, right in _offsets(text)
            if (down, right) != (0, 0)
        }
        assert {each for each in near if each in board} == set(board.neighbours(cell))


def _offsets(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    parts = re.findall(r"\(r([+-]\d)?,c([+-]\d)?\)( to)?", text)
    for place, (down, right, goes_on) in enumerate(parts):
        step = int(down or 0), int(right or 0)
        found.append(step)
        if goes_on:
            last = int(parts[place + 1][1] or 0)
            found += [(step[0], between) for between in range(step[1], last)]
    return found


def test_walls_and_lists_of_neighbours_are_said() -> None:
    walled = Board(np.full((2, 2), -1), adjacency=Adjacency.square(2, 2).without([(0, 1)]))
    assert "walls, which are between (0,0) and (0,1)" in neighbours_say(walled)
    listed = Board(np.full((1, 3), -1), adjacency=Adjacency.of([[1, 2], [0, 2], [0, 1]]))
    assert neighbours_say(listed) == (
        "these: (0,0): (0,1) (0,2); (0,1): (0,0) (0,2); (0,2): (0,0) (0,1)"
    )


# The traps.


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", FORMS)
def test_no_answer_is_in_the_prompt(kind: str, form: str) -> None:
    """The cells that it names are open, or the one that is asked about."""
    for task in tasks(kind, Setting("beginner"), n=4, form=form, seed=3):
        named = {Cell(int(row), int(column)) for row, column in CELL.findall(task.prompt)}
        assert named <= {*task.board.clues, task.cell}
        answer = task.answer_text()
        if kind in ("certain", "move"):
            assert answer not in task.prompt


@pytest.mark.parametrize("kind", KINDS)
def test_a_prompt_is_made_of_the_position_alone(kind: str) -> None:
    """Of every layout behind a position the same cells, opened, give the same prompt."""
    for task in tasks(kind, TINY, n=6, seed=9):
        layouts = oracle.layouts(task.board)
        verdict = None
        if kind == "why" and task.cell is not None:
            verdict = KnowledgeBase(task.board).verdict(task.cell)
        prompts = set()
        for mask in layouts:
            grid = task.board.grid.copy()
            for cell in task.board.clues:
                grid[cell] = oracle.around(mask[None], cell)[0]
            board = task.board.with_grid(grid)
            prompts.add(prompt_of(kind_of(kind), board, task.cell, task.form, verdict))
        assert prompts == {task.prompt}


def test_examples_of_answers_are_on_no_board() -> None:
    for name, kind in KINDS.items():
        words = kind.form.format(cell=Cell(70, 80), verdict="a mine")
        assert {match[0] for match in CELL.finditer(words)} <= {"(70,80)"}
        assert ("(70,80)" in words) == kind.is_of_cell
        assert "(row,column)" in words or name not in ("move", "certain", "why")


def test_flags_are_said_to_prove_nothing() -> None:
    board = next(tasks("move", SMALL, n=1)).board
    flagged = board.replace({board.covered[0]: State.FLAGGED})
    assert "Flags are what a player believes" in " ".join(known_lines(flagged))
    assert "Flags are" not in " ".join(known_lines(board))
