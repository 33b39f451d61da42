"""The checker of circuits: it accepts right ones, and no changed one that says anything false.

What a changed circuit means is judged by trying all assignments (`tests/judges/circuits.py`).
"""

from __future__ import annotations

import random
from contextlib import suppress
from time import process_time

import pytest

from benchmarks.positions import Position as Played, played_to, stuck
from logicsweep import Board, KnowledgeBase, load
from logicsweep.checker import circuits as checker
from logicsweep.checker.board import read_board
from logicsweep.checker.faults import CheckError, CheckLimitError, Clock
from logicsweep.tables import circuit_of
from logicsweep.tables.circuit import nnf_lines
from tests.conftest import ROOT, seeds
from tests.judges import circuits, keys
from tests.judges.features import FEATURES, Position, draw
from tests.judges.refusals import refused

BOARDS = ROOT / "examples" / "boards"
REFUSED = {
    "liars": "clues that may be wrong",
    "T": "the rule T for layouts",
    "Q": "the rule Q for layouts",
    "C": "the rule C for layouts",
    "constraints": "the constraint a pair, which does not count mines",
    **{name: f"the rule {name} for clues" for name in ("1M", "1W")},
    **dict.fromkeys(("2I", "2E", "2L"), "a hidden key"),
}
KINDS = [
    *((one,) for one in FEATURES if one not in REFUSED and one not in ("program", "model")),
    *[("range", "bounds"), ("density", "graph"), ("1L", "range"), ("1X", "bounds")],
]


def lines_of(board: Board) -> list[str]:
    return list(nnf_lines(circuit_of(board, refutations=True)))


def check_circuit(board: Board, lines: list[str], seconds: float | None = None) -> int:
    return checker.check_circuit(read_board(str(board).split("\n")), lines, Clock(seconds))


@pytest.mark.parametrize("seed", seeds(range(200, 260), fast=20))
def test_a_circuit_proves_the_number_of_layouts(seed: int, subtests: pytest.Subtests) -> None:
    for names in KINDS:
        with subtests.test(names=names):
            case = draw(names, seed)
            assert check_circuit(case.board, lines_of(case.board)) == len(case.worlds.masks)


@pytest.mark.parametrize("seed", seeds(range(40), fast=20))
def test_a_circuit_of_a_wrong_board_proves_that_there_is_none(seed: int) -> None:
    case, rng = draw(("plain",), seed), random.Random(seed)
    cell = rng.choice(sorted(case.board.clues))
    for shown in range(len(case.board.neighbours(cell)) + 1):
        changed = case.replaced({cell: shown})
        lines = lines_of(changed.board)
        assert check_circuit(changed.board, lines) == len(changed.worlds.masks)
        if len(changed.worlds.masks) != len(case.worlds.masks):
            with pytest.raises(CheckError):
                check_circuit(case.board, lines)


@pytest.mark.parametrize(("name", "said"), REFUSED.items())
def test_other_boards_are_refused(name: str, said: str) -> None:
    with pytest.raises(CheckError, match=f"no certificates of counts with {said}"):
        check_circuit(draw((name,), 0).board, ["nnf 1 0 16", "A 0"])


@pytest.mark.parametrize("rule", [rule for rule in keys.SHOWS if rule != "2E'"])
def test_a_key_is_refused_where_no_clue_needs_it(rule: str) -> None:
    """It may demand something all the same: a safe cell in each row and column."""
    board = Board.parse(f"rules: {rule}\n\n??\n?*\n")
    with pytest.raises(CheckError, match="no certificates of counts with a hidden key"):
        check_circuit(board, lines_of(board.altered(rules=None)))


# Ways to change a circuit.


def literal(rng: random.Random, rows: list[list[str]]) -> None:
    row = rng.choice([row for row in rows if row[0] == "L"])
    row[1] = str(rng.choice([-int(row[1]), int(row[1]) + rng.choice([-1, 1])]))


