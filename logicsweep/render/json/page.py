"""What the page of `serve` asks, and the messages that only it gets.

It also gets the answers of commands, each as a message of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from logicsweep.board.board import Cell as BoardCell
from logicsweep.count.layouts import ClueDistribution
from logicsweep.formats.board_object import BoardObject
from logicsweep.render.json.base import (
    Answer,
    Cell,
    Cells,
    Chance,
    Exact,
    Number,
    exact,
    format_of,
    pairs,
)
from logicsweep.render.json.files import Format, ListedExample
from logicsweep.render.json.rules import Kind as RuleKind
from logicsweep.render.json.shapes import Shapes

COMMAND = "serve"

_SHORT = 1000  # characters of a name
_Name = Annotated[str, Meta(max_length=_SHORT)]
Wanted = Literal["counts", "level", "best"]


class _Request(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="ask"):
    """What every request begins with."""


class _OfBoard(_Request, kw_only=True, frozen=True):
    """A question about a board."""

    board: BoardObject
    liars: Annotated[
        Number | None,
        Meta(description="How many clues may be wrong; as many as the board says when absent."),
    ] = None
    program: Annotated[
        str | None,
        Meta(
            description="A logic program that layouts have to satisfy as well; refused unless the "
            "page is served with --allow-programs."
        ),
    ] = None


class Analyse(_OfBoard, kw_only=True, frozen=True, tag="analyse"):
    """What follows: answers of `solve`, then of `rate` and `best`, or of `diagnose`."""

    wants: Annotated[
        tuple[Wanted, ...],
        Meta(
            description="What to work out after the verdicts: the layouts, how hard the position "
            "is, the best cell."
        ),
    ] = ("counts",)


class Explain(_OfBoard, kw_only=True, frozen=True, tag="explain"):
    """Why a covered cell is safe, a mine or undetermined: an answer of `explain`."""

    cell: Cell
    smallest: Annotated[bool, Meta(description="Whether to find a smallest set of clues.")] = False
    steps: Annotated[bool, Meta(description="Whether to add the steps that lead there.")] = False


class Look(_OfBoard, kw_only=True, frozen=True, tag="look"):
    """What a covered cell may turn out to be: a `Seen`."""

    cell: Cell


class Certify(_OfBoard, kw_only=True, frozen=True, tag="certify"):
    """A certificate of the verdict on a cell: a `File`, with the files of `certify` as a zip."""

    cell: Cell


class Write(_OfBoard, kw_only=True, frozen=True, tag="write"):
    """The board as a `File`."""

    to: Annotated[_Name, Meta(description="A board format, or `svg` or `png` for a picture.")]


class Read(_Request, kw_only=True, frozen=True, tag="read"):
    """What the content of a file, a link or a game id says: a `Found`."""

    data: Annotated[bytes, Meta(description="The content, in base64.")]
    form: Annotated[
        _Name | None, Meta(description="Its board format; null or absent to detect it.")
    ] = None


class Review(_Request, kw_only=True, frozen=True, tag="review"):
    """What each opening of a game was: a `Shapes` of its board, then an answer of `review`."""

    data: Annotated[
        bytes, Meta(description="The content of a replay or of a log of `play`, in base64.")
    ]
    name: Annotated[_Name, Meta(description="The name of its file.")] = ""
    search: Annotated[
        bool, Meta(description="Whether to look for the chance to win, before and after guesses.")
    ] = False


class Shape(_Request, kw_only=True, frozen=True, tag="shape"):
    """How a board is drawn, and what its clues can show, whatever is in its cells: a `Shapes`."""

    board: BoardObject


class GameOf(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A game: its size and rules, and the name from which its mines are drawn."""

    id: Annotated[
        str,
        Meta(
            pattern="^[0-9a-f]{32}$",
            description="A name made at random; with a secret of the server it gives the mines.",
        ),
    ]
    mark: Annotated[
        _Name | None,
        Meta(
            description="The `mark` of a `Played` of this game, by which a server knows its own; "
            "null or absent for a new game."
        ),
    ] = None
    rows: Annotated[int, Meta(ge=1, description="The number of rows.")]
    columns: Annotated[int, Meta(ge=1, description="The number of columns.")]
    mines: Annotated[
        Number | Annotated[tuple[Number, ...], Meta(min_length=2, max_length=2)] | None,
        Meta(description="The number of mines, or [least, most]; null with a density."),
    ] = None
    density: Annotated[
        _Name | None,
        Meta(
            description="The probability of a mine in each cell, such as `1/5`, in place of a "
            "number of mines; null or absent for none."
        ),
    ] = None
    liars: Annotated[Number, Meta(description="How many safe cells show a wrong clue.")] = 0
    constraints: Annotated[
        tuple[_Name, ...],
        Meta(description="Constraints that layouts satisfy, such as `corner: 1 of (0,0) (0,1)`."),
    ] = ()
    first_click: Annotated[
        Literal["unprotected", "safe", "opening"] | None,
        Meta(
            description="What the game guarantees of the first cell; null or absent for what games "
            "usually do: opening, or safe under rules for layouts."
        ),
    ] = None
    clues: Annotated[
        _Name | None, Meta(description="The clue model; null or absent for exact clues.")
    ] = None
    topology: Annotated[
        _Name | None,
        Meta(
            description="The name of the topology; null or absent for the eight cells around a "
            "cell."
        ),
    ] = None
    rules: Annotated[
        _Name | None,
        Meta(
            description="Names of rules, separated by blanks, such as `1W Q`; null or absent for "
            "the ordinary rules."
        ),
    ] = None
    no_guess: Annotated[bool, Meta(description="Whether proofs have to lead to the end.")] = False
    level: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="With `no_guess`, the level of the hardest step; null or absent for any."),
    ] = None


