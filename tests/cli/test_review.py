"""`logicsweep review`, as people use it, and what `play -o` writes for it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from logicsweep import __version__
from logicsweep.formats.replays.replay import read_replay
from tests.cli.command import with_words
from tests.conftest import ROOT, Run, some
from tests.judges.answers import validator

GAME = str(ROOT / "tests" / "formats" / "replays" / "game.avf")
SMALL = ("--size", "6x6", "--mines", "7", "--quiet")


def answer(logicsweep: Run, *words: str) -> dict:
    done = logicsweep("review", *words, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    validator("review").validate(found)
    return found


def test_a_replay_in_words(logicsweep: Run) -> None:
    done = logicsweep("review", GAME)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"Ada with Arbiter 1\.0: won in \d+\.\d\d s, \d+ openings\.", lines[0])
    assert "proved safe" in lines[1]
    assert lines[2].startswith("The chance to survive so long was ")
    assert any(line.startswith("3BV ") for line in lines)
    every = logicsweep("review", GAME, "--details").stdout.splitlines()
    assert "1, 0.00 s: (0,0): The first cell is safe by the rules of the game." in every
    assert len(every) > len(lines)
    assert set(lines) <= set(every)


def test_the_same_game_in_every_format(logicsweep: Run) -> None:
    found = []
    for path in sorted(Path(GAME).parent.glob("game.*")):
        own = answer(logicsweep, str(path))
        found.append(
            [(one["cells"], one["kind"], one["risk"], one["level"]) for one in own["openings"]]
        )
        assert own["metrics"]["clicks"]
        for because in (one["because"] for one in own["openings"]):
            assert (because["proof"] or "") in because["text"]
            assert because["proof"] or not because["clues"]
    assert len(found) == 5
    assert all(one == found[0] for one in found)


def test_from_a_pipe_and_by_format(logicsweep: Run) -> None:
    text = Path(GAME).with_suffix(".rawvf").read_bytes()
    for words in (("review", "-"), ("review", "-", "--from", "rawvf")):
        done = logicsweep(*words, stdin=text)
        assert done.returncode == 0
        assert "Ada: won in" in done.stdout
    done = logicsweep("review", "-", "--from", "evf", stdin=text)
    assert done.returncode == 2
    assert "read as the format evf" in done.stderr


@pytest.mark.parametrize(
    "words",
    some(
        [
            (),
            ("--no-guess",),
            ("--rule", "continue"),
            ("--topology", "hexagon"),
            ("--rules", "1M"),
            ("--rules", "Q", "--mines", "11", "--first-click", "safe"),
            ("--clues", "noisy(1/10)"),
            ("--first-click", "unprotected", "--flood"),
        ],
        every=2,
        first=1,
    ),
    ids=" ".join,
)
def test_logs_of_play(words: tuple[str, ...], logicsweep: Run, tmp_path: Path) -> None:
    """Of every kind of game: the log is read back, and `exact` makes no mistake."""
    log = tmp_path / "game.jsonl"
    played = logicsweep("play", *with_words(SMALL, words), "--seed", "3", "-o", str(log))
    assert played.returncode == 0, played.stderr
    found = answer(logicsweep, str(log))
    assert found["is_won"] is played.stdout.startswith("Won") or "continue" in words
    assert {one["kind"] for one in found["openings"]} <= {"proved", "least-risk", "dead"}
    assert found["wasted_bits"] == 0
    assert found["metrics"]["3bv"]
    assert found["player"] == "exact"
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    schema = validator("play-log")
    for line in lines:
        schema.validate(line)
    assert len(lines[-1]["mines"]) == lines[0]["mine_count"]
    assert ("start" in lines[0]) is ("--no-guess" in words)
    opened = [line["cell"] for line in lines[1:-1] if line["action"] == "open"]
    assert [one["cells"] for one in found["openings"]] == [[cell] for cell in opened]


def test_the_whole_answer_of_play(logicsweep: Run, tmp_path: Path) -> None:
    log, whole = tmp_path / "game.jsonl", tmp_path / "game.json"
    words = ("play", *SMALL, "--seed", "4", "--agent", "single-point")
    done = logicsweep(*words, "-o", str(log), "--json")
    whole.write_text(done.stdout)
    own = [answer(logicsweep, str(path)) for path in (log, whole)]
    for one in own:
        del one["replay"]
    assert own[0] == own[1]


def test_a_log_that_is_a_replay(logicsweep: Run, tmp_path: Path) -> None:
    log, replay = tmp_path / "game.jsonl", tmp_path / "game.rawvf"
    for words in ((), ("--no-guess",)):
        for path in (log, replay):
            done = logicsweep("play", *SMALL, "--flood", "--seed", "6", *words, "-o", str(path))
            assert done.returncode == 0, done.stderr
        one, other = (answer(logicsweep, str(path)) for path in (log, replay))
        kinds = [[each["kind"] for each in own["openings"]] for own in (one, other)]
        assert kinds[0] == kinds[1][bool(words) :]
        assert other["metrics"]["3bv"] == one["metrics"]["3bv"]
        assert other["metrics"]["efficiency"] is not None
        assert other["player"] == f"exact with logicsweep {__version__}"
        assert read_replay(replay.read_bytes()).layout.mask.sum() == 7


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--no-flood",), "this game has no flood opening"),
        (("--rules", "1M"), "this game has the rules 1M"),
        (("--topology", "hexagon"), "other neighbours than the eight"),
        (("--rule", "continue"), "this game has the rule continue"),
        (("--clues", "noisy(1/10)"), "the clue model noisy(1/10)"),
    ],
    ids=" ".join,
)
def test_games_that_no_replay_holds(
    words: tuple[str, ...], said: str, logicsweep: Run, tmp_path: Path
) -> None:
    path = tmp_path / "game.rawvf"
    done = logicsweep("play", *SMALL, "--flood", *words, "-o", str(path))
    assert done.returncode == 2
    assert said in done.stderr
    assert not path.exists()
    nowhere = logicsweep("play", *SMALL, "--flood", "-o", str(tmp_path / "no" / "game.rawvf"))
    assert nowhere.returncode == 2
    assert "there is no folder" in nowhere.stderr


def test_what_cannot_be_reviewed(logicsweep: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    logicsweep("play", *SMALL, "--seed", "3", "--rule", "search", "-o", str(log))
    done = logicsweep("review", str(log))
    assert done.returncode == 2
    assert "played by the rule search" in done.stderr
    for path, said in (
        (tmp_path / "none.avf", "cannot read"),
        (tmp_path, "is a folder"),
        (ROOT / "README.md", "this is no replay"),
    ):
        done = logicsweep("review", str(path), "--json")
        assert done.returncode == 2
        assert said in done.stderr
        validator("review").validate(json.loads(done.stdout))
    both = logicsweep("review", GAME, "--json", "-o", str(tmp_path / "a.html"))
    assert both.returncode == 2
    assert "cannot be combined" in both.stderr


def changed(line: str, **keys: object) -> str:
    """A line with other values of some keys."""
    return json.dumps({**json.loads(line), **keys})


def test_logs_that_are_broken(logicsweep: Run, tmp_path: Path) -> None:
    log, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    logicsweep("play", *SMALL, "--seed", "3", "-o", str(log))
    lines = log.read_text().splitlines()
    first, second = (json.loads(line)["cell"] for line in lines[1:3])

    def said(*changed: str) -> str:
        other.write_text("\n".join(changed))
        done = logicsweep("review", str(other))
        assert done.returncode == 2, done.stdout
        return done.stderr

    assert f"{other}:1:1: " in said(changed(lines[0], height="x"))
    assert f"{other}:3:1: " in said(*lines[:2], lines[2][:-5], *lines[3:])
    assert "does not say what it shows" in said(lines[0], changed(lines[1], shows=[]))
    assert "is not a clue for" in said(*lines[:2], changed(lines[2], shows=[[*second, 8]]))
    assert "no layout agrees" in said(*lines[:2], changed(lines[2], shows=[[*second, 0]]))
    assert "a clue or a state" in said(lines[0], changed(lines[1], shows=[[*first, "many"]]))
    assert "unknown first click 'never'" in said(changed(lines[0], first_click="never"), *lines[1:])
    # One that was interrupted ends with its last whole line.
    other.write_text("\n".join([*lines[:4], lines[4][:20]]))
    assert len(answer(logicsweep, str(other))["openings"]) == 3


class Parts(HTMLParser):
    """What a page would load, and its data."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.data: dict[str, str] = {}
        self._in = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        self.links += [own[key] or "" for key in ("src", "href") if key in own and tag != "use"]
        self._in = own.get("id") or "" if own.get("type") == "application/json" else ""

    def handle_data(self, data: str) -> None:
        if self._in:
            self.data[self._in] = self.data.get(self._in, "") + data

    def handle_endtag(self, tag: str) -> None:
        del tag
        self._in = ""


