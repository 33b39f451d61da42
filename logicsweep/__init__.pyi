from .adjacency import (
    Adjacency as Adjacency,
)
from .board import (
    Board as Board,
)
from .board import (
    Cell as Cell,
)
from .board import (
    State as State,
)
from .certificates.certificate import (
    Certificate as Certificate,
)
from .certificates.checker import (
    check_proof as check_proof,
)
from .certificates.folder import (
    check_folder as check_folder,
)
from .certificates.formula import (
    Claim as Claim,
)
from .clue_models import (
    CLUE_MODELS as CLUE_MODELS,
)
from .clue_models import (
    ClueModel as ClueModel,
)
from .clue_models import (
    TableModel as TableModel,
)
from .clue_models import (
    clue_model as clue_model,
)
from .clues import (
    Around as Around,
)
from .clues import (
    Clue as Clue,
)
from .constraints import (
    Cardinality as Cardinality,
)
from .constraints import (
    ConstraintSystem as ConstraintSystem,
)
from .constraints import (
    Source as Source,
)
from .constraints import (
    constraints_of as constraints_of,
)
from .diagnosis import (
    Clashing as Clashing,
)
from .diagnosis import (
    Correction as Correction,
)
from .diagnosis import (
    Diagnosis as Diagnosis,
)
from .encoding.answers import (
    Answer as Answer,
)
from .encoding.answers import (
    read_answer as read_answer,
)
from .encoding.base import (
    Encoding as Encoding,
)
from .encoding.base import (
    Statistics as Statistics,
)
from .encoding.cardinality import (
    ENCODINGS as ENCODINGS,
)
from .encoding.cardinality import (
    CardinalityName as CardinalityName,
)
from .encoding.cnf import (
    Cnf as Cnf,
)
from .encoding.cnf import (
    encode_cnf as encode_cnf,
)
from .encoding.formats import (
    FORMULA_FORMATS as FORMULA_FORMATS,
)
from .encoding.formats import (
    FormulaFormat as FormulaFormat,
)
from .encoding.formats import (
    encode as encode,
)
from .encoding.rules import (
    Rules as Rules,
)
from .errors import (
    AmbiguousFormatError as AmbiguousFormatError,
)
from .errors import (
    AnswerSyntaxError as AnswerSyntaxError,
)
from .errors import (
    BoardSyntaxError as BoardSyntaxError,
)
from .errors import (
    CertificateError as CertificateError,
)
from .errors import (
    ExperimentError as ExperimentError,
)
from .errors import (
    IllegalMoveError as IllegalMoveError,
)
from .errors import (
    InconsistentBoardError as InconsistentBoardError,
)
from .errors import (
    LimitError as LimitError,
)
from .errors import (
    LogicSweepError as LogicSweepError,
)
from .errors import (
    MissingDensityError as MissingDensityError,
)
from .errors import (
    MissingLibraryError as MissingLibraryError,
)
from .errors import (
    ProgramNotFoundError as ProgramNotFoundError,
)
from .errors import (
    RulesError as RulesError,
)
from .errors import (
    RulesWarning as RulesWarning,
)
from .errors import (
    SpecificationError as SpecificationError,
)
from .errors import (
    UnknownNameError as UnknownNameError,
)
from .errors import (
    UnknownSolverError as UnknownSolverError,
)
from .explain.explanation import (
    Counterexample as Counterexample,
)
from .explain.explanation import (
    Difficulty as Difficulty,
)
from .explain.explanation import (
    Explanation as Explanation,
)
from .explain.explanation import (
    Step as Step,
)
from .explain.rules import (
    Rule as Rule,
)
from .formats.dealt import (
    Dealt as Dealt,
)
from .formats.registry import (
    BOARD_FORMATS as BOARD_FORMATS,
)
from .formats.registry import (
    read_board as read_board,
)
from .formats.registry import (
    read_layout as read_layout,
)
from .formats.registry import (
    write_board as write_board,
)
from .independent import (
    ENGINES as ENGINES,
)
from .independent import (
    EngineName as EngineName,
)
from .knowledge import (
    KnowledgeBase as KnowledgeBase,
)
from .layout import (
    Clash as Clash,
)
from .layout import (
    Layout as Layout,
)
from .layouts import (
    ClueDistribution as ClueDistribution,
)
from .model_count import (
    LeastRisky as LeastRisky,
)
from .model_count import (
    ModelCount as ModelCount,
)
from .partition import (
    Box as Box,
)
from .partition import (
    Component as Component,
)
from .partition import (
    boxes as boxes,
)
from .partition import (
    components as components,
)
from .pictures.drawing import (
    Picture as Picture,
)
from .pictures.drawing import (
    svg as svg,
)
from .pictures.themes import (
    ThemeName as ThemeName,
)
from .reason.asp import (
    AspReasoner as AspReasoner,
)
from .reason.engine import (
    REASONERS as REASONERS,
)
from .reason.engine import (
    ReasonerName as ReasonerName,
)
from .reason.protocol import (
    Backbone as Backbone,
)
from .reason.protocol import (
    Reasoner as Reasoner,
)
from .reason.protocol import (
    Status as Status,
)
from .reason.sat import (
    SOLVERS as SOLVERS,
)
from .reason.sat import (
    SatReasoner as SatReasoner,
)
from .reason.sat import (
    SolverName as SolverName,
)
from .verdicts import (
    Consequences as Consequences,
)
from .verdicts import (
    Verdict as Verdict,
)

__version__: str
