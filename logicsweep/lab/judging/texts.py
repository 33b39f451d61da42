"""Answer texts of people and language models: to the one claim that they make, or refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, get_args

from logicsweep.board.board import Board, Cell
from logicsweep.errors import expect, listed, quoted
from logicsweep.lab.judging.all_certain import without_lists
from logicsweep.lab.judging.bare import bare_claim
from logicsweep.lab.judging.claim_forms import CLAIM_KEYS, read_form, read_object
from logicsweep.lab.judging.claims import (
    ChanceClaim,
    Claim,
    ClaimError,
    CountClaim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
    check_claim,
)
from logicsweep.lab.judging.items import Item, ItemKind, check_characters, items_of, unclear
from logicsweep.lab.judging.marks import answers_in, without_reasoning
from logicsweep.lab.judging.mine_count import says_mine_count
from logicsweep.lab.judging.notation import check_notation, without_quotes
from logicsweep.lab.judging.parts import Reading, Sentence, sentences_of
from logicsweep.lab.judging.sentences import readings_of
from logicsweep.lab.judging.statements import contradicts, is_harmless
from logicsweep.lab.judging.vocabulary import (
    CONDITION,
    DENIAL,
    DENIED,
    DOUBT,
    EXPLAINS,
    REFUTED,
    SUPPOSED,
    SUPPOSITION,
)

MOST_CHARACTERS: Final = 100_000
"""The most characters of an answer text."""

_OBJECT: Final = re.compile(r"\{[^{}]*+\}")
_KEY: Final = re.compile(rf'"(?:{"|".join(sorted(CLAIM_KEYS))})"')
# A list goes on in other lines.
_LIST: Final = re.compile(r"[ \t*`]*+(?:safe|mines):")
# An example of each kind, for messages.
_EXAMPLES: Final[dict[type[Claim], tuple[str, ...]]] = {
    MoveClaim: ("open (3,4)",),
    VerdictClaim: ("(3,4) is safe", "safe: (0,1) (2,3); mines: (4,4)"),
    ChanceClaim: ("(3,4): 1/3",),
    CountClaim: ("layouts: 1234",),
    ReasonClaim: ("(3,4) is safe because (0,0), mine count",),
}


def read_claim(
    text: str,
    board: Board,
    *,
    kind: type[Claim] | None = None,
    about: Cell | tuple[int, int] | None = None,
    strict: bool = False,
) -> Claim:
    """Read the claim that an answer text makes about a board.

    A text is never read as one of two answers, and a hedged, denied or unclear one never at all:
    where in doubt, it is refused. The text is read in time that is proportional to its length.

    Args:
        text: The answer, of at most 100,000 characters.
        board: The board, which says which cells and clues there are.
        kind: The kind of claim that was asked for, one of the five classes; None for any. Claims of
            other kinds in the text are not read.
        about: The cell that was asked about. Verdicts and probabilities of other cells are not
            read; a bare `safe` or `1/3` is about this cell.
        strict: Whether only the documented forms are read, with nothing around but white space.

    Returns:
        The claim, checked by `check_claim`.

    Raises:
        ClaimError: The text makes no claim of the kind, or more than one, or an unclear one, or
            one about cells that the board does not have; or it is too long. The answer is at
            fault then, not a limit of the work of logicsweep, so this is no `LimitError`.
        TypeError: An argument has a type that it cannot have.
    """
    expect("text", text, str, "a text")
    expect("board", board, Board, "a Board")
    if kind is not None and kind not in get_args(Claim):
        names = listed([each.__name__ for each in get_args(Claim)], last="or")
        expect("kind", kind, (), f"{names}, or None")
    cell = None if about is None else Cell.of(about)
    if len(text) > MOST_CHARACTERS:
        raise ClaimError(
            f"the answer has {len(text):,} characters; expected at most {MOST_CHARACTERS:,}"
        )
    claim = _read_form(text, kind, cell) if strict else _read_prose(text, kind, cell)
    check_claim(board, claim)
    return claim


def _read_form(text: str, kind: type[Claim] | None, about: Cell | None) -> Claim:
    claim = read_form(text)
    if claim is None:
        check_characters(" ".join(text.split()))
        raise ClaimError(f"{quoted(text.strip())} is no claim; {_expected(kind)}, and nothing else")
    if kind is not None and not isinstance(claim, kind):
        raise ClaimError(f"{quoted(text.strip())} is another kind of claim; {_expected(kind)}")
    if not _is_about(claim, about):
        raise ClaimError(f"{quoted(text.strip())} is not about {about}; expected only that cell")
    return claim


def _expected(kind: type[Claim] | None) -> str:
    kinds: Iterable[type[Claim]] = _EXAMPLES if kind is None else (kind,)
    examples = [f"`{text}`" for each in kinds for text in _EXAMPLES[each]]
    return f"expected {listed(examples, last='or')}"


def _is_about(claim: Claim, about: Cell | None) -> bool:
    """Tell whether a claim is one that a question about a cell asks for."""
    match claim:
        case VerdictClaim():
            return about is None or (tuple(claim.verdicts) == (about,) and not claim.is_all)
        case ChanceClaim() | ReasonClaim():
            return about in (None, claim.cell)
        case MoveClaim() | CountClaim():
            return True


def _read_prose(text: str, kind: type[Claim] | None, about: Cell | None) -> Claim:
    said = without_quotes(without_reasoning(text))
    check_notation(said)
    answers = answers_in(said, keeps_label=kind is MoveClaim)
    is_marked = answers != [said]
    claims = {_read_answer(answer, kind, about, is_marked=is_marked): None for answer in answers}
    return _only(list(claims))


def _only(claims: Sequence[Claim]) -> Claim:
    if len(claims) > 1:
        raise ClaimError(
            f"two answers: {quoted(str(claims[0]))} and {quoted(str(claims[1]))}; expected one"
        )
    return claims[0]


def _read_answer(
    text: str, kind: type[Claim] | None, about: Cell | None, *, is_marked: bool
) -> Claim:
    """Read the claim of a marked answer, or of a text without marks."""
    items = _items(text, kind, about)
    bare = bare_claim(items, kind, about)
    if bare is not None:
        return bare
    if kind in (None, VerdictClaim):
        items = without_lists(items, about)
    sentences = sentences_of(items)
    readings = [readings_of(sentence, kind, about) for sentence in sentences]
    first = next((at for at, each in enumerate(readings) if any(r.claim for r in each)), None)
    for at, (sentence, said) in enumerate(zip(sentences, readings, strict=True)):
        if first is None or at > first or not _supposes(sentence):
            _check_clear(sentence, said, kind)
        if said and at and sentences[at - 1].denies_next_line():
            raise _unclear(sentences[at - 1], kind)
    if first is None:
        raise _missing(items, kind)
    _check_supposed(sentences[: first + 1], kind)
    claims = {each.claim: None for said in readings for each in said if each.claim}
    claim = _with_mine_count(_only(_without_parts(list(claims))), sentences)
    _check_others(sentences, readings, claim, about, is_marked=is_marked)
    return claim


def _check_others(
    sentences: Sequence[Sentence],
    readings: Sequence[Sequence[Reading]],
    claim: Claim,
    about: Cell | None,
    *,
    is_marked: bool,
) -> None:
    """Raise `ClaimError` for sentences that do not make the claim, and may take it back.

    Behind an answer without a mark, they must be known to be harmless.
    """
    places = [at for at, said in enumerate(readings) if any(each.claim for each in said)]
    for at, sentence in enumerate(sentences):
        if readings[at]:
            continue
        bare = bare_claim(sentence.items, type(claim), about)
        _only([claim] if bare is None else list({claim: None, bare: None}))
        if at > places[0] and not (at > places[-1] and _is_harmless(sentence, claim)):
            _check_beside(sentence, claim)
            if at > places[-1] and not is_marked:
                raise _doubtful(sentence, claim)


def _without_parts(claims: Sequence[Claim]) -> list[Claim]:
    """Drop verdicts that a claim of all that is certain repeats."""
    verdicts = [claim for claim in claims if isinstance(claim, VerdictClaim)]
    whole = [claim for claim in verdicts if claim.is_all]
    if len(whole) != 1:
        return list(claims)
    repeated = [
        claim
        for claim in verdicts
        if not claim.is_all and claim.verdicts.items() <= whole[0].verdicts.items()
    ]
    return [claim for claim in claims if claim not in repeated]


def _with_mine_count(claim: Claim, sentences: Sequence[Sentence]) -> Claim:
    """Add the mine count to reasons if a sentence says that it is needed."""
    if not isinstance(claim, ReasonClaim):
        return claim
    said = {says_mine_count(each.items) for each in sentences if not each.is_question} - {None}
    if len(said) > 1 or (False in said and claim.uses_total):
        raise ClaimError(
            "the mine count is called needed and not needed; expected one answer, such as "
            "`(3,4) is safe because (0,0), mine count`"
        )
    return replace(claim, uses_total=claim.uses_total or True in said)


def _check_clear(sentence: Sentence, said: Sequence[Reading], kind: type[Claim] | None) -> None:
    for reading in said:
        if reading.unclear is not None:
            raise unclear(reading.unclear)
        if reading.claim is None:
            raise _unclear(sentence, kind)


def _check_supposed(sentences: Sequence[Sentence], kind: type[Claim] | None) -> None:
    """Raise `ClaimError` if the last sentence follows from a supposition that nothing refutes."""
    refuted = False
    for sentence in reversed(sentences):
        refuted |= not REFUTED.isdisjoint(sentence.words)
        if not refuted and any(item.text in SUPPOSED for item in sentence.items[:4]):
            raise _unclear(sentence, kind)


def _unclear(sentence: Sentence, kind: type[Claim] | None) -> ClaimError:
    return ClaimError(f"{quoted(str(sentence))} is no clear answer; {_expected(kind)}")


def _missing(items: Sequence[Item], kind: type[Claim] | None) -> ClaimError:
    for item in items:
        if item.kind in (ItemKind.UNCLEAR_CELL, ItemKind.UNCLEAR_NUMBER):
            return unclear(item)
    cells = list(dict.fromkeys(str(item.cell) for item in items if item.cell is not None))
    if len(cells) > 1:
        named = listed(cells if len(cells) < 4 else [*cells[:3], "others"])
        return ClaimError(f"the text names {named}; expected one answer, {_expected(kind)[9:]}")
    return ClaimError(f"the text has no clear answer; {_expected(kind)}")


def _supposes(sentence: Sentence) -> bool:
    """Tell whether a sentence asserts nothing: a question, or a supposition."""
    return sentence.is_question or any(item.text in SUPPOSITION for item in sentence.items[:4])


def _check_beside(sentence: Sentence, claim: Claim) -> None:
    """Raise `ClaimError` for a sentence that may take a claim back that is marked or repeated."""
    texts = [item.text for item in sentence.items]
    doubts = [text for text in texts if text in DOUBT or text in CONDITION]
    denials = [
        text
        for text, behind in zip(texts, [*texts[1:], ""], strict=True)
        if text in DENIAL and behind not in DENIED
    ]
    cells = {
        item.cell for item in sentence.items if item.kind in (ItemKind.CELL, ItemKind.UNCLEAR_CELL)
    }
    adds = bool(cells - {getattr(claim, "cell", None)}) and EXPLAINS.isdisjoint(texts)
    adds |= None in cells  # an unclear one
    is_denied = bool(doubts or denials) or contradicts(sentence.items, claim)
    if is_denied or adds or sentence.is_question:
        raise _doubtful(sentence, claim)


def _is_harmless(sentence: Sentence, claim: Claim) -> bool:
    if isinstance(claim, ReasonClaim) and says_mine_count(sentence.items) is not None:
        return not sentence.is_question
    mark = [Item(ItemKind.SIGN, "?")] if sentence.is_question else []
    return is_harmless([*sentence.items, *mark], claim)


def _doubtful(sentence: Sentence, claim: Claim) -> ClaimError:
    return ClaimError(
        f"{quoted(str(sentence))} after {quoted(str(claim))} leaves the answer in doubt; "
        "expected one answer, marked as such (`Answer: ...`)"
    )


def _items(text: str, kind: type[Claim] | None, about: Cell | None) -> list[Item]:
    """Return the items of a text; objects of JSON and lines in a documented form are claims."""
    items: list[Item] = []
    at = 0
    for match in _OBJECT.finditer(text):
        if _KEY.search(match[0]):
            items += _items_of_lines(text[at : match.start()], kind, about)
            claim = read_object(match[0], strict=False, about=about)
            items += [] if claim is None else _formal(claim, kind, about)
            at = match.end()
    return items + _items_of_lines(text[at:], kind, about)


def _items_of_lines(text: str, kind: type[Claim] | None, about: Cell | None) -> list[Item]:
    items: list[Item] = []
    prose: list[str] = []
    for line in text.splitlines():
        form = line.strip(" \t*`")
        form = form if form.endswith("..") else form.removesuffix(".").rstrip(" \t*`")
        claim = None if form[:1] == "{" else read_form(form, kind)
        if claim is None or _LIST.match(line):
            prose.append(line)
            continue
        items += items_of("\n".join(prose))
        items += _formal(claim, kind, about)
        prose = []
    return items + items_of("\n".join(prose))


def _formal(claim: Claim, kind: type[Claim] | None, about: Cell | None) -> list[Item]:
    end = Item(ItemKind.BREAK, "\n", is_spaced=True)
    if (kind is not None and not isinstance(claim, kind)) or not _is_about(claim, about):
        return [end]
    return [end, Item(ItemKind.CLAIM, str(claim), claim=claim, is_spaced=True), end]
