"""Rules in words, each with an example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from logicsweep.answers.base import plain
from logicsweep.answers.listed import ListedRow, RuleExample
from logicsweep.board.board import Cell
from logicsweep.board.clue import Code
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


def ruling(name: str) -> ListedRow:
    """Describe a rule, with an example. Raises `UnknownNameError`, and ValueError as `rule_of`."""
    rule = rule_of(name)
    rows = _MINES if isinstance(rule, ClueRule) else _SATISFYING[name].split()
    layout = Layout([[sign == "*" for sign in row] for row in rows])
    cell: tuple[int, int] | None = None
    shows: tuple[str, ...] = ()
    if isinstance(rule, ClueRule):
        cell, shows = (_CLUE.row, _CLUE.column), _shown(rule, layout)
    mines = plain(tuple(sorted(layout.mines)))
    example = RuleExample(mines=mines, cell=cell, shows=shows)
    kind: Literal["clues", "layouts"] = "layouts" if cell is None else "clues"
    return ListedRow(name=rule.name, kind=kind, about=rule.about, example=example)


def ruling_lines(rule: ListedRow) -> Iterator[str]:
    """Write a rule and its example as text."""
    example = rule.example
    if not isinstance(example, RuleExample):
        return
    if example.cell is None:
        yield f"{rule.name}: in every layout {rule.about}."
        yield f"For example, with {len(example.mines)} mines:"
    else:
        yield f"{rule.name}: a clue shows {rule.about}."
        shows = " or ".join(example.shows)
        yield f"For example, the clue at {Cell(*example.cell)}, drawn as o, shows {shows}:"
    yield ""
    signs: dict[tuple[int, int] | None, str] = {
        **dict.fromkeys(example.mines, "*"),
        example.cell: "o",
    }
    for row in range(len(_MINES)):
        yield "  " + " ".join([signs.get((row, column), "_") for column in range(len(_MINES))])
    yield ""
    yield f'In the header of a board: "rules: {rule.name}"; * is a mine.'


def _shown(rule: ClueRule, layout: Layout) -> tuple[str, ...]:
    """Return what the clue of the example may show."""
    height, width = layout.mask.shape
    ruled = placed_on(Rules(rule), height, width, None)
    number = _CLUE.row * width + _CLUE.column
    if ruled is None:
        return (str(layout.revealed().value(_CLUE)),)
    codes: set[Code] = set()
    shape = ruled.key_shape
    for key in [()] if shape is None else [(cell,) for cell in range(-1, shape.size)]:
        # With a key it may show what it shows with any; one mark decides what a clue shows.
        codes |= set(ruled.options(number, layout.mask.ravel(), frozenset(key)))
    return tuple([ruled.sign(code) for code in sorted(codes)])
