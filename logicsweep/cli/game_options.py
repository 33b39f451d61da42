"""Options of the commands about games: what is dealt, how it is played, and who does the work."""

from __future__ import annotations

from random import Random
from typing import Annotated, Final, NamedTuple

from logicsweep.board.names import CLUE_MODELS
from logicsweep.cli.completion import completing
from logicsweep.cli.game_names import FirstClickName, GameRuleName
from logicsweep.cli.lazy import lazily
from logicsweep.cli.values import Bounds

with lazily():
    from logicsweep.games import setting

# The least seed that is never drawn.
_SEEDS: Final = 1_000_000

RecordCount = Annotated[int, Bounds(1, 10_000_000)]
_Workers = Annotated[int | None, Bounds(1, 1000)]


class DealtOptions(NamedTuple):
    """The options that say what is dealt; None for each that is not given.

    Attributes:
        size (WIDTHxHEIGHT): The size, such as 30x16, or beginner, intermediate, expert; or
            HEIGHT,WIDTH. Default: beginner.
        mines (N|N..M): The mine count, from 0 to 10,000,000, or a range of which the player knows
            no more. Default: the usual one of --size.
        density (P): Make each cell a mine with this probability, such as 0.2, in place of a mine
            count.
        liars (K): Have K safe cells show wrong clues, in games.
    """

    size: Annotated[str | None, completing(lambda: setting.STANDARD)] = None
    mines: str | None = None
    density: str | None = None
    topology: str | None = None
    rules: str | None = None
    liars: Annotated[int, Bounds(0)] = 0
    constraints: list[str] | None = None


class GameOptions(NamedTuple):
    """The options that say how a game is played.

    Attributes:
        rule: The rule by which the game ends.
        flood (--flood/--no-flood): Open the neighbours of a 0 as well. Default: on; off by the rule
            search, and where clues may be wrong.
        clues (MODEL): The clue model: {names}.
    """

    rule: GameRuleName = "classic"
    first_click: FirstClickName | None = None
    flood: bool | None = None
    clues: Annotated[str, completing(*CLUE_MODELS)] = "exact"


class MakingOptions(NamedTuple):
    """The options of what makes a record for each seed: the first seed, and who does the work.

    Attributes:
        workers (N): The number of processes. Default: this one alone.
    """

    seed: int | None = None
    workers: _Workers = None
    cluster: str | None = None
    json: bool = False

    def seeds(self, number: int) -> range:
        """Return the seeds of so many records, from a random one unless one was given."""
        first = drawn_seed(self.seed)
        return range(first, first + number)


class RunningOptions(NamedTuple):
    """The options of what plays many games: who does the work, and what is written of it.

    Attributes:
        workers (N): The number of processes. Default: one for each processor.
        plain: Record the games alone, and write no report.
    """

    workers: _Workers = None
    cluster: str | None = None
    plain: bool = False
    json: bool = False


def drawn_seed(seed: int | None) -> int:
    """Return the seed that was given, else a random one."""
    return Random().randrange(_SEEDS) if seed is None else seed
