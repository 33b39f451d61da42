"""The studies of published reports, and agents of them, against what is known of their answers."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import partial
from importlib import import_module
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from examples.agents.redrawn import Cautious, Optimistic, Reveal
from examples.agents.subset_starts import Corner, Edge, Middle
from examples.agents.thresholds import One, Quarter
from examples.studies import sum_study
from examples.studies.missed_proofs import AGENTS
from examples.studies.small_means import values_of, wrong_way
from logicsweep import Agent, Board, Game, Setting, play, positions
from logicsweep.games import GameRule
from logicsweep.games.agents.published.rref_enumerate import RrefEnumerate
from logicsweep.games.view import View
from tests.conftest import ROOT, Run, call_main, run_script
from tests.lab.experiments.small import fill

SETTING = Setting(size="10x10", mines=20, rule="continue", first_click="unprotected", flood=False)
CORNER = Board.parse("mines: 2\n\n1?????\n??????\n")
EXPERIMENT = """
agents = ["random", "single-point"]
rule = "continue"
games = 8
boards = [{ size = "6x6", densities = [0.1, 0.2] }]
"""


class Hidden(Reveal):
    """Is never shown a clue."""

    share = 0.0


class Shown(Reveal):
    """Is always shown the clue."""

    share = 1.0


@pytest.mark.parametrize("seed", range(3))
def test_clues_that_are_drawn_anew(seed: int) -> None:
    hidden, shown, plain = (
        play(Game(SETTING, seed=seed), agent)
        for agent in (Hidden(seed), Shown(seed), "single-point")
    )
    assert hidden.right_flags == hidden.wrong_flags == 0
    assert shown.wrong_flags == 0
    # It looks at the clues once before it guesses, `single-point` until they say no more.
    assert plain.right_flags - 4 <= shown.right_flags <= plain.right_flags + 4


@pytest.mark.parametrize("kind", [Optimistic, Cautious])
def test_numbers_that_are_drawn_anew(kind: type[Optimistic | Cautious]) -> None:
    agent = kind(0)
    agent.begin(View(SETTING.board()))
    drawn = {agent.shown(3, 1, 5) for _ in range(200)}
    assert drawn == ({1, 2, 3} if kind is Optimistic else {3, 4, 5})


@pytest.mark.parametrize(("kind", "cell"), [(Corner, (0, 0)), (Edge, (0, 5)), (Middle, (5, 5))])
def test_starts(kind: type[Agent], cell: tuple[int, int]) -> None:
    agent = kind(1)
    view = View(SETTING.board())
    agent.begin(view)
    assert agent.choose(view).cell == cell


@pytest.mark.parametrize(
    ("kind", "is_near"), [(RrefEnumerate, False), (Quarter, False), (One, True)]
)
def test_thresholds(kind: type[RrefEnumerate], is_near: bool) -> None:
    """The lowest share is a third."""
    view = View(CORNER, rule=GameRule.CONTINUE)
    agent = kind(0)
    agent.begin(view)
    assert (agent.choose(view).cell in CORNER.neighbours((0, 0))) == is_near


@pytest.mark.slow("scipy")
def test_programs_of_a_position() -> None:
    pytest.importorskip("scipy")
    from examples.studies.linear_program_study import program_of, solved

    program = program_of(View(CORNER), {11: True})
    assert program is not None
    assert program.cells == [*range(1, 11)]
    assert sorted(zip(program.matrix.sum(axis=1), program.right, strict=True)) == [(3, 1), (10, 1)]
    assert solved(program, "optimistic", is_bounded=False).end == "unbounded"
    all_mines = solved(program, "optimistic", is_bounded=True)
    assert all_mines == ("optimal", dict.fromkeys(range(1, 11), 1))
    for is_bounded in (False, True):
        answer = solved(program, "cautious", is_bounded=is_bounded)
        assert answer.end == "optimal"
        assert sum(answer.values.values()) == pytest.approx(1)
    contradicted = program._replace(right=program.right - 2)
    assert solved(contradicted, "cautious", is_bounded=True).end == "infeasible"


def run_main(main: Callable[[], None], folder: Path, *words: str) -> tuple[int, str, str]:
    """Run the main function of a study in a folder: its exit code, and what it prints."""
    streams = [StringIO() for _ in range(3)]
    code = call_main([*words], streams, folder, run=main)
    _, printed, failed = (stream.getvalue() for stream in streams)
    return code, printed, failed


@pytest.mark.slow
def test_the_study_of_linear_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    from examples.studies import linear_program_study

    monkeypatch.setattr(linear_program_study, "MINES", linear_program_study.MINES[:1])
    words = ("--games", "1", "--out", ".")
    assert run_main(linear_program_study.main, tmp_path, *words) == (0, "wrote report.md\n", "")
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    row = next(line for line in report.splitlines() if "optimistic | `logic` | x >= 0" in line)
    positions, *ends = row.split(" | ")[3:]
    assert ends == ["0", "0", positions, "0 |"]


@pytest.mark.slow
def test_the_study_of_sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position of some kinds; going on with what is there changes nothing."""
    every, some = sum_study.populations, {"9x9/10", "one wrong clue", "`1N`"}
    monkeypatch.setattr(
        sum_study, "populations", lambda share: [one for one in every(share) if one.name in some]
    )
    run = partial(run_main, sum_study.main, tmp_path)
    words = ("--out", "sums", "--share", "0.0001")
    assert run(*words)[1].endswith("wrote sums/verdicts.csv\n")
    recorded = (tmp_path / "sums" / "verdicts.jsonl").read_bytes()
    lines = recorded.splitlines(keepends=True)
    assert len(lines) == len(some)
    (tmp_path / "sums" / "verdicts.jsonl").write_bytes(b"".join(lines[:-2]) + lines[-2][:20])
    assert run(*words)[0] == 0
    again = (tmp_path / "sums" / "verdicts.jsonl").read_bytes().splitlines()
    assert len(again) == len(lines)
    assert "| `1N` |" in run("--tables", "sums")[1]
    assert run(*words, "--exceptions")[1].startswith("# ")
    assert run("--tables", "nowhere")[2].startswith("nowhere has no")


