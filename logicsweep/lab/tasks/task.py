"""`Task`: a question about a position, which is a line of a file, and the judge of its answers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field, json

from logicsweep.board.board import Board, Cell
from logicsweep.formats.board_object import BoardObject
from logicsweep.formats.registry import read_board
from logicsweep.games.records import LimitReached, Number
from logicsweep.games.told.facts import Facts
from logicsweep.lab.judging.claims import Claim
from logicsweep.lab.judging.judge import judge
from logicsweep.lab.judging.judgements import Judgement
from logicsweep.lab.tasks.answerers import Answerer
from logicsweep.lab.tasks.kinds import KINDS, kind_of
from logicsweep.lab.tasks.prompts import FORMS
from logicsweep.limits import DEFAULT_TIME_LIMIT

FORMAT: Final = "logicsweep-tasks/1"

if TYPE_CHECKING:
    KindName = str
    FormName = str
else:
    KindName = Literal[tuple(KINDS)]
    FormName = Literal[tuple(FORMS)]


class Line(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The part of every line that repeats the order.

    Attributes:
        format: The format and its version.
        seed: The seed that decides the task.
        kind: The kind of the task, one of `KINDS`.
        form: The text form of the position in the prompt, one of `FORMS`.
        first_click: The guarantee for the first click of the game.
    """

    format: Literal["logicsweep-tasks/1"]
    seed: int
    kind: KindName
    form: FormName
    first_click: Literal["unprotected", "safe", "opening"]


class NoTask(Line, kw_only=True, frozen=True):
    """A limit was reached before a task was drawn."""

    error: LimitReached


class Task(Line, kw_only=True, frozen=True, dict=True):
    """A question about a position, which is a line of a file; `tasks` makes them.

    It is a value, equal by its fields, which are the keys of its line. Nothing of the answer is in
    the prompt, and nothing of the layout in any attribute.

    Attributes:
        id: A name for files, of the kind, the seed and the beginning of the hash.
        split: The part that the position belongs to, up to symmetry.
        position_hash: The `canonical_hash` of the position, which its mirror images and turned
            images share.
        level: The number of sources that have to be taken together: for the kind `why` those of a
            smallest explanation of the cell, for others those of the hardest step to all that is
            proved (see `Difficulty`), 0 if nothing is proved; null for the kind `chance`.
        board_object: The position, as a board file in JSON; its key is `board`.
        cell: The cell that is asked about, [row, column] from 0; null if there is none.
        prompt: The text for the model, with position, rules, question and the form of the answer.
        right: A right answer; absent unless it was asked for. Its key is `answer`.
    """

    id: str
    split: Literal["train", "test"]
    position_hash: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    level: Number | None
    board_object: BoardObject = field(name="board")
    cell: Cell | None
    prompt: str
    right: str | UnsetType = field(name="answer", default=UNSET)

    @cached_property
    def board(self) -> Board:
        """The position."""
        return read_board(json.encode(self.board_object))

    def answer(self, *, time_limit: float | None = DEFAULT_TIME_LIMIT) -> Claim:
        """Work out a right answer, which scores 1.

        Raises:
            LimitError: It took longer than so many seconds; None for no limit.
        """
        facts = Facts(self.board, time_limit=time_limit)
        return kind_of(self.kind).answer(Answerer(facts), self.cell)

    def answer_text(self, *, time_limit: float | None = DEFAULT_TIME_LIMIT) -> str:
        """Write the right answer in the form that the prompt asks for. Raises as `answer`."""
        return kind_of(self.kind).text(self.answer(time_limit=time_limit))

    def judge(
        self,
        answer: Claim | str,
        *,
        strict: bool = False,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
    ) -> Judgement:
        """Judge an answer by proof and by exact chances; see `judge`.

        An answer of another kind than was asked for is worth nothing, so that a flag is no move
        and cells that are called undetermined add nothing to those that are certain.

        Args:
            answer: The text of the answer, or a claim.
            strict: Read a text only if it is nothing but an answer in the form of the prompt.
            time_limit: The seconds that each question about the position may take; None for no
                limit.

        Raises:
            LimitError: It took longer than the time limit.
        """
        kind = kind_of(self.kind)
        judgement = judge(
            self.board,
            answer,
            kind=kind.claim,
            about=self.cell,
            strict=strict,
            witness=False,
            time_limit=time_limit,
        )
        return kind.fitted(judgement, time_limit=time_limit)
