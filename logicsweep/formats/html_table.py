"""Tables of HTML in pasted text: to rows with bars between their cells.

<table><tr><td>?<td>1<tr><td>1<td class="open1"></table>
"""

from __future__ import annotations

import html
import re
from typing import Final

from logicsweep.formats.lines import Line, is_prose

_TABLE: Final = re.compile(r"<(?:table|tr)\b", re.IGNORECASE)
_TABLE_END: Final = re.compile(r"</table\s*>", re.IGNORECASE)
_CLOSED: Final = re.compile(r"</t[dh]", re.IGNORECASE)
_CELL_TAG: Final = re.compile(r"(?=<t[dh]\b)", re.IGNORECASE)
_ROW_TAG: Final = re.compile(r"<tr\b[^<>]*>", re.IGNORECASE)
_TAG: Final = re.compile(r"<[^<>]*>")
_QUOTES: Final = str.maketrans("", "", "\"'")
_DRAWN: Final = re.compile(
    r"""\b(?:class|alt|title)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE
)
_SIGN_OF: Final = {
    **dict.fromkeys(("covered", "hidden", "closed", "unopened", "unrevealed"), "?"),
    **dict.fromkeys(("flag", "flagged"), "F"),
    **dict.fromkeys(("mine", "bomb"), "*"),
    **{f"{name}{clue}": str(clue) for clue in range(9) for name in ("", "open", "num", "clue")},
}


def without_html(lines: list[Line]) -> list[Line]:
    """Return the lines with bars between the cells of a table of HTML, one row a line.

    Raises `BoardSyntaxError` for a second table.
    """
    start = next((at for at, line in enumerate(lines) if _TABLE.search(line.text)), len(lines))
    text = "\n".join([line.text for line in lines[start:]])
    table, *after = _TABLE_END.split(text, maxsplit=1)
    if start == len(lines) or "</t" not in text.lower():
        return lines
    before, *rows = _ROW_TAG.split(table)
    if _CELL_TAG.search(before):
        raise lines[start].fault("a cell of HTML without a row; expected <tr> before it")
    drawn = [lines[start].saying(_TAG.sub("", before).strip())]
    at = start + before.count("\n")
    for row in rows:
        cells = [_drawn(cell, lines[at]) for cell in _CELL_TAG.split(row)[1:]]
        if any(" " in cell or is_prose(cell) for cell in cells) or len(_CLOSED.findall(row)) > len(
            cells
        ):
            raise lines[at].fault("a broken row of HTML; expected <td> and a sign for each cell")
        drawn.append(Line(f"|{'|'.join(cells)}|", lines[at].number))
        at += row.count("\n")
    if any(map(_TABLE.search, after)):
        raise lines[at].fault("a second table of HTML; expected only one board")
    drawn += [lines[at].saying(_TAG.sub("", text.split("\n")[0]).strip()) for text in after]
    return [*lines[:start], *drawn, *lines[at + 1 :]]


def _drawn(cell: str, line: Line) -> str:
    """Return the text of a cell of HTML, or what its classes and pictures are called."""
    text = " ".join(html.unescape(_TAG.sub("", cell)).split())
    names = " ".join(_DRAWN.findall(cell)).translate(_QUOTES).lower().split()
    signs = {_SIGN_OF[name] for name in names if name in _SIGN_OF}
    if text or not signs:
        return text
    if len(signs) > 1 and signs != {"?", "F"}:
        raise line.fault(f"a cell of HTML with several meanings: {' '.join(names)[:40]}")
    return max(signs)
