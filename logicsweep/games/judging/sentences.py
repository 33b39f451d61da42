"""Claims in the sentences of an answer: each one clear, or named as unclear."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.games.judging import vocabulary as words
from logicsweep.games.judging.claims import (
    Action,
    ChanceClaim,
    Claim,
    CountClaim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
)
from logicsweep.games.judging.items import Item, Kind, Number
from logicsweep.games.judging.several import Group, groups_in

# A sentence with more claims is no answer; the bound keeps the time linear.
_MOST: Final = 8
# The most words between a verb, a cell and a verdict.
_NEAR: Final = 8
_CELLS: Final = (Kind.CELL, Kind.UNCLEAR_CELL)
_NUMBERS: Final = (Kind.NUMBER, Kind.UNCLEAR_NUMBER)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or a line.

    Attributes:
        items: Its items, without its end.
        is_question: Whether it ends with a question mark.
        is_open: Whether it ends with its line, and another line follows directly.
    """

    items: tuple[Item, ...]
    is_question: bool = False
    is_open: bool = False

    def __str__(self) -> str:
        return "".join(item.text + " " * item.is_spaced for item in self.items[:24]).strip()

    @property
    def words(self) -> frozenset[str]:
        """Its words and signs."""
        return frozenset(item.text for item in self.items if item.kind in (Kind.WORD, Kind.SIGN))

    @property
    def is_denial(self) -> bool:
        """Whether it may go on in the next line, and denies or hedges what stands there."""
        ends = {item.text for item in self.items[-_NEAR:]}
        return self.is_open and not ends.isdisjoint(words.WRAPPED)

    def has_cells(self) -> bool:
        """Tell whether it names a cell, clearly or not."""
        return any(item.kind in _CELLS for item in self.items)


@dataclass(frozen=True, slots=True)
class Reading:
    """A claim in a sentence; None for one that is unclear, denied or hedged.

    Attributes:
        claim: The claim.
        unclear: The item that is unclear, if that is the reason.
    """

    claim: Claim | None
    unclear: Item | None = None


def sentences_of(items: Sequence[Item]) -> list[Sentence]:
    """Split items into sentences, at the ends of sentences and of lines.

    A line that ends with a colon goes on in the next one; a letter with a full stop, as in `e.g.`,
    ends nothing.
    """
    sentences: list[Sentence] = []
    parts: list[Item] = []
    for at, item in enumerate(items):
        last = parts[-1].text if parts else ""
        if item.kind is Kind.BREAK:
            is_end = last not in (":", "=")
        elif item.kind is Kind.SIGN and item.text == ".":
            is_end = item.is_spaced and not (len(last) == 1 and last.isalpha())
        else:
            is_end = item.kind is Kind.SIGN and item.text in ("!", "?")
        if is_end:
            if parts:
                is_open = item.kind is Kind.BREAK and not _is_break(items, at + 1)
                sentences.append(Sentence(tuple(parts), item.text == "?", is_open))
            parts = []
        elif item.kind is not Kind.BREAK:
            parts.append(item)
    if parts:
        sentences.append(Sentence(tuple(parts)))
    return sentences


def _is_break(items: Sequence[Item], at: int) -> bool:
    return at >= len(items) or items[at].kind is Kind.BREAK


def readings_of(sentence: Sentence, kind: type[Claim] | None, about: Cell | None) -> list[Reading]:
    """Return the claims of a kind in a sentence, or of all kinds; about one cell if given.

    A claim that is denied, hedged, unclear, or in words that the vocabulary lacks is a reading
    without a claim.
    """
    if any(item.kind is Kind.CLAIM for item in sentence.items):
        readings = list(islice(_formal(sentence.items, kind), _MOST))
    elif kind is not None:
        readings = _READERS[kind](sentence, about)
    else:
        readings = [
            reading for read in (_moves, _chances, _counts) for reading in read(sentence, about)
        ]
        # A verdict with its reasons is one claim.
        reasons = _reasons(sentence, about)
        has_reasons = any(reading.claim is not None for reading in reasons)
        readings += reasons if has_reasons else _verdicts(sentence, about)
    if sentence.is_question:
        return [Reading(None, reading.unclear) for reading in readings[:_MOST]]
    return readings[:_MOST] + [Reading(None)] * (len(readings) > _MOST)


def _formal(items: Sequence[Item], kind: type[Claim] | None) -> Iterator[Reading]:
    for at, item in enumerate(items):
        if item.claim is not None and isinstance(item.claim, kind or object):
            is_clear = _is_led(items[:at], words.HEAD) and _ends(items[at + 1 :])
            yield Reading(item.claim if is_clear else None)


# What may stand around a claim.