def child(rng: random.Random, rows: list[list[str]]) -> None:
    row = rng.choice([row for row in rows[1:] if row[0] != "L" and len(row) > 3])
    row[-rng.randint(1, int(row[1 if row[0] == "A" else 2]))] = str(rng.randrange(len(rows) - 1))


def drop(rng: random.Random, rows: list[list[str]]) -> None:
    row = rng.choice([row for row in rows[1:] if row[0] != "L" and len(row) > 3])
    place = 1 if row[0] == "A" else 2
    del row[rng.randrange(place + 1, len(row))]
    row[place] = str(int(row[place]) - 1)


def double(rng: random.Random, rows: list[list[str]]) -> None:
    row = rng.choice([row for row in rows[1:] if row[0] != "L" and len(row) > 3])
    place = 1 if row[0] == "A" else 2
    row.append(row[rng.randrange(place + 1, len(row))])
    row[place] = str(int(row[place]) + 1)


def swap(rng: random.Random, rows: list[list[str]]) -> None:
    row = rng.choice([row for row in rows[1:] if row[0] != "L" and len(row) > 3])
    first = 2 if row[0] == "A" else 3
    one, other = rng.randrange(first, len(row)), rng.randrange(first, len(row))
    row[one], row[other] = row[other], row[one]


def swap_lines(rng: random.Random, rows: list[list[str]]) -> None:
    one, other = rng.randrange(1, len(rows)), rng.randrange(1, len(rows))
    rows[one], rows[other] = rows[other], rows[one]


def kind(rng: random.Random, rows: list[list[str]]) -> None:
    place = rng.choice([place for place, row in enumerate(rows) if row[0] in ("A", "O")])
    row = rows[place]
    rows[place] = ["O", "0", *row[1:]] if row[0] == "A" else ["A", *row[2:]]


def decided(rng: random.Random, rows: list[list[str]]) -> None:
    row = rng.choice([row for row in rows if row[0] == "O"])
    row[1] = str(rng.randrange(-1, 10))


def root(rng: random.Random, rows: list[list[str]]) -> None:
    del rows[rng.randrange(2, len(rows)) :]


def header(rng: random.Random, rows: list[list[str]]) -> None:
    place = rng.randrange(1, 4)
    rows[0][place] = str(int(rows[0][place]) + rng.choice([-1, 1, 7]))


