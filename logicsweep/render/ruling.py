"""Rules in words, each with an example."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.rules.catalogue import rule_of
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.rules import Rules, placed_on
from logicsweep.board.state import State
from logicsweep.knowledge.base import KnowledgeBase

# The layout that shows what a rule for clues makes of it, and the cell of the clue.
_MINES: Final = ("_*__*", "*__*_", "___**", "_*___", "**__*")
_CLUE: Final = Cell(2, 2)
# The size of the layout that satisfies a rule for layouts, and which one of them it is.
_SIZE: Final = 5
_SEED: Final = 3


class Ruling(NamedTuple):
    """A rule in words.

    Attributes:
        name: Its name.
        kind: What it is for: `clues` or `layouts`.
        about: What a clue shows, or what every layout satisfies.
        layout: Where the mines are in an example.
        cell: The cell of the clue in the example; None for a rule for layouts.
        shows: What that clue shows, or may show; none for a rule for layouts.
    """

    name: str
    kind: str
    about: str
    layout: Layout
    cell: Cell | None
    shows: tuple[str, ...]


def ruling(name: str) -> Ruling:
    """A rule, with an example. Raises `UnknownNameError`, and ValueError as `rule_of`."""
    rule = rule_of(name)
    if not isinstance(rule, ClueRule):
        return Ruling(rule.name, "layouts", rule.about, _satisfying(name), None, ())
    mask = np.array([[sign == "*" for sign in row] for row in _MINES])
    return Ruling(rule.name, "clues", rule.about, Layout(mask), _CLUE, _shown(rule, mask))


def ruling_lines(found: Ruling) -> Iterator[str]:
    """A rule and its example as text."""
    if found.cell is None:
        yield f"{found.name}: in every layout {found.about}."
        yield f"For example, with {len(found.layout.mines)} mines:"
    else:
        yield f"{found.name}: a clue shows {found.about}."
        shows = " or ".join(found.shows)
        yield f"For example, the clue at {found.cell}, drawn as o, shows {shows}:"
    yield ""
    for row, line in enumerate(str(found.layout).splitlines()):
        signs = list(line)
        if found.cell is not None and row == found.cell.row:
            signs[found.cell.column] = "o"
        yield "  " + " ".join(signs)
    yield ""
    yield f'In the header of a board: "rules: {found.name}"; * is a mine.'


def _shown(rule: ClueRule, mask: NDArray[np.bool_]) -> tuple[str, ...]:
    """What the clue of the example may show."""
    height, width = mask.shape
    ruled = placed_on(Rules(rule), height, width, None)
    number = _CLUE.row * width + _CLUE.column
    if ruled is None:
        return (str(Layout(mask).revealed().clue(_CLUE)),)
    found: set[int] = set()
    shape = ruled.key_shape
    for key in [()] if shape is None else [(cell,) for cell in range(-1, shape.size)]:
        # With a key it may show what it shows with any; one mark decides what a clue shows.
        found |= set(ruled.options(number, mask.ravel(), frozenset(key)))
    return tuple([ruled.sign(code) for code in sorted(found)])


def _satisfying(name: str) -> Layout:
    """A random layout that satisfies a rule, always the same."""
    covered = np.full((_SIZE, _SIZE), int(State.COVERED))
    board = Board(covered, rules=name, density=Fraction(1, 2))
    return Layout(KnowledgeBase(board).sample(1, _SEED)[0])
