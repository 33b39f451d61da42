"""`logicsweep rules`: what clues can show and what layouts can satisfy."""

from __future__ import annotations

from typing import Annotated

from logicsweep.cli.common import command, fail, print_json
from logicsweep.cli.lazy import lazily
from logicsweep.cli.signatures import completing
from logicsweep.render.asked import Asked

with lazily():
    from logicsweep.board.rules import catalogue
    from logicsweep.cli import ruling as reading
    from logicsweep.cli.terminal import print_table
    from logicsweep.render.json.rules import listed_rules
    from logicsweep.render.ruling import ruling, ruling_lines


@command
def rules(
    name: Annotated[str | None, completing(lambda: catalogue.RULE_NAMES)] = None,
    *,
    json: bool = False,
) -> None:
    """List the rules that a board may have, or describe one with an example.

    A board may have any number of them. Name them in its header, as in "rules: 1W Q". Letters of
    rules for clues compose, as in LM or NX. Of several rules for clues a clue follows the first, or
    the one that a mark names, as in 1+2@1W.

    Args:
        name (NAME): A rule, or a composition such as LM. Default: list all.

    Example: logicsweep rules 1W
    """
    if name is not None and name.endswith(reading.RULE_FILE):
        raise fail(
            f"{name[:200]} is a file of rules; expected the name of a rule that logicsweep has, or "
            f"--rules {name[:200]} in a command that takes a board"
        )
    try:
        rulings = [ruling(rule) for rule in ([name] if name is not None else catalogue.RULE_NAMES)]
    except ValueError as error:
        raise fail(str(error)) from None
    if json:
        print_json(listed_rules(Asked("rules"), rulings))
    elif name is not None:
        print("\n".join(ruling_lines(rulings[0])))
    else:
        rows = [(rule.name, rule.kind, rule.about) for rule in rulings]
        print_table(("name", "for", "what it says"), rows)
