"""`logicsweep judge` of an agent: the report in words, as JSON and as a page, and its exit code."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from logicsweep import Board, Cell, KnowledgeBase, Layout
from logicsweep.games.piping import Piped
from logicsweep.lab.exams import hosting, judge_agent
from logicsweep.lab.exams.page import exam_page
from logicsweep.lab.exams.words import guess_words, proof_steps
from tests.cli.command import names_all, with_words
from tests.conftest import ROOT, Run, needs_kernel

pytestmark = pytest.mark.usefixtures("seated")

GAMES = ROOT / "tests" / "lab" / "exams"
SMALL = ("--size", "4x3", "--mines", "3", "-n", "5", "--seed", "1")


def judge(logicsweep: Run, name: str, *options: str | Path, small: bool = True) -> Any:
    words = ["judge", f"exam_agents:{name}", *with_words(SMALL if small else (), options)]
    return logicsweep(*words, folder=GAMES)


def test_a_sound_class(logicsweep: Run) -> None:
    options = ("--size", "5x5", "--mines", "3", "-n", "6", "--seed", "1")
    done = judge(logicsweep, "Single", *options, small=False)
    assert (done.returncode, done.stderr) == (0, "")
    first, second, *_ = done.stdout.splitlines()
    setting = "5x5, 3 mines; rule classic, first click unprotected, seeds 1 to 6"
    assert first == f"exam_agents:Single: 6 games on {setting}"
    assert re.fullmatch(r"Sound: yes, in these games\. All \d+ claims follow\.", second)


def test_the_usual_mistake(logicsweep: Run) -> None:
    """On the board of the homework, of whose layouts each has all its mines."""
    options = ("-n", "2", "--seed", "1", "--json")
    done = judge(logicsweep, "Unsubtracted", *options, small=False)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["kind"], answer["sound"]) == (1, "wrong", False)
    assert done.stderr == f"logicsweep: {answer['error']}\n"
    claims = answer["claims"]
    assert f"{claims['wrong']} of {claims['judged']:,} claims do not follow" in answer["error"]
    assert answer["setting"].startswith("2 games on 8x8, 8 mines; ")
    first = claims["first"]
    board = Board.parse(first["position"])
    assert (board.mines, str(board.density)) == (None, "1/8")
    assert first["verdict"] == "undetermined"
    for cells in first["layouts"]:
        mask = board.covered_mask & False
        mask[tuple(zip(*cells, strict=True))] = True
        assert KnowledgeBase(board).allows(Layout(mask))
        assert len(cells) == 8
    with_mine, without = first["layouts"]
    assert first["cell"] in with_mine
    assert first["cell"] not in without
    assert "were not subtracted from" in first["hint"]
    assert "Two layouts agree with every open clue: one has a mine" in first["text"]
    said = judge(logicsweep, "Unsubtracted", *options[:-1], small=False).stdout
    assert first["text"] in said
    assert first["hint"] in said


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Raises", "it raised an error: IndexError: Cannot choose from an empty sequence (exam_"),
        ("Exits", "it wanted to end Python: SystemExit: enough (exam_agents.py:"),
        ("OffTheBoard", "its claims cannot be read: safes: (-1,2) is off the board"),
        ("FlagsAll", "it made a move that cannot be made: every covered cell is flagged"),
    ],
)
def test_a_fault_is_one_sentence(logicsweep: Run, name: str, words: str) -> None:
    done = judge(logicsweep, name, "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["kind"]) == (1, "wrong")
    assert answer["results"]["failed"] == len(answer["faults"]) > 0
    assert answer["sound"] is (False if answer["claims"]["wrong"] else None)
    assert answer["complete_to"] in (None, 0)
    assert words in answer["faults"][0]["text"]
    assert words in answer["error"]
    assert "Traceback" not in done.stderr + judge(logicsweep, name).stderr


def test_what_agents_print_is_not_printed(logicsweep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor by the process that agents have."""
    monkeypatch.setattr(hosting, "Piped", Piped)
    done = judge(logicsweep, "Prints", "--json")
    assert json.loads(done.stdout)["printed"] > 0
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["judge"], "nothing to judge; expected BOARD CLAIM, AGENT or --answers FILE"),
        (["judge", "exact"], "no claim is given; expected BOARD CLAIM, such as"),
        (["judge", "no:Body"], "agent no:Body: there is no module no in "),
        (["judge", "no:Body", "--rule", "search"], "--rule is search; expected classic"),
        (
            ["judge", "counts:Told", "--rules", "1M"],
            "agents of the interface cs50 play ordinary boards with exact clues, without flood",
        ),
        (["judge", "no:Body", "-o", "-"], "--output is '-'"),
    ],
)
def test_what_is_refused(logicsweep: Run, options: list[str], words: str, tmp_path: Path) -> None:
    (tmp_path / "counts.py").write_text("from tests.lab.exams.exam_agents import Single as Told\n")
    done = logicsweep(*options, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    answer = json.loads(logicsweep(*options, "--json", folder=tmp_path).stdout)
    assert (answer["kind"], answer["format"]) == ("usage", "logicsweep-judge/1")


def test_the_interface_is_found(logicsweep: Run) -> None:
    """A class of the homework's shape plays its games; others cannot be given to it."""
    done = judge(logicsweep, "Single", "--rules", "1M")
    assert done.returncode == 2
    assert "agents of the interface cs50 play ordinary boards with exact clues" in done.stderr
    neither = judge(logicsweep, "Halves")
    assert neither.returncode == 2
    assert names_all(neither.stderr, "Halves logicsweep.Agent add_knowledge make_safe_move")


@pytest.mark.parametrize("option", ["--time-limit", "--total-time"])
def test_limits(logicsweep: Run, option: str) -> None:
    """A limit is no fault of the agent's."""
    least = {"--time-limit": "1e-9", "--total-time": "0.01"}[option]
    games = ("-n", "100000")  # none of which is over by then
    done = judge(
        logicsweep, "Perfect", option, least, *(games if "total" in option else ()), "--json"
    )
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["kind"], answer["sound"]) == (3, "limit", None)
    assert answer["error"].startswith("limit reached: ")
    assert bool(answer["stopped"]) == ("total" in option)


