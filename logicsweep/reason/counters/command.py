"""A model counter of one's own: a program that reads the format of the model counting competition.

See Fichte, Hecher and Hamiti (2021) for the format and the answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from logicsweep.formulas.cnf import Cnf
from logicsweep.formulas.command import Command, Output, command_of
from logicsweep.formulas.names import MCC_FILE
from logicsweep.limits import MOST_DIGITS, Budget
from logicsweep.reason.counters.projected import Counter

# The exit codes with which a counter has answered; some use those of the SAT competitions.
_CODES: Final = (0, 10, 20)
# `c s exact arb int N`, in 2020 `s mc N` and `s pmc N`, of some counters `s N`.
_EXACT: Final = re.compile(rf"(?:c s exact arb int|s(?: p?mc)?) (\d{{1,{MOST_DIGITS}}})", re.ASCII)
_UNSATISFIABLE: Final = "s UNSATISFIABLE"


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
