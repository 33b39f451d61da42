"""Named topologies in JavaScript, held against those of Python: neighbours, tables and drawings.

Python's are judged by geometry in `tests/board/test_topologies.py` and `test_shapes.py`.
"""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from logicsweep import Adjacency, Board, LimitError, State
from logicsweep.answers.base import as_object
from logicsweep.answers.shapes import shapes
from logicsweep.board.names import TOPOLOGY_NAMES
from logicsweep.board.topology_text import TOPOLOGIES, named_adjacency, shape_of
from logicsweep.errors import UnknownNameError
from tests.site.scripting import in_node, modules_in

if TYPE_CHECKING:
    from pathlib import Path

Case = tuple[str | None, int, int]
SIDES = (1, 2, 3, 4, 7, 12)
GRIDS = [
    *("1", "12", "5 wrap", "1x1", "4x5", "3x4 wrap 1", "4x3 wrap 2", "4x4 wrap", "1x5 wrap 2"),
    *("1x4x5", "4x4x4", "3x4x5 wrap", "4x5x6 wrap 2", "3x1x5 wrap 1", "20x2x3", "40x3x3 wrap 1,3"),
    *("2x12x30", "1x3x3 wrap 3", "5x1x1", "1x1x1x5", "2x3x2x2 wrap 2", "3x3x3x3 wrap 4,1"),
    *("1x1x4x3 wrap 4", "2x2x2x2x2x2", "1x2x1x3x1x3"),
]
# Three digits of row numbers, and other ways to write a name.
FURTHER = [(None, 3, 5), ("", 101, 2), ("hexagon", 101, 3), ("triangle", 11, 101)]
WRITTEN = ["grid  3x3x3\twrap 3,1", "grid 03x4 wrap 2,2", "grid 3x4 wrap  1,2"]
NAMES = [*(f"grid {words}" for words in GRIDS), *WRITTEN]
CASES: list[Case] = [
    *product(TOPOLOGIES, SIDES, SIDES),
    *FURTHER,
    *((name, *(shape_of(name) or (0, 0))) for name in NAMES),
]
FAULTY: list[Case] = [
    *product([*TOPOLOGIES, "grid 3x3"], [0], [3]),
    *(("knight", 3, -1), ("torus", 2, 5), ("torus", 5, 2), ("cylinder", 1, 2), ("moebius", 3, 3)),
    *(("Square", 3, 3), ("toString", 3, 3), ("q" * 50, 3, 3), ("grid", 3, 3), ("grid 3x", 3, 3)),
    *(("grid\xa03x3", 3, 3), ("grid 3x3 wrap ", 3, 3), ("grid 3x3\n", 3, 3), ("grid ٣x٣", 3, 3)),
    *(("grid 3x3 wrap 3", 3, 3), ("grid 3x3 wrap 0,1", 3, 3), ("grid 2x3x4", 4, 6)),
    *(("grid 3x3x3 wrap 3,1", 3, 9), ("grid 999999999x999999999x1x9", 3, 3)),
    *(("grid 4x2x4 wrap", 8, 4), ("grid 3x1x4 wrap 2,3", 3, 4), ("grid 3x3x3x3x3", 81, 3)),
    *((f"grid {'x'.join('2' * 20)}", 2**19, 2), ("grid 10000x10000", 10_000, 10_000)),
    *(("four", 10_001, 1000), ("triangle", 3000, 3000), ("grid 1000x1000x4", 10**6, 4)),
    ("hexagon", 10**6, 11),
]
PROGRAM = """
import { readFileSync } from "node:fs";
import { neighboursOf, shapesOf, toNear } from "./worker/topologies.js";

const said = JSON.parse(readFileSync(0)).map(([name, height, width]) => {
  try {
    const lists = neighboursOf(name, height, width);
    const { degree, near } = toNear(lists);
    return { lists, degree, near: [...near], shapes: shapesOf(name, height, width) };
  } catch (problem) {
    return { error: problem.message };
  }
});
process.stdout.write(JSON.stringify(said));
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page, as modules for node."""
    top = modules_in(tmp_path_factory.mktemp("page"))
    (top / "program.js").write_text(PROGRAM)
    return top


@pytest.fixture(scope="module")
def answers(folder: Path) -> dict[Case, Any]:
    """What JavaScript says of every case."""
    cases = [*CASES, *FAULTY]
    said = in_node("program.js", given=json.dumps(cases), folder=folder)
    return dict(zip(cases, json.loads(said), strict=True))


def adjacency_of(case: Case) -> Adjacency:
    name, height, width = case
    if name in (None, "", "square"):  # checked only when it is asked for by a method
        return Adjacency.square(height, width)
    return named_adjacency(name, height, width)


def error_of(case: Case) -> str | None:
    """What Python says is wrong, None if nothing is; no name is suggested for an unknown one."""
    try:
        adjacency_of(case)
    except UnknownNameError as problem:
        return f"unknown topology '{problem.name}'; known: {', '.join(problem.known)}"
    except (ValueError, LimitError) as problem:
        return str(problem)
    return None


def test_all_topologies_are_compared() -> None:
    compared = {str(name).split()[0] for name, *_ in CASES if name}
    assert compared == {name.split()[0] for name in TOPOLOGY_NAMES}
    drawn = [case for case in CASES if error_of(case) is None]
    assert len(drawn) > 200
    assert all(error_of(case) is not None for case in FAULTY)


@pytest.mark.slow
def test_neighbours_and_tables_are_those_of_python(answers: dict[Case, Any]) -> None:
    for case, said in answers.items():
        if error_of(case) is not None:
            continue
        adjacency = adjacency_of(case)
        assert said["lists"] == [list(near) for near in adjacency.lists], case
        table = np.array(said["near"], dtype=np.int32)
        assert said["degree"] == adjacency.degree, case
        assert np.array_equal(table, adjacency.table.ravel()), case


@pytest.mark.slow
def test_drawings_are_those_of_python(answers: dict[Case, Any]) -> None:
    for case, said in answers.items():
        if error_of(case) is not None:
            continue
        blank = np.full(case[1:], State.COVERED)
        message = shapes(Board(blank, adjacency=adjacency_of(case)))
        assert said["shapes"] == json.loads(json.dumps(as_object(message))), case


@pytest.mark.slow
def test_errors_are_those_of_python(answers: dict[Case, Any]) -> None:
    faults = {case: said for case, said in answers.items() if "error" in said}
    assert faults.keys() >= set(FAULTY)
    for case, said in answers.items():
        assert said.get("error") == error_of(case), case
