"""Pictures of boards with rules: clues that are no numbers of mines fit, and rules are named.

After a change that is meant: `UPDATE_GOLDEN=1 pytest tests/board/test_ruled_pictures.py`.
"""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from logicsweep import Board, svg
from logicsweep.board.picture.shapes import CELL
from logicsweep.board.picture.signs import clue_sign
from logicsweep.board.picture.themes import THEMES
from logicsweep.board.rules.catalogue import CLUE_RULES
from logicsweep.board.rules.rules import PlacedRules

GOLDEN = Path(__file__).parent / "golden"
NS = "{http://www.w3.org/2000/svg}"
# Of a bold font, wide as fonts for screens are: what letters take at most, in sizes of the font.
WIDTHS = {"/": 0.37, "-": 0.42, "+": 0.84, "↕": 0.84, "↔": 0.84}
BOARDS = {
    "runs": "mines: 9\nrules: 1W Q\n\n? 1+2 ? ? 8\n0 ? 1+1+1+1 ? 1+1+3\nF * _ ? ?\n",
    "pairs": "mines: 9\nrules: 2X\n\n?   1/3 ?\n0/0 ?   4/4\nF   *   _\n",
    "sights": "mines: 4\nrules: 1E'\n\n? 2 ? ?\n-3 ? 0 ?\n? ? -1 ?\n",
    "counts": "mines: 4\ntopology: torus\nrules: 1X\n\n?2???\n??0??\n8???F\n?????\n?????\n",
}


def ruled(text: str) -> PlacedRules:
    """The rules of a board."""
    found = Board.parse(text).placed_rules
    assert found is not None
    return found


def drawn(board: Board) -> dict[tuple[int, int], list[ET.Element]]:
    """The texts in each cell, with the attributes of their groups."""
    root = ET.fromstring(svg(board.picture()))
    ground = next(one for one in root.findall(f"{NS}g") if one.find(".//*[@data-cell]") is not None)
    found: dict[tuple[int, int], list[ET.Element]] = {}
    for group in ground.findall(f"{NS}g"):
        for text in group.findall(f"{NS}text"):
            text.attrib |= {name: group.get(name, "") for name in ("fill", "font-size")}
            cell = int(float(text.get("y", "")) // CELL), int(float(text.get("x", "")) // CELL)
            found.setdefault(cell, []).append(text)
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_golden_pictures(name: str) -> None:
    found = svg(Board.parse(BOARDS[name]).picture())
    file = GOLDEN / f"{name}.svg"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


def test_clues_are_drawn_as_they_are_shown() -> None:
    shown = {
        name: {
            cell: [one.text for one in texts] for cell, texts in drawn(Board.parse(text)).items()
        }
        for name, text in BOARDS.items()
    }
    assert shown["runs"] == {
        (0, 1): ["1+2"],
        (0, 4): ["8"],
        (1, 0): ["0"],
        (1, 2): ["1+1", "+1+1"],
        (1, 4): ["1+1", "+3"],
        (2, 2): ["·"],
    }
    assert shown["pairs"] == {(0, 1): ["1/3"], (1, 0): ["0/0"], (1, 2): ["4/4"], (2, 2): ["·"]}
    assert shown["sights"] == {(0, 1): ["↕2"], (1, 0): ["↔3"], (1, 2): ["0"], (2, 2): ["↔1"]}
    assert shown["counts"] == {(0, 1): ["2"], (2, 0): ["8"]}  # none for 0, as on other boards


def test_numbers_of_mines_have_their_colours_and_other_clues_have_not() -> None:
    colours = THEMES["light"]
    counts = drawn(Board.parse(BOARDS["counts"]))
    assert [counts[cell][0].get("fill") for cell in ((0, 1), (2, 0))] == [
        colours.clues[2],
        colours.clues[8],
    ]
    for name in ("runs", "pairs", "sights"):
        for texts in drawn(Board.parse(BOARDS[name])).values():
            assert {one.get("fill") for one in texts} <= {colours.text, colours.faint}


@pytest.mark.parametrize("rule", [rule.name for rule in CLUE_RULES])
def test_every_clue_fits_into_its_cell(rule: str) -> None:
    height, width = {
        "2P": (8, 8),
        "2A": (11, 11),
        "2L": (9, 9),
        "2L'": (9, 9),
        "2E'": (16, 26),
    }.get(rule, (16, 30))
    rows = "\n".join(["?" * width] * height)
    if rule == "V":
        rule = "V Q"
    placed = ruled(f"rules: {rule}\ndensity: 1/2\n\n{rows}")
    said = set()
    for code in placed.values.codes:
        sign = clue_sign(placed, code)
        if sign is None:
            assert placed.rules.clue.is_plain
            continue
        assert sign.sign == placed.sign(code)
        digits = [letter for letter in "".join(sign.lines) if letter.isdecimal()]
        assert digits == [letter for letter in sign.sign if letter.isdecimal()]
        for line in sign.lines:
            width = sum(WIDTHS.get(letter, 0.7) for letter in line)
            assert width * sign.size <= CELL - 3
        assert len(sign.lines) * 1.1 * sign.size <= CELL
        assert sign.size >= 8
        said.add(sign.words)
    assert len(said) in (0, len(placed.values.codes))  # no two sound the same


def test_the_longest_roots_fit_as_well() -> None:
    """Five digits under a root have to be small; they are on boards above 8x8 alone."""
    placed = ruled("rules: 2P\ndensity: 1/2\n\n" + "\n".join(["?" * 10] * 10))
    signs = [clue_sign(placed, code) for code in placed.values.codes]
    for sign in signs:
        assert sign is not None
        assert "".join(sign.lines) == sign.sign
        assert all(0.7 * len(line) * sign.size <= CELL - 3 for line in sign.lines)
        assert sign.size >= (8 if sum(map(str.isdecimal, sign.lines[-1])) < 5 else 6)
    two_lines = [sign for sign in signs if sign and len(sign.lines) > 1]
    assert ("2", "√1037") in [sign.lines for sign in two_lines]


def test_what_clues_show_has_words() -> None:
    words = {}
    for name in ("runs", "pairs", "sights"):
        placed = ruled(BOARDS[name])
        signs = [clue_sign(placed, code) for code in range(placed.values.highest + 1)]
        words |= {sign.sign: sign.words for sign in signs if sign is not None}
    assert words["1+1+3"] == "1+1+3: runs of 1, 1 and 3 mines"
    assert words["4"] == "4: a run of 4 mines"
    assert words["1/3"] == "1/3: 1 of one colour, 3 of the other"
    assert words["-1"] == "-1: 1 more safe cell to the left and right"
    assert words["2"] == "2: 2 more safe cells above and below"
    assert words["0"] == "0: as many safe cells above and below as to the left and right"


def test_the_rules_are_named_below_the_board_and_in_the_title() -> None:
    root = ET.fromstring(svg(Board.parse(BOARDS["runs"]).picture(caption="First this.")))
    below = " ".join(one.text or "" for one in root.findall(f"{NS}text"))
    assert below == (
        "First this. 1W: a clue shows the lengths of the runs of mines in the ring of cells around "
        "it, in any order; Q: every 2x2 block has a mine."
    )
    title = root.find(f"{NS}title")
    assert title is not None
    assert title.text == "Minesweeper, 5x3, 9 mines, rules 1W Q"
    torus = Board.parse(BOARDS["counts"])
    said = " ".join(one.text or "" for one in ET.fromstring(svg(torus.picture())).iter(f"{NS}text"))
    assert "1X: a clue shows the number of mines up to two cells away" in said
    assert "Opposite sides, drawn with dashes, are joined." in said
