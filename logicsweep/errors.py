"""The exception tree: every error that logicsweep raises on purpose is a `LogicSweepError`.

Wrong arguments raise Python's own TypeError and ValueError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Final

# A message quotes a file, but never all of it.
_LONGEST: Final = 400
# Words for the same thing, of which each kind of names has one at most.
_SAME: Final = ({"asp", "clingo", "lp"}, {"maxsat", "wcnf"}, {"d-dnnf", "nnf"})


def counted(number: int, noun: str) -> str:
    """Return a number and its noun, such as `1 mine` or `1,024 mines`."""
    return f"{number:,} {plural(noun, number)}"


def plural(noun: str, number: int) -> str:
    """Return the singular or plural of a noun, as the number requires."""
    return noun if number == 1 else f"{noun}s"


def are(number: int) -> str:
    """Return `is` or `are`, as the number requires."""
    return "is" if number == 1 else "are"


def listed(names: Sequence[str], *, last: str = "and") -> str:
    """List names in words, such as `a, b and c`; there must be at least one."""
    *before, end = names
    return f"{', '.join(before)} {last} {end}" if before else end


def capitalized(text: str) -> str:
    """Return a text with its first letter capitalized and the others unchanged."""
    return f"{text[:1].upper()}{text[1:]}"


class LogicSweepError(Exception):
    """The base class of every error that logicsweep raises on purpose; all can be pickled."""

    def __reduce__(self) -> tuple[Callable[..., LogicSweepError], tuple[object, ...]]:
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(
    kind: type[LogicSweepError], args: tuple[object, ...], fields: dict[str, object]
) -> LogicSweepError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error


class _AtFaultError(Exception):
    def __init__(self, argument: str, *text: str) -> None:
        super().__init__(argument, *text)
        self.argument = argument

    def __str__(self) -> str:
        return str(self.args[-1])  # Gymnasium raises an error again with a text alone


class ArgumentError(_AtFaultError, ValueError):
    """An argument has a value that it cannot have.

    Attributes:
        argument: Its name, such as `liars`; the command line has an option of that name.
    """


class ArgumentTypeError(_AtFaultError, TypeError):
    """An argument has a type that it cannot have; `argument` is its name."""


def expect(name: str, value: object, kind: type | tuple[type, ...], wanted: str) -> None:
    """Raise TypeError unless an argument has a given type; `wanted` says what was expected."""
    if not isinstance(value, kind):
        raise ArgumentTypeError(name, f"{name} is {_typed(value)}; expected {wanted}")


def whole(name: str, value: object) -> int:
    """Convert a whole number of any kind to an `int`.

    Raises TypeError for anything else; `True` and `False` are no numbers.
    """
    try:
        return index(None if isinstance(value, bool) else value)  # type: ignore[arg-type]
    except TypeError:
        text = f"{name} is {value!r:.40}; expected a whole number"
        raise ArgumentTypeError(name, text) from None


def positive(name: str, value: object) -> int:
    """Convert a whole number of 1 or more; raises TypeError and ValueError for anything else."""
    number = whole(name, value)
    if number < 1:
        raise ArgumentError(name, f"{name} is {number}; expected 1 or more")
    return number


def quoted(text: str, most: int = 40) -> str:
    """Quote a text in a message: not all of a long one, and of a long number how long it is."""
    digits = text.lstrip("+-")
    if len(digits) > most and digits.isascii() and digits.isdigit():
        return f"too large a number, of {len(digits):,} digits"
    return repr(text) if len(text) <= most else f"{text[:most]!r}..."


def _typed(value: object) -> str:
    name = type(value).__name__
    has_vowel = name[:1].lower() in "aeiou" or name == "ndarray"  # "en-dee-array"
    return "None" if value is None else f"{'an' if has_vowel else 'a'} {name}"


class BoardSyntaxError(LogicSweepError, ValueError):
    """The text or file of a board could not be read.

    Attributes:
        text: The fault: what was found there and what was expected.
        line: The line of the fault, from 1.
        column: The column of the fault, from 1; in a binary file, the byte.
        format: The name of the format that was tried, or None if there was no choice.
        file: The path of the file, or None for a text.
    """

    def __init__(self, text: str, *, line: int = 1, column: int = 1) -> None:
        text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
        super().__init__(f"line {line}, column {column}: {text}")
        self.text = text
        self.line = line
        self.column = column
        self.format: str | None = None
        self.file: str | None = None

    def __str__(self) -> str:
        return super().__str__() if self.file is None else f"{self.file}, {super().__str__()}"


class UnclearSignError(BoardSyntaxError):
    """A character of a text may stand for a covered cell, or for something else.

    Attributes:
        sign: The character; for a blank, the one beside it that is more likely to be covered.
        meanings: Its meanings, in words.
    """

    def __init__(self, sign: str, meanings: str, *, line: int, column: int, hint: str = "") -> None:
        super().__init__(
            f"{sign!r} may be {meanings} here; if it is a covered cell, use --covered '{sign}' "
            f"(covered={sign!r} in Python){hint}",
            line=line,
            column=column,
        )
        self.sign = sign
        self.meanings = meanings


class AmbiguousFormatError(BoardSyntaxError):
    """Several formats can read the text of a board, with different results.

    Attributes:
        readings: The names of these formats. `line` and `column` are 1.
        sign: The character that is a covered cell in one of them, or None if there is none.
    """

    def __init__(
        self, readings: Sequence[str], difference: str, *, sign: str | None = None
    ) -> None:
        self.readings = tuple(readings)
        self.sign = sign
        super().__init__(
            f"{listed(self.readings)} read this differently: {difference}; choose one, as with "
            f"--from {self.readings[0]} (name={self.readings[0]!r} in Python)",
            line=1,
            column=1,
        )


class InconsistentBoardError(LogicSweepError):
    """No layout satisfies the board.

    The error carries a minimal unsatisfiable subset (MUS) of the sources: they conflict, but any of
    them can be dropped to make the rest satisfiable. `core` and `uses_total` are None if the board
    is proved inconsistent, but the time limit passed before an MUS was found.

    Attributes:
        core: The cells (row, column) of the clues in the MUS, in reading order.
        uses_total: Whether the mine count is in the MUS.
        uses_program: Whether the user's program is in the MUS.
        constraints: The names of the constraints beside the board that are in the MUS.
        liars: The number of clues that were allowed to be wrong. The sources conflict even so.
        index: The number of the board, from 0, where several were given; else None.
    """

    def __init__(
        self,
        core: Sequence[tuple[int, int]] | None,
        *,
        uses_total: bool | None,
        uses_program: bool = False,
        constraints: Sequence[str] = (),
        liars: int = 0,
        index: int | None = None,
    ) -> None:
        others = [*constraints, *(["the program"] if uses_program else [])]
        conflict = _conflict(core, uses_total, others) + although(liars)
        board = "the board" if index is None else f"board {index:,}"
        super().__init__(f"{board} is inconsistent: {conflict}")
        self.core = None if core is None else tuple(core)
        self.uses_total = uses_total
        self.uses_program = uses_program
        self.constraints = tuple(constraints)
        self.liars = liars
        self.index = index


def although(liars: int) -> str:
    """End a message about a conflict that remains even when some clues may be wrong."""
    if not liars:
        return ""
    return f", even if {counted(liars, 'clue')} {are(liars)} wrong"


def _conflict(
    core: Sequence[tuple[int, int]] | None, uses_total: bool | None, others: Sequence[str]
) -> str:
    """Say that the parts of a core cannot all be right; others come after its clues."""
    if core is None:
        return "the time limit passed before the conflicting clues were found"
    names = [f"({row},{column})" for row, column in core]
    if uses_total:
        names.append("the mine count")
    names += others
    if names and names == others[:1]:
        return f"no layout satisfies {names[0]}"
    if len(names) == 1:
        return f"{names[0]} cannot be satisfied"
    every = "both" if len(names) == 2 else "all"
    return f"{listed(names)} cannot {every} be right"


class MissingDensityError(LogicSweepError, ValueError):
    """Probabilities need the mine count or a density, and the board has neither."""

    def __init__(self) -> None:
        super().__init__(
            "the mine count is unknown, so probabilities need a density (the prior probability of "
            'a mine in a cell) or the mine count: the argument `density="1/2"` in Python, a line '
            "`density: 1/2` or `mines: 3` in the board's header, or --density 1/2 or --mines 3"
        )


class IllegalMoveError(LogicSweepError, ValueError):
    """The board does not allow this move or this `tell`; the message names the cell.

    Attributes:
        move: The cell (row, column).
    """

    def __init__(self, text: str, *, move: tuple[int, int]) -> None:
        place = f"({move[0]},{move[1]})"
        super().__init__(text if text.startswith(place) else f"{place}: {text}")
        self.move = move


def nearest_words(name: str, known: Iterable[str]) -> str:
    """Suggest the nearest known name, as ` (did you mean exact?)`; empty if none is near."""
    from difflib import get_close_matches

    names, word = tuple(known), str(name).casefold()
    # Capitals matter less than letters, and letters less than the sense.
    alike = {word}.union(*(words for words in _SAME if word in words))
    near = [candidate for candidate in names if candidate.casefold() in alike]
    near = near or get_close_matches(str(name), names, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


class UnknownNameError(LogicSweepError, ValueError):
    """A name is not one of those that logicsweep knows.

    Attributes:
        kind: The kind of thing that was to be named, such as `board format`.
        name: The name that was given.
        known: All names that would have been accepted.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], *, besides: str = "") -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        nearest, names = nearest_words(name, self.known), ", ".join(self.known)
        super().__init__(f"unknown {kind} {name!r}{nearest}; known: {names}{besides}")


