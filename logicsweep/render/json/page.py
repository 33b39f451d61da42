"""What the page of `serve` asks, and the messages that only it gets.

It also gets the answers of commands, each as a message of its own.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct

from logicsweep.formats.board_object import BoardObject
from logicsweep.render.json.base import (
    Answer,
    Cell,
    Cells,
    Chance,
    Exact,
    Message,
    Number,
    Positive,
    WrongPlace,
    format_of,
)
from logicsweep.render.json.files import Format, ListedExample
from logicsweep.render.json.reviews import Because, Kind
from logicsweep.render.json.rules import Catalogue, RuleName
from logicsweep.render.json.shapes import Shapes

COMMAND = "serve"
Made = TypeVar("Made", bound=Answer)

_SHORT = 1000  # characters of a name
_Name = Annotated[str, Meta(max_length=_SHORT)]
Wanted = Literal["counts", "level", "best"]


class _Request(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="ask"):
    """What every request begins with."""


class _OfBoard(_Request, kw_only=True, frozen=True):
    """A question about a board.

    Attributes:
        liars: How many clues may be wrong; as many as the board says when absent.
        program: A logic program that layouts have to satisfy as well; refused unless the page is
            served with --allow-programs.
    """

    board: BoardObject
    liars: Number | None = None
    program: str | None = None


class Analyse(_OfBoard, kw_only=True, frozen=True, tag="analyse"):
    """What follows: answers of `solve`, then of `rate` and `best`, or of `diagnose`.

    Attributes:
        wants: What to work out after the verdicts: the layouts, how hard the position is, the best
            cell.
        steps: Whether the answer of `rate` lists all steps; on a large board they are most of what
            is told.
    """

    wants: tuple[Wanted, ...] = ("counts",)
    steps: bool = True


class Explain(_OfBoard, kw_only=True, frozen=True, tag="explain"):
    """Why a covered cell is safe, a mine or undetermined: an answer of `explain`.

    Attributes:
        smallest: Whether to find a smallest set of clues.
        steps: Whether to add the steps that lead there.
    """

    cell: Cell
    smallest: bool = False
    steps: bool = False


class AskAgent(_OfBoard, kw_only=True, frozen=True, tag="agent"):
    """The move of an agent, or what it says of a covered cell: an answer of `explain --by`.

    Attributes:
        agent: The name of an agent that logicsweep ships.
        cell: The cell; null or absent for its next move.
    """

    agent: _Name
    cell: Cell | None = None


class Look(_OfBoard, kw_only=True, frozen=True, tag="look"):
    """What a covered cell may turn out to be: a `Seen`."""

    cell: Cell


class GetOverlay(_OfBoard, kw_only=True, frozen=True, tag="overlay"):
    """A chance for each covered cell: an `Overlay`.

    Attributes:
        of: What it is the chance of, as an `Overlay` says.
    """

    of: Literal["zero", "progress"]


class JudgeMove(_OfBoard, kw_only=True, frozen=True, tag="move"):
    """What it would be to open a covered cell: a `Move`; a board with a program is refused.

    Attributes:
        cell: The cell; no guarantee for the first one protects it.
    """

    cell: Cell


class Certify(_OfBoard, kw_only=True, frozen=True, tag="certify"):
    """A certificate of the verdict on a cell: a `File`, with the files of `certify` as a zip."""

    cell: Cell


class Write(_OfBoard, kw_only=True, frozen=True, tag="write"):
    """The board as a `File`.

    Attributes:
        to: A board format, or `svg` or `png` for a picture.
    """

    to: _Name


class Read(_Request, kw_only=True, frozen=True, tag="read"):
    """What a file, a link or a game id has in it: a `Found`, a `Replayed` or an `Unclear`.

    Attributes:
        data: The content, in base64.
        name: The name of its file; a known ending decides the format.
        form: Its board format; null or absent to detect it.
        covered: A character that stands for a covered cell, in addition to the format's own.
    """

    data: bytes
    name: _Name = ""
    form: _Name | None = None
    covered: Annotated[str, Meta(max_length=1)] | None = None


class Review(_Request, kw_only=True, frozen=True, tag="review"):
    """What each opening of a game was: a `Start`, a `Shapes` of its board, an answer of `review`.

    Attributes:
        data: The content of a replay or of a log of `play`, in base64.
        name: The name of its file.
        example: The name of an example game, in place of a file; null or absent for none.
        search: Whether to look for the chance to win, before and after guesses.
    """

    data: bytes = b""
    name: _Name = ""
    example: _Name | None = None
    search: bool = False


class Shape(_Request, kw_only=True, frozen=True, tag="shape"):
    """How a board is drawn, and what its clues can show, whatever is in its cells: a `Shapes`."""

    board: BoardObject


class GameOf(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A game: its size and rules, and the name from which its mines are drawn.

    Attributes:
        id: A name made at random; with a secret of the server it gives the mines.
        mark: The `mark` of a `Played` of this game, by which a server knows its own; null or absent
            for a new game.
        rows: The number of rows.
        columns: The number of columns.
        mines: The number of mines, or [least, most]; null with a density.
        density: The probability of a mine in each cell, such as `1/5`, in place of a number of
            mines; null or absent for none.
        liars: How many safe cells show a wrong clue.
        constraints: Constraints that layouts satisfy, such as `corner: 1 of (0,0) (0,1)`.
        first_click: What the game guarantees of the first cell; null or absent for what games
            usually do: opening, or safe under rules for layouts.
        clues: The clue model; null or absent for exact clues.
        topology: The name of the topology; null or absent for the eight cells around a cell.
        rules: Names of rules, separated by blanks, such as `1W Q`; null or absent for the ordinary
            rules.
        no_guess: Whether proofs have to lead to the end.
        level: With `no_guess`, the level of the hardest step; null or absent for any.
    """

    id: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    mark: _Name | None = None
    rows: Positive
    columns: Positive
    mines: Number | Annotated[tuple[Number, ...], Meta(min_length=2, max_length=2)] | None = None
    density: _Name | None = None
    liars: Number = 0
    constraints: tuple[_Name, ...] = ()
    first_click: Literal["unprotected", "safe", "opening"] | None = None
    clues: _Name | None = None
    topology: _Name | None = None
    rules: _Name | None = None
    no_guess: bool = False
    level: Positive | None = None