def _lead(head: Sequence[Item]) -> int:
    """Return where the reasons before a claim end, such as `Since ..., ` or `..., so `; else 0."""
    for at in range(len(head) - 1, -1, -1):
        text = head[at].text
        is_so = text == "so" and at > 0 and head[at - 1].text in (",", ";", "and")
        if is_so or text in words.HENCE:
            return at + 1
        if text == "," and head[0].text in words.PREMISE:
            return at + 1
    return 0


def _is_led(head: Sequence[Item], allowed: frozenset[str]) -> bool:
    """Tell whether the words before a claim only introduce it, or are reasons for it."""
    start = _lead(head)
    reasons = {item.text for item in head[:start]}
    if reasons & (words.CONDITION | words.UNFIT):
        return False
    is_reason = any(item.cell is not None for item in head[:start]) or reasons & words.EXPLAINS
    if start > 1 and not is_reason:
        return False
    return all(
        item.kind in (Kind.WORD, Kind.SIGN)
        and (item.text in allowed or (item.text == "would" and before.text in ("i", "we")))
        for before, item in zip([*head[:1], *head][start:], head[start:], strict=False)
    )


def _ends(tail: Sequence[Item]) -> bool:
    """Tell whether a claim ends its sentence, but for reasons without doubts."""
    at = 0
    while at < len(tail) and tail[at].text in words.TAIL:
        at += 1
    if at == len(tail):
        return True
    first, behind = tail[at], tail[at + 1 :]
    if first.text in words.AFTER:
        if not behind or (first.text == "," and behind[0].text not in words.AFTER_COMMA):
            return False
        leads = [item for item in behind[:_NEAR] if item.text not in _IDLE]
        is_clue = len(leads) > 1 and leads[0].kind is Kind.NUMBER and leads[1].text == "at"
        if not leads or (leads[0].kind in (*_CELLS, *_NUMBERS) and not is_clue):
            return False
    elif first.text not in words.REASONS or not behind:
        return False
    doubts = words.DOUBT | words.CONDITION
    if first.text in words.REASONS or behind[0].text in words.REASONS:
        doubts -= {"no"}
    return all(item.text not in doubts and item.kind is not Kind.UNCLEAR_CELL for item in behind)


_IDLE: Final = frozenset(("the", "and", "cell", "so", "(", "[", ",", "-"))


# The kinds of claims.


def _moves(sentence: Sentence, _about: Cell | None) -> list[Reading]:
    items = sentence.items
    readings: list[Reading] = []
    for at, item in enumerate(items):
        if item.kind in _CELLS and len(readings) <= _MOST:
            readings += _moves_to(items, at)
    if not readings and _is_imperative(items):
        return [Reading(None)]
    return readings


def _moves_to(items: Sequence[Item], at: int) -> Iterator[Reading]:
    verb = at - 1
    while verb >= 0 and at - verb <= _NEAR and items[verb].text in words.OBJECT:
        verb -= 1
    if verb >= 0 and items[verb].text in words.ACTIONS and not _is_noun(items, verb):
        action = words.ACTIONS[items[verb].text]
        head, tail = items[:verb], items[at + 1 :]
        if action is Action.FLAG:
            rest = _after(tail, ("as", "a", "mine"), ("as", "a", "bomb"), ("with", "a", "flag"))
            if rest is None and items[verb].text in words.MARKS:
                yield Reading(None)
                return
            tail = tail if rest is None else rest
        yield _move(action, items[at], _is_led(head, words.HEAD) and _ends(tail))
        return
    passive = _passive(items[at + 1 : at + 6])
    if passive is not None:
        action, length = passive
        is_clear = _is_led(items[:at], words.HEAD) and _ends(items[at + 1 + length :])
        yield _move(action, items[at], is_clear)
        return
    texts = {item.text for item in items[: min(at, 2 * _NEAR)]}
    if at <= 2 * _NEAR and texts <= words.BARE and texts & words.CHOICE:
        yield _move(Action.OPEN, items[at], _ends(items[at + 1 :]))


def _move(action: Action, item: Item, is_clear: bool) -> Reading:
    if item.cell is None:
        return Reading(None, item)
    return Reading(MoveClaim(action, item.cell) if is_clear else None)


def _passive(items: Sequence[Item]) -> tuple[Action, int] | None:
    """Return the move of `is safe to open` or `should be opened`, and its length in items."""
    texts = [item.text for item in items]
    if texts[:3] == ["is", "safe", "to"] and len(texts) > 3:
        return (Action.OPEN, 4) if words.ACTIONS.get(texts[3]) is Action.OPEN else None
    if len(texts) > 2 and texts[0] in ("should", "must", "can") and texts[1] == "be":
        action = {"opened": Action.OPEN, "revealed": Action.OPEN, "flagged": Action.FLAG}
        return (action[texts[2]], 3) if texts[2] in action else None
    return None


