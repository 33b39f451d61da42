"""Pictures: well-formed, every cell there, what is drawn is what is known, readable colours."""

from __future__ import annotations

import re
import sys
from itertools import combinations
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given

from logicsweep import (
    Adjacency,
    Board,
    KnowledgeBase,
    LimitError,
    LogicSweepError,
    State,
    Verdict,
    read_board,
    svg,
)
from logicsweep.board.picture.drawing import MOST_SVG_CELLS, percent
from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.shapes import CELL
from logicsweep.board.picture.themes import NAMED, THEMES, Theme, definitions, heat
from logicsweep.errors import MissingLibraryError
from logicsweep.render.drawn import ZOOM, answer_picture, rasterized
from tests.conftest import ROOT
from tests.judges.colours import contrast
from tests.judges.drawings import NS, drawn, marked
from tests.judges.refusals import refused
from tests.judges.strategies import boards

BOARDS = ROOT / "examples" / "boards"
HOSTILE = "<script>alert('&')</script>\"\0]]>\t"


def cells(drawing: str) -> list[tuple[int, int]]:
    root = ET.fromstring(drawing)
    places = [one.get("data-cell") for one in root.iter() if one.get("data-cell")]
    return [(int(row), int(column)) for row, column in (place.split(",") for place in places)]


@given(boards())
def test_every_cell_is_there_and_says_what_it_shows(board: Board) -> None:
    for theme in THEMES:
        drawing = svg(board.picture(), theme)
        assert sorted(cells(drawing)) == sorted(map(tuple, board.cells))
        texts = {cell: one.text for cell, one in drawn(drawing) if one.tag == f"{NS}text"}
        clues = {tuple(cell): str(clue) for cell, clue in board.clues.items() if clue}
        dots = {tuple(cell): "·" for cell in board.cells if board[cell] == State.NO_CLUE}
        assert texts == clues | dots


