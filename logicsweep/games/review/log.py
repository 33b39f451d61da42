"""Games from the logs of `play`: a line of JSON for each move, or the whole answer of --json."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final

import msgspec
import numpy as np
from msgspec import Meta, Struct

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.clue_models import ClueModel, clue_model
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.board.names import SQUARE
from logicsweep.board.rules.rules import AnyRuling, Rules, Ruling
from logicsweep.board.state import State
from logicsweep.errors import BoardSyntaxError, LogicSweepError
from logicsweep.games.review.played import WITHOUT_GUESSES, PlayedGame
from logicsweep.games.setting import GameRule, Setting
from logicsweep.games.told.opening import Flags, Opening
from logicsweep.knowledge.evidence import Evidence

_Number = Annotated[int, Meta(ge=0)]
_STATES: Final = {
    state.name.lower().replace("_", " "): state
    for state in (State.KNOWN_MINE, State.NO_CLUE, State.FLAGGED, State.COVERED)
}
_RANGE: Final = re.compile(r"(\d{1,9})\.\.(\d{1,9})", re.ASCII)
_UNCERTAIN: Final = re.compile(r"(-?\d{1,9})~", re.ASCII)


class _Move(Struct):
    """The part of a move that is read."""

    action: str
    cell: tuple[_Number, _Number]
    shows: list[tuple[_Number, _Number, int | str]]
    proved: bool = False


class _Start(Struct):
    """The part of the first line that is read of every game; a `Setting` reads the rest."""

    format: str
    rule: str
    first_click: str
    clues: str
    agent: str = ""
    no_guess: bool = False
    start: str | None = None
    mines: list[tuple[_Number, _Number]] | None = None
    moves: list[_Move] | None = None


class _End(Struct):
    """The part of the last line that is read."""

    mines: list[tuple[_Number, _Number]] | None = None


def is_log(data: bytes) -> bool:
    """Return whether bytes look like a log of `play`, or like its answer in JSON."""
    return b'"format":"logicsweep-play' in data[:400].replace(b" ", b"").replace(b"\n", b"")


def read_log(data: bytes, rules: AnyRuling = None) -> PlayedGame:
    """Read the game of a log; an interrupted one ends with its last move.

    It may name `rules` beside those of the catalogue.

    Raises:
        BoardSyntaxError: The text is no such log, or the game is played by the rule `search`.
    """
    lines = data.split(b"\n")
    is_answer = b"logicsweep-play-log" not in data[:400]
    with _blaming(1, ValueError, RecursionError):
        keys = msgspec.json.decode(data if is_answer else lines[0])
        start = msgspec.convert(keys, _Start)
    if start.rule == GameRule.SEARCH.value:
        raise _fault(
            1,
            "the game is played by the rule search, where safe cells need not be opened; expected "
            "classic or continue",
        )
    if start.moves is None:
        moves, mines = _moves(lines[1:])
    else:
        moves, mines = [(1, move) for move in start.moves], start.mines
    with _blaming(1, LogicSweepError):
        board = _board(start, keys, Ruling.of(rules))
        openings, flags = _openings(board, moves, clue_model(start.clues))
        return PlayedGame(
            board,
            FirstClick.of(start.first_click),
            openings,
            None if mines is None else _layout(board, mines),
            player=start.agent,
            note=WITHOUT_GUESSES if start.no_guess else "",
            flags=flags,
        )


def _fault(line: int, what: str) -> BoardSyntaxError:
    error = BoardSyntaxError(what, line=line, column=1)
    error.format = "play-log"
    return error


@contextmanager
def _blaming(line: int, *errors: type[Exception]) -> Iterator[None]:
    """Turn errors of some types into faults of a line."""
    try:
        yield
    except BoardSyntaxError:
        raise
    except errors as error:
        raise _fault(line, f"{error}") from None


def _moves(lines: list[bytes]) -> tuple[list[tuple[int, _Move]], list[tuple[int, int]] | None]:
    """Read the moves of a log, with the numbers of their lines, and the mines at its end."""
    moves: list[tuple[int, _Move]] = []
    for number, line in enumerate(lines, 2):
        if b'"outcome":' in line[:20]:
            with _blaming(number, ValueError):
                return moves, msgspec.json.decode(line, type=_End).mines
        try:
            moves.append((number, msgspec.json.decode(line, type=_Move)))
        except (ValueError, RecursionError) as error:
            if number == len(lines) + 1:
                break  # the line at which the game was interrupted
            raise _fault(number, f"{error}") from None
    return moves, None


def _board(start: _Start, keys: dict[str, Any], ruling: Ruling) -> Board:
    """Return the position before the first move, by the first line."""
    if start.start is not None:
        return Board.parse(start.start, rules=ruling.known)
    if start.no_guess or keys.get("topology", SQUARE) is None:
        raise _fault(1, "the log does not say what the board was in the beginning (`start`)")
    given = {name: keys[name] for name in Setting.__slots__ if name in keys}
    with _blaming(1, TypeError, ValueError):
        given["rules"] = Rules.of(given.get("rules", ""), known=ruling.known)
        return Setting(**{**given, "mines": keys.get("mine_count")}).board()


def _layout(board: Board, mines: list[tuple[int, int]]) -> Layout:
    mask = np.zeros(board.shape, dtype=np.bool_)
    with _blaming(1, ValueError):
        for cell in mines:
            mask.flat[board.number(cell)] = True
    return Layout(mask, adjacency=board.own_adjacency)


def _openings(
    board: Board, moves: list[tuple[int, _Move]], model: ClueModel
) -> tuple[tuple[Opening, ...], Flags]:
    """Return the openings, and the flags that were moved after the last of them."""
    evidence = Evidence(board)
    openings: list[Opening] = []
    flags: list[tuple[Cell, bool]] = []
    for number, move in moves:
        with _blaming(number, ValueError, LogicSweepError):
            if move.action == "flag":
                flags += [
                    (board.cell(board.number((row, column))), value == "flagged")
                    for row, column, value in move.shows
                ]
            if move.action != "open":
                continue
            shown = {
                Cell(row, column): _state(board, Cell(row, column), value, model)
                for row, column, value in move.shows
            }
            for told, value in shown.items():
                evidence.checked(board.number(told), value, exact=False)
            board = board.replace(shown)
        cell = Cell(*move.cell)
        if cell not in shown:
            raise _fault(number, f"the move at {cell} does not say what it shows")
        openings.append(Opening((cell,), shown, is_claimed=move.proved, flags=tuple(flags)))
        flags = []
    return tuple(openings), tuple(flags)


def _state(board: Board, cell: Cell, value: Any, model: ClueModel) -> int | Clue:
    """Return what a cell shows, from how a log writes it."""
    if value in _STATES:
        return int(_STATES[value])
    ruled = board.placed_rules
    if isinstance(value, int):
        code = None if ruled is None else ruled.first.values.code(value)
        return value if code is None else int(code)
    if ruled is not None and value in ruled.codes:
        return int(ruled.codes[value])
    bounds, uncertain = _RANGE.fullmatch(value), _UNCERTAIN.fullmatch(value)
    if bounds:
        return Clue(int(bounds[1]), int(bounds[2]))
    if uncertain:
        return board.reading(cell, int(uncertain[1]), model)
    raise ValueError(f"the cell {cell} shows {value[:40]!r}; expected a clue or a state")
