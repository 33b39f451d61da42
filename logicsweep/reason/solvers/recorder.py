"""Questions to solvers, kept in full: each is a file that another solver can run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from logicsweep.board.board import Board, Cell
from logicsweep.board.verdicts import Consequences
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.clauses import Clause
from logicsweep.errors import counted
from logicsweep.formulas.base import atoms_of, source_words
from logicsweep.formulas.cnf import AtMost
from logicsweep.formulas.facts import SystemProgram
from logicsweep.formulas.formulas import as_linear, at_most, opb_line
from logicsweep.formulas.names import CNF, LP, OPB
from logicsweep.formulas.user_program import without_comments
from logicsweep.reason.solvers.names import ASP, SAT, ReasonerName
from logicsweep.reason.solvers.protocol import Solver

_ANY: Final = "any"
# How a comment begins, and in it the variable of a cell.
_SIGNS: Final = {CNF: ("c ", ""), OPB: ("* ", "x"), LP: ("% ", "cell ")}


class SolverQuestion(NamedTuple):
    """A question that was put to a solver, and its answer.

    A verdict that no question proves took none: single clues, the kernel's propagation, addition
    under the mine count or exhaustive tables prove it.

    Attributes:
        reasoner: `sat` or `asp`.
        solver: The solver: one of `SOLVERS`, the command of a program, or `clingo`.
        mode: `cautious` or `brave` where clingo was asked for these consequences, `any` where one
            of the denied verdicts has to be wrong; else empty: all of them have to be.
        denied: The verdicts that the question denies, by cell, True for a mine.
        satisfiable: The answer: whether there is a model.
        proved: The verdicts that the answer proves, by cell, True for a mine.
        statements: The clauses and native cardinality constraints that the solver was told, and
            comments between them, or the lines of a program; at the end the assumptions.
        names: The meaning of each variable that is a cell, as a pair of its number and an atom.
    """

    reasoner: ReasonerName
    solver: str
    mode: str
    denied: dict[Cell, bool]
    satisfiable: bool
    proved: dict[Cell, bool]
    statements: tuple[Clause | AtMost | str, ...]
    names: tuple[tuple[int, str], ...]

    @property
    def form(self) -> str:
        """Its format, `lp`, `opb` for native cardinality constraints, or `cnf` for clauses."""
        if self.reasoner == ASP:
            return LP
        return OPB if any(isinstance(said, AtMost) for said in self.statements) else CNF

    @property
    def words(self) -> str:
        """The question and its answer in one line."""
        asked = f"{self.mode} consequences" if self.reasoner == ASP and self.mode else "a model"
        if self.denied:
            any_of = "one of: " if self.mode == _ANY and len(self.denied) > 1 else ""
            asked += f" that denies {any_of}{_verdicts(self.denied)}"
        answer = "satisfiable" if self.satisfiable else "unsatisfiable"
        proved = f"; it proves {_verdicts(self.proved)}" if self.proved else ""
        return f"{self.solver} was asked for {asked}: {answer}{proved}"

    def text(self) -> str:
        """Return the text of a file, with the assumptions in it: it alone has the same answer."""
        return "\n".join([*self.lines(), ""])

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text."""
        form = self.form
        comment, variable = _SIGNS[form]
        count = sum(not isinstance(said, str) for said in self.statements)
        top = max([abs(literal) for said in self.statements for literal in _literals(said)] or [0])
        if form == OPB:  # whose first line this has to be
            yield f"* #variable= {top} #constraint= {count}"
        yield f"{comment}logicsweep: {self.words}"
        if form == LP:
            mode = f"--enum-mode={self.mode} " if self.mode else ""
            yield f"{comment}clingo {mode}FILE{' 0' * bool(mode)}"
        yield from [f"{comment}{variable}{cell} = {atom}" for cell, atom in self.names]
        if form == CNF:
            yield f"p cnf {top} {count}"
        for said in self.statements:
            if isinstance(said, str):
                yield said if form == LP else f"{comment}{said}"
            elif form == CNF:
                yield " ".join(map(str, (*_literals(said), 0)))
            else:
                yield opb_line(at_most(*said) if isinstance(said, AtMost) else as_linear(said))


def _literals(said: Clause | AtMost | str) -> Clause:
    return said.literals if isinstance(said, AtMost) else () if isinstance(said, str) else said


def _verdicts(verdicts: Mapping[Cell, bool]) -> str:
    return ", ".join([f"{'mine' if mine else 'safe'} {cell}" for cell, mine in verdicts.items()])


