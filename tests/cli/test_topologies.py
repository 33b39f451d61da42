"""`--topology`, and boards that name theirs, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from logicsweep import Board, load
from logicsweep.board.topology_text import TOPOLOGIES
from tests.conftest import Run, some
from tests.judges.answers import validator

NAMES = [*TOPOLOGIES, "grid 3x3x6", "grid 9x6 wrap 2"]
PLAIN = "mines: 2\n\n?1?\n???\n???\n???\n"


@pytest.mark.parametrize("name", some(NAMES, every=2))
def test_games_are_played_and_layouts_dealt(name: str, logicsweep: Run) -> None:
    words = ("--topology", name, "--size", "6x9", "--mines", "5", "--seed", "3")
    done = logicsweep("play", *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    game = json.loads(done.stdout)
    validator("play").validate(game)
    assert game.get("topology") == (None if name == "square" else name)
    board = Board.parse(game["position"])
    assert board.has_eight_neighbours == (name == "square")
    first = logicsweep("play", *words).stdout.splitlines()[0]
    assert (f"; topology {name}, rule" in first) == (name != "square")
    dealt = json.loads(logicsweep("deal", *words, "--json").stdout)
    validator("deal").validate(dealt)
    assert dealt.get("topology") == (None if name == "square" else name)


def test_a_grid_has_its_own_size(logicsweep: Run) -> None:
    done = logicsweep("play", "--topology", "grid 4x4x4", "--mines", "4", "--seed", "1")
    assert done.stdout.startswith("exact plays 4x16, 4 mines; topology grid 4x4x4, rule classic")
    other = logicsweep("play", "--topology", "grid 4x4x4", "--size", "9x9", "--mines", "4")
    assert other.returncode == 2
    assert "--topology: a board of grid 4x4x4 has 16 rows of 4 cells" in other.stderr


def test_a_board_gets_a_topology(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "plain.board"
    path.write_text(PLAIN, encoding="utf-8")
    done = logicsweep("show", path, "--topology", "torus", "--json")
    assert json.loads(done.stdout)["topology"] == "torus"
    assert (done.returncode, done.stderr) == (0, "")
    plain = json.loads(logicsweep("solve", path, "--json").stdout)
    solved = json.loads(logicsweep("solve", path, "--topology", "torus", "--json").stdout)
    assert plain["consistent"] is solved["consistent"] is True
    assert (plain["models"], solved["models"]) == ("30", "24")
    kept = tmp_path / "kept.board"
    assert logicsweep("show", path, "-o", kept, "--topology", "four").returncode == 0
    assert load(kept).adjacency.topology == "four"
    again = logicsweep("show", kept, "--topology", "torus", "--json")
    assert json.loads(again.stdout)["topology"] == "torus"
    assert "has neighbours of its own; --topology replaces them" in again.stderr
    assert logicsweep("show", kept, "--topology", "four", "--json").stderr == ""


def test_a_layout_gets_a_topology(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "layout.board"
    path.write_text("*____\n_____\n_____\n____*\n", encoding="utf-8")
    done = logicsweep("play", "--board", path, "--topology", "torus", "--json", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    game = json.loads(done.stdout)
    assert game["topology"] == "torus"
    assert Board.parse(game["position"]).adjacency.topology == "torus"
    kept = tmp_path / "kept.json"
    assert logicsweep("show", path, "-o", kept, "--topology", "torus").returncode == 0
    again = json.loads(logicsweep("play", "--board", kept, "--json", "--seed", "1").stdout)
    assert again["moves"] == game["moves"]
    opened = logicsweep("show", kept, "--open", "2,2")
    assert (opened.returncode, opened.stderr) == (0, "")


def test_walls_and_graphs_are_played(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "walls.board"
    path.write_text("walls: (0,0)-(0,1) (0,0)-(1,1)\n\n*0_\n1__\n___\n", encoding="utf-8")
    done = logicsweep("play", "--board", path, "--json", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    position = Board.parse(json.loads(done.stdout)["position"])
    assert position.adjacency.walls == ((0, 1), (0, 4))
    path.write_text("neighbours: 1 2; 0; 0\npositions: 0,0; 1,1; 2,0\n\n*11\n", encoding="utf-8")
    game = json.loads(logicsweep("play", "--board", path, "--json", "--seed", "1").stdout)
    assert game["topology"] is None
    assert Board.parse(game["position"]).adjacency.positions == ((0, 0), (1, 1), (2, 0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("topology: hexagn\n\n??\n", ":1:11: unknown topology 'hexagn' (did you mean hexagon?)"),
        ("topology: torus\n\n??\n??\n??\n", ":1:11: a torus of width 2 would name a neighbour"),
        ("neighbours: 1; 0 1\n\n??\n", ":1:16: cell 1 cannot have 1 as a neighbour"),
        ("walls: (0,0)-(0,2)\n\n???\n", ":1:8: there can be no wall between (0,0) and (0,2)"),
    ],
)
def test_a_wrong_topology_has_a_place(
    text: str, words: str, logicsweep: Run, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.board"
    path.write_text(text, encoding="utf-8")
    done = logicsweep("solve", path)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("command", ["solve", "play", "deal"])
def test_a_wrong_option_names_what_there_is(command: str, logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "plain.board"
    path.write_text(PLAIN, encoding="utf-8")
    board = [path] if command == "solve" else []
    for name, words in (
        ("tours", "unknown topology 'tours' (did you mean torus?); known: square, four, hexagon"),
        ("grid 3x3 wrap 7", "wrap names dimension 7; expected numbers from 1 to 2"),
    ):
        done = logicsweep(command, *board, "--topology", name)
        assert done.returncode == 2
        assert f"--topology: {words}" in done.stderr
    few = [path] if command == "solve" else ["--size", "2x5", "--mines", "1"]
    name = "grid 2x3x3" if command == "solve" else "torus"
    words = "has 6 rows of 3 cells" if command == "solve" else "a torus of width 2"
    done = logicsweep(command, *few, "--topology", name)
    assert done.returncode == 2
    assert words in done.stderr