class OfGame(_Request, kw_only=True, frozen=True):
    """A question about a game.

    Attributes:
        opened: The cells that the player opened, in order; flags do not count.
    """

    game: GameOf
    opened: Cells = ()


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


class ListCatalogue(_Request, kw_only=True, frozen=True, tag="catalogue"):
    """Every rule and every topology, each with an example: a `Catalogue`."""


_OfPosition = Analyse | Explain | AskAgent | Look | GetOverlay | JudgeMove | Certify | Write | Shape
Request = _OfPosition | Read | Review | Play | Judge | MayGuess | GetHint | Greet | ListCatalogue
REQUESTS = Request.__args__


class Progress(Answer, kw_only=True, frozen=True):
    """How far the question has come that is worked on.

    Attributes:
        what: What is being done.
        done: How many steps are done.
        all: How many steps there are; 0 when that is unknown.
    """

    what: str
    done: Number
    all: Number


class Seen(Answer, kw_only=True, frozen=True):
    """What a covered cell may turn out to be.

    Attributes:
        probability: The probability of a mine.
        clues: The probability that the cell is safe and shows 0, 1, 2, ... mines around it, by that
            number; under a rule for clues, that it shows what this number is the `code` of in its
            `Shapes`.
    """

    cell: Cell
    probability: Exact
    clues: tuple[Exact, ...]


class Overlay(Answer, kw_only=True, frozen=True):
    """A chance for each covered cell.

    Attributes:
        of: What it is the chance of: that neither the cell nor any neighbour is a mine (`zero`), or
            that the cell is no mine, and some other covered cell is proved safe once it is opened,
            or the game is won (`progress`).
        values: The chance in each cell, row by row; null in cells that are not covered. Right to
            about nine digits, and exactly 0 or 1 if and only if that is proved.
    """

    of: Literal["zero", "progress"]
    values: tuple[tuple[Chance | None, ...], ...]


class Move(Answer, kw_only=True, frozen=True):
    """What it would be to open a cell.

    Attributes:
        kind: As in answers of `review`.
        risk: The probability of a mine in the cell.
        best: The least probability of a mine in any covered cell.
        better: The cells to open instead of a needless guess, a blunder or a riskier guess, in the
            order of reviews, twelve at most.
        fifty: The cells of the 50/50 that the cell belongs to, and that nothing settles.
        because: Why it would be that.
    """

    cell: Cell
    kind: Kind
    risk: Exact
    best: Exact
    better: Cells
    fifty: Cells
    because: Because


class Start(Answer, kw_only=True, frozen=True):
    """The board of a game before its first opening."""

    board: BoardObject


