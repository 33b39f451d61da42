"""Every rule by name: those of the "14 Minesweeper Variants", and their compositions.

To add a rule for all, add it to `CLUE_RULES` or `LAYOUT_RULES`: proofs, counts, texts, explanations
and the list of rules follow from these data. A rule of your own need not be here: see `Rules.of`.
"""

from __future__ import annotations

import re
from typing import Any, Final

from logicsweep.board.rules.aggregate import (
    ABSOLUTE,
    AREA,
    DIFFERENCE,
    LENGTHS,
    LONGEST,
    MODULO_3,
    PAIR,
    PRODUCT,
    RUNS,
    SIGHT,
)
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.rules.layout_rule import LayoutRule, Lines, When, Window
from logicsweep.board.rules.region import ABOVE, BOARD, FOUR, KNIGHT, PLUS, RAYS, RING, SIDES
from logicsweep.constraints.region_clauses import Joined, Regions
from logicsweep.errors import UnknownNameError, listed

_PART: Final = re.compile(r"[A-Z]'?")

STANDARD: Final = ClueRule("V", "the number of mines among the neighbours")

CLUE_RULES: Final[tuple[ClueRule, ...]] = (
    STANDARD,
    ClueRule(
        "1M", "the number of mines, where one in a coloured cell counts twice", weights=(1, 2)
    ),
    ClueRule("1L", "one more or one less than the number of mines", off_by=1),
    ClueRule(
        "1W",
        "the lengths of the runs of mines in the ring of cells around it, in any order",
        region=RING,
        aggregate=LENGTHS,
    ),
    ClueRule(
        "1N",
        "the difference between the numbers of mines in coloured cells and others",
        weights=(-1, 1),
        aggregate=ABSOLUTE,
    ),
    ClueRule("1X", "the number of mines up to two cells away in the four directions", region=PLUS),
    ClueRule("1X'", "the number of mines in the four cells that share a side with it", region=FOUR),
    ClueRule(
        "1P",
        "the number of runs of mines in the ring of cells around it",
        region=RING,
        aggregate=RUNS,
    ),
    ClueRule(
        "1E",
        "the number of safe cells seen in four directions up to the first mine, itself included",
        region=RAYS,
        aggregate=SIGHT,
    ),
    ClueRule(
        "1E'",
        "the number of safe cells seen above and below, less those seen to the left and right",
        region=RAYS,
        aggregate=DIFFERENCE,
    ),
    ClueRule("1K", "the number of mines a knight's move away", region=KNIGHT),
    ClueRule(
        "1W'",
        "the length of the longest run of mines in the ring of cells around it",
        region=RING,
        aggregate=LONGEST,
    ),
    ClueRule(
        "2X", "the numbers of mines in coloured cells and in others, in any order", aggregate=PAIR
    ),
    ClueRule("2D", "the number of mines in the 3x3 cells around the cell above it", region=ABOVE),
    ClueRule(
        "2P",
        "the product of the distances of the two nearest mines, as a root; 0 if there are none",
        region=BOARD,
        aggregate=PRODUCT,
    ),
    ClueRule("2M", "the number of mines modulo 3", aggregate=MODULO_3),
    ClueRule(
        "2A",
        "the area of all regions of mines, connected by sides, that share a side with it",
        region=BOARD,
        aggregate=AREA,
    ),
    ClueRule(
        "2I",
        "the number of mines among the neighbours except in one direction, the same for all",
        key=HiddenKey.DIRECTION,
    ),
    ClueRule(
        "2E",
        "a letter for the number of mines among the neighbours, each letter for another one",
        key=HiddenKey.LETTERS,
    ),
    ClueRule(
        "2E'",
        "the letter of a column; with n mines around the clue, it has a mine in row n",
        key=HiddenKey.ITSELF,
    ),
    ClueRule(
        "2L",
        "the number of mines among the neighbours; one off at one safe cell of each line",
        key=HiddenKey.LIARS,
    ),
    ClueRule(
        "2L'",
        "one off the number of mines among the neighbours; right at one safe cell of each line",
        key=HiddenKey.TRUTHFUL,
    ),
)


def _line(size: int, *, diagonal: bool) -> list[tuple[tuple[int, int], ...]]:
    """List the lines of `size` cells: a row, a column and, if asked, the diagonals."""
    steps = [(0, 1), (1, 0), *([(1, 1), (1, -1)] if diagonal else [])]
    return [tuple([(down * at, right * at) for at in range(size)]) for down, right in steps]


_BESIDE: Final = ((0, 0), (0, 1))
_BELOW: Final = ((0, 0), (1, 0))
_SQUARE: Final = ((0, 0), (0, 1), (1, 0), (1, 1))
_JUMPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2))
_ONE_AT_CORNERS: Final = Regions(Joined.CORNERS, least=1, most=1)

