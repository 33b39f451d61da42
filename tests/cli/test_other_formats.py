"""Boards in other formats by `logicsweep show`, the list of formats, and boards named by links."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from logicsweep import Board, Cell, read_board
from logicsweep.board.adjacency import eight
from logicsweep.cli.show import _with_density
from logicsweep.formats import BOARD_FORMATS, read_layout
from tests.cli.command import names_all
from tests.conftest import ROOT, Run, call_main

GAME = "9x9:4,4,m00b7d48a3e0231c419200"
LINK = "https://davidnhill.github.io/JSMinesweeper/?b=1&m=vjt0hd287g9b0s1s0"
EXPERT = ROOT / "examples" / "boards" / "expert.board"
SMALL = ROOT / "examples" / "boards" / "small.board"


def test_from_an_id_to_a_file_and_back(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.mbf"
    done = logicsweep("show", GAME, "-o", path)
    assert done.returncode == 0
    assert done.stdout == (
        f"{path}: 9x9 layout, 35 mines, start (4,4); converted from tatham-id to mbf.\n"
    )
    assert done.stderr == "logicsweep: left out: the start (4,4)\n"
    assert path.read_bytes()[:10] == bytes([9, 9, 0, 35, 0, 0, 1, 0, 2, 0])
    back = logicsweep("show", path, "--to", "zini")
    assert back.stdout == f"{LINK}\n"
    assert read_layout(back.stdout).layout == read_layout(GAME).layout


def test_a_layout_becomes_a_position(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.mine"
    done = logicsweep("show", LINK, "-o", path, "--open", "4,4", "--json")
    assert json.loads(done.stdout) == {
        "format": "logicsweep-show/1",
        "board": LINK,
        "height": 9,
        "width": 9,
        "mine_count": 35,
        "consistent": None,
        "from": "zini",
        "to": "mine",
        "holds": "position",
        "output": str(path),
        "theme": None,
        "left_out": [],
    }
    assert read_board(path.read_bytes()) == read_board(GAME)
    whole = logicsweep("show", LINK, "--to", "board").stdout
    assert read_layout(whole).layout == read_layout(LINK).layout


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "--json"],
        ["count", "--json"],
        ["diagnose"],
        ["explain"],
        ["hint"],
        ["hint", "--rate"],
        ["encode"],
        ["show"],
    ],
)
def test_every_command_takes_a_link_and_an_id(logicsweep: Run, command: list[str]) -> None:
    name, *options = command
    extra = ["2,2"] if name == "explain" else []
    by_file = logicsweep(name, "-", *extra, *options, stdin=str(read_board(GAME)))
    assert by_file.returncode == 0, by_file.stderr
    for board, opened in ((GAME, []), (LINK, ["--open", "4,4"])):
        done = logicsweep(name, board, *extra, *options, *opened)
        named = by_file.stdout.replace('"board": "-"', f'"board": {json.dumps(board)}')
        assert (done.returncode, done.stdout) == (0, named)


def test_layouts_are_played(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.evf"
    assert logicsweep("show", GAME, "-o", path).returncode == 0
    by_file = logicsweep("play", "--board", path, "--agent", "logic", "--seed", "1", "--quiet")
    by_link = logicsweep("play", "--board", LINK, "--agent", "logic", "--seed", "1", "--quiet")
    assert by_file.returncode == by_link.returncode == 0
    assert by_file.stdout == by_link.stdout
    text = "*2\n*2\n"
    unclear = logicsweep("play", "--board", "-", "--quiet", stdin=text)
    assert "board and tatham read this differently" in unclear.stderr
    told = logicsweep("play", "--board", "-", "--from", "board", "--quiet", stdin=text)
    assert told.returncode == 0


def test_what_cannot_be(subtests: pytest.Subtests, logicsweep: Run, tmp_path: Path) -> None:
    for arguments, words in [
        (["solve", LINK], "this is a layout, not a position; expected a cell to open"),
        (["solve", LINK, "--open", "0,0"], "--open (0,0)"),
        (["solve", LINK, "--open", "9,0"], "--open (9,0)"),
        (["solve", LINK, "--open", "x"], "--open 'x'"),
        (["solve", SMALL, "--open", "0,0"], "--open"),
        (["solve", "9x9n10#123456"], "this game id has a random seed"),
        (["solve", "https://minesweeper.online/game/1"], "names a game on a server"),
        (
            ["solve", "?analysis=xx"],
            "2 characters; expected a header of 8 (read as the format analysis",
        ),
        (["solve", "no-such-file"], "cannot read no-such-file"),
        (["show", EXPERT, "-o", "x.mbf"], "mbf holds layouts, not positions: (0,0) is covered"),
        (["show", EXPERT, "-o", "x.csv"], "--lossy"),
        (["show", EXPERT, "-o", "x.abc"], "'x.abc' --to"),
        (["show", EXPERT, "-o", "-"], "'-' --to"),
        (["show", EXPERT, "-o", "x.csv", "--to", "json"], "x.csv"),
        (["show", EXPERT, "-o", "x.csv", "--to", "excel"], "'excel'"),
        (["show", EXPERT, "-o", "x.mine", "--mines", "5..3"], "--mines 5..3"),
        (["show", EXPERT, "-o", "x.mine", "--mines", "many"], "--mines 'many'"),
        (["show", EXPERT, "-o", "x.mine", "--mines", "1..3"], "mine needs the mine count as one"),
        (["show", LINK, "-o", "x.mine", "--mines", "3"], "--mines"),
        (["show", EXPERT, "-o", "/no/such/folder/x.mine"], "folder/x.mine"),
    ]:
        with subtests.test(arguments=arguments):
            done = logicsweep(*arguments)
            assert done.returncode == 2
            assert done.stdout == ""
            assert names_all(done.stderr, words)
            assert done.stderr.count("\n") == 1 + ("; --mines replaces this with " in done.stderr)
            assert not list(tmp_path.iterdir())
            assert not list(ROOT.glob("x.*"))


def test_readings_that_differ_are_named(logicsweep: Run) -> None:
    text = "..1\n.11\n"
    done = logicsweep("solve", "-", stdin=text)
    assert done.returncode == 2
    assert "minesweepr, minesolve and gecode read this differently: (0,0) is 0 as" in done.stderr
    assert "as with --from minesweepr" in done.stderr
    done = logicsweep("show", "-", "--from", "gecode", "--json", stdin=text)
    assert json.loads(done.stdout)["rows"] == ["??1", "?11"]
    assert logicsweep("show", "-", "--from", "gecode", "--json", stdin=text).stdout == done.stdout


def test_the_total_may_be_given(logicsweep: Run) -> None:
    done = logicsweep(
        *("show", "-", "--from", "gecode", "--to", "board", "--mines", "2..3"), stdin="..1\n.11\n"
    )
    assert done.stdout == "mines: 2..3\n\n??1\n?11\n"


def test_a_density_asks_for_no_neighbours() -> None:
    board = Board.parse("F?1\n111\n")
    before = eight.cache_info()
    found = _with_density(board, "1/5")
    assert eight.cache_info() == before
    assert isinstance(found, Board)
    assert found.density == Fraction(1, 5)


def test_lossy_says_what_it_leaves_out(logicsweep: Run) -> None:
    done = logicsweep(*("show", "-", "--to", "gecode", "--lossy"), stdin="mines: 2\n\nF?1\n111\n")
    assert (done.returncode, done.stdout) == (0, "..1\n111\n")
    assert done.stderr == "logicsweep: left out: flags, the mine count\n"
    refused = logicsweep("show", "-", "--to", "gecode", "--lossy", stdin="mines: 1\n\n*1\n11\n")
    assert refused.returncode == 2
    assert "gecode cannot hold known mines" in refused.stderr


def test_what_was_there_stays_when_writing_fails(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.mbf"
    path.write_bytes(b"old")
    assert logicsweep("show", EXPERT, "-o", path).returncode == 2
    assert path.read_bytes() == b"old"
    assert logicsweep("show", GAME, "-o", path).returncode == 0
    assert path.read_bytes() != b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["old.mbf"]


def test_names_that_would_turn_a_board_around(logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("show", "?b=0301&m=g", "-o", tmp_path / "3x_1y.json", "--to", "cs3510")
    assert done.returncode == 2
    assert "would read a file called 3x_1y.json differently" in done.stderr
    assert not list(tmp_path.iterdir())
    done = logicsweep("show", "?b=0301&m=g", "-o", tmp_path / "a.json", "--to", "cs3510")
    assert done.returncode == 0


def test_bytes_go_through_pipes() -> None:
    streams = [TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(3)]
    assert call_main(["show", GAME, "--to", "mbf"], streams) == 0
    streams[1].flush()
    data = streams[1].buffer.getvalue()
    assert data[:4] == bytes([9, 9, 0, 35])
    assert len(data) == 4 + 2 * 35


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there are no such names here")
def test_names_of_what_is_open_already(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "logicsweep", "show", str(SMALL), "-o", "/dev/stdout"]
    command += ["--to", "mine"]
    piped = subprocess.run(command, capture_output=True, cwd=ROOT, timeout=300, check=True)
    assert piped.stdout.startswith(b"4x3x2\n")
    assert piped.stdout.count(b"\n") == 4
    with (tmp_path / "a.txt").open("wb") as stream:
        subprocess.run(command, stdout=stream, cwd=ROOT, timeout=300, check=True)
    assert (tmp_path / "a.txt").read_bytes() == piped.stdout
    shell = (
        f"'{sys.executable}' -m logicsweep show '{SMALL}' -o >(cat > '{tmp_path}/b.txt') --to mine"
    )
    subprocess.run(["bash", "-c", f"{shell}; wait $!"], cwd=ROOT, timeout=300, check=True)
    assert (tmp_path / "b.txt").read_bytes() == piped.stdout


def test_the_list_of_formats(logicsweep: Run) -> None:
    done = logicsweep("list", "formats")
    rows = done.stdout.splitlines()
    assert rows[0].split() == ["name", "endings", "holds", "what", "it", "is"]
    assert [row.split()[0] for row in rows[1:]] == [form.name for form in BOARD_FORMATS]
    assert all(row == row.rstrip() for row in rows)
    listed = json.loads(logicsweep("list", "formats", "--json").stdout)["rows"]
    assert [form["name"] for form in listed] == [form.name for form in BOARD_FORMATS]
    assert listed[3]["holds"] == ["position", "layout"]
    assert {key for form in listed for key in form} == {*("name", "endings", "holds", "about")}


def test_notes_are_said(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"dim": "3,3", "bombs": "1", "safe": "0,1", "board": "910110000"}')
    done = logicsweep("solve", path)
    assert done.returncode == 0
    assert '"safe" may be (0,1) or (1,0); it is read as (0,1), row first' in done.stderr
    assert read_layout(path.read_bytes()).start == Cell(0, 1)
