"""`Instance`: a formula with a question, and its answer, which is known exactly."""

from __future__ import annotations

from random import Random
from typing import Final, Literal, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from logicsweep.formulas.names import FormulaFormat
from logicsweep.formulas.registry import encode
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.proofs import ledger_of
from logicsweep.lab.instances.families import Family
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ELIMINATION, SAT
from logicsweep.system.statements import statements_of

Question = Literal["decide", "count", "weighted-count", "optimum"]
SATISFIABLE: Final = "SAT"
UNSATISFIABLE: Final = "UNSAT"


class Instance(NamedTuple):
    """A formula with a question, and its answer.

    Attributes:
        family: The name of the family.
        seed: The seed of its board.
        scale: The scale of its board; None if the family has none.
        to: The formula format.
        question: `decide`: whether it is satisfiable; `count`: how many models it has, projected on
            the cells; `weighted-count`: how much they weigh together; `optimum`: the least cost.
        expected: The answer: `SAT` or `UNSAT`, or a number, exactly.
        board: The board that is encoded; if it is to be decided, with what is assumed of a cell.
        cell: The cell of which something is assumed; None if nothing is.
        variables: The number of variables.
        clauses: The number of statements.
        text: The text of the file.
    """

    family: str
    seed: int
    scale: int | None
    to: FormulaFormat
    question: Question
    expected: str
    board: Board
    cell: Cell | None
    variables: int
    clauses: int
    text: str


def instance_of(
    family: Family,
    seed: int,
    to: FormulaFormat,
    *,
    scale: int | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Instance:
    """Make the instance of a seed; the same arguments always give the same text.

    In `cnf`, `opb` and `lp` the board is given the opposite of a verdict in a cell for even seeds,
    which is unsatisfiable, and what some layout has in a cell for odd ones. In `mcc` layouts are
    counted, weighted if the family has a density. In `wcnf` the cost is the least number of clues
    that have to be wrong.

    Raises:
        ValueError: The family has no question in this format, or the scale is out of range.
        LimitError: The answer took longer than the time limit, or too much memory.
    """
    if to not in family.formats:
        formats = ", ".join(family.formats)
        raise ValueError(f"the family {family.name} has no question in {to}; expected {formats}")
    board = family.board(seed, scale)
    cell: Cell | None = None
    question: Question
    if to == "mcc" and board.density is not None:
        question, expected = "weighted-count", _weight(board, time_limit)
    elif to == "mcc":
        kb = KnowledgeBase(board, reasoner=ELIMINATION, time_limit=time_limit)
        question, expected = "count", str(kb.count().total)
    elif to == "wcnf":
        question, expected = "optimum", str(_fewest_liars(board, time_limit))
    else:
        rng = Random(f"question of {family.name} {scale} {seed}")
        question = "decide"
        board, cell, expected = _assumed(board, rng, wants_conflict=seed % 2 == 0, limit=time_limit)
    encoding = encode(board, to, weighted=question == "weighted-count")
    sizes = encoding.statistics
    return Instance(
        family.name,
        seed,
        scale if scale is not None else family.scale,
        to,
        question,
        expected,
        board,
        cell,
        sizes.variables,
        sizes.clauses,
        encoding.to_text(),
    )


def _assumed(
    board: Board, rng: Random, *, wants_conflict: bool, limit: float | None
) -> tuple[Board, Cell | None, str]:
    """Assume something of a cell of the board, and tell whether a layout has it.

    Verdicts that need the mine count come first; without a verdict, a cell that may be either.
    """
    proved = KnowledgeBase(board, reasoner=ELIMINATION, time_limit=limit).consequences()
    if wants_conflict and (proved.safe or proved.mines):
        clues = KnowledgeBase(board.without_total(), reasoner=ELIMINATION, time_limit=limit)
        alone = clues.consequences()
        hard = (proved.safe - alone.safe) | (proved.mines - alone.mines)
        cell = rng.choice(sorted(hard or proved.safe | proved.mines))
        opposite = State.KNOWN_MINE if cell in proved.safe else State.NO_CLUE
        return _replaced(board, cell, opposite), cell, UNSATISFIABLE
    either = sorted(set(board.covered) - proved.safe - proved.mines)
    if not either:
        return board, None, SATISFIABLE
    cell = rng.choice(either)
    return _replaced(board, cell, rng.choice((State.KNOWN_MINE, State.NO_CLUE))), cell, SATISFIABLE


def _replaced(board: Board, cell: Cell, state: State) -> Board:
    grid = board.grid.copy()
    grid[cell] = state
    return board.with_grid(grid)


def _weight(board: Board, limit: float | None) -> str:
    """Return the probability that all clues are right, as a fraction."""
    budget = Budget(limit)
    ledger = ledger_of(board, statements_of(board), None, engine_of(ELIMINATION))
    ledger.settle(budget)
    return str(ledger.mass(board, board.density, budget))


def _fewest_liars(board: Board, limit: float | None) -> int:
    """Count the fewest clues that have to be wrong."""
    liars = 0
    while not KnowledgeBase(board, reasoner=SAT, liars=liars, time_limit=limit).has_layout():
        liars += 1
    return liars
