"""Games, dealt layouts and puzzles in words: the moves of a game one by one, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.answers.games import Shown, clue_text
from logicsweep.board.board import Cell
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.board.state import State
from logicsweep.board.total import title_words
from logicsweep.errors import counted
from logicsweep.games.agents.base import Known, Move
from logicsweep.games.dealing.records import Dealt
from logicsweep.games.loop import Outcome
from logicsweep.games.puzzles.records import Made
from logicsweep.games.setting import GameRule, Setting, size_words

# What an agent knows is told in so many lines of so many letters; an answer in JSON has it all.
_MOST_LINES: Final = 100
_LONGEST: Final = 2_000


def setting_words(
    setting: Setting,
    seed: int | range | None,
    *,
    no_guess: bool = False,
    start: Cell | None = None,
) -> str:
    """Say in one line what is played; a seed None for a given layout, a range for many games."""
    size = title_words(setting.width, setting.height, setting.mines)
    deal = f"first click {setting.first_click.value}"
    if no_guess or seed is None:
        deal = "no guess needed" if no_guess else "a given layout"
    is_flooded = setting.flood and setting.rules.clue.every[0].is_plain
    words = [
        f"rules {setting.rules}" * (not setting.rules.is_standard),
        f"topology {setting.topology_name or 'of its own'}" * (setting.topology is not None),
        f"density {setting.density}" * (setting.density is not None),
        f"rule {setting.rule.value}",
        deal,
        "flood opening" * is_flooded,
        f"clues {setting.clues.name}" * (setting.clues.name != "exact"),
        counted(setting.liars, "wrong clue") * bool(setting.liars),
        counted(len(setting.constraints), "constraint") * bool(setting.constraints),
        "" if start is None else f"start {start}",
        "" if seed is None else _seed_words(seed),
    ]
    return f"{size}; {', '.join(filter(None, words))}"


def _seed_words(seed: int | range) -> str:
    if isinstance(seed, int):
        return f"seed {seed}"
    return f"seed {seed[0]}" if len(seed) == 1 else f"seeds {seed[0]} to {seed[-1]}"


def move_words(
    number: int,
    move: Move,
    shown: Shown,
    known: Known | None,
    ruled: PlacedRules | None = None,
    *,
    follows: bool | None = None,
) -> str:
    """Describe a move: what, where, why, what it showed, and what is known after it.

    Below it come the details of the move, if it has any.
    `follows` is what `Claims.check` says of it.
    """
    text = f"Move {number}: {'flags' if move.flags else 'opens'} {move.cell}"
    if move.reason:
        text += f": {move.reason}"
    if not move.flags:
        text += f"; {shown_words(move.cell, shown, ruled)}"
    if known is not None:
        text += f"; known: {known.safe} safe, {counted(known.mines, 'mine')}"
    if follows is False:
        text += "; it is called certain, but does not follow"
    return "\n    ".join([text, *move.details])


def known_lines(known: Known, knowledge: Sequence[str]) -> list[str]:
    """Say how much an agent knows, and what, in at most `_MOST_LINES` lines of no undue length."""
    lines = [line if len(line) <= _LONGEST else f"{line[:_LONGEST]} ..." for line in knowledge]
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES:] = [counted(len(lines) - _MOST_LINES, "more line")]
    much = f"{counted(known.safe, 'safe cell')}, {counted(known.mines, 'mine')}"
    head = f"it knows: {much}, {counted(known.constraints, 'constraint')}"
    return [head, *(f"  {line}" for line in lines)]


def claim_words(wrong: int) -> str:
    """Say how many moves were called certain without a proof."""
    are = "was" if wrong == 1 else "were"
    return f"{counted(wrong, 'move')} {are} called certain, but did not follow from what was shown."


def shown_words(cell: Cell, shown: Shown, ruled: PlacedRules | None = None) -> str:
    """Say what an opened cell showed, under the rules of the board."""
    state = shown[cell]
    if state == State.KNOWN_MINE:
        return "shows a mine"
    what = "no clue" if state == State.NO_CLUE else clue_text(state, ruled)
    more = f", and {counted(len(shown) - 1, 'more cell')}" if len(shown) > 1 else ""
    return f"shows {what}{more}"


def outcome_words(outcome: Outcome, rule: GameRule) -> str:
    """Say in one line how a game ended."""
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


def dealt_words(record: Dealt) -> str:
    """Describe a layout: its seed, size and start, its difficulty, and how it was found."""
    dealt = [
        f"seed {record.seed}: {size_words(record.height, record.width)}",
        counted(len(record.mines), "mine"),
        record.topology or "",
        f"rules {record.rules}" * bool(record.rules),
        "" if record.start is None else f"start {Cell(*record.start)}",
    ]
    parts = [", ".join(filter(None, dealt))]
    if record.uses_total is not None:
        parts.append("no guess needed" if record.uses_total else "no guess or mine count needed")
    if record.needs_total:
        parts.append("the mine count is needed")
    if record.level is not None:
        parts.append(f"level {record.level}")
    parts.append(f"3BV {record.three_bv}")
    if record.mode != "plain":
        parts.append(f"{counted(record.tries, 'layout')} drawn")
    if record.mode == "repaired":
        parts.append(f"{counted(record.moved, 'mine')} moved")
    return f"{'; '.join(parts)}."


def puzzle_words(record: Made) -> str:
    """Describe a puzzle: its seed, its clues, its difficulty, and how it was found."""
    parts = [f"seed {record.seed}: {counted(record.clues, 'clue')}"]
    if record.board.liars:
        parts.append(f"at most {record.board.liars} may be wrong")
    if record.board.constraints:
        parts += record.board.constraints
    if record.level is not None and record.steps is not None:
        steps = counted(sum(record.steps.values()), "step")
        parts.append(f"level {record.level}, {steps}")
    if record.levels is not None:
        parts.append(f"{counted(record.tries, 'layout')} drawn")
    return f"{'; '.join(parts)}."
