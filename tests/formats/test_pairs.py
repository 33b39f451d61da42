"""What is written in one format and read back, and what goes from one format to another."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.typing import NDArray

from logicsweep import (
    Adjacency,
    Board,
    BoardSyntaxError,
    Cell,
    Layout,
    State,
    read_board,
    write_board,
)
from logicsweep.formats import DealtGame
from logicsweep.formats.base import Content, Format
from logicsweep.formats.registry import BOARD_FORMATS, by_name, read
from tests.conftest import some
from tests.judges.strategies import boards

POSITIONS = [form for form in BOARD_FORMATS if form.write_board is not None]
LAYOUTS = [form for form in BOARD_FORMATS if form.write_layout is not None]
# What each format has a place for besides `?` and 0 to 8, said here once more.
PLACES = {
    "board": "F*_ total range density",
    "json": "F*_ total range density",
    "mine": "F* total!",
    "metasweeper": "F*_ total!",
    "csv": "F*_",
    "markdown": "F*_ total range density",
    "emoji": "F* total range density",
    "ms-toollib": "F*_",
    "numpy": "F*_",
    "minesweepr": "*",
    "minesolve": "",
    "gecode": "",
    "tatham": "F*",
    "sat": "",
    "analysis": "F total!",
    "link": "F*_ total range density",
    "variants": "*_ total",
}


def fits(board: Board, name: str) -> bool:
    places = PLACES[name]
    signs = {"F": State.FLAGGED, "*": State.KNOWN_MINE, "_": State.NO_CLUE}
    total = board.mines
    return (
        all(sign in places or state not in board.grid for sign, state in signs.items())
        and (total is not None or "!" not in places)
        and (not isinstance(total, int) or "total" in places)
        and (not isinstance(total, tuple) or "range" in places)
        and (board.density is None or "density" in places)
    )


def test_the_list_is_complete() -> None:
    assert {form.name for form in POSITIONS} == set(PLACES)


@given(board=boards())
def test_a_position_is_read_as_it_was_written(board: Board) -> None:
    for form in POSITIONS:
        if fits(board, form.name):
            assert form.read(form.write(board)) == board, form.name
            assert form.left_out(board) == (), form.name
        else:
            with pytest.raises(ValueError, match=f"{form.name} (cannot hold|needs the mine count)"):
                form.write(board)


@pytest.mark.parametrize("gap", ["", " ", "\t"])
@given(board=boards())
def test_no_covered_cell_is_lost_as_a_comment(gap: str, board: Board) -> None:
    """Text with `#` for covered cells is refused, or read with all of its rows."""
    rows = [gap.join(row).replace("?", "#") for row in str(Board(board.grid)).split("\n")]
    text = "\n".join(rows)
    assert Board.parse(text, covered="#") == Board(board.grid)
    if "#" in text:
        with pytest.raises(BoardSyntaxError):
            Board.parse(text)


@given(board=boards())
def test_what_may_be_left_out_is_and_is_said(board: Board) -> None:
    """Flags, total and density, and nothing else."""
    for form in POSITIONS:
        try:
            again = form.read(form.write(board, lossy=True))
        except ValueError as error:
            kept = ("known mines", "open cells", "needs the mine count", "uncertain")
            assert any(words in str(error) for words in kept), form.name
            continue
        assert isinstance(again, Board)
        assert (without_flags(again) == without_flags(board)).all(), form.name
        said = form.left_out(board)
        assert (again != board) == bool(said), form.name
        assert ("flags" in said) == bool((again.grid != board.grid).any()), form.name
        assert ("a density" in said) == (again.density != board.density), form.name
        is_said = any("the mine count" in words for words in said)
        assert is_said == (again.mines != board.mines), form.name


def without_flags(board: Board) -> NDArray[np.int8]:
    return np.where(board.grid == State.FLAGGED, State.COVERED, board.grid)


@st.composite
def layouts(draw: st.DrawFn) -> DealtGame:
    height, width = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    cells = st.lists(st.booleans(), min_size=height * width, max_size=height * width)
    mask = np.array(draw(cells)).reshape(height, width)
    safe = np.argwhere(~mask).tolist()
    start = draw(st.none() | st.sampled_from(safe)) if safe else None
    return DealtGame(Layout(mask), None if start is None else Cell(*start))


@given(dealt=layouts())
def test_a_layout_is_read_as_it_was_written(dealt: DealtGame) -> None:
    for form in LAYOUTS:
        again = form.read(form.write(dealt))
        assert isinstance(again, DealtGame), form.name
        assert again.layout == dealt.layout, form.name
        lost = again.start != dealt.start
        assert form.left_out(dealt) == ((f"the start {dealt.start}",) if lost else ()), form.name
        assert not (lost and form.name == "tatham-id")


def contents() -> list[Content]:
    """Positions and layouts with more and less in them."""
    found: list[Content] = [
        Board.parse(text)
        for text in (
            "?10\n110\n",
            "mines: 2\n\n?100\n?211\n01?1\n",
            "mines: 2\n\n?100\nF211\n01?1\n",
            "F*_?\n1234\n5678\n",
            "mines: 3\n\nF*?\n123\n",
            "mines: 1..3\ndensity: 1/5\n\n? >=2\n1 ?\n",
        )
    ]
    for seed in range(3):
        rng = np.random.default_rng(seed)
        mask = rng.random((int(rng.integers(1, 12)), int(rng.integers(1, 12)))) < 0.3
        found += [DealtGame(Layout(mask)), Layout(mask).revealed()]
    found.append(read("9x9:4,4,m00b7d48a3e0231c419200").content)
    whole = Layout(np.array([[True, False, False], [False, False, False]]))
    found.append(DealtGame(whole, shown=Board.parse("mines: 1\n\nF10\n?10\n")))
    return found


@pytest.mark.few
@pytest.mark.parametrize("first", some(BOARD_FORMATS, every=2), ids=lambda form: form.name)
def test_there_and_back(first: Format) -> None:
    """Whatever both of two formats can hold goes from one to the other without a loss."""
    for content, second in product(held(first), BOARD_FORMATS):
        try:
            if second is first or second.left_out(content):
                continue
            other = second.write(content)
        except ValueError:
            continue
        back = first.read(first.write(second.read(other)))
        assert as_layout(back) == as_layout(content), second.name


@cache
def held(form: Format) -> list[Content]:
    """What a format can hold, as it is read from what was written."""
    found = []
    for content in contents():
        try:
            data = form.write(content)
            if not form.left_out(content):
                found.append(form.read(data))
        except ValueError:
            continue
    return found


def as_layout(content: Content) -> Content | Layout:
    """The layout of what is a whole one, however it was written; anything else as it is."""
    if isinstance(content, DealtGame):
        return content if content.start or content.shown else content.layout
    return (
        Layout.of(content) if not content.covered and State.NO_CLUE not in content.grid else content
    )


def test_every_pair_has_something_to_carry() -> None:
    """Formats of positions share the plainest one, and all formats of layouts share layouts."""
    plain = Board.parse("mines: 2\n\n?100\n?211\n01?1\n")
    whole = Layout(np.array([[True, False], [False, False]]))
    for first, second in permutations(POSITIONS, 2):
        for board in (plain, Board(plain.grid)):
            if first.needs_total == second.needs_total and fits(board, first.name):
                data = first.write(board)
                if fits(board, second.name):
                    assert first.write(second.read(second.write(first.read(data)))) == data
    for first, second in permutations(LAYOUTS, 2):
        data = first.write(whole)
        assert first.write(second.read(second.write(first.read(data)))) == data


def test_whole_boards_and_layouts_are_the_same_thing() -> None:
    whole = Board.parse("mines: 1\n\n*1\n11\n")
    layout = Layout.of(whole)
    assert layout.revealed() == whole
    for form in LAYOUTS:
        found = form.read(form.write(whole)) if form.write_board is None else DealtGame(layout)
        assert isinstance(found, DealtGame)
        assert found.layout == layout
    with pytest.raises(ValueError, match=r"mbf holds layouts, not positions: \(0,0\) is covered"):
        write_board(Board.parse("?1\n11\n"), "mbf")
    with pytest.raises(ValueError, match=r"the clue at \(0,1\) is 2, but 1 mine is next to it"):
        write_board(Board.parse("*2\n11\n"), "zini")


def test_a_game_in_progress_is_one_of_two_things() -> None:
    layout = Layout(np.array([[True, False, False], [False, False, False]]))
    shown = Board.parse("mines: 1\n\nF10\n?10\n")
    dealt = DealtGame(layout, shown=shown)
    for form in BOARD_FORMATS:
        if form.name == "metasweeper":
            assert form.read(form.write(dealt)) == dealt
            assert form.left_out(dealt) == ()
        elif form.write_layout is not None:
            assert form.read(form.write(dealt)) == DealtGame(layout)
            assert form.left_out(dealt) == ("what is open",)
        else:
            assert form.left_out(dealt)[-1] == "the mines"
            again = form.read(form.write(dealt, lossy=True))
            assert isinstance(again, Board)
            assert again.clues == shown.clues
    uncertain = dealt._replace(shown=Board.parse("mines: 1\n\n? >=1 ?\n? ? ?\n"))
    with pytest.raises(ValueError, match="metasweeper cannot hold uncertain clues"):
        write_board(uncertain, "metasweeper")


def test_other_neighbours_are_kept_or_refused(subtests: pytest.Subtests) -> None:
    for form in BOARD_FORMATS:
        with subtests.test(form.name):
            check_neighbours(form)


def check_neighbours(form: Format) -> None:
    ring = Adjacency.of([[1, 2], [0, 2], [0, 1]])
    states = [State.COVERED] * 3 if form.write_board else [State.KNOWN_MINE, 1, 1]
    board = Board([states], mines=1, adjacency=ring)
    if form.name in ("board", "json", "link"):
        assert form.read(form.write(board)) == board
        assert form.left_out(board) == ()
        return
    for lossy in (False, True):
        with pytest.raises(ValueError, match="cannot hold neighbours other than the eight"):
            form.write(board, lossy=lossy)
    if form.write_layout and form.write_board:
        game = DealtGame(Layout([[True, False, False]]), shown=board)
        with pytest.raises(ValueError, match="cannot hold neighbours other than the eight"):
            form.write(game)


def test_what_a_layout_has_no_place_for_is_said() -> None:
    board = Board.parse("density: 1/2\n\n*1\n")
    with pytest.raises(ValueError, match="mbf cannot hold a density; lossy leaves them out"):
        write_board(board, "mbf")
    assert by_name("mbf").left_out(board) == ("a density",)
    assert by_name("mbf").read(write_board(board, "mbf", lossy=True)) == DealtGame(Layout.of(board))
    with pytest.raises(ValueError, match="cannot hold uncertain clues"):
        write_board(Board.parse("* >=1\n"), "zini")


def test_layouts_that_cannot_be_are_not_written() -> None:
    layout = Layout(np.array([[True, False]]))
    with pytest.raises(ValueError, match=r"\(0,0\) is a mine"):
        write_board(DealtGame(layout, Cell(0, 0)), "tatham-id")
    for shown in ("?2\n", "mines: 2\n\n?1\n", "?1?\n"):
        with pytest.raises(
            ValueError, match=r"disagrees with the layout|the layout is|needs the mine count"
        ):
            write_board(DealtGame(layout, shown=Board.parse(shown)), "metasweeper")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "form"),
    some(
        product(
            [(1_000_001, 1), (1, 1_000_001), (999_990, 1)],
            [form for form in BOARD_FORMATS if form.is_text],
        ),
        every=16,
    ),
    ids=lambda value: getattr(value, "name", None),
)
def test_long_and_high_boards(form: Format, shape: tuple[int, int]) -> None:
    """No format writes what it does not read."""
    grid = np.full(shape, State.COVERED)
    content = Layout(grid == 0) if form.write_board is None else Board(grid, mines=1)
    try:
        data = form.write(content, lossy=True)
    except ValueError as error:
        assert "too large" in str(error)
        return
    again = form.read(data)
    kept = again.layout.mask if isinstance(again, DealtGame) else again.grid
    assert kept.shape == shape


@pytest.mark.parametrize("name", ["mbf", "avf", "evf"])
def test_bytes_have_their_limits(name: str) -> None:
    assert by_name(name).write(Layout(np.ones((1, 255), dtype=np.bool_)))
    for shape in ((1, 256), (256, 1)):
        with pytest.raises(ValueError, match="too large"):
            write_board(Layout(np.zeros(shape, dtype=np.bool_)), name)


def test_uncertain_clues_have_few_places() -> None:
    board = Board.parse("? >=2\n1 ?\n")
    for form in POSITIONS:
        if form.name in ("board", "json", "link", "csv"):
            assert form.read(form.write(board)) == board
        else:
            with pytest.raises(ValueError, match="uncertain clues"):
                form.write(Board(board.grid, uncertain=board.uncertain, mines=2), lossy=True)


@pytest.mark.parametrize(
    "text",
    [
        "# >=1 #\n1 ? 1\n",
        "1 ? 1\n# 1..2 #\n",
        "1:exact ? 1\n# # >=1\n",
        "# 1:exact #\nclues: noisy(1/10)\n\n1 ? 1\n",
        "# 1 #\n1F1\n",
        "1F1\n\n# # #\n",
        "?1?\n# 1 #\n",
        ">=1\n#\n",
    ],
)
def test_a_row_of_any_kind_of_cells_is_no_comment(text: str) -> None:
    with pytest.raises(BoardSyntaxError, match=r"may be a comment or a row.*--covered"):
        read_board(text, name="board")


@pytest.mark.parametrize("text", ["# 12 13 14\n?1?\n", "# see: 1..2\n?1?\n", "# F\n?1?\n#\n"])
def test_a_comment_that_is_no_row_is_a_comment(text: str) -> None:
    assert read_board(text, name="board") == Board.parse("?1?")
