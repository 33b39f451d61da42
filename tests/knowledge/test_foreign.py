"""Solvers and counters of one's own: programs that read the exported file, and what they get wrong.

The honest ones share nothing with what they judge; the others are found out or refused in words.
"""

from __future__ import annotations

import copy
import gc
import pickle
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from threading import Timer

import psutil
import pytest

from logicsweep import Board, InconsistentBoardError, KnowledgeBase, LimitError, Verdict, encode
from logicsweep.errors import ArgumentError, UnknownNameError, UnknownSolverError
from logicsweep.formulas import CommandError, WrongAnswerError, command
from logicsweep.formulas.command import Command, Output
from logicsweep.limits import Budget, CancelScope
from logicsweep.reason import SatReasoner, Status
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.solvers.command import CommandSolver
from logicsweep.reason.solvers.engine import Engine
from tests.conftest import seeds
from tests.judges import foreign, oracle
from tests.judges.foreign import counter, solver, wait_for_end
from tests.judges.interrupts import StopError, interrupted
from tests.judges.making import random_board, showing
from tests.judges.pages import search_path
from tests.judges.refusals import refused
from tests.judges.systems import models, random_system

# No clue decides a cell of it alone: (0,0) and (0,2) are mines, (0,1) and (0,3) safe.
BOARD = Board.parse("????\n1211")
# No cell of it is decided.
OPEN = Board.parse("mines: 3..4\n\n?????\n12221\n?????")
# The same, but for a rule.
RULED = Board.parse("rules: T\nmines: 2..6\n\n????\n?22?\n????")
# A relation with auxiliary variables.
LONG = Board.parse("rules: C\nmines: 4\n\n????\n????\n????")
# No cell of these few is decided.
FEW = Board.parse("mines: 1..2\n\n?2?\n???")
FEW_RULED = Board.parse("rules: T\nmines: 2..4\n\n???\n?2?")
HONEST = solver("honest")


