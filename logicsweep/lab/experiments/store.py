"""The folder of an experiment: its games, one JSON object a line, written as soon as they end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Self

from msgspec import UNSET

from logicsweep.errors import ExperimentError, are, counted
from logicsweep.formats.files import write_file
from logicsweep.games.keys import Condition
from logicsweep.games.lines import LONGEST, LineFile, read_lines
from logicsweep.lab.experiments.metrics import METRICS
from logicsweep.lab.experiments.records import GameRow, Key, failed, key_of, line_of, record_of
from logicsweep.lab.experiments.specification import Specification
from logicsweep.lab.experiments.toml import read_specification, text_to_store

GAMES: Final = "games.jsonl"
SPECIFICATION: Final = "experiment.toml"
_EXPECTED: Final = "; expected the folder of the games, such as results/first-look"


class Store:
    """A folder to which games are added; one run at a time can hold it.

    It makes the folder, or continues one that holds the same experiment. A line that was cut off
    when a run was killed is removed.

    Args:
        folder: The folder.
        specification: The experiment.

    Raises:
        ExperimentError: The folder holds another experiment, its games lack causes of losses that
            are needed, another run holds it, or it cannot be written.

    Attributes:
        done: The keys of the games recorded so far.
    """

    def __init__(self, folder: Path, specification: Specification) -> None:
        self._folder = folder
        self.done: set[Key] = set()
        interned: dict[Condition, Condition] = {}
        lacks_causes = False
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _check_same(folder, specification)
            with ExitStack() as stack:
                self._lines = stack.enter_context(LineFile(folder / GAMES, folder))
                self._lines.mend(b"{")
                for record in read_games(folder):
                    key = key_of(record)
                    condition = interned.setdefault(key.condition, key.condition)
                    self.done.add(key._replace(condition=condition))
                    lacks_causes |= record.is_lost and record.cause is UNSET
                _check_conditions(folder, interned, specification)
                check_causes(folder, specification, lacks_causes=lacks_causes)
                write_file(folder / SPECIFICATION, [text_to_store(specification).encode()])
                stack.pop_all()  # it is left open
        except OSError as error:
            raise _cannot("write", error.filename or folder, error) from None

    def append(self, record: GameRow) -> None:
        """Write the record of a game; the operating system has it when this returns.

        A record that is too long to be read again becomes that of a failed game.

        Raises:
            ExperimentError: It cannot be written, for instance on a full disk; the file then ends
                with the game before.
        """
        line = line_of(record)
        if len(line) >= LONGEST:
            line = line_of(failed(key_of(record), "its trace is too long to be recorded"))
        try:
            self._lines.append(line)
        except OSError as error:
            kept = f"{counted(len(self.done), 'game')} {are(len(self.done))} kept"
            raise _cannot("write", self._folder / GAMES, error, f"; {kept}") from None
        self.done.add(key_of(record))

    def close(self) -> None:
        """Release the folder."""
        self._lines.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_games(folder: Path) -> Iterator[GameRow]:
    """Yield the records of the games in a folder.

    A last line that was cut off when a run was killed is left out.

    Raises:
        ExperimentError: The file cannot be read, or a line is not a record; the error names it.
    """
    path = folder / GAMES
    try:
        for number, line in enumerate(read_lines(path), start=1):
            try:
                yield record_of(line)
            except ValueError as error:
                raise ExperimentError(f"{path}:{number}: {error}") from None
    except OSError as error:
        raise _cannot("read", path, error, _EXPECTED) from None


def read_stored(folder: Path) -> Specification | None:
    """Read the specification with which a folder was last run; None when there is none.

    Raises `ExperimentError`, `SpecificationError`.
    """
    path = folder / SPECIFICATION
    try:
        return read_specification(path, stored=True)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _cannot("read", path, error, _EXPECTED) from None


def check_causes(folder: Path, specification: Specification, *, lacks_causes: bool) -> None:
    """Raise `ExperimentError` if lost games lack their causes, and a metric needs these."""
    if specification.metrics_of_causes and lacks_causes:
        needing = ", ".join(name for name, metric in METRICS.items() if metric.needs_causes)
        raise ExperimentError(
            f"{folder} holds lost games without their causes; expected a new folder, for which all "
            f"games are played again, or none of the metrics {needing}"
        )


def _check_same(folder: Path, specification: Specification) -> None:
    stored = read_stored(folder)
    if stored is not None and not specification.continues(stored):
        raise ExperimentError(
            f"{folder} holds another experiment, {stored.title!r}; expected a new folder, or an "
            f"experiment with the same agents, boards and rules"
        )
    # A run that was killed at once leaves these files, and they are empty.
    foreign = [
        path
        for path in folder.iterdir()
        if path.stat().st_size or not (path.name == GAMES or path.suffix == ".part")
    ]
    if stored is None and foreign:
        raise ExperimentError(f"{folder} holds other files; expected a new or empty folder")


def _check_conditions(
    folder: Path, there: Iterable[Condition], specification: Specification
) -> None:
    """Raise when the folder has games that are not of the experiment as it is now."""
    layouts = {condition.file: condition.layout for condition in specification.conditions}
    for condition in there:
        if condition.file and layouts.get(condition.file, condition.layout) != condition.layout:
            raise ExperimentError(
                f"{folder} holds games on another layout {condition.file}; expected a new "
                f"folder, or the layout as it was"
            )
        if condition not in specification.conditions:
            raise ExperimentError(
                f"{folder} holds games with first_click = {condition.first_click!r}, flood = "
                f"{str(condition.flood).lower()} on {condition.board}; expected a new folder, or "
                f"these values in the experiment file"
            )


def _cannot(do: str, path: object, error: Exception, more: str = "") -> ExperimentError:
    why = (getattr(error, "strerror", None) or str(error)).lower()
    return ExperimentError(f"cannot {do} {path}: {why}{more}")
