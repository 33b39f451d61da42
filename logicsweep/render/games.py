"""A game in words and JSON: its moves one by one, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.errors import counted
from logicsweep.games.agents.base import Known, Move
from logicsweep.games.loop import Outcome
from logicsweep.games.setting import GameRule, Setting

Shown = Mapping[Cell, int | Clue]


def setting_words(setting: Setting, seed: int | None) -> str:
    """What is played, in one line; a seed None for a given layout."""
    size = f"{setting.size}, {counted(setting.mines, 'mine')}"
    rules = [f"rule {setting.rule.value}"]
    rules.append(
        f"first click {setting.first_click.value}" if seed is not None else "a given layout"
    )
    if setting.flood:
        rules.append("flood opening")
    if setting.model.name != "exact":
        rules.append(f"clues {setting.model.name}")
    if seed is not None:
        rules.append(f"seed {seed}")
    return f"{size}; {', '.join(rules)}"


def move_words(number: int, move: Move, shown: Shown, known: Known | None) -> str:
    """A move in one line: what, where, why, what it showed, and what is known after it."""
    text = f"Move {number}: {'flags' if move.flags else 'opens'} {move.cell}"
    if move.reason:
        text += f": {move.reason}"
    if not move.flags:
        text += f"; {shown_words(move.cell, shown)}"
    if known is not None:
        text += f"; known: {known.safe} safe, {counted(known.mines, 'mine')}"
    return text


def shown_words(cell: Cell, shown: Shown) -> str:
    """What a cell that was opened showed."""
    state = shown[cell]
    if state == State.KNOWN_MINE:
        return "a mine"
    what = "no clue" if state == State.NO_CLUE else _clue(state)
    more = f", and {counted(len(shown) - 1, 'more cell')}" if len(shown) > 1 else ""
    return f"shows {what}{more}"


def outcome_words(outcome: Outcome, rule: GameRule) -> str:
    """How a game ended, in one line."""
    moves = counted(outcome.moves, "move")
    if outcome.certain is not None:
        moves += f", {outcome.certain} of {counted(outcome.openings, 'opening')} certain"
    if rule is GameRule.CLASSIC:
        how = "Won" if outcome.is_won else "Lost"
        return f"{how} in {moves}; {outcome.opened} of {outcome.cells} cells opened."
    flags = f"{outcome.right_flags} of {counted(outcome.mines, 'mine')} flagged"
    if outcome.wrong_flags:
        flags += f" and {counted(outcome.wrong_flags, 'safe cell')} wrongly"
    hit = f"{outcome.detonated} opened" if rule is GameRule.SEARCH else f"{outcome.detonated} hit"
    share = f"{outcome.opened + outcome.detonated} of {outcome.cells} cells opened"
    return f"Over in {moves}: {flags}, {hit}; {share}."


def move_fields(number: int, move: Move, shown: Shown, known: Known) -> dict[str, Any]:
    """A move as JSON has it."""
    return {
        "move": number,
        "cell": list(move.cell),
        "action": "flag" if move.flags else "open",
        "proved": move.is_proved,
        "reason": move.reason,
        "shows": [[*cell, _value(state)] for cell, state in sorted(shown.items())],
        "known": known._asdict(),
    }


def game_fields(
    setting: Setting, seed: int | None, agent: str, outcome: Outcome, board: Board
) -> dict[str, Any]:
    """A whole game as JSON has it, but for its moves."""
    return {
        "height": setting.height,
        "width": setting.width,
        "total_mines": setting.mines,
        "rule": setting.rule.value,
        "first_click": setting.first_click.value,
        "flood": setting.flood,
        "clues": setting.model.name,
        "seed": seed,
        "agent": agent,
        "outcome": outcome._asdict(),
        "board": str(board),
    }


def _value(state: int | Clue) -> int | str:
    if isinstance(state, Clue):
        return _clue(state)
    return state if state >= 0 else State(state).name.lower().replace("_", " ")


def _clue(state: int | Clue) -> str:
    if not isinstance(state, Clue):
        return str(int(state))
    return f"{state.lower}..{state.upper}" if state.shown is None else f"{state.shown}~"
