"""Counts and chances on the command line, in a process of its own."""

from __future__ import annotations

import json
import random
import re
import sys
import threading
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.progress import Progress

from logicsweep import Board, Cell, KnowledgeBase, LimitError, read_board
from logicsweep.board.digits import Digits
from logicsweep.cli import working as progress
from logicsweep.cli.common import Call, told
from logicsweep.reasons.wording import chance_words
from logicsweep.render.words import exact_words, layouts_words
from logicsweep.tables import ModelCount
from logicsweep.tables.elimination import CountedLayouts, NativeMarginals
from logicsweep.tables.model_count import TOLERANCE
from tests.cli.command import names_all
from tests.conftest import ROOT, Run
from tests.judges.terminal import ANSI, on_a_terminal

BOARDS = ROOT / "examples" / "boards"
STUCK = BOARDS / "expert-stuck.board"
UNKNOWN = "?1?_??\n"


def test_solve_gives_chances(logicsweep: Run) -> None:
    done = logicsweep("solve", "--json", STUCK)
    answer = json.loads(done.stdout)
    count = KnowledgeBase(read_board(STUCK.read_bytes())).count()
    assert answer["models"] == str(count.total)
    floats = count.probabilities()
    for row, found in enumerate(answer["probabilities"]):
        for column, chance in enumerate(found):
            expected = floats[row, column]
            assert chance is None if expected != expected else chance == expected  # noqa: PLR0124
    exact = count.fractions()
    least = [cell for cell, chance in exact.items() if chance == min(exact.values())]
    assert [Cell(*cell) for cell in answer["least_risky"]["cells"]] == least
    assert Fraction(answer["least_risky"]["probability"]) == min(exact.values())
    text = logicsweep("solve", STUCK).stdout
    assert text.splitlines()[-2:] == [
        "About 3.76 * 10^54 layouts agree with the board.",
        "Least risky: (5,24), with mine probability 5.53 %.",
    ]
    # With something safe to open nothing has to be risked.
    assert "Least risky" not in logicsweep("solve", BOARDS / "expert.board").stdout


def test_solve_without_counting(logicsweep: Run) -> None:
    answer = json.loads(logicsweep("solve", "--json", "--no-count", STUCK).stdout)
    assert answer["models"] is answer["probabilities"] is None
    assert "layouts" not in logicsweep("solve", "--no-count", STUCK).stdout


def test_solve_with_an_unknown_total(logicsweep: Run) -> None:
    done = logicsweep("solve", "-", stdin=UNKNOWN)
    assert done.stdout.splitlines()[-2:] == [
        "8 layouts agree with the board.",
        "Mine probabilities need a --density, since the mine count is unknown.",
    ]
    answer = json.loads(logicsweep("solve", "-", "--json", stdin=UNKNOWN).stdout)
    assert (answer["models"], answer["probabilities"]) == ("8", None)
    done = logicsweep("solve", "-", "--density", "0.2", stdin=UNKNOWN)
    assert done.stdout.splitlines()[-1] == (
        "Least risky: (0,4), (0,5), each with mine probability 1/5 = 20.00 %."
    )


def test_a_component_that_is_too_wide(logicsweep: Run) -> None:
    done = logicsweep("solve", STUCK, "--max-entries", "5")
    assert done.returncode == 3
    assert "27 cells are proved mines" in done.stdout
    assert "needs more than 5 table entries" in done.stderr
    done = logicsweep("solve", STUCK, "--json", "--max-entries", "5")
    assert done.returncode == 3
    answer = json.loads(done.stdout)
    assert len(answer["mines"]) == 27
    assert answer["models"] is None
    assert "needs more than 5 table entries" in answer["limit"]
    done = logicsweep("count", STUCK, "--json", "--max-entries", "5")
    assert done.returncode == 3
    answer = json.loads(done.stdout)
    assert (answer["consistent"], answer["models"]) == (None, None)
    assert len(answer["mines"]) == 27
    done = logicsweep("count", STUCK, "--max-entries", "5")
    assert (done.returncode, done.stdout) == (3, "")
    assert "proved so far: 0 safe, 27 mines" in done.stderr


