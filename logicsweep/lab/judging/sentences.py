"""Claims in the sentences of an answer: each one clear, or named as unclear."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.lab.judging import vocabulary as words
from logicsweep.lab.judging.around import ends, is_led
from logicsweep.lab.judging.claims import (
    Action,
    ChanceClaim,
    Claim,
    CountClaim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
)
from logicsweep.lab.judging.figures import chances, counts
from logicsweep.lab.judging.items import Item, ItemKind
from logicsweep.lab.judging.mine_count import without_mine_count
from logicsweep.lab.judging.parts import CELLS, Reading, Sentence
from logicsweep.lab.judging.several import ClaimGroup, groups_in
from logicsweep.lab.judging.statements import says_both

# A sentence with more claims is no answer; the bound keeps the time linear.
_MOST: Final = 8
# The most words between a verb, a cell and a verdict.
_NEAR: Final = 8


def readings_of(sentence: Sentence, kind: type[Claim] | None, about: Cell | None) -> list[Reading]:
    """Return the claims of a kind in a sentence, or of all kinds; about one cell if given.

    A claim that is denied, hedged, unclear, or in words that the vocabulary lacks is a reading
    without a claim.
    """
    if any(item.kind is ItemKind.CLAIM for item in sentence.items):
        readings = list(islice(_formal(sentence.items, kind), _MOST))
    elif kind in (None, VerdictClaim) and says_both(sentence.items):
        readings = _both(sentence, about)
    elif kind is not None:
        readings = _READERS[kind](sentence, about)
    else:
        readings = [
            reading for read in (_moves, chances, counts) for reading in read(sentence, about)
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
            is_clear = is_led(items[:at], words.FORMAL_HEAD) and ends(items[at + 1 :], item.claim)
            yield Reading(item.claim if is_clear else None)


def _both(sentence: Sentence, about: Cell | None) -> list[Reading]:
    cells = {item.cell for item in sentence.items if item.cell is not None}
    if about is not None and cells and about not in cells:
        return []
    named = cells or ({about} if about is not None else set())
    claims = [VerdictClaim({cell: Verdict.UNDETERMINED}) for cell in named]
    return [Reading(claims[0] if len(claims) == 1 else None)] if claims else []


# The kinds of claims.


def _moves(sentence: Sentence, _about: Cell | None) -> list[Reading]:
    items = sentence.items
    readings: list[Reading] = []
    for at, item in enumerate(items):
        if item.kind in CELLS and len(readings) <= _MOST:
            readings += _moves_to(items, at)
    if not readings and _is_imperative(items):
        return [Reading(None)]
    return readings


def _moves_to(items: Sequence[Item], at: int) -> Iterator[Reading]:
    verb = at - 1
    while verb >= 0 and at - verb <= _NEAR and _is_object(items, verb):
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
        is_clear = is_led(head, words.HEAD) and ends(tail, _claim(action, items[at]))
        yield _move(action, items[at], is_clear)
        return
    passive = _passive(items[at + 1 : at + 6])
    if passive is not None:
        action, length = passive
        tail = items[at + 1 + length :]
        is_clear = is_led(items[:at], words.HEAD) and ends(tail, _claim(action, items[at]))
        yield _move(action, items[at], is_clear)
        return
    texts = {item.text for item in items[: min(at, 2 * _NEAR)]}
    if at <= 2 * _NEAR and texts <= words.BARE and texts & words.CHOICE:
        is_clear = ends(items[at + 1 :], _claim(Action.OPEN, items[at]))
        yield _move(Action.OPEN, items[at], is_clear)


def _is_object(items: Sequence[Item], at: int) -> bool:
    """Tell whether a word may stand between a verb and its cell; `next` only before `is`."""
    is_next = items[at].text in ("next", "now") and items[at + 1].text in ("is", ":", "=")
    return is_next or items[at].text in words.OBJECT


def _claim(action: Action, item: Item) -> MoveClaim | None:
    return None if item.cell is None else MoveClaim(action, item.cell)


def _move(action: Action, item: Item, is_clear: bool) -> Reading:
    if item.cell is None:
        return Reading(None, item)
    return Reading(_claim(action, item) if is_clear else None)


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
        claim = None if word is None else VerdictClaim({cell: words.VERDICTS[word]})
        tail = _behind_noun(items[end:])
        head = items[: _start_of(items, at)]
        is_clear = claim is not None and is_led(head, words.VERDICT_HEAD) and ends(tail, claim)
        readings.append(Reading(claim if is_clear else None))
    return readings


def _several(items: Sequence[Item], group: ClaimGroup) -> Reading:
    """Read one verdict on several cells."""
    cells = [item for item in items[group.start : group.behind] if item.kind in CELLS]
    for item in cells:
        if item.cell is None:
            return Reading(None, item)
    if group.verdict is None or not is_led(items[: group.start], words.HEAD_OF_SEVERAL):
        return Reading(None)
    claim = VerdictClaim({item.cell: group.verdict for item in cells if item.cell})
    return Reading(claim if ends(_behind_noun(items[group.end :]), claim) else None)


def _behind_noun(tail: Sequence[Item]) -> Sequence[Item]:
    """Return what stands behind `cell` or `to open`, as in `is safe to open`."""
    if tail and tail[0].text in words.NOUNS:
        return tail[1:]
    texts = [item.text for item in tail[:2]]
    is_open = texts[:1] == ["to"] and words.ACTIONS.get(texts[-1]) is Action.OPEN
    return tail[2:] if is_open else tail


def _said(items: Sequence[Item], about: Cell | None) -> Iterator[tuple[int, int, str | None]]:
    """Return the cells with a verdict: their place, where the verdict ends, and its word.

    The word is None if the verdict is denied or a guess; `is not a mine` says `safe`.
    """
    cells = [at for at, item in enumerate(items) if item.kind in CELLS]
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
            if "-" in text and not words.VERDICTS.keys().isdisjoint(text.split("-")):
                yield at, end + 1, None  # such as `safe-ish`
                break
            is_denied |= text in words.HEDGE
            if text not in words.LINK and text not in words.HEDGE and text != "100%":
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
            sources = _sources(items[end:]) if is_led(items[:at], words.VERDICT_HEAD) else None
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
    clues = [item.cell for item in tail[1:] if item.cell is not None]
    texts = [
        item.text for item in tail[1:] if item.cell is None and item.kind is not ItemKind.NUMBER
    ]
    line, is_total = without_mine_count(" ".join(texts))
    if not words.SOURCE.issuperset(line.split()) or not (clues or is_total):
        return None
    return clues, is_total is True


_READERS: Final[dict[type[Claim], Callable[[Sentence, Cell | None], list[Reading]]]] = {
    MoveClaim: _moves,
    ReasonClaim: _reasons,
    ChanceClaim: chances,
    CountClaim: counts,
    VerdictClaim: _verdicts,
}
