"""Every command, by group; each is loaded when it is called, and none to list them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from itertools import chain
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from logicsweep.cli.common import USAGE, fail, print_json
from logicsweep.cli.values import convert_here


class Entry(NamedTuple):
    """A command: its name, what it does in a line, and its module, if that is not `cli.NAME`."""

    name: str
    help: str
    module: str = ""


GROUPS: Final[Mapping[str, tuple[Entry, ...]]] = {
    "Look": (
        Entry("show", "Draw a board, and describe the position."),
        Entry("render", "Draw a board as an SVG or PNG picture, or as an HTML page."),
        Entry("serve", "Paint a board in the browser, and see what follows from it."),
        Entry("page", "Write the page of serve as files that need no server."),
        Entry("example", "List the boards that come with logicsweep, or print one.", "cli.listing"),
        Entry("rules", "List the rules that a board may have, or describe one.", "cli.listing"),
    ),
    "Prove": (
        Entry("solve", "Prove cells safe or mines, and give mine probabilities."),
        Entry("count", "Count the layouts, and give exact mine probabilities."),
    ),
    "Why": (
        Entry("explain", "Explain why a cell is safe, a mine or undetermined."),
        Entry("hint", "Show the easiest deduction, or else the least risky cells.", "cli.hint"),
        Entry("rate", "Rate how hard the deductions of a position are.", "cli.hint"),
        Entry("diagnose", "Find the clues of an inconsistent board that may be wrong."),
        Entry("certify", "Write a certificate for each verdict: a formula and a proof."),
        Entry("check", "Check certificates, without a solver.", "cli.certify"),
    ),
    "Play": (
        Entry("deal", "Deal layouts, plain ones or ones that need no guess."),
        Entry("puzzle", "Make puzzles: positions with one layout, and no clue too many."),
        Entry("best", "Find the best cell to open, and say why it is the best."),
        Entry("play", "Watch an agent play a game, or play it yourself."),
        Entry("agents", "List the agents, each with how it decides.", "cli.listing"),
        Entry("review", "Judge a game that was played, opening by opening."),
        Entry(
            "judge",
            "Judge claims about a board, the answers of a file, or an agent.",
            "lab.exams.command",
        ),
        Entry("dataset", "Make a data set of positions with exact answers.", "lab.data.command"),
        Entry(
            "tasks",
            "Make tasks for language models, with exact judges of answers.",
            "lab.tasks.command",
        ),
        Entry(
            "compare",
            "Compare agents on the same games, with tests in pairs.",
            "lab.experiments.compare_command",
        ),
        Entry("experiment", "Play many games, and report the results.", "lab.experiments.command"),
    ),
    "Formulas": (
        Entry("encode", "Print a board as a formula or a logic program."),
        Entry("decode", "Turn a solver's output back into a layout, and check it."),
    ),
    "Files": (
        Entry("convert", "Write a board in another format."),
        Entry("formats", "List the board formats.", "cli.listing"),
        Entry("schema", "List the JSON formats, or print the schema of one.", "cli.listing"),
    ),
}
# What people say for a command, in British and American spelling.
_MEANT: Final[Mapping[str, str]] = {
    **dict.fromkeys(("analyze", "analyse", "analysis", "prove"), "'solve'"),
    **dict.fromkeys(("probability", "probabilities"), "'count', or 'solve --probabilities'"),
    **dict.fromkeys(("generate", "new"), "'deal'"),
    **dict.fromkeys(("draw", "print"), "'show', or 'render' for a picture"),
    **dict.fromkeys(("agent", "players", "bots"), "'agents'"),
    **dict.fromkeys(("grade", "exam", "autograde"), "'judge'"),
    **dict.fromkeys(("site", "publish"), "'page'"),
}
_ENTRIES: Final = {entry.name: entry for entry in chain.from_iterable(GROUPS.values())}


class Command(TyperCommand):
    """A command; with --json a word that it does not know is told in JSON, too."""

    def __init__(self, *words: Any, **attrs: Any) -> None:
        super().__init__(*words, **attrs)
        for param in self.params:
            if param.param_type_name == "argument" and param.metavar is not None:
                _name_as_in_usage(param)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the arguments and options of the command."""
        return convert_here(super().get_params(ctx))

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Read the words behind the command's name."""
        above = [] if parent is None or parent.parent is None else [parent.info_name]
        with _telling_usage(args, "-".join([*above, str(info_name)])):
            return super().make_context(info_name, args, parent=parent, **extra)


