"""Texts as people paste them: read as they were meant, or refused in words with their place."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Board, BoardSyntaxError, State, read_board
from logicsweep.errors import AmbiguousFormatError, UnclearSignError
from logicsweep.formats import read_layout
from logicsweep.formats.registry import read
from tests.conftest import ROOT, Run, seeds
from tests.formats.test_format_fuzz import check, mutated
from tests.formats.test_formats import canonical

FOLDER = ROOT / "tests" / "formats" / "pastes"
PASTES = sorted(FOLDER.glob("*.txt"))
# What people put around a board, which changes nothing about it.
AROUND = {
    "quoted": lambda text: re.sub("^", "> ", text, flags=re.MULTILINE),
    "in a fence": lambda text: f"Is a cell safe here?\n\n```\n{text}```\n",
    "after a sentence": lambda text: f"I am stuck in this one:\n\n{text}\nThanks for any idea!\n",
    "with the ends of lines of Windows": lambda text: text.replace("\n", "\r\n"),
    "in colour": lambda text: text.replace("1", "\x1b[94m1\x1b[0m"),
}
BOARDS = {
    "small": "mines: 2\n\n????\n1211\n0000\n",
    "flags and mines": "mines: 2\n\nF?1*\n1111\n0000\n",
    "range": "mines: 1..3\n\n?1?\n",
    "one column": "?\n1\n1\n?\n",
    "many columns": f"mines: 2\n\n?1{'0' * 128}1?\n11{'0' * 128}11\n",
    "hexagon": "topology: hexagon\n\n?????\n?332?\n?1?1?\n?????\n",
    "pairs": "mines: 4\nrules: 1W\n\n? 1 0 1 1\n1+1 1+1 0 2 ?\n? 1 0 2 ?\n1 1 0 1 1\n",
    "two rules": "rules: 1M 1L\n\n? ? 1@1L ?\n",
    "liars": "mines: 2\nliars: 1\n\n????\n1211\n0000\n",
    "expert": (ROOT / "examples" / "boards" / "expert.board").read_text("utf-8"),
}
ESCAPES = re.compile(r"\x1b\[[\d;]*m")
COMMANDS = {
    "show": ["show", "-"],
    "solve": ["solve", "-", "--no-count"],
    "probabilities": ["solve", "-", "--probabilities", "--density", "1/5"],
    "hint": ["hint", "-"],
    "best": ["best", "-", "--density", "1/5"],
}


@pytest.mark.parametrize("ending", [".canonical", ".error"])
def test_pastes(ending: str) -> None:
    """What a paste says, or the message that refuses it."""
    expected = {path: path.with_suffix(ending) for path in PASTES}
    expected = {path: said for path, said in expected.items() if said.exists()}
    found = {}
    for path in expected:
        try:
            found[path.stem] = canonical(read(path.read_bytes()).content)
        except BoardSyntaxError as error:
            found[path.stem] = f"{error}\n"
    assert found == {path.stem: said.read_text("utf-8") for path, said in expected.items()}


def test_there_are_many_pastes() -> None:
    assert len(PASTES) >= 60
    known = {path.stem for path in PASTES}
    assert {path.stem for path in FOLDER.iterdir() if path.suffix != ".txt"} == known


@pytest.mark.parametrize("seed", seeds(range(80), fast=2))
def test_changed_pastes(seed: int) -> None:
    """Mutated pastes give a board or an error with its place, and nothing else."""
    rng = random.Random(f"pastes {seed}")
    for path in rng.choices(PASTES, k=100):
        check(mutated(path.read_bytes(), rng), None)


@pytest.mark.parametrize("seed", seeds(range(20), fast=2))
def test_no_clue_changes_where_a_character_is_lost(seed: int) -> None:
    """Without one character of a picture or a table, all clues stay where they are, or it is
    refused.

    Two digits may name the same, so that a changed digit cannot be seen.
    """
    rng = random.Random(f"characters {seed}")
    for name in ("show", "hint", "table", "box", "markdown", "game-dots", "emoji", "spreadsheet"):
        text = (FOLDER / f"{name}.txt").read_text("utf-8")
        board = read_board(text)
        for _ in range(12):
            at = rng.randrange(len(text))
            try:
                shorter = read_board(text[:at] + text[at + 1 :])
            except BoardSyntaxError:
                continue
            assert shorter.shape == board.shape, (name, at)
            clues = {cell: clue for cell, clue in shorter.clues.items() if board[cell] != clue}
            assert not clues, (name, at)


@pytest.mark.parametrize("around", AROUND)
def test_what_stands_around_a_board_changes_nothing(around: str) -> None:
    for name in ("show", "table", "game-dots", "json-object", "emoji", "markdown"):
        text = (FOLDER / f"{name}.txt").read_text("utf-8")
        assert read_board(AROUND[around](text)) == read_board(text), name


@pytest.mark.parametrize(
    ("name", "colour"),
    [
        *((name, False) for name in BOARDS),
        ("flags and mines", True),
        *(pytest.param(name, True, marks=pytest.mark.slow) for name in BOARDS),
    ],
)
def test_the_pictures_of_commands_are_read_back(
    name: str, colour: bool, logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but flags on proved cells, and the mine count where a command does not print it."""
    if colour:
        monkeypatch.setenv("FORCE_COLOR", "1")
    board = Board.parse(BOARDS[name])
    commands = COMMANDS if name != "expert" else {"show": COMMANDS["show"]}
    pictures = 0
    for command, words in commands.items():
        printed = logicsweep(*words, stdin=BOARDS[name]).stdout
        plain = ESCAPES.sub("", printed)
        if not re.search("^ +0", plain, re.MULTILINE):
            continue  # nothing is proved, and no board is drawn
        assert (plain != printed) == colour
        pictures += 1
        if "A part of " in plain:
            with pytest.raises(BoardSyntaxError, match="this is a part of a board"):
                read_board(printed)
            continue
        again = read_board(printed)
        if command == "show":
            assert again == board
        flags = board.grid == State.FLAGGED
        assert (np.where(flags, State.COVERED, again.grid) == without_flags(board)).all()
        assert again.own_adjacency == board.own_adjacency
        assert again.own_rules == board.own_rules
        assert again.mines in (None, board.mines)
    assert pictures >= len(commands) // 2


