"""The logic programs, run by clingo, against the oracle."""

from __future__ import annotations

import math
import random
import re
import subprocess
import sys
from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest
from clingo.ast import AST, Transformer, parse_string

from logicsweep import Adjacency, Board, Cell, encode
from logicsweep.board.topology_text import named_adjacency, shape_of
from logicsweep.errors import ProgramNotFoundError
from logicsweep.formulas.facts import board_facts, board_programs
from logicsweep.formulas.rule_facts import program_text
from tests.conftest import ROOT, seeds, some
from tests.formulas.solving import Atoms, answer_sets
from tests.judges import oracle
from tests.judges.making import clue, first_board, random_board, showing

README = (ROOT / "encodings" / "README.md").read_text()
EXAMPLE = Board.parse("mines: 2\n\n?2?\n12F\n")


def program(names: Iterable[str], board: Board, *more: str) -> str:
    facts = [fact.text for fact in board_facts(board)]
    return "\n".join([*map(program_text, names), *facts, *more])


def mines(cells: Iterable[Iterable[int]]) -> Atoms:
    return frozenset(f"mine({Cell(*cell)})" for cell in cells)


def layouts(board: Board) -> set[Atoms]:
    return {
        mines(zip(*map(list, layout.nonzero()), strict=True)) for layout in oracle.layouts(board)
    }


@pytest.mark.parametrize("seed", seeds(range(80)))
def test_answer_sets_are_the_layouts(seed: int) -> None:
    board = random_board(seed, covered=9)
    found = answer_sets(program(["minesweeper", "total", "grid"], board))
    assert len(found) == len(set(found))
    assert set(found) == layouts(board)


@pytest.mark.parametrize("seed", seeds(range(40)))
def test_clues_with_bounds(seed: int) -> None:
    board = random_board(seed, covered=9)
    bounds = {cell: (max(0, shown - 1), shown + seed % 2) for cell, shown in board.clues.items()}
    facts = "\n".join(fact.text for fact in board_facts(board))
    for cell, (lower, upper) in bounds.items():
        fact = f"clue({cell},{board[cell]})."
        assert fact in facts
        facts = facts.replace(fact, f"clue({cell},{lower},{upper}).")
    found = answer_sets(f"{program_text('minesweeper')}{program_text('grid')}{facts}")
    expected = {
        mines(zip(*map(list, layout.nonzero()), strict=True))
        for layout in oracle.layouts(showing(board, (), total=False))
        if all(low <= clue(layout, cell) <= high for cell, (low, high) in bounds.items())
    }
    assert len(found) == len(expected)
    assert set(found) == expected


@pytest.mark.parametrize("seed", seeds(range(30)))
def test_the_fewest_clues_to_switch_off(seed: int) -> None:
    board = first_board(
        seed,
        lambda one: random_board(one, covered=8),
        lambda board: bool(board.covered) and len(board.clues) <= 8,
    )
    cell = random.Random(seed).choice(board.covered)
    for suppose, mine in (("suppose", True), ("suppose_safe", False)):
        found = answer_sets(
            program(["minesweeper", "total", "grid", "explain"], board, f"{suppose}({cell})."),
            "--opt-mode=optN",
        )
        sources = [*board.clues, *([] if board.mines is None else [None])]
        expected: set[Atoms] = set()
        for size in range(len(sources) + 1):
            for off in combinations(sources, size):
                rest = showing(board, board.clues.keys() - {*off}, total=None not in off)
                names = frozenset(f"off({one or 'total'})" for one in off)
                expected |= {
                    names | layout
                    for layout in layouts(rest)
                    if (f"mine({cell})" in layout) == mine
                }
            if expected:
                break
        assert set(found) == expected


def beside(name: str, height: int, width: int, one: Cell, other: Cell) -> bool:
    """Whether two cells are neighbours, by geometry."""
    rows, columns = abs(one.row - other.row), abs(one.column - other.column)
    around = min(rows, height - rows), min(columns, width - columns)
    away = {
        "grid": max(rows, columns),
        "torus": max(around),
        "cylinder": max(rows, around[1]),
        "four": rows + columns,
    }
    if name in away:
        return away[name] == 1
    if name == "knight":
        return {rows, columns} == {1, 2}
    if name == "triangle":
        return one != other and bool(corners(one) & corners(other))
    # Hexagons: odd rows lie half a cell to the right, rows sqrt(3)/2 apart.
    across = (one.column + one.row % 2 / 2) - (other.column + other.row % 2 / 2)
    return math.isclose(math.hypot(across, rows * math.sqrt(3) / 2), 1)


