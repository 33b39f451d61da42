"""The options that several commands share, and their groups: of boards and of games."""

from __future__ import annotations

from random import Random
from typing import Annotated, Final, Literal, NamedTuple

from logicsweep.board.cell_names import Counting
from logicsweep.board.names import CLUE_MODELS, TOPOLOGY_NAMES
from logicsweep.cli.lazy import lazily
from logicsweep.cli.values import Bounds, completing
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES, MOST_CELLS, MOST_NUMBER

with lazily():
    from logicsweep.board.rules import catalogue
    from logicsweep.formats import registry
    from logicsweep.games import setting
    from logicsweep.reason.solvers import names


# Names that help lists without loading the registries; a test compares them with these.
FirstClickName = Literal["unprotected", "safe", "opening"]
GameRuleName = Literal["classic", "continue", "search"]
ProofName = Literal["drup", "veripb"]
ModeName = Literal["uniform", "repaired"]

AGENTS: Final = (
    *("random", "single-point", "single-pass", "pairwise", "subset", "subset-as-printed"),
    *("rref-local", "rref", "rref-alone", "rref-as-printed", "small-numbers", "risk-gain"),
    *("risk-gain-random", "explore", "enumerate", "enumerate-alone", "enumerate-unlimited"),
    *("enumerate-as-printed", "rref-enumerate", "rref-brute", "rref-brute-as-printed", "lin-opt"),
    *("simplex", "linear", "logic", "logic-asp", "exact", "strategist", "search-exact"),
    "posterior",
)
REPLAY_FORMATS: Final = ("avf", "evf", "rmv", "mvf", "rawvf")
TECHNIQUES: Final = (
    *("single clue", "subset", "difference", "total", "case split", "rule", "together"),
)
PATTERNS: Final = (
    *("B1", "B2", "1-1", "1-1+", "1-2", "1-2+", "1-2C", "1-2C+", "1-2-1", "1-2-2-1"),
    *("H1", "H2", "H3", "1-3-1", "2-2-2", "1>2<1"),
)

# The least seed that is never drawn.
_SEEDS: Final = 1_000_000

RecordCount = Annotated[int, Bounds(1, 10_000_000)]
_Workers = Annotated[int | None, Bounds(1, 1000)]
FormatName = Annotated[str | None, completing(lambda: registry.FORMAT_NAMES)]


class Shared:
    """The lines of help of arguments and options that commands and groups do not describe.

    Fields have the types that say more than that of the parameter.

    Attributes:
        board (BOARD): A board file, a link or a game id in quotes, example:NAME, or - for standard
            input.
        boards (BOARD): A board file, a link or a game id in quotes, example:NAME, or - for standard
            input; one or more.
        form (--from NAME): The board's format; `logicsweep list formats` lists them.
            Default: detected.
        covered (CHAR): One more character for covered cells, such as '#', in text with one
            character for each cell; points and blank cells of a table are zeros then. '' or ' '
            says that they are covered.
        topology (NAME): Which cells are neighbours: {names}, with any dimensions.
        rules (NAMES): Rules for clues and layouts, by name with blanks between them, such as
            '1M Q'; or a file of your own rules, such as own.toml.
        constraints (FILE): Constraints that layouts have to satisfy as well, a line for each, such
            as row 1: runs 3 1 of row 1. May be repeated.
        reasoner (NAME): The reasoner: {one of}. Default: sat; asp with a program.
        solver (NAME|CMD): The SAT solver: {names}; or a program that reads DIMACS CNF and answers
            as in the SAT competitions, such as 'kissat -q {{cnf}}'. Default: minicard.
        program (FILE.lp): A logic program that layouts have to satisfy as well; needs asp.
        density (D): The prior probability of a mine in a cell, such as 0.206 or 33/160, if the mine
            count is unknown.
        json: Print JSON.
        time_limit (SECONDS): The time limit for each question, such as proving or counting.
        max_entries (N): The memory limit: the most table entries for counting a component.
        cluster (WHERE): Work on a Dask cluster: tcp://host:port, or local:N for N processes here.
        seed (N): The seed that deals the mines. Default: a random one.
        public_url (URL): The address of a public copy of the page, at which links to it begin.
            Default: that of LOGICSWEEP_PUBLIC_URL, if it is set.
        first_click: The guarantee for the first cell: none, safe, or safe with its neighbours.
            Default: opening; safe under rules for layouts and constraints, and by the rule search.
        start (ROW,COLUMN): The cell that is open from the beginning, in place of that of a file;
            dealt mines keep it free. Default: none.
        lossy: Leave out the mine count if the format cannot hold it.
        cells: The form in which cells are read and printed: ROW,COLUMN from 0 or 1; or A1, the
            letters of the column and the row from 1, which is read in any case. JSON and pictures
            count from 0. Default: 0-based.
    """

    form: FormatName
    topology: Annotated[str | None, completing(*TOPOLOGY_NAMES)]
    rules: Annotated[str | None, completing(lambda: catalogue.RULE_NAMES)]
    reasoner: Annotated[str | None, completing(lambda: names.REASONERS)]
    solver: Annotated[str | None, completing(lambda: names.SOLVERS)]
    max_entries: Annotated[int, Bounds(1)]
    seed: Annotated[int | None, Bounds(-MOST_NUMBER, MOST_NUMBER)]


class BoardOptions(NamedTuple):
    """The options by which every command reads a BOARD; None for each that is not given.

    Attributes:
        opened (--open ROW,COLUMN): Open this cell of a whole layout. May be repeated.
        mines (N): The mine count, a number or a range such as 90..99; overrides the board's.
        left (N): The mines that are left, as the counter of a game shows them: those that are
            neither flagged nor known.
        liars (K): Allow for up to K wrong clues, whichever they are.
    """

    form: str | None = None
    opened: list[str] | None = None
    covered: str | None = None
    mines: str | None = None
    left: Annotated[int | None, Bounds(0, MOST_CELLS)] = None
    topology: str | None = None
    rules: str | None = None
    liars: int | None = None
    constraints: list[str] | None = None
    cells: Counting | None = None

    @property
    def given(self) -> list[str]:
        """The options that are given, such as `--from`."""
        names = ("from", "open", *self._fields[2:])
        values = zip(names, self, self._field_defaults.values(), strict=True)
        return [f"--{name}" for name, value, default in values if value not in (default, [])]


class ReasoningOptions(NamedTuple):
    """The options of a command that proves and counts, and how it answers."""

    json: bool = False
    density: str | None = None
    reasoner: str | None = None
    solver: str | None = None
    program: list[str] | None = None
    time_limit: float = DEFAULT_TIME_LIMIT
    max_entries: int = MAX_ENTRIES


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
