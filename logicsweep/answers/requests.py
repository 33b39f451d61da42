"""The requests of the page of `serve`, in JSON; `site/answer.py` answers them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from logicsweep.answers.base import Cell, Cells, Number, Positive
from logicsweep.formats.board_object import BoardObject

_SHORT = 1000  # characters of a name
_Name = Annotated[str, Meta(max_length=_SHORT)]
Wanted = Literal["counts", "level", "best"]


class _Request(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, tag_field="ask"):
    """A request; each kind adds its fields."""


class _OfBoard(_Request, kw_only=True, frozen=True):
    """A question about a board.

    Attributes:
        liars: The number of clues that may be wrong; as many as the board says when absent.
        program: A logic program that layouts have to satisfy as well; refused unless the page is
            served with --allow-programs.
    """

    board: BoardObject
    liars: Number | None = None
    program: str | None = None


class Analyse(_OfBoard, kw_only=True, frozen=True, tag="analyse"):
    """All that follows from a board: answers of `solve`, `hint --rate`, `best`, or of `diagnose`.

    Attributes:
        wants: The things to work out after the verdicts: the layouts, the difficulty, the best
            cell.
        steps: Whether the answer of `hint --rate` lists all steps, which are most of it on a large
            board.
    """

    wants: tuple[Wanted, ...] = ("counts",)
    steps: bool = True


class Explain(_OfBoard, kw_only=True, frozen=True, tag="explain"):
    """The reason why a covered cell is safe, a mine or undetermined: an answer of `explain`.

    Attributes:
        smallest: Whether to find a smallest set of clues.
        steps: Whether to add the steps that lead there.
        by: `sum` to add a weighted sum of a smallest set of sources.
    """

    cell: Cell
    smallest: bool = False
    steps: bool = False
    by: Literal["sum"] | None = None


class Look(_OfBoard, kw_only=True, frozen=True, tag="look"):
    """A question for the values that a covered cell may turn out to have: a `Seen`."""

    cell: Cell


class GetOverlay(_OfBoard, kw_only=True, frozen=True, tag="overlay"):
    """A chance for each covered cell: an `Overlay`.

    Attributes:
        of: The event that it is the chance of, as an `Overlay` says.
    """

    of: Literal["zero", "progress"]


class JudgeMove(_OfBoard, kw_only=True, frozen=True, tag="move"):
    """A question for the judgement of opening a covered cell: a `Move`; programs are refused.

    Attributes:
        cell: The cell; no guarantee for the first one protects it.
    """

    cell: Cell


class Write(_OfBoard, kw_only=True, frozen=True, tag="write"):
    """The board as a `File`.

    Attributes:
        to: A board format, or `svg` or `png` for a picture.
    """

    to: _Name


class Read(_Request, kw_only=True, frozen=True, tag="read"):
    """The content of a file, a link or a game id: a `Found`, a `Replayed` or an `Unclear`.

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
    """A review of a game: a `Start`, a `Shapes` of its board, an answer of `review`.

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
    """The shapes of a board, and the values of its clues, whatever is in its cells: a `Shapes`."""

    board: BoardObject


class GameOf(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A game: its size and rules, and the seed from which its mines are drawn.

    The seed gives the mines, by an algorithm that is no secret: whoever wants to cheat can.

    Attributes:
        seed: A number from 0 to 18446744073709551615, in decimal digits.
        rows: The number of rows.
        columns: The number of columns.
        mines: The number of mines, or [least, most]; null with a density.
        density: The probability of a mine in each cell, such as `1/5`, in place of a number of
            mines; null or absent for none.
        liars: The number of safe cells that show a wrong clue.
        constraints: Constraints that layouts satisfy, such as `corner: 1 of (0,0) (0,1)`.
        first_click: The guarantee of the game for the first cell; null or absent for the usual one:
            opening, or safe under rules for layouts.
        clues: The clue model; null or absent for exact clues.
        topology: The name of the topology; null or absent for the eight cells around a cell.
        rules: Names of rules, separated by blanks, such as `1W Q`; null or absent for the ordinary
            rules.
        no_guess: Whether proofs have to lead to the end.
        puzzle: Whether the game begins with the clues of a puzzle, which have one layout, and each
            of which is needed. Opening a 0 opens no other cell then.
        stored: With `puzzle`, the name of boards that come with the page, such as `Q` or
            `puzzle 2`: the game begins with one of them, which the seed chooses. Null or absent for
            none.
        level: With `no_guess` or `puzzle`, the level of the hardest step; null or absent for any.
        referee: Whether a needless guess is punished: if some layout that agrees with the board has
            a mine in the cell, the game goes on with one of these.
        forgives: With `referee`, whether a guess is forgiven where no cell is proved safe: if the
            cell is a mine, and safe in some layout, the game goes on with one of these.
    """

    seed: Annotated[str, Meta(pattern="^[0-9]{1,20}$")]
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
    puzzle: bool = False
    stored: _Name | None = None
    level: Positive | None = None
    referee: bool = False
    forgives: bool = False


class OfGame(_Request, kw_only=True, frozen=True):
    """A question about a game.

    Attributes:
        opened: The cells that the player opened, in order; flags do not count.
    """

    game: GameOf
    opened: Cells = ()


class Play(OfGame, kw_only=True, frozen=True, tag="play"):
    """The cells that a game shows after these moves: a `Played`."""


class Judge(OfGame, kw_only=True, frozen=True, tag="judge"):
    """A review of each opening, once the game is over: an answer of `review`."""


class MayGuess(OfGame, kw_only=True, frozen=True, tag="may-guess"):
    """Whether a guess is needed now: a `Guessing`, which does not say where."""


class GetHint(OfGame, kw_only=True, frozen=True, tag="hint"):
    """The easiest step that finds a safe cell: an answer of `hint`."""


class Greet(_Request, kw_only=True, frozen=True, tag="greet"):
    """The abilities of the page: a `Greeting`."""


class ListCatalogue(_Request, kw_only=True, frozen=True, tag="catalogue"):
    """Every rule and every topology, each with an example: a `Catalogue`."""


_OfPosition = Analyse | Explain | Look | GetOverlay | JudgeMove | Write | Shape
_OfGame = Play | Judge | MayGuess | GetHint
Request = _OfPosition | _OfGame | Read | Review | Greet | ListCatalogue
REQUESTS = Request.__args__
