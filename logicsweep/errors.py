"""The exception tree. Everything logicsweep raises on purpose derives from `LogicSweepError`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Final

# A message quotes what stands in a file; not all of it.
_LONGEST: Final = 400


def counted(number: int, noun: str) -> str:
    """So many of something, such as `1 mine` or `1,024 mines`."""
    return f"{number:,} {plural(noun, number)}"


def plural(noun: str, number: int) -> str:
    """A noun in the form that goes with a number."""
    return noun if number == 1 else f"{noun}s"


def are(number: int) -> str:
    """`is` or `are`, whichever goes with so many."""
    return "is" if number == 1 else "are"


def listed(names: Sequence[str], *, last: str = "and") -> str:
    """Names one after the other, such as `a, b and c`; there has to be one."""
    *before, end = names
    return f"{', '.join(before)} {last} {end}" if before else end


def capitalized(text: str) -> str:
    """A text with a capital first letter, and the others as they are."""
    return f"{text[:1].upper()}{text[1:]}"


class LogicSweepError(Exception):
    """Base of every error that logicsweep raises on purpose; they survive pickling."""

    def __reduce__(self) -> tuple[Callable[..., LogicSweepError], tuple[object, ...]]:
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(
    kind: type[LogicSweepError], args: tuple[object, ...], fields: dict[str, object]
) -> LogicSweepError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error


def expect(name: str, value: object, kind: type | tuple[type, ...], wanted: str) -> None:
    """Raise TypeError unless an argument is of a type; `wanted` says what was expected of it."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {_typed(value)}; expected {wanted}")


def whole(name: str, value: object) -> int:
    """A whole number of any kind as Python's. Raises TypeError for anything else."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} is {value!r:.40}; expected a whole number") from None


def _typed(value: object) -> str:
    name = type(value).__name__
    return "None" if value is None else f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


class BoardSyntaxError(LogicSweepError, ValueError):
    """A board's text could not be read.

    `line` and `column` count from 1; `text` says what stands there and what was expected. `format`
    is the name of the format it was read as, None where there was no choice; `file` is the path it
    was read from, None for a text. The column in a file of bytes is the byte.
    """

    def __init__(self, text: str, *, line: int, column: int) -> None:
        text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
        super().__init__(f"line {line}, column {column}: {text}")
        self.text = text
        self.line = line
        self.column = column
        self.format: str | None = None
        self.file: str | None = None

    def __str__(self) -> str:
        return super().__str__() if self.file is None else f"{self.file}, {super().__str__()}"


class AmbiguousFormatError(BoardSyntaxError):
    """A board's text can be read in several formats, with different results.

    `readings` are their names; line and column are 1.
    """

    def __init__(self, readings: Sequence[str], difference: str) -> None:
        self.readings = tuple(readings)
        super().__init__(
            f"this may be {listed(self.readings, last='or')}, and {difference}; expected to be "
            f"told the format, as --from {self.readings[0]}",
            line=1,
            column=1,
        )


class InconsistentBoardError(LogicSweepError):
    """No layout agrees with the board.

    `core` lists the cells (row, column) of clues that cannot all be right, in reading order;
    `uses_total` says whether the mine count is among the sources that conflict, `uses_program`
    whether the user's program is. Together they are a minimal unsatisfiable subset: without any one
    of them the rest can be satisfied. The first two are None when the board is proved inconsistent,
    but the time limit passed before such a set was found. `liars` is how many clues were allowed to
    be wrong: the sources conflict although so many of these clues may be.
    """

    def __init__(
        self,
        core: Sequence[tuple[int, int]] | None,
        *,
        uses_total: bool | None,
        uses_program: bool = False,
        liars: int = 0,
    ) -> None:
        conflict = _conflict(core, uses_total, uses_program) + although(liars)
        super().__init__(f"the board is inconsistent: {conflict}")
        self.core = None if core is None else tuple(core)
        self.uses_total = uses_total
        self.uses_program = uses_program
        self.liars = liars


def although(liars: int) -> str:
    """The end of a message about a conflict that remains although so many clues may be wrong."""
    if not liars:
        return ""
    return f", even if {counted(liars, 'clue')} {are(liars)} wrong"


def _conflict(
    core: Sequence[tuple[int, int]] | None, uses_total: bool | None, uses_program: bool
) -> str:
    if core is None:
        return "which clues conflict was not found within the time limit"
    names = [f"({row},{column})" for row, column in core]
    if uses_total:
        names.append("the mine count")
    if uses_program:
        names.append("the program")
    if names == ["the program"]:
        return "no layout satisfies the program"
    if len(names) == 1:
        return f"{names[0]} cannot be satisfied"
    every = "both" if len(names) == 2 else "all"
    return f"{listed(names)} cannot {every} be right"


class MissingDensityError(LogicSweepError, ValueError):
    """Probabilities were asked for, but neither the mine count nor a density is known."""

    def __init__(self) -> None:
        super().__init__(
            "the mine count is unknown; probabilities need a density, the chance of a mine in a "
            "cell before anything is seen, such as 0.206 or 33/160: in the board's header, as the "
            "argument `density`, or with --density"
        )


class IllegalMoveError(LogicSweepError, ValueError):
    """A move or a `tell` that the board does not allow; `move` is the cell (row, column).

    The message names the cell, once.
    """

    def __init__(self, text: str, *, move: tuple[int, int]) -> None:
        place = f"({move[0]},{move[1]})"
        super().__init__(text if text.startswith(place) else f"{place}: {text}")
        self.move = move


class UnknownNameError(LogicSweepError, ValueError):
    """A name that is not on its list; `known` is that list."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        super().__init__(f"unknown {kind} {name!r}; known: {', '.join(self.known)}")


