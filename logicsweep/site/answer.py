"""From a request to its messages: all that the page of `serve` can ask.

A request is JSON, and so is each message: the answer of a command, or one of `answers/page.py`.
Nothing here knows how they travel.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import nullcontext
from contextvars import copy_context
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from logicsweep.answers import diagnosis, page, playing, reasons, requests, shapes, solving
from logicsweep.answers.asked import Asked, Kind, Where
from logicsweep.answers.base import (
    Inconsistent,
    Limited,
    answered,
    as_json,
    error,
    inconsistent,
    plain,
    trouble,
)
from logicsweep.answers.listed import ListedRow, format_row
from logicsweep.board.board import Board, Cell
from logicsweep.board.rows import COVERED_HASH
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.layout_rule import LayoutRule
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import (
    BoardSyntaxError,
    InconsistentBoardError,
    InternalError,
    LimitError,
    LogicSweepError,
    MissingDensityError,
)
from logicsweep.formats.base import Reading
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.json import board_object
from logicsweep.formats.registry import (
    BOARD_FORMATS,
    board_to_play,
    by_name,
    endings_of,
    read,
)
from logicsweep.knowledge.base import KnowledgeBase, beside_board
from logicsweep.limits import MOST_PAGE_CELLS, CancelScope
from logicsweep.reasons.certificates.folder import folder_files
from logicsweep.render.drawn import png, svg
from logicsweep.site import playing as games
from logicsweep.site.catalogue import catalogue
from logicsweep.site.desk import MOST_BYTES, Desk, Messages, check_size, read_object
from logicsweep.site.judging import judge_move
from logicsweep.site.overlaying import overlay
from logicsweep.site.reviewing import replayed, review_game
from logicsweep.site.wording import page_words

# What answers call the board: it came from no file.
NAME: Final = "page"
# Ordinary boards with at most this many cells are proved and counted within milliseconds.
_SMALL: Final = 1_000


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
    kb = _kb(asked, desk)
    about = Asked("solve", NAME)
    at_once = _is_small(kb)
    solution = yield from desk.watched(
        "proving", lambda: solving.proved(about, kb), lambda: kb.counted, at_once=at_once
    )
    if not isinstance(solution, solving.Solution):
        yield solution
        if isinstance(solution, Inconsistent):
            diagnosed = yield from desk.watched("diagnosing", lambda: kb.copy().diagnose())
            yield diagnosis.diagnosis(Asked("diagnose", NAME), diagnosed)
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
    from logicsweep.board.first_click import FirstClick

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
    kb = _kb(asked, desk)
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


def _ask_agent(asked: requests.AskAgent, desk: Desk) -> Messages:
    """Have an agent tell its next move, or what it says of a cell."""
    from logicsweep.games.accounts import account
    from logicsweep.games.agents.registry import agent_of

    board = _kb(asked, desk).board
    cell = None if asked.cell is None else Cell.of(asked.cell)
    agent = agent_of(asked.agent, time_limit=desk.time_limit, explains=True)
    try:
        given = yield from desk.watched("asking", lambda: account(board, agent, cell))
    except InconsistentBoardError as conflict:
        yield inconsistent(Asked("explain", NAME), board, conflict)
        return
    yield reasons.agent_account(Asked("explain", NAME), board, asked.agent, cell, given)


def _look(asked: requests.Look, desk: Desk) -> Messages:
    """Tell the chances of a mine and of each clue in a cell."""
    kb = _kb(asked, desk)
    cell = Cell.of(asked.cell)
    chances = yield from desk.watched(
        "counting", lambda: kb.copy().clue_distribution(cell), at_once=_is_small(kb)
    )
    yield page.message(
        page.Seen, cell=cell, probability=plain(chances.mine), clues=plain(chances.clues)
    )


def _certify(asked: requests.Certify, desk: Desk) -> Messages:
    """Pack the files of a certificate."""
    kb = _kb(asked, desk)
    cell = Cell.of(asked.cell)
    certificate = yield from desk.watched("certifying", lambda: kb.copy().certificate(cell))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, lines in folder_files(kb.board, [certificate]):
            archive.writestr(name, "".join(f"{line}\n" for line in lines))
    name = f"certificate-{cell.row}-{cell.column}.zip"
    yield _file(name, "application/zip", packed.getvalue())


def _write(asked: requests.Write, desk: Desk) -> Messages:
    """Write the board to a file, or draw it with the verdicts that are proved so far."""
    kb = _kb(asked, desk)
    if asked.to == "svg":
        drawn = yield from desk.watched("drawing", lambda: svg(kb.copy()).encode())
        yield _file("board.svg", "image/svg+xml", drawn)
    elif asked.to == "png":
        drawn = yield from desk.watched("drawing", lambda: png(kb.copy()))
        yield _file("board.png", "image/png", drawn)
    else:
        form = by_name(asked.to)
        board = kb.board
        data = form.write(board, lossy=True)
        ending = (*endings_of(form.name), ".txt" if form.is_text else ".bin")[0]
        media = "text/plain" if form.is_text else "application/octet-stream"
        yield _file(f"board{ending}", media, data, form.left_out(board))


def _file(name: str, media: str, data: bytes, left_out: tuple[str, ...] = ()) -> Struct:
    return page.message(page.File, name=name, media=media, data=data, left_out=left_out)


def _read(asked: requests.Read, _desk: Desk) -> Messages:
    """Read the board in the content of a file, a link or a game id, or tell that it is a game."""
    if asked.form is None and asked.covered is None:
        game = replayed(asked)
        if game is not None:
            yield game
            return
    try:
        reading = _reading(asked, asked.covered)
    except BoardSyntaxError as problem:
        sign = _covered_sign(asked, problem)
        if sign is None:
            raise
        where = Where("the board", problem.line, problem.column)
        why = trouble(page_words(problem), "syntax", where)
        yield page.message(page.Unclear, **why, sign=sign)
        return
    content = reading.content
    is_layout = False
    if isinstance(content, DealtGame) and content.shown is None and content.start is None:
        board, is_layout = content.layout.revealed(), True
    else:
        board = board_to_play(content)
    check_size(board)
    yield page.message(
        page.Found,
        form=reading.form.name,
        holds="layout" if is_layout else "position",
        board=board_object(board),
    )


def _reading(asked: requests.Read, covered: str | None) -> Reading:
    return read(asked.data, file_name=asked.name, name=asked.form, covered=covered)


def _covered_sign(asked: requests.Read, problem: BoardSyntaxError) -> str | None:
    """Return the character with which a text can be read if it is a covered cell, or None."""
    sign: str | None = getattr(problem, "sign", "#" if COVERED_HASH in problem.text else None)
    if sign is None or asked.covered is not None:
        return None
    try:
        _reading(asked, sign)
    except ValueError:
        return None
    return sign


def _shape(asked: requests.Shape, _desk: Desk) -> Messages:
    """Yield the shapes of the cells of a board."""
    yield shapes.shapes(read_object(msgspec.json.encode(asked.board)))


def _greet(_asked: requests.Greet, desk: Desk) -> Messages:
    from logicsweep import __version__
    from logicsweep.board.names import CLUE_MODELS, TOPOLOGY_NAMES
    from logicsweep.board.rules.catalogue import CLUE_RULES, LAYOUT_RULES
    from logicsweep.games.agents.registry import AGENTS
    from logicsweep.kernel.library import kernel_in_use
    from logicsweep.render.examples import GAMES, example_about, example_files

    shown = []
    for name, file in example_files().items():
        content = read(file.read_bytes(), file_name=file.name).content
        board = content if isinstance(content, Board) else board_to_play(content)
        example = page.ShownExample(name=name, about=example_about(file), board=board_object(board))
        shown.append(example)
    yield page.message(
        page.Greeting,
        version=__version__,
        kernel=kernel_in_use(),
        formats=tuple([format_row(form, endings_of(form.name)) for form in BOARD_FORMATS]),
        clue_models=CLUE_MODELS,
        agents=tuple(AGENTS),
        topologies=TOPOLOGY_NAMES,
        rules=(*map(_rule_name, CLUE_RULES), *map(_rule_name, LAYOUT_RULES)),
        examples=tuple(shown),
        games=tuple([ListedRow(name=name, about=about) for name, about in GAMES.items()]),
        most_cells=MOST_PAGE_CELLS,
        most_bytes=MOST_BYTES,
        allows_programs=desk.allows_programs,
    )


def _rule_name(rule: ClueRule | LayoutRule) -> ListedRow:
    kind: Literal["clues", "layouts"] = "clues" if isinstance(rule, ClueRule) else "layouts"
    return ListedRow(name=rule.name, kind=kind, about=rule.about)


def _kb(asked: Any, desk: Desk) -> KnowledgeBase:
    return desk.knowledge_base(asked.board, asked.liars, asked.program)


_ANSWERS: Final[Mapping[type[Struct], Callable[[Any, Desk], Messages]]] = MappingProxyType(
    {
        requests.Analyse: _analyse,
        requests.Explain: _explain,
        requests.AskAgent: _ask_agent,
        requests.Look: _look,
        requests.GetOverlay: overlay,
        requests.JudgeMove: judge_move,
        requests.Certify: _certify,
        requests.Write: _write,
        requests.Read: _read,
        requests.Review: review_game,
        requests.Shape: _shape,
        requests.Play: games.play,
        requests.Judge: games.judge,
        requests.MayGuess: games.may_guess,
        requests.GetHint: games.hint,
        requests.Pose: games.pose,
        requests.Greet: _greet,
        requests.ListCatalogue: catalogue,
    }
)
