"""`Task`: a question about a position, and the judge of its answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from logicsweep.board.board import Board, Cell
from logicsweep.games.setting import Setting
from logicsweep.games.told.facts import Facts
from logicsweep.lab.judging.claims import Claim
from logicsweep.lab.judging.judge import judge
from logicsweep.lab.judging.judgements import Judgement
from logicsweep.lab.tasks.answerers import Answerer
from logicsweep.lab.tasks.kinds import TaskKind, kind_of
from logicsweep.lab.tasks.prompts import prompt_of
from logicsweep.lab.tasks.symmetry import Split, canonical_hash, split_of
from logicsweep.limits import DEFAULT_TIME_LIMIT


@dataclass(frozen=True, kw_only=True)
class Task:
    """A question about a position; a value, equal by its fields. `tasks` makes them.

    All else follows from the fields and is worked out when it is asked for. Nothing of the answer
    is in the prompt, and nothing of the layout in any attribute.

    Attributes:
        kind: The name of its kind, one of `KINDS`.
        seed: The seed that it was drawn from.
        setting: The size, the mine count and the rules.
        board: The position.
        cell: The cell that is asked about; None for the kinds `move` and `certain`.
        form: The text form of the position in the prompt, one of `FORMS`.
        time_limit: The seconds that each question about the position may take; None for no limit.
    """

    kind: str
    seed: int
    setting: Setting
    board: Board
    cell: Cell | None = None
    form: str = "grid"
    time_limit: float | None = field(default=DEFAULT_TIME_LIMIT, compare=False, repr=False)

    @cached_property
    def prompt(self) -> str:
        """The text for the model, with position, rules, question and the form of the answer."""
        told = self._kind.told(self.cell, self._facts)
        return prompt_of(self._kind, self.board, self.cell, self.form, told)

    @cached_property
    def position_hash(self) -> str:
        """The `canonical_hash` of the position."""
        return canonical_hash(self.board)

    @property
    def id(self) -> str:
        """A name for files, of the kind, the seed and the beginning of the hash."""
        return f"{self.kind}-{self.seed}-{self.position_hash[:8]}"

    @property
    def split(self) -> Split:
        """The part that the position belongs to, `train` or `test`."""
        return split_of(self.position_hash)

    @cached_property
    def level(self) -> int | None:
        """The number of sources that have to be taken together; None for the kind `chance`.

        For the kind `why` those of a smallest explanation of the cell, for others those of the
        hardest step to all that is proved (see `Difficulty`), 0 if nothing is proved.
        """
        return self._kind.level(self.cell, self._facts)

    def answer(self) -> Claim:
        """Work out a right answer, which scores 1.

        Raises:
            LimitError: It took longer than the time limit.
        """
        return self._kind.answer(Answerer(self._facts), self.cell)

    def answer_text(self) -> str:
        """Write the right answer in the form that the prompt asks for. Raises as `answer`."""
        return self._kind.text(self.answer())

    def judge(self, answer: Claim | str, *, strict: bool = False) -> Judgement:
        """Judge an answer by proof and by exact chances; see `judge`.

        An answer of another kind than was asked for is worth nothing, so that a flag is no move
        and cells that are called undetermined add nothing to those that are certain.

        Args:
            answer: The text of the answer, or a claim.
            strict: Read a text only if it is nothing but an answer in the form of the prompt.

        Raises:
            LimitError: It took longer than the time limit.
        """
        judgement = judge(
            self.board,
            answer,
            kind=self._kind.claim,
            about=self.cell,
            strict=strict,
            witness=False,
            time_limit=self.time_limit,
        )
        return self._kind.fitted(judgement, time_limit=self.time_limit)

    @property
    def _kind(self) -> TaskKind:
        return kind_of(self.kind)

    @cached_property
    def _facts(self) -> Facts:
        return Facts(self.board, time_limit=self.time_limit)

    def __getstate__(self) -> dict[str, object]:
        """Leave out what is worked out."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}