def _after(tail: Sequence[Item], *phrases: tuple[str, ...]) -> Sequence[Item] | None:
    texts = tuple(item.text for item in tail[:3])
    return tail[3:] if texts in phrases else None


def _is_noun(items: Sequence[Item], at: int) -> bool:
    """Tell whether a verb is a noun or an adjective here, as in `the open cell (0,0)`."""
    before = items[at - 1].text if at else ""
    is_put = before == "a" and at > 1 and items[at - 2].text in ("place", "put")
    return before in ("the", "a", "an") and not is_put


def _is_imperative(items: Sequence[Item]) -> bool:
    for at, item in enumerate(items):
        if item.text in words.ACTIONS:
            is_state = at > 0 and items[at - 1].text == "is"
            return not (item.text.endswith("ing") or is_state or _is_noun(items, at))
        if item.text not in words.HEAD:
            return False
    return False


def _verdicts(sentence: Sentence, about: Cell | None) -> list[Reading]:
    items = sentence.items
    groups = list(islice(groups_in(items), _MOST + 1)) if about is None else []
    readings = [_several(items, group) for group in groups]
    for at, end, word in islice(_said(items, about), _MOST + 1):
        cell = items[at].cell
        if any(group.start <= at < group.behind for group in groups):
            continue
        if cell is None:
            readings.append(Reading(None, items[at]))
            continue
        head = items[: _start_of(items, at)]
        is_clear = word is not None and _is_led(head, words.VERDICT_HEAD)
        is_clear = is_clear and _ends(_without_use(items[end:]))
        readings.append(
            Reading(VerdictClaim({cell: words.VERDICTS[word]}) if is_clear and word else None)
        )
    return readings


def _several(items: Sequence[Item], group: Group) -> Reading:
    """Read one verdict on several cells."""
    cells = [item for item in items[group.start : group.behind] if item.kind in _CELLS]
    for item in cells:
        if item.cell is None:
            return Reading(None, item)
    is_clear = _is_led(items[: group.start], words.HEAD_OF_SEVERAL)
    if group.verdict is None or not is_clear or not _ends(_without_use(items[group.end :])):
        return Reading(None)
    return Reading(VerdictClaim({item.cell: group.verdict for item in cells if item.cell}))


def _without_use(tail: Sequence[Item]) -> Sequence[Item]:
    """Leave out the words `to open` behind `safe`."""
    is_use = len(tail) > 1 and tail[0].text == "to" and tail[1].text in words.ACTIONS
    return tail[2:] if is_use else tail


def _said(items: Sequence[Item], about: Cell | None) -> Iterator[tuple[int, int, str | None]]:
    """Return the cells with a verdict: their place, where the verdict ends, and its word.

    The word is None if the verdict is denied or a guess; `is not a mine` says `safe`.
    """
    cells = [at for at, item in enumerate(items) if item.kind in _CELLS]
    if about is not None:
        cells = [at for at in cells if items[at].cell in (None, about)]
    for at in cells:
        if _start_of(items, at) < at:
            yield at, at + 1, "mine"
            continue
        is_denied = False
        for end in range(at + 1, min(at + 1 + _NEAR, len(items))):
            text = items[end].text
            if text in words.VERDICTS:
                if _is_no_mine(items[at + 1 : end + 2], end - at - 1):
                    text, is_denied = "safe", False
                if end > at + 1:
                    yield at, end + 1, None if is_denied else text
                break
            is_denied |= text in words.HEDGE
            if text not in words.LINK and text not in words.HEDGE:
                break


def _is_no_mine(said: Sequence[Item], length: int) -> bool:
    """Tell whether words before a verdict, and the one behind, make it `is not a mine`.

    `is not definitely a mine` and `is not a mine for sure` say less.
    """
    texts = [item.text for item in said]
    if texts[length] not in ("mine", "bomb") or texts[length + 1 :] == ["for"]:
        return False
    between = texts[:length]
    for denial in _NO_MINE:
        if between[-len(denial) :] == list(denial):
            first, more = between[: -len(denial)][:1], between[: -len(denial)][1:]
            begins = ["is"] if denial[0] == "not" else []
            return first == begins and words.SURELY.issuperset(more)
    return False


_NO_MINE: Final = (("not", "a"), ("isn't", "a"), ("cannot", "be", "a"), ("can't", "be", "a"))


def _start_of(items: Sequence[Item], at: int) -> int:
    """Return where `there is a mine at` before a cell begins, or the place of the cell."""
    texts = [item.text for item in items[max(at - 7, 0) : at]]
    while texts and texts[-1] in ("the", "cell", "position"):
        texts.pop()
    for phrase in (["there", "is", "a", "mine"], ["there", "must", "be", "a", "mine"]):
        for last in ("at", "in"):
            if texts[-len(phrase) - 1 :] == [*phrase, last]:
                return max(at - 7, 0) + len(texts) - len(phrase) - 1
    return at


