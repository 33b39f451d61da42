"""A program of a user's own: a logic program that is checked before it is let near a board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from logicsweep.errors import ProgramError, expect
from logicsweep.formulas import arithmetic

if TYPE_CHECKING:
    from clingo.ast import AST, ProgramBuilder

# What begins a comment, and strings, in which nothing does.
_STRING: Final = re.compile(r'"(?:\\.|[^"\\\n])*"')
_OUTSIDE: Final = re.compile(rf"{_STRING.pattern}|%\*|%")
# What ends one, begins one inside it, or hides both until the end of the line.
_INSIDE: Final = re.compile(r"%\*|\*%|%[^\n]*")
_RESERVED: Final = frozenset({"off"})
_DIRECTIVE: Final = re.compile(r"#\s*(script|include)\b")
# Statements that would change what an answer is, by the name of their kind.
_REFUSED: Final = {
    "Script": "#script is refused: a program is data, not code",
    "Minimize": "optimisation is refused: a program says what is possible, not what is best",
    "TheoryDefinition": "#theory is refused: nothing here would give it a meaning",
    "External": "#external is refused: nobody would set it",
    "ProjectAtom": "#project is refused: answers are projected on the mines",
    "ProjectSignature": "#project is refused: answers are projected on the mines",
}
# What clingo's lexer takes outside of strings; other characters are the end of it.
_STRANGE: Final = re.compile(r"[^\t\n\r\x20-\x7e]")
# clingo's parser calls itself for everything that is nested, and dies of too much of it.
_MOST_DEPTH: Final = 500
_MOST_OPERATORS: Final = 2000
_STATEMENT: Final = re.compile(r"\.(?:\s|$)")
# Clingo's numbers have 32 bits, and larger ones become others.
_NUMBER: Final = re.compile(r"(?<![\w'])(?:0x[0-9A-Fa-f]+|0o[0-7]+|0b[01]+|\d+)")
_BASES: Final = {"0x": 16, "0o": 8, "0b": 2}
_TOO_LARGE: Final = (
    f"{{}} is out of range: clingo's numbers have 32 bits, {arithmetic.LEAST} to {arithmetic.MOST}"
)
_LONGEST: Final = 32  # digits, which is what base 2 takes
_OPERATOR: Final = re.compile(r"[-+*/\\&?^~|]|\bnot\b")


@dataclass(frozen=True, slots=True)
class Program:
    """A logic program, given as its `text`, that says more about the layouts of a board.

    It is added to `encodings/minesweeper.lp` and can use its words and the facts of the board
    (`logicsweep encode --to facts`): most often integrity constraints on `mine/1`. `name` is the
    file's, for messages.

    Raises `ProgramError`, with file and line, for a program that does not parse or has a statement
    that is refused: `#script`, `#include`, `#project`, optimisation, theories, externals, program
    parts, heads about `off/1`, which would switch the board's clues off, and numbers beyond 32
    bits, also computed ones, which clingo would take for others. What it computes from variables
    cannot be checked before, and wraps round.
    """

    text: str
    name: str = "<program>"

    def __post_init__(self) -> None:
        expect("text", self.text, str, "a logic program as a str")
        expect("name", self.name, str, "a str")
        object.__setattr__(self, "text", self.text.removeprefix("\ufeff"))
        bare = without_comments(self.text)
        directive = _DIRECTIVE.search(bare)
        if directive:
            raise self._error(bare, directive.start(), f"#{directive[1]} is refused")
        strange = _STRANGE.search(_STRING.sub(lambda string: "." * len(string[0]), bare))
        if strange or "\0" in bare:
            place = strange.start() if strange else bare.index("\0")
            raise self._error(bare, place, f"unexpected character {bare[place]!r}")
        self._check_depth(bare)
        self._check_numbers(bare)
        statements = list(self._statements())
        for statement in statements:
            self._check(statement)
        constants = arithmetic.constants_of(statements)
        for statement in statements:
            wrong = arithmetic.overflow(statement, constants)
            if wrong is not None:
                begin = wrong.location.begin
                what = "what this term comes to"
                where = f"{self.name}:{begin.line}:{begin.column}"
                raise ProgramError(f"{where}: error: {_TOO_LARGE.format(what)}")

    def _error(self, bare: str, place: int, reason: str) -> ProgramError:
        line = bare.count("\n", 0, place) + 1
        column = place - bare.rfind("\n", 0, place)
        return ProgramError(f"{self.name}:{line}:{column}: error: {reason}")

    def _check_depth(self, bare: str) -> None:
        depth = 0
        for place, character in enumerate(bare):
            depth += (character in "([{") - (character in ")]}")
            if depth > _MOST_DEPTH:
                raise self._error(bare, place, f"nested more than {_MOST_DEPTH} times")
        start = 0
        for statement in _STATEMENT.split(bare):
            if len(_OPERATOR.findall(statement)) > _MOST_OPERATORS:
                reason = f"a statement of more than {_MOST_OPERATORS:,} operators"
                raise self._error(bare, start, reason)
            start += len(statement) + 2

    def _check_numbers(self, bare: str) -> None:
        """Refuse numbers that clingo would read as others, without a word."""
        outside = _STRING.sub(lambda string: " " * len(string[0]), bare)
        for found in _NUMBER.finditer(outside):
            base = _BASES.get(found[0][:2], 10)
            digits = found[0].removeprefix("0x").removeprefix("0o").removeprefix("0b")
            if len(digits) > _LONGEST or int(digits, base) > arithmetic.MOST:
                raise self._error(bare, found.start(), _TOO_LARGE.format("this number"))

    def add_to(self, builder: ProgramBuilder) -> None:
        """Add the program to a grounder."""
        for statement in self._statements():
            builder.add(statement)

    def own(self, message: str) -> str:
        """A message of clingo's with the file's name in it."""
        return message.replace("<string>:", f"{self.name}:").rstrip()

    def _statements(self) -> Iterator[AST]:
        from clingo.ast import parse_string

        found: list[AST] = []
        messages: list[str] = []
        try:
            parse_string(
                without_comments(self.text),
                found.append,
                logger=lambda _, message: messages.append(self.own(message)),
            )
        except RuntimeError as error:
            raise ProgramError("\n".join(messages) or f"{self.name}: {error}") from None
        return iter(found)

    def _check(self, statement: AST) -> None:
        kind = statement.ast_type.name
        reason = _REFUSED.get(kind)
        if kind == "Program" and (statement.name != "base" or list(statement.parameters)):
            reason = "#program is refused: every rule belongs to the base part"
        if kind == "Rule" and _names(statement.head) & _RESERVED:
            reason = "off/1 is refused in a head: the clues of the board hold"
        if reason is not None:
            begin = statement.location.begin
            raise ProgramError(f"{self.name}:{begin.line}:{begin.column}: error: {reason}")


def without_comments(text: str) -> str:
    """The program with blanks for its comments, every other character where it was."""
    kept: list[str] = []
    place = 0
    while found := _OUTSIDE.search(text, place):
        start, end = found.span()
        if found[0] == "%":
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
        elif found[0] == "%*":
            closed = _end_of_block(text, end)
            if closed is None:  # left as it is, for clingo to complain about
                break
            end = closed
        kept.append(text[place:start])
        kept.append(found[0] if found[0].startswith('"') else _blank(text[start:end]))
        place = end
    kept.append(text[place:])
    return "".join(kept)


def _end_of_block(text: str, place: int) -> int | None:
    """Where a block comment ends that was opened before a place, if it does; they can be nested."""
    depth = 1
    for token in _INSIDE.finditer(text, place):
        depth += {"%*": 1, "*%": -1}.get(token[0], 0)
        if not depth:
            return token.end()
    return None


def _names(head: AST) -> set[str]:
    """The predicates in the head of a rule."""
    from clingo.ast import Transformer

    found: set[str] = set()

    class Finder(Transformer):
        def visit_Function(self, node: AST) -> AST:  # noqa: N802
            found.add(node.name)
            return node

    Finder().visit(head)
    return found


def _blank(comment: str) -> str:
    return re.sub(r"[^\n]", " ", comment)