class UnknownSolverError(UnknownNameError):
    """The solver is not on the allow-list, which is in `known`, and no command either."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__("solver", name, known, besides="; or a command, as 'kissat -q {cnf}'")


class MissingLibraryError(LogicSweepError, ImportError):
    """An optional library is not installed.

    Attributes:
        library: The library.
        extra: The extra of logicsweep that installs it.
    """

    def __init__(self, library: str, *, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs {library}, which is not installed: pip install 'logicsweep[{extra}]'"
        )
        self.library = library
        self.extra = extra


class KernelError(LogicSweepError, ImportError):
    """The native kernel was required, and it cannot be used; the message says why."""


class LimitError(LogicSweepError):
    """A limit was reached before the answer was complete.

    A limit is never an answer: cells that are in neither set are simply not decided yet.

    Attributes:
        limit: The limit, in words.
        mines: The cells (row, column) that a knowledge base had proved to be mines by then.
        safe: The cells (row, column) that it had proved safe by then.
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


class NoLayoutError(LimitError):
    """No layout that needs no guess was found within the limits.

    Attributes:
        limit: The limit that was reached, in words.
        tries: The number of layouts that were drawn.
        seconds: The time that it took.
        opened: The number of safe cells that proofs opened in the best of them.
        safe_cells: The number of safe cells there were to open.
    """

    def __init__(
        self, limit: str, *, tries: int, seconds: float, opened: int, safe_cells: int
    ) -> None:
        super().__init__(
            f"{limit}; {counted(tries, 'layout')} drawn, and in the best one that was tested, "
            f"{opened:,} of {counted(safe_cells, 'safe cell')} are proved"
        )
        self.limit = limit
        self.tries = tries
        self.seconds = seconds
        self.opened = opened
        self.safe_cells = safe_cells