def without_flags(board: Board) -> NDArray[np.integer[Any]]:
    return np.where(board.grid == State.FLAGGED, State.COVERED, board.grid)


def test_a_game_is_read_back(logicsweep: Run) -> None:
    printed = logicsweep("play", "--seed", "3", "--size", "9x9", "--mines", "10").stdout
    board = read_board(printed)
    assert board.shape == (9, 9)
    assert board.mines == 10
    assert len(board.clues) == int(re.findall(r"(\d+) of 81 cells opened", printed)[0])


@pytest.mark.parametrize("where", ["72", "0"])
def test_a_part_of_a_wide_board_is_refused(where: str, logicsweep: Run) -> None:
    """It looks like a board of its own where it begins at row 0 and column 0."""
    rows = f"?1{'0' * 70}1?1{'0' * 70}\n11{'0' * 70}111{'0' * 70}\n"
    printed = logicsweep("explain", "-", f"0,{int(where) + bool(int(where))}", stdin=rows).stdout
    assert "[ ] clue used" in printed
    with pytest.raises(BoardSyntaxError, match="this is a part of a board"):
        read_board(printed)


def test_links_of_the_page_of_simon_tatham() -> None:
    game = "9x9:4,4,m00b7d48a3e0231c419200"
    for page in (
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mines.html",
        "http://a/mines",
    ):
        assert read_layout(f"{page}#{game}\n").layout == read_layout(game).layout
    with pytest.raises(BoardSyntaxError, match="this link has no board in it"):
        read_layout(f"https://a.b/other.html#{game}")


@pytest.mark.parametrize("sign", ["#", "X", "x", "H", "o", "-", "_", "■", "🟩"])
def test_signs_with_one_meaning_left(sign: str) -> None:
    """The clues of these rows fit covered cells only."""
    rows = "????1\n12211\n00000\n"
    assert read_board(rows.replace("?", sign)) == Board.parse(rows)
    assert read_board("mines: 2\n\n" + rows.replace("?", sign)).grid.shape == (3, 5)


