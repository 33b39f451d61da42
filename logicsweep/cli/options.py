"""The options that several commands share, and the groups in which they come."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from logicsweep.board.cell_names import Counting
from logicsweep.board.names import TOPOLOGY_NAMES
from logicsweep.cli.completion import completing
from logicsweep.cli.lazy import lazily
from logicsweep.cli.values import Bounds
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES, MOST_CELLS, MOST_NUMBER

with lazily():
    from logicsweep.board.rules import catalogue
    from logicsweep.formats import registry
    from logicsweep.reason.solvers import names


# How a BOARD begins that comes with logicsweep.
EXAMPLE: Final = "example:"
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
            character for each cell; blank cells of a table are zeros then. '' or ' ' says that
            they are covered.
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
        cells: The form in which cells are read and printed: ROW,COLUMN from 0 or 1; or A1, the
            letters of the column and the row from 1, which is read in any case. JSON and pictures
            count from 0. Default: 0-based.
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
