"""Rules as they are named on the command line: by the catalogue, and in files of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.layout_rule import LayoutRule
from logicsweep.board.rules.rules import CATALOGUE, Rules, Ruling
from logicsweep.cli.common import fail, refusing
from logicsweep.cli.lazy import lazily
from logicsweep.formats.base import Content

with lazily():
    from logicsweep.board.rules.declared import load_rules


# A word of --rules that ends so is a file.
RULE_FILE: Final = ".toml"


def ruling_of(names: str | None) -> Ruling:
    """Return the way to find the rules of a board read with --rules. Exits with a message.

    The usual rules are those that --rules names; a header may also name those of its files.
    """
    if names is None:
        return CATALOGUE

    files, given = _parted(names)
    known: dict[str, ClueRule | LayoutRule] = {}
    try:
        with refusing("--rules"):
            for file in files:
                declared = load_rules(file)
                twice = next((name for name in declared if name in known), None)
                if twice is not None:
                    raise fail(f"--rules: {file} has a rule {twice}, as another file has")
                known |= declared
            return Ruling(known, Rules.of(given or list(known.values()), known=known))
    except OSError as error:
        raise fail(f"--rules: {error.filename}: {error.strerror}") from None


def named_rules(names: str | None) -> Rules:
    """Return the rules that --rules names, by default the ordinary ones. Exits with a message.

    A word that ends in `.toml` is a file of rules, which the other words may name; without other
    words all of its rules are meant.
    """
    return ruling_of(names).usual


def ruled(board: str, content: Content, names: str | None) -> Content:
    """Give a position the rules of --rules. Exits with a message if it has others, or cannot.

    Files alone only say what rules there are: a board that names its own keeps them.
    """
    if names is None:
        return content
    if not isinstance(content, Board):
        raise fail("--rules is for positions; a whole layout has no clues")
    rules, stated = named_rules(names), content.own_rules
    if stated is not None and stated != rules and _parted(names)[1]:
        raise fail(f"{board} has the rules {stated}; expected no others in --rules")
    if stated is not None:
        return content
    with refusing("--rules"):
        return content.altered(rules=rules)


def _parted(names: str) -> tuple[list[str], list[str]]:
    """Split --rules into files and other words; a file with blanks in its path stands alone."""
    if names.endswith(RULE_FILE) and Path(names).is_file():
        return [names], []
    words = names.split()
    files = [word for word in words if word.endswith(RULE_FILE)]
    return files, [word for word in words if word not in files]