def _reasons(sentence: Sentence, about: Cell | None) -> list[Reading]:
    readings: list[Reading] = []
    items = sentence.items
    for at, end, word in islice(_said(items, about), _MOST + 1):
        cell = items[at].cell
        claim = None
        if cell is not None and word in ("safe", "mine", "bomb"):
            sources = _sources(items[end:]) if _is_led(items[:at], words.VERDICT_HEAD) else None
            if sources is not None:
                claim = ReasonClaim(cell, words.VERDICTS[word], *sources[:1], uses_total=sources[1])
        readings.append(Reading(claim, items[at] if cell is None else None))
    return readings


def _sources(tail: Sequence[Item]) -> tuple[list[Cell], bool] | None:
    """Return the clues behind `because`, and whether the mine count is named; None if unclear."""
    if tail and tail[0].text == ",":
        tail = tail[1:]
    if not tail or tail[0].text not in ("because", "by", "since", "given"):
        return None
    clues: list[Cell] = []
    texts: list[str] = []
    for item in tail[1:]:
        if item.cell is not None:
            clues.append(item.cell)
        elif item.kind is not Kind.NUMBER:
            texts.append(item.text)
    line = " ".join(texts)
    is_total = "mine count" in line or "number of mines" in line
    line = line.replace("mine count", "").replace("number of mines", "")
    if not words.SOURCE.issuperset(line.split()) or not (clues or is_total):
        return None
    return clues, is_total


def _chances(sentence: Sentence, about: Cell | None) -> list[Reading]:
    items = sentence.items
    numbers = [item for item in items if item.kind in _NUMBERS]
    if not numbers:
        return []
    is_named = not sentence.words.isdisjoint(("probability", "chance", "p"))
    is_linked = any(
        a.kind in _CELLS and b.text in (":", "=", "is", "≈", "→") and c.kind in _NUMBERS
        for a, b, c in zip(items, items[1:], items[2:], strict=False)
    )
    cells = {item.cell for item in items if item.kind in _CELLS}
    is_about = about is None or not cells or not cells.isdisjoint((about, None))
    if not (is_linked or (is_named and (cells or about is not None))) or not is_about:
        return []
    end = next((at for at, item in enumerate(items) if item.text in words.REASONS - {"for"}), None)
    last = max(at for at, item in enumerate(items) if item.kind in _NUMBERS)
    if end:
        last_before = [at for at in range(end) if items[at].kind in _NUMBERS]
        if last_before and _ends(items[end:]):
            items, last = items[:end], last_before[-1]
    start = _lead(items[:last])
    if not _is_led(items[:start], words.HEAD):
        return [Reading(None)]
    return [_chance(items[start:], about)]


def _chance(items: Sequence[Item], about: Cell | None) -> Reading:
    for item in items:
        if item.kind in (Kind.UNCLEAR_CELL, Kind.UNCLEAR_NUMBER):
            return Reading(None, item)
    cells: set[Cell | None] = {item.cell for item in items if item.cell is not None}
    cells = cells or {about}
    texts = {item.text for item in items if item.kind in (Kind.WORD, Kind.SIGN)}
    number = consistent([item.number for item in items if item.number is not None])
    cell = cells.pop()
    if cell is None or cells or number is None or not texts <= words.CHANCE:
        return Reading(None)
    return Reading(ChanceClaim(cell, number.value, number.tolerance))


def consistent(numbers: Sequence[Number]) -> Number | None:
    """Return the most precise of numbers that are one probability, such as 1/3 and 33%.

    None if they differ by more than half a unit of their last digits, or there are none.
    """
    if not numbers:
        return None
    best = min(numbers, key=lambda number: number.tolerance)
    room = best.tolerance
    if any(abs(each.value - best.value) > each.tolerance + room for each in numbers):
        return None
    return Number(best.value, best.tolerance, is_whole=best.is_whole)


def _counts(sentence: Sentence, _about: Cell | None) -> list[Reading]:
    numbers = [item for item in sentence.items if item.kind in _NUMBERS]
    if not numbers or sentence.words.isdisjoint(words.LAYOUTS):
        return []
    values = {item.number.value for item in numbers if item.number and item.number.is_whole}
    others = [item for item in numbers if item.number is None or not item.number.is_whole]
    is_clear = sentence.words <= words.COUNT | words.LAYOUTS and not sentence.has_cells()
    if len(values) != 1 or others or not is_clear:
        return [Reading(None, next((item for item in others if item.number is None), None))]
    return [Reading(CountClaim(int(values.pop())))]


_READERS: Final[dict[type[Claim], Callable[[Sentence, Cell | None], list[Reading]]]] = {
    MoveClaim: _moves,
    ReasonClaim: _reasons,
    ChanceClaim: _chances,
    CountClaim: _counts,
    VerdictClaim: _verdicts,
}