@pytest.mark.parametrize(
    ("text", "sign", "meanings"),
    [
        ("#1\n11\n", "#", "a covered cell or a mine"),
        ("X1\n11\n", "X", "a covered cell or a mine"),
        ("🟦1⬜\n🟦1⬜\n", "🟦", "a covered cell or a zero"),
        ("Look here:\n> #?\n> 11\n", "#", "a covered cell or a mine"),
    ],
)
def test_signs_with_several_meanings_are_named(text: str, sign: str, meanings: str) -> None:
    with pytest.raises(UnclearSignError, match=f"'{sign}' may be ") as caught:
        read_board(text)
    assert caught.value.sign == sign
    assert set(meanings.split(" or ")) <= set(
        re.split(" or |, ", caught.value.text.split(" may be ")[1].split(" here")[0])
    )
    assert read_board(text, covered=sign).covered


@pytest.mark.parametrize("gap", ["", " "])
@pytest.mark.parametrize("above", ["", "mines: 4\n\n", "I am stuck:\n\n"])
def test_points_beside_the_covered_sign_are_zeros(above: str, gap: str) -> None:
    rows = "?1...\n?1...\n?211.\n???1.\n???1."
    text = above + "\n".join(map(gap.join, rows.split("\n")))
    with pytest.raises(UnclearSignError, match=r"'\.' may be .* if '\?' alone is, use --covered"):
        read_board(text)
    grid = Board.parse(rows.replace(".", "0")).grid
    for sign in "?#":
        assert (read_board(text.replace("?", sign), covered=sign).grid == grid).all()


# Blank cells, each text with the board where `#` is the covered sign, and where the blank is.
BLANKS = {
    "box": (
        "+---+---+\n| # | 1 |\n+---+---+\n| 1 | 1 |\n+---+---+\n|   |   |\n+---+---+\n",
        "?1\n11\n00\n",
    ),
    "box of one kind": (
        "+---+---+\n|   | 1 |\n+---+---+\n| F | 2 |\n+---+---+\n",
        "01\nF2\n",
        "?1\nF2\n",
    ),
    "brackets": ("[#][1][ ]\n[1][1][ ]\n", "?10\n110\n"),
    "brackets in margins": ("   0  1\n0 [#][1]\n1 [1][ ]\n", "?1\n10\n"),
    "markdown": ("|  | A | B |\n|--|---|---|\n| 1 | # | 1 |\n| 2 | 1 |  |\n", "?1\n10\n"),
    "one dash": ("|  | A | B |\n|-|-|-|\n| 1 |  | 1 |\n| 2 | 1 | 1 |\n", "01\n11\n", "?1\n11\n"),
    "csv": ("#,1,\n1,1,\n", "?10\n110\n"),
    "csv of one kind": (",1,1\n1,2,F\n", "011\n12F\n", "?11\n12F\n"),
    "csv that ends in blanks": ("1,2,\n1,F,\n", "120\n1F0\n", "12?\n1F?\n"),
    "tabs": ("#\t1\t\n1\t1\t\n", "?10\n110\n"),
    "tabs before all": ("\t1\t0\n\t1\t0\n", "010\n010\n", "?10\n?10\n"),
    "list": ('[["#", 1, " "], [1, 1, ""]]', "?10\n110\n"),
    "nan": ("[[nan 1. 1.]\n [1. 2. 0.]]", "011\n120\n", "?11\n120\n"),
    "frame": ("     a    b\n0  NaN  1.0\n1  1.0  0.0\n", "01\n10\n", "?1\n10\n"),
    "html": ("<table><tr><td>#<td>1<td><tr><td>1<td>1<td></table>", "?10\n110\n"),
}


@pytest.mark.parametrize("name", BLANKS)
def test_blanks_are_settled_by_the_covered_sign(name: str) -> None:
    """They are zeros if another sign is covered, else what is covered, if a user says so."""
    text, zeros, *covered = BLANKS[name]
    for pasted in (text, f"I am stuck here:\n\n{text}\nIs a cell safe?\n"):
        if name != "nan":  # numbers have no sign for a covered cell
            assert read_board(pasted, covered="#") == Board.parse(zeros)
        for sign in ("", " ") if covered else ():
            assert read_board(pasted, covered=sign) == Board.parse(covered[0])


