"""Orders of records, each decided by its seed, as lines of a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from logicsweep.errors import LimitError
from logicsweep.formats.json import board_object
from logicsweep.games.records import Lines
from logicsweep.games.setting import Setting
from logicsweep.games.spreading import Work

Record = TypeVar("Record")


@dataclass(frozen=True)
class Order(Generic[Record]):
    """An order of records: for each seed one of what was made, or of a limit that was reached.

    Attributes:
        lines: The format of their lines.
        unit: The name of one, such as "layout".
        verb: The participle of making one, such as "dealt".
        others: The name of records of another order.
        limit: The errors of `made` of which there are records; others are raised.
        setting: The board and the rules.
        time_limit: The seconds that each question may take; None for no limit.
    """

    lines: ClassVar[Lines[Any, Any]]
    unit: ClassVar[str]
    verb: ClassVar[str] = "made"
    others: ClassVar[str]
    limit: ClassVar[type[LimitError]] = LimitError

    setting: Setting
    time_limit: float | None = field(default=None, kw_only=True)

    @property
    def asked(self) -> dict[str, Any]:
        """The fields by which each line repeats the order."""
        raise NotImplementedError

    def made(self, seed: int) -> Record:
        """Make what a seed decides, and return its record. Raises `LimitError`."""
        raise NotImplementedError

    def failed(self, seed: int, error: LimitError) -> Record:
        """Return the record of a limit."""
        record: Record = self.lines.failed(**self.repeated(seed), error=error.limit, kind="limit")
        return record

    def suits(self, record: Any) -> bool:
        """Tell whether a record that repeats the order is of it in all else that its line says."""
        first = board_object(self.setting.board())
        return isinstance(record, self.lines.failed) or record.board.is_of_game(first)

    def repeated(self, seed: int) -> dict[str, Any]:
        """Return the fields that the records of a seed share."""
        return {"format": self.lines.form, "seed": seed, **self.asked}

    def record(self, seed: int) -> Record:
        """Return the record of a seed: what was made, or the limit that was reached."""
        try:
            return self.made(seed)
        except self.limit as error:
            return self.failed(seed, error)

    def given_up(self, seed: int, why: str) -> Record:
        """Return the record of a seed that was given up, and why, in words."""
        return self.failed(seed, LimitError(why))

    @property
    def work(self) -> Work[int, Record]:
        """The work on each seed."""
        return Work(self.record, self.given_up)

    def is_of(self, record: Any) -> bool:
        """Tell whether a record is of the order, as far as its line says."""
        is_alike = all(getattr(record, name) == value for name, value in self.asked.items())
        return is_alike and self.suits(record)
