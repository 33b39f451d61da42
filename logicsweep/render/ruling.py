"""Rules in words, each with an example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.board.rules.catalogue import rule_of
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.rules import Rules, placed_on

# The layout that shows what a rule for clues makes of it, and the cell of the clue.
_MINES: Final = ("_*__*", "*__*_", "___**", "_*___", "**__*")
_CLUE: Final = Cell(2, 2)
# A layout that satisfies each rule for layouts, written down: to draw them all takes seconds.
_SATISFYING: Final = {
    "Q": "*__** **__* __*_* _*_*_ __**_",
    "T": "*_*_* _____ ____* **___ *___*",
    "A": "**_*_ ____* _____ _____ **___",
    "H": "*____ *_*__ *_*__ __*__ _*___",
    "U": "_*__* *____ _*_*_ _____ _____",
    "D": "__**_ **___ _____ *____ *____",
    "D'": "*_*** *____ ____* _*___ _____",
    "2H": "**___ **_** ****_ **___ _***_",
    "2F": "*_**_ _*___ _____ _*_** ___*_",
    "2T": "**__* **_*_ __**_ _*__* *_*__",
    "2S": "*____ ***__ _**__ ___*_ **___",
    "2Z": "_**__ ****_ **_** **___ **___",
    "B": "_*_*_ *___* _**__ __*_* *__*_",
    "C": "***__ _*_** *_*** ____* ___*_",
    "O": "*__** **__* _____ ___*_ *__**",
    "S": "***__ *_*__ *_*__ __**_ _____",
    "2C": "*_*** _*___ *_*__ *____ *____",
    "2G": "**___ **___ _____ _**__ _**__",
    "2G'": "**___ *___* _*__* **__* _____",
    "2B": "***_* *__** _***_ _**_* *__*_",
}


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
        return Ruling(
            rule.name, "layouts", rule.about, Layout(_mask(_SATISFYING[name].split())), None, ()
        )
    mask = _mask(_MINES)
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


def _mask(rows: Iterable[str]) -> NDArray[np.bool_]:
    return np.array([[sign == "*" for sign in row] for row in rows])