def corners(cell: Cell) -> set[tuple[int, int]]:
    """The corners of a triangle, in half sides and rows."""
    row, column = cell
    tip, base = (row, row + 1) if (row + column) % 2 == 0 else (row + 1, row)
    return {(tip, column + 1), (base, column), (base, column + 2)}


@pytest.mark.parametrize("size", [(3, 3), (4, 5), (5, 3), (6, 7)])
def test_adjacencies(size: tuple[int, int], subtests: pytest.Subtests) -> None:
    for name in ("grid", "torus", "hexagon", "knight", "four", "cylinder", "triangle"):
        with subtests.test(name):
            check_adjacency(name, size)


def check_adjacency(name: str, size: tuple[int, int]) -> None:
    height, width = size
    text = f"{program_text(name)} size({height},{width}). #show neighbour/2. #show cell/1."
    (found,) = answer_sets(text)
    cells = [Cell(row, column) for row in range(height) for column in range(width)]
    expected = {f"cell({cell})" for cell in cells}
    expected |= {
        f"neighbour({one},{other})"
        for one in cells
        for other in cells
        if beside(name, height, width, one, other)
    }
    assert found == expected


NAMES = [
    *("square", "four", "hexagon", "triangle", "torus", "cylinder", "knight"),
    *("grid 5 wrap", "grid 2x3x4", "grid 3x4x3 wrap", "grid 3x4x3 wrap 1,3"),
    *("grid 2x1x2x3", "grid 3x2x3x3 wrap 3,4"),
]


@pytest.mark.parametrize("size", some([(3, 3), (4, 5), (5, 3), (6, 7)], every=2))
def test_programs_and_python_have_the_same_topologies(
    size: tuple[int, int], subtests: pytest.Subtests
) -> None:
    for name in NAMES:
        with subtests.test(name):
            check_topology(name, size)


def check_topology(name: str, size: tuple[int, int]) -> None:
    own = shape_of(name) or size
    board = Board(np.full(own, -1), adjacency=named_adjacency(name, *own))
    facts = [fact.text for fact in board_facts(board)]
    assert not any(fact.startswith("neighbour(") for fact in facts)
    names = [one for one in board_programs(board) if one != "minesweeper"]
    assert names == ["dimensions" if name.startswith("grid ") else name.replace("square", "grid")]
    facts = [fact for fact in facts if not fact.startswith("covered(")]
    text = "\n".join([*map(program_text, names), *facts, "#show neighbour/2."])
    (found,) = answer_sets(text)
    expected = {f"neighbour({one},{two})" for one in board.cells for two in board.neighbours(one)}
    assert found == expected


def test_an_encoding_names_the_program_of_its_topology() -> None:
    board = Board.parse("topology: hexagon\nmines: 2\n\n?2?\n12?\n")
    lines = list(encode(board, "lp").lines())
    assert "% encodings/hexagon.lp" in lines
    assert not any(line.startswith("neighbour((0") for line in lines)
    walled = board.with_adjacency(board.adjacency.without([(0, 1)]))
    assert "neighbour((0,1),(0,2))." in list(encode(walled, "lp").lines())


def test_names() -> None:
    on_disk = sorted(path.stem for path in (ROOT / "encodings").glob("*.lp"))
    with pytest.raises(ProgramNotFoundError, match=f"'abc'; known: {', '.join(on_disk)}"):
        program_text("abc")


def test_programs_are_data_only() -> None:
    assert {path.suffix for path in (ROOT / "encodings").iterdir()} == {".lp", ".md"}
    for path in (ROOT / "encodings").glob("*.lp"):
        assert f"`{path.name}`" in README
        assert "#include" not in path.read_text()


CALLS = [
    call
    for path in sorted((ROOT / "encodings").glob("*.lp"))
    for call in re.findall(r"^% Call: (.*)$", path.read_text(), re.MULTILINE)
]
SHOWN = re.findall(r"^\$ (.*)$", README, re.MULTILINE)


