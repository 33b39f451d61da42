"""`play -o` and `review -o`: positions of a game, held against the game itself."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from logicsweep import Board, KnowledgeBase, review, svg
from logicsweep.board.picture.themes import THEMES
from logicsweep.errors import ArgumentTypeError, InconsistentBoardError
from logicsweep.games import Kind, load_game
from logicsweep.render import game_strip
from logicsweep.render.game_strips import spread
from tests.cli.command import names_all
from tests.conftest import ROOT, Run, some
from tests.examples.test_risk_gain import Maps
from tests.judges.answers import validator
from tests.judges.refusals import refused
from tests.render.test_strips import SVG, cells_of, numbered

REPLAYS = ROOT / "tests" / "formats" / "replays"
GAME = ("--size", "6x6", "--mines", "10", "--rule", "continue", "--seed", "3", "--agent", "rref")
TINY = ("--size", "4x4", "--mines", "3", *GAME[4:])
SIGNS = {"known mine": "*", "flagged": "F", "no clue": "_"}


def words_of(picture: ET.Element) -> str:
    return " ".join(text.text or "" for text in picture[0])


def framed(picture: ET.Element) -> int:
    """The number of framed cells."""
    (frames,) = (group for group in picture.iter(f"{SVG}g") if group.get("class") == "frames")
    return sum(len(group) for group in frames if group.get("stroke") == THEMES["light"].reason)


def filled(picture: ET.Element, colour: str) -> set[str]:
    groups = (group for group in picture.iter(f"{SVG}g") if group.get("fill") == colour)
    return {cell for group in groups for cell in cells_of(group)}


def positions(moves: list[dict[str, Any]], side: int) -> Iterator[list[list[str]]]:
    """The signs of all cells before the first move and after each, from the log alone."""
    grid = [["?"] * side for _ in range(side)]
    yield [row[:] for row in grid]
    for move in moves:
        for row, column, value in move["shows"]:
            grid[row][column] = SIGNS.get(value, str(value))
        yield [row[:] for row in grid]


@pytest.mark.parametrize("words", [(), ("--most", "7"), ("--most", "all")], ids=str)
def test_each_picture_is_a_position_of_the_game(
    words: tuple[str, ...], logicsweep: Run, tmp_path: Path
) -> None:
    path, log = tmp_path / "game.svg", tmp_path / "game.jsonl"
    done = logicsweep("play", *GAME, "-o", path, *words, "-o", log, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    validator("play").validate(answer)
    moves = answer["moves"]
    most = 7 if "7" in words else 25
    shown = answer["pictures"]["positions"]
    assert len(shown) == min(most, len(moves) + 1)
    assert (shown[0], shown[-1]) == (0, len(moves))
    assert answer["pictures"] == {
        "output": str(path),
        "theme": "light",
        "animated": False,
        "positions": shown,
    }
    pictures = numbered(path.read_text())
    assert list(pictures) == shown
    theme, every = THEMES["light"], list(positions(moves, 6))
    for number, picture in pictures.items():
        assert len(cells_of(picture)) == 36
        position = "\n".join(" ".join(row) for row in every[number])
        kb = KnowledgeBase(Board.parse(f"mines: 10\n\n{position}"))
        proved = kb.consequences()
        for colour, cells in ((theme.mine, proved.mines), (theme.safe, proved.safe)):
            assert filled(picture, colour) == {f"{row},{column}" for row, column in cells}
        assert framed(picture) == min(number, 1)
        if number:
            move = moves[number - 1]
            row, column = move["cell"]
            is_hit = [row, column, "known mine"] in move["shows"]
            verb = "hit" if is_hit else move["action"]
            assert words_of(picture) == f"{number}: {verb}s ({row},{column})"
    title = ET.fromstring(path.read_text()).findtext(f"{SVG}title") or ""
    assert title.startswith("rref plays 6x6, 10 mines; rule continue, ")
    assert title.endswith(f": {len(shown)} of {len(moves) + 1} positions")


def test_the_cell_of_the_move_is_framed_where_it_is(logicsweep: Run, tmp_path: Path) -> None:
    """Against the picture that the drawing of one board makes of it."""
    path = tmp_path / "game.svg"
    done = logicsweep("play", *GAME, "-o", path, "--json")
    moves = json.loads(done.stdout)["moves"]
    for number, picture in numbered(path.read_text()).items():
        if number:
            cell = tuple(moves[number - 1]["cell"])
            alone = ET.fromstring(svg(Board.parse("?").picture(framed=[(0, 0)])))
            (frame,) = (one for one in alone.iter() if one.get("class") == "frames")
            (inner,) = (one for one in picture.iter() if one.get("class") == "frames")
            moved = [(32 * cell[1], 32 * cell[0])] * 2
            for before, after, (x, y) in zip(frame.iter(), inner.iter(), moved * 9, strict=False):
                if "x" in before.attrib:
                    assert float(after.attrib["x"]) == float(before.attrib["x"]) + x
                    assert float(after.attrib["y"]) == float(before.attrib["y"]) + y


@pytest.mark.parametrize("agent", ["", "logicsweep.games.agents.published.risk_gain:RiskGain"])
def test_a_players_numbers_are_drawn(agent: str, logicsweep: Run, tmp_path: Path) -> None:
    """Its risks and gains as they follow from each position, in cells without a verdict."""
    path = tmp_path / "game.svg"
    options = (
        "--rule",
        "search",
        "--agent",
        agent or "risk-gain",
        "-o",
        path,
        "--json",
        "--most",
        "6",
    )
    answer = json.loads(logicsweep("play", *GAME[:4], *options, "--seed", "3", "--details").stdout)
    every = list(positions(answer["moves"], 6))
    for number, picture in numbered(path.read_text()).items():
        maps = Maps(Board.parse("mines: 10\n\n" + "\n".join(map(" ".join, every[number]))))
        proved = KnowledgeBase(maps.board).consequences()
        expected = {
            (32 * cell.column + 16, 32 * cell.row + 20): str(risk or f"+{maps.gain[cell]}")
            for cell, risk in maps.risk.items()
            if cell not in proved.safe | proved.mines
        }
        drawn = {
            (round(float(text.get("x", 0))), round(float(text.get("y", 0)))): text.text
            for group in picture.iter(f"{SVG}g")
            if group.get("font-size") == "11" and "fill" in group.attrib
            for text in group
        }
        if number < len(answer["moves"]):
            assert drawn.items() >= expected.items() != set()
    assert "player's number" in path.read_text()
    logicsweep("play", *GAME[:4], *options, "--seed", "3")
    assert "player's number" not in path.read_text()


@pytest.mark.parametrize("path", some(sorted(REPLAYS.glob("game.*")), every=2), ids=str)
def test_pictures_of_replays(path: Path, logicsweep: Run, tmp_path: Path) -> None:
    made = tmp_path / "strip.svg"
    done = logicsweep("review", path, "-o", made)
    assert done.returncode == 0, done.stderr
    judged = review(path)
    number = len(judged.grades)
    assert done.stdout == f"{made}: {min(25, number + 1)} of {number + 1} positions.\n"
    pictures = numbered(made.read_text())
    assert list(pictures) == spread(number + 1, 25)
    for place, picture in pictures.items():
        if place:
            grade = judged.grades[place - 1]
            assert framed(picture) == len(grade.opening.cells)
            chord = grade.opening.chord
            what = f"opens {grade.opening.cells[0]}" if chord is None else f"chord at {chord}"
            kind = ", needless guess" if grade.kind is Kind.NEEDLESS else ""
            assert grade.kind in (Kind.PROVED, Kind.NEEDLESS)
            assert words_of(picture) == f"{place}: {what}{kind}"


def test_all_replays_of_a_game_have_the_same_flags() -> None:
    games = [load_game(path) for path in sorted(REPLAYS.glob("game.*"))]
    flags = [[opening.flags for opening in game.openings] + [game.flags] for game in games]
    assert any(flags[0])
    assert all(own == flags[0] for own in flags)
    # Chords are only made at clues with as many flags around them.
    flagged: set[tuple[int, int]] = set()
    for opening in games[0].openings:
        for cell, is_set in opening.flags:
            (flagged.add if is_set else flagged.discard)(cell)
        if opening.chord is not None:
            near = games[0].start.adjacency.neighbours(games[0].start.number(opening.chord))
            cells = {games[0].start.cell(number) for number in near}
            assert not flagged & set(opening.cells)
            assert flagged & cells


def test_the_end_of_a_log_has_the_board_that_play_shows(logicsweep: Run, tmp_path: Path) -> None:
    """With all its flags, those after the last opening included."""
    log = tmp_path / "game.jsonl"
    logicsweep("play", *GAME, "-o", log)
    end = json.loads(log.read_text().splitlines()[-1])
    strip = game_strip(log)
    assert (strip.pictures[-1].grid == Board.parse(end["position"]).grid).all()
    assert strip.numbers[-1] == end["outcome"]["openings"]


@pytest.mark.parametrize("lines", [1, 2, 3, 9])
def test_logs_that_are_cut(lines: int, logicsweep: Run, tmp_path: Path) -> None:
    log, made = tmp_path / "game.jsonl", tmp_path / "strip.svg"
    logicsweep("play", *GAME, "-o", log)
    whole = log.read_text().splitlines()
    log.write_text("\n".join(whole[:lines]) + '\n{"move":9,"ac')
    done = logicsweep("review", log, "-o", made)
    assert done.returncode == 0, done.stderr
    openings = sum('"action": "open"' in line for line in whole[:lines])
    assert list(numbered(made.read_text())) == list(range(openings + 1))
    assert f"{openings + 1} of {openings + 1} position" in done.stdout


def test_a_flag_off_the_board_is_refused(logicsweep: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    logicsweep("play", *GAME, "-o", log)
    log.write_text(log.read_text().replace('0, "flagged"]', '60, "flagged"]', 1))
    done = logicsweep("review", log, "-o", tmp_path / "strip.svg")
    assert done.returncode == 2
    assert "(3,60)" in done.stderr
    assert not (tmp_path / "strip.svg").exists()


@pytest.mark.parametrize(
    ("words", "moves"),
    [(("--size", "2x2", "--mines", "0"), 1), (("--size", "1x1", "--mines", "0"), 1)],
)
def test_short_games(words: tuple[str, ...], moves: int, logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    done = logicsweep("play", *words, "-o", path, "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"{path}: {moves + 1} of {moves + 1} positions.\n")
    assert list(numbered(path.read_text())) == list(range(moves + 1))
    done = logicsweep("play", *words, "-o", path, "--seed", "1", "--most", "1")
    assert list(numbered(path.read_text())) == [moves]


@pytest.mark.parametrize(
    "words",
    some(
        [
            ("--topology", "hexagon"),
            ("--rules", "1M"),
            ("--clues", "noisy(1/10)"),
            ("--liars", "1"),
            ("--no-guess",),
            ("--rule", "search", "--agent", "search-exact"),
            ("--first-click", "opening", "--no-flood"),
        ],
        every=2,
        first=1,
    ),
    ids=" ".join,
)
def test_games_of_every_kind(words: tuple[str, ...], logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    size = ("--size", "5x5", "--mines", "4", "--seed", "2", "--most", "all")
    done = logicsweep("play", *size, *words, "-o", path, "--json")
    assert done.returncode == 0, done.stderr
    pictures = numbered(path.read_text())
    assert list(pictures) == list(range(len(json.loads(done.stdout)["moves"]) + 1))
    theme = THEMES["light"]
    # A safe cell stays proved until it is open, a mine for ever.
    for before, after in pairwise(pictures.values()):
        safe, mines = filled(before, theme.safe), filled(before, theme.mine)
        assert mines <= filled(after, theme.mine) | filled(after, theme.open)
        assert safe <= filled(after, theme.safe) | filled(after, theme.open)


def test_forms_by_file_ending(logicsweep: Run, tmp_path: Path) -> None:
    begins = {"a.svg": b"<svg", "a.png": b"\x89PNG", "a.GIF": b"GIF89a"}
    for name, beginning in begins.items():
        path = tmp_path / name
        done = logicsweep("play", *TINY, "-o", path, "--most", "3")
        assert done.stdout.endswith(f"{path}: 3 of 7 positions.\n")
        assert path.read_bytes().startswith(beginning)


def test_an_animation_has_the_theme_asked_for(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "b.svg"
    words = ("-o", path, "--animate", "--theme", "dark", "--json")
    done = logicsweep("play", *TINY, *words)
    told = json.loads(done.stdout)["pictures"]
    assert (told["animated"], told["theme"]) == (True, "dark")
    assert "prefers-reduced-motion" in path.read_text()
    assert THEMES["dark"].page in path.read_text()


def test_quiet_prints_the_result_alone(logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("play", *GAME, "-o", tmp_path / "a.svg", "--quiet")
    assert len(done.stdout.splitlines()) == 1


def test_review_with_a_page_and_with_json(logicsweep: Run, tmp_path: Path) -> None:
    game, made, page = REPLAYS / "game.avf", tmp_path / "a.svg", tmp_path / "a.html"
    done = logicsweep("review", game, "-o", made, "-o", page)
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == [str(page), str(made)]
    done = logicsweep("review", game, "-o", made, "--most", "4", "--json")
    answer = json.loads(done.stdout)
    validator("review").validate(answer)
    assert answer["pictures"]["positions"] == [0, 5, 9, 14]


def test_spread() -> None:
    for count in range(1, 60):
        for most in range(1, 60):
            numbers = spread(count, most)
            assert len(numbers) == min(count, most)
            assert numbers == sorted(set(numbers))
            assert numbers[-1] == count - 1
            assert numbers[0] == 0 or most == 1
            steps = [after - before for before, after in pairwise(numbers)]
            assert not steps or max(steps) - min(steps) <= 1
        assert spread(count, None) == list(range(count))


def test_wrong_options(subtests: pytest.Subtests, logicsweep: Run, tmp_path: Path) -> None:
    for words, says in [
        (("--most", "3"), "--most .svg .png .gif"),
        (("--animate",), "--animate .svg"),
        (("--theme", "dark"), "--theme .svg"),
        (("-o", "a.txt"), ".svg, .png or .gif"),
        (("-o", "-"), ".svg, .png or .gif"),
        (("-o", "no/a.svg"), "there is no folder no"),
        (("-o", "a.png", "--animate"), "expected a file in .svg or .gif"),
        (("-o", "a.svg", "--theme", "blue"), "--theme 'blue'"),
        *(
            (("-o", "a.svg", "--most", number), "a number from 1 to 1,000, or all")
            for number in ("0", "-1", "1001", "1.5", "", "every", "٣", "9" * 5000)
        ),
    ]:
        with subtests.test(words=words):
            for command in (("play", "--seed", "1"), ("review", REPLAYS / "game.avf")):
                done = logicsweep(*command, *words, folder=tmp_path)
                assert done.returncode == 2
                assert names_all(done.stderr, says)
                assert not done.stdout
            assert not list(tmp_path.iterdir())


def test_limits(logicsweep: Run, tmp_path: Path) -> None:
    large = ("play", "--size", "110x110", "--mines", "1200", "--agent", "random", "--seed", "1")
    done = logicsweep(*large, "-o", "a.svg", folder=tmp_path)
    assert done.returncode == 3
    assert "25 pictures have 302,500 cells together; such a strip has at most 250,000" in (
        done.stderr
    )
    assert done.stderr.endswith("expected --most 20 or fewer\n")
    assert not done.stdout
    done = logicsweep(*large, "-o", "a.gif", folder=tmp_path)
    assert done.stderr.endswith("at most 40,000; expected --most 3 or fewer\n")
    done = logicsweep(*large, "-o", "a.png", "--most", "all", folder=tmp_path)
    assert done.returncode == 3
    assert "moves" in done.stdout  # only now it is known how many there are
    assert not list(tmp_path.iterdir())


def test_a_game_that_no_layout_allows() -> None:
    game = load_game(REPLAYS / "game.avf")
    wrong = game._replace(start=game.start.with_total(1))
    with pytest.raises(InconsistentBoardError):
        game_strip(wrong)
    with pytest.raises(ValueError, match="most is 0"):
        game_strip(game, 0)
    with refused(ArgumentTypeError, argument="game"):
        game_strip(3)  # type: ignore[arg-type]
