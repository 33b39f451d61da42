"""The questions that solvers are asked, each run as a file by another solver."""

from __future__ import annotations

import re

import clingo
import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase
from logicsweep.reason.solvers.recorder import SolverQuestion, folder_of
from tests.conftest import needs_kernel, seeds
from tests.judges import oracle
from tests.judges.foreign import solver
from tests.judges.making import opened_at_random, random_board

WAYS = (
    {},
    {"solver": "gluecard4"},
    {"solver": "cadical153"},
    {"reasoner": "asp"},
    {"reasoner": "elimination"},
    {"solver": solver("honest")},
)
# What is true of all layouts of these takes constraints of every kind.
OTHERS = (
    "rules: T\nmines: 2..6\n\n????\n?22?\n????",
    "rules: C\nmines: 4\n\n????\n????\n????",
    "rules: 1W Q\n\n1+1 ?\n? ?",
    "rules: 2D\n\n?1??\n????",
    "mines: 2\nliars: 1\n\n?1?\n?2?\n1??",
)


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("block", seeds(range(20), fast=4))
def test_every_file_has_the_answer_and_every_proof_is_right(block: int, way: dict) -> None:
    asked = 0
    boards = 20 if way in (WAYS[3], WAYS[5]) else 120  # which take the longest
    for seed in range(block * boards, (block + 1) * boards):
        for board in (random_board(seed, covered=10), opened_at_random(seed, 4, 4, 4, 0.4)):
            truth = oracle.verdicts(board)
            kb = KnowledgeBase(board, **way)
            if truth is None:
                with pytest.raises(InconsistentBoardError):
                    kb.questions()
                continue
            questions = kb.questions()
            asked += len(questions)
            mines, safe = truth
            for question in questions:
                assert question.reasoner == ("asp" if way == {"reasoner": "asp"} else "sat")
                assert_answered(question)
                for cell, is_mine in question.proved.items():
                    assert cell in (mines if is_mine else safe), (seed, cell)
            if way == {"reasoner": "asp"}:
                assert {*safe, *mines} <= proved(questions) | free(board)
    assert (asked > 0) is (way != {"reasoner": "elimination"})


@pytest.mark.parametrize("way", [{}, {"solver": "glucose4"}, {"reasoner": "asp"}], ids=str)
@pytest.mark.parametrize("text", OTHERS)
def test_boards_with_rules_and_liars(text: str, way: dict) -> None:
    kb = KnowledgeBase(Board.parse(text), **way)
    for question in kb.questions():
        assert_answered(question)
        for cell, is_mine in question.proved.items():
            assert kb.entails(cell, mine=is_mine)


def test_a_program_of_ones_own() -> None:
    kb = KnowledgeBase(Board.parse("mines: 2\n\n????\n1??1"), program=":- mine((0,C)), C > 1.")
    questions = kb.questions()
    assert {question.mode for question in questions} == {"", "cautious", "brave"}
    for question in questions:
        assert_answered(question)
    verdicts = kb.consequences()
    assert proved(questions) == {*verdicts.safe, *verdicts.mines} != set()


@needs_kernel
def test_what_is_told_is_in_the_questions() -> None:
    kb = KnowledgeBase(Board.parse("mines: 4\n\n????\n1?22\n????\n1???\n"))
    (question,) = kb.questions()
    assert question.proved == question.denied == {Cell(row, 1): False for row in range(3)}
    assert question.form == "opb"
    kb.tell((0, 1), 1)
    assert all("mine(0,1)" not in [name for _, name in asked.names] for asked in kb.questions())
    assert kb.copy().questions() == kb.questions()


@needs_kernel
def test_the_index_counts_what_no_solver_was_asked() -> None:
    kb = KnowledgeBase(Board.parse("mines: 4\n\n1?2?\n??2?\n????\n?2??\n"))
    questions, verdicts = kb.questions(), kb.consequences()
    (name, lines), (index, about) = folder_of(questions, verdicts)
    assert (name, index) == ("1.opb", "index.txt")
    assert [*lines] == questions[0].text().splitlines()
    assert [*about] == [
        f"1.opb: {questions[0].words}",
        f"{len(verdicts.safe) - len(questions[0].proved)} verdicts without a question to a solver",
    ]
    single = KnowledgeBase(Board.parse("?1\n"))
    assert single.questions() == ()
    assert [[*rest] for _, rest in folder_of((), single.consequences())] == [
        ["1 verdict without a question to a solver"]
    ]


def proved(questions: tuple[SolverQuestion, ...]) -> set[Cell]:
    return {cell for question in questions for cell in question.proved}


def free(board: Board) -> set[Cell]:
    """The covered cells beside no clue, whose verdicts are sums."""
    return {cell for cell in board.covered if not board.neighbours(cell) & board.clues.keys()}


def assert_answered(question: SolverQuestion) -> None:
    """A solver other than the one that was asked gives the answer to the text alone."""
    text = question.text()
    if question.form == "cnf":
        with Solver("minisat22", bootstrap_with=CNF(from_string=text)) as other:
            assert other.solve() is question.satisfiable
    elif question.form == "opb":
        assert bool(last_model(sums(text), "")) is question.satisfiable
    else:
        atoms = last_model(text, question.mode)
        assert (atoms is not None) is question.satisfiable
        assert f"clingo {f'--enum-mode={question.mode} ' if question.mode else ''}FILE" in text
        said = {atom for atom in atoms or () if atom.startswith("mine(")}
        named = {name: f"mine({cell})" for cell, name in question.names}
        if question.mode == "cautious":
            assert {atom_of(cell, named) for cell in question.proved} <= said
        if question.mode == "brave":
            assert said.isdisjoint([atom_of(cell, named) for cell in question.proved])


def atom_of(cell: Cell, named: dict[str, str]) -> str:
    """The atom of a cell in a program, whose cells are numbers or pairs."""
    return named.get(f"mine({cell.row},{cell.column})", f"mine({cell})")


def last_model(program: str, mode: str) -> set[str] | None:
    """The shown atoms of the last model of a program, by a clingo of the test's own."""
    control = clingo.Control(["--warn=none", f"--enum-mode={mode or 'auto'}", "0" if mode else "1"])
    control.add("base", [], program)
    control.ground([("base", [])])
    last = None
    with control.solve(yield_=True) as handle:
        for model in handle:
            last = set(map(str, model.symbols(shown=True)))
    return last


def sums(text: str) -> str:
    """Linear constraints as clingo's sums; their header says how many there are."""
    head, *lines = text.splitlines()
    rules = ["sat."]
    for line in lines:
        if line.startswith("*"):
            continue
        *terms, sign, bound, end = line.split()
        assert end == ";"
        pairs = list(zip(terms[::2], [name[1:] for name in terms[1::2]], strict=True))
        rules += [f"{{ x({name}) }}." for _, name in pairs]
        elements = "; ".join(f"{int(factor)},{name} : x({name})" for factor, name in pairs)
        rules.append(f":- not #sum {{ {elements} }} {sign} {bound}.")
    top, count = map(int, re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", head).groups())
    assert count == sum(rule[:2] == ":-" for rule in rules)
    assert top >= max(map(int, re.findall(r"x\((\d+)\)", "\n".join(rules))), default=0)
    return "\n".join(rules)
