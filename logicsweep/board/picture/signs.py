"""The signs in the cells of a picture, each drawn in a square of `CELL` pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from logicsweep.board.clue import Clue, Code
from logicsweep.board.clue_text import short_clue
from logicsweep.board.picture.markup import element, number, plain
from logicsweep.board.picture.shapes import CELL, SQUARE, Outline
from logicsweep.board.picture.themes import Theme
from logicsweep.board.rules.aggregate import AREA, DIFFERENCE, PAIR, PRODUCT, Value
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.board.state import Cell
from logicsweep.errors import counted, listed

# The height of a line, in sizes of its font.
LINE: Final = 1.1
_BALL: Final = "a7 7 0 1 0 14 0a7 7 0 1 0 -14 0"


def word(x: float, y: float, text: str, size: int) -> str:
    """Return a short text in the middle of the cell at this corner."""
    return element("text", plain(text), x=x + CELL / 2, y=y + CELL / 2 + size * 0.36)


def corner(x: float, y: float, text: str, size: int) -> str:
    """Return a short text that ends in the upper right corner of the cell at this corner.

    It keeps clear of the frames around a neighbour.
    """
    return element("text", plain(text), x=x + CELL - 5, y=y + size + 3)


def lines(x: float, y: float, texts: Sequence[str], size: int, *, is_lower: bool = False) -> str:
    """Write short texts in the middle of the cell at this corner, one below the other.

    Lower, and a single letter more to the left, they leave room for a text in the upper corner.
    """
    if is_lower:
        x, y = x - 4 * (max(map(len, texts)) == 1), y + (5 if len(texts) == 1 else 2)
    top = y - (len(texts) - 1) * LINE * size / 2
    return "".join([word(x, top + at * LINE * size, text, size) for at, text in enumerate(texts)])


def verdict(x: float, y: float, colours: Theme, *, is_mine: bool) -> str:
    """Return a ring for a safe cell, a cross for a mine."""
    left = number(x + 9)
    ring, cross = f"M{left} {number(y + 16)}{_BALL}", f"M{left} {number(y + 9)}l14 14m0 -14l-14 14"
    return element(
        "path",
        d=cross if is_mine else ring,
        stroke=colours.on_verdict,
        stroke_width=3.5,
        fill="none",
        stroke_linecap="round",
    )


def mine(x: float, y: float, colours: Theme) -> str:
    """Return a ball with spikes."""
    upright = f"M{number(x + 16)} {number(y + 5)}v22M{number(x + 5)} {number(y + 16)}h22"
    slanting = f"M{number(x + 8)} {number(y + 8)}l16 16m0 -16l-16 16"
    return element(
        "path",
        d=f"{upright}{slanting}M{number(x + 9)} {number(y + 16)}{_BALL}",
        fill=colours.known_mine,
        stroke=colours.known_mine,
        stroke_width=2.5,
    )


def flag(x: float, y: float, colours: Theme, *, small: bool) -> str:
    """Return a flag; a small one in the corner if the cell shows something else."""
    path = element(
        "path",
        d="M10 26h12M15 26V6M15 6l10 5.5L15 17z",
        fill=colours.flag,
        stroke=colours.text if small else colours.flag,
        stroke_width=2,
        transform="scale(.42)" if small else None,
    )
    return element("g", path, transform=f"translate({number(x)} {number(y)})")


def best(x: float, y: float, colours: Theme, outline: Outline = SQUARE) -> str:
    """Return a frame with a star in its corner, for the least risky cells."""
    return element(
        "g",
        frame(x, y, 2, 1, outline),
        star(x - outline.narrow, y, colours),
        fill="none",
        stroke=colours.text,
    )


def star(x: float, y: float, colours: Theme) -> str:
    """Return the star of `best`, without its frame."""
    start = f"M{number(x + 24.5)} {number(y + 3)}"
    rays = "l1.6 3.6 3.9.4-2.9 2.7.8 3.8-3.4-1.9-3.4 1.9.8-3.8-2.9-2.7 3.9-.4z"
    return element("path", d=start + rays, fill=colours.text, stroke_width=0)


def tile(
    x: float, y: float, *, is_covered: bool, outline: Outline = SQUARE, **attributes: object
) -> str:
    """Return the background of a cell."""
    inset, rx = (1, 4) if is_covered else (0, None)
    return _outlined(x, y, inset, outline, rx, **attributes)


def frame(
    x: float,
    y: float,
    width: float,
    inset: float,
    outline: Outline = SQUARE,
    *,
    dashes: str | None = None,
) -> str:
    """Return a frame within a cell."""
    return _outlined(x, y, inset, outline, 4, stroke_width=width, stroke_dasharray=dashes)


def _outlined(
    x: float, y: float, inset: float, outline: Outline, rx: int | None, **attributes: object
) -> str:
    """Return the outline of a cell, so far from its edges; a square may have round corners."""
    if outline is not SQUARE:
        return element("path", d=outline.path(x, y, inset), stroke_linejoin="round", **attributes)
    return element(
        "rect",
        x=x + inset,
        y=y + inset,
        width=CELL - 2 * inset,
        height=CELL - 2 * inset,
        rx=rx,
        **attributes,
    )


# The room for a text in a cell, in pixels, and the sizes of its font; 11 is for probabilities.
_ROOM: Final = 28
_SIZES: Final = (20, 18, 16, 14, 12, 10, 9, 8, 7, 6)
# A text that would be smaller than this takes two lines, if it can.
_SMALL: Final = 12
_SMALL_ROOT: Final = 8  # and a root that would be smaller than this
# The widths of letters, in sizes of a bold font.
_WIDTHS: Final = {"/": 0.4, "-": 0.42, "+": 0.84, "↕": 0.84, "↔": 0.84}
_WIDTH: Final = 0.7
# The most constraints that are named below a picture.
_NAMED: Final = 5
_COLOURED: Final = "A cell is coloured if row plus column, counted from 0, is odd."


@dataclass(frozen=True, slots=True)
class ClueSign:
    """A clue that can be shown under rules, and how it is drawn.

    Attributes:
        code: The number that stands for it in a grid.
        token: The clue as a row of a board has it, such as `1+2`.
        lines: The lines that are drawn, one below the other.
        size: The size of the font, in pixels where a cell has 32.
        words: The words for a screen reader.
    """

    code: int
    token: str
    lines: tuple[str, ...]
    size: int
    words: str

    @property
    def sign(self) -> str:
        """Its value, written as in a text but for `=` before numbers."""
        return self.token.removeprefix("=")


def clue_sign(ruled: PlacedRules, code: Code) -> ClueSign | None:
    """Return the sign of the clue with this code; None if the clue is a number of mines."""
    if ruled.rules.clue.is_plain:
        return None
    part, local = ruled.of(code)
    rule, mark = part.rules.clue, ruled.mark(code)
    value, sign = part.values.value(local), part.sign(local)
    lines = [_arrow(value) if isinstance(value, int) and rule.aggregate == DIFFERENCE else sign]
    size = _fitting(lines)
    if size < _SMALL and "+" in sign:
        runs = sign.split("+")
        half = (len(runs) + 1) // 2
        lines = ["+".join(runs[:half]), "+" + "+".join(runs[half:])]
        size = _fitting(lines)
    elif size < _SMALL_ROOT and sign.find("√") > 0:
        outside, _, inside = sign.partition("√")
        lines = [outside, f"√{inside}"]
        size = _fitting(lines)
    meaning = _meaning(rule, value)
    words = f"{sign}{f', by the rule {rule.name}' if mark else ''}"
    if mark:
        lines = [sign, mark]
        size = min(_fitting(lines), _SMALL)
    words = f"{words}: {meaning}" if meaning else words
    return ClueSign(int(code), ruled.token(code), tuple(lines), size, words)


def rules_words(ruled: PlacedRules) -> str:
    """Write the rules by name, each with what it says, in a sentence."""
    shows = "a clue shows "
    sentences = [
        f"{rule.name}: {shows if isinstance(rule, ClueRule) else ''}{rule.about}"
        for rule in ruled.rules.every
    ]
    words = f"{'; '.join(sentences)}."
    return f"{words} {_COLOURED}" if "coloured" in words else words


def drawn_clues(
    uncertain: Mapping[tuple[int, int], Clue],
    clues: Mapping[Cell, Code | Clue],
    ruled: PlacedRules | None,
) -> dict[str, Any]:
    """Return the fields of a picture with clues that are no numbers of mines."""
    labels = {cell: short_clue(clue) for cell, clue in uncertain.items()}
    if ruled is None or ruled.rules.clue.is_plain:
        return {"labels": labels}
    exact = {cell: clue for cell, clue in clues.items() if not isinstance(clue, Clue)}
    return {"labels": labels, "signs": {cell: clue_sign(ruled, exact[cell]) for cell in exact}}


def note_of(
    ruled: PlacedRules | None, liars: int, constraints: Sequence[str], *, has_priors: bool
) -> str:
    """Return the note below a picture: the rules, liars, constraints and priors of its board."""
    notes = [] if ruled is None else [rules_words(ruled)]
    if liars:
        notes.append(f"Up to {counted(liars, 'clue')} may be wrong.")
    if constraints:
        more = [f"{len(constraints) - _NAMED} more"] if len(constraints) > _NAMED else []
        notes.append(f"Constraints: {'; '.join([*constraints[:_NAMED], *more])}.")
    if has_priors:
        notes.append("Each cell has its own density.")
    return " ".join(notes)


def _arrow(value: int) -> str:
    """Write a difference in sight as an arrow to the side that sees more, and by how many."""
    return f"{'↕' if value > 0 else '↔'}{abs(value)}" if value else "0"


def _fitting(lines: list[str]) -> int:
    """Return the largest size in which the lines fit into a cell."""
    widest = max(sum(_WIDTHS.get(letter, _WIDTH) for letter in line) for line in lines)
    return next((size for size in _SIZES if size * widest <= _ROOM), _SIZES[-1])


def _meaning(rule: ClueRule, value: Value) -> str:
    """Explain a clue that is no plain number; empty for one that is."""
    if isinstance(value, int):
        meanings: dict[object, str] = {
            DIFFERENCE: _seen(value),
            PRODUCT: f"{value} as a square" if value else "fewer than two mines",
            AREA: f"{counted(value, 'mine')} in the regions beside it",
        }
        return meanings.get(rule.aggregate, "")
    if rule.aggregate == PAIR:
        return f"{value[0]} of one colour, {value[1]} of the other"
    if value == (0,):
        return "no mine"
    if len(value) == 1:
        return f"a run of {counted(value[0], 'mine')}"
    return f"runs of {listed(list(map(str, value)))} mines"


def _seen(difference: int) -> str:
    """Say how many more safe cells are seen in one direction than in the other."""
    if not difference:
        return "as many safe cells above and below as to the left and right"
    where = "above and below" if difference > 0 else "to the left and right"
    return f"{counted(abs(difference), 'more safe cell')} {where}"
