"""The documented forms of a claim: one line of text, or an object of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
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

_CELL: Final = r"\([0-9]{1,9}, ?[0-9]{1,9}\)"
_CELLS: Final = rf"none|{_CELL}(?:,? ?{_CELL})*"
_VERDICT: Final = "|".join(VERDICT_WORDS.values())
_SOURCE: Final = rf"(?:the clue at )?{_CELL}|the mine count|mine count"
_DIGITS: Final = rf"[0-9]{{1,{MOST_DIGITS}}}"
_NUMBER: Final = rf"{_DIGITS}(?:/{_DIGITS}|(?:\.{_DIGITS})? ?%|\.{_DIGITS})?"

_MOVE: Final = re.compile(rf"(open|flag|chord) ({_CELL})")
_ALL: Final = re.compile(rf"safe: ?({_CELLS})(?: ?; ?mines: ?({_CELLS}))?|mines: ?({_CELLS})")
_VERDICTS: Final = re.compile(
    rf"(?:{_CELL} is (?:{_VERDICT}), )*(?:{_CELL} is (?:{_VERDICT})|nothing else is certain)"
    "|nothing is certain"
)
_ONE_VERDICT: Final = re.compile(rf"({_CELL}) is ({_VERDICT})")
_CHANCE: Final = re.compile(rf"({_CELL})(?:: ?| is a mine with probability )({_NUMBER})")
_COUNT: Final = re.compile(rf"layouts: ?({_DIGITS})|({_DIGITS}) layouts?")
_REASON: Final = re.compile(
    rf"({_CELL}) is (safe|a mine) (?:because|by) "
    rf"(nothing|(?:{_SOURCE})(?:,? ?(?:{_SOURCE}))*)"
)
_PARTS: Final = re.compile(rf"({_DIGITS})(?:/(?P<below>{_DIGITS})|(?:\.({_DIGITS}))?( ?%)?)")
_NAMES: Final = {
    "mine": Verdict.MINE,
    **{says: verdict for verdict, says in VERDICT_WORDS.items()},
}


def read_form(text: str, kind: type[Claim] | None = None) -> Claim | None:
    """Read a claim in one of the documented forms, with white space around it.

    None for any other text, and for another kind than `kind`. Raises `ClaimError` for a form that
    says what no claim can say, such as one cell that is safe and a mine.
    """
    line = " ".join(text.split())
    claim: Claim | None = None
    if line[:1] == "{":
        claim = _claim_in(_parsed(text), is_strict=True)
    elif (match := _MOVE.fullmatch(line)) is not None:
        claim = MoveClaim(match[1], _cells(match[2])[0])
    elif (match := _ALL.fullmatch(line)) is not None:
        safe = _unique("safe", _cells(match[1] or ""))
        mines = _unique("mines", _cells(match[2] or match[3] or ""))
        claim = VerdictClaim.all_certain(safe, mines)
    elif (match := _VERDICTS.fullmatch(line)) is not None:
        _unique("verdicts", _cells(line))
        pairs = _ONE_VERDICT.findall(line)
        verdicts = {cell: _NAMES[verdict] for said, verdict in pairs for cell in _cells(said)}
        claim = VerdictClaim(verdicts, is_all=line.endswith("certain"))
    elif (match := _CHANCE.fullmatch(line)) is not None:
        claim = ChanceClaim(_cells(match[1])[0], *number_of(match[2]))
    elif (match := _COUNT.fullmatch(line)) is not None:
        claim = CountClaim(int(match[1] or match[2]))
    elif (match := _REASON.fullmatch(line)) is not None:
        cell, verdict, sources = match.groups()
        clues = _unique("clues", _cells(sources))
        uses_total = "mine count" in sources
        claim = ReasonClaim(_cells(cell)[0], _NAMES[verdict], clues, uses_total=uses_total)
    return claim if kind is None or isinstance(claim, kind) else None


def _cells(text: str) -> list[Cell]:
    return [Cell(*map(int, cell[1:-1].split(","))) for cell in re.findall(_CELL, text)]


def _unique(name: str, cells: Iterable[Cell]) -> set[Cell]:
    seen: set[Cell] = set()
    for cell in cells:
        if cell in seen:
            raise ClaimError(f"{cell} is named twice among the {name}; expected each cell once")
        seen.add(cell)
    return seen


def number_of(text: str) -> tuple[Fraction, Fraction]:
    """Return the value and the tolerance of `1/3`, `0.33` or `33%`. Raises `ClaimError`."""
    match = _PARTS.fullmatch(text)
    if match is None or (match["below"] and not int(match["below"])):
        raise ClaimError(
            f"the probability is {quoted(text)}; expected a fraction, a decimal number or a "
            "percentage, from 0 to 1"
        )
    whole, below, digits, percent = match.groups()
    if below:
        return Fraction(int(whole), int(below)), Fraction(0)
    places = len(digits or "") + 2 * (percent is not None)
    if len(whole) + places > MOST_DIGITS:
        raise ClaimError(f"a number has more than {MOST_DIGITS:,} digits; expected fewer")
    value = Fraction(int(whole + (digits or "")), 10**places)
    is_exact = not places or value in (0, 1)
    return value, Fraction(0) if is_exact else Fraction(1, 2 * 10**places)


# Objects of JSON.

# The form that says what an object with these keys says.
_OBJECTS: Final = {
    frozenset(re.findall(r"{(\w+)}", form)): form
    for form in (
        *("{move} {cell}", "{cell} is {verdict}", "{cell}: {probability}", "layouts: {layouts}"),
        *("safe: {safe}; mines: {mines}", "safe: {safe}", "mines: {mines}"),
        "{cell} is {verdict} because {clues}",
        "{cell} is {verdict} because {mine_count}",
        "{cell} is {verdict} because {clues} {mine_count}",
    )
}
# What the value of each key is, and how forms write it.
_VALUES: Final = {
    "move": ("open, flag or chord", "open|flag|chord"),
    "cell": ("two whole numbers [row, column], counted from 0", _CELL),
    "verdict": (listed([*_NAMES], last="or"), "|".join(_NAMES)),
    "probability": ("a number from 0 to 1", _NUMBER),
    "layouts": ("a whole number, 0 or more", _DIGITS),
    **dict.fromkeys(("safe", "mines", "clues"), ("cells such as [[0, 1], [2, 3]]", f"|{_CELLS}")),
    "mine_count": ("true or false", "|mine count"),
}
_CLAIM_KEYS: Final = frozenset(("move", "verdict", "probability", "layouts", "safe", "mines"))
# Keys with prose, which an answer may have beside its claim unless the strict form is asked for.
_ASIDE: Final = frozenset(("reason", "reasoning", "explanation", "thought", "thoughts", "analysis"))
_MOST_BRACKETS: Final = 4


class _Literal(str):
    """A number of JSON, as it is written."""

    __slots__ = ()


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
    column = next((key for key in ("col", "column") if key in given), None)
    if "cell" not in given and "row" in given and column is not None:
        given["cell"] = [given.pop("row"), given.pop(column)]
    elif "cell" not in given and about is not None and {"verdict", "probability"} & {*given}:
        given["cell"] = str(about)
    return _claim_in(given, is_strict=False)


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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        raise _odd("the object of JSON has a key twice")
    return keys


def _odd(fault: str) -> ClaimError:
    return ClaimError(
        f'{fault}; expected an object such as {{"move": "open", "cell": [3, 4]}}, with the keys of '
        "one claim"
    )


def _claim_in(given: dict[str, Any], *, is_strict: bool) -> Claim | None:
    """Return the claim of an object, read from its form; None for one without a key of a claim."""
    if _CLAIM_KEYS.isdisjoint(given):
        return None
    form = _OBJECTS.get(frozenset(given))
    if form is None:
        raise _odd(f"the keys {listed([quoted(key) for key in sorted(given)])} are no claim")
    values = {key: _written(key, value, is_strict=is_strict) for key, value in given.items()}
    return read_form(re.sub("because *$", "because nothing", form.format_map(values)))


def _written(key: str, given: object, *, is_strict: bool) -> str:
    """Write the value of a key as forms have it. Raises `ClaimError`."""
    expected, pattern = _VALUES[key]
    said = None
    match key, given:
        case "mine_count", bool():
            said = "mine count" if given else ""
        case "cell", [_Literal() as row, _Literal() as column]:
            said = f"({row},{column})"
        case "cell", str() if not is_strict:
            cell = given.strip()
            said = cell if cell.startswith("(") else f"({cell})"
        case (("safe" | "mines" | "clues"), list()):
            cells = [_written("cell", cell, is_strict=is_strict) for cell in given]
            said = " ".join(cells) or ("" if key == "clues" else "none")
        case (("move" | "verdict" | "probability" | "layouts"), str()):
            said = given if is_strict else given.strip().lower()
    if said is None or not re.fullmatch(pattern, said):
        text = given if isinstance(given, str) else json.dumps(given)
        raise ClaimError(f"`{key}` is {quoted(text)}; expected {expected}")
    return "a mine" if said == "mine" else said
