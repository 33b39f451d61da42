"""Boards on terminals: colours for any ground, a legend for chances, and chances as numbers."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from logicsweep import KnowledgeBase, read_board
from logicsweep.render.colours import STEPS, heat_of, style_of, theme_for
from logicsweep.render.text_board import chance_parts
from tests.conftest import ROOT, Run
from tests.judges.colours import contrast
from tests.judges.terminal import ANSI, on_a_terminal

BOARDS = ROOT / "examples" / "boards"
BLACK, WHITE = "#000000", "#ffffff"
# The 16 colours as the VGA text mode had them, and as xterm and Windows have them today.
PALETTES = {
    "vga": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa "
    "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "windows": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc "
    "767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
}


def styles(colour_system: str) -> dict[str, Style]:
    every = theme_for(colour_system).styles
    return {name: style for name, style in every.items() if name.startswith(("cell.", "heat."))}


def shown(style: Style, ground: str, palette: str = PALETTES["vga"]) -> tuple[str, str]:
    """The colours of a letter and of what is behind it on a terminal of that ground."""
    colours = [tuple(bytes.fromhex(one)) for one in palette.split()]
    ink = WHITE if ground == BLACK else BLACK
    theme = TerminalTheme(rgb(ground), rgb(ink), colours[:8], colours[8:])

    def one(colour: Color | None, otherwise: str) -> str:
        return otherwise if colour is None else colour.get_truecolor(theme).hex

    pair = one(style.color, ink), one(style.bgcolor, ground)
    return (pair[1], pair[0]) if style.reverse else pair


def rgb(colour: str) -> ColorTriplet:
    return ColorTriplet(*bytes.fromhex(colour[1:]))


def test_256_colours_are_seen_on_black_and_on_white() -> None:
    """3:1 for clues, which are told by their place as well, 4.5:1 for letters on a ground."""
    for name, style in styles("256").items():
        for ground in (BLACK, WHITE):
            letter, behind = shown(style, ground)
            if style.bgcolor is None:
                assert contrast(letter, ground) >= 3, name
            else:
                assert contrast(letter, behind) >= 4.5, name
                assert contrast(behind, ground) >= 3, name


@pytest.mark.parametrize("palette", PALETTES)
def test_16_colours_are_seen_on_black_and_on_white(palette: str) -> None:
    """Terminals change these as they like; none of them vanishes where they are as usual."""
    for name, style in styles("standard").items():
        for ground in (BLACK, WHITE):
            letter, behind = shown(style, ground, PALETTES[palette])
            if style.color is not None or style.bgcolor is not None:
                assert contrast(letter, behind) >= 2.3, name
            else:
                assert style.bold or style.dim or style.reverse, name
    for one, other in combinations("12345678", 2):
        assert styles("standard")[style_of(one)] != styles("standard")[style_of(other)]


def test_what_is_told_apart_has_colours_of_its_own() -> None:
    found = styles("256")
    assert found[style_of("?")] != found[style_of("0")]
    grounds = [found[heat_of(step)].bgcolor for step in range(STEPS)]
    assert len({*grounds, found[style_of("s")].bgcolor, found[style_of("m")].bgcolor}) == 12
    clues = [found[style_of(str(clue))] for clue in range(1, 9)]
    assert len(set(clues)) == 8


def test_the_heat_map_has_a_legend() -> None:
    words = ["solve", str(BOARDS / "expert.board")]
    said = on_a_terminal(words, COLORTERM="")
    assert "mine probability in %:  0+  10+  20+ " in ANSI.sub("", said)
    # An undetermined cell of 19 % has the ground that the legend has for 10+, a safe one another.
    legend = next(line for line in said.splitlines() if "mine probability" in line)
    ten = re.search(r"\x1b\[([\d;]+)m 10\+ ", legend)[1]
    first = re.search(r"\x1b\[([\d;]+)m\?", said)[1]
    assert ten == first
    assert "mine probability in %" not in on_a_terminal(words, NO_COLOR="1")
    assert "mine probability in %" not in on_a_terminal([*words, "--no-count"], COLORTERM="")


@pytest.mark.parametrize("name", ["only-total", "hearsay", "expert", "opened-at-random"])
def test_chances_stand_in_a_table_below_the_board(logicsweep: Run, name: str) -> None:
    path = BOARDS / f"{name}.board"
    board = read_board(path.read_bytes())
    count = KnowledgeBase(board).count()
    done = logicsweep("solve", path, "--probabilities")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    start = lines.index("Mine probabilities in % (. is not covered):") + 1
    digits = len(str(board.width - 1))
    assert lines[start : start + digits] == lines[:digits]  # the numbers of the columns
    margin = len(str(board.height - 1)) + 2
    for cell in board.cells:
        at = slice(margin + 4 * cell.column, margin + 4 * cell.column + 4)
        number = lines[start + digits + cell.row][at].strip()
        drawn = lines[digits + cell.row][at].strip()
        if cell not in board.covered:
            assert number == "."
            continue
        chance = 100 * count.probability(cell)
        assert (drawn == "s", drawn == "m") == (number == "0", number == "100")
        assert (chance == 0, chance == 100) == (number == "0", number == "100")
        if number[0] in "<>":
            assert chance < 0.1 if number[0] == "<" else chance > 99
        else:
            assert abs(float(number) - chance) <= (0.05 if "." in number else 0.5)


def test_a_wide_table_comes_in_parts() -> None:
    chances = np.full((2, 30), 0.25)
    parts = [str(part).splitlines() for part in chance_parts(chances, columns=80)]
    assert [lines[0] for lines in parts] == [
        "Mine probabilities in %, columns 0 to 18 of 30 (. is not covered):",
        "Mine probabilities in %, columns 19 to 29 of 30 (. is not covered):",
    ]
    assert all(len(line) <= 80 for lines in parts for line in lines)
    assert sum(lines[-1].count("25") for lines in parts) == 30
    (whole,) = chance_parts(chances, columns=10**9)
    assert str(whole).splitlines()[-1].count("25") == 30
    told = on_a_terminal(["solve", str(BOARDS / "expert.board"), "--probabilities"], NO_COLOR="1")
    assert "columns 19 to 29 of 30" in told


def test_a_table_takes_a_count(logicsweep: Run) -> None:
    done = logicsweep("solve", BOARDS / "small.board", "--probabilities", "--no-count")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--no-count and --probabilities cannot be combined" in done.stderr
    done = logicsweep("solve", "-", "--probabilities", stdin="?1?_?\n")
    assert done.returncode == 0
    assert "Mine probabilities in" not in done.stdout
    assert "need a --density" in done.stdout
    done = logicsweep("solve", "-", "--probabilities", "--density", "1e-9", stdin="?1?_?\n")
    assert "\n0  50  .   50  .   <.1\n" in done.stdout


def test_wide_boards_of_uncertain_clues_are_drawn_in_a_pipe(logicsweep: Run) -> None:
    done = logicsweep("show", "-", stdin=f"{'? ' * 99}>=1\n")
    assert "too wide" not in done.stdout
    assert f"\n0  {'?  ' * 99}1+\n" in done.stdout
