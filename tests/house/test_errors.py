"""Errors as values: they say where, and they survive a trip to another process."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from logicsweep import BoardSyntaxError, InconsistentBoardError, LimitError, LogicSweepError
from logicsweep.board.total import checked_total
from logicsweep.errors import (
    AgentError,
    AmbiguousFormatError,
    AnswerSyntaxError,
    ArgumentTypeError,
    CertificateError,
    DatasetError,
    ExperimentError,
    IllegalMoveError,
    InternalError,
    KernelError,
    MissingDensityError,
    MissingLibraryError,
    NoLayoutError,
    ProgramError,
    ProgramNotFoundError,
    RuleFileError,
    SpecificationError,
    UnclearSignError,
    UnknownNameError,
    UnknownSolverError,
    expect,
    whole,
)
from logicsweep.formulas import CommandError, WrongAnswerError
from logicsweep.strategy.beliefs import ManyBeliefsError
from logicsweep.system import components
from logicsweep.system.model_counts import TooLargeTablesError
from logicsweep.tables.component_counts import UncountableError
from tests.judges.refusals import refused
from tests.judges.systems import pigeons

(PART,) = components(pigeons(2).constraints)

ERRORS = [
    AgentError("agent mine:Corners: there is no module mine"),
    BoardSyntaxError("what was expected", line=3, column=4),
    AmbiguousFormatError(["csv", "mine"], "the first cell is a mine in one of them", sign="#"),
    UnclearSignError("#", "a covered cell or a mine", line=3, column=4),
    InconsistentBoardError([(0, 1), (2, 3)], uses_total=True),
    InconsistentBoardError(None, uses_total=None),
    InconsistentBoardError([(0, 1)], uses_total=False, uses_program=True),
    IllegalMoveError("not covered", move=(1, 2)),
    UnknownNameError("board format", "x", ["json"]),
    UnknownSolverError("x", ["minicard"]),
    MissingDensityError(),
    MissingLibraryError("pyganak", extra="ganak", purpose="counting"),
    KernelError("there is no native.so"),
    LimitError("a budget", safe=frozenset({(0, 0)}), mines=frozenset({(1, 1)})),
    UncountableError(PART, 3),
    ManyBeliefsError("too many branches"),
    TooLargeTablesError("a component of 81 cells needs more rows"),
    NoLayoutError("no tries left", tries=3, seconds=0.5, opened=200, safe_cells=310),
    ProgramNotFoundError("x", ["minesweeper"]),
    AnswerSyntaxError("what was expected", line=2),
    DatasetError("folder/manifest.json is no manifest of a data set"),
    CertificateError("does not follow", file="safe-2-4.drup", line=3),
    InternalError("(0,1) is safe by proof and undetermined by count", board="?1"),
    CommandError("ended with exit code 1", command="kissat -q {cnf}"),
    WrongAnswerError("it finds no model", command="kissat {cnf}", cell=(0, 1), board="?1"),
    ExperimentError("games.jsonl: no space left on device"),
    SpecificationError("agents is 3", file="x.toml", line=4),
    SpecificationError("not TOML", file="x.toml", line=4, column=2),
    ProgramError("program.lp:1:2: error: syntax error"),
    RuleFileError("own.toml: [[clue]] 1: name is missing"),
]


def test_errors_survive_pickling() -> None:
    check_pickling(ERRORS)


def check_pickling(errors: list[Exception]) -> None:
    """Each is the same after a trip to another process."""
    for error in errors:
        again = pickle.loads(pickle.dumps(error))  # noqa: S301
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error), type(error)


@pytest.mark.parametrize("value", [True, np.True_, 1.0, "1", None])
def test_what_is_no_whole_number(value: object) -> None:
    with refused(ArgumentTypeError, argument="seed"):
        whole("seed", value)
    with pytest.raises(TypeError, match=r"mines is .*; expected a whole number, a range"):
        checked_total(("x" if value is None else value), 9)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "words"), [(np.zeros(1), "an ndarray"), ({}, "a dict"), (1, "an int"), (None, "None")]
)
def test_types_have_their_article(value: object, words: str) -> None:
    with pytest.raises(TypeError, match=f"^board is {words}; expected a str$"):
        expect("board", value, str, "a str")


def test_every_kind_is_tried() -> None:
    kinds = {kind for kind in kinds_of(LogicSweepError) if ".lab." not in kind.__module__}
    assert {type(error) for error in ERRORS} >= kinds


def kinds_of(kind: type) -> Iterator[type]:
    """Our own kinds of an error, and theirs."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("logicsweep."):
            yield one
            yield from kinds_of(one)
