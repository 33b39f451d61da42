from .board.adjacency import (
    Adjacency as Adjacency,
)
from .board.board import (
    Board as Board,
    Cell as Cell,
)
from .board.clue import (
    Around as Around,
    Clue as Clue,
)
from .board.clue_models import (
    CLUE_MODELS as CLUE_MODELS,
    ClueModel as ClueModel,
    TableModel as TableModel,
    clue_model as clue_model,
)
from .board.first_click import (
    FirstClick as FirstClick,
)
from .board.layout import (
    Layout as Layout,
    Mismatch as Mismatch,
)
from .board.picture.drawing import (
    Picture as Picture,
)
from .board.picture.themes import (
    ThemeName as ThemeName,
)
from .board.state import State as State
from .board.verdicts import (
    Consequences as Consequences,
    Verdict as Verdict,
)
from .constraints.partition import (
    Box as Box,
    Component as Component,
    boxes as boxes,
    components as components,
)
from .constraints.system import (
    Cardinality as Cardinality,
    ConstraintSystem as ConstraintSystem,
    Source as Source,
    constraints_of as constraints_of,
)
from .count.engines.registry import (
    ENGINES as ENGINES,
    EngineName as EngineName,
)
from .count.layouts import (
    ClueDistribution as ClueDistribution,
)
from .count.model_count import (
    LeastRisky as LeastRisky,
    ModelCount as ModelCount,
)
from .errors import (
    AgentError as AgentError,
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
    ProgramError as ProgramError,
    ProgramNotFoundError as ProgramNotFoundError,
    ProgramWarning as ProgramWarning,
    SpecificationError as SpecificationError,
    UnknownNameError as UnknownNameError,
    UnknownSolverError as UnknownSolverError,
)
from .explain.certificates.certificate import (
    Certificate as Certificate,
)
from .explain.certificates.checker import (
    check_proof as check_proof,
)
from .explain.certificates.folder import (
    check_folder as check_folder,
)
from .explain.certificates.formula import (
    Claim as Claim,
)
from .explain.diagnosis import (
    Conflict as Conflict,
    CorrectionSet as CorrectionSet,
    Diagnosis as Diagnosis,
)
from .explain.explanation import (
    Counterexample as Counterexample,
    Difficulty as Difficulty,
    Explanation as Explanation,
    Step as Step,
)
from .explain.techniques import (
    Technique as Technique,
)
from .formats.dealt import (
    DealtGame as DealtGame,
)
from .formats.registry import (
    BOARD_FORMATS as BOARD_FORMATS,
    read_board as read_board,
    read_layout as read_layout,
    write_board as write_board,
)
from .formats.stored import (
    load as load,
    save as save,
)
from .formulas.answers import (
    Answer as Answer,
    read_answer as read_answer,
)
from .formulas.base import (
    Encoding as Encoding,
    Statistics as Statistics,
)
from .formulas.cardinality import (
    ENCODINGS as ENCODINGS,
    CardinalityName as CardinalityName,
)
from .formulas.cnf import (
    Cnf as Cnf,
    encode_cnf as encode_cnf,
)
from .formulas.registry import (
    FORMULA_FORMATS as FORMULA_FORMATS,
    FormulaFormat as FormulaFormat,
    encode as encode,
)
from .formulas.user_program import (
    Program as Program,
)
from .games.agents.base import (
    Agent as Agent,
    Move as Move,
)
from .games.agents.registry import (
    AGENTS as AGENTS,
    agent_of as agent_of,
)
from .games.game import (
    Game as Game,
)
from .games.loop import (
    play as play,
)
from .games.setting import (
    GameRule as GameRule,
    Setting as Setting,
)
from .games.view import (
    View as View,
)
from .knowledge.base import (
    KnowledgeBase as KnowledgeBase,
)
from .reason.solvers.asp import (
    AspReasoner as AspReasoner,
)
from .reason.solvers.engine import (
    REASONERS as REASONERS,
    ReasonerName as ReasonerName,
)
from .reason.solvers.protocol import (
    Backbone as Backbone,
    Reasoner as Reasoner,
    Status as Status,
)
from .reason.solvers.sat import (
    SOLVERS as SOLVERS,
    SatReasoner as SatReasoner,
    SolverName as SolverName,
)

__version__: str
from .render.drawn import html as html, png as png, svg as svg
