"""Puzzles of `minesweepervariants`: read with their rules, solved, and written again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from logicsweep import Board, BoardSyntaxError, KnowledgeBase, State, read_board, write_board
from logicsweep.board.rules.catalogue import CLUE_RULES, LAYOUT_RULES
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.formats.variants import FORMAT
from tests.conftest import some
from tests.judges.corpus import VALID
from tests.judges.refusals import refused
from tests.judges.ruled_boards import layouts
from tests.judges.rules import Mask

FILES = [path for path in VALID if path.parent.name == "variants"]
# These have many layouts without their clues.
LARGE = ("letters", "no-puzzle-line", "two")
COMPOSED = {"LM": "1L1M", "MX": "1M1X", "MN": "1M1N", "NX": "1N1X"}


def puzzle(path: Path) -> tuple[Board, Mask]:
    """The board in a file, and the mines of the answer that follows it."""
    board = read_board(path.read_bytes())
    lines = path.read_text(encoding="utf-8").splitlines()
    title = next(place for place, line in enumerate(lines) if line.startswith("["))
    start = title + board.height + 3
    if lines[title + 1] == "1":  # the first of two boards; the other one is the key
        start = lines.index("1", title + 2) + 1
    rows = [line.split("\t")[:-1] for line in lines[start : start + board.height]]
    return board, np.array([[cell == "雷" for cell in row] for row in rows])


@pytest.mark.parametrize(
    "path",
    some(
        [
            pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in LARGE))
            for path in FILES
        ],
        every=2,
    ),
)
def test_the_answer_is_the_only_layout(path: Path) -> None:
    board, answer = puzzle(path)
    if not board.covered:
        assert not KnowledgeBase(board).consequences().mines
        return
    masks = layouts(board)
    kb = KnowledgeBase(board)
    found = kb.consequences()
    assert len(masks) == 1
    assert (answer == masks[0]).all()
    assert kb.count().total == 1
    assert {tuple(cell) for cell in found.mines} == set(map(tuple, np.argwhere(masks[0]).tolist()))
    assert len(found.mines) + len(found.safe) == len(board.covered)


def every_rule() -> list[str]:
    layout = [rule.name for rule in LAYOUT_RULES]
    return [*[rule.name for rule in CLUE_RULES], *COMPOSED, *layout, "Q T 1W", "2F 2Z MX", "B H V"]


@pytest.mark.parametrize("total", [None, 8])
def test_every_rule_there_and_back(total: int | None, subtests: pytest.Subtests) -> None:
    for names in every_rule():
        with subtests.test(names):
            check_rules(names, total)


def check_rules(names: str, total: int | None) -> None:
    rng = np.random.default_rng(len(names))
    empty = Board(np.full((4, 4), int(State.COVERED)), rules=names.replace(" V", ""))
    ruled = empty.placed_rules
    highest = 8 if ruled is None else ruled.values.highest
    grid = rng.integers(State.KNOWN_MINE, highest + 1, (4, 4))
    grid[grid == State.FLAGGED] = State.NO_CLUE
    board = Board(grid, rules=empty.rules, mines=total)
    data = write_board(board, "variants")
    assert read_board(data) == read_board(data, name="variants") == board
    title = next(line for line in data.decode().splitlines() if line.startswith("["))
    for name in names.split():
        theirs = COMPOSED.get(name, name if name[0] in "12V" else f"1{name}")
        assert f"[{theirs}]" in title
    coloured = {"1M", "1N", "2X", "2F", "2Z", "LM", "MX", "MN", "NX"}
    assert ("[@c]" in title) == bool(coloured.intersection(names.split()))


def test_the_mine_count_may_be_no_part_of_the_puzzle() -> None:
    text = (FILES[0].parent / "count.txt").read_text(encoding="utf-8")
    said = "\n题板: "
    assert read_board(text).mines == 5
    start = text.index(said)
    line = text[start : text.index("\n", start + 1)]
    assert read_board(text.replace(line, line.replace("-R5/", "-R*/"))).mines is None
    assert read_board(text.replace(line, "")).mines == 5
    without = "\n".join(one for one in text.split("\n") if not one.startswith("总雷数"))
    assert read_board(without).mines is None


def test_only_the_first_puzzle_is_read() -> None:
    path = FILES[0].parent / "two.txt"
    first, second = (f"={part}" for part in path.read_text(encoding="utf-8").split("\n=")[1:])
    assert read_board(path.read_bytes()) == read_board(f"\n{first}")
    assert str(read_board(f"\n{second}").rules) == "1W'"


def test_what_cannot_be_written() -> None:
    grid = np.full((3, 3), int(State.COVERED))
    own = ClueRule("1W", "something else", weights=(2, 2))
    for rules in ("LX", [own]):
        with pytest.raises(ValueError, match="variants cannot hold the rule"):
            write_board(Board(grid, rules=rules), "variants")
    torus = Board.parse("topology: torus\n\n???\n???\n???\n")
    with pytest.raises(ValueError, match="cannot hold neighbours other than the eight"):
        write_board(torus, "variants")
    with pytest.raises(ValueError, match="csv cannot hold rules"):
        write_board(Board(grid, rules="Q"), "csv")


def test_a_rule_that_is_not_known_is_named_with_its_place() -> None:
    text = "\n" + "=" * 100 + "\n\n[1Q][2E^]1x1\n___\t\n"
    with refused(BoardSyntaxError, line=4, column=6) as caught:
        read_board(text)
    assert caught.value.format == FORMAT.name