LAYOUT_RULES: Final[tuple[LayoutRule, ...]] = (
    LayoutRule("Q", "every 2x2 block has a mine", (Window(_SQUARE, 1, 4),)),
    LayoutRule(
        "T",
        "no three mines are in a line, straight or diagonal",
        tuple([Window(line, 0, 2) for line in _line(3, diagonal=True)]),
    ),
    LayoutRule(
        "A",
        "no two mines are a knight's move apart",
        tuple([Window(((0, 0), jump), 0, 1) for jump in _JUMPS]),
    ),
    LayoutRule("H", "no two mines are side by side in a row", (Window(_BESIDE, 0, 1),)),
    LayoutRule(
        "U",
        "no two mines share a side",
        (Window(_BESIDE, 0, 1), Window(_BELOW, 0, 1)),
        elsewhere=(Window(None, 0, 1, When.PAIR),),
    ),
    LayoutRule(
        "D",
        "every mine shares a side with exactly one other",
        (Window(SIDES, 1, 1, When.MINE),),
        elsewhere=(Window(None, 1, 1, When.MINE),),
    ),
    LayoutRule(
        "D'",
        "mines form straight bars of up to four cells, which do not touch even at corners",
        (
            *[Window(((0, 0), (1, right)), 0, 1) for right in (1, -1)],
            *[Window(line, 0, 4) for line in _line(5, diagonal=False)],
        ),
    ),
    LayoutRule(
        "2H",
        "every mine has a mine beside it in its row",
        (Window(((0, -1), (0, 1)), 1, 2, When.MINE),),
    ),
    LayoutRule(
        "2F",
        "every mine in a coloured cell shares a side with exactly one mine",
        (Window(SIDES, 1, 1, When.COLOURED_MINE),),
        elsewhere=(Window(None, 1, 1, When.COLOURED_MINE),),
    ),
    LayoutRule(
        "2T",
        "no three cells in a row or column are all mines or all safe",
        tuple([Window(line, 1, 2) for line in _line(3, diagonal=False)]),
    ),
    LayoutRule("2S", Lines.ONE_RUN.value, lines=Lines.ONE_RUN),
    LayoutRule("2Z", Lines.BALANCED.value, lines=Lines.BALANCED),
    LayoutRule("B", Lines.EQUAL.value, lines=Lines.EQUAL),
    LayoutRule(
        "C",
        "there are mines, and all of them are connected, by sides or corners",
        regions=(_ONE_AT_CORNERS,),
    ),
    LayoutRule(
        "O",
        "all safe cells are connected by sides, and each region of mines reaches the rim",
        regions=(Regions(Joined.SIDES, mines=False, most=1), Regions(Joined.SIDES, reach_rim=True)),
    ),
    LayoutRule(
        "S",
        "the mines form one snake, a path by sides that does not touch itself along a side",
        windows=(Window(SIDES, 1, 2, When.MINE),),
        elsewhere=(Window(None, 1, 2, When.MINE),),
        regions=(Regions(Joined.SIDES, least=1, most=1, rings=False),),
    ),
    LayoutRule(
        "2C",
        "the mines form rectangles that are all connected at corners, and there are mines",
        windows=(Window(_SQUARE, 0, 4, gap=3),),
        regions=(_ONE_AT_CORNERS,),
    ),
    LayoutRule(
        "2G",
        "each region of mines, connected by sides, has four cells",
        regions=(Regions(Joined.SIDES, size=4),),
    ),
    LayoutRule(
        "2G'",
        "each region of mines, connected by sides, has three cells",
        regions=(Regions(Joined.SIDES, size=3),),
    ),
    LayoutRule("2B", Lines.BRIDGES.value, lines=Lines.BRIDGES),
)

_BY_NAME: Final[dict[str, ClueRule | LayoutRule]] = {
    **{rule.name: rule for rule in CLUE_RULES},
    **{rule.name: rule for rule in LAYOUT_RULES},
}
# The rules that go together in one, by the letter that stands for each in its name.
_BY_LETTER: Final = {
    rule.name[1:]: rule for rule in CLUE_RULES if rule.name.startswith("1") or rule.name == "2D"
}
RULE_NAMES: Final = tuple(_BY_NAME)
"""The names of all rules, those of clues first; compositions such as `LM` have names as well."""


def rule_of(name: str) -> ClueRule | LayoutRule:
    """Return the rule with a name, or a composition such as `LM` or `NX`.

    Raises `UnknownNameError`, or ValueError if the parts of a composition do not go together.
    """
    if name in _BY_NAME:
        return _BY_NAME[name]
    parts = _PART.findall(name)
    if "".join(parts) != name or len(parts) < 2 or not {*parts} <= {*_BY_LETTER}:
        raise UnknownNameError("rule", name[:40], RULE_NAMES)
    return _composed(name, parts)


def _composed(name: str, parts: list[str]) -> ClueRule:
    """Make the clue rule that joins the rules of several letters, such as `LM`."""
    rules = [_BY_LETTER[part] for part in parts]
    fields: dict[str, Any] = {}
    for rule in rules:
        for key in ("region", "weights", "aggregate", "off_by"):
            value, before = getattr(rule, key), fields.get(key)
            if value == getattr(STANDARD, key):
                continue
            if before is None:
                fields[key] = value
            elif key == "weights":
                # Both at once: a mine counts what both say, multiplied.
                fields[key] = tuple(
                    [first * second for first, second in zip(before, value, strict=True)]
                )
            else:
                raise ValueError(
                    f"the rule {name} says twice what its {key} is; expected one of its letters to"
                )
    if fields.get("weights") == (1, 4):
        raise ValueError(f"the rule {name} doubles twice; expected M once")
    about = "; ".join([rule.about for rule in rules])
    return ClueRule(name, f"{listed([known.name for known in rules])} in one: {about}", **fields)
