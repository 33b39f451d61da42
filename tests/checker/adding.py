"""Formulas in OPB and proofs in VeriPB's format, read and added up in the tests' own way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

# The grammar, from the overview of the proof format of VeriPB 3.0 (sections "OPB", "pol", "f", "i",
# "Output and Conclusion Section") and from the format of the pseudo-Boolean competition 2024.
_TERMS: Final = r"(?:[+-]?\d+ ~?[A-Za-z_][A-Za-z0-9_]+ )*"
OPB_LINE: Final = re.compile(rf"\*.*|{_TERMS}(?:>=|=) [+-]?\d+ ;")
OPB_HEAD: Final = re.compile(r"\* #variable= (\d+) #constraint= (\d+)")
_WORD: Final = r"(?:[1-9]\d*|~?[A-Za-z_][A-Za-z0-9_]+|\+|\d+ \*|[1-9]\d* d)"
PROOF: Final = re.compile(
    r"pseudo-Boolean proof version 3\.0\n"
    r"f \d+;\n"
    rf"(?:(?:pol {_WORD}(?: {_WORD})*|i {_TERMS}>= [+-]?\d+ : [1-9]\d*);\n)+"
    r"output NONE;\nconclusion UNSAT : [1-9]\d*;\nend pseudo-Boolean proof;\n"
)
_TERM: Final = re.compile(r"([+-]?\d+) (~?)x(\d+)")


class Bound(NamedTuple):
    """A sum over variables that is at least a bound."""

    terms: Mapping[int, int]
    bound: int

    def holds(self, values: Mapping[int, bool]) -> bool:
        return sum([value for name, value in self.terms.items() if values[name]]) >= self.bound


def read_opb(lines: Iterable[str]) -> list[Bound]:
    """The inequalities of a formula, an equation as two."""
    read = []
    for line in lines:
        if line.startswith("*"):
            continue
        left, sign, right = re.fullmatch(r"(.*?)(>=|=) ([+-]?\d+) ;", line).groups()  # type: ignore[union-attr]
        terms, bound = _terms(left), int(right)
        for coefficient, negation, _ in _TERM.findall(left):
            bound -= int(coefficient) if negation else 0
        read.append(Bound(terms, bound))
        if sign == "=":
            read.append(Bound({name: -value for name, value in terms.items()}, -bound))
    return read


def _terms(text: str) -> dict[int, int]:
    return {
        int(name): -int(coefficient) if negation else int(coefficient)
        for coefficient, negation, name in _TERM.findall(text)
    }


def last_sum(given: Sequence[Bound], proof: Iterable[str]) -> Bound:
    """What the last line `pol` of a proof comes to, where divisions leave no rest in any term."""
    known = list(given)
    for line in proof:
        if not line.startswith("pol "):
            continue
        stack: list[Bound | int] = []
        words = line[4:-1].split()
        for word, after in zip(words, [*words[1:], ""], strict=True):
            if word == "+":
                second, first = stack.pop(), stack.pop()
                assert isinstance(first, Bound)
                assert isinstance(second, Bound)
                names = {*first.terms, *second.terms}
                terms = {
                    name: first.terms.get(name, 0) + second.terms.get(name, 0) for name in names
                }
                stack.append(Bound(terms, first.bound + second.bound))
            elif word in ("*", "d"):
                factor, scaled = stack.pop(), stack.pop()
                assert isinstance(factor, int)
                assert isinstance(scaled, Bound)
                if word == "*":
                    terms = {name: value * factor for name, value in scaled.terms.items()}
                    stack.append(Bound(terms, scaled.bound * factor))
                else:
                    assert all(value % factor == 0 for value in scaled.terms.values())
                    terms = {name: value // factor for name, value in scaled.terms.items()}
                    stack.append(Bound(terms, -(-scaled.bound // factor)))
            elif after in ("*", "d"):
                stack.append(int(word))
            elif word[0] in "~x":
                is_negated = word[0] == "~"
                name = int(word.lstrip("~x"))
                stack.append(Bound({name: -1}, -1) if is_negated else Bound({name: 1}, 0))
            else:
                stack.append(known[int(word) - 1])
        (result,) = stack
        assert isinstance(result, Bound)
        known.append(result)
    return known[-1]
