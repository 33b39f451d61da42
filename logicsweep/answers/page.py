"""The messages that only the page of `serve` gets.

It also gets the answers of commands, each as a message of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from gzip import compress
from typing import Any, ClassVar, Literal, TypeVar

from msgspec import Struct

from logicsweep.answers.base import (
    Answer,
    Cell,
    Cells,
    Chance,
    Message,
    Number,
    format_of,
)
from logicsweep.answers.listed import ListedRow
from logicsweep.answers.reviews import Kind
from logicsweep.answers.shapes import Shapes
from logicsweep.formats.board_object import BoardObject
from logicsweep.games.told.grades import Because, Grade

COMMAND = "serve"
SITE = "page"
Made = TypeVar("Made", bound=Message)
CatalogueKind = Literal["clues", "layouts", "topology"]


class CatalogueEntry(Struct, kw_only=True, frozen=True):
    """A rule or a topology.

    Attributes:
        name: Its name, as in the header of a board; the dimensions of a grid may be others.
        kind: Whether it says what clues show, what layouts satisfy, or which cells are neighbours.
        about: The values that a clue shows, the condition on every layout, or in a sentence the
            cells that are neighbours.
        example: A position in which it proves at least two cells safe; if it is not the ordinary
            one, cells that the same position leaves open without it.
    """

    name: str
    kind: CatalogueKind
    about: str
    example: BoardObject


class Catalogue(Answer, kw_only=True, frozen=True):
    """The rules and topologies that a board may have.

    Attributes:
        entries: Rules for clues, then those for layouts, then topologies, the usual one first.
    """

    entries: tuple[CatalogueEntry, ...]


class Progress(Message, kw_only=True, frozen=True):
    """The progress of the question that is worked on.

    Attributes:
        what: The work that is being done.
        done: The number of steps that are done.
        all: The number of all steps; 0 when that is unknown.
    """

    what: str
    done: Number
    all: Number


class Seen(Message, kw_only=True, frozen=True):
    """The values that a covered cell may turn out to have.

    Attributes:
        probability: The probability of a mine.
        clues: The probability that the cell is safe and shows 0, 1, 2, ... mines around it, by that
            number; under a rule for clues, that it shows what this number is the `code` of in its
            `Shapes`.
    """

    cell: Cell
    probability: Fraction
    clues: tuple[Fraction, ...]


class Overlay(Message, kw_only=True, frozen=True):
    """A chance for each covered cell.

    Attributes:
        of: The event that it is the chance of: that neither the cell nor any neighbour is a mine
            (`zero`), or that the cell is no mine, and some other covered cell is proved safe once
            it is opened, or the game is won (`progress`).
        values: The chance in each cell, row by row; null in cells that are not covered. Right to
            about nine digits, and exactly 0 or 1 if and only if that is proved.
    """

    of: Literal["zero", "progress"]
    values: tuple[tuple[Chance | None, ...], ...]


class Move(Message, kw_only=True, frozen=True):
    """The judgement of opening a cell.

    Attributes:
        kind: As in answers of `review`.
        better: The cells to open instead of a needless guess, a blunder or a riskier guess, in the
            order of reviews, twelve at most.
    """

    value: ClassVar = Grade
    cell: Cell
    kind: Kind
    risk: Fraction
    best: Fraction
    better: Cells
    fifty: Cells
    because: Because


class Start(Message, kw_only=True, frozen=True):
    """The board of a game before its first opening."""

    board: BoardObject


class File(Message, kw_only=True, frozen=True):
    """A file to save.

    Attributes:
        name: A name for the file.
        media: Its media type.
        data: Its content, in base64.
        left_out: The parts that the format cannot hold, so that they were left out.
    """

    name: str
    media: str
    data: bytes
    left_out: tuple[str, ...]


class Found(Message, kw_only=True, frozen=True):
    """A board that was read.

    Attributes:
        form: The board format that it was read in.
        holds: The kind of what was read; a layout is shown with its mines.
    """

    form: str
    holds: Literal["position", "layout"]
    board: BoardObject


class Replayed(Message, kw_only=True, frozen=True):
    """A game that was played: the same content and name can be asked for as a `Review`.

    Attributes:
        form: The format of the replay, or `log` for a log of `play`.
        name: The name of its file, as it was asked for.
    """

    form: Literal["avf", "evf", "rmv", "mvf", "rawvf", "log"]
    name: str


class Unclear(Answer, kw_only=True, frozen=True):
    """A text that is a board if a character of it stands for a covered cell.

    Attributes:
        sign: The character, to be asked for as `covered`.
    """

    sign: str


class ShownExample(ListedRow, kw_only=True, frozen=True):
    """A board that comes with logicsweep."""

    board: BoardObject


class Greeting(Message, kw_only=True, frozen=True):
    """The abilities of the page.

    Attributes:
        version: The version of logicsweep.
        kernel: The kernel that counts: the native kernel, or Python.
        formats: The board formats.
        clue_models: The clue models; P stands for a probability.
        topologies: The topologies, the usual one first; 4x4x4 stands for any dimensions.
        rules: The rules by name, those for clues first.
        examples: The boards to begin with.
        games: The games to review.
        most_cells: The most cells of a board.
        most_bytes: The most bytes of a request.
        allows_programs: Whether questions may come with a logic program.
    """

    version: str
    kernel: str
    formats: tuple[ListedRow, ...]
    clue_models: tuple[str, ...]
    topologies: tuple[str, ...]
    rules: tuple[ListedRow, ...]
    examples: tuple[ShownExample, ...]
    games: tuple[ListedRow, ...]
    most_cells: Number
    most_bytes: Number
    allows_programs: bool


class Played(Message, kw_only=True, frozen=True):
    """The cells that a game shows.

    Attributes:
        state: Whether the game is over, and how.
        board: The position. Where the first clue does not tell that all cells around it are safe,
            as the first click guarantees, a constraint does.
        mines: All mines, once the game is over; null before.
        event: The act of the referee after the last move: `punished` if it was a needless guess,
            and hit a mine; `forgiven` if it was a needed one, and a mine made way. Else null.
        guesses: The number of opened cells that were not proved safe, after the first; null without
            a referee.
        forgiven: The number of these guesses that were forgiven; null without a referee.
    """

    state: Literal["playing", "won", "lost"]
    board: BoardObject
    mines: Cells | None
    event: Literal["punished", "forgiven"] | None
    guesses: Number | None
    forgiven: Number | None


class Guessing(Message, kw_only=True, frozen=True):
    """Whether a guess is needed.

    Attributes:
        needed: True if no covered cell is proved safe: then a guess is due.
    """

    needed: bool


class Served(Answer, kw_only=True, frozen=True):
    """The address of the page (option --json).

    Attributes:
        url: The address of the page.
    """

    url: str


class Written(Answer, kw_only=True, frozen=True):
    """The page that was written as files.

    Attributes:
        folder: The folder, as it was named.
        files: The number of files.
        bytes: The bytes of all files.
        packed: The bytes of all files, each gzipped.
    """

    folder: str
    files: Number
    bytes: Number
    packed: Number


MESSAGES: dict[str, tuple[str, type[Message]]] = {
    "progress": ("How far a question of the page has come.", Progress),
    "seen": ("What a covered cell may turn out to be, for the page.", Seen),
    "overlay": ("A chance for each covered cell, for the page.", Overlay),
    "move": ("The judgement of opening a cell, for the page.", Move),
    "start": ("The board of a reviewed game before the first opening.", Start),
    "file": ("A file that the page saves.", File),
    "found": ("A board that the page has read.", Found),
    "replayed": ("A game that was played, for the page to review.", Replayed),
    "unclear": ("A text that may be a board, for the page.", Unclear),
    "shapes": ("How the page draws the cells of a board.", Shapes),
    "played": ("What a game on the page shows.", Played),
    "guessing": ("Whether a game on the page needs a guess now.", Guessing),
    "greeting": ("What the page can do.", Greeting),
    "catalogue": ("The rules and topologies that the page offers.", Catalogue),
}


def message(kind: type[Made], /, **fields: Any) -> Made:
    """Make a message that only the page gets; its format has the name of its kind."""
    return kind(format=format_of(kind.__name__.lower()), **fields)


def written(folder: str, files: Mapping[str, bytes]) -> Written:
    """Answer where the page was written, and how large its files are, by their paths."""
    return Written(
        format=format_of(SITE),
        folder=folder,
        files=len(files),
        bytes=sum(map(len, files.values())),
        packed=sum(len(compress(data, 9, mtime=0)) for data in files.values()),
    )


def served(url: str) -> Served:
    """Answer where the page is."""
    return Served(format=format_of(COMMAND), url=url)
