"""Reading the output of solvers: a model of an encoding becomes a layout of its board.

Understood are the `s` and `v` lines of SAT, MaxSAT and pseudo-Boolean solvers (literals or a bit
string), minisat's result files, and clingo's output as text, in competition format and as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Final, NamedTuple

from logicsweep.board.board import Board, expect_board
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.errors import AnswerSyntaxError, LimitError, expect
from logicsweep.limits import MOST_LINES
from logicsweep.system.statements import layout_constraints

_STATUS: Final = {
    "SATISFIABLE": True,
    "SAT": True,
    "OPTIMUM FOUND": True,
    "UNSATISFIABLE": False,
    "UNSAT": False,
    "UNKNOWN": None,
    "INDET": None,
    "INDETERMINATE": None,
}
_ATOM: Final = re.compile(r"(?<!\w)mine\(\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)\)")
_MINE: Final = re.compile(r"(?<!\w)mine\(")
_LITERAL: Final = re.compile(r"-?x?\d{1,18}", re.ASCII)
_VALUES: Final = re.compile(r"v(?:\s|$)")
# A line of minisat's result file: literals and a 0.
_NUMBERS: Final = re.compile(r"(?:-?\d+\s+)*0", re.ASCII)
_TOKEN: Final = re.compile(r"\S+")
_ANSWER: Final = re.compile(r"Answer: \d+|ANSWER\s*$")

# A model: the value of each variable, or the mines in an answer set.
_Assignment = dict[int, bool]
_Mines = frozenset[int]


class Answer(NamedTuple):
    """The answer of a solver.

    Attributes:
        satisfiable: Whether there is a model; None if the solver gave up.
        layout: The last model as a layout of the board; None if there is none.
        models: The number of models that the solver printed.
    """

    satisfiable: bool | None
    layout: Layout | None
    models: int


class _Output(NamedTuple):
    """The content of an output: its status, the number of its models, and the last of them."""

    status: str | None
    models: int
    last: _Assignment | _Mines | None


def read_answer(board: Board, text: str) -> Answer:
    """Read the output of a solver on an encoding of a board.

    It understands `s` and `v` lines as in the SAT, MaxSAT and pseudo-Boolean competitions,
    minisat's result files, and clingo's text and JSON. The answer is not checked:
    `answer.layout.mismatches(board)` lists the clues that it contradicts, and `broken_rules` the
    rules for layouts.

    Args:
        board: The board that was encoded.
        text: The complete output of the solver.

    Raises:
        AnswerSyntaxError: The text is not the output of a solver, or a model has no value for a
            covered cell or a mine in an open one.
        LimitError: The text has more than 1,000,000 lines or JSON objects.
        TypeError: An argument has the wrong type.
    """
    expect_board(board)
    expect("text", text, str, "a solver's output as a str")
    if max(text.count("\n"), text.count("{")) > MOST_LINES:
        raise LimitError(f"the solver's output has more than {MOST_LINES:,} lines or objects")
    output = (
        _from_json(board, text)
        if text.lstrip().startswith("{")
        else _from_lines(text, board.grid.size, partial(_mines, board))
    )
    expected = "lines `s ...` and `v ...`, or the output of clingo or minisat"
    satisfiable = _satisfiable(output, expected, line=1)
    layout = None if output.last is None else _layout(board, output.last)
    return Answer(satisfiable, layout, output.models)


def read_model(text: str, variables: int) -> tuple[bool | None, dict[int, bool] | None]:
    """Read the output of a SAT solver on a formula with so many variables.

    Returns whether there is a model, None if the solver gave up; and the last model, with a value
    for each variable that the output names, or None without one. Raises `AnswerSyntaxError`.
    """
    output = _from_lines(text, variables)
    satisfiable = _satisfiable(output, "a line `s ...`")
    return satisfiable, output.last if isinstance(output.last, dict) else None


def broken_rules(board: Board, layout: Layout) -> tuple[str, ...]:
    """List the board's rules for layouts and constraints that a layout breaks, by name, each once.

    `Layout.mismatches` does the same for the clues and the mine count.

    Args:
        board: The board.
        layout: A layout of the same size.

    Raises:
        ValueError: The sizes differ.
        TypeError: An argument has the wrong type.
    """
    expect_board(board)
    expect("layout", layout, Layout, "a Layout")
    if layout.mask.shape != board.grid.shape:
        height, width = layout.mask.shape
        raise ValueError(f"the layout is {width}x{height}, the board {board.width}x{board.height}")
    ruled = board.placed_rules
    rules = [] if ruled is None else layout_constraints(ruled, None)
    mines = frozenset(layout.mask.ravel().nonzero()[0].tolist())
    broken = [
        str(constraint.source.name)
        for constraint in (*rules, *board.constraints)
        if not constraint.weight(mines)
    ]
    return tuple(dict.fromkeys(broken))


def _satisfiable(output: _Output, expected: str, line: int | None = None) -> bool | None:
    """Tell whether an output says that there is a model; None if the solver gave up."""
    status, models, _ = output
    if status is None and not models:
        raise AnswerSyntaxError(f"there is no answer; expected {expected}", line=line)
    if models and status is not None and _STATUS[status] is False:
        raise AnswerSyntaxError(f"the output says {status} but has a model", line=None)
    return True if models else _STATUS[status or "UNKNOWN"]


def _from_lines(
    text: str, cells: int, mines: Callable[[str, int], _Mines] | None = None
) -> _Output:
    """Read an output in lines, one model at a time: there may be millions.

    `mines` reads an answer set of clingo, if there may be one.
    """
    status = None
    models = 0
    last: _Assignment | _Mines | None = None
    expects_answer_set = False  # after clingo's line `Answer: 1`
    value_lines: list[tuple[str, int]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        word = line.removeprefix("s ").strip()
        if word in _STATUS:
            status = word
        elif expects_answer_set and mines is not None:
            last = mines(line, number)
            models += 1
            expects_answer_set = False
            continue
        elif _VALUES.match(line) or _NUMBERS.fullmatch(line):
            value_lines.append((line.removeprefix("v"), number))
        expects_answer_set = mines is not None and bool(_ANSWER.match(line))
    if expects_answer_set:
        raise AnswerSyntaxError(
            "the output ends early; expected an answer set", line=text.count("\n") + 1
        )
    # PySAT's rc2.py ends no model with a 0. Its status says that it is done.
    is_whole = status == "OPTIMUM FOUND" and text.endswith("\n")
    for values in _assignments(value_lines, cells, is_whole=is_whole):
        last = values
        models += 1
    return _Output(status, models, last)


def _from_json(board: Board, text: str) -> _Output:
    """Read clingo's JSON output."""
    try:
        output = json.loads(text)
        status = output["Result"]
        values = [
            witness["Value"] for call in output["Call"] for witness in call.get("Witnesses", [])
        ]
        is_clingo = status in _STATUS and all(isinstance(value, list) for value in values)
        answers = [" ".join(value) for value in values]
    except json.JSONDecodeError as error:
        raise AnswerSyntaxError(f"not JSON: {error.msg}", line=error.lineno) from None
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        is_clingo = False
    if not is_clingo:
        raise AnswerSyntaxError(
            "this is not clingo's JSON; expected the output of clingo --outf=2", line=1
        )
    last = None
    for answer in answers:
        last = _mines(board, answer, 1)
    return _Output(status, len(answers), last)


