from .adjacency import (
    Adjacency as Adjacency,
)
from .board import (
    Board as Board,
    Cell as Cell,
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
    ClueModel as ClueModel,
    TableModel as TableModel,
    clue_model as clue_model,
)
from .clues import (
    Around as Around,
    Clue as Clue,
)
from .constraints import (
    Cardinality as Cardinality,
    ConstraintSystem as ConstraintSystem,
    Source as Source,
    constraints_of as constraints_of,
)
from .diagnosis import (
    Clashing as Clashing,
    Correction as Correction,
    Diagnosis as Diagnosis,
)
from .encoding.answers import (
    Answer as Answer,
    read_answer as read_answer,
)
from .encoding.base import (
    Encoding as Encoding,
    Statistics as Statistics,
)
from .encoding.cardinality import (
    ENCODINGS as ENCODINGS,
    CardinalityName as CardinalityName,
)
from .encoding.cnf import (
    Cnf as Cnf,
    encode_cnf as encode_cnf,
)
from .encoding.formats import (
    FORMULA_FORMATS as FORMULA_FORMATS,
    FormulaFormat as FormulaFormat,
    encode as encode,
)
from .encoding.rules import (
    Rules as Rules,
)
from .errors import (
    AmbiguousFormatError as AmbiguousFormatError,
    AnswerSyntaxError as AnswerSyntaxError,
    BoardSyntaxError as BoardSyntaxError,
    CertificateError as CertificateError,
    ExperimentError as ExperimentError,
    IllegalMoveError as IllegalMoveError,
    InconsistentBoardError as InconsistentBoardError,
    LimitError as LimitError,
    LogicSweepError as LogicSweepError,
    MissingDensityError as MissingDensityError,
    MissingLibraryError as MissingLibraryError,
    ProgramNotFoundError as ProgramNotFoundError,
    RulesError as RulesError,
    RulesWarning as RulesWarning,
    SpecificationError as SpecificationError,
    UnknownNameError as UnknownNameError,
    UnknownSolverError as UnknownSolverError,
)
from .explain.explanation import (
    Counterexample as Counterexample,
    Difficulty as Difficulty,
    Explanation as Explanation,
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
    read_board as read_board,
    read_layout as read_layout,
    write_board as write_board,
)
from .independent import (
    ENGINES as ENGINES,
    EngineName as EngineName,
)
from .knowledge import (
    KnowledgeBase as KnowledgeBase,
)
from .layout import (
    Clash as Clash,
    Layout as Layout,
)
from .layouts import (
    ClueDistribution as ClueDistribution,
)
from .model_count import (
    LeastRisky as LeastRisky,
    ModelCount as ModelCount,
)
from .partition import (
    Box as Box,
    Component as Component,
    boxes as boxes,
    components as components,
)
from .pictures.drawing import (
    Picture as Picture,
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
    ReasonerName as ReasonerName,
)
from .reason.protocol import (
    Backbone as Backbone,
    Reasoner as Reasoner,
    Status as Status,
)
from .reason.sat import (
    SOLVERS as SOLVERS,
    SatReasoner as SatReasoner,
    SolverName as SolverName,
)
from .verdicts import (
    Consequences as Consequences,
    Verdict as Verdict,
)

__version__: str