@pytest.mark.parametrize("name", ["expert", "only-total", "opened-at-random"])
def test_verdicts_have_their_shapes_and_chances_their_text(name: str) -> None:
    board = read_board((BOARDS / f"{name}.board").read_bytes())
    kb = KnowledgeBase(board)
    proved, count = kb.consequences(), kb.count()
    drawing = svg(answer_picture(board, proved, count.probabilities()))
    assert marked(drawing) == (proved.safe, proved.mines)
    texts = {cell: one.text for cell, one in drawn(drawing) if one.tag == f"{NS}text"}
    for cell in board.covered:
        if cell not in proved.safe and cell not in proved.mines:
            text, chance = texts[cell], 100 * count.probability(cell)
            number = float(text.strip("<>%"))
            if text[0] in "<>":
                assert chance < number if text[0] == "<" else chance > number
            else:
                assert abs(number - chance) <= (0.05 if "." in text else 0.5)
            assert len(text) <= 4


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.0, "<.1%"),
        (1e-300, "<.1%"),
        (0.00099, "<.1%"),
        (0.001, "0.1%"),
        (0.0999, "10%"),
        (0.25, "25%"),
        (0.994, "99%"),
        (0.996, ">99%"),
        (1 - 1e-16, ">99%"),
        (1.0, ">99%"),
    ],
)
def test_nothing_uncertain_is_called_certain(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_the_least_risky_cells_are_marked_where_nothing_is_safe() -> None:
    for name, best in (
        ("expert-stuck", {(5, 24)}),
        ("hearsay", {(3, 0), (3, 1)}),
        ("expert", set()),
    ):
        kb = KnowledgeBase(read_board((BOARDS / f"{name}.board").read_bytes()))
        count = kb.count()
        least = count.least_risky()
        for chances in (None, count.probabilities()):
            picture = answer_picture(kb.board, kb.consequences(), chances, least=least)
            root = ET.fromstring(svg(picture))
            stars = [
                one.get("d") for one in root.iter(f"{NS}path") if one.get("stroke-width") == "0"
            ]
            places = {tuple(map(float, re.match(r"M([\d.]+) ([\d.]+)", d).groups())) for d in stars}
            legend = {(24.5, 3.0)} if best else set()
            assert places == {(CELL * c + 24.5, CELL * r + 3) for r, c in best} | legend
            words = [one.text for one in root.iter(f"{NS}text")]
            assert words.count("least risky") == bool(best)


def test_names_of_colours_mean_those_of_a_theme() -> None:
    for theme in THEMES.values():
        meaning = definitions(theme)
        assert len(meaning) == len(Theme._fields) - 3 + 9 + 101 + 6
        for chance in np.linspace(0, 1, 41):
            assert meaning[heat(NAMED, chance)[4:-1]] == heat(theme, chance)
        assert meaning[NAMED.on_verdict[4:-1]] == theme.on_verdict
        assert meaning[NAMED.clues[8][4:-1]] == theme.clues[8]


@pytest.mark.parametrize("name", THEMES)
def test_colours_can_be_read(name: str) -> None:
    """WCAG 2: 4.5 for text, 3 for large bold text and for signs."""
    theme = THEMES[name]
    for chance in np.linspace(0, 1, 101):
        assert contrast(theme.text, heat(theme, chance)) >= 4.5
    for clue in theme.clues[1:]:
        assert contrast(clue, theme.open) >= 4.5
    for colour in (theme.text, theme.faint):
        assert contrast(colour, theme.page) >= 4.5
    for ground in (theme.safe, theme.mine):
        assert contrast(theme.on_verdict, ground) >= 3
    for sign in (theme.known_mine, theme.reason):
        assert contrast(sign, theme.open) >= 3
    assert contrast(theme.flag, theme.covered) >= 3
    assert len(set(theme.clues[1:])) == 8


# How readers see colours who lack one kind of cones, on linear RGB, for severity 1: G. M. Machado,
# M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based Model for Simulation of Color Vision
# Deficiency (2009).
SEEN = {
    "all cones": np.eye(3),
    "no long ones": [
        *([0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216]),
        [-0.003882, -0.048116, 1.051998],
    ],
    "no middle ones": [
        *([0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413]),
        [-0.011820, 0.042940, 0.968881],
    ],
    "no short ones": [
        *([1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602]),
        [0.004733, 0.691367, 0.303900],
    ],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def lab(colour: str, seen: object) -> np.ndarray:
    """A colour in CIELAB, as somebody sees it."""
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    shares = XYZ @ np.clip(np.array(seen) @ linear, 0, 1) / XYZ.sum(axis=1)
    bent = np.where(shares > 216 / 24389, np.cbrt(shares), (24389 / 27 * shares + 16) / 116)
    return np.array([116 * bent[1] - 16, 500 * (bent[0] - bent[1]), 200 * (bent[1] - bent[2])])


@pytest.mark.parametrize("name", THEMES)
def test_groups_are_told_apart_by_everybody(name: str) -> None:
    theme = THEMES[name]
    assert len(theme.groups) == 6
    # Frames have a border in the colour of the page, whatever the cell has.
    assert min(contrast(colour, theme.page) for colour in theme.groups) >= 3
    for seen in SEEN.values():
        for first, second in combinations(theme.groups, 2):
            assert np.linalg.norm(lab(first, seen) - lab(second, seen)) >= 20, (first, second)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


def test_nothing_that_is_given_becomes_markup() -> None:
    board = Board.parse("? >=2\n1 ?\n")
    picture = board.picture(title=HOSTILE, caption=HOSTILE, labels={(0, 1): HOSTILE})
    drawing = svg(picture)
    root = ET.fromstring(drawing)
    assert not list(root.iter(f"{NS}script"))
    assert root.find(f"{NS}title").text == HOSTILE.replace("\0", "\ufffd")
    said = [one.text for one in root.iter(f"{NS}text")]
    assert HOSTILE.replace("\0", "\ufffd") in said
    quoted = ET.fromstring(element("a", plain(HOSTILE), data_x=HOSTILE))
    assert quoted.get("data-x") == quoted.text == HOSTILE.replace("\0", "\ufffd")


def test_boards_consequences_and_explanations_show_themselves() -> None:
    kb = KnowledgeBase(Board.parse("mines: 2\n\n?2?\n12F\n"))
    board = kb.board
    assert sorted(cells(board._repr_svg_())) == sorted(map(tuple, board.cells))
    proved = kb.consequences()
    shown = proved._repr_svg_()
    assert "2 safe" not in shown or len(proved.safe) == 2
    assert {cell for cell, one in drawn(shown) if one.tag == f"{NS}text"} == set(board.clues)
    cell = next(iter(proved.mines))
    found = kb.explain(cell)
    drawing = ET.fromstring(found._repr_svg_())
    assert found.verdict is Verdict.MINE
    words = " ".join(one.text for one in drawing.iter(f"{NS}text"))
    assert found.text in words
    assert drawing.find(f"{NS}title").text == found.text


def test_what_was_told_is_shown() -> None:
    kb = KnowledgeBase(Board.parse("mines: 1\n\n???\n"))
    kb.tell((0, 0), 0)
    texts = {cell for cell, one in drawn(kb.consequences()._repr_svg_())}
    assert texts == {(0, 1), (0, 2)}  # the ring and the cross; a zero has no text


def test_other_neighbours_are_drawn_as_well() -> None:
    star = Adjacency.of([list(range(1, 13))] + [[0]] * 12)
    kb = KnowledgeBase(Board([[12] + [-1] * 12], adjacency=star))
    proved = kb.consequences()
    assert len(proved.mines) == 12
    texts = {cell: one.text for cell, one in drawn(proved._repr_svg_()) if one.text}
    assert texts == {(0, 0): "12"}
    for shown in (kb.board, kb.explain((0, 1))):
        words = " ".join(one.text for one in ET.fromstring(shown._repr_svg_()).iter(f"{NS}text"))
        assert "Not a grid: the board itself says which cells are neighbours." in words
    usual = Board(kb.board.replace({(0, 0): -1}).grid)
    assert "Not a grid" not in usual._repr_svg_()


def test_undetermined_cells_show_themselves() -> None:
    found = KnowledgeBase(Board.parse("mines: 1\n\n?1?\n")).counterexample((0, 0))
    words = " ".join(one.text for one in ET.fromstring(found._repr_svg_()).iter(f"{NS}text"))
    assert found.text in words
    assert "cell that differs" in words


def test_large_boards_are_left_to_files(monkeypatch: pytest.MonkeyPatch) -> None:
    large = Board(np.full((101, 100), State.COVERED))
    assert large._repr_svg_() is None
    monkeypatch.setattr("logicsweep.board.picture.picture.NOTEBOOK_CELLS", 12)
    assert Board(np.full((3, 5), State.COVERED))._repr_svg_() is None
    assert Board(np.full((3, 4), State.COVERED))._repr_svg_() is not None
    huge = Board(np.full((1, MOST_SVG_CELLS + 1), State.COVERED))
    with refused(LimitError):
        svg(huge.picture())


def test_uncertain_clues_have_short_labels() -> None:
    board = Board.parse("? >=2 ?\n1..3 1:optimistic <=1\n")
    texts = {cell: one.text for cell, one in drawn(svg(board.picture()))}
    assert texts == {(0, 1): "2+", (1, 0): "1-3", (1, 1): "1+", (1, 2): "1-"}


def test_multipliers_stand_clear_of_clues_and_frames() -> None:
    board = Board.parse("mines: 3\n\n1??1\n??3?\n01??\n")
    added = KnowledgeBase(board).explain((2, 3), by="sum").sum
    assert added is not None
    lines: dict[tuple[int, int], dict[str, ET.Element]] = {}
    for cell, sign in drawn(svg(added.picture())):
        if sign.tag == f"{NS}text":
            lines.setdefault(cell, {})[sign.text] = sign
    assert {cell: list(texts) for cell, texts in lines.items()} == {
        cell: [str(board.clues[cell]), f"{times:+d}".replace("-", "\N{MINUS SIGN}")]
        for cell, times in added.multipliers.items()
    }  # a 0 as well
    for (row, _), texts in lines.items():
        digit, label = [float(one.get("y")) - row * CELL for one in texts.values()]
        assert label < digit - 0.7 * 20
        # The outer frame of the cell above comes so far: 2.5, and half of 1.5 and what is under it.
        assert label - 0.73 * 9 > 2.5 + (1.5 + 2) / 2


def test_png() -> None:
    drawing = svg(Board.parse("?1\n11\n").picture())
    data = rasterized(drawing)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    root = ET.fromstring(drawing)
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    assert (width, height) == (ZOOM * int(root.get("width")), ZOOM * int(root.get("height")))


def test_png_without_a_library_or_a_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with refused(MissingLibraryError, library="resvg-py", extra="png"):
        rasterized("<svg/>")
    blank = SimpleNamespace(svg_to_bytes=lambda **_: b"the same, whatever is written")
    monkeypatch.setitem(sys.modules, "resvg_py", blank)
    with pytest.raises(LogicSweepError, match="no font was found"):
        rasterized("<svg/>")