class OfGame(_Request, kw_only=True, frozen=True):
    """A question about a game."""

    game: GameOf
    opened: Annotated[
        Cells, Meta(description="The cells that the player opened, in order; flags do not count.")
    ] = ()


class Play(OfGame, kw_only=True, frozen=True, tag="play"):
    """What a game shows after these moves: a `Played`."""


class Judge(OfGame, kw_only=True, frozen=True, tag="judge"):
    """How good each move was: a `Judged` for each, once the game is over."""


class MayGuess(OfGame, kw_only=True, frozen=True, tag="may-guess"):
    """Whether a guess is needed now: a `Guessing`, which does not say where."""


class GetHint(OfGame, kw_only=True, frozen=True, tag="hint"):
    """The easiest step that finds a safe cell: an answer of `hint`."""


class Greet(_Request, kw_only=True, frozen=True, tag="greet"):
    """What the page can do: a `Greeting`."""


Request = (
    Analyse
    | Explain
    | Look
    | Certify
    | Write
    | Read
    | Review
    | Shape
    | Play
    | Judge
    | MayGuess
    | GetHint
    | Greet
)
REQUESTS = Request.__args__


class Progress(Answer, kw_only=True, frozen=True):
    """How far the question has come that is worked on."""

    what: Annotated[str, Meta(description="What is being done.")]
    done: Annotated[Number, Meta(description="How many steps are done.")]
    all: Annotated[Number, Meta(description="How many steps there are; 0 when that is unknown.")]


class Seen(Answer, kw_only=True, frozen=True):
    """What a covered cell may turn out to be."""

    cell: Cell
    probability: Annotated[Exact, Meta(description="The probability of a mine.")]
    clues: Annotated[
        tuple[Exact, ...],
        Meta(
            description="The probability that the cell is safe and shows 0, 1, 2, ... mines around "
            "it, by that number; under a rule for clues, that it shows what this number is the "
            "`code` of in its `Shapes`."
        ),
    ]


class File(Answer, kw_only=True, frozen=True):
    """A file to save."""

    name: Annotated[str, Meta(description="A name for the file.")]
    media: Annotated[str, Meta(description="Its media type.")]
    data: Annotated[bytes, Meta(description="Its content, in base64.")]
    left_out: Annotated[
        tuple[str, ...], Meta(description="What the format cannot hold, so it was left out.")
    ]


class Found(Answer, kw_only=True, frozen=True):
    """A board that was read."""

    form: Annotated[str, Meta(description="The board format that it was read in.")]
    holds: Annotated[
        Literal["position", "layout"],
        Meta(description="What was read; a layout is shown with its mines."),
    ]
    board: BoardObject


class RuleName(Struct, kw_only=True, frozen=True):
    """A rule that a board may have."""

    name: Annotated[str, Meta(description="Its name, as in the header of a board.")]
    kind: Annotated[
        RuleKind, Meta(description="Whether it says what clues show, or what layouts satisfy.")
    ]
    about: Annotated[str, Meta(description="What a clue shows, or what every layout satisfies.")]


class ShownExample(ListedExample, kw_only=True, frozen=True):
    """A board that comes with logicsweep."""

    board: BoardObject


