"""Sentences and asides around an answer that take nothing back, by what they may consist of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.lab.judging import vocabulary as words
from logicsweep.lab.judging.claims import (
    Action,
    ChanceClaim,
    Claim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
)
from logicsweep.lab.judging.items import Item, ItemKind

# In the line of a sentence, the cells of the answer, other cells and numbers have these signs.
_OWN, _CELL, _NUMBER, _PERCENT, _SURE = "§", "@", "#", "#%", "100%"

_SUBJECT: Final = rf"(?<= )(?:(?:it|this|that|the|which)(?: (?:cell|square|tile|one|move))?|{_OWN})"
_BE: Final = rf"{_SUBJECT} (?:is|must be|has to be|will be)"
_SURELY: Final = (
    r"(?: (?:certainly|definitely|provably|guaranteed to be|guaranteed|100%|completely|always|also"
    r"|therefore|thus|proved|proven|known to be|a|the)){0,6}+"
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
    r"|(?<= )(?:(?:the|its) )?+(?:mine )?+(?:probability|chance|risk)(?: of (?:being )?a mine)?+"
    rf"(?: there| (?:at|of|for) {_OWN})?+ (?:is|:|=) (?:{_NUMBER}|{_PERCENT})(?= )"
    rf"|{_SUBJECT} has a (?:probability|chance|risk) of (?:{_NUMBER}|{_PERCENT})(?= )"
    rf"|{_SUBJECT} has an? (?:{_NUMBER}|{_PERCENT}) (?:probability|chance|risk)"
    r"(?: of (?:being )?a mine)?+(?: , (?:which is )?the (?:lowest|smallest|least)"
    r"(?: of all(?: cells| covered cells)?+)?+)?+(?= )"
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
        rf"|{_SUBJECT} (?:can|could|may|might) be (?:a mine or safe|safe or a mine)(?= )"
        r"|(?<= )both are possible(?= )"
    ),
}
_MAY: Final = (
    rf"{_SUBJECT} (?:is|must be|has to be|will be|may be|might be|could be|can be|has|contains"
    r"|must contain|must have|hides|hits)"
)
_IS_MINE: Final = re.compile(
    rf"{_MAY}{_SURELY} (?:mine|bomb|unsafe)(?= )| mine there(?= )"
    rf"|{_SUBJECT} (?:is not|isn't|cannot be) safe(?= )"
)
_OPPOSITES: Final[dict[Action | Verdict | None, re.Pattern[str]]] = {
    Action.OPEN: _IS_MINE,
    Verdict.SAFE: _IS_MINE,
    Verdict.MINE: re.compile(
        rf"{_MAY}{_SURELY} (?:safe|mine-free)(?= )|{_CANNOT} (?:be|contain|hold|have){_MINE}"
        rf"|{_SUBJECT} (?:is not|isn't){_MINE}"
    ),
    Verdict.UNDETERMINED: re.compile(rf"{_BE}{_SURELY} (?:safe|mine|bomb)(?= (?:$|[,.;]))"),
}
_IF: Final = rf"(?<= )(?:otherwise|if (?:it|this|this cell|{_OWN}) (?:were|was|is|contained|had)"
_IF_MINE: Final = re.compile(rf"{_IF}(?: not safe|{_MINE}))(?= )")
_COUNTERS: Final[dict[Action | Verdict | None, re.Pattern[str]]] = {
    Action.OPEN: _IF_MINE,
    Verdict.SAFE: _IF_MINE,
    Verdict.MINE: re.compile(rf"{_IF} (?:safe|not a mine))(?= )"),
}
_LONGEST_COUNTER: Final = 7
_SAYS: Final = "(safe|a mine|not a mine)"
_SOME: Final = r"(?:layouts|configurations|arrangements)"
_ONE: Final = "(?:layout|configuration|arrangement)"
_BOTH: Final = re.compile(
    rf"(?:so |since |because |as )?(?:"
    rf"there are (?:some |valid |both )?{_SOME} (?:where|in which) (?:it|{_CELL}) is {_SAYS}"
    rf" (?:and|but) (?:also )?(?:some |other |others )?(?:{_SOME} )?(?:where|in which)"
    rf" (?:it|{_CELL}) is {_SAYS}"
    rf"|(?:there is|there's) a {_ONE} (?:where|in which) (?:it|{_CELL}) is {_SAYS} and"
    rf" (?:also )?(?:one|another)(?: {_ONE})? (?:where|in which) (?:it|{_CELL}) is {_SAYS}"
    rf"|in some (?:valid )?{_SOME} (?:it|{_CELL}) is {_SAYS} (?:and |but |while )?in others?"
    rf"(?: {_SOME})? (?:(?:it|{_CELL}) is )?{_SAYS}"
    rf"|(?:it|{_CELL}) (?:is|can be) {_SAYS} in some (?:valid )?(?:{_SOME} )?(?:and|but|while)"
    rf" (?:(?:it|{_CELL}) (?:is|can be) )?{_SAYS} in (?:others?|some)(?: {_SOME})?"
    r")"
)
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
    rf"|(?:the |its )?(?:(?:other|remaining|covered|only|last|single|each|every) ){{0,4}}+"
    rf"(?:(?:one|two|{_NUMBER}|covered) ){{0,4}}+cells?(?: [,:])?+ {_CELL}"
    r"|(?:the |its |no )?(?:(?:other|others|remaining|each|every) ){1,4}+(?:covered )?cells?"
    r"|(?:all )?its (?:other |remaining )?(?:covered )?neighbou?rs (?:are|must be) safe"
    rf"|there (?:is|are) (?:only |exactly )?(?:one|two|{_NUMBER})"
    r"|(?:this|that|it) (?:is because|means(?: that)?|follows(?: from)?)|accounted for"
    r"|in (?:every|all|each)(?: (?:possible|valid|consistent))? (?:layouts?|configurations?))(?= )"
)
# One mine in several cells, and cells around a clue, say nothing of each.
_LISTED: Final = re.compile(
    r"(?<= )(?:(?:(?:exactly )?one|a single) mine (?:in|among|between)|touches|touch|sees)"
    rf" (?:[{_CELL}{_OWN}] (?:, )?+(?:and |or )?+){{2,}}+"
)
_ITS_MINE: Final = re.compile(r"(?<= )(?:that|this|it) (?:is|must be) (?:its|their) mine(?= )")
_CLOSINGS: Final = re.compile(
    r"(?:nothing else|no other cells?) (?:is|are) (?:certain|decided|determined)"
    r"|(?:the rest|(?:all )?(?:the )?other (?:covered )?cells|everything else) (?:is|are)"
    r" (?:all )?undetermined"
)
_SAYS_NUMBER: Final = re.compile(
    rf"(?:this|that|it|which|so) (?:is )?(?:about|approximately|roughly|≈|=|equals) "
    rf"(?:{_NUMBER}|{_PERCENT}|{_SURE})"
)
_SAYS_LAYOUTS: Final = re.compile(
    rf"(?:(?:explanation|reason) : |(?:this|that|it) is because )?{_NUMBER} (?:of (?:the |all )?"
    rf"{_NUMBER} )?(?:valid |possible )?(?:layouts|configurations|arrangements)"
    rf" (?:have|contain|with) a mine (?:there|(?:at|in) {_OWN})"
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
    if isinstance(claim, ChanceClaim):
        if _SAYS_NUMBER.fullmatch(" ".join(tokens)):
            return _agrees(items, claim)
        if _SAYS_LAYOUTS.fullmatch(" ".join(tokens)):
            return True
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
    counter = _COUNTERS.get(stance)
    rest, counters = (rest, 0) if counter is None else counter.subn(" because ", rest)
    rest, neutral = _NEUTRAL.subn(" ", rest)
    rest = _LISTED.sub(f"in {_CELL} ", _ITS_MINE.sub(" mine ", rest))
    tokens = rest.split()
    says_mine = not words.MINES.isdisjoint(tokens)
    known = words.REASON | words.REFUTES if counters else words.REASON
    if not known.issuperset(tokens) or (_OWN in tokens and says_mine):
        return False
    explains = not words.EXPLAINING.isdisjoint(tokens) or (_CELL in tokens and says_mine)
    return statements > 0 or explains or (neutral > 0 and not says_mine and _CELL not in tokens)


def _line(items: Sequence[Item], claimed: frozenset[Cell]) -> str | None:
    tokens: list[str] = []
    for item in items:
        if item.cell is not None:
            tokens.append(_OWN if item.cell in claimed else _CELL)
        elif item.number is not None:
            is_percentage = item.text.endswith(("%", "percent"))
            sign = _SURE if item.number.value == 1 else _PERCENT
            tokens.append(sign if is_percentage else _NUMBER)
        elif item.kind in (ItemKind.WORD, ItemKind.SIGN):
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
    line = _line([item for item in items if item.text != ","], frozenset())
    match = None if line is None else _BOTH.fullmatch(line.strip())
    says = [] if match is None else [text for text in match.groups() if text is not None]
    return len(says) == 2 and ("safe" in says[0]) != ("safe" in says[1])


def contradicts(items: Sequence[Item], claim: Claim | None) -> bool:
    """Tell whether a sentence says of the cell of a claim what it cannot be, or that it may be."""
    pattern = _OPPOSITES.get(_stance(claim))
    line = _line(items, _cells_of(claim))
    if pattern is None or line is None:
        return False
    counter = _COUNTERS.get(_stance(claim))
    return pattern.search(line if counter is None else counter.sub(" ", line)) is not None


def is_counterfactual(items: Sequence[Item], claim: Claim | None) -> bool:
    """Tell whether words begin with what would hold if a claim were wrong."""
    pattern = _COUNTERS.get(_stance(claim))
    line = _line(items[:_LONGEST_COUNTER], _cells_of(claim))
    return pattern is not None and line is not None and pattern.match(line, 1) is not None


def names_only(items: Sequence[Item], claim: Claim | None) -> bool:
    """Tell whether an aside only names the cell of a claim again, as in `(row 1, column 2)`."""
    line = _line(items, _cells_of(claim))
    return line is not None and line.split() in ([_OWN], [_OWN, ")"])