def _mines(board: Board, atoms: str, line: int) -> _Mines:
    """Return the mines of an answer set."""
    pairs = _ATOM.findall(atoms)
    if len(pairs) != len(_MINE.findall(atoms)):
        raise AnswerSyntaxError(
            "an atom mine(...) names no cell; expected mine((row,column))", line=line
        )
    numbers = set()
    for row, column in pairs:
        try:
            numbers.add(board.number((int(row), int(column))))
        except ValueError as error:
            raise AnswerSyntaxError(str(error), line=line) from None
    return frozenset(numbers)


def _assignments(
    lines: list[tuple[str, int]], cells: int, *, is_whole: bool
) -> Iterator[_Assignment]:
    """Yield the models in value lines: each as literals and a 0, or a single one as bits.

    The last 0 may be missing if it is known that the output is whole.
    """
    tokens = ((token[0], number) for line, number in lines for token in _TOKEN.finditer(line))
    start = list(islice(tokens, 2))
    if len(start) == 1 and re.fullmatch(r"[01]{2,}", start[0][0]):
        bits = start[0][0][:cells]  # auxiliary variables come after the cells
        yield {variable: bit == "1" for variable, bit in enumerate(bits, start=1)}
        return
    values: _Assignment = {}
    line, has_names = 1, False
    for token, line in chain(start, tokens):
        if not _LITERAL.fullmatch(token):
            raise AnswerSyntaxError(
                f"{token[:20]!r} is not a literal; expected a number such as 7, -7 or x7", line=line
            )
        has_names = has_names or "x" in token
        variable = int(token.replace("x", "").removeprefix("-"))
        if not variable:
            yield values
            values = {}
            continue
        value = not token.startswith("-")
        if values.setdefault(variable, value) != value:
            raise AnswerSyntaxError(f"variable {variable} is both true and false", line=line)
    if values:
        if not (has_names or is_whole):
            raise AnswerSyntaxError("the values end without a 0; expected one", line=line)
        yield values


def _layout(board: Board, model: _Assignment | _Mines) -> Layout:
    """Turn a model into a layout. Raises `AnswerSyntaxError` if it does not fit the board."""
    covered = board.covered_mask.ravel()
    mask = board.grid.ravel() == State.KNOWN_MINE
    if isinstance(model, dict):
        missing = [number for number in covered.nonzero()[0].tolist() if number + 1 not in model]
        if missing:
            raise AnswerSyntaxError(
                f"the model has no value for {board.cell(missing[0])}, variable {missing[0] + 1}"
                + (f", and for {len(missing) - 1:,} more" if len(missing) > 1 else ""),
                line=None,
            )
        mines = [number for number in covered.nonzero()[0].tolist() if model[number + 1]]
    else:
        mines = sorted(model)
        wrong = [number for number in mines if not covered[number] and not mask[number]]
        if wrong:
            raise AnswerSyntaxError(
                f"the model has a mine at {board.cell(wrong[0])}, which is open", line=None
            )
    mask[mines] = True
    return Layout(mask.reshape(board.grid.shape), adjacency=board.own_adjacency)