class File(Answer, kw_only=True, frozen=True):
    """A file to save.

    Attributes:
        name: A name for the file.
        media: Its media type.
        data: Its content, in base64.
        left_out: What the format cannot hold, so it was left out.
    """

    name: str
    media: str
    data: bytes
    left_out: tuple[str, ...]


class Found(Answer, kw_only=True, frozen=True):
    """A board that was read.

    Attributes:
        form: The board format that it was read in.
        holds: What was read; a layout is shown with its mines.
    """

    form: str
    holds: Literal["position", "layout"]
    board: BoardObject


class Replayed(Answer, kw_only=True, frozen=True):
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

    error: Message
    kind: Annotated[
        Literal["syntax"], Meta(description="The kind of error: an input with wrong content.")
    ]
    place: WrongPlace
    sign: str


class ShownExample(ListedExample, kw_only=True, frozen=True):
    """A board that comes with logicsweep."""

    board: BoardObject


class ExampleGame(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A game that comes with logicsweep, to be reviewed.

    Attributes:
        name: Its name.
        about: What it is, in a line.
    """

    name: str
    about: str


class Greeting(Answer, kw_only=True, frozen=True):
    """What the page can do.

    Attributes:
        version: The version of logicsweep.
        kernel: What counts: the native kernel, or Python.
        formats: The board formats.
        clue_models: The clue models; P stands for a probability.
        agents: The agents that can be asked.
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
    formats: tuple[Format, ...]
    clue_models: tuple[str, ...]
    agents: tuple[str, ...]
    topologies: tuple[str, ...]
    rules: tuple[RuleName, ...]
    examples: tuple[ShownExample, ...]
    games: tuple[ExampleGame, ...]
    most_cells: Number
    most_bytes: Number
    allows_programs: bool


class Played(Answer, kw_only=True, frozen=True):
    """What a game shows.

    Attributes:
        state: Whether the game is over, and how.
        mark: What tells the server that the game is its own.
        mines: All mines, once the game is over; null before.
    """

    state: Literal["playing", "won", "lost"]
    mark: str
    board: BoardObject
    mines: Cells | None


class Judged(Answer, kw_only=True, frozen=True):
    """How good a move was, by what was known then.

    Attributes:
        move: Its number, from 0.
        kind: The cell was proved safe (`proved`), the first one (`start`), a guess as little risky
            as any (`least`), a riskier one (`riskier`), or a guess although some cell was proved
            safe (`needless`).
        risk: The probability of a mine, before the first click protects it.
        least: The least probability of a mine in any cell then.
        survival: The probability to have survived all moves up to and with this one.
    """

    move: Number
    cell: Cell
    kind: Literal["proved", "start", "least", "riskier", "needless"]
    risk: Exact
    least: Exact
    survival: Chance


class Guessing(Answer, kw_only=True, frozen=True):
    """Whether a guess is needed.

    Attributes:
        needed: True if no covered cell is proved safe: then a guess is due.
    """

    needed: bool


class Served(Answer, kw_only=True, frozen=True):
    """Where the page is (option --json).

    Attributes:
        url: The address of the page.
    """

    url: str


MESSAGES: dict[str, tuple[str, type[Answer]]] = {
    "progress": ("How far a question of the page has come.", Progress),
    "seen": ("What a covered cell may turn out to be, for the page.", Seen),
    "overlay": ("A chance for each covered cell, for the page.", Overlay),
    "move": ("What it would be to open a cell, for the page.", Move),
    "start": ("The board of a reviewed game before the first opening.", Start),
    "file": ("A file that the page saves.", File),
    "found": ("A board that the page has read.", Found),
    "replayed": ("A game that was played, for the page to review.", Replayed),
    "unclear": ("A text that may be a board, for the page.", Unclear),
    "shapes": ("How the page draws the cells of a board.", Shapes),
    "played": ("What a game on the page shows.", Played),
    "judged": ("How good a move of a game on the page was.", Judged),
    "guessing": ("Whether a game on the page needs a guess now.", Guessing),
    "greeting": ("What the page can do.", Greeting),
    "catalogue": ("The rules and topologies that the page offers.", Catalogue),
}


def message(kind: type[Made], /, **fields: Any) -> Made:
    """Make a message that only the page gets; its format has the name of its kind."""
    return kind(format=format_of(kind.__name__.lower()), **fields)


def served(url: str) -> Served:
    """Answer where the page is."""
    return Served(format=format_of(COMMAND), url=url)
