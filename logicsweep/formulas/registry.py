"""Every format that a board can be encoded in, by name.

To add a format, write a subclass of `Encoding` (see `base`) with the variable of a cell and the
lines of the text, add its name to `FormulaFormat` and `FORMULA_FORMATS`, and make it in `encode`. A
format of clauses, or of linear constraints, fits into a class of `formulas`. The command line and
the tests use `FORMULA_FORMATS`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import Final, Unpack

from logicsweep.board.board import Board, Cell
from logicsweep.constraints.factors import SourceKind
from logicsweep.errors import UnknownNameError, expect, listed
from logicsweep.formats.given import AnyBoard, BoardKeys, board_of
from logicsweep.formulas.base import Encoding, system_around
from logicsweep.formulas.cardinality import (
    DEFAULT_ENCODING,
    ENCODINGS,
    NATIVE,
    CardinalityName,
    check_encoding,
)
from logicsweep.formulas.formulas import CircuitEncoding, ClausalEncoding, LinearEncoding
from logicsweep.formulas.logic_programs import ProgramEncoding
from logicsweep.formulas.names import (
    CNF,
    FORMULA_FORMATS,
    LP,
    LP_GROUND,
    MCC,
    NNF,
    OPB,
    WCNF,
    WCNF_OLD,
    FormulaFormat,
)
from logicsweep.formulas.user_program import Program
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget
from logicsweep.system.statements import statements_of

_CLAUSAL: Final = (CNF, WCNF, WCNF_OLD, MCC)
_WITH_PROGRAM: Final = (LP, LP_GROUND)


def encode(
    board: AnyBoard,
    to: FormulaFormat = CNF,
    *,
    cardinality: CardinalityName | None = None,
    cell: tuple[int, int] | None = None,
    program: str | Program | None = None,
    weighted: bool = False,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    **keys: Unpack[BoardKeys],
) -> Encoding:
    """Encode a board as a formula or a logic program for other tools.

    Guaranteed: the models of the encoding, projected on the cells, are exactly the layouts that
    agree with the board; in `wcnf` and `wcnf-old`, the models of minimum cost are the layouts that
    contradict the fewest clues. The same board always gives the same text.

    Args:
        board: The board, or an array, a text, a path or a link.
        to: The format, one of `FORMULA_FORMATS`.
        cardinality: The encoding of the mine count as clauses in formats of clauses: one of
            `ENCODINGS`, or `native` in `cnf`.
        cell: Encode only the clues and constraints that touch this cell (row, column), without the
            mine count, which concerns all cells.
        program: A logic program to add in `lp` and `lp-ground`, as a `Program` or its text.
        weighted: In `mcc`, weigh the layouts of a board whose mine count is unknown by its density,
            so that the weighted count is the probability that all of its clues are right.
        time_limit: The seconds that grounding may take in `lp-ground`, and making the circuit in
            `nnf`; None for no limit.
        keys: Knowledge about the board, such as `mines=10`, as `board_of` takes it; in `wcnf`
            constraints are hard.

    Raises:
        UnknownNameError: There is no format or encoding of this name.
        LimitError: The encoding would be too large, or the time limit passed.
        ProgramError: The program cannot be used.
        ValueError: The cell is off the board, the format does not take an option, the layouts are
            no plain set, as `nnf` needs (see `circuit_of`), or the time limit is not positive.
        TypeError: An argument has the wrong type.
    """
    Budget(time_limit)  # raises for a wrong time limit
    board = board_of(board, **keys)
    check_format(to, cardinality=cardinality, program=program)
    if to == NNF and cell is not None:
        raise ValueError("nnf is a circuit of the whole board; expected no cell")
    if weighted and to != MCC:
        raise ValueError(f"{to} has no weights; {MCC} does")
    if to == NNF:
        return CircuitEncoding(board, time_limit=time_limit)
    statements = statements_of(board)
    weights = _weights(board) if weighted else None
    system = system_around(statements, board, cell)
    note = None
    if cell is not None:
        left_out = "" if board.mines is None else ", without the mine count"
        note = f"only the clues that touch {Cell.of(cell)}{left_out}"
    if to in _CLAUSAL:
        cardinality = cardinality or DEFAULT_ENCODING
        return ClausalEncoding(board, to, system, cardinality, note, weights=weights)
    if to == OPB:
        return LinearEncoding(board, system, note)
    given = Program(program) if isinstance(program, str) else program
    # Rules for layouts are facts for the whole board; around a cell only some of them matter.
    further = SourceKind.CONSTRAINT, *([SourceKind.RULE] if cell is not None else [])
    others = [
        constraint
        for constraint in system.constraints
        # The statements about a key are facts in any case.
        if constraint.source.kind in further
        and constraint.source.name != board.rules.clue.keyed.name
    ]
    return ProgramEncoding(
        board, to, cell=cell, program=given, constraints=others, note=note, time_limit=time_limit
    )


def check_format(
    to: FormulaFormat,
    *,
    cardinality: CardinalityName | None = None,
    program: str | Program | None = None,
) -> None:
    """Check the arguments of `encode` that need no board to be checked.

    Raises:
        UnknownNameError: There is no format or encoding of this name.
        ValueError: The format does not take an option.
        TypeError: An argument has the wrong type.
    """
    expect("to", to, str, f"one of {', '.join(FORMULA_FORMATS)}")
    if program is not None:
        expect("program", program, (str, Program), "Program, a logic program as a str, or None")
    if to not in FORMULA_FORMATS:
        raise UnknownNameError("formula format", to, FORMULA_FORMATS)
    if cardinality is not None:
        check_encoding(cardinality, (*ENCODINGS, NATIVE))
        if to not in _CLAUSAL:
            raise ValueError(f"{to} takes no cardinality encoding; {listed(_CLAUSAL)} do")
        if cardinality == NATIVE and to != CNF:
            raise ValueError(
                f"{to} has no native constraints; expected another cardinality encoding"
            )
    if program is not None and to not in _WITH_PROGRAM:
        raise ValueError(f"{to} cannot hold a program; {listed(_WITH_PROGRAM)} can")


def _weights(board: Board) -> tuple[Fraction, ...]:
    """Return each cell's density, by which layouts weigh. Raises ValueError without one."""
    if board.priors is not None:
        return tuple(chain.from_iterable(board.priors))
    if board.mines is not None or board.density is None:
        raise ValueError("weights need a board with a density, and without a mine count")
    return (board.density,) * board.grid.size