def dead(rng: random.Random, rows: list[list[str]]) -> None:
    """A child becomes false or true."""
    constants = [
        place for place, row in enumerate(rows[1:]) if row in (["O", "0", "0"], ["A", "0"])
    ]
    place = rng.randrange(len(rows) // 2, len(rows))
    if constants and rows[place][0] != "L" and len(rows[place]) > 3:
        rows[place][-1] = str(rng.choice(constants))


CHANGES = [literal, child, drop, double, swap, swap_lines, kind, decided, root, header, dead]
TAMPERED = [("plain",), ("bounds",), ("density",), ("range", "bounds"), ("graph",)]


def tampered(case: Position, rng: random.Random) -> tuple[bool, bool]:
    """Whether a changed circuit is accepted, after which it has to be right; whether it is."""
    before = [line.split() for line in lines_of(case.board)]
    rows = [list(row) for row in before]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        change = rng.choice(CHANGES)
        with suppress(IndexError):  # there is no such line
            change(rng, rows)
    if change is not header and rng.random() < 0.8:  # else the header alone may tell
        edges = sum(len(row) - (2 if row[0] == "A" else 3) for row in rows[1:] if row[0] != "L")
        rows[0] = ["nnf", str(len(rows) - 1), str(edges), rows[0][3]]
    lines = [" ".join(row) for row in rows]
    try:
        proved = check_circuit(case.board, lines)
    except CheckError as error:
        assert error.line is None or 1 <= error.line <= len(lines) + 1
        return False, False
    assert proved == len(case.worlds.masks), lines
    covered = [case.board.number(cell) for cell in case.board.covered]
    flat = case.worlds.every.reshape(len(case.worlds.every), -1)
    which = circuits.holds(lines, flat)
    assert {row.tobytes() for row in flat[which]} == case.worlds.layouts
    assert all(f"L {cell + 1}" in lines or f"L {-cell - 1}" in lines for cell in covered)
    return True, rows == before


@pytest.mark.parametrize(
    "seed", [*range(3), *[pytest.param(n, marks=pytest.mark.slow) for n in range(3, 20)]]
)
def test_changed_circuits_are_refused_or_still_true(seed: int) -> None:
    """Each seed takes 20 of them."""
    rng = random.Random(f"changed {seed}")
    accepted = 0
    for number in range(20):
        case = draw(TAMPERED[number % len(TAMPERED)], seed)
        accepted += tampered(case, rng)[0]
    assert accepted < 10  # the others are true: children swapped, for example


# Circuits that are wrong in one way, as `tampered` makes them rarely: what is said of each.
WRONG = [
    # Cells with a clue are taken as if nothing were said about them.
    ("?1?\n", "L -2|L 1|L -1|O 1 2 1 2|L 3|L -3|O 3 2 4 5|A 3 0 3 6", "several numbers of mines"),
    # One layout of two: the other needs no reason to be missed.
    ("?1?\n", "L -2|L 1|L -3|A 3 0 1 2", "leaves out layouts"),
    # A layout that the clue forbids; a layout twice.
    ("?1?\n", "L -2|L 1|L -1|L 3|L -3|A 2 1 3|A 2 2 4|O 1 2 5 6|A 2 0 7", "what is left"),
    (
        "?1?\n",
        "L -2|L 1|L -1|L 3|L -3|A 2 1 4|A 2 1 4|O 1 2 5 6|A 2 0 7",
        "counted twice|same number",
    ),
    # A cell that a mine count leaves free, and that is not said to be so.
    ("?_\n", "L -2|L 1|A 2 0 1", "does not say what is left"),
    ("?_\n", "L -2|A 0|A 2 0 1", "ends where more is left"),
    (
        "mines: 1\n\n?_?\n",
        "L -2|L 1|L -1|L 3|L -3|O 3 2 3 4|A 2 1 5|A 2 2 5|O 1 2 6 7|A 2 0 8",
        "two dif",
    ),
    # A decision on another variable than it says.
    (
        "?1?\n",
        "L -2|L 1|L -1|L 3|L -3|A 2 1 4|A 2 2 3|O 3 2 5 6|A 2 0 7",
        "decides on 3; expected 1",
    ),
    ("?1?\n", "L -2|L 1|L -1|L 3|L -3|A 2 1 4|A 2 3 2|O 1 2 5 6|A 2 0 7", "do not begin with one"),
    # A clue that no layout meets.
    ("3\n", "L -1", "allows no number of mines"),
    # Two cells of which a clue has one.
    (
        "?1_?\n",
        (
            "L -2|L -3|L 1|L -1|L 4|L -4|A 2 3 5|A 2 2 5|A 2 3 4|O 1 2 7 8|A 2 2 4|A 0|A 2 9 11|"
            "A 2 10 11|O 0 2 12 13|A 3 0 1 14"
        ),
        "not all",
    ),
    # Both cells of a 1 as mines, beside the right choice.
    (
        "?1?\n",
        (
            "L -2|L 1|L -1|L 3|L -3|A 2 1 4|A 2 2 3|O 1 2 5 6|A 2 1 3|A 0|A 2 7 9|A 2 8 9|"
            "O 0 2 10 11|A 2 0 12"
        ),
        "a rule is broken",
    ),
    # A cell that is left out.
    ("?1?\n", "L -2|L 1|A 2 0 1", "cells are left beside"),
    ("?1?\n", "L -2|L 1|L -1|O 1 2 1 2|A 2 0 3", "leaves cells out"),
    # A cell and a layout that are there twice.
    ("?1?\n", "L -2|L 1|A 2 1 1|A 2 0 2", "share a cell"),
    ("?1?\n", "L -2|L 1|L -1|O 1 3 1 1 2|A 2 0 3", "counted twice"),
    # False where a layout is left.
    (
        "?1?\n",
        "L -2|O 0 0|L 1|L -1|A 2 2 1|L 3|A 2 3 5|O 1 2 4 6|A 2 0 7",
        "ends where more is left",
    ),
    ("mines: 1\n\n?\n", "O 0 0|A 1 0", "ends where more is left"),
]


def nnf(board: Board, nodes: str) -> list[str]:
    lines = nodes.split("|")
    edges = sum(int(line.split()[1 if line[0] == "A" else 2]) for line in lines if line[0] != "L")
    return [f"nnf {len(lines)} {edges} {board.grid.size}", *lines]


@pytest.mark.parametrize(("text", "nodes", "said"), WRONG)
def test_what_is_wrong_is_said(text: str, nodes: str, said: str) -> None:
    board = Board.parse(text)
    with pytest.raises(CheckError, match=said):
        check_circuit(board, nnf(board, nodes))


def test_circuits_may_be_made_otherwise() -> None:
    """The right circuit of `?1?`, with either cell decided first, and as one choice of a pair."""
    board = Board.parse("?1?\n")
    for nodes in (
        "L -2|L 1|L -1|L 3|L -3|A 2 1 4|A 2 2 3|O 1 2 5 6|A 2 0 7",
        "L -2|L 1|L -1|L 3|L -3|A 2 4 1|A 2 3 2|O 3 2 5 6|A 2 7 0",
        "L 1|L -1|L 3|L -3|A 2 0 3|A 2 1 2|O 1 2 4 5|L -2|A 2 6 7",
    ):
        assert check_circuit(board, nnf(board, nodes)) == 2


MALFORMED = [
    ("", 1),
    ("nnf", 1),
    ("nnf 1 0", 1),
    ("nnf 0 0 12", 1),
    ("nnf -1 0 12", 1),
    ("nnf 1 0 12\nA 0\n", 1),
    ("nnf 1 0 12\nA  0", 2),
    ("nnf 1 0 12\nB 0", 2),
    ("nnf 1 0 12\nL 0", 2),
    ("nnf 1 0 12\nL 13", 2),
    ("nnf 1 0 12\nL 1 2", 2),
    ("nnf 1 0 12\nL --1", 2),
    ("nnf 1 0 12\nL 01", 2),
    ("nnf 1 0 12\nL \u0661", 2),
    ("nnf 1 0 12\nO 0", 2),
    ("nnf 1 0 12\nA 1 0", 2),  # its own child
    ("nnf 2 2 12\nA 1 1\nA 1 0", 2),  # a circle
    ("nnf 1 0 12\nA 1 -1", 2),
    ("nnf 1 0 12\nA 2 0", 2),
    ("nnf 1 9 12\nA 0", 1),
    ("nnf 9 0 12\nA 0", 1),
    ("nnf 1 0 13\nA 0", 1),
    ("nnf 1 0 12\nA 0", 2),
    ("nnf 1 0 12\nO 0 0", 2),
    ("nnf 1 0 12\nL 1", 2),
    ("c a comment\nnnf 1 0 12\nA 0", 1),
]


@pytest.mark.parametrize(("text", "line"), MALFORMED)
def test_malformed_circuits_are_refused_with_the_line(text: str, line: int) -> None:
    board = load(BOARDS / "small.board")
    assert board.grid.size == 12
    with pytest.raises(CheckError) as raised:
        check_circuit(board, text.split("\n") if text else [])
    assert raised.value.line == line


def test_huge_and_deep_circuits_are_refused_quickly() -> None:
    board = load(BOARDS / "small.board")
    digits = "9" * 1_000_000
    start = process_time()
    for lines in (
        [f"nnf {digits} 0 12", "A 0"],
        ["nnf 1 0 12", f"L {digits}"],
        ["nnf 1 0 12", f"A {digits}"],
        ["nnf 1 0 12", f"O 0 1 {digits}"],
        # A chain, and sums that double the number of models from node to node.
        ["nnf 10001 10000 12", "A 0", *[f"A 1 {place}" for place in range(10_000)]],
        ["nnf 10001 20000 12", "L 1", *[f"O 0 2 {place} {place}" for place in range(10_000)]],
    ):
        with pytest.raises(CheckError):
            check_circuit(board, lines)
    assert process_time() - start < 5


def test_nodes_with_more_children_than_any_right_one_are_refused_before_they_are_read() -> None:
    board = Board.parse("?\n")
    right = ["nnf 3 2 1", "L 1", "L -1", "O 1 2 0 1"]
    assert check_circuit(board, right) == 2
    children = 3_000_000
    for nodes in (["A 0", "A"], ["O 0 0", "O 0"], ["L 1", "O 1"]):
        lines = [f"nnf 2 {children} 1", nodes[0], f"{nodes[1]} {children}{' 0' * children}"]
        with refused(CheckError, line=3) as raised:
            check_circuit(board, lines)
        assert raised.value.line == 3


def test_a_layout_that_is_left_out_is_missed() -> None:
    """Each edge to models is needed: without it some node is refused, by its line."""
    board = Board.parse("mines: 2\n\n????\n1___\n????\n")
    lines = lines_of(board)
    assert check_circuit(board, lines) == 16
    left_out = 0
    for place, line in enumerate(lines):
        kind, *words = line.split()
        if kind == "O" and len(words) > 3:
            for number in range(2, len(words)):
                kept = [*words[:2], *words[2:number], *words[number + 1 :]]
                kept[1] = str(int(words[1]) - 1)
                changed = [*lines]
                changed[place] = " ".join(["O", *kept])
                edges = int(lines[0].split()[2]) - 1
                changed[0] = f"nnf {len(lines) - 1} {edges} {board.grid.size}"
                with pytest.raises(CheckError, match="leaves out layouts"):
                    check_circuit(board, changed)
                left_out += 1
    assert left_out > 10


def test_large_boards_and_long_times_are_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    board = load(BOARDS / "expert.board")
    lines = lines_of(board)
    with pytest.raises(CheckLimitError, match="no complete check within"):
        check_circuit(board, lines, 1e-9)
    monkeypatch.setattr(checker, "_MOST_BITS", 1_000_000)
    with pytest.raises(CheckLimitError, match="nodes over 480 cells"):
        check_circuit(board, lines)
    monkeypatch.setattr(checker, "MOST_CELLS", 479)
    with pytest.raises(CheckLimitError, match="for up to 479 cells"):
        check_circuit(board, lines)


def check_small(position: Played, mines: int = 99) -> None:
    """At most 1 MB, and what it proves is what the kernel counts."""
    board = Board(position.grid, mines=mines)
    lines = lines_of(board)
    assert sum(len(line) + 1 for line in lines) <= 1_000_000
    assert check_circuit(board, lines) == KnowledgeBase(board).count().total


@pytest.mark.parametrize(
    ("height", "width", "mines"), [(16, 16, 51), pytest.param(16, 30, 99, marks=pytest.mark.night)]
)
def test_certificates_of_positions_are_small(height: int, width: int, mines: int) -> None:
    first, *_, before_last, _ = stuck(height, width, mines, 2)
    check_small(first, mines)
    check_small(before_last, mines)


@pytest.mark.night
@pytest.mark.parametrize("seed", range(5))
def test_certificates_of_many_expert_positions_are_small(seed: int) -> None:
    share = random.Random(seed).uniform(0.02, 0.95)
    for position in [played_to(16, 30, 99, seed, share), *stuck(16, 30, 99, seed)]:
        check_small(position)