def run(call: str) -> list[Atoms]:
    """Run a shell command with clingo in it; its answers, the best ones where it optimises."""
    assert call.count("clingo encodings/") == 1
    done = subprocess.run(
        ["/bin/sh", "-c", call.replace("clingo ", f"'{sys.executable}' -m clingo ", 1)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=300,
    )
    assert done.stderr == ""
    answers = re.findall(
        r"^Answer: \d+.*\n(.*)(?:\nOptimization: (\d+))?$", done.stdout, re.MULTILINE
    )
    best = answers[-1][1] if answers else ""
    assert ("\nUNSATISFIABLE\n" in done.stdout) == (not answers)
    return [frozenset(atoms.split()) for atoms, cost in answers if cost == best]


def test_every_program_has_a_call() -> None:
    assert len(CALLS) >= len(list((ROOT / "encodings").glob("*.lp")))


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_the_programs_calls(call: str) -> None:
    # With these neighbours the example has no layout.
    others = ("cylinder", "four", "knight", "torus", "triangle")
    assert bool(run(call)) == (not any(f"{name}.lp" in call for name in others))


@pytest.mark.slow
def test_the_readmes_calls() -> None:
    answers = [run(call) for call in SHOWN]
    every = layouts(EXAMPLE)
    assert set(answers[0]) == every
    assert answers[1][-1] == frozenset.intersection(*every)
    assert answers[2][-1] == frozenset.union(*every)
    safe = mines([(0, 2), (1, 2)])
    # (0,0) is the only covered cell next to the 1 in (1,0).
    assert set(answers[3]) == {safe | {"off((1,0))"}}
    assert set(answers[4]) == {
        mines([(0, 0)]),
        mines([(0, 2)]),
        mines([(0, 0), (0, 2)]),
    }
    assert set(answers[5]) == {mines([]), mines([(0, 0), (0, 2)])}
    assert answers[6] == [mines([(0, 0), (0, 2), (1, 2)])]
    assert set(answers[7]) == {frozenset({"mine(a)"}), frozenset({"mine(b)"})}
    assert set(answers[8]) == {mines([(0, 0), (0, 1)]), mines([(0, 0), (0, 3)])}
    assert set(answers[9]) == {mines([(0, 0), (0, 1)]) | {'off(rule("U",0,(0,0)))'}}
    # All but none and those with the left column and the right one, and nothing between them.
    assert len(answers[10]) == 2**6 - 1 - 3 * 3
    assert {len(answer) for answer in answers[11]} == {2, 3}
    assert len(answers[11]) == 4


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """All that is written for clingo, by name: shipped, examples, and made of boards."""
    names = sorted(path.stem for path in (ROOT / "encodings").glob("*.lp"))
    found = {name: program_text(name) for name in names}
    for path in sorted((ROOT / "examples" / "programs").glob("*.lp")):
        found[path.name] = path.read_text()
    uncertain = Board.parse("mines: 1..3\n\n0..1(1,1/2) _ F\n? 0..2(1,0,1) *\n1 ? _\n")
    chain = Adjacency.of([[1], [0, 2], [1]])
    necklace = Board.parse("?1?")
    necklace = Board(necklace.grid, adjacency=chain, mines=(0, 2))
    layers = Board.parse("topology: grid 2x2x2\n\n??\n??\n??\n??\n")
    rules = Board.parse("rules: 1W Q 2Z B\n\n1+1 ?\n? ?\n")
    sight = Board.parse("rules: 1E' 2F 2S\n\n-1 ?\n? ?\n")
    boards = {"uncertain": uncertain, "necklace": necklace, "layers": layers}
    for name, board in (*boards.items(), ("rules", rules), ("sight", sight)):
        for to in ("facts", "lp", "lp-ground"):
            found[f"{name} as {to}"] = "\n".join(encode(board, to).lines(annotate=True))
    return found


@pytest.mark.parametrize("part", range(6))
def test_clingo_from_5_4_on_reads_what_is_written(
    texts: dict[str, str], part: int, subtests: pytest.Subtests
) -> None:
    for name, text in list(texts.items())[part::6]:
        with subtests.test(name):
            check_text(name, text)


def check_text(name: str, text: str) -> None:
    # 5.4 has no chains of comparisons (a < b < c), the one newer construct that is of use here.
    chained: list[str] = []

    class Finder(Transformer):
        def visit_Comparison(self, node: AST) -> AST:  # noqa: N802
            if len(node.guards) > 1:
                chained.append(f"{name}: {node}")
            return node

    parse_string(text, lambda statement: Finder().visit(statement))
    assert not chained
    assert not re.search(r"^\s*#(?!defined|show|minimize)", text, re.MULTILINE)
