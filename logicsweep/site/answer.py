"""From a request to its messages: all that the page of `serve` can ask.

A request is JSON, and so is each message: the answer of a command, or one of `answers/page.py`.
Nothing here knows how they travel.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import nullcontext
from contextvars import copy_context
from functools import partial
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import Struct

from logicsweep.answers import page, playing, reasons, requests, shapes, solving
from logicsweep.answers.asked import Asked, Kind, Where
from logicsweep.answers.base import (
    Inconsistent,
    Limited,
    answered,
    as_json,
    error,
    plain,
)
from logicsweep.board.board import Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import (
    BoardSyntaxError,
    InconsistentBoardError,
    InternalError,
    LimitError,
    LogicSweepError,
    MissingDensityError,
)
from logicsweep.games.told.grading import grade_cell
from logicsweep.knowledge.base import KnowledgeBase, beside_board
from logicsweep.limits import CancelScope
from logicsweep.reasons.wording import conflict_words
from logicsweep.site import filing, playing as games
from logicsweep.site.catalogue import catalogue, greeting
from logicsweep.site.desk import Desk, Messages, page_words, read_object

# What answers call the board: it came from no file.
NAME: Final = "page"
# Ordinary boards with at most this many cells are proved and counted within milliseconds.
_SMALL: Final = 1_000
# The most cells that a judgement names as better.
_NAMED: Final = 12


def answer(request: bytes, desk: Desk, scope: CancelScope | None = None) -> Iterator[bytes]:
    """Answer a request of the page.

    Messages come as soon as each is known: first what is proved, then what is counted, then what
    takes longer. Whatever goes wrong is a message, too, and the last one.

    Args:
        request: The request in JSON, in UTF-8; `logicsweep list schemas request` describes it.
        desk: The things kept between requests.
        scope: Cancels the question from another thread; by default the scope around the call does.

    Yields:
        Messages in JSON, each without a line break.
    """
    # The scope holds for this question alone, whatever else is asked between two messages.
    context = copy_context()
    told = _scoped(_told(request, desk), scope)
    try:
        while (message := context.run(next, told, None)) is not None:
            yield as_json(message)
    finally:
        context.run(told.close)


def _scoped(messages: Messages, scope: CancelScope | None) -> Generator[Struct]:
    with scope or nullcontext():
        yield from messages


def _told(request: bytes, desk: Desk) -> Messages:
    try:
        asked = msgspec.json.decode(request, type=requests.Request)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        yield _error(f"this is no request of the page: {problem}", "usage")
        return
    try:
        yield from _ANSWERS[type(asked)](asked, desk)
    except BoardSyntaxError as problem:
        place = Where("the board", problem.line, problem.column)
        yield _error(page_words(problem), "syntax", place)
    except LimitError as problem:
        yield _error(str(problem), "limit")
    except MemoryError:
        yield _error("limit reached: no memory is left for this question", "limit")
    except InternalError as problem:
        yield _error(str(problem), "internal")
    except (LogicSweepError, ValueError, TypeError) as problem:
        yield _error(page_words(problem), "usage")


def _error(text: str, kind: Kind, place: Where | None = None) -> Struct:
    # Messages of the library mark commands and functions for terminals and programmers.
    return error(Asked(page.COMMAND), text.replace("`", ""), kind, place)


def _analyse(asked: requests.Analyse, desk: Desk) -> Messages:
    """Yield the verdicts, then what else is wanted."""
    kb = desk.asked_base(asked)
    about = Asked("solve", NAME)
    at_once = _is_small(kb)
    solution = yield from desk.watched(
        "proving", lambda: solving.proved(about, kb), lambda: kb.counted, at_once=at_once
    )
    if not isinstance(solution, solving.Solution):
        yield solution
        if isinstance(solution, Inconsistent):
            diagnosed = yield from desk.watched("diagnosing", lambda: kb.copy().diagnose())
            yield reasons.diagnosis(Asked("diagnose", NAME), diagnosed)
        return
    # What takes longer is asked of a copy, which shares what is proved: whoever asks of the same
    # board meanwhile does not wait for it.
    kb = kb.copy()
    yield solution
    if "counts" in asked.wants:
        solution = yield from desk.watched(
            "counting",
            lambda: solving.with_count(solution, kb),
            lambda: kb.counted,
            at_once=at_once,
        )
        if solution.limit:
            yield solution
            return
        desk.keep(kb, asked.board)
        yield solution
    if "best" in asked.wants:
        yield from _best(kb, desk)
    if "level" in asked.wants and beside_board(kb) is None:  # steps take long, or are not known
        rated = yield from desk.watched("rating", lambda: kb.copy().difficulty())
        yield reasons.rating(Asked("hint", NAME), rated, lists_steps=asked.steps)


def _is_small(kb: KnowledgeBase) -> bool:
    """Tell whether proofs and counts take a moment, whatever the position."""
    board = kb.board
    is_ordinary = board.own_rules is None and not board.uncertain_by_number
    return board.grid.size <= _SMALL and is_ordinary and beside_board(kb) is None


def _best(kb: KnowledgeBase, desk: Desk) -> Messages:
    how = FirstClick.asked(kb.board, None)
    density, limit = kb.board.density, desk.time_limit
    try:
        advice = yield from desk.watched(
            "looking for the best cell",
            lambda: playing.advising(
                Asked("best", NAME), kb, first_click=how, density=density, time_limit=limit
            ),
        )
    except MissingDensityError:
        return  # the page says already that probabilities take a density
    yield _not_limited(advice)


def _not_limited(answer: Any) -> Struct:
    """Return an answer to a question that needs all verdicts. Raises `LimitError` without them."""
    if isinstance(answer, Limited):
        raise LimitError(answer.limit)
    whole: Struct = answer
    return whole


def _explain(asked: requests.Explain, desk: Desk) -> Messages:
    """Explain a cell by the sources that prove its verdict, or by two layouts that differ in it."""
    kb = desk.asked_base(asked)
    about, cell = Asked("explain", NAME), Cell.of(asked.cell)
    is_small = _is_small(kb)
    is_plain = not (asked.smallest or asked.steps or asked.by)
    verdict = yield from desk.watched(
        "proving",
        lambda: answered(about, kb, lambda: kb.verdict(cell)),
        lambda: kb.counted,
        at_once=is_small,
    )
    if not isinstance(verdict, Verdict):
        yield _not_limited(verdict)
        return
    copy = kb.copy()
    answer = yield from desk.watched(
        "explaining",
        lambda: reasons.explaining(
            about, copy, cell, smallest=asked.smallest, steps=asked.steps, by=asked.by
        ),
        lambda: copy.counted,
        at_once=is_small and (is_plain or verdict is Verdict.UNDETERMINED),
    )
    yield _not_limited(answer)


def _look(asked: requests.Look, desk: Desk) -> Messages:
    """Tell the chances of a mine and of each clue in a cell."""
    kb = desk.asked_base(asked)
    cell = Cell.of(asked.cell)
    chances = yield from desk.watched(
        "counting", lambda: kb.copy().clue_distribution(cell), at_once=_is_small(kb)
    )
    yield page.message(
        page.Seen, cell=cell, probability=plain(chances.mine), clues=plain(chances.clues)
    )


def _judge_move(asked: requests.JudgeMove, desk: Desk) -> Messages:
    """Yield what the opening of a covered cell would be."""
    kb = desk.asked_base(asked)
    cell = Cell.of(asked.cell)
    try:
        grade = yield from desk.watched(
            "judging the move",
            lambda: grade_cell(kb.copy(), cell, time_limit=desk.time_limit),
            lambda: kb.counted,
        )
    except InconsistentBoardError as conflict:
        raise ValueError(conflict_words(kb.board, conflict)) from None
    yield page.message(
        page.Move,
        cell=cell,
        kind=grade.kind.value,
        risk=grade.risk,
        best=grade.best,
        better=grade.better[:_NAMED],
        fifty=grade.fifty,
        because=grade.because,
    )


def _overlay(asked: requests.GetOverlay, desk: Desk) -> Messages:
    """Tell a chance of each covered cell: to open an area, or to make progress."""
    from logicsweep.strategy.overlays import progress_chances, zero_chances

    kb = desk.asked_base(asked)
    chances_of = zero_chances if asked.of == "zero" else progress_chances
    ask = partial(chances_of, kb, time_limit=desk.time_limit)
    chances = yield from desk.watched("comparing the cells", ask)
    yield page.message(page.Overlay, of=asked.of, values=solving.probability_rows(chances))


def _catalogue(_asked: requests.ListCatalogue, _desk: Desk) -> Messages:
    """Yield every rule and every topology."""
    yield catalogue()


def _greet(_asked: requests.Greet, desk: Desk) -> Messages:
    """Yield what the page can do."""
    yield greeting(allows_programs=desk.allows_programs)


def _shape(asked: requests.Shape, _desk: Desk) -> Messages:
    """Yield the shapes of the cells of a board."""
    yield shapes.shapes(read_object(msgspec.json.encode(asked.board)))


_ANSWERS: Final[Mapping[type[Struct], Callable[[Any, Desk], Messages]]] = MappingProxyType(
    {
        requests.Analyse: _analyse,
        requests.Explain: _explain,
        requests.Look: _look,
        requests.GetOverlay: _overlay,
        requests.JudgeMove: _judge_move,
        requests.Write: filing.write,
        requests.Read: filing.read,
        requests.Review: filing.review_game,
        requests.Shape: _shape,
        requests.Play: games.play,
        requests.Judge: games.judge,
        requests.MayGuess: games.may_guess,
        requests.GetHint: games.hint,
        requests.Greet: _greet,
        requests.ListCatalogue: _catalogue,
    }
)
