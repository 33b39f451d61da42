"""logicsweep: proofs about Minesweeper positions.

`KnowledgeBase(Board.parse(text)).consequences()` gives every covered cell that is proved safe or a
mine. Importing the package loads no solver.
"""

from __future__ import annotations

from typing import Final

from logicsweep.adjacency import Adjacency
from logicsweep.board import Board, Cell, State
from logicsweep.constraints import Cardinality, ConstraintSystem, Source, constraints_of
from logicsweep.encode.cnf import Cnf, dimacs, encode_cnf
from logicsweep.errors import (
    BoardSyntaxError,
    IllegalMoveError,
    InconsistentBoardError,
    LimitError,
    LogicSweepError,
    ProgramNotFoundError,
    UnknownNameError,
    UnknownSolverError,
)
from logicsweep.formats.registry import read_board
from logicsweep.knowledge import KnowledgeBase
from logicsweep.partition import boxes, components
from logicsweep.reason.protocol import Backbone, Reasoner, Status
from logicsweep.reason.sat import SOLVERS, SatReasoner
from logicsweep.verdicts import Consequences, Verdict

__version__: Final = "0.1.0"

__all__ = [
    "SOLVERS",
    "Adjacency",
    "Backbone",
    "Board",
    "BoardSyntaxError",
    "Cardinality",
    "Cell",
    "Cnf",
    "Consequences",
    "ConstraintSystem",
    "IllegalMoveError",
    "InconsistentBoardError",
    "KnowledgeBase",
    "LimitError",
    "LogicSweepError",
    "ProgramNotFoundError",
    "Reasoner",
    "SatReasoner",
    "Source",
    "State",
    "Status",
    "UnknownNameError",
    "UnknownSolverError",
    "Verdict",
    "boxes",
    "components",
    "constraints_of",
    "dimacs",
    "encode_cnf",
    "read_board",
]
