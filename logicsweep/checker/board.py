"""Read boards in native text, as their documentation defines it and independently of the solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import compress, product
from math import isqrt, prod
from typing import NamedTuple, TypeVar

from .constraints import Constraints
from .demands import Demand
from .faults import CheckError, shown
from .words import (
    BLANKS,
    N,
    at_line,
    below,
    is_above_0,
    likelihoods,
    match_of,
    need,
    place_of,
    span_of,
    whole,
    words_of,
)

_CLUE_RULES = "V 1M 1L 1W 1N 1X 1X' 1P 1E 1E' 1K 1W' 2X 2D 2P 2M 2A 2I 2E 2E' 2L 2L'"
CLUE_RULES = frozenset(re.findall(r"\S+", _CLUE_RULES))
LAYOUT_RULES = frozenset(re.findall(r"\S+", "Q T A H U D D' 2H 2F 2T 2S 2Z B C O S 2C 2G 2G' 2B"))
HIDDEN_KEYS = frozenset(("2E", "2I", "2L", "2L'"))
MOST_CELLS = 1_000_000
MOST_NEIGHBOURS = 126
# The largest number that bounds can allow.
MOST_COUNTED = 255

_SIGNS = {"?": "?", "F": "?", "*": "*", "_": "_"}
_REPEATED = ("constraint", "neighbours", "positions", "density")
_KEYS = ("mines", "clues", "rules", "liars", "topology", "walls", *_REPEATED)
# Those of a hexagon in an even row, and of a triangle that points up; others are mirrored.
_STEPS = {
    "four": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "hexagon": ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)),
    "knight": [each for each in product((-2, -1, 1, 2), repeat=2) if abs(each[0] * each[1]) == 2],
    "triangle": [(r, c) for r, end in ((-1, 1), (0, 2), (1, 2)) for c in range(-end, end + 1)],
}
_GRID = rf"grid ({N}(?:x{N}){{0,30}})(?: (wrap)(?: ({N}(?:,{N})*))?)?"
_MODEL = r"(exact|optimistic|cautious|liar)|(noisy|random-reveal)\(([^()]{1,99})\)"
_BY_MODEL = rf"({N})(?::([^:\[\]]+))?(?:\[({N}),({N})\])?"
_BOUNDS = rf"(>=|<=)({N})|({N}\.\.{N})(?:\(([^()]*)\))?"
_WORDS = {
    "number": rf"[0-9]|={N}",
    "signed": rf"=?-?{N}",
    "runs": rf"={N}|{N}(?:\+{N})*",
    "pair": rf"{N}/{N}",
    "root": rf"={N}|{N}|[0-9]{{0,4}}[r√][0-9]{{1,4}}",
    "letter": "[a-z]",
}
_Near = list[list[int]]
_Header = dict[str, list[tuple[int, str]]]
_Model = tuple[str, Fraction]
_T = TypeVar("_T")


class Clue(NamedTuple):
    """Say what an open cell shows: a word if that is exact, otherwise the numbers it allows.

    Without either the clue has no certificates, as under a clue model and another rule.
    """

    rule: str
    word: str
    numbers: frozenset[int] | None


class Board(NamedTuple):
    """Hold what a text says of a board.

    Attributes:
        cells: For each cell "?" if it is covered, "*" for a known mine, "_" if it is open.
        near: For each cell the numbers of its neighbours, ascending, without those behind walls.
        topology: The name of the topology; "" for lists of neighbours.
        mines: The least and the largest number of mines, known ones included; None if unknown.
        clue_rules: The rules for clues; the first is that of clues without a mark.
        constraints: The board's own constraints by name, over variables: cell numbers plus 1; None
            for one about regions, which has no certificates.
    """

    text: tuple[str, ...]
    height: int
    width: int
    cells: tuple[str, ...]
    clues: Mapping[int, Clue]
    near: tuple[tuple[int, ...], ...]
    topology: str
    has_walls: bool
    mines: tuple[int, int] | None
    liars: int
    clue_rules: tuple[str, ...]
    layout_rules: tuple[str, ...]
    constraints: Mapping[str, Demand | None]

    @property
    def size(self) -> int:
        """Count the cells."""
        return self.height * self.width

    def cell_name(self, number: int) -> str:
        """Return a cell as row and column, such as (0,1)."""
        return f"({number // self.width},{number % self.width})"


def read_board(lines: Sequence[str]) -> Board:
    """Read native text; raises `CheckError` with the line that is wrong."""
    header, rows = _parts(lines)
    height, width = len(rows), len(rows[0][1])
    topology, near = _neighbourhood(header, height, width)
    clue_rules, layout_rules = _single(header, "rules", _rules, _rules("V"))
    has_walls = _single(header, "walls", lambda text: _walls(text, near, height, width), False)
    liars = _single(header, "liars", whole, 0)
    if liars and "2A" in clue_rules:
        raise CheckError(
            "expected no liars: clues of 2A cannot be wrong", line=header["liars"][0][0]
        )
    cells = tuple([_SIGNS.get(each, "_") for _, row in rows for each in row])
    model = _single(header, "clues", _model, _model("exact"))
    reader = _Clues(clue_rules, model, cells, near, height + width)
    clues: dict[int, Clue] = {}
    for number, (line, row) in enumerate(rows):
        with at_line(line):
            for cell, sign in enumerate(row, number * width):
                if sign not in _SIGNS:
                    clues[cell] = reader.read(cell, sign)
    text, around = tuple(lines), tuple([tuple(each) for each in near])
    mines = _single(header, "mines", span_of, None)
    constraints = Constraints(height, width).read(header.get("constraint", []))
    names = topology, has_walls, mines, liars, clue_rules, layout_rules, constraints
    return Board(text, height, width, cells, clues, around, *names)


def _single(header: _Header, key: str, read: Callable[[str], _T], without: _T) -> _T:
    for line, text in header.get(key, ()):
        with at_line(line):
            return read(text)
    return without


def _is_comment(text: str, is_narrow: bool) -> bool:
    is_comment = re.match(r"#([ \t]|$)", text) is not None
    is_row = is_comment and not text.strip("# \t") and (len(text) > 1 or is_narrow)
    need(not is_row, "no comment that could be a row")
    return is_comment


def _parts(lines: Sequence[str]) -> tuple[_Header, list[tuple[int, Sequence[str]]]]:
    """Split a text into its header, by keys, and its rows, both with the numbers of their lines."""
    header: _Header = {}
    rows: list[tuple[int, Sequence[str]]] = []
    is_after_blank = False
    for line, raw in enumerate(lines, 1):
        text = raw.strip(BLANKS)
        with at_line(line):
            if not text or _is_comment(text, len(rows[0][1]) == 1 if rows else False):
                is_after_blank |= not text
                continue
            match = re.fullmatch("([A-Za-z]+):(.*)", text)
            if match and not rows and not (header and is_after_blank):
                key = match[1]
                need(key in _KEYS, f"a known header key, not {shown(key)}")
                need(key in _REPEATED or key not in header, f"the header {key} once")
                header.setdefault(key, []).append((line, match[2].strip(BLANKS)))
            else:
                is_due = not is_after_blank if rows else is_after_blank or not header
                need(is_due, "header lines, a blank line, and rows without blank lines")
                rows.append((line, _cells_of(text)))
                width = len(rows[0][1])
                need(len(rows[-1][1]) == width, f"a row of {width} cells")
                need(len(rows) * width <= MOST_CELLS, f"at most {MOST_CELLS} cells")
            is_after_blank = False
    if not rows:
        raise CheckError("expected a row of cells", line=max(1, len(lines)))
    return header, rows


def _cells_of(text: str) -> Sequence[str]:
    """Split a row; one without blanks that cannot be a character a cell is a token itself."""
    words = words_of(text)
    return text if len(words) == 1 and re.fullmatch("[?F*_0-9a-z]+", text) else words


def letters_of(rule: str) -> tuple[str, ...]:
    """Return the letters of a rule for clues that composes; none for V and those such as 2X."""
    return () if rule == "V" or rule[0] == "2" else tuple(re.findall("[MLWNXPEKD]'?", rule))


def _rules(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = words_of(text)
    need(0 < len(names) == len(set(names)), "names of rules, each of them once")
    for name in names:
        letters = letters_of(name) if re.fullmatch("(?:[MLNPKD]|[WXE]'?){2,12}", name) else ()
        is_composed = 1 < len(letters) == len(set(letters))
        if not (is_composed or name in CLUE_RULES or name in LAYOUT_RULES):
            raise CheckError(
                f"there are no certificates with rules of one's own such as {shown(name)}"
            )
    need(len(HIDDEN_KEYS.intersection(names)) < 2, "at most one rule with a hidden key")
    clue_rules = tuple([name for name in names if name not in LAYOUT_RULES])
    return clue_rules or ("V",), tuple([name for name in names if name in LAYOUT_RULES])


def _neighbourhood(header: _Header, height: int, width: int) -> tuple[str, _Near]:
    """Return the name of the topology and the neighbours, without regard to walls."""
    lists = header.get("neighbours", [])
    line, text = header.get("topology", [(1, "square")])[0]
    with at_line(line):
        need(not lists or "topology" not in header, "either a topology or neighbours")
        name = " ".join(words_of(text))
        return (
            ("", _lists(lists, height, width)) if lists else (name, _by_name(name, height, width))
        )


def _by_name(name: str, height: int, width: int) -> _Near:
    if name in {"square", "torus", "cylinder"}:
        return _grid((height, width), (name == "torus", name != "square"))
    near: _Near = []
    for row, column in product(range(height), range(width)) if name in _STEPS else ():
        down = -1 if name == "triangle" and (row + column) % 2 else 1
        right = -1 if name == "hexagon" and row % 2 else 1
        there = [(row + down * r, column + right * c) for r, c in _STEPS[name] if r or c]
        inside = [(r, c) for r, c in there if 0 <= r < height and 0 <= c < width]
        near.append(sorted([r * width + c for r, c in inside]))
    if near:
        return near
    match = match_of(_GRID, name, "a topology such as hexagon or grid 4x4x4")
    sizes = [int(each) for each in match[1].split("x")]
    named = [int(each) for each in (match[3] or "").split(",") if each]
    need((prod(sizes[:-1]), sizes[-1]) == (height, width), f"the rows and columns of a {name}")
    dimensions = range(1, len(sizes) + 1)
    need(len(named) == len({*named}.intersection(dimensions)), "dimensions to wrap, each once")
    return _grid(sizes, [bool(match[2]) and each in (named or [each]) for each in dimensions])


def _grid(sizes: Sequence[int], wraps: Sequence[bool]) -> _Near:
    most = prod([min(3, size) for size in sizes]) - 1
    is_small = most <= MOST_NEIGHBOURS and most * prod(sizes) <= 16 * MOST_CELLS
    need(is_small, f"at most {MOST_NEIGHBOURS} neighbours, on a small board")
    near: _Near = [[0]]
    for size, wrap in zip(sizes, wraps, strict=True):
        need(size > 2 or not wrap, "at least 3 cells where opposite sides are joined")
        beside = [[at - 1, at, at + 1] for at in range(size)]
        around = [[at % size for at in ats if wrap or 0 <= at < size] for ats in beside]
        pairs = product(near, around)
        near = [[each * size + at for each in cells for at in ats] for cells, ats in pairs]
    return [sorted({*cells} - {number}) for number, cells in enumerate(near)]


def _lists(lists: Sequence[tuple[int, str]], height: int, width: int) -> _Near:
    near: _Near = []
    for line, text in lists:
        with at_line(line):
            parts = text.split(";")
            is_even = len(parts) == width and len(lists) == height
            need(is_even, f"{height} lines of neighbours, each for {width} cells")
            for part in parts:
                cells = [below(each, height * width, "a cell") for each in words_of(part)]
                near.append(sorted(set(cells)))
                is_set = len(near[-1]) == len(cells) <= MOST_NEIGHBOURS
                need(is_set, f"up to {MOST_NEIGHBOURS} neighbours, each of them once")
    for cell, around in enumerate(near):
        with at_line(lists[cell // width][0]):
            for each in around:
                is_mutual = each != cell and cell in near[each]
                need(is_mutual, f"that {cell} and {each} name each other")
    return near


def _walls(text: str, near: _Near, height: int, width: int) -> bool:
    """Take out the neighbours behind walls."""
    for wall in words_of(text) or [""]:
        places = [place_of(each, height, width) for each in wall.split("-")]
        first, *others = [row * width + column for row, column in places]
        is_between = len(others) == 1 and others[0] in near[first]
        need(is_between, f"one wall between two neighbours, not {shown(wall)}")
        near[first].remove(others[0])
        near[others[0]].remove(first)
    return True


def _model(text: str) -> _Model:
    match = match_of(_MODEL, text, "a clue model such as noisy(1/10)")
    chance = Fraction(match[3]) if match[3] and is_above_0(match[3]) else Fraction(0)
    need(chance <= 1, f"a probability up to 1, not {shown(text)}")
    return match[1] or match[2], chance


def _may_show(model: _Model, number: int, count: int, low: int, high: int) -> bool:
    """Tell whether a number may be shown with so many mines around, from low to high."""
    name, chance = model
    is_off = abs(number - count) == 1 and low <= number <= high
    if name == "optimistic":
        return low <= number <= count
    if name == "cautious":
        return count <= number <= high
    if name == "random-reveal":
        return number == count and chance > 0
    if name == "noisy":
        return (is_off and chance > 0) or (number == count and (chance < 1 or low == high))
    return is_off


@lru_cache(maxsize=99)
def _form(rule: str) -> str:
    forms = {"2X": "pair", "2P": "root", "2E": "letter", "2E'": "letter"}
    if "W" in letters_of(rule):
        return "runs"
    return "signed" if "E'" in letters_of(rule) else forms.get(rule, "number")


def _word(form: str, text: str) -> str | None:
    """Return an exact clue in normal form; None for another clue."""
    if not re.fullmatch(_WORDS[form], text):
        return None
    if form == "letter":
        return text
    factor, root, rest = text.removeprefix("=").replace("r", "√").partition("√")
    if root:
        whole, under = int(factor or 1), int(rest)
        square = next((each for each in range(isqrt(under), 0, -1) if under % each**2 == 0), 0)
        whole, under = whole * square, under // max(1, square**2)
        return f"{whole}" if whole == 0 or under == 1 else f"{whole if whole > 1 else ''}√{under}"
    between = "/" if form == "pair" else "+"
    numbers = sorted([int(each) for each in factor.split(between)])
    need(form != "runs" or len(numbers) == 1 or numbers[0] > 0, "runs of one mine or more")
    return between.join([str(number) for number in numbers])


@lru_cache(maxsize=MOST_COUNTED**2)
def _between(low: int, high: int) -> frozenset[int]:
    return frozenset(range(low, high + 1))


class _Clues(NamedTuple):
    """Read the clues of a board, whose height and width are `sides` together."""

    rules: Sequence[str]
    model: _Model
    cells: Sequence[str]
    near: _Near
    sides: int

    def read(self, cell: int, token: str) -> Clue:
        """Read the clue of a cell."""
        text, mark, rule = token.partition("@")
        rule = rule if mark else self.rules[0]
        need(rule in self.rules, "a rule for clues of the header behind @")
        form, is_first = _form(rule), rule == self.rules[0]
        if self.model[0] != "exact" and text.isdigit():
            need(is_first, "= before the number, as plain numbers follow a clue model")
            if re.fullmatch("[0-9]", text):
                return self._modelled(cell, rule, int(text), self.model, None)
        word = _word(form, text)
        if word is not None:
            return Clue(rule, word, None)
        bounds, match = re.fullmatch(_BOUNDS, text), re.fullmatch(_BY_MODEL, text)
        if form != "number" or not (bounds or (match and (match[2] or match[3]))):
            raise CheckError(f"expected a cell or a clue of the rule {rule}, not {shown(token)}")
        if match and match[2] == "exact":
            return Clue(rule, str(int(match[1])), None)
        is_plain = is_first and "L" not in letters_of(rule) and rule not in HIDDEN_KEYS
        need(is_plain, f"an exact clue of {rule}, not {shown(token)}")
        if match is None:
            return Clue(rule, "", self._bounded(cell, rule, bounds.groups() if bounds else ()))
        around = (int(match[3]), int(match[4])) if match[3] else None
        model = _model(match[2]) if match[2] else self.model
        need(model[0] != "exact", f"a clue model for {shown(token)}")
        return self._modelled(cell, rule, int(match[1]), model, around)

    def _modelled(
        self, cell: int, rule: str, number: int, model: _Model, around: tuple[int, int] | None
    ) -> Clue:
        signs = [self.cells[each] for each in self.near[cell]]
        known, covered = around or (signs.count("*"), signs.count("?"))
        need(known + covered <= MOST_NEIGHBOURS, f"at most {MOST_NEIGHBOURS} cells around the cell")
        ends = known, known + covered
        counts = range(known, known + covered + 1)
        numbers = frozenset([each for each in counts if _may_show(model, number, each, *ends)])
        return Clue(rule, "", numbers if rule == "V" else None)

    def _bounded(self, cell: int, rule: str, bounds: Sequence[str | None]) -> frozenset[int]:
        """Return the numbers within bounds, up to what a clue of the rule can show at most."""
        sign, number, between, likely = bounds
        low, high = span_of(between or f"{number}")
        if likely is not None:
            chances = likelihoods(likely, high - low + 1)
            return frozenset(compress(range(low, high + 1), chances))
        letters, most = letters_of(rule), len(self.near[cell])
        if rule != "V":
            reach = self.sides if "E" in letters else len(self.cells) if rule == "2A" else 16
            most = max(most, reach) * (2 if "M" in letters else 1)
        need(most <= MOST_COUNTED, f"no bounds where a clue can be above {MOST_COUNTED}")
        return _between(0 if sign == "<=" else low, most if sign == ">=" else min(high, most))
