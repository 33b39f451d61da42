"""The questions of the command line as calls, each of which returns the value of `--json`.

Each takes a board or whatever stands for one, and what is known of it by name. Who asks several
questions about a board gives the same `KnowledgeBase` to each call, or asks it itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from errno import ENOENT
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, Unpack, cast

from msgspec import Struct

from logicsweep.answers import base, certificates, formulas, reasons, solving
from logicsweep.answers.asked import Asked
from logicsweep.arguments import by_name
from logicsweep.board.board import Board, Cell
from logicsweep.board.clue_models import ClueModel, clue_model
from logicsweep.checker.folder import INDEX, Game
from logicsweep.errors import ArgumentError, CertificateError, LimitError, expect
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.files import write_folder
from logicsweep.formats.given import AnyBoard, BoardKeys, board_of, layout_of
from logicsweep.formulas.answers import read_answer
from logicsweep.formulas.user_program import Program
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, MOST_SETS
from logicsweep.reason.solvers.names import ReasonerName, SolverName
from logicsweep.reasons.certificates.certificate import ProofName
from logicsweep.reasons.certificates.folder import Claim, check_folder, folder_files, game_in
from logicsweep.reasons.names import ExplainedBy

Position: TypeAlias = AnyBoard | KnowledgeBase
"""A knowledge base, or a board or what stands for one, as `board_of` takes it."""

_Answer = TypeVar("_Answer")
_OF_BASES: Final = ("reasoner", "solver", "program", "time_limit", "max_entries")


class PositionKeys(BoardKeys, total=False):
    """All that is known of a board, and the reasoner and its limits, as in `KnowledgeBase`."""

    reasoner: ReasonerName | None
    solver: SolverName | str | None
    program: str | Program | os.PathLike[str] | None
    time_limit: float | None
    max_entries: int


def solve(board: Position, *, count: bool = True, **keys: Unpack[PositionKeys]) -> solving.Solution:
    """Prove every verdict on a board, and compute the mine probabilities.

    Args:
        board: A board, an array, a text, a path, a link, or a knowledge base.
        count: Whether layouts are counted for probabilities, too; a limit may keep them back.
        keys: Knowledge about the board, such as `mines=10`, `density="1/5"` or `covered="#"`, as
            `board_of` takes it; and `reasoner`, `solver`, `program` (or its file's path),
            `time_limit` and `max_entries`, as in `KnowledgeBase`. None with a knowledge base.

    Raises:
        InconsistentBoardError: No layout agrees with the board.
        LimitError: A limit was reached. `solve(board, count=False)` only proves.
        ValueError, TypeError, BoardSyntaxError, OSError: As `board_of`, and as `KnowledgeBase`.
    """
    kb = _base(board, keys)
    *_, answer = solving.solving(Asked("solve"), kb, counts=count)
    return _whole(answer, kb)


def count(
    board: Position,
    cells: Iterable[tuple[int, int]] = (),
    *,
    distribution: bool = False,
    components: bool = False,
    engine: str | None = None,
    **keys: Unpack[PositionKeys],
) -> solving.Count:
    """Count the layouts that agree with a board, and give exact mine probabilities.

    Args:
        board: As in `solve`.
        cells: Covered cells, as (row, column), whose exact probabilities are wanted.
        distribution: Whether the chances of what these cells may show are wanted, too.
        components: Whether the configurations of each component are wanted.
        engine: The engine that counts, as in `KnowledgeBase.count`.
        keys: As in `solve`.

    Raises:
        MissingDensityError: Chances of what cells show need the mine count or a density.
        InconsistentBoardError, LimitError, ValueError, TypeError: As `solve`.
    """
    kb = _base(board, keys)
    places = [Cell.of(cell) for cell in cells]
    options: dict[str, Any] = {"distribution": distribution, "components": components}
    return _whole(solving.counting(Asked("count"), kb, places, engine=engine, **options), kb)


@by_name
def explain(
    board: Position,
    cell: tuple[int, int],
    *,
    smallest: bool = False,
    steps: bool = False,
    cut: bool = False,
    by: ExplainedBy | None = None,
    **keys: Unpack[PositionKeys],
) -> reasons.Explanation | reasons.Undetermined:
    """Explain why a covered cell is safe or a mine, or show how it can be either.

    Args:
        board: As in `solve`.
        cell: The cell, as (row, column).
        smallest: Whether no smaller set of clues may prove it.
        steps: Whether the way there is wanted step by step.
        cut: Whether a cut that shows it is looked for, under a rule on regions.
        by: `sum` for a weighted sum of clues, if there is one.
        keys: As in `solve`.

    Raises:
        ValueError: The cell is off the board, or open.
        InconsistentBoardError, LimitError, TypeError: As `solve`.
    """
    kb = _base(board, keys)
    ways: dict[str, Any] = {"smallest": smallest, "steps": steps, "cut": cut, "by": by}
    answer = _whole(reasons.explaining(Asked("explain"), kb, Cell.of(cell), **ways), kb)
    return cast("reasons.Explanation | reasons.Undetermined", answer)


def hint(
    board: Position,
    *,
    level: int | None = None,
    safe: bool = False,
    technique: str | None = None,
    **keys: Unpack[PositionKeys],
) -> reasons.Hint:
    """Find the easiest step to a safe cell; where there is none, a mine and the least risky cells.

    Args:
        board: As in `solve`.
        level: The most sources (clues, mine count) that the step may combine; None for any.
        safe: Whether a step to a mine is of no use.
        technique: A technique or a pattern that the step has to be of; None for any.
        keys: As in `solve`.

    Raises:
        UnknownNameError: There is no such technique.
        InconsistentBoardError, LimitError, ValueError, TypeError: As `solve`.
    """
    kb = _base(board, keys)
    answer = reasons.hinting(Asked("hint"), kb, level=level, safe=safe, technique=technique)
    return _whole(answer, kb)


def diagnose(
    board: Position,
    *,
    clues: ClueModel | str = "noisy(1/10)",
    most: int = MOST_SETS,
    **keys: Unpack[PositionKeys],
) -> reasons.Diagnosis:
    """Find the clues of an inconsistent board that conflict, and those that may be wrong.

    Args:
        board: As in `solve`.
        clues: The clue model, or its name: how clues go wrong.
        most: The most sets of each kind to look for, at least 1.
        keys: As in `solve`.

    Raises:
        LimitError, ValueError, TypeError: As `solve`. An inconsistent board is no error here.
    """
    kb = _base(board, keys)
    model = clue_model(clues) if isinstance(clues, str) else clues
    return reasons.diagnosis(Asked("diagnose"), kb.diagnose(model, most=most))


def certify(
    board: Position,
    folder: str | os.PathLike[str],
    cell: tuple[int, int] | None = None,
    *,
    proof: ProofName = "drup",
    **keys: Unpack[PositionKeys],
) -> certificates.Certified:
    """Write a formula and a proof for each verdict, for other programs and `check` to check.

    Args:
        board: As in `solve`.
        folder: The folder to write, new or empty; it is written in full or not at all.
        cell: The only cell whose verdict is wanted; None for all.
        proof: `drup`, or `veripb` for weighted sums where there are some.
        keys: As in `solve`.

    Raises:
        OSError: The folder is not empty, or cannot be written.
        ValueError: The cell is undetermined, or off the board.
        InconsistentBoardError, LimitError, TypeError: As `solve`.
    """
    kb = _base(board, keys)
    proved = kb.consequences()
    wanted = sorted(proved.safe | proved.mines) if cell is None else [cell]
    done = [kb.certificate(each, proof=proof) for each in wanted]
    write_folder(path := Path(folder), folder_files(kb.board, done))
    return certificates.certified(Asked("certify"), kb.board, path, done)


def decode(
    output: str | os.PathLike[str], board: Position, **keys: Unpack[PositionKeys]
) -> formulas.Model:
    """Turn a solver's output back into a layout, and check it against the board.

    Args:
        output: The output of a solver on an encoding of the board, or its file's path: with `s` and
            `v` lines, minisat's result file or clingo's output.
        board: As in `solve`.
        keys: As in `solve`.

    Returns:
        The layout and whether it agrees; `error` says what is wrong, if anything. That the board is
        inconsistent is checked, if the output says so.

    Raises:
        AnswerSyntaxError: The output cannot be read.
        LimitError, ValueError, TypeError: As `solve`.
    """
    kb = _base(board, keys)
    text = Path(output).read_text("utf-8") if isinstance(output, os.PathLike) else output
    return formulas.decoding(Asked("decode"), kb, read_answer(kb.board, text))


def check(
    folder: str | os.PathLike[str],
    board: AnyBoard | None = None,
    *,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    **keys: Unpack[BoardKeys],
) -> certificates.Checked:
    """Check certificates without a solver, by a checker that shares nothing with what it checks.

    Args:
        folder: A folder that `certify`, `count -o` or `deal --to proofs` wrote.
        board: The board that the certificates have to be about; None for that of the folder.
        time_limit: The seconds that the whole folder may take; None for no limit.
        keys: Knowledge about the board, as `board_of` takes it.

    Returns:
        What was checked; `valid` is False, and `error` names the place, if anything is wrong.

    Raises:
        LimitError: The time limit was reached.
        OSError, ValueError, TypeError: The folder or the board cannot be read.
    """
    path, claims, game, fault = Path(folder), list[Claim](), None, None
    if not (path / INDEX).is_file():
        raise FileNotFoundError(ENOENT, f"no {INDEX} in this folder", str(path))
    try:
        game = game_in(path)
        about = None
        if keys and (board is None or game is not None):
            wanted = (
                "a board" if board is None else "the folder of a game, whose layout says it all"
            )
            raise ArgumentError(next(iter(keys)), f"{next(iter(keys))} does not go with {wanted}")
        if board is not None:
            dealt = None if game is None else layout_of(board)
            about = board_of_game(dealt, game) if dealt and game else board_of(board, **keys)
        claims.extend(check_folder(path, about, time_limit=time_limit))
    except CertificateError as error:
        fault = error
    return certificates.checked(Asked("check"), path, claims, game, fault)


def as_object(answer: object) -> Any:
    """Turn an answer into the dict and lists that its command prints with `--json`.

    Args:
        answer: An answer of a call above, of `best` or of `review`.

    Raises:
        TypeError: It is none of these.
    """
    return base.as_object(_answer(answer))


def as_json(answer: object) -> bytes:
    """Write an answer as its command prints it with `--json`; see `as_object`."""
    return base.as_json(_answer(answer))


def _answer(given: object) -> Struct:
    from logicsweep.answers import playing, reviews
    from logicsweep.games.review.review import Review
    from logicsweep.strategy.answer import Best

    if isinstance(given, Best):
        return playing.best(Asked("best"), given)
    if isinstance(given, Review):
        return reviews.review(Asked("review"), given)
    expect("answer", given, Struct, "an answer, as of solve(board), best(board) or review(path)")
    return cast("Struct", given)


def board_of_game(dealt: DealtGame, game: Game) -> Board:
    """Return the layout of a game, all of it open. Raises `CertificateError` for another start."""
    if dealt.start not in (None, game.start):
        fault = f"the game starts at {Cell(*game.start)}; expected {dealt.start}"
        raise CertificateError(fault, file=INDEX, line=1)
    return dealt.layout.revealed()


def _base(given: Position, keys: PositionKeys) -> KnowledgeBase:
    """Return the knowledge base about what is given."""
    known: dict[str, Any] = {**keys}
    if isinstance(given, KnowledgeBase):
        for name in known:
            raise ArgumentError(name, f"{name} is for boards; a knowledge base has all it needs")
        return given
    reasoning = {name: known.pop(name) for name in _OF_BASES if name in known}
    if isinstance(reasoning.get("program"), os.PathLike):
        reasoning["program"] = Path(reasoning["program"]).read_text("utf-8")
    return KnowledgeBase(board_of(given, **known), **reasoning)


def _whole(answer: _Answer | base.Inconsistent | base.Limited, kb: KnowledgeBase) -> _Answer:
    """Return an answer. Raises what keeps it back."""
    if isinstance(answer, base.Inconsistent):
        kb.consequences()  # which raises what the answer says
    if isinstance(answer, base.Inconsistent | base.Limited):
        raise _limit(str(answer.limit), kb)
    if isinstance(answer, base.Answer) and answer.limit:
        raise _limit(answer.limit, kb)
    return cast("_Answer", answer)


def _limit(limit: str, kb: KnowledgeBase) -> LimitError:
    proved = kb.proved_so_far()
    return LimitError(limit, mines=proved.mines, safe=proved.safe)
