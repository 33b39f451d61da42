"""`logicsweep list`: the boards, rules, agents and formats that there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Final

from logicsweep.cli.common import command, fail, print_json, refusing
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import AGENTS
from logicsweep.cli.values import completing
from logicsweep.errors import UnknownNameError

with lazily():
    from json import dumps

    from logicsweep.answers.asked import Asked
    from logicsweep.answers.listed import ListedRow, format_row, listed_rows
    from logicsweep.board.rules import catalogue
    from logicsweep.cli import ruling as reading, schemas
    from logicsweep.cli.files import print_bytes
    from logicsweep.cli.terminal import print_table
    from logicsweep.formats import registry
    from logicsweep.formats.files import example_file, example_files
    from logicsweep.games.agents import registry as players
    from logicsweep.render.ruling import ruling, ruling_lines
    from logicsweep.render.words import example_about

# Each kind, with what it is.
KINDS: Final[Mapping[str, str]] = {
    "boards": "the boards that come with logicsweep: every command takes example:NAME as a BOARD",
    "rules": "the rules for clues and layouts that a board may have",
    "agents": "the agents, for play, judge, compare and experiment files",
    "formats": "the formats of boards, which are read and written",
    "schemas": "the formats of JSON: of files, and of the answers of each command with --json",
}


@command
def list(  # noqa: A001  # called as it is written
    kind: Annotated[str | None, completing(*KINDS)] = None,
    name: Annotated[
        str | None, completing(*AGENTS, example_files, lambda: catalogue.RULE_NAMES)
    ] = None,
    *,
    json: bool = False,
) -> None:
    """List the boards, rules, agents or formats that there are, or show one of them.

    A board that is named is printed, a rule is described with an example, and of a JSON format the
    JSON Schema (draft 2020-12) is printed, which describes every field.

    A board may have any number of rules. Name them in its header, as in "rules: 1W Q". Letters of
    rules for clues compose, as in LM or NX. Of several rules for clues a clue follows the first, or
    the one that a mark names, as in 1+2@1W.

    Args:
        kind (KIND): {names}. Default: list these.
        name (NAME): The one to show. Default: list all.

    Example: logicsweep list rules 1W
    """
    wanted = "kinds" if kind is None else next((k for k in KINDS if kind in (k, k[:-1])), None)
    if wanted is None:
        raise fail(str(UnknownNameError("kind", str(kind), KINDS)))
    if wanted == "schemas" and name is not None:
        print(dumps(schemas.schema(name), indent=2, ensure_ascii=False))
        return
    rows = [*_ROWS[wanted](name)]
    if json:
        print_json(listed_rows(Asked("list"), wanted, rows))
    elif wanted == "boards" and name is not None:
        print_bytes(example_file(name).read_bytes())
    elif wanted == "rules" and name is not None:
        print("\n".join(ruling_lines(rows[0])))
    else:
        print_table(_HEADERS.get(wanted, ("name", "what it is")), map(_columns, rows))


# The heads of tables that have more columns than others, or another last one.
_HEADERS: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": ("name", "for", "what it says"),
    "agents": ("name", "how it decides"),
    "formats": ("name", "endings", "holds", "what it is"),
}


def _columns(row: ListedRow) -> tuple[str, ...]:
    """Return a row of the table."""
    if isinstance(row.kind, str):
        return row.name, row.kind, row.about
    if isinstance(row.endings, tuple) and isinstance(row.holds, tuple):
        return row.name, " ".join(row.endings), " or ".join(row.holds), row.about
    return row.name, row.about


def _kinds(_: str | None) -> Iterator[ListedRow]:
    for kind, about in KINDS.items():
        yield ListedRow(name=kind, about=about)


def _boards(name: str | None) -> Iterator[ListedRow]:
    if name is None:
        for board, file in example_files().items():
            yield ListedRow(name=board, about=example_about(file))
        return
    file = example_file(name)
    text = file.read_text("utf-8")
    yield ListedRow(name=name, about=example_about(file), file=file.name, text=text)


def _rules(name: str | None) -> Iterator[ListedRow]:
    if name is not None and name.endswith(reading.RULE_FILE):
        raise fail(
            f"{name[:200]} is a file of rules; expected the name of a rule that logicsweep has, or "
            f"--rules {name[:200]} in a command that takes a board"
        )
    with refusing():
        yield from map(ruling, catalogue.RULE_NAMES if name is None else [name])


def _agents(name: str | None) -> Iterator[ListedRow]:
    if name is not None and name not in players.AGENTS:
        raise UnknownNameError("agent", name, players.AGENTS)
    for agent in players.AGENTS if name is None else [name]:
        plays_rules = players.AGENTS[agent].plays_rules
        yield ListedRow(name=agent, about=players.ABOUT[agent], plays_rules=plays_rules)


def _formats(name: str | None) -> Iterator[ListedRow]:
    for form in registry.FORMAT_NAMES if name is None else [name]:
        yield format_row(registry.by_name(form), registry.endings_of(form))


def _schemas(_: str | None) -> Iterator[ListedRow]:
    for form, described in schemas.FORMATS.items():
        yield ListedRow(name=form, about=described.about)


_ROWS: Final[Mapping[str, Callable[[str | None], Iterator[ListedRow]]]] = {
    "kinds": _kinds,
    "boards": _boards,
    "rules": _rules,
    "agents": _agents,
    "formats": _formats,
    "schemas": _schemas,
}