def test_a_limit_on_probabilities_leaves_the_verdicts(
    logicsweep: Run, either_kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are worked out when they are printed; by then Python has proved all verdicts."""

    def too_late(_: object) -> int:
        raise LimitError("no complete answer within 1 s")

    for counting in (CountedLayouts, NativeMarginals):
        monkeypatch.setattr(counting, "total", too_late)
    done = logicsweep("count", "example:large")
    answer = json.loads(logicsweep("count", "example:large", "--json").stdout)
    found = (len(answer["safe"]), len(answer["mines"]))
    assert done.stderr == f"logicsweep: {answer['error']}\n"
    if either_kernel == "native":
        assert found == (0, 0)
        assert answer["error"] == "limit reached: no complete answer within 1 s"
        return
    proved = KnowledgeBase(read_board((BOARDS / "large.board").read_bytes())).consequences()
    assert found == (len(proved.safe), len(proved.mines))
    assert f"; proved so far: {found[0]} safe, {found[1]:,} mines" in answer["error"]


def test_count(logicsweep: Run) -> None:
    total = KnowledgeBase(read_board(STUCK.read_bytes())).count().total
    assert logicsweep("count", STUCK).stdout == (
        f"{total} layouts\nLeast risky: (5,24), with mine probability 5.53 %.\n"
    )
    assert logicsweep("count", "-", stdin=UNKNOWN).stdout == (
        "8 layouts\nMine probabilities need a --density, since the mine count is unknown.\n"
    )
    done = logicsweep("count", "-", "--density", "1/4", stdin="??1??_?\n")
    assert done.stdout == (
        "16 layouts\n"
        "Expected number of mines: 1.75.\n"
        "Least risky: (0,0), (0,4), (0,6), each with mine probability 1/4 = 25.00 %.\n"
    )
    done = logicsweep("count", "-", stdin="mines: 1..3\n\n??1??_?\n")
    assert done.stdout.splitlines()[:2] == ["14 layouts", "Expected number of mines: 2.29."]


def test_count_of_cells(logicsweep: Run) -> None:
    row = "mines: 2\n\n?1????\n"
    done = logicsweep("count", "-", "0,0", "(0, 1)", stdin=row)
    assert done.stdout == "(0,0): mine probability 1/2 = 50.00 %\n(0,1): mine probability 0 %\n"
    ring = "mines: 1\n\n???\n?1?\n???\n"
    done = logicsweep("count", "-", "0,0", "--distribution", stdin=ring)
    assert done.stdout == (
        "(0,0): mine probability 1/8 = 12.50 %\n"
        "  mine 1/8 = 12.50 %\n"
        "     0 5/8 = 62.50 %\n"
        "     1 1/4 = 25.00 %\n"
    )
    done = logicsweep("count", "-", "--json", "0,0", "--distribution", stdin=ring)
    answer = json.loads(done.stdout)
    assert answer["models"] == "8"
    assert answer["expected_mines"] == "1"
    assert answer["probabilities"][1] == [0.125, None, 0.125]
    assert answer["cells"] == [
        {"cell": [0, 0], "probability": "1/8", "clues": ["5/8", "1/4", "0", "0"]}
    ]


@pytest.mark.parametrize(
    "engine", ["elimination", "models", pytest.param("ganak", marks=pytest.mark.slow)]
)
def test_engines(logicsweep: Run, engine: str) -> None:
    if engine == "ganak":
        pytest.importorskip("pyganak")
    board = "mines: 3\n\n?1???\n??2??\n"
    done = logicsweep("count", "-", "--engine", engine, "--json", stdin=board)
    answer = json.loads(done.stdout)
    expected = json.loads(logicsweep("count", "-", "--json", stdin=board).stdout)
    assert answer.pop("engine") == engine
    del expected["engine"]
    floats = [np.array(one.pop("probabilities"), dtype=float) for one in (answer, expected)]
    np.testing.assert_allclose(*floats, rtol=0, atol=TOLERANCE)
    assert answer == expected


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["9,9"], "(9,9)"),
        (["2,0", "--distribution"], "(2,0)"),
        (["--distribution"], "--distribution"),
        (["(0,0", "0,0"], "0,0 is a cell, which needs exactly one BOARD"),
        (["0,0", "--distribution", "--engine", "models"], "--distribution"),
        (["--density", "1.5"], "--density '1.5'"),
        (["--engine", "abacus"], "'abacus'"),
        (["--max-entries", "0"], "--max-entries"),
        (["--time-limit", "-1"], "expected a positive number of seconds"),
    ],
)
def test_usage(logicsweep: Run, arguments: list[str], words: str) -> None:
    done = logicsweep("count", BOARDS / "small.board", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert names_all(done.stderr, words)


def test_an_inconsistent_board(logicsweep: Run) -> None:
    done = logicsweep("count", BOARDS / "inconsistent.board")
    assert (done.returncode, done.stdout) == (1, "")
    assert "cannot both be right" in done.stderr
    done = logicsweep("count", "--json", BOARDS / "inconsistent.board")
    assert done.returncode == 1
    assert json.loads(done.stdout)["consistent"] is False


def test_an_unknown_total_asks_for_a_density(logicsweep: Run) -> None:
    assert logicsweep("count", "-", "0,0", stdin=UNKNOWN).stdout == (
        "(0,0): mine probability 1/2 = 50.00 %\n"  # whatever the density
    )
    done = logicsweep("count", "-", "0,4", stdin=UNKNOWN)
    assert (done.returncode, done.stdout) == (2, "")
    assert "probabilities need a density" in done.stderr


def test_a_heat_map_in_colour() -> None:
    coloured = on_a_terminal(["solve", str(STUCK)])
    assert "48;5;" in coloured
    plain = on_a_terminal(["solve", str(STUCK)], NO_COLOR="1")
    assert "48;5;" not in plain
    legend, *others = [line for line in coloured.splitlines() if "mine probability in %" in line]
    assert not others
    assert ANSI.sub("", coloured.replace(f"{legend}\n", "")) == ANSI.sub("", plain)


def test_work_that_takes_long_is_shown_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counting begins when its progress is shown, however long that takes."""
    is_shown, start, count = threading.Event(), Progress.start, KnowledgeBase.count

    def show(self: Progress) -> None:
        start(self)
        is_shown.set()

    def wait(self: KnowledgeBase, **options: Any) -> ModelCount:
        assert is_shown.wait(60)
        return count(self, **options)

    monkeypatch.setattr(Progress, "start", show)
    monkeypatch.setattr(KnowledgeBase, "count", wait)
    path = tmp_path / "free.board"
    path.write_text("?" * 5)
    shown = on_a_terminal(["count", str(path)], NO_COLOR="1")
    assert "counting 5x1 " in shown
    assert "32 layouts\n" in shown


def test_formulas_for_counters(logicsweep: Run) -> None:
    done = logicsweep("encode", BOARDS / "small.board", "--to", "mcc")
    lines = done.stdout.splitlines()
    assert lines[0] == "c t pmc"
    header = lines.index("p cnf 4 20")
    assert lines[header + 1] == "c p show 1 2 3 4 0"
    assert sum(not line.startswith(("c", "p")) for line in lines) == 20
    for arguments, words in (
        (["--to", "mcc", "--cardinality", "native"], "has no native constraints"),
        (
            ["--to", "word"],
            "unknown formula format 'word'; known: cnf, opb, wcnf, wcnf-old, mcc, nnf, lp,",
        ),
    ):
        done = logicsweep("encode", BOARDS / "small.board", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr


def test_numbers_in_words() -> None:
    rng = random.Random(1)
    for digits in (1, 3999, 4000, 4001, 4300, 9000):
        text = "7" + "".join(rng.choices("0123456789", k=digits - 1))
        number = 0
        for start in range(0, digits, 1000):
            chunk = text[start : start + 1000]
            number = number * 10 ** len(chunk) + int(chunk)
        assert str(Digits(number)) == text
    assert str(Digits(10**8000)) == "1" + "0" * 8000
    assert layouts_words(Digits(1)) == "1 layout"
    assert layouts_words(Digits(123456)) == "123,456 layouts"
    assert layouts_words(Digits(3**40)) == "about 1.21 * 10^19 layouts"
    assert chance_words(Fraction(1, 10**9)) == "less than 0.01 %"
    assert chance_words(1 - Fraction(1, 10**9)) == "more than 99.99 %"
    assert exact_words(Fraction(1, 3)) == "1/3 = 33.33 %"
    assert exact_words(Fraction(1)) == "100 %"
    assert exact_words(Fraction(1, 10**10)) == "less than 0.01 %"


def test_numbers_longer_than_python_likes_to_print(logicsweep: Run) -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        done = logicsweep("count", BOARDS / "large.board")
    finally:
        sys.set_int_max_str_digits(before)
    assert done.returncode == 0
    assert len(done.stdout.split()[0]) > 800


def test_memory_that_runs_out_is_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise MemoryError

    assert told(Call(), work) == 3
    assert capsys.readouterr().err == "logicsweep: limit reached: out of memory\n"


def test_an_all_mines_board(logicsweep: Run) -> None:
    assert logicsweep("count", "-", stdin="mines: 2\n\n??\n").stdout == "1 layout\n"


def test_a_board_with_nothing_covered(logicsweep: Run) -> None:
    assert logicsweep("count", "-", stdin="mines: 0\n\n000\n").stdout == "1 layout\n"
    assert KnowledgeBase(Board.parse("mines: 0\n\n000\n")).count().least_risky().cells == ()


def test_layouts_that_are_too_many_to_list(
    logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "NOW_AND_THEN", 0.02)
    words = ("count", BOARDS / "expert.board", "--engine", "models")
    done = logicsweep(*words, "--time-limit", "0.2", "--json")
    *told, limit = done.stderr.splitlines()
    assert done.returncode == 3
    assert json.loads(done.stdout)["kind"] == "limit"
    assert re.search(r"; [\d,]+ layouts listed by then, one by one, which the counting", limit)
    assert any(re.search(r"counting 30x16 for \d+ s, [\d,]+ so far$", line) for line in told)


def test_counts_of_things_are_told_where_no_bar_is_drawn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "NOW_AND_THEN", 0.01)
    said = threading.Event()

    def say(text: str) -> None:
        print(text)
        said.set()

    monkeypatch.setattr(progress, "say", say)
    with progress.counting("dealing", 2, "layouts") as step:
        step()
        assert said.wait(60)
    assert "dealing for 0 s, 1 of 2\n" in capsys.readouterr().out


def test_the_configurations_of_each_component(logicsweep: Run) -> None:
    board = "mines: 2\n\n?1?1???\n"
    done = logicsweep("count", "-", "--components", stdin=board)
    assert done.stdout.splitlines()[3:] == [
        "2 configurations of 3 cells, the mines of each:",
        "  (0,2)",
        "  (0,0), (0,4)",
        "how many of them have a mine in a cell, and its probability:",
        "  (0,0)  1 of 2  1/3 = 33.33 %",
        "  (0,2)  1 of 2  2/3 = 66.67 %",
        "  (0,4)  1 of 2  1/3 = 33.33 %",
    ]
    found = json.loads(logicsweep("count", "-", "--components", "--json", stdin=board).stdout)
    (component,) = found["components"]
    assert component["configurations"] == [[[0, 2]], [[0, 0], [0, 4]]]
    assert [cell["configurations"] for cell in component["cells"]] == [1, 1, 1]
    assert "components" not in json.loads(logicsweep("count", "-", "--json", stdin=board).stdout)


def test_too_many_configurations_are_not_listed(logicsweep: Run) -> None:
    done = logicsweep("count", "example:opened-at-random", "--components")
    assert done.returncode == 3
    assert "configurations of" in done.stderr
    assert "the limit is 10,000" in done.stderr
