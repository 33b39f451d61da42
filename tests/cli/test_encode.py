"""`logicsweep encode`: formats, excerpts, sizes; and the choice of a reasoner."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from logicsweep import Board, KnowledgeBase, LimitError, encode, read_board
from logicsweep.cli import encode as command
from logicsweep.formulas import FORMULA_FORMATS
from logicsweep.knowledge.comparison import CONFIGURATIONS, Measured
from tests.cli.command import names_all
from tests.conftest import ROOT, Run, needs_kernel

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"


@pytest.mark.parametrize("to", FORMULA_FORMATS)
def test_every_format(to: str, logicsweep: Run, tmp_path: Path) -> None:
    board = read_board(SMALL.read_bytes())
    done = logicsweep("encode", "--to", to, SMALL)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == encode(board, to).to_text()
    around = () if to == "nnf" else (1, 1)  # a circuit is of the whole board
    full = logicsweep("encode", "--to", to, "--details", SMALL, *["1,1"][: len(around)])
    assert full.stdout == encode(board, to, cell=around or None).to_text(annotate=True)
    target = tmp_path / "board.txt"
    written = logicsweep("encode", "--to", to, SMALL, "-o", target)
    assert (written.stdout, written.stderr) == (f"{target}: 4x3, 2 mines, as {to}.\n", "")
    assert target.read_text() == done.stdout


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "-"])
def test_standard_output_by_any_name_is_printed_to(name: str, logicsweep: Run) -> None:
    # As a file it would be emptied first, with what others have written to it.
    assert logicsweep("encode", SMALL, "-o", name).stdout == logicsweep("encode", SMALL).stdout
    inconsistent = BOARDS / "inconsistent.board"
    for words in (
        ("diagnose", inconsistent, "-o", name),
        ("play", "--quiet", "--seed", "1", "-o", name),
    ):
        done = logicsweep(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"--output is {name!r}; expected a name that ends in " in done.stderr


def test_dimacs_is_another_name_of_cnf(logicsweep: Run) -> None:
    assert (
        logicsweep("encode", "--to", "dimacs", SMALL).stdout == logicsweep("encode", SMALL).stdout
    )


def test_sizes(logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("encode", "--stats", SMALL)
    assert done.stdout == (
        "cnf: 4 variables (0 auxiliary), 20 clauses, 50 literals\n"
        "from                         sources  auxiliary  clauses  literals\n"
        "clue: 1 of 2 covered cells         2          0        4         8\n"
        "clue: 1 of 3 covered cells         1          0        4         9\n"
        "clue: 2 of 3 covered cells         1          0        4         9\n"
        "total: 2 of 4 covered cells        1          0        8        24\n"
    )
    every = logicsweep("encode", "--stats", "--details", SMALL).stdout
    assert "clue(1,3): 1 of 2 covered cells" in every
    target = tmp_path / "sizes.txt"
    logicsweep("encode", "--stats", SMALL, "-o", target)
    assert target.read_text() == done.stdout
    path = BOARDS / "expert.board"
    answer = json.loads(logicsweep("encode", "--stats", "--json", path).stdout)
    encoding = encode(read_board(path.read_bytes()))
    clauses = list(encoding.clauses)
    used = {abs(x) for clause in clauses for x in clause if isinstance(x, int)}
    assert answer["clauses"] == len(clauses)
    assert answer["literals"] == sum(map(len, clauses))
    assert answer["variables"] == len(
        used | {encoding.variable(cell) for cell in encoding.board.covered}
    )
    assert answer["auxiliary"] == answer["variables"] - len(encoding.board.covered)
    assert sum(size["clauses"] for size in answer["by_source"]) == len(clauses)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--to", "word"], "'word'"),
        (["--cardinality", "x"], "'x'"),
        (["--to", "lp", "--cardinality", "totalizer"], "lp takes no cardinality encoding"),
        (["--to", "wcnf", "--cardinality", "native"], "wcnf has no native constraints"),
        (["9,9"], "(9,9)"),
        (["nine"], "'nine'"),
        (["--program", "examples/programs/connected-mines.lp"], "cnf cannot hold a program"),
        (["--compare", "0,0"], "--compare"),
        (["--compare", "--to", "opb"], "--compare"),
        (["--to", "lp", "--program", "-"], "--program"),
        (["--to", "lp", "--program", "a.lp", "--program", "b.lp"], "--program"),
        (["--time-limit", "0"], "--time-limit"),
    ],
)
def test_what_does_not_go_together(options: list[str], message: str, logicsweep: Run) -> None:
    done = logicsweep("encode", SMALL, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert names_all(done.stderr, message)


def test_a_comparison_on_a_large_board_says_how_long_it_may_take(
    logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "compare_encodings", lambda *_, **__: iter(()))
    monkeypatch.setattr("logicsweep.render.encoded.comparison_end", lambda _: [])
    words = ["encode", "--compare", "-", "--time-limit", "5"]
    large = logicsweep(*words, stdin="\n".join(["?" * 60] * 50))
    said = f"{CONFIGURATIONS} configurations, each for up to 5 s and the time to encode it"
    assert f"comparing on 3,000 cells: {said}" in large.stderr
    assert logicsweep(*words, stdin="\n".join(["?" * 50] * 50)).stderr == ""


def test_an_unwritable_file_stays_as_it_was(logicsweep: Run, tmp_path: Path) -> None:
    for options in (["--to", "lp"], ["--stats"], ["--compare"]):
        done = logicsweep("encode", *options, SMALL, "-o", tmp_path / "no" / "file")
        assert done.returncode == 2
        assert "cannot write" in done.stderr
        assert list(tmp_path.iterdir()) == []


# An inconsistent board may have several minimal cores, and each engine finds its own.
CONSISTENT = sorted(path for path in BOARDS.glob("*.board") if path.stem != "inconsistent")


@pytest.mark.parametrize("reasoner", ["elimination", pytest.param("asp", marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", CONSISTENT, ids=lambda path: path.name)
def test_all_reasoners_print_the_same(path: Path, reasoner: str, logicsweep: Run) -> None:
    sat = logicsweep("solve", "--json", path)
    other = logicsweep("solve", "--json", "--reasoner", reasoner, path)
    assert (other.returncode, other.stdout, other.stderr) == (sat.returncode, sat.stdout, "")


@pytest.mark.parametrize("reasoner", ["asp", "elimination"])
def test_counting_with_another_reasoner(reasoner: str, logicsweep: Run) -> None:
    board = read_board((BOARDS / "only-total.board").read_bytes())
    for engine in ("elimination", "models"):
        done = logicsweep(
            *("count", "--json", "--reasoner", reasoner, "--engine", engine),
            BOARDS / "only-total.board",
        )
        assert json.loads(done.stdout)["models"] == str(KnowledgeBase(board).count().total)
    done = logicsweep("count", "--reasoner", "oracle", SMALL)
    assert done.returncode == 2
    assert "unknown reasoner 'oracle'; known: sat, asp, elimination" in done.stderr


def test_rows_of_a_comparison_are_printed_as_they_come(
    logicsweep: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    every = command.compare_encodings

    def only_some(board: Board, *, time_limit: float) -> Iterator[Measured]:
        for number, row in enumerate(every(board, time_limit=time_limit)):
            if number == 3:
                raise LimitError("enough")
            yield row

    monkeypatch.setattr(command, "compare_encodings", only_some)
    done = logicsweep("encode", "--compare", SMALL)
    assert done.returncode == 3
    head, *rows = done.stdout.splitlines()
    assert head.startswith("encoding, solver")
    assert len(rows) == 3
    assert len({len(row) for row in (head, *rows)}) == 1
    # A file is written in full or not at all.
    assert logicsweep("encode", "--compare", SMALL, "-o", tmp_path / "a.txt").returncode == 3
    assert not list(tmp_path.iterdir())


FOUR = "mines: 4\n\n1?2?\n??2?\n????\n?2??\n"


@needs_kernel
def test_the_question_behind_a_verdict(logicsweep: Run, tmp_path: Path) -> None:
    (question,) = KnowledgeBase(Board.parse(FOUR)).questions()
    asked = ("encode", "-", "--as-asked", "2,1")
    assert logicsweep(*asked, stdin=FOUR).stdout == question.text()
    target = tmp_path / "question.opb"
    done = logicsweep(*asked, "-o", target, stdin=FOUR)
    assert done.stdout == f"{target}: {question.words}.\n"
    assert target.read_text() == question.text()
    done = logicsweep(*asked, "--reasoner", "asp", stdin=FOUR)
    assert done.stdout.startswith("% logicsweep: clingo was asked for brave consequences")


@needs_kernel
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--as-asked", "2,3"], "no solver was asked about (2,3): clues, layouts or tables"),
        (["--as-asked", "2,9"], "--as-asked: (2,9) is off the board"),
        (["--as-asked", "2,1", "--stats"], "--as-asked prints what was asked; expected no cell"),
        (["--solver", "minicard"], "--reasoner and --solver need --as-asked"),
    ],
)
def test_questions_that_there_are_not(logicsweep: Run, words: list[str], said: str) -> None:
    done = logicsweep("encode", "-", *words, stdin=FOUR)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_the_ending_says_the_format(logicsweep: Run, tmp_path: Path) -> None:
    for ending, form in {"OPB": "opb", "cnf": "cnf", "dimacs": "cnf", "lp": "lp"}.items():
        path = tmp_path / f"a.{ending}"
        assert logicsweep("encode", SMALL, "-o", path).stdout.endswith(f", as {form}.\n")
        assert path.read_text() == logicsweep("encode", SMALL, "--to", form).stdout
    path = tmp_path / "a.opb"
    assert logicsweep("encode", SMALL, "-o", path, "--to", "cnf").returncode == 0
    assert path.read_text() == logicsweep("encode", SMALL).stdout
    unknown = logicsweep("encode", SMALL, "-o", tmp_path / "a.txt")
    assert unknown.returncode == 2
    assert names_all(unknown.stderr, "a.txt --to .cnf .opb .wcnf .mcc .nnf .lp")
    assert not (tmp_path / "a.txt").exists()
