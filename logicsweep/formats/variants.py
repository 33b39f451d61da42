"""Puzzles as the program `minesweepervariants` prints them, rules included.

After a line of `=` come the mine count and the number of covered cells (`总雷数: 9/19`), a title
with all rules and the size (`[1Q][1W]5x5`, rows first), and the rows of the puzzle. A tab ends each
cell: `___` is covered, `?` open without a clue, `雷` a mine. A line `题板:` with `-R*/19` says that
the mine count is no part of the puzzle. Nothing else is read; of several puzzles, the first is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.clue import Code
from logicsweep.board.rules.aggregate import Pair, Product, Runs, Value
from logicsweep.board.rules.catalogue import CLUE_RULES, LAYOUT_RULES, STANDARD, rule_of
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.rules.layout_rule import LayoutRule, Lines, When
from logicsweep.board.rules.rules import PlacedRules, Rules, placed_on
from logicsweep.board.state import State
from logicsweep.errors import BoardSyntaxError, UnknownNameError, counted
from logicsweep.formats.base import Format, Keeps, check_size
from logicsweep.formats.lines import Line, lines_in
from logicsweep.formats.text import decode

_LOOK: Final = 4096  # bytes at the start, in which the title is
_LINE: Final = "=" * 100
_COUNT: Final = "总雷数:"
_PUZZLE: Final = "题板:"
_MINE: Final = "雷"
_SIGNS: Final = {"___": int(State.COVERED), "?": int(State.NO_CLUE), _MINE: int(State.KNOWN_MINE)}
_WORDS: Final = {state: sign for sign, state in _SIGNS.items()}
_EXPECTED: Final = f"___ (covered), ? (open, no clue), {_MINE} (mine) or a clue"
_TITLE: Final = re.compile(r"((?:\[[^][]*\])+)(\d{1,9})x(\d{1,9})[ \t]*", re.ASCII)
_RULE: Final = re.compile(r"(?<=\[)[^][]*(?=\])")
_TITLE_LINE: Final = re.compile(rb"\n(?:\[[^][\n]*\])+\d+x\d+[ \t\r]*\n")
_MINES: Final = re.compile(rf"{_COUNT}[ \t]*(\d{{1,9}})(?:/\d+)?[ \t]*", re.ASCII)
_KNOWN: Final = re.compile(r"-R(?:\*|\d)")
_VALUE: Final = {
    "dots": re.compile(r"\d(?:\.\d)*", re.ASCII),
    "pair": re.compile(r"\d \d", re.ASCII),
    "root": re.compile(r"\d{1,3}|\d{0,3}√\d{1,4}", re.ASCII),
    "letter": re.compile(r"[A-Z]", re.ASCII),
    "number": re.compile(r"-?\d{1,3}", re.ASCII),
}
_COMPOSED: Final = {"1L1M": "LM", "1M1X": "MX", "1M1N": "MN", "1N1X": "NX"}
# Rules of the first game for layouts have a 1 before their name there, and compositions both names.
_NAMES: Final = {
    **{rule.name: rule.name for rule in CLUE_RULES},
    **{f"{'' if one.name[0].isdigit() else 1}{one.name}": one.name for one in LAYOUT_RULES},
    **_COMPOSED,
}
_THEIRS: Final = {ours: theirs for theirs, ours in _NAMES.items()}
_COLOURS: Final = "@c"
# With a key there are two boards: the first, and one with the name of the rule.
_FIRST: Final = "1"
_SEVEN: Final = "7"  # in the middle of a key of directions: the number of directions looked in


def _detect(data: bytes) -> bool:
    start = data[:_LOOK]
    return start.lstrip()[:10] == b"=" * 10 and _TITLE_LINE.search(start) is not None


def _read(data: bytes, *_: object) -> Board:
    """Read the first puzzle: its title, mine count and rows."""
    record = _first(decode(data))
    titles = [match for line in record if (match := _TITLE.fullmatch(line.text))]
    if not titles:
        raise record[-1].fault("no title; expected one such as [1Q][1W]5x5")
    place = [line.text for line in record].index(titles[0].string)
    title, after = record[place], record[place + 1 :]
    height, width = int(titles[0][2]), int(titles[0][3])
    check_size(height, width, line=title.number)
    total, count = _total(record)
    rules = _rules(title)
    if after and rules.clue.key and after[0].text.strip() == _FIRST:
        after = after[1:]
    rows = [*takewhile(lambda line: line.text.strip(), after)]
    if len(rows) != height:
        raise title.fault(f"the number of rows is {len(rows)}; expected {height} as in this title")
    _check_key(after[height:], rules.clue)
    try:
        grid = _cells(rows, width, placed_on(rules, height, width, None))
        return Board(grid, mines=total, rules=rules)
    except BoardSyntaxError:
        raise
    except ValueError as error:  # the board is too large for a rule, or not with so many mines
        is_about_total = getattr(error, "argument", None) == "mines"
        raise (count if is_about_total else title).fault(str(error)) from None


def _first(text: str) -> list[Line]:
    """Return the lines of the first puzzle, from the one of `=` to the next."""
    lines = lines_in(text)
    starts = [
        at for at, line in enumerate(lines) if len(line.text) >= 10 and not line.text.strip("=")
    ]
    if not starts:
        raise BoardSyntaxError(f"no puzzle; expected a line of {len(_LINE)} =")
    return lines[starts[0] : starts[1] if len(starts) > 1 else None]


def _rules(title: Line) -> Rules:
    """Return the rules of a title."""
    rules: list[ClueRule | LayoutRule] = []
    words = title.words(_RULE)
    colours = [word.text for word in words if word.text.startswith("@")]
    for word in words:
        name = word.text
        if name in colours:
            continue
        if name not in _NAMES:
            raise word.fault(str(UnknownNameError("rule", name[:20], _NAMES)))
        rule = rule_of(_NAMES[name])
        earlier = next((known for known in rules if isinstance(known, ClueRule)), None)
        if rule in rules:
            raise word.fault(f"the rule {name} is there twice")
        if isinstance(rule, ClueRule) and earlier is not None:
            either = f"{_THEIRS[earlier.name]} or {name}"
            raise word.fault(f"each cell follows {either} here; expected one rule for all clues")
        if _is_coloured(rule) and colours != [_COLOURS]:
            which = f"with {', '.join(colours)}" if colours else "without colours"
            expected = f"expected [{_COLOURS}], the colours of a chess board"
            raise word.fault(f"the rule {name} {which}; {expected}")
        rules.append(rule)
    return Rules.of(rules)


def _is_coloured(rule: ClueRule | LayoutRule) -> bool:
    """Tell whether a rule tells coloured cells from others."""
    if isinstance(rule, ClueRule):
        return rule.weights[0] != rule.weights[1] or isinstance(rule.aggregate, Pair)
    windows = any(window.when is When.COLOURED_MINE for window in rule.windows)
    return windows or rule.lines is Lines.BALANCED


def _total(record: Sequence[Line]) -> tuple[int | None, Line]:
    """Return the mine count, unless it is no part of the puzzle, and its line."""
    total, count = None, record[0]
    for line in record:
        if line.text.startswith(_COUNT) and total is None:
            match = _MINES.fullmatch(line.text)
            if match is None:
                raise line.fault(f"expected a mine count such as {_COUNT} 9/19")
            total, count = int(match[1]), line
        elif line.text.startswith(_PUZZLE):
            known = _KNOWN.search(line.text)
            if known is not None and known[0].endswith("*"):
                return None, count
    return total, count


def _cells(rows: Iterable[Line], width: int, ruled: PlacedRules | None) -> list[list[int]]:
    """Return the codes of the cells in all rows: states and clues."""
    known: dict[str, int | None] = dict(_SIGNS)
    grid = []
    for line in rows:
        cells = line.text.removesuffix("\t").split("\t")
        if len(cells) != width:
            many = counted(len(cells), "cell")
            raise line.fault(f"{many} in this row; expected {width} as in the title")
        for cell in set(cells) - known.keys():
            code = _code(cell, ruled)
            known[cell] = None if code is None else int(code)
        row = [known[cell] for cell in cells]
        if None in row:
            wrong = cells[row.index(None)][:20]
            rule = _THEIRS[STANDARD.name if ruled is None else ruled.rules.clue.name]
            raise line.fault(f"{wrong!r} is no cell under the rule {rule}; expected {_EXPECTED}")
        grid.append([state for state in row if state is not None])
    return grid


def _code(text: str, ruled: PlacedRules | None) -> Code | None:
    """Return the code of a clue; None if it is no clue under the rule."""
    if ruled is None:
        return Code(int(text)) if re.fullmatch("[0-8]", text) else None
    rule = ruled.rules.clue
    if not _VALUE[_form(rule)].fullmatch(text):
        return None
    if _form(rule) in ("root", "letter"):
        codes = ruled.values.codes
        return next((code for code in codes if _written(ruled, code) == text), None)
    numbers = tuple(sorted(map(int, re.split(r"[. ]", text))))
    value: Value = numbers[0] if _form(rule) == "number" else numbers
    return ruled.values.code(value)


def _form(rule: ClueRule) -> str:
    """Name the form in which the clues of a rule are written."""
    if isinstance(rule.aggregate, Pair):
        return "pair"
    if isinstance(rule.aggregate, Product):
        return "root"
    if rule.key is not None and rule.key.has_letters:
        return "letter"
    return "dots" if isinstance(rule.aggregate, Runs) and not rule.aggregate.is_number else "number"


def _check_key(lines: Sequence[Line], rule: ClueRule) -> None:
    """Raise an error if a part of the key is given: boards have no place for it."""
    if rule.key is None:
        return
    starts = [at for at, line in enumerate(lines) if line.text.strip() == _THEIRS[rule.name]]
    for line in takewhile(lambda line: line.text.strip(), lines[starts[0] + 1 :] if starts else ()):
        for cell in line.text.removesuffix("\t").split("\t"):
            if cell not in (_WORDS[State.COVERED], _SEVEN):
                problem = f"the key of the rule {rule.name} is given in part: {cell[:20]!r}"
                raise line.fault(f"{problem}; expected {_WORDS[State.COVERED]} in all its cells")


def _key_lines(ruled: PlacedRules | None) -> list[str]:
    """Return the key as a board of its own, with nothing known of it; none without a key."""
    if ruled is None or ruled.key_shape is None:
        return []
    height, width = ruled.key_shape.marked, len(ruled.key_shape.columns)
    height, width = (3, 3) if height == 1 and width > 1 else (height, width)
    rows = [[_WORDS[State.COVERED]] * width for _ in range(height)]
    if ruled.rules.clue.key is HiddenKey.DIRECTION:
        rows[1][1] = _SEVEN
    lines = ["".join([f"{cell}\t" for cell in row]) for row in rows]
    return ["", "", _THEIRS[ruled.rules.clue.name], *lines]


def _write(board: Board) -> bytes:
    """Write a puzzle as the program prints it, the key of its rule included."""
    rules, ruled = board.rules, board.placed_rules
    if rules.clue.parts:
        raise ValueError(
            f"variants cannot say which of the rules {rules.clue.name} a clue follows; expected "
            f"one rule for clues"
        )
    all_rules: list[ClueRule | LayoutRule] = [*rules.layout, rules.clue]
    for rule in all_rules:
        if rule.name not in _THEIRS or rule_of(rule.name) != rule:
            known = ", ".join(_THEIRS)
            raise ValueError(f"variants cannot hold the rule {rule.name}; expected one of {known}")
    names = [f"[{_THEIRS[rule.name]}]" for rule in all_rules]
    names += [f"[{_COLOURS}]"] if any(map(_is_coloured, all_rules)) else []
    title = f"{''.join(names)}{board.height}x{board.width}"
    covered = int(np.count_nonzero(board.covered_mask))
    total = board.mines
    count = [] if total is None else [f"{_COUNT} {total}/{covered}"]
    shown_total = "*" if total is None else total
    words = {**_WORDS}
    rows = []
    for line in board.grid.tolist():
        for state in set(line) - words.keys():
            words[state] = str(state) if ruled is None else _written(ruled, state)
        rows.append("".join([f"{words[state]}\t" for state in line]))
    key = _key_lines(ruled)
    head = ["", _LINE, "", *count, title, *([_FIRST] if key else [])]
    puzzle = f'{_PUZZLE} -r "{title}-R{shown_total}/{covered}"'
    return "\n".join([*head, *rows, *key, "", "", puzzle, ""]).encode()


def _written(ruled: PlacedRules, code: Code) -> str:
    value = ruled.values.value(code)
    if isinstance(value, int):
        return ruled.sign(code).upper()
    return (" " if _form(ruled.rules.clue) == "pair" else ".").join(map(str, value))


FORMAT: Final = Format(
    name="variants",
    about="puzzles of minesweepervariants: a title such as [1Q][1W]5x5, then rows of ___ ? clues",
    detect=_detect,
    reader=_read,
    write_board=_write,
    keeps=Keeps.KNOWN_MINES | Keeps.NO_CLUE | Keeps.TOTAL | Keeps.RULES,
)
