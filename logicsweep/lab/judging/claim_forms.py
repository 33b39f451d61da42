"""The documented forms of a claim: one line of text, or an object of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final

from logicsweep.board.board import Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import listed, quoted
from logicsweep.lab.judging.claims import (
    VERDICT_WORDS,
    ChanceClaim,
    Claim,
    ClaimError,
    CountClaim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
)
from logicsweep.limits import MOST_DIGITS

_PAIR: Final = r"\(([0-9]{1,9}), ?([0-9]{1,9})\)"
_PLAIN_CELL: Final = re.compile(rf"{_PAIR}|([0-9]{{1,9}}), ?([0-9]{{1,9}})")
_CELL: Final = r"\([0-9]{1,9}, ?[0-9]{1,9}\)"
_CELLS: Final = rf"none|{_CELL}(?:,? ?{_CELL})*+"
_VERDICT: Final = "|".join(VERDICT_WORDS.values())
_SOURCE: Final = rf"(?:the clue at )?{_CELL}|the mine count|mine count"
_DIGITS: Final = rf"[0-9]{{1,{MOST_DIGITS}}}"
_NUMBER: Final = rf"{_DIGITS}(?:/{_DIGITS}|(?:\.{_DIGITS})? ?%|\.{_DIGITS})?"

_MOVE: Final = re.compile(rf"(open|flag|chord) {_PAIR}")
_ALL: Final = re.compile(rf"safe: ?({_CELLS})(?: ?; ?mines: ?({_CELLS}))?|mines: ?({_CELLS})")
_VERDICTS: Final = re.compile(
    rf"(?:{_CELL} is (?:{_VERDICT}), )*+(?:{_CELL} is (?:{_VERDICT})|(nothing else is certain))"
)
_ONE_VERDICT: Final = re.compile(rf"{_PAIR} is ({_VERDICT})")
_CHANCE: Final = re.compile(rf"{_PAIR}(?:: ?| is a mine with probability )({_NUMBER})")
_COUNT: Final = re.compile(rf"layouts: ?({_DIGITS})|({_DIGITS}) layouts?")
_REASON: Final = re.compile(
    rf"{_PAIR} is (safe|a mine) (?:because|by) "
    rf"(nothing|(?:{_SOURCE})(?:,? ?(?:{_SOURCE}))*+)"
)
_FRACTION: Final = re.compile(rf"({_DIGITS})/({_DIGITS})")
_DECIMAL: Final = re.compile(rf"({_DIGITS})(?:\.({_DIGITS}))?( ?%)?")
_NAMES: Final = {
    "mine": Verdict.MINE,
    **{says: verdict for verdict, says in VERDICT_WORDS.items()},
}

# The keys of each object: those it must have, and those that it may have.
_KEYS: Final = (
    (frozenset(("move", "cell")), frozenset[str]()),
    (frozenset(("cell", "verdict")), frozenset(("clues", "mine_count"))),
    (frozenset(("cell", "probability")), frozenset[str]()),
    (frozenset(("layouts",)), frozenset[str]()),
    (frozenset[str](), frozenset(("safe", "mines"))),
)
_CLAIM_KEYS: Final = frozenset(("move", "verdict", "probability", "layouts", "safe", "mines"))
# Keys with prose, which an answer may have beside its claim unless the strict form is asked for.
_ASIDE: Final = frozenset(("reason", "reasoning", "explanation", "thought", "thoughts", "analysis"))
# An answer about the cell that was asked about need not name it.
_ABOUT: Final = frozenset(("verdict", "probability"))
_MOST_BRACKETS: Final = 4


class _Literal(str):
    """A number of JSON, as it is written."""

    __slots__ = ()


def read_form(text: str, kind: type[Claim] | None = None) -> Claim | None:
    """Read a claim in one of the documented forms, with white space around it.

    None for any other text, and for another kind than `kind`. Raises `ClaimError` for a form that
    says what no claim can say, such as one cell that is safe and a mine.
    """
    if text.lstrip()[:1] == "{":
        return _claim_in(_parsed(text))
    line = " ".join(text.split())
    for made, pattern, read in _READERS:
        match = pattern.fullmatch(line) if kind in (None, made) else None
        if match is not None:
            return read(match)
    if kind not in (None, VerdictClaim):
        return None
    return VerdictClaim({}, is_all=True) if line == "nothing is certain" else None


def _move(match: re.Match[str]) -> Claim:
    return MoveClaim(match[1], _cell(match[2], match[3]))


def _all(match: re.Match[str]) -> Claim:
    return VerdictClaim.all_certain(
        _unique("safe", _cells(match[1] or "")),
        _unique("mines", _cells(match[2] or match[3] or "")),
    )


def _verdicts(match: re.Match[str]) -> Claim:
    pairs = [(_cell(m[1], m[2]), _NAMES[m[3]]) for m in _ONE_VERDICT.finditer(match[0])]
    _unique("verdicts", (cell for cell, _ in pairs))
    return VerdictClaim(dict(pairs), is_all=match[1] is not None)


def _chance(match: re.Match[str]) -> Claim:
    return ChanceClaim(_cell(match[1], match[2]), *number_of(match[3]))


def _count(match: re.Match[str]) -> Claim:
    return CountClaim(int(match[1] or match[2]))


def _reason(match: re.Match[str]) -> Claim:
    return ReasonClaim(
        _cell(match[1], match[2]),
        _NAMES[match[3]],
        _unique("clues", _cells(match[4])),
        uses_total="mine count" in match[4],
    )


_READERS: Final[
    tuple[tuple[type[Claim], re.Pattern[str], Callable[[re.Match[str]], Claim]], ...]
] = (
    (MoveClaim, _MOVE, _move),
    (VerdictClaim, _ALL, _all),
    (VerdictClaim, _VERDICTS, _verdicts),
    (ChanceClaim, _CHANCE, _chance),
    (CountClaim, _COUNT, _count),
    (ReasonClaim, _REASON, _reason),
)


def _cell(row: str, column: str) -> Cell:
    return Cell(int(row), int(column))


def _cells(text: str) -> list[Cell]:
    return [_cell(match[1], match[2]) for match in re.finditer(_PAIR, text)]


def _unique(name: str, cells: Iterable[Cell]) -> set[Cell]:
    seen: set[Cell] = set()
    for cell in cells:
        if cell in seen:
            raise ClaimError(f"{cell} is named twice among the {name}; expected each cell once")
        seen.add(cell)
    return seen


def number_of(text: str) -> tuple[Fraction, Fraction]:
    """Return the value and the tolerance of `1/3`, `0.33` or `33%`. Raises `ClaimError`."""
    fraction, decimal = _FRACTION.fullmatch(text), _DECIMAL.fullmatch(text)
    if fraction is not None and int(fraction[2]):
        return Fraction(int(fraction[1]), int(fraction[2])), Fraction(0)
    if decimal is None:
        raise ClaimError(
            f"the probability is {quoted(text)}; expected a fraction, a decimal number or a "
            "percentage, from 0 to 1"
        )
    whole, digits, percent = decimal.groups()
    places = len(digits or "") + 2 * (percent is not None)
    if len(whole) + places > MOST_DIGITS:
        raise ClaimError(f"a number has more than {MOST_DIGITS:,} digits; expected fewer")
    value = Fraction(int(whole + (digits or "")), 10**places)
    is_exact = not places or value in (0, 1)
    return value, Fraction(0) if is_exact else Fraction(1, 2 * 10**places)


# Objects of JSON.


def read_object(text: str, about: Cell | None) -> Claim | str | None:
    """Read an object of JSON that need not be in the strict form.

    It may have keys with prose, such as `reasoning`, cells as texts or with the keys `row` and
    `col`, and words in upper case; a verdict or a probability without a cell is about the cell
    `about`. The key `answer` may have such an object.

    Returns:
        The claim, or the text of the key `answer`; None for an object without a key of a claim.

    Raises:
        ClaimError: The JSON is invalid or has a key twice, or its keys or values do not belong
            together.
    """
    given = _without_asides(_parsed(text))
    if given.keys() == {"answer"}:
        answer = given["answer"]
        if isinstance(answer, str):
            return answer
        given = _without_asides(answer) if isinstance(answer, dict) else {}
    return _claim_in(_plain(given, about))


def _without_asides(given: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key not in _ASIDE}


def _parsed(text: str) -> dict[str, Any]:
    depth = 0
    for sign in re.finditer(r"[\[\]{}]", text):
        depth += 1 if sign[0] in "[{" else -1
        if depth > _MOST_BRACKETS:
            raise _odd("the object of JSON has too many brackets within each other")
    try:
        given: dict[str, Any] = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_Literal,
            parse_float=_Literal,
            parse_constant=_Literal,
        )
    except (ValueError, RecursionError) as error:  # brackets in texts are counted as well
        if isinstance(error, ClaimError):
            raise
        raise _odd(f"{quoted(text)} is no valid JSON") from None
    return given


def _claim_in(given: dict[str, Any]) -> Claim | None:
    """Return the claim of an object in the strict form; None for one without a key of a claim."""
    if not _CLAIM_KEYS.intersection(given):
        return None
    keys = frozenset(given)
    if not any(must <= keys <= must | may for must, may in _KEYS):
        raise _odd(f"the keys {listed([quoted(key) for key in sorted(keys)])} are no claim")
    return _claim_of(given)


def _plain(given: dict[str, Any], about: Cell | None) -> dict[str, Any]:
    """Return an object as the strict form has it, as far as it says the same."""
    plain = {key: _plain_value(key, value) for key, value in given.items()}
    column = next((key for key in ("col", "column") if key in plain), None)
    if "cell" not in plain and "row" in plain and column is not None:
        plain["cell"] = [plain.pop("row"), plain.pop(column)]
    elif "cell" not in plain and about is not None and _ABOUT.intersection(plain):
        plain["cell"] = [_Literal(about.row), _Literal(about.column)]
    return plain


def _plain_value(key: str, value: object) -> object:
    if key in ("move", "verdict") and type(value) is str:
        return value.strip().lower()
    if key in ("safe", "mines", "clues") and isinstance(value, list):
        return [_plain_cell(cell) for cell in value]
    return _plain_cell(value) if key == "cell" else value


def _plain_cell(given: object) -> object:
    match = _PLAIN_CELL.fullmatch(given.strip()) if type(given) is str else None
    if match is None:
        return given
    return [_Literal(number) for number in match.groups() if number is not None]


def _odd(fault: str) -> ClaimError:
    return ClaimError(
        f'{fault}; expected an object such as {{"move": "open", "cell": [3, 4]}}, with the keys of '
        "one claim"
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        raise _odd("the object of JSON has a key twice")
    return keys


def _claim_of(given: dict[str, Any]) -> Claim:
    if "move" in given:
        move = _word("move", given["move"], ("open", "flag", "chord"))
        return MoveClaim(move, _json_cell(given["cell"]))
    if "probability" in given:
        probability = given["probability"]
        if not isinstance(probability, str):
            raise _odd("the probability is no number")
        return ChanceClaim(_json_cell(given["cell"]), *number_of(probability))
    if "layouts" in given:
        return CountClaim(_whole("the number of layouts", given["layouts"]))
    if "verdict" not in given:
        safe, mines = given.get("safe", []), given.get("mines", [])
        return VerdictClaim.all_certain(_json_cells("safe", safe), _json_cells("mines", mines))
    cell = _json_cell(given["cell"])
    verdict = _NAMES[_word("verdict", given["verdict"], tuple(_NAMES))]
    if "clues" not in given and "mine_count" not in given:
        return VerdictClaim({cell: verdict})
    uses_total = given.get("mine_count", False)
    if not isinstance(uses_total, bool):
        raise _odd("`mine_count` is neither true nor false")
    clues = _json_cells("clues", given.get("clues", []))
    return ReasonClaim(cell, verdict, clues, uses_total=uses_total)


def _word(name: str, given: object, allowed: tuple[str, ...]) -> str:
    if isinstance(given, str) and not isinstance(given, _Literal) and given in allowed:
        return given
    raise ClaimError(
        f"the {name} is {quoted(str(given))}; expected {listed(list(allowed), last='or')}"
    )


def _whole(name: str, given: object) -> int:
    if isinstance(given, str) and re.fullmatch(_DIGITS, given):
        return int(given)
    text = quoted(given if isinstance(given, str) else type(given).__name__)
    raise ClaimError(f"{name} is {text}; expected a whole number, 0 or more")


def _json_cell(given: object) -> Cell:
    if isinstance(given, list) and len(given) == 2 and all(type(n) is _Literal for n in given):
        row, column = (_whole("a number of a cell", number) for number in given)
        if max(row, column) < 10**9:
            return Cell(row, column)
    raise ClaimError("a cell is not two whole numbers; expected [row, column], counted from 0")


def _json_cells(name: str, given: object) -> set[Cell]:
    if not isinstance(given, list):
        raise ClaimError(f"{name!r} is no list; expected cells such as [[0, 1], [2, 3]]")
    return _unique(name, map(_json_cell, given))
