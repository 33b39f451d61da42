"""Dealt layouts and puzzles in words."""

from __future__ import annotations

from logicsweep.board.board import Cell
from logicsweep.errors import counted
from logicsweep.games.dealing.records import Dealt
from logicsweep.games.puzzles.records import Made
from logicsweep.games.setting import size_words


def dealt_words(record: Dealt) -> str:
    """Describe a layout: its seed, size and start, its difficulty, and how it was found."""
    size = f"{size_words(record.height, record.width)}, {counted(len(record.mines), 'mine')}"
    parts = [f"seed {record.seed}: {size}"]
    if record.topology:
        parts[0] += f", {record.topology}"
    if record.rules:
        parts[0] += f", rules {record.rules}"
    if record.start is not None:
        parts[0] += f", start {Cell(*record.start)}"
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
