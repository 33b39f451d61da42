"""The wordings in which answers are read, each of a whole line, and how a line is made plain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.cell_names import column_of
from logicsweep.lab.judging.claim_forms import number_of, read_form
from logicsweep.lab.judging.claims import Claim, ClaimError

# Parts of patterns. Plain lines are in lower case, and their cells are written as `(3,4)`. No group
# is repeated possessively, since Python before 3.11.5 misreads that (gh-106052).
_EACH: Final = r"\([0-9]{1,9},[0-9]{1,9}\)"
_CELL: Final = rf"({_EACH})"
_SEVERAL: Final = rf"({_EACH}(?:, {_EACH})*,? and {_EACH})"
_EACHES: Final = rf"{_EACH}(?:(?:,? and |[,;]\s?|\s){_EACH})*"
_WE: Final = (
    r"(?:(?:i|we|you)(?:'d|'ll| would| will| can| should| must| choose to)? |let's )?(?:safely )?"
)
_OPEN: Final = r"(?:open|reveal|uncover|dig|click)(?: on| at)?"
_SURELY: Final = r"(?:(?:definitely|certainly|provably|100%) )?"
_IS: Final = rf"(?: (?:is|must be) {_SURELY}|: ?| ?= ?| → )(?:a )?"
_ARE: Final = rf"(?:are|must be) (?:both )?{_SURELY}"
_NOT: Final = rf"(?:is {_SURELY}not|isn't|cannot be|can't be)"
_EVERYWHERE: Final = r"(?: in (?:all|every)(?: valid)? layouts?| for sure)?"
_CELLS: Final = (
    rf"s?(?: cells?)?(?: is| are| ?[:=])\s?"
    rf"[\[{{]?({_EACHES}|none)[\]}}]?"
)
_CERTAIN: Final = r"(?:the )?(?:(?:certain|certainly|definitely) )?"
_SAFE: Final = rf"{_CERTAIN}safe{_CELLS}"
_MINES: Final = rf"{_CERTAIN}mine{_CELLS}"
_REST: Final = (
    r"(?:[;.]?\snothing else is certain"
    r"|[;.]?\s(?:all (?:others|other cells)|the rest) are undetermined)?"
)
_CHANCE: Final = r"(?:the )?(?:exact )?(?:mine )?(?:probability|chance)"
_IS_NUMBER: Final = r"(?: is|:| =) ?"
_NUMBER: Final = (
    r"(?P<exact>[0-9]++(?:/[0-9]++|(?:\.[0-9]++)?(?: ?%)?))"
    r"(?:,? \(?(?:≈|=|(?:(?:or|i\.e\.) )?(?:about|approximately))? ?"
    r"(?P<rounded>[0-9]++(?:\.[0-9]++)?(?: ?%)?)\)?)?"
)
_AND: Final = r"(?:,? and |, ?| & | )"
_CLUE: Final = rf"(?:(?:the )?(?:clues?|[0-8]) (?:at )?)?{_EACH}"
_SOURCES: Final = (
    rf"(nothing|(?:the )?mine count|{_CLUE}(?:{_AND}{_CLUE})*(?:{_AND}(?:the )?mine count)?)"
    r"(?:(?<=\))[,;.]?\s(?:and )?\(?(?:the )?(?:mine count:?(?: is)? not needed|no mine count)\)?)?"
)

# Wordings that are answers in any case, each with the documented form that says the same.
_WORDINGS: Final = (
    (r"open \1", rf"{_WE}{_OPEN} {_CELL}(?: safely)?"),
    (r"open \1", rf"{_CELL} (?:is safe to {_OPEN}|should be opened)"),
    (r"open \1", rf"the (?:safest|best) cell(?: to {_OPEN}(?: next)?)? is {_CELL}"),
    (r"flag \1", rf"{_WE}(?:flag|place a flag on) {_CELL}(?: as a mine)?"),
    (r"flag \1", rf"{_WE}mark {_CELL} as a mine"),
    (r"chord \1", rf"{_WE}chord(?: on| at)? {_CELL}"),
    (r"\1 is \2", rf"{_CELL}{_IS}(safe|mine|undetermined)(?: cell| to {_OPEN})?{_EVERYWHERE}"),
    (r"\1 is safe", rf"{_CELL} {_NOT} a mine"),
    (r"\1 are \2", rf"(?:both )?{_SEVERAL} {_ARE}(safe|mines|undetermined){_EVERYWHERE}"),
    (r"\1 is mine", rf"there is a mine at {_CELL}"),
    (r"safe: \1; mines: \2", rf"{_SAFE}[;.,]?\s{_MINES}{_REST}"),
    (r"safe: \2; mines: \1", rf"{_MINES}[;.,]?\s{_SAFE}{_REST}"),
    (r"safe: \1; mines: none", rf"(?=[a-z ]*:){_SAFE}{_REST}"),
    (r"safe: none; mines: \1", rf"(?=[a-z ]*mines:){_MINES}{_REST}"),
    ("nothing is certain", "there are no certain cells|no cell is certain"),
    (r"\1: \g<exact>", rf"(?:p ?)?{_CELL}(?:: ?| ?= ?| is a mine with probability ){_NUMBER}"),
    (
        r"\1: \g<exact>",
        rf"{_CHANCE} (?:of a mine at|of|at|that) {_CELL}(?: is a mine)?{_IS_NUMBER}{_NUMBER}",
    ),
    (r"layouts: \1", r"(?:there are )?([0-9]++) layouts?(?: in total)?"),
    (r"layouts: \1", r"(?:the number of )?layouts(?: is|:) ?([0-9]++)"),
    (r"\1 is \2 because \3", rf"{_CELL}{_IS}(safe|mine) (?:because|by)(?: of)? {_SOURCES}"),
)
# Wordings that are answers if their kind was asked for; `@` is the cell that was asked about.
_BARE: Final = (
    (r"open \1", _CELL),
    (r"@ is \1", r"(?:(?:it is|it's) )?(?:a )?(safe|mine|undetermined)"),
    (r"@: \g<exact>", rf"(?:(?:{_CHANCE}|p|it){_IS_NUMBER})?{_NUMBER}"),
    (r"layouts: \1", "([0-9]++)"),
)
_LEAD: Final = re.compile(
    r"(?:(?:so|thus|therefore|hence|then|yes|next|finally),? |this means (?:that )?)?"
    r"(?:(?:(?:the|my) )?(?:(?:final|best|next) )?"
    r"(?:answer|move|choice|verdict|conclusion|recommendation)(?::| is:?) (?:to )?)?"
)
"""The words that may stand before an answer in its line."""


def claims_in(line: str, kind: type[Claim] | None, about: Cell | None) -> Iterator[Claim]:
    """Yield the claim of each wording that a plain line is, or of its documented form alone.

    Raises `ClaimError` for what no claim can say, such as one cell that is safe and a mine.
    """
    claim = None if "\n" in line else read_form(line, kind)
    if claim is not None:
        yield claim
        return
    said = _LEAD.sub("", line, count=1)
    for form, pattern in _WORDINGS if kind is None else (*_WORDINGS, *_BARE):
        match = None if "@" in form and about is None else re.fullmatch(pattern, said)
        if match is not None and _agree(**match.groupdict()):
            claim = read_form(_written(match.expand(form.replace("@", str(about)))), kind)
            if claim is not None:
                yield claim


def _written(form: str) -> str:
    """Write what is nearly a documented form as one."""
    if " are " in form:
        cells, verdict = form.removesuffix("s").split(" are ")
        form = ", ".join(f"{cell} is {verdict}" for cell in re.findall(_EACH, cells))
    form = re.sub(r",? (?:and|&) (?:the )?|(?:the )?(?:clues?|[0-8]) (?:at )?(?=\()", " ", form)
    return re.sub(r"; ?\(", " (", re.sub(r"\bis mine\b", "is a mine", form))


def _agree(exact: str = "", rounded: str | None = None) -> bool:
    """Tell whether a number is the rounded one of another, as in `3/13 ≈ 23%`."""
    if rounded is None:
        return True
    value, room = number_of(rounded)
    return abs(number_of(exact)[0] - value) <= room


# Markdown and LaTeX around answers. A sign before a number may be a minus, and is kept.
_BULLET: Final = re.compile(r"\A(?:[-*+•>]|#{1,6}|[0-9]{1,2}[.)])\s++(?=[A-Za-z(\[])")
_FRACTION: Final = re.compile(
    r"\\[dt]?frac ?(?:\{([0-9]++)\}|([0-9])) ?(?:\{([0-9]++)\}|([0-9]))"
    r"|(?<![0-9])([0-9]++) out of ([0-9]++)"
)
_LATEX: Final = re.compile(
    r"\\(?:text|mathrm|mathbf) ?\{([^{}]*+)\}|\\(?:left|right)|\\[()\[\]]|\$"
)
_SIGNS: Final = str.maketrans({"\u2019": "'", "\u2011": "-"})
_THOUSANDS: Final = re.compile(r"(?<![0-9,.(])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9,)])")
_PAIR: Final = r"([0-9]{1,9}) ?, ?([0-9]{1,9})"
_ANY_CELL: Final = re.compile(
    rf"(?:(?:the )?\b(?:cell|square|tile|position)(?: at)?:? )?(?:\( ?{_PAIR} ?\)|\[ ?{_PAIR} ?\]"
    # A bare pair is no part of a list of numbers, nor of 1,234 or 1,5 %.
    r"|(?<![\w,./+-])(?<![0-9], )([0-9]{1,9}), ?(?![0-9]{3}\b)([0-9]{1,9})(?!, ?[0-9]| ?[/%]|\.?\w)"
    r"|\br([0-9]{1,9})c([0-9]{1,9})\b|\b(?P<column>[a-z]{1,4})(?P<row>[1-9][0-9]{0,7})\b"
    r"|\(?\brow[ =]([0-9]{1,9}),? (?:and )?col(?:umn)?[ =]([0-9]{1,9})\)?)",
    re.IGNORECASE,
)


def with_cells(text: str, *, first: int = 0) -> str:
    """Write the cells of a text as `(3,4)`. Raises `ClaimError` for one before the `first`."""

    def written(cell: re.Match[str]) -> str:
        if cell["column"]:
            return f"({int(cell['row']) - 1},{column_of(cell['column'].lower())})"
        numbers = [int(number) - first for number in cell.groups() if number]
        if min(numbers) < 0:
            raise ClaimError("a row or a column is 0; expected rows and columns from 1")
        return "({},{})".format(*numbers)

    return _ANY_CELL.sub(written, text)


def plain(line: str) -> str:
    """Write a line in lower case, without bullets and LaTeX, and its cells as `(3,4)`."""
    line = _BULLET.sub("", line.strip(), count=1)
    line = _LATEX.sub(r"\1", _FRACTION.sub(r" \1\2\5/\3\4\6 ", line))
    line = line.replace("\\%", "%").replace("\\approx", "≈").lower().translate(_SIGNS)
    line = re.sub(r"(?<=[a-z])(?=\()", " ", with_cells(line))
    line = _THOUSANDS.sub(lambda number: number[0].replace(",", ""), line)
    return " ".join(re.sub(r"\bbomb\b", "mine", line).split())
