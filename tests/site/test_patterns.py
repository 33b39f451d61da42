"""The worker names patterns as Python does, in node."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from logicsweep import Adjacency, Board, Cell, KnowledgeBase, Layout
from logicsweep.reasons import Step
from tests.conftest import TURN
from tests.judges.making import opened_at_random, random_board
from tests.reasons.test_patterns import OTHERWISE, SHOWN, board_of
from tests.site.scripting import in_node, modules_in

BOARDS = 25
SCRIPT = """
import { readFileSync } from "node:fs";
import { patternOf } from "./worker/patterns.js";

const steps = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(steps.map(([board, step]) => patternOf(board, step))));
"""


def boards() -> Iterator[Board]:
    yield from map(board_of, (*SHOWN.values(), *OTHERWISE))
    for seed in range(BOARDS * TURN, BOARDS * (TURN + 1)):
        yield opened_at_random(seed, 9, 9, 14, 0.6)
        yield random_board(seed, covered=14, lie=0)
        layout = Layout(
            opened_at_random(seed, 6, 6, 7, 1).grid < 0, adjacency=Adjacency.torus(6, 6)
        )
        safe = [cell for number in range(36) if not layout.mask[cell := Cell(*divmod(number, 6))]]
        yield layout.opened(safe[seed % 3 :: 3])


def steps() -> Iterator[Step]:
    for board in boards():
        kb = KnowledgeBase(board)
        if kb.has_layout():
            yield from kb.difficulty().steps


def as_worker(step: Step) -> list[dict[str, Any]]:
    board = step.board

    def numbers(cells: tuple[Cell, ...]) -> list[int]:
        return list(map(board.number, cells))

    own = board.own_adjacency
    return [
        {
            "topology": None if own is None else own.topology,
            "height": board.height,
            "width": board.width,
            "states": board.grid.ravel().tolist(),
            "near": board.adjacency.lists,
        },
        {
            "clues": numbers(step.clues),
            "usesTotal": step.uses_total,
            "givenMines": numbers(step.given_mines),
            "givenSafe": numbers(step.given_safe),
            "mines": numbers(step.mines),
            "safe": numbers(step.safe),
        },
    ]


@pytest.mark.random
@pytest.mark.slow
def test_the_worker_names_the_same_patterns(tmp_path: Path) -> None:
    every = list(steps())
    modules_in(tmp_path)
    given = json.dumps([as_worker(step) for step in every])
    said = json.loads(
        in_node("--input-type=module", "--eval", SCRIPT, given=given, folder=tmp_path)
    )
    for step, name in zip(every, said, strict=True):
        assert name == step.pattern, (str(step.board), step.text)
    assert set(Counter(said)) >= {None, *SHOWN}
