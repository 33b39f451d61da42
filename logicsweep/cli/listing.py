"""The commands that list what logicsweep has: boards, rules, agents, board and JSON formats."""

from __future__ import annotations

from typing import Annotated

from logicsweep.cli.common import command, fail, print_json, refusing
from logicsweep.cli.completion import completing
from logicsweep.cli.lazy import lazily

with lazily():
    from json import dumps

    from logicsweep.answers import files
    from logicsweep.answers.asked import Asked
    from logicsweep.answers.rules import listed_rules
    from logicsweep.board.rules import catalogue
    from logicsweep.cli import ruling as reading, schemas
    from logicsweep.cli.files import print_bytes
    from logicsweep.cli.terminal import print_table
    from logicsweep.formats import registry as boards
    from logicsweep.games.agents import registry as players
    from logicsweep.render.examples import example_about, example_file, example_files
    from logicsweep.render.ruling import ruling, ruling_lines


@command
def example(
    name: Annotated[str | None, completing(example_files)] = None, *, json: bool = False
) -> None:
    """List the boards that come with logicsweep, or print one.

    Every command accepts example:NAME as a BOARD.

    Args:
        name (NAME): The board to print. Default: list all.

    Example: logicsweep example expert
    """
    asked = Asked("example")
    if name is not None:
        file = example_file(name)
        if json:
            print_json(files.example(asked, name, file.name, file.read_text("utf-8")))
        else:
            print_bytes(file.read_bytes())
        return
    listed = {example: example_about(file) for example, file in example_files().items()}
    if json:
        print_json(files.examples(asked, listed))
    else:
        print_table(("name", "what it is"), listed.items())


@command
def rules(
    name: Annotated[str | None, completing(lambda: catalogue.RULE_NAMES)] = None,
    *,
    json: bool = False,
) -> None:
    """List the rules that a board may have, or describe one with an example.

    A board may have any number of them. Name them in its header, as in "rules: 1W Q". Letters of
    rules for clues compose, as in LM or NX. If a board has several rules for clues, a clue follows
    the first of them, or the one that its mark names, as in 1+2@1W.

    Args:
        name (NAME): A rule, or a composition such as LM. Default: list all.

    Example: logicsweep rules 1W
    """
    if name is not None and name.endswith(reading.RULE_FILE):
        raise fail(
            f"{name[:200]} is a file of rules; expected the name of a rule that logicsweep has, or "
            f"--rules {name[:200]} in a command that takes a board"
        )
    with refusing():
        rulings = [ruling(rule) for rule in ([name] if name is not None else catalogue.RULE_NAMES)]
    if json:
        print_json(listed_rules(Asked("rules"), rulings))
    elif name is not None:
        print("\n".join(ruling_lines(rulings[0])))
    else:
        rows = [(rule.name, rule.kind, rule.about) for rule in rulings]
        print_table(("name", "for", "what it says"), rows)


@command
def agents(*, json: bool = False) -> None:
    """List the agents, each with how it decides.

    Name one in `play --agent`, `compare` and experiment files; or module:Class, an agent of your
    own.

    Example: logicsweep agents
    """
    if json:
        print_json(files.listed_agents(Asked("agents"), players.AGENTS.values(), players.ABOUT))
    else:
        rows = [(name, players.ABOUT[name]) for name in players.AGENTS]
        print_table(("name", "how it decides"), rows)


@command
def formats(*, json: bool = False) -> None:
    """List the board formats: name, file endings, and whether they hold positions or layouts.

    A position is what a player sees; a layout is a complete placement of mines. logicsweep reads
    and writes all of them.

    Example: logicsweep formats
    """
    listed = [(form, boards.endings_of(form.name)) for form in boards.BOARD_FORMATS]
    if json:
        print_json(files.formats(Asked("formats"), listed))
    else:
        header = ("name", "endings", "reads", "writes", "holds", "what it is")
        rows = [
            (form.name, " ".join(endings), "yes", "yes", form.holds, form.about)
            for form, endings in listed
        ]
        print_table(header, rows)


@command
def schema(
    name: Annotated[str | None, completing(lambda: schemas.FORMATS)] = None, *, json: bool = False
) -> None:
    """List the JSON formats, or print the JSON Schema (draft 2020-12) of one.

    The answers of a command with --json have the command's name, errors included; the others are
    formats of files. A schema describes every field.

    Args:
        name (NAME): The format whose schema to print.

    Example: logicsweep schema solve
    """
    if name is not None:
        print(dumps(schemas.schema(name), indent=2, ensure_ascii=False))
        return
    listed = {form: described.about for form, described in schemas.FORMATS.items()}
    if json:
        print_json(files.schemas(Asked("schema"), listed))
    else:
        print_table(("name", "what it is"), listed.items())