class Page(HTMLParser):
    """What a page may load or run, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.pictures = 0
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.pictures += tag == "svg"
        self.loads += [tag] * (tag in ("script", "link", "img", "iframe", "object"))
        self.loads += [name for name, _ in attrs if name in ("src", "href", "onclick")]

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    options = ("-n", "2", "--seed", "1", "-o", path)
    done = judge(logicsweep, "Unsubtracted", *options, small=False)
    assert done.returncode == 1
    assert re.fullmatch(r".*report\.html: \d+ of [\d,]+ claims do not follow, .*\n", done.stdout)
    page = Page(path.read_text(encoding="utf-8"))
    assert page.loads == []
    assert page.pictures == 4  # the position, two layouts, and a proof that was missed
    answer = json.loads(judge(logicsweep, "Unsubtracted", *options, "--json", small=False).stdout)
    first = answer["claims"]["first"]
    for words in (first["text"], first["hint"], answer["setting"], "What to do next"):
        assert words in page.words


def test_a_page_holds_no_markup_of_an_agent(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from logicsweep import Agent\n\nclass Bad(Agent):\n    def choose(self, view):\n"
        "        raise ValueError('<script>alert(1)</script>')\n"
    )
    text = exam_page(judge_agent("bad:Bad", folder=tmp_path, n=2))
    assert "<script>" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_a_guess_of_a_cell_that_is_proved_safe() -> None:
    """The words do not speak of two cells."""
    report = judge_agent("exam_agents:Single", folder=GAMES, n=1, seed=19)
    missed, proof = report.answer.guesses.first, report.missed_proof
    assert missed is not None
    assert proof is not None
    opened, cell = Cell.of(missed.opened), proof.cell
    assert opened != cell
    assert guess_words(opened, cell) == f"{opened} was guessed, and {cell} was proved safe"
    same = guess_words(cell, cell)
    assert same == f"{cell} was opened as a guess, and it was proved safe"


@needs_kernel
@pytest.mark.parametrize("seed", [20, 60])
def test_the_clues_that_steps_name_are_framed(seed: int) -> None:
    """They may be others than those of the explanation, which is no chain of steps."""
    report = judge_agent("exam_agents:Single", folder=GAMES, n=3, seed=seed)
    missed, proof = report.answer.guesses.first, report.missed_proof
    assert missed is not None
    assert proof is not None
    steps = "; ".join(proof_steps(missed.level, proof))
    named = {(int(row), int(column)) for row, column in re.findall(r" at \((\d+),(\d+)\)", steps)}
    assert named != {*proof.clues}
    page = exam_page(report)
    drawing = page[page.index("The first proof that was missed") :]
    frames = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="29" .*?stroke-width="3"', drawing)
    framed = {(int(float(y)) // 32, int(float(x)) // 32) for x, y in frames}
    assert framed == named | {proof.cell}
