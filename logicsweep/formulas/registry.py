"""Every format that a board can be encoded in, by name.

To add a format: write a subclass of `Encoding` (see `base`) that says how a cell is named and what
the lines are, put its name into `FormulaFormat` and `FORMULA_FORMATS`, and make it in `encode`. One
that is made of clauses, or of linear constraints, fits into a class of `formulas`. The command line
and the tests go through `FORMULA_FORMATS`.
"""

from __future__ import annotations

from typing import Final, Literal

from logicsweep.board.board import Board, Cell
from logicsweep.errors import UnknownNameError, expect
from logicsweep.formulas.base import Encoding, system_around
from logicsweep.formulas.cardinality import (
    DEFAULT_ENCODING,
    ENCODINGS,
    NATIVE,
    CardinalityName,
    check_encoding,
)
from logicsweep.formulas.formulas import CNF, MCC, OPB, WCNF, ClausalEncoding, LinearEncoding
from logicsweep.formulas.logic_programs import FACTS, LP, LP_GROUND, ProgramEncoding
from logicsweep.formulas.user_program import Program
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

FormulaFormat = Literal["cnf", "opb", "wcnf", "mcc", "lp", "facts", "lp-ground"]
# Each with what it is.
FORMULA_FORMATS: Final[dict[FormulaFormat, str]] = {
    CNF: "DIMACS CNF",
    OPB: "pseudo-Boolean constraints",
    WCNF: "weighted CNF, clues optional",
    MCC: "model counting competition",
    LP: "facts plus programs",
    FACTS: "facts alone",
    LP_GROUND: "the program grounded by clingo",
}
_CLAUSAL: Final = (CNF, WCNF, MCC)
_WITH_PROGRAM: Final = (LP, LP_GROUND)


def encode(
    board: Board,
    to: FormulaFormat = CNF,
    *,
    cardinality: CardinalityName | None = None,
    cell: tuple[int, int] | None = None,
    program: str | Program | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Encoding:
    """Encode a board in one of `FORMULA_FORMATS`.

    The models of the encoding, projected on the cells, are the layouts of the board; in `wcnf`
    those of least cost are the layouts that contradict the fewest clues. The same board gives the
    same text.

    `cardinality` is how the total becomes clauses (`cnf`, `wcnf`, `mcc`): one of `ENCODINGS`, or
    `native` in `cnf`. With `cell` only the clues are encoded that this cell touches, without the
    total, which is about all cells. `program` is added to `lp` and `lp-ground`, which may take
    `time_limit` seconds to ground.

    Raises `UnknownNameError` for a name that is not on its list, `LimitError` for an encoding that
    would be too large, ValueError for a cell off the board or for options that the format does not
    have, or for a time limit that is not positive; `ProgramError`; TypeError for other types.
    """
    Budget(time_limit)  # refuses what is no limit
    expect("board", board, Board, "a Board")
    expect("to", to, str, f"one of {', '.join(FORMULA_FORMATS)}")
    if program is not None:
        expect("program", program, (str, Program), "Program, a logic program as a str, or None")
    if to not in FORMULA_FORMATS:
        raise UnknownNameError("formula format", to, FORMULA_FORMATS)
    if cardinality is not None:
        check_encoding(cardinality, (*ENCODINGS, NATIVE))
        if to not in _CLAUSAL:
            raise ValueError(f"{to} needs no cardinality encoding; {', '.join(_CLAUSAL)} do")
    if program is not None and to not in _WITH_PROGRAM:
        raise ValueError(f"{to} cannot hold a program; {' and '.join(_WITH_PROGRAM)} can")
    system = system_around(board, cell)
    note = None
    if cell is not None:
        left_out = "" if board.total_mines is None else "; the total is left out"
        note = f"only the clues that {Cell.of(cell)} touches{left_out}"
    if to in _CLAUSAL:
        return ClausalEncoding(board, to, system, cardinality or DEFAULT_ENCODING, note)
    if to == OPB:
        return LinearEncoding(board, system, note)
    own = Program(program) if isinstance(program, str) else program
    return ProgramEncoding(board, to, cell=cell, program=own, note=note, time_limit=time_limit)
