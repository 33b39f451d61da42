"""The rows of a board's text: to a grid of states and clues, and back.

A row has one character for each cell, or tokens separated by blanks; uncertain clues and clues
above 8 are tokens (see `clue_text`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency, count_near
from logicsweep.board.clue import Around, Clue, Code
from logicsweep.board.clue_models import ClueModel, Exact, clue_model
from logicsweep.board.clue_text import has_tokens, read_clue, write_clue
from logicsweep.board.grid import Uncertain, highest_clue
from logicsweep.board.relation import MAX_DEGREE
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.board.state import Grid, State, covered_mask, grid_type
from logicsweep.board.topology_text import Located, Topology
from logicsweep.errors import BoardSyntaxError, counted, listed
from logicsweep.limits import MOST_CELLS, MOST_UNCERTAIN

# Places rules on a board of some height, width and adjacency.
MakeRules = Callable[[int, int, Adjacency | None], PlacedRules | None]

NO_UNCERTAIN: Final[Uncertain] = MappingProxyType({})

# The largest clue that is one character.
_HIGHEST: Final = 8
_NOTHING: Final = Around(0, 0)
SYMBOLS: Final[dict[str, int]] = {str(clue): clue for clue in range(_HIGHEST + 1)} | {
    "?": State.COVERED,
    "F": State.FLAGGED,
    "*": State.KNOWN_MINE,
    "_": State.NO_CLUE,
}
EXPECTED: Final = (
    "? (covered), 0-8 (clue), F (flagged), * (known mine), _ (open, no clue) or an uncertain clue "
    "such as >=2"
)
BLANKS: Final = " \t"
COVERED_HASH: Final = "if # is a covered cell, use --covered '#' (covered='#' in Python)"

_TOO_UNCERTAIN: Final = f"there are more than {MOST_UNCERTAIN:,} uncertain clues"
# Clues of a rule that a message lists.
_SOME: Final = 4
_INVALID: Final = -128
_LATER: Final = -127
_NAMES: Final[dict[int, str]] = {int(state): symbol for symbol, state in SYMBOLS.items()}
_TOKEN: Final = re.compile(f"[^{BLANKS}]+")
# The sign of a rule's clue that is no number from 0 on: runs, a pair, or a number below 0.
_SIGN: Final = re.compile(r"\d+(?:[+/]\d+)+|-\d+", re.ASCII)
# Numbers in any order.
_PARTS: Final = re.compile(r"\d{1,3}(?:\+\d{1,3})+|\d{1,3}/\d{1,3}", re.ASCII)
_FOREIGN: Final = re.compile(f"[^{re.escape(''.join(SYMBOLS))}{BLANKS}\n]")
_WIDE: Final = re.compile(f"[^{BLANKS}\n]{{2,}}")


def unknown_character(sign: str, expected: str) -> str:
    """Make the message about a character that a format does not use."""
    hint = f"; {COVERED_HASH}" if sign == "#" else ""
    return f"unknown character {sign!r}; expected {expected}{hint}"


def check_cells(
    rows: Sequence[str], lines: Sequence[int], cells_in: Callable[[str], int] = len
) -> None:
    """Raise `BoardSyntaxError` at the row with one cell too many, before allocating memory.

    `lines` are the line numbers of the rows; `cells_in` counts the cells of one row.
    """
    if sum(map(len, rows)) <= MOST_CELLS:  # no row has more cells than characters
        return
    cells = 0
    for row, line in zip(rows, lines, strict=True):
        cells += cells_in(row)
        if cells > MOST_CELLS:
            raise Located(row, line, 1).error(f"there are more than {MOST_CELLS:,} cells")


def parse_rows(
    rows: Sequence[str],
    model: ClueModel | None = None,
    numbers: Sequence[int] | None = None,
    topology: Topology | None = None,
    rules: MakeRules | None = None,
) -> tuple[Grid, Uncertain, Adjacency | None, PlacedRules | None]:
    """Read rows; `numbers` are their line numbers in the text, by default counted from 1.

    `model` is the clue model of numbers that name none (None: they are exact). `topology` makes the
    adjacency of a board of this size; None stands for the eight cells around a cell, here and in
    the result. `rules` places rules on such a board; None stands for the ordinary ones. Raises
    `BoardSyntaxError`, and what `topology` and `rules` raise.
    """
    lines = range(1, len(rows) + 1) if numbers is None else numbers
    check_cells(rows, lines, _cells_in)
    model = None if isinstance(model, Exact) else model
    if model is None and rules is None and not has_tokens("\n".join(rows)):
        grid = _plain(rows, lines)
        return grid, NO_UNCERTAIN, None if topology is None else topology(*grid.shape), None
    return _with_tokens(rows, lines, model, topology, rules)


def render_rows(
    grid: Grid,
    uncertain: Uncertain = NO_UNCERTAIN,
    model: str | None = None,
    adjacency: Adjacency | None = None,
    ruled: PlacedRules | None = None,
) -> list[str]:
    """Write the rows of a grid: one character for each cell, or if needed tokens with blanks.

    `model` is the clue model of numbers that name none (see `common_model`); `adjacency` is None
    for the eight cells around a cell, `ruled` for the ordinary rules.
    """
    if ruled is not None and not ruled.rules.clue.is_standard:
        return _ruled_rows(grid, uncertain, ruled)
    if uncertain or int(grid.max(initial=0)) > _HIGHEST:
        tokens = [[_token(code, model) for code in row] for row in grid.tolist()]
        if uncertain:
            highest = highest_clue(adjacency)
            mines, covered = _around(grid, adjacency)
            for cell, clue in uncertain.items():
                now = Around(int(mines[cell]), int(covered[cell]))
                tokens[cell[0]][cell[1]] = write_clue(clue, model, now, highest=highest)
        return _aligned(tokens)
    lookup = np.zeros(256, dtype=np.uint8)
    for symbol, state in SYMBOLS.items():
        lookup[state & 0xFF] = ord(symbol)
    return [line.tobytes().decode("ascii") for line in lookup[grid.view(np.uint8)]]


def _aligned(tokens: Sequence[Sequence[str]]) -> list[str]:
    """Align tokens as rows, one below the other."""
    width = max(len(token) for row in tokens for token in row)
    return [" ".join([token.ljust(width) for token in row]).rstrip() for row in tokens]


def _ruled_rows(grid: Grid, uncertain: Uncertain, ruled: PlacedRules) -> list[str]:
    """Return the rows of a board with rules: tokens, unless all cells are one character."""
    signs = {code: sign for code, sign in _NAMES.items() if code < 0}
    signs |= {int(code): ruled.token(code) for code in ruled.values.codes}
    tokens = [[signs.get(code, "") for code in row] for row in grid.tolist()]
    for cell, clue in uncertain.items():
        tokens[cell[0]][cell[1]] = write_clue(clue, None, _NOTHING, highest=MAX_DEGREE)
    if all(len(token) == 1 for row in tokens for token in row):
        return ["".join(row) for row in tokens]
    return _aligned(tokens)


def common_model(uncertain: Uncertain, ruled: PlacedRules | None = None) -> str | None:
    """Return the clue model of all uncertain clues, if they share one that a text can name.

    Under a rule for clues each clue names its model: a number alone is exact, by the rule.
    """
    if ruled is not None and not ruled.rules.clue.is_standard:
        return None
    models = {clue.model for clue in uncertain.values()}
    if len(models) == 1:
        (name,) = models
        if name is not None:
            with suppress(ValueError):
                return clue_model(name).name
    return None


def _around(
    grid: Grid, adjacency: Adjacency | None
) -> tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]]]:
    """Count the known mines and the covered cells among the neighbours of each cell."""
    mines, covered = grid == State.KNOWN_MINE, covered_mask(grid)
    return count_near(mines, adjacency), count_near(covered, adjacency)


def _token(code: int, model: str | None) -> str:
    """Return the token of a cell without an uncertain clue."""
    if _HIGHEST < code <= MAX_DEGREE:
        return f"={code}"
    if code >= 0:
        return str(code) if model is None else f"{code}:{Exact.name}"
    return _NAMES.get(code, "")


def _with_tokens(
    rows: Sequence[str],
    lines: Sequence[int],
    model: ClueModel | None,
    topology: Topology | None,
    rules: MakeRules | None,
) -> tuple[Grid, Uncertain, Adjacency | None, PlacedRules | None]:
    """Read rows with tokens; as `parse_rows`.

    Tokens of uncertain clues come last, since a clue model may depend on the cells around.
    """
    _check_tokens(rows, lines)
    split = [_split(row) for row in rows]
    width = len(split[0])
    if not width:
        raise _empty(lines)
    for row, tokens, line in zip(rows, split, lines, strict=True):
        if len(tokens) != width:
            raise Located(row, line, 1).error(
                f"this row has {counted(len(tokens), 'cell')}; expected {width} "
                f"as in the first row (line {lines[0]})",
                len(row),
            )
    adjacency = None if topology is None else topology(len(rows), width)
    ruled = None if rules is None else rules(len(rows), width, adjacency)
    shown = None if ruled is None or ruled.rules.clue.is_standard else ruled
    if shown is not None and model is not None:
        raise Located(rows[0], lines[0], 1).error(
            f"a clue model cannot be combined with the rule {shown.rules.clue.name}; expected one "
            f"of them"
        )
    highest = highest_clue(adjacency, shown)
    code_of = _codes_of_tokens(model, highest, shown)
    tokens = [token for row in split for token in row]
    codes: Grid = np.array(
        [code_of.get(token, _LATER) for token in tokens], dtype=grid_type(highest)
    )

    def cell_of(number: int) -> Located:
        at, column = divmod(number, width)
        return Located(tokens[number], lines[at], _column(rows[at], column))

    later = np.flatnonzero(codes == _LATER).tolist()
    if len(later) > MOST_UNCERTAIN:
        raise cell_of(later[MOST_UNCERTAIN]).error(_TOO_UNCERTAIN)
    codes[later] = State.NO_CLUE  # until they are read
    grid = codes.reshape(len(rows), width)
    mines, covered = (counts.ravel().tolist() for counts in _around(grid, adjacency))
    read: dict[tuple[str, int, int], int | Clue] = {}
    uncertain: dict[tuple[int, int], Clue] = {}
    for number in later:
        key = tokens[number], mines[number], covered[number]
        clue = read.get(key)
        if clue is None:
            with cell_of(number).blamed():
                around = Around(*key[1:])
                clue = read[key] = _read_token(key[0], model, around, highest, shown)
        if isinstance(clue, int):
            codes[number] = clue
        else:
            uncertain[divmod(number, width)] = clue
    return grid, uncertain, adjacency, ruled


def _check_tokens(rows: Sequence[str], lines: Sequence[int]) -> None:
    """Raise `BoardSyntaxError` at the row with one uncertain clue too many, before all are read."""
    seen = 0
    for row, line in zip(rows, lines, strict=True):
        seen += row.count(">=") + row.count("<=") + row.count("..")
        if seen > MOST_UNCERTAIN:
            raise Located(row, line, 1).error(_TOO_UNCERTAIN)


def _codes_of_tokens(
    model: ClueModel | None, highest: int, ruled: PlacedRules | None
) -> dict[str, int]:
    """Return the codes of states and exact clues by token; with a model numbers are uncertain."""
    if ruled is not None:
        states = {sign: code for sign, code in SYMBOLS.items() if code < 0}
        return states | {sign: int(code) for sign, code in ruled.codes.items()}
    codes = {sign: code for sign, code in SYMBOLS.items() if model is None or not sign.isdecimal()}
    return codes | {f"={clue}": clue for clue in range(highest + 1)}


def _read_token(
    token: str, model: ClueModel | None, now: Around, highest: int, ruled: PlacedRules | None
) -> int | Clue:
    """Read a token of an uncertain clue. Raises ValueError for any other."""
    if ruled is not None:
        clue = _read_ruled(token, ruled)
        return clue if isinstance(clue, Clue) else int(clue)
    if len(token) == 1 and (model is None or not token.isdecimal()):
        raise ValueError(unknown_character(token, EXPECTED))
    return read_clue(token, model, now, highest=highest)


def _read_ruled(token: str, ruled: PlacedRules) -> Code | Clue:
    """Read an uncertain clue of a rule, or runs or a pair in any order. Raises ValueError."""
    rule = ruled.rules.clue
    if ruled.parts:
        return _read_marked(token, ruled)
    with suppress(ValueError):
        read = read_clue(token, None, _NOTHING, highest=ruled.values.highest)
        if isinstance(read, Clue):
            ruled.check_uncertain()
            return read
    if _PARTS.fullmatch(token):
        sign = "/" if "/" in token else "+"
        known = ruled.codes.get(sign.join(sorted(token.split(sign), key=int)))
        if known is not None:
            return known
    codes = ruled.values.codes
    first = [ruled.token(code) for code in codes[:_SOME]]
    examples = listed(first) if len(codes) <= _SOME else f"{', '.join(first)} and so on"
    raise ValueError(
        f"{token[:20]!r} is no clue under the rule {rule.name}, which shows {rule.about}; expected "
        f"{examples}, or ?, F, * or _"
    )


def _read_marked(token: str, ruled: PlacedRules) -> Code | Clue:
    """Read a token with several rules: a mark such as `@1W` names its own. Raises ValueError."""
    shown, mark, name = token.partition("@")
    parts = {part.rules.clue.name: part for part in ruled.parts}
    if mark and name not in parts:
        known = listed(list(parts), last="or")
        raise ValueError(f"{token[:20]!r} names the rule {name[:20]!r}; expected {known}")
    part = parts[name] if mark else ruled.first
    codes = {**part.codes, **{part.sign(code): code for code in part.values.codes if mark}}
    clue = codes[shown] if shown in codes else _read_ruled(shown, part)
    if not isinstance(clue, Clue):
        return ruled.code(part, clue)
    if part is not ruled.first:
        raise ValueError(
            f"{token[:20]!r} is uncertain; expected an exact clue under {name}, since only clues "
            f"of the first rule, {ruled.first.rules.clue.name}, may be uncertain"
        )
    return clue


def _split(row: str) -> list[str]:
    """Return the cells of a row."""
    tokens = [token for token in row.replace("\t", " ").split(" ") if token]
    return list(tokens[0]) if len(tokens) == 1 and not _is_tokens(row) else tokens


def _is_tokens(row: str) -> bool:
    """Tell whether a row with a single word is a token, and not a character for each cell."""
    return "@" in row or has_tokens(row) or _SIGN.fullmatch(row.strip(BLANKS)) is not None


def _cells_in(row: str) -> int:
    """Count the cells of a row, if it is a row."""
    if _is_tokens(row):
        return sum(1 for _ in _TOKEN.finditer(row))
    return len(row) - sum(map(row.count, BLANKS))


def _column(row: str, cell: int) -> int:
    """Return the column, counted from 1, at which a cell of a row starts."""
    starts = [match.start() + 1 for match in _TOKEN.finditer(row)]
    return starts[cell] if len(starts) > 1 or _is_tokens(row) else starts[0] + cell


def _plain(rows: Sequence[str], lines: Sequence[int]) -> Grid:
    """Turn rows into codes in one pass over the text: numpy reads large boards."""
    joined = "\n".join(rows)
    for separator in ("", " "):
        grid = read_table(joined, separator)
        if grid is not None:
            return grid
    if not (" " in joined or "\t" in joined):
        _check_symbols(rows, lines)
        lengths = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        for number in np.flatnonzero(lengths != lengths[0])[:1].tolist():
            raise _ragged(rows, lines, number, len(rows[0]))
    plain = _closed(rows, lines)
    if not plain[0]:
        raise _empty(lines)
    grid = read_table("\n".join(plain), "")
    if grid is None:
        _check_symbols(rows, lines)
        raise AssertionError("rows of equal length and known signs make a table")
    return grid


def _closed(rows: Sequence[str], lines: Sequence[int]) -> list[str]:
    """Return the rows without the blanks between their signs; all have the same length."""
    plain: list[str] = []
    for row, number in zip(rows, lines, strict=True):
        text = row.strip(BLANKS)
        if " " in text or "\t" in text:
            wide = _WIDE.search(row)
            if wide is not None:
                message = f"unknown token {wide[0][:20]!r}; expected {EXPECTED}"
                raise Located(row, number, 1).error(message, wide.start())
            text = text.replace(" ", "").replace("\t", "")
        if plain and len(text) != len(plain[0]):
            raise _ragged(rows, lines, len(plain), len(plain[0]))
        plain.append(text)
    return plain


def read_table(text: str, separator: str) -> Grid | None:
    """Read the grid of lines of equal length that have one of `SYMBOLS` for each cell; else None.

    Cells are separated by `separator`, one character or none. None is also the answer for too many
    cells. Most large boards are of this kind, and numpy reads them quickly.
    """
    width = text.find("\n") if "\n" in text else len(text)
    ends_blank = separator.strip() and not width % 2  # a field that would go without a word
    if not width or ends_blank or not text.isascii() or (len(text) + 1) % (width + 1):
        return None
    table = np.frombuffer(f"{text}\n".encode(), dtype=np.uint8).reshape(-1, width + 1)
    step = 1 + len(separator)
    if (len(text) + 1) // (width + 1) * -(-width // step) > MOST_CELLS:
        return None
    between = table[:, 1:-1:2] != ord(separator) if separator else np.zeros(0)
    if (table[:, -1] != ord("\n")).any() or between.any():
        return None
    lookup = np.full(128, _INVALID, dtype=np.int8)
    for symbol, state in SYMBOLS.items():
        lookup[ord(symbol)] = state
    grid: Grid = lookup[table[:, :-1:step]]
    return None if (grid == _INVALID).any() else grid


def _empty(lines: Sequence[int]) -> BoardSyntaxError:
    return BoardSyntaxError("this row has no cells; expected one or more", line=lines[0], column=1)


def _ragged(rows: Sequence[str], lines: Sequence[int], number: int, width: int) -> BoardSyntaxError:
    """Make the error for a row of another length, or for an unknown character before."""
    _check_symbols(rows[: number + 1], lines)
    places = [place for place, symbol in enumerate(rows[number]) if symbol not in BLANKS]
    missing = len(places) < width
    hint = "; a blank is no zero: write 0" if "   " in f"{rows[0]}{rows[number]}".strip() else ""
    return BoardSyntaxError(
        f"the length of this row is {len(places)}; expected {width} as in the first row "
        f"(line {lines[0]}){hint}",
        line=lines[number],
        column=(places[-1] if places else -1) + 2 if missing else places[width] + 1,
    )


def _check_symbols(rows: Sequence[str], lines: Sequence[int]) -> None:
    """Raise `BoardSyntaxError` at the first unknown character, if there is one."""
    text = "\n".join(rows)
    wrong = _FOREIGN.search(text)
    if wrong:
        raise BoardSyntaxError(
            unknown_character(wrong[0], EXPECTED),
            line=lines[text.count("\n", 0, wrong.start())],
            column=wrong.start() - text.rfind("\n", 0, wrong.start()),
        )