def folder_of(
    questions: Sequence[SolverQuestion], verdicts: Consequences
) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the files of questions and their index, each as its name and its lines.

    The index has a line for each question, and says how many verdicts needed none.
    """
    index, digits = [], len(str(len(questions)))
    for number, question in enumerate(questions, start=1):
        name = f"{number:0{digits}}.{question.form}"
        index.append(f"{name}: {question.words}")
        yield name, question.lines()
    asked = {cell for question in questions for cell in question.proved}
    alone = len({*verdicts.safe, *verdicts.mines} - asked)
    yield "index.txt", [*index, f"{counted(alone, 'verdict')} without a question to a solver"]


class Recorder:
    """Keeps the `questions` about a board that solvers have answered, in order."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.questions: list[SolverQuestion] = []
        # The source of what the next solver is told, until it is written.
        self.source: str | None = None

    def about(self, constraint: Constraint) -> None:
        """Note the constraint that a solver is told next."""
        self.source = f"{source_words(self._board, constraint.source)}: {constraint.words}"

    def listening(self, solver: Solver, name: str, cells: Sequence[int]) -> Solver:
        """Return a solver that hands everything on, and whose questions are kept."""
        return cast("Solver", _RecordedSolver(solver, name, cells, self))

    def verdicts(self, mines: Mapping[int, bool]) -> dict[Cell, bool]:
        """Return verdicts by cell of the board; hidden cells are left out."""
        cell, size = self._board.cell, self._board.grid.size
        return {cell(number): mine for number, mine in mines.items() if number < size}

    def names(self, variables: Iterable[int], cells: Sequence[int]) -> tuple[tuple[int, str], ...]:
        """Return the meanings of the variables of cells."""
        return tuple(zip(variables, atoms_of(self._board, cells), strict=True))

    def asked_clingo(
        self,
        text: str,
        program: SystemProgram,
        mode: str,
        assumed: Mapping[int, bool],
        mines: frozenset[int] | None,
    ) -> None:
        """Keep a question to clingo, with the mines that it answered; None if it has no model."""
        terms = {cell: term for term, cell in program.cells.items()}
        units = [f":- {'not ' * mine}mine({terms[cell]})." for cell, mine in assumed.items()]
        added = program.added.text if program.added else ""
        code = without_comments(f"{text}\n{added}").splitlines()
        denied = self.verdicts({cell: not mine for cell, mine in assumed.items()})
        proved = denied if mines is None and len(denied) == 1 else {}
        if mode == "cautious":
            proved = self.verdicts(dict.fromkeys(sorted(mines or ()), True))
        elif mode == "brave":
            proved = self.verdicts(dict.fromkeys(sorted(terms.keys() - (mines or ())), False))
        lines = (*[line for line in code if line.strip()], *units)
        cells = [cell for cell, term in sorted(terms.items()) if term.isdigit()]
        names = self.names(cells, cells)
        self.questions.append(
            SolverQuestion(ASP, "clingo", mode, denied, mines is not None, proved, lines, names)
        )


class _RecordedSolver:
    """A solver of PySAT, or one like it, with everything that it is told and asked."""

    def __init__(self, solver: Solver, name: str, cells: Sequence[int], recorder: Recorder) -> None:
        self._solver = solver
        self._name = name
        self._cells = cells
        self._recorder = recorder
        self._told: list[Clause | AtMost | str] = []

    def add_clause(self, clause: Sequence[int]) -> None:
        if sum(clause) or len(clause) != 2:  # or else it only names a variable
            self._tell(tuple(clause))
        self._solver.add_clause(clause)

    def add_atmost(self, lits: Sequence[int], k: int) -> None:
        self._tell(AtMost(tuple(lits), k))
        self._solver.add_atmost(lits, k)

    def _tell(self, said: Clause | AtMost) -> None:
        source, self._recorder.source = self._recorder.source, None
        self._told += [said] if source is None else [source, said]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solver, name)

    def solve_limited(self, assumptions: Sequence[int], expect_interrupt: bool) -> bool | None:
        """Ask the solver; an answer is kept with the question."""
        answer = self._solver.solve_limited(assumptions, expect_interrupt)
        if answer is None:
            return None
        told, denied = self._told, [-literal for literal in assumptions]
        mode = _ANY if denied and abs(denied[0]) > len(self._cells) else ""
        if mode:  # the assumption puts the last clause in force
            denied = [-literal for literal in _literals(told[-1])[:-1]]
            told = [*told[:-1], "one of the denied verdicts is wrong", told[-1]]
            proved = [] if answer else denied
        else:
            core = () if answer else self._solver.get_core() or ()
            proved = [-literal for literal in core] if len(core) == 1 else []
        units = [(literal,) for literal in assumptions]
        recorder = self._recorder
        names = recorder.names(range(1, len(self._cells) + 1), self._cells)
        verdicts = [
            recorder.verdicts({self._cells[abs(literal) - 1]: literal > 0 for literal in literals})
            for literals in (denied, proved)
        ]
        said = (*told, "assumed", *units) if units else tuple(told)
        recorder.questions.append(
            SolverQuestion(SAT, self._name, mode, verdicts[0], answer, verdicts[1], said, names)
        )
        return answer