class InternalError(LogicSweepError):
    """A defect of logicsweep, and never an answer: two ways to an answer disagree.

    The command line also makes one of every error that nobody foresaw. Please report it with the
    board.

    Attributes:
        board: The board as native text, with everything told; None if there is none.
    """

    def __init__(self, text: str, *, board: str | None) -> None:
        along = "" if board is None else " with the board"
        super().__init__(
            f"internal error: {text}; this is a defect of logicsweep, please report it{along}"
        )
        self.board = board


def defect_in(doing: str, error: ValueError, board: object) -> InternalError:
    """Make an internal error of a ValueError where no argument could be wrong."""
    return InternalError(f"{doing} ends in ValueError: {error}", board=str(board))


class AnswerSyntaxError(LogicSweepError, ValueError):
    """The output of a solver could not be read.

    Attributes:
        text: The fault.
        line: The line, from 1, or None if no single line is to blame.
    """

    def __init__(self, text: str, *, line: int | None) -> None:
        super().__init__(text if line is None else f"line {line}: {text}")
        self.text = text
        self.line = line


class CertificateError(LogicSweepError, ValueError):
    """A certificate does not prove what it claims.

    Attributes:
        text: The fault.
        file: The name of the file of the certificate, if it was read from one.
        line: The line, from 1, or None if no single line is to blame.
    """

    def __init__(self, text: str, *, file: str | None = None, line: int | None = None) -> None:
        where = [file] if file else []
        if line is not None:
            where.append(f"line {line}")
        super().__init__(f"{', '.join(where)}: {text}" if where else text)
        self.text = text
        self.file = file
        self.line = line


class DatasetError(LogicSweepError, ValueError):
    """A data set cannot be read or continued; the message names the file or folder and why."""


class ProgramError(LogicSweepError, ValueError):
    """A user's logic program cannot be used; the message names the file, the line and why."""


class RuleFileError(LogicSweepError, ValueError):
    """A file of rules cannot be used; the message names the file, the entry and why."""


class ProgramWarning(UserWarning):
    """A user's logic program looks mistaken; the message is clingo's."""


class ProgramNotFoundError(LogicSweepError, LookupError):
    """logicsweep ships no logic program of this name.

    Attributes:
        name: The name that was given.
        known: The names of all programs that are shipped.
    """

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"no logic program {name!r}; known: {', '.join(self.known)}")


class SpecificationError(LogicSweepError, ValueError):
    """The specification of an experiment cannot be used.

    Attributes:
        text: The fault: what was found and what was expected.
        file: The file of the specification.
        line: The line, from 1, or None if no single line is to blame.
        column: The column of the line, from 1, or None if it is unknown.
    """

    def __init__(
        self, text: str, *, file: str, line: int | None = None, column: int | None = None
    ) -> None:
        where = ":".join(str(part) for part in (file, line, column) if part is not None)
        super().__init__(f"{where}: {text}")
        self.text = text
        self.file = file
        self.line = line
        self.column = column


class AgentError(LogicSweepError, ValueError):
    """A user's agent could not be imported or constructed, or it failed during a game.

    The message names the agent and, if there is one, the line of code that failed.
    """


class ExperimentError(LogicSweepError):
    """An experiment could not be run or reported: its folder, its files or its cluster failed.

    Recorded games stay; run the experiment again to continue from there.
    """
