"""Tables as spreadsheets export them, `.csv` and `.tsv`: one field for each cell.

Fields are the signs of the native text: `?` covered, `0`-`8`, `F`, `*`, `_`, or an uncertain clue.
Commas, semicolons or tabs separate them, whichever the first row has. Quotes around fields and a
first line `sep=;` are understood. An empty field is ambiguous, and so an error, except after the
last column and below the last row of a table in which covered cells have a sign; if another sign
than `?` is said to be the covered one, it is a zero.
"""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.rows import SYMBOLS, parse_rows, read_table, render_rows
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format, Keeps
from logicsweep.formats.text import decode
from logicsweep.limits import MOST_CELLS

NO_SIGNS: Final = "blank, which may be covered or no cells; --covered '' says that they are covered"
_SEPARATORS: Final = ",;\t"
_LOOK: Final = 65536  # how many bytes of the first row detection looks at
# A field without a sign, which is a zero if another sign is the covered one.
_BLANK: Final = re.compile(
    rf'(?<=[{_SEPARATORS}])(?<!sep=.)[ "]*+(?=[{_SEPARATORS}\r\n]|$)|^[ "]*+(?=[{_SEPARATORS}])',
    re.MULTILINE,
)
_TOKEN: Final = re.compile(r"\S|\S*[<>.:\[]\S*")  # a sign, or an uncertain clue
_FIELD: Final = re.compile(r"[0-8?F*_]?$|[<>]=\d|\d\.\.\d|\d:[a-z]|\d\[", re.ASCII)


def _detect(data: bytes) -> bool:
    """Tell whether the first line is `sep=` or has fields of cells."""
    text = data[:_LOOK].decode("utf-8", "replace")
    if text[:4].lower() == "sep=":
        return True
    first = text.lstrip("\r\n").partition("\n")[0]
    separator = _separator(first)
    # Tabs stand between the tokens of native text as well.
    if separator == "\t" or separator not in first:
        return False
    try:
        fields = next(csv.reader([first], delimiter=separator), [])
    except csv.Error:
        return False
    return all(_FIELD.match(field.strip()) for field in fields)


def _read(data: bytes, *_file: object) -> Board:
    """Read a table, at once if all fields are plain, else field by field."""
    text = decode(data)
    first_line = 1  # of the table
    if text[:4].lower() == "sep=":
        line, _, text = text.partition("\n")
        separator, first_line = line[4:5], 2
        if not separator or separator not in _SEPARATORS:
            raise BoardSyntaxError(
                "expected a comma, a semicolon or a tab after sep=", line=1, column=5
            )
    else:
        separator = _separator(text[: text.find("\n")] if "\n" in text else text)
    if text.count(separator) + text.count("\n") >= MOST_CELLS:  # each ends a field
        too_many = f"there are more than {MOST_CELLS:,} fields"
        raise BoardSyntaxError(too_many, line=first_line)
    plain_grid = read_table(_bare(text), separator)
    if plain_grid is not None:
        return Board(plain_grid)
    rows = _tokens(text, separator, first_line)
    grid, uncertain, *_ = parse_rows(rows, None, range(first_line, first_line + len(rows)))
    return Board(grid, uncertain=uncertain)


def _respell(data: bytes, covered: str) -> bytes:
    text = data.decode(errors="surrogateescape")
    alone = rf'(?<![^{_SEPARATORS}" \n]){re.escape(covered)}(?![^{_SEPARATORS}" \r\n])'
    text = re.sub(alone, "?", text)
    return _BLANK.sub("0", text).encode(errors="surrogateescape")


def _bare(text: str) -> str:
    """Return the text without blanks and quotes around the signs: most tables hold nothing else."""
    text = text.replace("\r\n", "\n").rstrip("\n")
    if " " in text:
        text = text.replace(" ", "")
    if '"' in text:
        for sign in SYMBOLS:
            text = text.replace(f'"{sign}"', sign)
    return text


def _tokens(text: str, separator: str, first: int) -> list[str]:
    """Return the rows of any table as in native text, with blanks between the fields."""
    # Spreadsheets leave empty rows after the last one, and empty fields after the last column.
    text = text.replace("\r\n", "\n").rstrip("\n \t" if separator != "\t" else "\n ")
    reader = csv.reader(
        StringIO(text, newline=""), delimiter=separator, strict=True, skipinitialspace=True
    )
    try:
        rows = [[field.strip() for field in row] for row in reader]
    except csv.Error as error:
        line = reader.line_num + first - 1
        raise BoardSyntaxError(f"{error}; expected a field for each cell", line=line) from None
    width = max((at for row in rows for at, field in enumerate(row, 1) if field), default=0)
    if not width:
        raise BoardSyntaxError("no rows; expected a field for each cell", line=first)
    is_beyond = any(len(row) > width for row in rows)
    while not any(rows[-1]):
        is_beyond = len(rows.pop()) > 1 or is_beyond
    if is_beyond and not any("?" in row for row in rows):
        raise BoardSyntaxError(f"the last fields are {NO_SIGNS}", line=first)
    for number, row in enumerate(rows, start=first):
        wrong = next((field for field in row[:width] if not _TOKEN.fullmatch(field)), None)
        if wrong is not None or not row:
            hint = "; --mines N says the mine count" if "mine" in (wrong or "").lower() else ""
            problem = f"a field is {(wrong or '')[:20]!r}; expected a single cell{hint}"
            raise BoardSyntaxError(problem, line=number)
    return [" ".join(row[:width]) for row in rows]


def _separator(row: str) -> str:
    """Return the separator of the fields of a row; a comma if there is none."""
    return max(_SEPARATORS, key=row.count) if any(sign in row for sign in _SEPARATORS) else ","


def _write(board: Board) -> bytes:
    rows = render_rows(board.grid, board.uncertain)
    fields = [row.split() if board.uncertain else list(row) for row in rows]
    stream = StringIO()
    csv.writer(stream, lineterminator="\n").writerows(fields)
    return stream.getvalue().encode()


FORMAT: Final = Format(
    name="csv",
    about="tables as spreadsheets export them: a field for each cell, ? 0-8 F * _",
    detect=_detect,
    reader=_read,
    write_board=_write,
    respell=_respell,
    keeps=Keeps.FLAGS | Keeps.KNOWN_MINES | Keeps.NO_CLUE | Keeps.UNCERTAIN,
)
