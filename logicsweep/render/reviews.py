"""A review in words, for the command line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from logicsweep.board.board import Cell
from logicsweep.errors import counted
from logicsweep.games.told.opening import Kind
from logicsweep.reasons.wording import chance_words, listed_cells, rounded_words

if TYPE_CHECKING:
    from logicsweep.answers.reviews import Opening, Review
    from logicsweep.games.review.metrics import Metrics

_KINDS: Final = {
    Kind.PROVED: ("proved safe", "proved safe"),
    Kind.LEAST_RISK: ("guess with the least risk", "guesses with the least risk"),
    Kind.DEAD: ("guess at a 50/50 that nothing settles", "guesses at 50/50s that nothing settles"),
    Kind.RISKIER: ("guess riskier than needed", "guesses riskier than needed"),
    Kind.NEEDLESS: ("needless guess", "needless guesses"),
    Kind.BLUNDER: ("blunder", "blunders"),
}

# What the metrics are called, a line each, and the fields that have them.
_METRICS: Final = (
    {"3BV": "three_bv", "opened": "solved", "Ops": "openings", "3BV/s": "per_second"},
    {name: name for name in ("clicks", "left", "right", "chords", "efficiency")},
)
_GLOSSARY: Final = "The documentation explains these numbers: Terms, Metrics of played games."

# Fewer bits of luck would be rounded to none.
_LEAST_BITS: Final = 0.005

_FALSE_CLAIM: Final = " The player called it certain, which does not follow."


def kind_words(kind: Kind) -> str:
    """Name the kind of an opening; a proved one needs no word."""
    return "" if kind is Kind.PROVED else _KINDS[kind][0]


def review_lines(answer: Review, *, every: bool = False) -> Iterator[str]:
    """Yield the lines of the review; with `every` also the openings that were proved."""
    yield review_title(answer)
    yield from summary_lines(answer)
    shown = [
        (number, opening)
        for number, opening in enumerate(answer.openings, 1)
        if every or opening.kind != "proved"
    ]
    if shown:
        yield ""
    given: dict[str, int] = {}
    for number, opening in shown:
        text, proof = opening.because.text, opening.because.proof
        named = pattern_words(opening)
        if opening.kind == "needless" and proof is not None:
            first = given.setdefault(proof, number)
            if first != number:
                again = f"{Cell(*opening.better[0])} was still safe, for the reason at {first}."
                text, named = text.replace(proof, again), ""
        hit = "" if _survived(opening) or opening.kind == "blunder" else " It was a mine."
        claim = _FALSE_CLAIM if opening.claim_follows is False else ""
        yield f"{_opening_words(number, opening)}: {text}{named}{hit}{claim}{_win_words(opening)}"


def pattern_words(opening: Opening) -> str:
    """Name the pattern of a proof that was missed; nothing without one."""
    pattern = opening.because.pattern
    return "" if pattern is None else f" The pattern of this proof is {pattern}."


def _survived(opening: Opening) -> bool:
    return all(value != "known mine" for _, _, value in opening.shows)


def review_title(answer: Review) -> str:
    """Say who played, how it ended, and how long it took."""
    how = "won" if answer.is_won else "lost"
    if not answer.is_won and all(map(_survived, answer.openings)):
        how = "not finished"
    openings = counted(len(answer.openings), "opening")
    seconds = answer.metrics.seconds
    time = "" if seconds is None else f" in {seconds:.2f} s"
    text = f"{how}{time}, {openings}."
    return f"{answer.player}: {text}" if answer.player else f"{text[0].upper()}{text[1:]}"


def summary_lines(answer: Review) -> Iterator[str]:
    """Yield the kinds of the openings, the luck that it took, and the metrics."""
    parts = [
        f"{number} {words[number != 1]}"
        for kind, words in _KINDS.items()
        if (number := answer.kinds[kind])
    ]
    if parts:
        yield f"{', '.join(parts)}."
    yield luck_words(answer)
    missed = Counter(filter(None, [opening.because.pattern for opening in answer.openings]))
    if missed:
        names = [f"{name} ({times})" for name, times in missed.most_common()]
        yield f"Missed patterns: {', '.join(names)}."
    if answer.level:
        yield f"The hardest proof has level {answer.level}."
    metrics = list(metric_lines(answer.metrics))
    yield from metrics
    if metrics:
        yield _GLOSSARY
    if answer.note:
        yield f"Note: {answer.note}."


def luck_words(answer: Review) -> str:
    """Say how much luck it took to survive, and how much of the chance was thrown away."""
    luck = "No luck was needed to survive so long."
    if answer.luck_bits:
        chance, bits = rounded_words(2**-answer.luck_bits), f"{answer.luck_bits:.2f}"
        if answer.luck_bits < _LEAST_BITS:
            bits = "less than 0.01"
        luck = (
            f"The chance to survive so long was {chance}: {bits} bits of luck (a coin toss is 1)."
        )
    if answer.wasted_bits is None:
        return f"{luck} A blunder cost all of the chance to survive."
    if not answer.wasted_bits:
        return f"{luck} No needless risk was taken."
    return f"{luck} Needless risk cost {rounded_words(1 - answer.kept)} of the chance to survive."


def _opening_words(number: int, opening: Opening) -> str:
    """Say which opening it is."""
    at = "" if opening.seconds is None else f", {opening.seconds:.2f} s"
    cells = listed_cells(Cell(*cell) for cell in opening.cells)
    chord = "" if opening.chord is None else f", by a chord at {Cell(*opening.chord)}"
    return f"{number}{at}: {cells}{chord}"


def _win_words(opening: Opening) -> str:
    """Say how likely a win was before and after a guess, where it is known."""
    chances = (opening.win_before, opening.win_after)
    if chances == (None, None):
        return ""
    words = ["unknown" if each is None else chance_words(each) for each in chances]
    return f" Chance to win before: {words[0]}; after: {words[1]}."


def metric_lines(metrics: Metrics) -> Iterator[str]:
    """Yield the metrics that are known, a few on each line."""
    is_whole = metrics.solved == metrics.three_bv
    for fields in _METRICS:
        known = [
            f"{name} {_number(value)}"
            for name, field in fields.items()
            if (value := getattr(metrics, field)) is not None
            and not (is_whole and name == "opened")
        ]
        if known:
            yield f"{', '.join(known)}."


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3f}"
