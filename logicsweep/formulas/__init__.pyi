from .answers import Answer as Answer, broken_rules as broken_rules, read_answer as read_answer
from .base import (
    Encoding as Encoding,
    Linear as Linear,
    Soft as Soft,
    SourceSize as SourceSize,
    Statistics as Statistics,
)
from .cardinality import ENCODINGS as ENCODINGS, CardinalityName as CardinalityName
from .cnf import AtMost as AtMost, ClauseGroup as ClauseGroup, Cnf as Cnf, encode_cnf as encode_cnf
from .command_errors import (
    CommandError as CommandError,
    WrongAnswerError as WrongAnswerError,
)
from .names import FORMULA_FORMATS as FORMULA_FORMATS, FormulaFormat as FormulaFormat
from .registry import encode as encode
from .rule_facts import program_text as program_text
from .user_program import Program as Program
