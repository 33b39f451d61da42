"""Sentences and asides around an answer that take nothing back, by what they may consist of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.games.judging import vocabulary as words
from logicsweep.games.judging.claims import (
    Action,
    ChanceClaim,
    Claim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
)
from logicsweep.games.judging.items import Item, Kind

# In the line of a sentence, the cells of the answer, other cells and numbers have these signs.
_OWN, _CELL, _NUMBER, _PERCENT, _SURE = "§", "@", "#", "#%", "100%"

_SUBJECT: Final = rf"(?<= )(?:(?:it|this|that|the|which)(?: (?:cell|square|tile|one|move))?|{_OWN})"
_BE: Final = rf"{_SUBJECT} (?:is|must be|has to be|will be)"
_SURELY: Final = (
    r"(?: (?:certainly|definitely|provably|guaranteed to be|guaranteed|100%|completely|always|also"
    r"|therefore|thus|proved|proven|known to be|a|the))*+"
)
_CANNOT: Final = rf"{_SUBJECT} (?:cannot|can't|can not)"
_OPEN: Final = r"(?:open|reveal|click|dig|uncover)"
_MINE: Final = r"(?: (?:a|the|any))?+ (?:mine|bomb)(?= )"
_SAFE: Final = (
    rf"{_BE}{_SURELY} (?:safe|mine-free)(?: to {_OPEN}| cell| move)?+(?= )"
    rf"|{_CANNOT} (?:be|contain|hold|have){_MINE}"
    rf"|{_SUBJECT} (?:(?:is|must) not(?: be)?|isn't){_MINE}"
    rf"|{_SUBJECT} (?:has|contains) no mine(?= )"
    r"|(?<= )(?:(?:we|you|i) )?+(?:(?:can|should|may) )?+(?:safely )?+"
    rf"{_OPEN} (?:it|{_OWN})(?= )"
)
_BEST: Final = (
    rf"{_SUBJECT} (?:is|has)(?: the)? (?:safest|best|least risky|lowest|smallest|least)"
    r"(?: (?:cell|move|choice|option|probability|chance|risk))?+(?: of (?:being )?a mine)?+(?= )"
    rf"|{_SUBJECT} has an? (?:{_NUMBER}|{_PERCENT}) (?:probability|chance|risk)"
    r"(?: of (?:being )?a mine)?+(?= )"
)
_STATEMENTS: Final[dict[Action | Verdict | None, re.Pattern[str]]] = {
    Action.OPEN: re.compile(f"{_SAFE}|{_BEST}"),
    Verdict.SAFE: re.compile(_SAFE),
    Verdict.MINE: re.compile(
        rf"{_BE}{_SURELY} (?:mine|bomb)(?= )|{_SUBJECT} (?:must contain|contains|must hold){_MINE}"
        rf"|{_CANNOT} be safe(?= )|{_SUBJECT} (?:is not|isn't) safe(?= )"
    ),
    Verdict.UNDETERMINED: re.compile(
        rf"{_CANNOT} be (?:determined|decided|proved|proven)(?= )"
        rf"|{_SUBJECT} (?:can|could|may|might) be either(?= )|{_BE} undetermined(?= )"
    ),
}
# An aside that only repeats the verdict.
_REPEATS: Final[dict[Action | Verdict | None, re.Pattern[str]]] = {
    Action.OPEN: re.compile(r"(?:the )?(?:safe|safest|least risky)(?: cell| move)?"),
    Verdict.SAFE: re.compile("safe"),
    Verdict.MINE: re.compile("(?:a )?mine"),
    Verdict.UNDETERMINED: re.compile("undetermined"),
}
# Parts of a reason that say nothing of the cells of the answer.
_NEUTRAL: Final = re.compile(
    rf"(?<= )(?:no (?:more |other |further |additional )?mines?(?: left)?"
    rf"|(?:the |its )?(?:(?:other|remaining|covered|only|last|single|each|every) )*+cells? {_CELL}"
    r"|(?:the |its |no )?(?:(?:other|others|remaining|each|every) )++(?:covered )?cells?"
    rf"|there (?:is|are) (?:only |exactly )?(?:one|two|{_NUMBER})"
    r"|(?:this|that|it) (?:is because|means(?: that)?|follows(?: from)?)|accounted for"
    r"|in (?:every|all|each)(?: (?:possible|valid|consistent))? (?:layouts?|configurations?))(?= )"
)
_CLOSINGS: Final = re.compile(
    r"(?:nothing else|no other cells?) (?:is|are) (?:certain|decided|determined)"
    r"|(?:the rest|(?:all )?(?:the )?other (?:covered )?cells|everything else) (?:is|are)"
    r" (?:all )?undetermined"
)
_SAYS_NUMBER: Final = re.compile(
    rf"(?:this|that|it|which|so) (?:is )?(?:about|approximately|roughly|≈|=|equals) "
    rf"(?:{_NUMBER}|{_PERCENT}|{_SURE})"
)


def is_harmless(items: Sequence[Item], claim: Claim | None) -> bool:
    """Tell whether a sentence or an aside takes nothing of a claim back and adds no other.

    It is a pleasantry, repeats the verdict, or gives a reason in known words that says nothing else
    of the cells of the claim.
    """
    line = _line(items, _cells_of(claim))
    if line is None:
        return False
    tokens = line.split()
    if _is_pleasant(tokens) or words.CERTAINTY.issuperset(tokens):
        return True
    if isinstance(claim, ChanceClaim) and _SAYS_NUMBER.fullmatch(" ".join(tokens)):
        return _agrees(items, claim)
    return _repeats(items, tokens, _stance(claim)) or _is_reason(line, _stance(claim))


def _repeats(items: Sequence[Item], tokens: Sequence[str], stance: Action | Verdict | None) -> bool:
    """Tell whether a sentence only says again what was said, of the cell or of all others."""
    if _CLOSINGS.fullmatch(" ".join(tokens)):
        return True
    if stance is Verdict.UNDETERMINED and says_both(items):
        return True
    pattern = _REPEATS.get(stance)
    plain = " ".join(token for token in tokens if token not in words.CERTAINTY)
    return pattern is not None and pattern.fullmatch(plain) is not None


def _is_reason(line: str, stance: Action | Verdict | None) -> bool:
    pattern = _STATEMENTS.get(stance)
    rest, statements = (line, 0) if pattern is None else pattern.subn(" ", line)
    rest, neutral = _NEUTRAL.subn(" ", rest)
    tokens = rest.split()
    says_mine = not words.MINES.isdisjoint(tokens)
    if not words.REASON.issuperset(tokens) or (_OWN in tokens and says_mine):
        return False
    explains = not words.EXPLAINING.isdisjoint(tokens) or (_CELL in tokens and says_mine)
    return statements > 0 or explains or (neutral > 0 and not says_mine and _CELL not in tokens)


def _line(items: Sequence[Item], own: frozenset[Cell]) -> str | None:
    tokens: list[str] = []
    for item in items:
        if item.cell is not None:
            tokens.append(_OWN if item.cell in own else _CELL)
        elif item.number is not None:
            is_percentage = item.text.endswith(("%", "percent"))
            sign = _SURE if item.number.value == 1 else _PERCENT
            tokens.append(sign if is_percentage else _NUMBER)
        elif item.kind in (Kind.WORD, Kind.SIGN):
            tokens.append(item.text)
        else:
            return None
    return f" {' '.join(tokens)} "


def _cells_of(claim: Claim | None) -> frozenset[Cell]:
    match claim:
        case MoveClaim(cell=cell) | ChanceClaim(cell=cell) | ReasonClaim(cell=cell):
            return frozenset((cell,))
        case VerdictClaim():
            return frozenset(claim.verdicts)
        case _:
            return frozenset()


def _stance(claim: Claim | None) -> Action | Verdict | None:
    match claim:
        case MoveClaim(action=action):
            return Verdict.MINE if action is Action.FLAG else action
        case ReasonClaim(verdict=verdict):
            return verdict
        case VerdictClaim() if len(claim.verdicts) == 1 and not claim.is_all:
            return next(iter(claim.verdicts.values()))
        case _:
            return None


def _agrees(items: Sequence[Item], claim: ChanceClaim) -> bool:
    return all(
        abs(item.number.value - claim.probability) <= item.number.tolerance + claim.tolerance
        for item in items
        if item.number is not None
    )


def _is_pleasant(tokens: Sequence[str]) -> bool:
    begin = " ".join(tokens[:3])
    return begin.startswith(words.PLEASANTRIES) and words.PLEASANT.issuperset(tokens)


def says_both(items: Sequence[Item]) -> bool:
    """Tell whether a sentence says that a cell is safe in some layouts and a mine in others."""
    texts = frozenset(item.text for item in items if item.kind in (Kind.WORD, Kind.SIGN))
    is_plain = all(item.kind in (Kind.WORD, Kind.SIGN, Kind.CELL) for item in items)
    return (
        is_plain
        and words.BOTH.issuperset(texts)
        and {"safe", "mine"} <= texts
        and not texts.isdisjoint(words.LAYOUTS)
        and (not texts.isdisjoint(("some", "others")) or {"there", "are"} <= texts)
    )
