"""Every command, by group; each is loaded when it is called, and none to list them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from itertools import chain
from typing import Any, Final, NamedTuple

import click


class Entry(NamedTuple):
    """A command: its name, what it does in a line, and its module, if that is not NAME in `cli`."""

    name: str
    help: str
    module: str = ""


GROUPS: Final[Mapping[str, tuple[Entry, ...]]] = {
    "Look": (
        Entry("show", "Draw a board here, as a picture or a page, or in another format."),
        Entry("list", "List boards, rules, agents or formats, or show one.", "listing"),
        Entry("serve", "Paint a board in the browser, and see what follows from it."),
        Entry("page", "Write the page of serve as files that need no server.", "serve"),
    ),
    "Prove": (
        Entry("solve", "Prove cells safe or mines, and give mine probabilities."),
        Entry("count", "Count the layouts, and give exact mine probabilities.", "solve"),
    ),
    "Why": (
        Entry("explain", "Explain why a cell is safe, a mine or undetermined."),
        Entry("hint", "Show the easiest deduction, or the least risky cells, or rate."),
        Entry("diagnose", "Find the clues of an inconsistent board that may be wrong.", "explain"),
        Entry("certify", "Write a certificate for each verdict: a formula and a proof."),
        Entry("check", "Check certificates, without a solver.", "certify"),
    ),
    "Formulas": (
        Entry("encode", "Print a board as a formula or a logic program."),
        Entry("decode", "Turn a solver's output back into a layout, and check it.", "encode"),
    ),
    "Play": (
        Entry("deal", "Deal layouts, plain ones or ones that need no guess."),
        Entry("puzzle", "Make puzzles: positions with one layout and no superfluous clue.", "deal"),
        Entry("best", "Find the best cell to open, and say why it is the best.", "hint"),
        Entry("play", "Watch an agent play a game, or play it yourself."),
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
}
# What people say for a command, in British and American spelling.
_MEANT: Final[Mapping[str, str]] = {
    **dict.fromkeys(("analyze", "analyse", "analysis", "prove"), "'solve'"),
    **dict.fromkeys(("probability", "probabilities"), "'count', or 'solve --probabilities'"),
    **dict.fromkeys(("generate", "new"), "'deal'"),
    **dict.fromkeys(("draw", "print", "render", "convert"), "'show'"),
    **dict.fromkeys(("example", "examples", "boards"), "'list boards'"),
    **dict.fromkeys(("agent", "agents", "players", "bots"), "'list agents'"),
    **{
        word: f"'list {word.removesuffix('s')}s'" for word in ("rule", "rules", "formats", "schema")
    },
    "rate": "'hint --rate'",
    **dict.fromkeys(("grade", "exam", "autograde"), "'judge'"),
    **dict.fromkeys(("site", "publish"), "'page'"),
}
_ENTRIES: Final = {entry.name: entry for entry in chain.from_iterable(GROUPS.values())}


class Group(click.Group):
    """Commands, in the order in which they are given."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, the most used first."""
        del ctx
        return [*self.commands]

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command that is named; if there is none, say which may be meant."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            meant = self.meant(args[0])
            ending = f" Did you mean {meant}?" if meant else ""
            ctx.fail(f"No such command {args[0]!r}.{ending}")
        return super().resolve_command(ctx, args)

    def meant(self, word: str) -> str:
        """Return the commands that are written like a word; none if that is empty."""
        if word.endswith(".toml") and "run" in self.commands:
            return f"'run {word}'"
        from difflib import get_close_matches

        return ", ".join(map(repr, get_close_matches(word, self.commands)))


class Commands(Group):
    """All commands, in groups; each is loaded when it is asked for."""

    def __init__(self, *words: Any, **attrs: Any) -> None:
        super().__init__(*words, **attrs)
        self.commands = {name: click.Command(name) for name in _ENTRIES}

    def meant(self, word: str) -> str:
        """Return the command that does what a word says, or else those that are written so."""
        return _MEANT.get(word.casefold()) or super().meant(word)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command. None if there is none of that name."""
        del ctx
        entry = _ENTRIES.get(cmd_name)
        if entry is None:
            return None
        place = entry.module or entry.name
        module = import_module(f"logicsweep.{place if '.' in place else f'cli.{place}'}")
        command: click.Command = getattr(module, entry.name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the groups of commands."""
        del ctx
        width = max(map(len, _ENTRIES))
        for title, entries in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(entry.name.ljust(width), entry.help) for entry in entries])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Return the commands and options that begin so, without loading any."""
        from click.shell_completion import CompletionItem

        names = [name for name in _ENTRIES if name.startswith(incomplete)]
        commands = [CompletionItem(name, help=_ENTRIES[name].help) for name in names]
        return commands + click.Command.shell_complete(self, ctx, incomplete)
