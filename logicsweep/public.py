"""The public names, as `logicsweep` gives them."""

from __future__ import annotations

from logicsweep.adjacency import Adjacency
from logicsweep.board import Board, Cell, State
from logicsweep.certificates.certificate import Certificate
from logicsweep.certificates.checker import check_proof
from logicsweep.certificates.folder import check_folder
from logicsweep.certificates.formula import Claim
from logicsweep.clue_models import CLUE_MODELS, ClueModel, TableModel, clue_model
from logicsweep.clues import Around, Clue
from logicsweep.constraints import Cardinality, ConstraintSystem, Source, constraints_of
from logicsweep.diagnosis import Clashing, Correction, Diagnosis
from logicsweep.encoding.answers import Answer, read_answer
from logicsweep.encoding.base import Encoding, Statistics
from logicsweep.encoding.cardinality import ENCODINGS, CardinalityName
from logicsweep.encoding.cnf import Cnf, encode_cnf
from logicsweep.encoding.formats import FORMULA_FORMATS, FormulaFormat, encode
from logicsweep.encoding.rules import Rules
from logicsweep.errors import (
    AmbiguousFormatError,
    AnswerSyntaxError,
    BoardSyntaxError,
    CertificateError,
    ExperimentError,
    IllegalMoveError,
    InconsistentBoardError,
    LimitError,
    LogicSweepError,
    MissingDensityError,
    MissingLibraryError,
    ProgramNotFoundError,
    RulesError,
    RulesWarning,
    SpecificationError,
    UnknownNameError,
    UnknownSolverError,
)
from logicsweep.explain.explanation import Counterexample, Difficulty, Explanation, Step
from logicsweep.explain.rules import Rule
from logicsweep.formats.dealt import Dealt
from logicsweep.formats.registry import FORMATS as BOARD_FORMATS
from logicsweep.formats.registry import read_board, read_layout, write_board
from logicsweep.independent import ENGINES, EngineName
from logicsweep.knowledge import KnowledgeBase
from logicsweep.layout import Clash, Layout
from logicsweep.layouts import ClueDistribution
from logicsweep.model_count import LeastRisky, ModelCount
from logicsweep.partition import Box, Component, boxes, components
from logicsweep.pictures.drawing import Picture, svg
from logicsweep.pictures.themes import ThemeName
from logicsweep.reason.asp import AspReasoner
from logicsweep.reason.engine import REASONERS, ReasonerName
from logicsweep.reason.protocol import Backbone, Reasoner, Status
from logicsweep.reason.sat import SOLVERS, SatReasoner, SolverName
from logicsweep.verdicts import Consequences, Verdict

__all__ = [
    "BOARD_FORMATS",
    "CLUE_MODELS",
    "ENCODINGS",
    "ENGINES",
    "FORMULA_FORMATS",
    "REASONERS",
    "SOLVERS",
    "Adjacency",
    "AmbiguousFormatError",
    "Answer",
    "AnswerSyntaxError",
    "Around",
    "AspReasoner",
    "Backbone",
    "Board",
    "BoardSyntaxError",
    "Box",
    "Cardinality",
    "CardinalityName",
    "Cell",
    "Certificate",
    "CertificateError",
    "Claim",
    "Clash",
    "Clashing",
    "Clue",
    "ClueDistribution",
    "ClueModel",
    "Cnf",
    "Component",
    "Consequences",
    "ConstraintSystem",
    "Correction",
    "Counterexample",
    "Dealt",
    "Diagnosis",
    "Difficulty",
    "Encoding",
    "EngineName",
    "ExperimentError",
    "Explanation",
    "FormulaFormat",
    "IllegalMoveError",
    "InconsistentBoardError",
    "KnowledgeBase",
    "Layout",
    "LeastRisky",
    "LimitError",
    "LogicSweepError",
    "MissingDensityError",
    "MissingLibraryError",
    "ModelCount",
    "Picture",
    "ProgramNotFoundError",
    "Reasoner",
    "ReasonerName",
    "Rule",
    "Rules",
    "RulesError",
    "RulesWarning",
    "SatReasoner",
    "SolverName",
    "Source",
    "SpecificationError",
    "State",
    "Statistics",
    "Status",
    "Step",
    "TableModel",
    "ThemeName",
    "UnknownNameError",
    "UnknownSolverError",
    "Verdict",
    "boxes",
    "check_folder",
    "check_proof",
    "clue_model",
    "components",
    "constraints_of",
    "encode",
    "encode_cnf",
    "read_answer",
    "read_board",
    "read_layout",
    "svg",
    "write_board",
]
