"""`logicsweep rules`: what clues can show and what layouts can satisfy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from logicsweep.cli.common import USAGE, JsonOption, command, fail, print_json
from logicsweep.cli.ruling import RULE_FILE
from logicsweep.render.asked import Asked

if TYPE_CHECKING:
    from logicsweep.render.json.rules import Rule

EXAMPLE: Final = "Example: logicsweep rules 1W"


def _complete(incomplete: str) -> list[str]:
    from logicsweep.board.rules.catalogue import RULE_NAMES

    return [name for name in RULE_NAMES if name.startswith(incomplete)]


@command
def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A rule, or a composition such as LM. Default: list all.",
            autocompletion=_complete,
        ),
    ] = None,
    *,
    json: JsonOption = False,
) -> None:
    """List the rules that a board may have, or describe one with an example.

    A board may have any number of them. Name them in its header, as in "rules: 1W Q". Letters of
    rules for clues compose, as in LM or NX. Of several rules for clues a clue follows the first, or
    the one that a mark names, as in 1+2@1W.
    """
    from logicsweep.board.rules.catalogue import RULE_NAMES
    from logicsweep.render.ruling import ruling, ruling_lines

    if name is not None and name.endswith(RULE_FILE):
        raise fail(
            f"{name[:200]} is a file of rules; expected the name of a rule that logicsweep has, or "
            f"--rules {name[:200]} in a command that takes a board",
            USAGE,
        )
    try:
        found = [ruling(one) for one in ([name] if name is not None else RULE_NAMES)]
    except ValueError as error:
        raise fail(str(error), USAGE) from None
    if json:
        from logicsweep.render.json.rules import listed_rules

        print_json(listed_rules(Asked("rules"), found))
    elif name is not None:
        print("\n".join(ruling_lines(found[0])))
    else:
        _print(found)


def _print(found: list[Rule]) -> None:
    from logicsweep.cli.terminal import print_table

    print_table(("name", "for", "what it says"), [(one.name, one.kind, one.about) for one in found])