@pytest.fixture(autouse=True)
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder of temporary files is empty in the end, and no process is left."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = set(psutil.Process().children())  # others may have started processes that stay
    yield
    assert not list(tmp_path.glob("logicsweep-*"))
    assert not set(psutil.Process().children()) - before


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program alone proves verdicts, as it does where tables would be too large to propose."""
    monkeypatch.setattr(Engine, "certifies", False)
    monkeypatch.setattr(ComponentLedger, "_settle_by_kernel", lambda *_: False)


@pytest.fixture
def believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other solver looks for a model where a program finds none."""
    monkeypatch.setattr(CommandSolver, "_look_for_model", lambda _: None)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The programs run in this process: what is asked is what their answers are taken for.

    All but those that end in their own way. One that is put in here gets another manner.
    """
    manners: dict[str, str] = {}
    in_a_process = Command.run

    def run(made: Command, formula: str, budget: Budget) -> Output:
        manner = made.words[-2]
        if manner in ("3", "crashes", "dies"):
            return in_a_process(made, formula, budget)
        budget.check()
        with made._file(formula) as path, redirect_stdout(StringIO()) as stream:  # noqa: SLF001
            code = foreign.main(manners.get(manner, manner), path)
        text = stream.getvalue()
        return Output(code, text, text.strip().rpartition("\n")[2])

    monkeypatch.setattr(Command, "run", run)
    return manners


# Honest programs.
# In the system of seed 26 a source has no clauses, so that its variable is in none.
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("seed", [26, *seeds(range(24), fast=7)])
def test_a_reasoner_answers_as_all_models(seed: int) -> None:
    system = random_system(seed)
    expected = models(system)
    with SatReasoner(system, solver=HONEST) as reasoner:
        assert set(reasoner.models()) == expected
        assert (reasoner.solve() is Status.SATISFIABLE) == bool(expected)
        backbone = reasoner.consequences()
        mus = reasoner.mus()
        assert (mus is None) == bool(expected)
        if mus is not None:
            assert backbone is None
            assert reasoner.model({}, mus) is None
            for source in mus:
                assert reasoner.model({}, [one for one in mus if one != source]) is not None
            return
    assert backbone is not None
    assert backbone.mines == frozenset.intersection(*expected)
    assert backbone.safe == set(system.cells) - frozenset.union(*expected)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("seed", seeds(range(40), fast=10))
def test_verdicts_and_reasons_are_those_of_all_layouts(seed: int) -> None:
    board = random_board(seed, covered=9)
    kb = KnowledgeBase(board, solver=HONEST)
    expected = oracle.verdicts(board)
    assert kb.has_layout() == (expected is not None)
    if expected is None:
        with pytest.raises(InconsistentBoardError) as caught:
            kb.consequences()
        core = {board.cell(board.number(cell)) for cell in caught.value.core or ()}
        left = showing(board, core, total=bool(caught.value.uses_total))
        assert not oracle.is_consistent(left)
        return
    proved = kb.consequences()
    assert (set(proved.mines), set(proved.safe)) == expected
    assert kb.count().total == len(oracle.layouts(board))
    for cell in board.covered:
        if kb.verdict(cell) is Verdict.UNDETERMINED:
            pair = kb.counterexample(cell)
            assert not pair.mine.mismatches(board)
            assert not pair.safe.mismatches(board)
        else:
            explained = kb.explain(cell)
            left = showing(board, explained.clues, total=explained.uses_total)
            now = oracle.verdicts(left)
            assert now is not None
            assert cell in now[explained.verdict is Verdict.SAFE]


@pytest.mark.parametrize("manner", ["partial", "zero"])
def test_answers_in_other_forms(manner: str) -> None:
    """Values that do not matter may be left out, and so may the exit codes."""
    proved = KnowledgeBase(BOARD, solver=solver(manner)).consequences()
    assert (proved.mines, proved.safe) == ({(0, 0), (0, 2)}, {(0, 1), (0, 3)})


@pytest.mark.usefixtures("here")
def test_what_is_told_is_asked_about() -> None:
    kb = KnowledgeBase(OPEN, solver=HONEST)
    assert not kb.consequences()
    new = kb.tell((0, 0), 0)
    fresh = KnowledgeBase(kb.board, reasoner="elimination").consequences()
    assert (new.mines, new.safe - {(0, 0)}) == (fresh.mines, fresh.safe)


@pytest.mark.usefixtures("here", "alone")
def test_copies_and_pickles_ask_the_same_program() -> None:
    kb = KnowledgeBase(BOARD, solver=solver("refuses"))
    for made in (copy.copy(kb), pickle.loads(pickle.dumps(kb))):  # noqa: S301
        with pytest.raises(WrongAnswerError, match="refuses"):
            made.consequences()


@pytest.mark.usefixtures("here")
def test_tables_do_not_ask_it_for_verdicts() -> None:
    kb = KnowledgeBase(BOARD, reasoner="elimination", solver=solver("refuses"))
    assert kb.consequences().safe == {(0, 1), (0, 3)}
    with pytest.raises(WrongAnswerError, match=r"is wrong: it finds no model"):
        kb.explain((0, 1), smallest=True)


# Wrong answers.
@pytest.mark.usefixtures("here", "alone")
@pytest.mark.parametrize(
    ("manner", "board", "words", "cell"),
    [
        ("refuses", BOARD, "it finds no model, and there is one", None),
        ("refuses-units", OPEN, r"it finds no model in which \(.,.\) is (a mine|safe), and", True),
        ("refuses-units", RULED, r"it finds no model in which \(.,.\) is (a mine|safe), and", True),
        (
            "flips",
            BOARD,
            r"its model breaks a clause: \(0,.\) is a mine or \(0,.\) is a mine",
            None,
        ),
        ("ignores", BOARD, r"its model breaks a clause: \(0,.\) is a mine or \(0,.\) is", None),
        ("flips", LONG, r"its model does not satisfy the clause .* 0$", None),
    ],
)
def test_a_wrong_answer_is_shown_to_be_wrong(
    manner: str, board: Board, words: str, cell: bool | None
) -> None:
    kb = KnowledgeBase(board, solver=solver(manner))
    for _ in range(2):  # it is asked anew
        with pytest.raises(WrongAnswerError, match=f"^the program .* is wrong: {words}") as caught:
            kb.consequences()
        error = caught.value
        assert error.command == solver(manner)
        assert solver(manner) in str(error)
        assert error.board == str(board)
        assert (error.cell is None) == (cell is None)
        assert not kb.proved_so_far()


@pytest.mark.usefixtures("here", "alone", "believed", "either_kernel")
@pytest.mark.parametrize("board", [OPEN, RULED])
def test_verdicts_are_held_against_counts(board: Board) -> None:
    kb = KnowledgeBase(board, solver=solver("refuses-units"))
    for _ in range(2):
        with pytest.raises(WrongAnswerError) as caught:
            kb.consequences()
        error = caught.value
        assert error.cell is not None
        row, column = error.cell
        words = rf"is wrong: \({row},{column}\) is (a mine|safe) by its answers and undetermined by"
        assert caught.match(words)
        assert error.board == str(board)
        assert not kb.proved_so_far()


@pytest.mark.usefixtures("here", "alone", "believed", "either_kernel")
@pytest.mark.parametrize("board", [OPEN, RULED])
def test_a_conflict_is_held_against_counts(board: Board) -> None:
    kb = KnowledgeBase(board, solver=solver("refuses"))
    for ask in (kb.has_layout, kb.consequences, kb.has_layout):
        with pytest.raises(WrongAnswerError, match="has no layout by its answers, and has one by"):
            ask()


@pytest.mark.usefixtures("alone", "believed")
@pytest.mark.parametrize("manner", ["refuses", "refuses-units"])
def test_what_is_told_is_held_against_counts(manner: str, here: dict[str, str]) -> None:
    """The program is honest at first."""
    kb = KnowledgeBase(OPEN, solver=HONEST)
    assert not kb.consequences()
    here["honest"] = manner
    with pytest.raises(WrongAnswerError):
        kb.tell((0, 2), 1)
    assert not kb.proved_so_far().mines
    here.clear()
    fresh = KnowledgeBase(kb.board, reasoner="elimination").consequences()
    assert (kb.consequences().mines, kb.consequences().safe) == (fresh.mines, fresh.safe)


@pytest.mark.usefixtures("here", "alone", "believed")
def test_what_cannot_be_counted_is_believed() -> None:
    """Where the tables reach a limit, nothing is compared."""

    class Spent:
        def settle(self, _: object) -> None:
            raise LimitError("no room")

    kb = KnowledgeBase(OPEN, solver=solver("refuses-units"))
    claims = kb._proofs._claims._replace(tables=lambda _: Spent())  # type: ignore[union-attr]  # noqa: SLF001
    kb._proofs._claims = claims  # noqa: SLF001
    assert kb.consequences()


# Programs that fail.
@pytest.mark.usefixtures("here", "alone")
@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("crashes", "ended with exit code 1; its last line: 'RuntimeError: out of sorts'$"),
        ("dies", "was ended by SIGABRT"),
        ("3", "ended with exit code 3$"),
        ("10", "ended with exit code 10, and wrote no answer; expected a line `s SATISFIABLE`$"),
        ("20", "ended with exit code 20, and wrote no answer; expected a line `s UNSATISFIABLE`$"),
        ("nothing", "gave an answer that cannot be read: there is no answer; expected a line"),
        (
            "garbage",
            "gave an answer that cannot be read: line 2: 'one' is not a .*last line: 'v one two th",
        ),
        ("torn", "gave an answer that cannot be read: line 2: the values end without a 0"),
        ("binary", "gave an answer that cannot be read: there is no answer"),
        ("hides", r"says SATISFIABLE, and wrote no model; expected lines `v \.\.\.`"),
        ("contradicts", "says SATISFIABLE, and ended with exit code 20$"),
    ],
)
def test_a_program_that_fails_is_named(manner: str, words: str) -> None:
    kb = KnowledgeBase(BOARD, solver=solver(manner))
    with pytest.raises(CommandError, match=f"^the program '.*{manner} {{cnf}}' {words}") as caught:
        kb.consequences()
    assert not isinstance(caught.value, WrongAnswerError)
    assert not kb.proved_so_far()


def test_a_program_that_writes_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "MOST_BYTES", 100_000)
    kb = KnowledgeBase(BOARD, solver=solver("floods"))
    with pytest.raises(CommandError, match="writes more than 100,000 bytes"):
        kb.consequences()


@pytest.mark.usefixtures("wall_clock")
def test_a_program_that_hangs_is_ended(tmp_path: Path) -> None:
    kb = KnowledgeBase(BOARD, solver=solver("hangs"), time_limit=1)
    with pytest.raises(LimitError, match="within 1 s"):
        kb.consequences()
    for process in (tmp_path / "processes").read_text().split():
        wait_for_end(int(process))


def test_a_program_that_leaves_others_behind(tmp_path: Path) -> None:
    """They hold its output open, and are ended with it."""
    left = tmp_path / "left"
    shell = f"sleep 600 & echo $! > {left}; exec {solver('honest').format(cnf='$0')}"
    kb = KnowledgeBase(BOARD, solver=f"sh -c {shlex.quote(shell)} {{cnf}}")
    assert kb.consequences().safe == {(0, 1), (0, 3)}
    wait_for_end(int(left.read_text()))


@pytest.mark.usefixtures("wall_clock")
def test_a_program_is_ended_when_the_question_is_cancelled() -> None:
    scope = CancelScope()
    Timer(0.3, scope.cancel).start()
    with scope, pytest.raises(LimitError, match="the question was cancelled"):
        KnowledgeBase(BOARD, solver=solver("hangs")).consequences()


def test_a_program_that_gives_up() -> None:
    with pytest.raises(LimitError, match=r"the program .* gave up"):
        KnowledgeBase(BOARD, solver=solver("gives-up")).consequences()


# Streams are closed late if the interrupt comes just before.
@pytest.mark.few(1)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("offset", seeds(range(96), fast=2))
def test_an_interrupt_at_any_line_leaves_nothing(offset: int) -> None:
    """See `nothing_left`; the next question is answered as if nothing had been."""
    kb = KnowledgeBase(BOARD, solver=HONEST)
    files = ["formulas/command.py"]
    before = set(psutil.Process().children())
    lines = interrupted(kb.copy().consequences, None, files)
    for at in range(1 + offset, lines + 1, 96):
        with suppress(StopError):  # the lines of the loop that waits come more or less often
            interrupted(kb.copy().consequences, at, files)
        gc.collect()
        assert not set(psutil.Process().children()) - before
    assert kb.consequences().safe == {(0, 1), (0, 3)}


# Commands.
@pytest.mark.parametrize(
    "given", ["kissat -q 'a b {cnf}", "{cnf}", "./{cnf} -q", "'' {cnf}", "cat {cnf}\0"]
)
def test_a_command_that_cannot_be_read(given: str) -> None:
    with refused(ArgumentError, argument="solver"):
        KnowledgeBase(BOARD, solver=given)


@pytest.mark.parametrize("given", ["kissat", "kissat -q", "ganak {mcc}", "", "{CNF}"])
def test_what_is_neither_name_nor_command(given: str) -> None:
    with refused(UnknownSolverError, name=given):
        KnowledgeBase(BOARD, solver=given)
    engine = given.replace("mcc", "cnf") or "?"
    with refused(UnknownNameError, kind="counting engine", name=engine):
        KnowledgeBase(BOARD).count(engine=engine)


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"cannot be run: 'no-such-solver' is not found$"):
        KnowledgeBase(BOARD, solver="no-such-solver -q {cnf}")
    with pytest.raises(CommandError, match=r"cannot be run: 'no-such-counter' is not found$"):
        KnowledgeBase(BOARD).count(engine="no-such-counter {mcc}")
    script = tmp_path / "script"
    script.write_text("no interpreter")
    with pytest.raises(CommandError, match=r"script' is no program that can be run$"):
        KnowledgeBase(BOARD, solver=f"{script} {{cnf}}")
    script.chmod(0o755)
    kb = KnowledgeBase(BOARD, solver=f"{script} {{cnf}}")
    with pytest.raises(CommandError, match=r"cannot be run: .*[Ff]ormat error"):
        kb.consequences()
    script.unlink()
    with pytest.raises(CommandError, match=r"cannot be run: .*script' is not found$"):
        kb.consequences()
    kb = KnowledgeBase(BOARD, solver="cat {cnf}\ud800")
    with pytest.raises(CommandError, match=r"cannot be run: .*surrogates"):
        kb.consequences()


def test_a_file_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "no such folder"))
    with pytest.raises(CommandError, match="no temporary file can be written: No such file"):
        KnowledgeBase(BOARD, solver=HONEST).consequences()


def test_words_are_those_of_a_shell_and_none_is_run(tmp_path: Path) -> None:
    """The file is put into words, of any kind; what a shell would do is left to shells."""
    program = tmp_path / "my solver; $(touch x).py"
    shutil.copy(Path(solver.__code__.co_filename), program)
    python = shlex.split(HONEST)[0]
    inside = f"exec {python} {shlex.quote(str(program))} honest < /dev/null {{cnf}}"
    for made in (
        f'{python} "{program.parent}/my solver; \\$(touch x).py" honest {{cnf}}'.replace(
            "\\$", "$"
        ),
        f"sh -c {shlex.quote(inside)}",
    ):
        assert KnowledgeBase(BOARD, solver=made).consequences().safe == {(0, 1), (0, 3)}


def test_answer_sets_take_no_solver() -> None:
    for given in (HONEST, "minicard"):
        with refused(ArgumentError, argument="solver"):
            KnowledgeBase(BOARD, reasoner="asp", solver=given)
        with refused(ArgumentError, argument="solver"):
            KnowledgeBase(BOARD, program=":- mine((0,0)).", solver=given)


# Counters.
@pytest.mark.few(8)
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("manner", ["counts", "mc", "pmc", "bare"])
@pytest.mark.parametrize("seed", seeds(range(12), fast=4))
def test_a_counter_counts_as_the_oracle(seed: int, manner: str) -> None:
    board = random_board(seed, covered=8)
    if not oracle.is_consistent(board):
        board = OPEN
    kb = KnowledgeBase(board)
    made = kb.count(engine=counter(manner))
    assert made.total == len(oracle.layouts(board))
    if board.mines is None:
        with pytest.raises(ValueError, match=r"counts {mcc} cannot weigh|cannot weigh layouts"):
            made.probabilities()
        return
    assert made.fractions() == kb.count().fractions()
    assert made.expected_mines == kb.count().expected_mines


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("text", "layouts"),
    [
        ("rules: C\nmines: 3\n\n???\n???", 16),  # all but the four where the mines are apart
        pytest.param("mines: 3\n\n???\n???\n???", 84, marks=pytest.mark.night),
    ],
)
def test_auxiliary_variables_are_projected_away(text: str, layouts: int) -> None:
    """The honest counter counts what `c p show` says."""
    board = Board.parse(text)
    lines = encode(board, "mcc").to_text().splitlines()
    variables = next(int(line.split()[2]) for line in lines if line.startswith("p "))
    assert variables > len(board.covered)
    assert KnowledgeBase(board).count(engine=counter("counts")).total == layouts


@pytest.mark.usefixtures("here", "either_kernel")
@pytest.mark.parametrize("board", [FEW, FEW_RULED])
def test_a_wrong_count_is_held_against_elimination(board: Board) -> None:
    kb = KnowledgeBase(board)
    total = kb.count().total
    with pytest.raises(WrongAnswerError) as caught:
        kb.count(engine=counter("one-more")).total  # noqa: B018
    words = f"is wrong: it counts {total + 1} layouts, and elimination {total} layouts"
    assert words in str(caught.value)
    assert caught.value.command == counter("one-more")
    assert (caught.value.board, caught.value.cell) == (str(board), None)
    made = kb.count(engine=counter("one-more-each"))
    assert made.total == total
    with pytest.raises(WrongAnswerError, match=r"counts \d+ layouts? with a mine in \(0,0\), and"):
        made.probabilities()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("roughly", "gives an approximate count; expected an exact one; its last line: 'c s appro"),
        ("rounded", "wrote no exact count; expected a line `c s exact arb int N`; its last line: "),
        ("twice", "gives different counts"),
        ("nothing", "wrote no exact count"),
        ("garbage", "wrote no exact count"),
        ("honest", "wrote no exact count; .*; its last line: 'v "),
        ("crashes", "ended with exit code 1; its last line: 'RuntimeError: out of sorts'"),
        ("dies", "was ended by SIGABRT"),
    ],
)
def test_a_counter_that_fails_is_named(manner: str, words: str) -> None:
    made = KnowledgeBase(FEW).count(engine=counter(manner))
    with pytest.raises(CommandError, match=f"^the program '.*{manner} {{mcc}}' {words}"):
        made.total  # noqa: B018


@pytest.mark.usefixtures("wall_clock")
def test_a_counter_that_hangs_is_ended() -> None:
    made = KnowledgeBase(OPEN, time_limit=0.3).count(engine=counter("hangs"))
    with pytest.raises(LimitError, match=r"within 0.3 s; the program .* was still running"):
        made.total  # noqa: B018


# Programs that are there, or not.
PROGRAMS = {
    "kissat": "{} -q {{cnf}}",
    "cadical": "{} -q {{cnf}}",
    "picosat": "{} {{cnf}}",
    "cryptominisat5": "{} --verb 0 {{cnf}}",
    "minisat": "{} {{cnf}} /dev/stdout",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_of_the_field(name: str) -> None:
    path = shutil.which(name, path=search_path())
    if path is None:
        pytest.skip(f"{name} is not installed")
    for board in (BOARD, OPEN, RULED, random_board(5, covered=9)):
        kb = KnowledgeBase(board, solver=PROGRAMS[name].format(shlex.quote(path)))
        by_tables = KnowledgeBase(board, reasoner="elimination")
        assert kb.has_layout() == by_tables.has_layout()
        if kb.has_layout():
            assert kb.consequences().safe == by_tables.consequences().safe
            assert kb.consequences().mines == by_tables.consequences().mines