@pytest.mark.night
def test_the_study_of_sums_takes_all_kinds_of_positions(tmp_path: Path) -> None:
    words = ("--out", "sums", "--share", "0.0001")
    done = run_script(ROOT / "examples/studies/sum_study.py", tmp_path, *words)
    assert done.stdout.endswith("wrote sums/verdicts.csv\n")


@pytest.mark.slow
def test_the_sizes_of_certificates(
    tmp_path: Path, logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A position of two kinds; what `certify` writes has the bytes that are counted."""
    monkeypatch.syspath_prepend(ROOT / "examples" / "studies")
    sum_sizes = import_module("sum_sizes")
    monkeypatch.setattr(sum_sizes, "KINDS", dict.fromkeys(["9x9/10", "`1M`"], 1))
    run = partial(run_main, sum_sizes.main, tmp_path)
    assert run("--out", "sums", "--share", "0.0001")[1].endswith("wrote sums/sizes.csv\n")
    with (tmp_path / "sums" / "sizes.csv").open(encoding="utf-8", newline="") as stream:
        rows = {row["name"]: row for row in csv.DictReader(stream)}
    board = positions(Setting("beginner"), n=2000, seed=0, answers=()).board(0)
    (tmp_path / "first.board").write_text(f"{board}\n", encoding="utf-8")
    for proof, figure in (("veripb", "sums"), ("drup", "clauses")):
        written = logicsweep("certify", "first.board", "-o", proof, "--to", proof, folder=tmp_path)
        assert written.returncode == 0
        files = [path for path in (tmp_path / proof).iterdir() if "-" in path.name]
        assert len(files) == 2 * int(rows["9x9/10"]["verdicts"])
        assert sum([path.stat().st_size for path in files]) == int(rows["9x9/10"][figure])
    assert "| `1M` |" in run("--tables", "sums")[1]
    assert run("--tables", "nowhere")[2].startswith("nowhere has no")


def test_means_that_come_out_the_wrong_way(tmp_path: Path) -> None:
    fill(tmp_path / "two", EXPERIMENT)
    values = values_of(tmp_path / "two")
    assert list(values) == ["6x6/4", "6x6/7"]
    done = run_script(ROOT / "examples/studies/small_means.py", tmp_path, "two", "--games", "4")
    assert done.stdout.count("| single-point |") == 2
    rng = np.random.default_rng(0)
    low, high = np.array([0.0, 0.1]), np.array([0.2, 0.3])
    assert wrong_way(low, high, 3, rng) == (0, 0)
    assert wrong_way(high, low, 3, rng) == (1, 1)
    one, again = np.array([0.0, 1.0]), np.array([1.0, 0.0])
    assert wrong_way(one, again, 1, rng) == (
        pytest.approx(1 / 2, abs=0.02),
        pytest.approx(1 / 4, abs=0.02),
    )


@pytest.mark.slow
def test_the_study_of_missed_proofs(tmp_path: Path) -> None:
    few = ("--positions", "6", "--games", "2", "--out", ".")
    done = run_script(ROOT / "examples/studies/missed_proofs.py", tmp_path, *few)
    assert (done.returncode, done.stdout) == (0, "wrote report.md\n")
    rows = [
        line.split(" | ")
        for line in (tmp_path / "report.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    assert [row[0] for row in rows[:6]] == [f"| `{name}`" for name in AGENTS]
    # Sums prove all that is decided on these boards, and single clues none of what they leave.
    single, *_, linear = rows[:6]
    assert single[2] == "0 (0.00 %)"
    assert linear[1].endswith("(100.00 %)")
    assert linear[3] == "6 (100.00 %)"
    assert linear[4].startswith("0 of ")
