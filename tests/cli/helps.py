"""The help of every command, as texts.

python -m tests.cli.helps writes them to tests/cli/help, which `test_help.py` compares them with.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import click

from logicsweep.cli.app import app

FOLDER: Final = Path(__file__).parent / "help"
COLUMNS: Final = 100


@cache
def helps(columns: int = COLUMNS) -> dict[str, str]:
    """The help of each command, by its words: `logicsweep`, `logicsweep experiment run`."""
    context = click.Context(
        app, info_name="logicsweep", terminal_width=columns, **app.context_settings
    )
    return dict(_helps(app, context))


def _helps(command: Any, context: Any) -> Iterator[tuple[str, str]]:
    yield context.command_path, f"{command.get_help(context)}\n"
    for name in command.list_commands(context) if hasattr(command, "list_commands") else ():
        below = command.get_command(context, name)
        yield from _helps(below, click.Context(below, parent=context, info_name=name))


def kept() -> dict[str, str]:
    """The texts that are kept, by the names of their files: `solve.txt`, `experiment-run.txt`."""
    return {
        f"{words.removeprefix('logicsweep ').replace(' ', '-')}.txt": text
        for words, text in helps().items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.iterdir():
        file.unlink()
    for file_name, text in kept().items():
        (FOLDER / file_name).write_text(text, encoding="utf-8")