# The class has no name that typer gives it in all versions.
_USAGE_ERROR: Final[Any] = typer.BadParameter.__base__


@contextmanager
def _telling_usage(args: list[str], name: str = "usage") -> Iterator[None]:
    """Print an error of typer's also as the JSON answer of a command, if --json is among words."""
    wants_json = "--json" in args  # which typer takes away
    try:
        yield
    except _USAGE_ERROR as error:
        _keep_alike(error)
        if wants_json:
            print_json(fail(error.format_message(), USAGE).answer(name))
        raise


def _keep_alike(error: Any) -> None:
    """Leave out suggested options that are alike only in their dashes."""
    suggested = getattr(error, "possibilities", None)
    if suggested:
        bare = {option.lstrip("-"): option for option in suggested}
        near = get_close_matches(str(error.option_name).lstrip("-"), bare)
        error.possibilities = sorted(bare[option] for option in near)


def _name_as_in_usage(argument: Any) -> None:
    """Have help name an argument by its metavar alone; typer adds types such as <list[str]>."""
    record = argument.get_help_record
    name = f"{argument.metavar}..." if argument.nargs == -1 else argument.metavar

    def named(ctx: Any) -> tuple[str, str] | None:
        row = record(ctx)
        return None if row is None else (name, row[1])

    argument.get_help_record = named


class Group(TyperGroup):
    """Commands; with --json an unknown or missing one is told in JSON, too."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options before the name of a command."""
        return convert_here(super().get_params(ctx))

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Read the words before the name of a command."""
        with _telling_usage(args):
            return super().make_context(info_name, args, parent=parent, **extra)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is named."""
        with _telling_usage(args):
            return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, each with its first sentence, however long that is."""
        del ctx
        rows = [(name, command.get_short_help_str(1000)) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class Commands(Group):
    """All commands, in groups."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        known: dict[str, Any] = dict.fromkeys(_ENTRIES)
        self.commands = known  # of which typer suggests one to whoever misspells it

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is named; for a word for what one does, say which was meant."""
        meant = _MEANT.get(args[0].casefold()) if args else None
        if meant is not None and args[0] not in _ENTRIES:
            with _telling_usage(args):
                ctx.fail(f"No such command {args[0]!r}. Did you mean {meant}?")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, the most used first."""
        del ctx
        return list(_ENTRIES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load a command. None if there is none of that name."""
        del ctx
        entry = _ENTRIES.get(cmd_name)
        return None if entry is None else _loaded(entry)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the groups of commands."""
        del ctx
        width = max(map(len, _ENTRIES))
        for title, entries in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(entry.name.ljust(width), entry.help) for entry in entries])

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Return the commands and options that begin so, without loading any."""
        listed = TyperGroup(
            name=self.name,
            params=self.params,
            commands=[TyperCommand(entry.name, help=entry.help) for entry in _ENTRIES.values()],
        )
        return listed.shell_complete(typer.Context(listed, info_name=ctx.info_name), incomplete)


def _loaded(entry: Entry) -> Any:
    """Load a command, or the group of commands that a module has as `app`."""
    module = import_module(f"logicsweep.{entry.module or f'cli.{entry.name}'}")
    app = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(
            add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
        )
        app.command(entry.name)(getattr(module, entry.name))
    app.info.cls = Group
    for registered in app.registered_commands:
        registered.cls, registered.epilog = Command, vars(registered.callback)["example"]
    command = get_command(app)
    command.name = entry.name
    return command
