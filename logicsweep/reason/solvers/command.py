"""A SAT solver of one's own: a program that reads DIMACS CNF and answers with `s` and `v` lines.

It is asked anew for each question, and its answers are not believed blindly. A model has to satisfy
every clause. Where it finds none, another solver looks for one as well, for a short while.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from logicsweep.errors import AnswerSyntaxError, LimitError
from logicsweep.formulas.answers import read_model
from logicsweep.formulas.command import Output, command_of
from logicsweep.formulas.command_errors import WrongAnswerError
from logicsweep.formulas.names import CNF_FILE
from logicsweep.limits import Budget

# The exit codes of the SAT competitions, with the answer that each stands for.
_CODES: Final = {10: True, 20: False}
_WORDS: Final = {True: "SATISFIABLE", False: "UNSATISFIABLE"}
# Finds the model that a program has missed, if that takes no more than so many conflicts.
_WITNESS_SOLVER: Final = "glucose4"
_CONFLICTS: Final = 2000


class CommandSolver:
    """A program that is asked like a solver of PySAT.

    `cells` are the numbers of the cells with the variables 1, 2 and so on. Questions raise
    `CommandError` where the program fails, `WrongAnswerError` where its answer is wrong, and
    `LimitError` where the budget is spent.
    """

    def __init__(self, command: str, cells: Sequence[int], budget: Budget) -> None:
        self._command = command_of(command, CNF_FILE, "solver")
        self._cells = cells
        self._budget = budget
        self._clauses: list[tuple[int, ...]] = []
        self._lines: list[str] = []
        self._top = len(cells)
        self._model: list[int] = []
        self._assumed: list[int] = []
        self._witness: Any = None
        self._in_witness = 0  # how many clauses it has

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._clauses.append(tuple(clause))
        self._lines.append(" ".join(map(str, (*clause, 0))))
        self._top = max(self._top, *map(abs, clause), 0)

    def add_atmost(self, lits: Sequence[int], k: int) -> None:
        """Refuse a cardinality constraint, for which DIMACS has no place."""
        raise NotImplementedError(f"at most {k} of {lits}")

    def conf_budget(self, budget: int) -> None:
        """Leave the number of conflicts to the program; its time is limited."""

    def solve_limited(self, assumptions: Sequence[int], expect_interrupt: bool) -> bool:
        """Tell whether a model exists under assumptions, which the program reads as clauses."""
        del expect_interrupt
        self._assumed = list(assumptions)
        # A variable may stand in no clause, as that of a source without any.
        self._top = max(self._top, *map(abs, assumptions), 0)
        if () in self._clauses:
            return False
        lines = [*self._lines, *[f"{literal} 0" for literal in assumptions]]
        head = f"p cnf {self._top} {len(lines)}"
        output = self._command.run("\n".join([head, *lines, ""]), self._budget)
        model = self._read(output)
        if model is None:
            self._look_for_model()
            return False
        # A value that is not given does not matter.
        self._model = [
            variable if model.get(variable) else -variable for variable in range(1, self._top + 1)
        ]
        true = set(self._model)
        for clause in (*self._clauses, *[(literal,) for literal in assumptions]):
            if true.isdisjoint(clause):
                fault = f"its model does not satisfy the clause {' '.join(map(str, clause))} 0"
                values = self._values(clause)
                raise WrongAnswerError(
                    fault,
                    command=self._command.text,
                    clause=values if len(values) == len(clause) else None,
                )
        return True

    def get_model(self) -> list[int]:
        """Return the last model, a literal for each variable."""
        return self._model

    def get_core(self) -> list[int]:
        """Return the assumptions under which there was no model last: all of them."""
        return self._assumed

    def delete(self) -> None:
        """Delete the solver that looks for models, too."""
        if self._witness is not None:
            self._witness.delete()
        self._witness = None

    def _read(self, output: Output) -> dict[int, bool] | None:
        """Return the model in an output, or None where it says that there is none."""
        failed, ending = self._command.failed, output.ending
        if output.code not in (0, *_CODES):
            raise failed(f"ended with exit code {output.code}{ending}")
        by_code = _CODES.get(output.code)
        try:
            satisfiable, model = read_model(output.text, self._top)
        except AnswerSyntaxError as error:
            if by_code is not None and error.line is None:
                raise failed(
                    f"ended with exit code {output.code}, and wrote no answer; expected a line "
                    f"`s {_WORDS[by_code]}`{ending}"
                ) from None
            raise failed(f"gave an answer that cannot be read: {error}{ending}") from None
        if satisfiable is None:
            raise LimitError(f"the program {self._command.text!r} gave up")
        if by_code not in (None, satisfiable):
            raise failed(f"says {_WORDS[satisfiable]}, and ended with exit code {output.code}")
        if satisfiable and model is None:
            raise failed(
                "says SATISFIABLE, and wrote no model; expected lines `v ...` (minisat writes it "
                f"with 'minisat {CNF_FILE} /dev/stdout')"
            )
        return model

    def _values(self, literals: Sequence[int]) -> dict[int, bool]:
        """Return the values that literals give to cells, by number: True for a mine."""
        cells = self._cells
        return {
            cells[abs(literal) - 1]: literal > 0
            for literal in literals
            if abs(literal) <= len(cells)
        }

    def _look_for_model(self) -> None:
        """Raise `WrongAnswerError` if there is a model nevertheless that is quickly found."""
        from pysat.solvers import Solver

        if self._witness is None:
            self._witness = Solver(name=_WITNESS_SOLVER)
        for clause in self._clauses[self._in_witness :]:
            self._witness.add_clause(clause)
        self._in_witness = len(self._clauses)
        self._witness.conf_budget(_CONFLICTS)
        if self._witness.solve_limited(self._assumed, expect_interrupt=True):
            assumed = self._values(self._assumed)
            fault = "it finds no model, and there is one"
            raise WrongAnswerError(fault, command=self._command.text, assumed=assumed)
