"""The native text of a board: text to grid and header, and back.

The text has optional header lines `key: value`, comment lines, a blank line, then the rows (see
`rows`). A comment starts with `#` and a blank, or is a lone `#`; a line of `#` that may be a row is
an error.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, Final

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.clue_models import clue_model
from logicsweep.board.clue_text import has_tokens
from logicsweep.board.constraint_forms import Place
from logicsweep.board.constraint_text import constraint_words, read_constraint
from logicsweep.board.grid import Uncertain, checked_liars
from logicsweep.board.rows import (
    BLANKS,
    COVERED_HASH,
    SYMBOLS,
    MakeRules,
    common_model,
    parse_rows,
    render_rows,
)
from logicsweep.board.rules.fitting import check_total
from logicsweep.board.rules.rules import CATALOGUE, PlacedRules, Rules, Ruling, placed_on
from logicsweep.board.state import Grid
from logicsweep.board.topology_text import (
    ROW_KEYS,
    TOPOLOGY_KEYS,
    Header,
    Located,
    read_topology,
    topology_lines,
)
from logicsweep.board.total import (
    Priors,
    Total,
    bounds_of,
    density_lines,
    no_room,
    no_total,
    read_densities,
)
from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import ArgumentError, BoardSyntaxError, listed, quoted

# Some keys have a line for each row of the board, any other key one line.
HEADER_KEYS: Final = (
    *("mines", "density", "clues", "rules", "liars", "constraint"),
    *TOPOLOGY_KEYS,
)
# These have any number of lines.
_MANY: Final = ROW_KEYS | {"constraint", "density"}
_HEADER: Final = re.compile(r"\s*([A-Za-z_]\w*)\s*:(.*)")
_COMMENT: Final = re.compile(rf"#(?:[{BLANKS}].*)?")
# The lines before the rows, without and with comments.
_BEFORE: Final = rf"[{BLANKS}]*(?:[A-Za-z_]\w*[{BLANKS}]*:.*|{{}})?\r?\n"
_HEAD: Final = re.compile(f"(?:{_BEFORE.format(_COMMENT.pattern)})*")
_BARE_HEAD: Final = re.compile(f"(?:{_BEFORE.format('')})*")
# Signs in the tokens of uncertain clues; if one of them is a covered cell, there are no tokens.
_IN_TOKENS: Final = "<>=.:[@"
_NO_COVERED: Final = "012345678"
_WHOLE: Final = re.compile(r"\d{1,18}", re.ASCII)


def check_covered(sign: str) -> None:
    """Raise ValueError unless a sign can stand for a covered cell."""
    if len(sign) != 1 or not sign.isprintable() or sign.isspace() or sign in _NO_COVERED:
        raise ArgumentError(
            "covered",
            f"covered is {sign[:20]!r}; expected one character, neither a blank nor a clue",
        )


def with_covered(text: str, sign: str) -> str:
    """Return the native text with `?` in place of another sign for covered cells.

    If that sign is `#`, the text has no comments. The header and the tokens of uncertain clues stay
    unchanged.
    """
    check_covered(sign)
    text = text.removeprefix("\ufeff")
    head = (_BARE_HEAD if sign == "#" else _HEAD).match(text)
    start = 0 if head is None else head.end()
    rows = text[start:]
    if sign in _IN_TOKENS or not has_tokens(rows):
        return text[:start] + rows.replace(sign, "?")
    as_token = re.compile(rf"(?<![^{BLANKS}]){re.escape(sign)}(?![^{BLANKS}\r])")
    lines = [
        as_token.sub("?", line) if has_tokens(line) else line.replace(sign, "?")
        for line in rows.split("\n")
    ]
    return text[:start] + "\n".join(lines)


def parse_text(text: str, covered: str | None = None, ruling: Ruling = CATALOGUE) -> dict[str, Any]:
    """Read the native text into the arguments of `Board`.

    Raises `BoardSyntaxError` with line and column of the first fault.

    `covered` is a character that stands for a covered cell, in addition to `?` (see
    `with_covered`). Raises ValueError if it cannot, or if the usual rules of `ruling` are not for
    such a board, and `LimitError` as `Adjacency.of` does.
    """
    if covered is not None:
        text = with_covered(text, covered)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    header, rows, numbers = _parts(lines if text.strip() else [])
    if not rows:
        raise BoardSyntaxError(
            "no rows; expected at least one row of cells", line=len(lines), column=1
        )
    entry_of = {key: entries[0] for key, entries in header.items()}
    model = total = None
    if "clues" in entry_of:
        with entry_of["clues"].blamed():
            model = clue_model(entry_of["clues"].value)
    topology, rules = read_topology(header), _rules(header, ruling)
    grid, uncertain, adjacency, ruled = parse_rows(rows, model, numbers, topology, rules)
    if "mines" in entry_of:
        total = _total(entry_of["mines"], grid.size)
        if ruled is not None and total is not None:
            with entry_of["mines"].blamed():
                check_total(ruled.layout, ruled.place, total)
    densities = header.get("density")
    density = None if densities is None else read_densities(densities, grid.shape)
    liars = 0
    if "liars" in entry_of:
        given = entry_of["liars"].value
        with entry_of["liars"].blamed():
            if not _WHOLE.fullmatch(given):
                raise ValueError(f"liars is {quoted(given)}; expected a number such as 2")
            liars = checked_liars(int(given), grid.size, uncertain.values(), ruled)
    place = Place.of(grid, adjacency)
    constraints = tuple([read_constraint(entry, place) for entry in header.get("constraint", ())])
    return {
        "grid": grid,
        "uncertain": uncertain,
        "mines": total,
        "density": density,
        "adjacency": adjacency,
        "rules": ruled and ruled.rules,
        "liars": liars,
        "constraints": constraints,
    }


def render_text(
    grid: Grid,
    *,
    uncertain: Uncertain,
    mines: Total,
    density: Fraction | Priors | None,
    adjacency: Adjacency | None,
    ruled: PlacedRules | None,
    liars: int,
    constraints: Sequence[Constraint],
) -> str:
    """Write the native text of a board, without a final newline; `parse_text` reads it back.

    The adjacency is None for the eight cells around each, and the rules are for the ordinary ones.
    """
    header = []
    bounds = bounds_of(mines)
    if bounds is not None:
        header.append(f"mines: {'..'.join(map(str, dict.fromkeys(bounds)))}")
    header += density_lines(density)
    model = common_model(uncertain, ruled)
    if model is not None:
        header.append(f"clues: {model}")
    if adjacency is not None:
        header += topology_lines(adjacency, grid.shape[1])
    if ruled is not None:
        header.append(f"rules: {ruled.rules}")
    if liars:
        header.append(f"liars: {liars}")
    place = Place.of(grid, adjacency)
    header += [f"constraint: {constraint_words(constraint, place)}" for constraint in constraints]
    rows = render_rows(grid, uncertain, model, adjacency, ruled)
    return "\n".join([*header, *([""] if header else []), *rows])


def _parts(lines: list[str]) -> tuple[Header, list[str], Sequence[int]]:
    """Split the lines of a text into the header and the rows with their line numbers.

    Raises `BoardSyntaxError` for lines that are neither, nor a comment.
    """
    header: Header = {}
    rows: list[str] = []
    spans: list[range] = []  # of the line numbers of rows
    comments: list[tuple[int, str]] = []
    has_ended = False  # whether a blank line came after rows
    taken = 0  # the last line of rows that were taken at once
    for number, line in enumerate(lines, start=1):
        if number <= taken:
            continue
        stripped = line.strip(BLANKS)
        if stripped.startswith("#"):
            if not _COMMENT.fullmatch(stripped):
                raise Located(line, number, 1).error(
                    f"{stripped[:20]!r} is neither a row nor a comment; a comment starts with # "
                    f"and a blank; {COVERED_HASH}",
                    line.index("#"),
                )
            comments.append((number, stripped))
            continue
        if not stripped:
            has_ended = bool(rows)
            continue
        match = _HEADER.fullmatch(line)
        if match and not rows:
            _enter_header(header, match, number)
            continue
        if match:
            text = f"header {match[1]!r} comes after the rows; expected it before them"
            raise Located(line, number, 1).error(text, match.start(1))
        if has_ended:
            raise Located(line, number, 1).error(
                "the rows ended at a blank line; expected nothing but comments after it"
            )
        taken = number + (0 if rows else _plain_rows(lines[number:]))
        rows += lines[number - 1 : taken]
        spans.append(range(number, taken + 1))
    if rows and comments:
        _check_comments(comments, rows[0].strip(BLANKS))
    numbers = spans[0] if len(spans) == 1 else list(chain.from_iterable(spans))
    return header, rows, numbers


def _check_comments(comments: list[tuple[int, str]], row: str) -> None:
    """Raise `BoardSyntaxError` for a comment that may be a row of the same width as the first."""
    cells = row.split()
    width = len(cells) if len(cells) > 1 or has_tokens(row) else len(row)
    for number, comment in comments:
        signs = comment.split()
        may_be_row = all(sign == "#" or sign in SYMBOLS or has_tokens(sign) for sign in signs)
        if len(signs) == width and may_be_row:
            raise BoardSyntaxError(
                f"{comment[:20]!r} may be a comment or a row; {COVERED_HASH}", line=number, column=1
            )


def _plain_rows(lines: list[str]) -> int:
    """Count the lines before the first that may be something other than a row.

    Large boards have a million of them, too many to look at one by one.
    """
    text = "\n".join(lines).rstrip("\n")
    ends = [text.find(sign) for sign in ("#", ":", "\t", "\n\n")]
    blank = re.search(r"\n +(?:\n|$)", text) if " " in text else None
    ends += [blank.start()] if blank else []
    first = min((end for end in ends if end >= 0), default=-1)
    if not text or not text.partition("\n")[0].strip():
        return 0
    return text.count("\n") + 1 if first < 0 else text.count("\n", 0, first)


def _enter_header(header: Header, match: re.Match[str], line: int) -> None:
    """Add a line `key: value` to the header, with its place. Raises `BoardSyntaxError`."""
    key = match[1].lower()
    named = Located(key, line, match.start(1) + 1)
    if key not in HEADER_KEYS:
        known = listed(HEADER_KEYS, last="or")
        raise named.error(f"unknown header {match[1]!r}; expected {known}")
    if key in header and key not in _MANY:
        raise named.error(f"a second header {key!r}; expected only one")
    value = match[2].strip()
    lead = len(match[2]) - len(match[2].lstrip()) if value else 0
    header.setdefault(key, []).append(Located(value, line, match.start(2) + lead + 1))


def _total(entry: Located, cells: int) -> Total:
    """Read the mine count, such as `99` or `90..99`, which has to fit on the board."""
    match = re.fullmatch(r"(\d{1,18})(?:\s*\.\.\s*(\d{1,18}))?", entry.value, re.ASCII)
    if not match:
        expected = "a number such as 99, or a range such as 90..99"
        raise entry.error(f"mines is {no_total(entry.value, expected, cells=cells)}")
    lower = int(match[1])
    upper = int(match[2]) if match[2] else lower
    if lower > upper:
        raise entry.error(f"the range {entry.value} is empty; expected the smaller number first")
    if upper > cells:
        raise entry.error(f"{no_room(upper, cells)}; expected 0 to {cells}")
    return lower if lower == upper else (lower, upper)


def _rules(header: Header, ruling: Ruling) -> MakeRules | None:
    """Read the rules of a header, to be placed on a board; None for the ordinary ones."""
    if "rules" not in header:
        return None if ruling.usual.is_standard else partial(placed_on, ruling.usual)
    entry = header["rules"][0]
    with entry.blamed():
        rules = Rules.of(entry.value, known=ruling.known)

    def sized(height: int, width: int, adjacency: Adjacency | None) -> PlacedRules | None:
        with entry.blamed():
            return placed_on(rules, height, width, adjacency)

    return sized