class Greeting(Answer, kw_only=True, frozen=True):
    """What the page can do."""

    version: Annotated[str, Meta(description="The version of logicsweep.")]
    kernel: Annotated[str, Meta(description="What counts: the native kernel, or Python.")]
    formats: Annotated[tuple[Format, ...], Meta(description="The board formats.")]
    clue_models: Annotated[
        tuple[str, ...], Meta(description="The clue models; P stands for a probability.")
    ]
    topologies: Annotated[
        tuple[str, ...],
        Meta(description="The topologies, the usual one first; 4x4x4 stands for any dimensions."),
    ]
    rules: Annotated[
        tuple[RuleName, ...], Meta(description="The rules by name, those for clues first.")
    ]
    examples: Annotated[tuple[ShownExample, ...], Meta(description="The boards to begin with.")]
    most_cells: Annotated[Number, Meta(description="The most cells of a board.")]
    allows_programs: Annotated[
        bool, Meta(description="Whether questions may come with a logic program.")
    ]


class Played(Answer, kw_only=True, frozen=True):
    """What a game shows."""

    state: Annotated[
        Literal["playing", "won", "lost"], Meta(description="Whether the game is over, and how.")
    ]
    mark: Annotated[str, Meta(description="What tells the server that the game is its own.")]
    board: BoardObject
    mines: Annotated[
        Cells | None, Meta(description="All mines, once the game is over; null before.")
    ]


class Judged(Answer, kw_only=True, frozen=True):
    """How good a move was, by what was known then."""

    move: Annotated[Number, Meta(description="Its number, from 0.")]
    cell: Cell
    kind: Annotated[
        Literal["proved", "start", "least", "riskier", "needless"],
        Meta(
            description="The cell was proved safe (`proved`), the first one (`start`), a guess as "
            "little risky as any (`least`), a riskier one (`riskier`), or a guess although some "
            "cell was proved safe (`needless`)."
        ),
    ]
    risk: Annotated[
        Exact, Meta(description="The probability of a mine, before the first click protects it.")
    ]
    least: Annotated[Exact, Meta(description="The least probability of a mine in any cell then.")]
    survival: Annotated[
        Chance,
        Meta(description="The probability to have survived all moves up to and with this one."),
    ]


class Guessing(Answer, kw_only=True, frozen=True):
    """Whether a guess is needed."""

    needed: Annotated[
        bool, Meta(description="True if no covered cell is proved safe: then a guess is due.")
    ]


class Served(Answer, kw_only=True, frozen=True):
    """Where the page is (option --json)."""

    url: Annotated[str, Meta(description="The address of the page.")]


MESSAGES: dict[str, tuple[str, type[Answer]]] = {
    "progress": ("How far a question of the page has come.", Progress),
    "seen": ("What a covered cell may turn out to be, for the page.", Seen),
    "file": ("A file that the page saves.", File),
    "found": ("A board that the page has read.", Found),
    "shapes": ("How the page draws the cells of a board.", Shapes),
    "played": ("What a game on the page shows.", Played),
    "judged": ("How good a move of a game on the page was.", Judged),
    "guessing": ("Whether a game on the page needs a guess now.", Guessing),
    "greeting": ("What the page can do.", Greeting),
}


def progress(what: str, done: tuple[int, int]) -> Progress:
    """How far a question has come."""
    return Progress(format=format_of("progress"), what=what, done=done[0], all=done[1])


def seen(cell: BoardCell, chance: Fraction, found: ClueDistribution) -> Seen:
    """What a cell may turn out to be."""
    return Seen(
        format=format_of("seen"),
        cell=(cell.row, cell.column),
        probability=exact(chance),
        clues=tuple(map(exact, found.clues)),
    )


def file(name: str, media: str, data: bytes, left_out: tuple[str, ...] = ()) -> File:
    """A file to save."""
    return File(format=format_of("file"), name=name, media=media, data=data, left_out=left_out)


def found(form: str, board: BoardObject, *, is_layout: bool) -> Found:
    """A board that was read."""
    holds: Literal["position", "layout"] = "layout" if is_layout else "position"
    return Found(format=format_of("found"), form=form, holds=holds, board=board)


def played(
    state: Literal["playing", "won", "lost"],
    board: BoardObject,
    mines: Iterable[tuple[int, int]] | None,
    *,
    mark: str,
) -> Played:
    """What a game shows."""
    cells = None if mines is None else pairs(mines)
    return Played(format=format_of("played"), state=state, mark=mark, board=board, mines=cells)


def judged(**known: Any) -> Judged:
    """How good a move was."""
    return Judged(format=format_of("judged"), **known)


def guessing(*, needed: bool) -> Guessing:
    """Whether a guess is needed."""
    return Guessing(format=format_of("guessing"), needed=needed)


def greeting(**known: Any) -> Greeting:
    """What the page can do."""
    return Greeting(format=format_of("greeting"), **known)


def served(url: str) -> Served:
    """Where the page is."""
    return Served(format=format_of(COMMAND), url=url)