def test_a_page(logicsweep: Run, tmp_path: Path) -> None:
    """It loads nothing, and has the same answer in it; names cannot run anything."""
    page = tmp_path / "game.html"
    game = tmp_path / "game.rawvf"
    text = Path(GAME).with_suffix(".rawvf").read_text()
    game.write_text(text.replace("Player: Ada", "Player: </script><script>alert(1)</script>"))
    done = logicsweep("review", str(game), "-o", str(page))
    assert done.returncode == 0
    assert done.stdout.startswith(f"{page}: </script>")
    found = Parts(page.read_text(encoding="utf-8"))
    assert not found.links
    own = answer(logicsweep, str(game))
    del own["replay"]
    assert json.loads(found.data["answer"]) == own
    assert set(found.data) == {"answer", "shapes"}
    assert "alert(1)</script>" not in page.read_text(encoding="utf-8")


def test_chances_to_win(logicsweep: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    words = ("--size", "3x4", "--mines", "4", "--first-click", "unprotected", "--seed", "5")
    logicsweep("play", *words, "--quiet", "--agent", "random", "-o", str(log))
    guesses = [
        one for one in answer(logicsweep, str(log), "--win")["openings"] if one["level"] is None
    ]
    assert guesses
    assert all(one["win_before"] is not None for one in guesses)
    assert "Chance to win before: " in logicsweep("review", str(log), "--win").stdout