@pytest.mark.parametrize("gap", ["", " ", "  "])
def test_cells_in_brackets(gap: str) -> None:
    """Each cell stands in its own, with one gap between all; numbers of rows stand beside them."""
    for name in ("flags and mines", "one column", "expert"):
        board = Board.parse(BOARDS[name]).without_total()
        boxes = [gap.join(f"[{sign}]" for sign in row) for row in str(board).split("\n")]
        assert read_board("\n".join(boxes)) == board
    labelled = [f"{number} {row}" for number, row in enumerate(boxes)]
    assert read_board("\n".join([" ".join(map(str, range(board.width))), *labelled])) == board
    assert read_board("[ ][1]\n[F][2]\n", covered=" ") == Board.parse("?1\nF2")
    assert read_board("[ ][1]\n[1][1]\n") == Board.parse("?1\n11")  # no names of columns and rows
    for text in ("[?][1] [1][?]\n", "[10][1]\n[1][1]\n", "3 [?][2]\n5 [?][2]\n", "[?][1]\n?1\n"):
        with pytest.raises(BoardSyntaxError):
            read_board(text)


def test_a_blank_names_the_sign_beside_it() -> None:
    with pytest.raises(UnclearSignError, match="if # is, use --covered '#'") as caught:
        read_board(BLANKS["box"][0])
    assert caught.value.sign == "#"
    with pytest.raises(UnclearSignError, match="' ' may be a zero or a covered cell") as caught:
        read_board("| F |   |\n| 1 | 1 |\n")
    assert caught.value.sign == " "
    assert read_board("| F |   |\n| 1 | 1 |\n", covered=" ") == Board.parse("F?\n11\n")


def test_blanks_are_for_texts_that_have_some() -> None:
    assert read_board("| ? | 1 |\n", covered=" ") == Board.parse("?1")
    assert read_board("??\n11\n", covered="") == Board.parse("??\n11")
    for name in ("csv", "markdown"):
        assert read_board(BLANKS["csv of one kind"][0], name=name, covered=" ").covered
    with pytest.raises(BoardSyntaxError, match="there is no board with blank cells"):
        read_board("9x9:4,4,m00b7d48a3e0231c419200", covered=" ")


@pytest.mark.parametrize("text", ["# 1 #\n1F1\n", "> # 1 #\n> 1F1\n", "?1?\n# 1 #\n"])
def test_a_row_that_may_be_a_comment_is_refused(text: str) -> None:
    with pytest.raises(BoardSyntaxError, match="may be a comment or a row"):
        read_board(text)
    assert read_board("# # #\n1 2 1\n") == Board.parse("???\n121\n")  # else nothing is covered


def test_an_ambiguous_text_names_the_sign_that_may_be_covered() -> None:
    with pytest.raises(AmbiguousFormatError) as caught:
        read_board("..1\n.11\n")
    assert caught.value.sign == "."
    assert read_board("..1\n.11\n", covered=".") == Board.parse("??1\n?11\n")
    with pytest.raises(AmbiguousFormatError) as caught:
        read_board("[[-1, 1], [1, 1]]")
    assert caught.value.sign is None


def test_texts_of_many_characters_are_left_to_the_formats() -> None:
    text = "y" * 600_000
    with pytest.raises(BoardSyntaxError, match="unknown character 'y'"):
        read_board(text)


ROWS = "F?1\n121\n000\n"
ALL_MINES = (
    *("2 mines", "(2 mines)", "**2 mines**", "Mines = 2", "Total mines: 2", "Mine count: 2"),
    *("Total: 2 mines", "2 mines in total", "Bombs: 2", "Number of mines: 2.", "MINES 2"),
    *("mines,2", "mines,2,,", "Mines;2;;", '"mines",2', '"Mines: 2",,', "mines\t2\t\t"),
    *("3x3, 2 mines", "Beginner 3x3, 2 mines", "3x3 with 2 mines", "Size: 3 \xd7 3, mines: 2"),
)
MINES_LEFT = (
    *("1 mine left", "Mines left: 1", "Mines remaining: 1", "1 remaining mine", "Mines: 1 left"),
    *("(1 mine left)", "**Bombs left:** 1", "1 mine remaining."),
    *("mines left,1,", "3x3, 1 mine left"),
)
OTHER_SIZE = ("9x9, 10 mines", "Beginner 9x9, 10 mines", "2x4 2 mines", "Expert: 30x16, 99 mines")
NO_COUNT = (
    *("2 mines here?", "2 mines?", "There are 2 mines in the corner.", "I see 2 mines or so"),
    *("At least 2 mines", "Not 2 mines", "9x9 with 10 mines", "Expert (99 mines)", "about 2 mines"),
)


