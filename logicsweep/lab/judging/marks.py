"""Marks of language models: reasoning that is no part of the answer, and the final answer."""

from __future__ import annotations

import re
from typing import Final

from logicsweep.errors import quoted
from logicsweep.lab.judging.claims import ClaimError

_REASONING: Final = re.compile(r"<(/?)(?:think|thinking|reasoning|thought)>", re.IGNORECASE)
_TAG: Final = re.compile(r"<(/?)(?:answer|final_answer)>", re.IGNORECASE)
_BOXED: Final = re.compile(r"\\(?:boxed|fbox) ?\{")
_BRACE: Final = re.compile(r"[{}]")
# Emphasis, quotation marks and headings around the word.
_SIGNS: Final = r"[*_#`\"' \t]"
_LABEL: Final = re.compile(
    rf"(?:^|(?<=[.!?] )|(?<=[.!?]))(?:[^\S\n]|[*_#`\"'-])*+"
    rf"((?:(?:so|thus|therefore|hence|and|the|my|here|is|correct|final|a)(?:,? ))*+)"
    rf"answers?(?: is)?{_SIGNS}*+:{_SIGNS}*+",
    re.IGNORECASE | re.MULTILINE,
)
_ANY_LABEL: Final = re.compile(rf"\banswers?(?: is)?{_SIGNS}*+:", re.IGNORECASE)
"""Also behind other words, as in `a wrong answer:`."""


def without_reasoning(text: str) -> str:
    """Return a text without the reasoning in tags such as `<think>`.

    Models whose prompt ends with the opening tag write only the closing one. Raises `ClaimError`
    for reasoning without an end, and for other tags that do not match.
    """
    parts: list[str] = []
    at = depth = 0
    for count, tag in enumerate(_REASONING.finditer(text)):
        if not tag[1]:
            if depth == 0:
                parts.append(text[at : tag.start()])
            depth += 1
        elif depth:
            depth -= 1
        elif count:
            raise ClaimError(f"{quoted(tag[0])} ends no reasoning; expected a tag that begins it")
        if depth == 0:
            at = tag.end()
    if depth:
        raise ClaimError("the reasoning has no end; expected a closing tag and an answer behind it")
    return "\n".join([*parts, text[at:]])


def answers_in(text: str, *, keeps_label: bool = False) -> list[str]:
    """Return the marked answers in a text, if asked for with the label; or the whole text.

    Marks are `<answer>...</answer>`, `\\boxed{...}`, and `Answer:` with all that follows; a tag or
    a box behind `Answer:` is the answer itself. Raises `ClaimError` for an empty answer, and for
    marks that do not match.
    """
    answers: list[str] = []
    rest = _without_tags(text, answers)
    rest = _without_boxes(rest, answers)
    labels = list(_LABEL.finditer(rest))
    if len(labels) < sum(1 for _ in _ANY_LABEL.finditer(rest)):
        raise ClaimError("an answer is marked with other words before; expected `Answer: ...`")
    ends = [label.start() for label in labels[1:]] + [len(rest)]
    for label, end in zip(labels, ends, strict=False):
        content, cut, _ = rest[label.end() : end].partition(_CUT)
        if not cut or any(map(str.isalnum, content)):
            is_empty = not content.strip(_EDGE)
            answers.append(f"answer: {content}" if keeps_label and not is_empty else content)
    if len(answers) > _MOST:
        raise ClaimError(f"{len(answers)} answers are marked; expected one")
    if not answers:
        return [rest]
    for answer in answers:
        if not answer.strip(_EDGE):
            raise ClaimError("the marked answer is empty; expected a claim")
    return answers


# What an empty answer may consist of.
_EDGE: Final = " \t\r\n*_`$."
# More marked answers are refused unread.
_MOST: Final = 16
# Where a marked answer was cut out: no text has it after that, as it is refused in texts.
_CUT: Final = "\x00"


def _without_tags(text: str, answers: list[str]) -> str:
    if _CUT in text:
        raise ClaimError("the text has a null character; expected text")
    parts: list[str] = []
    at = 0
    opening: re.Match[str] | None = None
    for tag in _TAG.finditer(text):
        if bool(tag[1]) != (opening is not None):
            raise ClaimError(f"{quoted(tag[0])} has no match; expected `<answer>...</answer>`")
        if opening is None:
            opening = tag
            continue
        parts.append(text[at : opening.start()])
        _check_undenied(text, opening.start(), tag.end())
        answers += answers_in(text[opening.end() : tag.start()])
        at, opening = tag.end(), None
    if opening is not None:
        raise ClaimError("`<answer>` is not closed; expected `<answer>...</answer>`")
    return _CUT.join([*parts, text[at:]])


def _without_boxes(text: str, answers: list[str]) -> str:
    """Cut the boxes out; a box with a bare cell or number is read within its line."""
    parts: list[str] = []
    at = 0
    for box in _BOXED.finditer(text):
        if box.start() < at:
            raise ClaimError("a box in a box; expected one answer, such as \\boxed{open (3,4)}")
        depth = 1
        for brace in _BRACE.finditer(text, box.end()):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                break
        if depth:
            raise ClaimError("\\boxed{ is not closed; expected \\boxed{open (3,4)}")
        content = text[box.end() : brace.start()]
        parts.append(text[at : box.start()])
        at = brace.end()
        _check_undenied(text, box.start(), at)
        if len(answers) < _MOST and not _is_complete(content):
            start = max(text.rfind(sign, 0, box.start()) for sign in ("\n", ". ")) + 1
            end = text.find("\n", at)
            before, behind = text[start : box.start()], text[at : end if end >= 0 else None]
            content = f"{before} {content} {behind}"
        answers.append(content)
    return _CUT.join([*parts, text[at:]])


def _check_undenied(text: str, start: int, end: int) -> None:
    """Raise `ClaimError` if a mark is denied or in doubt by words right before or behind it."""
    before = _LAST.split(text[max(start - _LONGEST, 0) : start])[-1]
    behind = _FIRST.split(text[end : end + _LONGEST], maxsplit=1)[0]
    tokens = re.findall(r"[a-z'\u2019]+|~~|[❌✗✘]", f"{before} {behind}".lower())
    doubts = [token for token in tokens if token.replace("\u2019", "'") in _DENIALS]
    if doubts:
        raise ClaimError(
            f"{quoted(doubts[0])} beside the marked answer leaves it in doubt; expected one answer"
        )


# A mark is denied by words between signs, and not by those of a reason.
_LONGEST: Final = 80
_LAST: Final = re.compile(r"[\n.,;:!?]")
_FIRST: Final = re.compile(r"\n|[.,;!?](?: |$)|\b(?:because|since|as|so)\b")
_DENIALS: Final = frozenset(
    re.findall(
        r"\S+",
        """
        ~~ ❌ ✗ ✘ not isn't aren't wasn't no never don't cannot can't wouldn't shouldn't wrong
        incorrect false untrue mistake mistaken bad impossible avoid neither nor unless maybe
        perhaps probably possibly contradiction contradicts retract rejected ruled without
        """,
    )
)


def _is_complete(content: str) -> bool:
    """Tell whether a box has words and digits: if not, words before it may change its sense."""
    words = re.sub(r"\\[A-Za-z]+", "", content)
    return re.search("[A-Za-z]{3}", words) is not None and re.search("[0-9]", words) is not None
