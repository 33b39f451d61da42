"""The JSON of `play`: the answer of a game, and the lines of its log."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from logicsweep.answers import base
from logicsweep.answers.asked import Asked
from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue, Code
from logicsweep.board.layout import Layout
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.board.state import State
from logicsweep.games.agents import base as agents
from logicsweep.games.keys import Condition, keys_in
from logicsweep.games.loop import Outcome
from logicsweep.games.setting import Setting

LOG: Final = "play-log"

Answered = TypeVar("Answered", bound=Struct)

ShownCell = Annotated[
    tuple[base.Number, base.Number, int | str],
    Meta(
        description="[row, column, what it shows]: a clue as a number, an uncertain clue as text "
        "such as `2..3` or `2~`, a clue that is no number under a rule such as `1+2`, or "
        "`known mine`, `no clue`, `flagged` or `covered`."
    ),
]
PositionText = Annotated[
    str, Meta(description="The position at the end of the game, in the native text format.")
]

Shown = Mapping[Cell, int | Clue]


class Played(NamedTuple):
    """A setting that an agent plays; the seed is None for a given layout.

    `no_guess` says that the layout needs no guess from a cell that is open from the beginning.
    `start` is the position before the first move, unless the setting tells it.
    """

    setting: Setting
    seed: int | None
    agent: str
    no_guess: bool = False
    start: Board | None = None


class Move(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One move, and what it showed.

    Attributes:
        move: The number of the move, from 1.
        action: The action on the cell.
        proved: Whether the agent called it certain that the move is right.
        follows: Whether a move that was called certain follows from what was shown before it; null
            for other moves, and where a limit left that open.
        reason: The agent's reason in words; it may be empty.
        shows: Every cell that changed, in reading order.
        known: The numbers of things that the agent knows after the move.
        details: The way to the move in the terms of the agent's method, line by line; with
            --details, what the agent knew before a guess, too. Absent where the reason says it all.
    """

    move: base.Positive
    cell: base.Cell
    action: Literal["open", "flag"]
    proved: bool
    follows: bool | None
    reason: str
    shows: tuple[ShownCell, ...]
    known: agents.Known
    details: tuple[str, ...] | UnsetType = UNSET


class Pictures(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A file of pictures of the game.

    Attributes:
        output: The file written.
        theme: The colour theme.
        animated: Whether the positions are shown one after the other.
        positions: The numbers of the moves after which the positions come; 0 for the one before the
            first move.
    """

    output: str
    theme: Literal["light", "dark"]
    animated: bool
    positions: tuple[base.Number, ...]


class GameStart(base.Answer, kw_only=True, frozen=True):
    """The first line of a game's log: what is played, and by whom.

    Attributes:
        topology: The name of the topology; absent for the eight cells around a cell, null for a
            layout whose neighbours have no name.
        rules: The rules of the board, such as `1M Q`; absent for ordinary boards.
        seed: The seed that dealt the mines; null for a given layout.
        no_guess: Whether the layout needs no guess from a cell that is open from the beginning
            (option --no-guess).
        agent: The agent that plays.
        start: The position before the first move, in the native text format; absent if all cells
            are covered and the keys above tell the rest.
    """

    value: ClassVar = Condition
    board: base.BoardIfNamed = UNSET
    height: base.Height
    width: base.Width
    mine_count: base.Total
    consistent: base.Yes
    rule: Literal["classic", "continue", "search"]
    first_click: Literal["unprotected", "safe", "opening"]
    flood: bool
    clues: str
    topology: str | UnsetType | None = UNSET
    rules: str | UnsetType = UNSET
    seed: int | None
    no_guess: bool
    agent: str
    start: str | UnsetType = UNSET


Mines = Annotated[base.Cells, Meta(description="The cells of all mines, in reading order.")]


class Game(GameStart, kw_only=True, frozen=True):
    """A whole game, move by move.

    Attributes:
        outcome: The end of the game.
        moves: All moves in order.
        pictures: The pictures of the game; absent without a file for them.
    """

    outcome: Outcome
    position: PositionText
    mines: Mines
    moves: tuple[Move, ...]
    pictures: Pictures | UnsetType = UNSET


class GameEnd(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The last line of a game's log: how the game ended.

    Attributes:
        outcome: The end of the game.
    """

    outcome: Outcome
    position: PositionText
    mines: Mines


def game(asked: Asked, played: Played, moves: Iterable[Move], end: GameEnd) -> Game:
    """Answer about a game that has ended."""
    return Game(
        **_start(asked, played),
        outcome=end.outcome,
        position=end.position,
        mines=end.mines,
        moves=tuple(moves),
    )


def illustrated(answer: Answered, pictures: Pictures) -> Answered:
    """Add the file of pictures to the answer about a game."""
    return replace(answer, pictures=pictures)


def game_start(asked: Asked, played: Played) -> GameStart:
    """Return the first line of a game's log."""
    return GameStart(**_start(asked._replace(command=LOG), played))


def game_end(outcome: Outcome, board: Board, layout: Layout, seconds: float) -> GameEnd:
    """Return the last line of a game's log."""
    return GameEnd(
        outcome=dataclasses.replace(outcome, seconds=round(seconds, 3)),
        position=str(board),
        mines=tuple(sorted(layout.mines)),
    )


def move(
    number: int,
    made: agents.Move,
    shown: Shown,
    known: agents.Known,
    ruled: PlacedRules | None = None,
    *,
    follows: bool | None = None,
) -> Move:
    """Return a move, as answers and logs have it; `follows` is what `Claims.check` says of it."""
    return Move(
        move=number,
        cell=made.cell,
        action="flag" if made.flags else "open",
        proved=made.is_proved,
        follows=follows,
        reason=made.reason,
        shows=shown_cells(shown, ruled),
        known=known,
        details=made.details or UNSET,
    )


def shown_cells(shown: Shown, ruled: PlacedRules | None) -> tuple[ShownCell, ...]:
    """Return cells and what they show, as logs have them."""
    return tuple((*cell, _value(state, ruled)) for cell, state in sorted(shown.items()))


def _start(asked: Asked, played: Played) -> dict[str, Any]:
    setting = played.setting
    return {
        **base.head(asked),
        **keys_in(GameStart, setting),
        "mine_count": setting.mines,
        "consistent": True,
        "clues": setting.clues.name,
        "seed": played.seed,
        "no_guess": played.no_guess,
        "agent": played.agent,
        "start": UNSET if played.start is None else str(played.start),
    }


def _value(state: int | Clue, ruled: PlacedRules | None) -> int | str:
    if isinstance(state, Clue):
        return clue_text(state)
    if ruled is not None and state >= 0:
        code = Code(int(state))
        value = ruled.value(code)
        return value if isinstance(value, int) and not ruled.mark(code) else ruled.token(code)
    return int(state) if state >= 0 else State(state).name.lower().replace("_", " ")


def clue_text(state: int | Clue, ruled: PlacedRules | None = None) -> str:
    """Write a clue, such as `3`, `2..3` or `2~`; under rules also such as `1+2`."""
    if not isinstance(state, Clue):
        return str(int(state)) if ruled is None else ruled.sign(Code(int(state)))
    return f"{state.lower}..{state.upper}" if state.shown is None else f"{state.shown}~"
