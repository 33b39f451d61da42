"""A review in words, for the command line."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Final

from logicsweep.errors import counted
from logicsweep.explain.wording import chance_words, rounded_words
from logicsweep.games.review.grades import Grade, Kind
from logicsweep.games.review.metrics import Metrics
from logicsweep.games.review.review import Review

_KINDS: Final = {
    Kind.PROVED: ("proved safe", "proved safe"),
    Kind.LEAST_RISK: ("guess with the least risk", "guesses with the least risk"),
    Kind.DEAD: ("guess at a 50/50 that nothing settles", "guesses at 50/50s that nothing settles"),
    Kind.RISKIER: ("guess riskier than needed", "guesses riskier than needed"),
    Kind.NEEDLESS: ("needless guess", "needless guesses"),
    Kind.BLUNDER: ("blunder", "blunders"),
}

_GLOSSARY: Final = "What these numbers mean: the documentation, Terms, Metrics of played games."

FALSE_CLAIM: Final = " The player called it certain, which does not follow."


def review_lines(review: Review, *, every: bool = False) -> Iterator[str]:
    """Yield the lines of the review; with `every` also the openings that were proved."""
    yield review_title(review)
    yield from summary_lines(review)
    shown = [
        (number, grade)
        for number, grade in enumerate(review.grades, 1)
        if every or grade.kind is not Kind.PROVED
    ]
    if shown:
        yield ""
    given: dict[str, int] = {}
    for number, grade in shown:
        text = grade.text
        if grade.kind is Kind.NEEDLESS and grade.reason is not None:
            first = given.setdefault(grade.reason.text, number)
            text = text if first == number else grade.text_after(first)
        hit = "" if grade.survived or grade.kind is Kind.BLUNDER else " It was a mine."
        claim = FALSE_CLAIM if grade.claim_follows is False else ""
        yield f"{opening_words(number, grade)}: {text}{hit}{claim}{win_words(grade)}"


def review_title(review: Review) -> str:
    """Say who played, how it ended, and how long it took."""
    how = "won" if review.is_won else "lost"
    if not review.is_won and all(grade.survived for grade in review.grades):
        how = "not finished"
    who = f"{review.game.player}: " if review.game.player else ""
    openings = counted(len(review.grades), "opening")
    seconds = review.metrics.seconds
    time = "" if seconds is None else f" in {seconds:.2f} s"
    text = f"{how}{time}, {openings}."
    return f"{who}{text}" if who else f"{text[0].upper()}{text[1:]}"


def summary_lines(review: Review) -> Iterator[str]:
    """Yield the kinds of the openings, the luck that it took, and the metrics."""
    parts = [
        f"{number} {_KINDS[kind][number != 1]}" for kind in _KINDS if (number := review.kinds[kind])
    ]
    if parts:
        yield f"{', '.join(parts)}."
    yield luck_words(review)
    if review.level:
        yield f"The hardest proof has level {review.level}."
    metrics = list(metric_lines(review.metrics))
    yield from metrics
    if metrics:
        yield _GLOSSARY
    if review.game.note:
        yield f"Note: {review.game.note}."


def luck_words(review: Review) -> str:
    """Say how much luck it took to survive, and how much of the chance was thrown away."""
    luck = "No luck was needed to survive so long."
    if review.luck_bits:
        chance, bits = rounded_words(2**-review.luck_bits), f"{review.luck_bits:.2f}"
        luck = (
            f"The chance to survive so long was {chance}: {bits} bits of luck (a coin toss is 1)."
        )
    wasted = review.wasted_bits
    if not isfinite(wasted):
        return f"{luck} A blunder cost all of the chance to survive."
    if not wasted:
        return f"{luck} No needless risk was taken."
    return f"{luck} Needless risk cost {rounded_words(1 - review.kept)} of the chance to survive."


def opening_words(number: int, grade: Grade) -> str:
    """Say which opening it is."""
    time = grade.opening.milliseconds
    at = "" if time is None else f", {time / 1000:.2f} s"
    return f"{number}{at}: {grade.title}"


def win_words(grade: Grade) -> str:
    """Say how likely a win was before and after a guess, where it is known."""
    before, after = grade.win_before, grade.win_after
    if before is None and after is None:
        return ""
    words = ["unknown" if chance is None else chance_words(chance) for chance in (before, after)]
    return f" Chance to win before: {words[0]}; after: {words[1]}."


def metric_lines(metrics: Metrics) -> Iterator[str]:
    """Yield the metrics that are known, a few on each line."""
    clicks = metrics.clicks
    rows: tuple[tuple[tuple[str, float | None], ...], ...] = (
        (
            ("3BV", metrics.three_bv),
            ("opened", None if metrics.solved == metrics.three_bv else metrics.solved),
            ("Ops", metrics.openings),
            ("islands", metrics.islands),
            ("ZiNi", metrics.zini),
            ("HZiNi", metrics.hzini),
        ),
        (
            ("3BV/s", metrics.three_bv_per_second),
            ("RQP", metrics.rqp),
            ("IOS", metrics.ios),
            ("QG", metrics.qg),
            ("STNB", metrics.stnb),
        ),
        (
            ("clicks", clicks and clicks.total),
            ("left", clicks and clicks.left),
            ("right", clicks and clicks.right),
            ("chords", clicks and clicks.chords),
            ("effective", clicks and clicks.effective),
            ("IOE", metrics.ioe),
            ("correctness", metrics.correctness),
            ("throughput", metrics.throughput),
        ),
    )
    for row in rows:
        known = [f"{name} {_number(value)}" for name, value in row if value is not None]
        if known:
            yield f"{', '.join(known)}."


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3f}"
