"""Marginals by an exact projected model counter: an independent judge of the elimination.

The counter counts the layouts, and for each cell those in which it is a mine. It is ganak (Sharma,
Roy, Soos and Meel 2019; extra `ganak`), or a program that reads the format of the model counting
competition (Fichte, Hecher and Hamiti 2021).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from typing import Final

from logicsweep.board.board import Board
from logicsweep.errors import LimitError, MissingLibraryError
from logicsweep.formulas.cnf import Cnf
from logicsweep.formulas.command import Command, Output, command_of
from logicsweep.formulas.names import MCC_FILE
from logicsweep.limits import FOLLOW, MOST_DIGITS, Budget, timeout_of
from logicsweep.tables.model_count import Marginals

# Counts the models of a formula, projected on the cells, under each of some literals; all models
# under the literal 0. The formula has cells and no empty clause.
Counter = Callable[[Cnf, Sequence[int]], list[int]]
# Reads a formula and a list of literals; writes the number of projected models with each of them.
_COUNTER: Final = (
    FOLLOW
    + """
import json, sys
from pyganak import Counter
top, clauses, projection, literals = json.load(sys.stdin)
for literal in literals:
    counter = Counter()
    counter.new_vars(top)
    counter.add_clauses(clauses + ([[literal]] if literal else []))
    counter.set_sampling_set(projection)
    sys.stderr.write(f"count {counter.count():x}\\n")
"""
)
# The exit codes with which a counter has answered; some use those of the SAT competitions.
_CODES: Final = (0, 10, 20)
# `c s exact arb int N`, in 2020 `s mc N` and `s pmc N`, of some counters `s N`.
_EXACT: Final = re.compile(rf"(?:c s exact arb int|s(?: p?mc)?) (\d{{1,{MOST_DIGITS}}})", re.ASCII)
_UNSATISFIABLE: Final = "s UNSATISFIABLE"


class ProjectedMarginals(Marginals):
    """The marginals of a model counter without weights: a total or range must be known.

    `name` is what messages call the `counter`. All answers but `total` raise ValueError when the
    total is unknown.
    """

    def __init__(self, board: Board, cnf: Cnf, counter: Counter, name: str) -> None:
        self.board = board
        self._cnf = cnf
        self._counter = counter
        self._name = name

    def total(self) -> int:
        return self._layouts

    def marginal(self, number: int) -> Fraction:
        self._check_total()
        (count,) = self._count([number + 1])
        return Fraction(count, self._layouts)

    def fractions(self) -> dict[int, Fraction]:
        return self._all

    def expected_mines(self) -> Fraction:
        return len(self.board.known_mines) + sum(self._all.values(), Fraction(0))

    @cached_property
    def _layouts(self) -> int:
        return self._count([0])[0]

    @cached_property
    def _all(self) -> dict[int, Fraction]:
        """The marginal of every covered cell."""
        self._check_total()
        layouts = self._layouts
        cells = self.board.covered_mask.ravel().nonzero()[0].tolist()
        counts = self._count([number + 1 for number in cells])
        return {n: Fraction(count, layouts) for n, count in zip(cells, counts, strict=True)}

    def _check_total(self) -> None:
        if self.board.mines is None:
            raise ValueError(
                f"the counting engine {self._name} cannot weigh layouts, and the mine count is "
                "unknown; expected elimination or models"
            )

    def _count(self, literals: Sequence[int]) -> list[int]:
        """Count the layouts under each literal: all layouts under 0."""
        is_false = () in self._cnf.clauses
        if not self._cnf.system.cells or is_false:
            # Nothing to count over: one empty layout, or none.
            return [int(not is_false)] * len(literals)
        return self._counter(self._cnf, literals)


def ganak(time_limit: float | None) -> Counter:
    """Return the counter ganak, of which a call may take so many seconds.

    It writes to standard output and cannot be stopped, so it runs in a process of its own. A call
    raises `LimitError`; raises `MissingLibraryError` when pyganak is not installed.
    """
    if find_spec("pyganak") is None:
        raise MissingLibraryError("pyganak", extra="ganak", purpose="the counting engine ganak")

    def count(cnf: Cnf, literals: Sequence[int]) -> list[int]:
        projection = [cell + 1 for cell in cnf.system.cells]
        formula = json.dumps([cnf.top, list(cnf.clauses), projection, literals])
        try:
            done = subprocess.run(  # noqa: S603
                [sys.executable, "-P", "-c", _COUNTER, str(os.getpid())],
                input=formula,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                timeout=timeout_of(time_limit),
                check=True,
            )
        except subprocess.TimeoutExpired:
            raise LimitError(f"ganak gave no answer within {time_limit:g} s") from None
        except subprocess.CalledProcessError as error:
            raise LimitError(f"ganak ended without an answer (exit {error.returncode})") from None
        lines = [line.split() for line in done.stderr.splitlines()]
        return [int(line[1], 16) for line in lines if line[:1] == ["count"]]

    return count


def command_counter(
    text: str, check: Callable[[int, int], object], time_limit: float | None
) -> Counter:
    """Return the counter that runs a program, once for each literal.

    `check` hears of each literal and its count, and raises an error if that is wrong. A call may
    take so many seconds; it raises `LimitError` after them, and `CommandError` where the program
    fails. Raises `ArgumentError` for a command that cannot be read, `CommandError` where there is
    no such program.
    """
    command = command_of(text, MCC_FILE, "engine")

    def counted(cnf: Cnf, literals: Sequence[int]) -> list[int]:
        budget = Budget(time_limit)
        counts = []
        for literal in literals:
            counts.append(_read(command, command.run(_formula(cnf, literal), budget)))
            check(literal, counts[-1])
        return counts

    return counted


def _formula(cnf: Cnf, literal: int) -> str:
    """Write a formula with a literal, or with none where it is 0.

    The cells have the variables from 1 on, without gaps, which would be free variables.
    """
    cells = cnf.system.cells
    variable = {cell + 1: number for number, cell in enumerate(cells, start=1)}
    first = cells[-1] + 2  # of the auxiliary variables
    variable.update(
        {number: number - first + len(cells) + 1 for number in range(first, cnf.top + 1)}
    )
    clauses = [*cnf.clauses, *([(literal,)] if literal else [])]
    lines = [
        " ".join([str(variable[number] if number > 0 else -variable[-number]) for number in clause])
        for clause in clauses
    ]
    is_projected = len(variable) > len(cells)
    head = ["c t pmc" if is_projected else "c t mc", f"p cnf {len(variable)} {len(clauses)}"]
    if is_projected:
        head.append(f"c p show {' '.join(map(str, range(1, len(cells) + 1)))} 0")
    return "\n".join([*head, *[f"{line} 0" for line in lines], ""])


def _read(command: Command, output: Output) -> int:
    """Return the exact count in an output."""
    lines = [line.strip() for line in output.text.splitlines()]
    if output.code not in _CODES:
        raise command.failed(f"ended with exit code {output.code}{output.ending}")
    if any(line.startswith("c s approx") for line in lines):
        raise command.failed(f"gives an approximate count; expected an exact one{output.ending}")
    counts = {int(match[1]) for line in lines if (match := _EXACT.fullmatch(line))}
    if _UNSATISFIABLE in lines:
        counts.add(0)
    if len(counts) > 1:
        raise command.failed(f"gives different counts{output.ending}")
    if not counts:
        raise command.failed(
            f"wrote no exact count; expected a line `c s exact arb int N`{output.ending}"
        )
    return counts.pop()