@pytest.mark.parametrize(
    ("sentences", "total", "gap"),
    [
        *((ALL_MINES, 2, ""), (ALL_MINES, 2, "\n"), (MINES_LEFT, 2, ""), (NO_COUNT, None, "\n")),
        *((OTHER_SIZE, None, ""), (OTHER_SIZE, None, "\n")),
    ],
)
def test_a_line_with_nothing_but_the_mine_count(
    sentences: tuple[str, ...], total: int | None, gap: str
) -> None:
    """What is left is what the counter of a game shows: less the flags."""
    grid = Board.parse(ROWS).grid
    for sentence in sentences:
        for text in (f"{ROWS}{gap}{sentence}\n", f"I am stuck.\n\n{sentence}\n{gap}{ROWS}"):
            board = read_board(text)
            assert (board.grid == grid).all(), text
            assert board.mines == total, text


def test_a_header_comes_before_sentences_and_all_mines_before_those_that_are_left() -> None:
    assert read_board(f"1 mine left\n\n{ROWS}\n2 mines\n").mines == 2
    assert read_board(f"Here it is:\n\nmines: 2\n\n{ROWS}\n4 mines left\n").mines == 2
    assert read_board(f"4 mines left\n\n{ROWS}").mines is None  # a part of the board
    assert read_board(f"9x9, 10 mines\n1 mine left\n{ROWS}").mines == 2
    for again in ("2 mines", "3 mines"):
        with pytest.raises(BoardSyntaxError, match="line 7, column 1: a second mine count"):
            read_board(f"2 mines\n\n{ROWS}\n{again}\n")
    with pytest.raises(BoardSyntaxError, match="line 1, column 1: 10 mines do not fit on 9 cells"):
        read_board(f"10 mines\n\n{ROWS}")
    picture = (FOLDER / "show.txt").read_text("utf-8")
    assert read_board(f"{picture}\n3 mines left\n") == read_board(picture)
    lists = '[["?", 1], [1, 1]]'
    assert read_board(f"(1 mine)\n{lists}").mines == read_board(f"{lists}\n1 mine left").mines == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"board": ["F??", "?2?"], "mines": 2}',
        '{"mines": 2, "rows": ["F??", "?2?"]}',
        '{"height": 2, "width": 3, "rows": ["F??", "?2?"], "total_mines": 2}',
        '{"rows": [["F", "?", "?"], ["?", 2, "?"]], "cols": 3, "mines": 2}',
        "{'tiles': ['F ? ?', '? 2 ?'], 'bombs': 2}",
        'board = ["F??", "?2?"]\nmines = 2',
        'mines: 2\n\n["F??",\n "?2?"]',
    ],
)
def test_objects_with_the_rows_as_strings(text: str) -> None:
    assert read_board(text) == Board.parse("mines: 2\n\nF??\n?2?\n")


@pytest.mark.parametrize(
    "text",
    [
        *('{"board": [["?", 1]], "grid": [["1", 1]]}', '{"board": ["??"], "rows": ["11"]}'),
        *('{"rows": [], "mines": 2}', '{"board": [], "mines": 2}', '{"height": ["??"]}'),
        *('{"board": 3, "rows": ["??"]}', '{"width": ["??"], "board": 2}', '{"mines": ["??"]}'),
        *('{"rows": ["?", "1"]}', '{"rows": ["??"], "topology": "torus"}', '{"rows": ["??", "1"]}'),
        *("[10, 11]", "[111, 121]", '{"board": [10, 11]}', '{"board": ["??"], "mines": [1, 2]}'),
    ],
)
def test_objects_and_lists_that_may_be_something_else(text: str) -> None:
    with pytest.raises(BoardSyntaxError):
        read_board(text)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (":white_medium_square::one:\n:one::one:\n", "?1\n11"),
        (":large_blue_square: :two:\n:triangular_flag: :two:\n", "?2\nF2"),
        ("||:white_large_square:||||:one:||||:bomb:||\n", "01*"),
    ],
)
def test_names_that_chats_have_for_emoji(text: str, rows: str) -> None:
    content = read(text).content
    board = content if isinstance(content, Board) else content.layout.revealed()
    assert np.array_equal(board.grid, Board.parse(rows).grid)