class UnknownSolverError(UnknownNameError):
    """The solver is not on the allow-list; `known` is that list."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__("solver", name, known)


class MissingLibraryError(LogicSweepError, ImportError):
    """An optional library is not installed; `extra` is the extra that brings it."""

    def __init__(self, library: str, *, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs {library}, which is not installed: pip install 'logicsweep[{extra}]'"
        )
        self.library = library
        self.extra = extra


class LimitError(LogicSweepError):
    """A budget ran out before the answer was complete. It is never an answer.

    `limit` says which budget in words. `mines` and `safe` are the cells (row, column) that were
    proved before it ran out, when a knowledge base was asked; nothing is said of the others.
    """

    def __init__(
        self,
        limit: str,
        *,
        mines: frozenset[tuple[int, int]] = frozenset(),
        safe: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        proved = ""
        if safe or mines:
            proved = f"; proved so far: {len(safe):,} safe, {counted(len(mines), 'mine')}"
        super().__init__(f"limit reached: {limit}{proved}")
        self.limit = limit
        self.safe = safe
        self.mines = mines


class AnswerSyntaxError(LogicSweepError, ValueError):
    """A solver's output could not be read; `line` counts from 1, None if it is about no line."""

    def __init__(self, text: str, *, line: int | None) -> None:
        super().__init__(text if line is None else f"line {line}: {text}")
        self.text = text
        self.line = line


class CertificateError(LogicSweepError, ValueError):
    """A certificate does not prove what it claims.

    `file` is the name of the file it was read from, if any; `line` counts from 1, None if it is
    about no line; `text` says what is wrong there.
    """

    def __init__(self, text: str, *, file: str | None = None, line: int | None = None) -> None:
        where = [file] if file else []
        if line is not None:
            where.append(f"line {line}")
        super().__init__(f"{', '.join(where)}: {text}" if where else text)
        self.text = text
        self.file = file
        self.line = line


class ProgramError(LogicSweepError, ValueError):
    """A user's program could not be used; the text says in which file and line, and why."""


class ProgramWarning(UserWarning):
    """Something about a user's program that looks like a mistake, in clingo's words."""


class ProgramNotFoundError(LogicSweepError, LookupError):
    """No logic program of that name is shipped; `known` lists those that are."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"no logic program {name!r}; known: {', '.join(self.known)}")


class SpecificationError(LogicSweepError, ValueError):
    """An experiment's specification could not be used.

    `file` is where it was read from; `line` counts from 1, None if it is about no line; `text` says
    what stands there and what was expected.
    """

    def __init__(self, text: str, *, file: str, line: int | None = None) -> None:
        super().__init__(f"{file}: {text}" if line is None else f"{file}:{line}: {text}")
        self.text = text
        self.file = file
        self.line = line


class AgentError(LogicSweepError, ValueError):
    """An agent of a user's own could not be imported or made, or it failed in a game.

    The message names the agent, and the line of code that failed if there is one.
    """


class ExperimentError(LogicSweepError):
    """An experiment could not be run or reported: its folder, its files or its cluster failed.

    What was recorded before stays; running it again goes on from there.
    """
