"""Formulas of clauses with counters, in DIMACS CNF, and their proofs, in DRUP."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isqrt
from typing import NamedTuple

from .faults import CheckError, CheckLimitError, Clock, shown

Clause = tuple[int, ...]
Lines = Sequence[str]
Match = re.Match[str]
Pattern = re.Pattern[str]

# The most lines, and words, of a file.
MOST_LINES = 1_000_000
MOST_WORDS = 8_000_000
# Parts of patterns: the conclusion, a number from 1, a variable's name, a group's range and title.
CLAIM = r"cannot all be true, so (\S.*)"
NUMBER = "[1-9][0-9]{0,17}"
NAME = rf"((?:mine|wrong)\((?:0|{NUMBER}),(?:0|{NUMBER})\)|marked\((?:0|{NUMBER})\))"
GROUP = rf"(?: ({NUMBER})|s ({NUMBER}) to ({NUMBER})): (\S.*)"

_CONCLUSION = re.compile(f"c logicsweep certificate: these clauses {CLAIM}", re.ASCII)
_NAME = re.compile(rf"c ({NUMBER}) = {NAME}", re.ASCII)
_COUNTER = re.compile(rf"c ({NUMBER}) to ({NUMBER}) = counter to ({NUMBER}) of (.+)", re.ASCII)
_GROUP = re.compile(f"c clause{GROUP}", re.ASCII)
_HEADER = re.compile(f"p cnf (0|{NUMBER}) (0|{NUMBER})", re.ASCII)
_LITERAL = re.compile(f"-?{NUMBER}", re.ASCII)


class Counter:
    """Variables from `first` on that count the true literals of a list."""

    def __init__(self, first: int, most: int, literals: tuple[int, ...]) -> None:
        self.first = first
        self.most = most
        self.literals = literals
        # The places of the listed variables, from 1.
        self.places = {abs(literal): i for i, literal in enumerate(literals, 1)}
        # The last of its variables.
        self.last = first - 1 + (2 * len(literals) - most + 1) * most // 2

    def place(self, variable: int) -> tuple[int, int]:
        """Return (i, j) of one of its variables: at least j of the first i literals are true."""
        offset = variable - self.first
        if offset >= (corner := self.most * (self.most + 1) // 2):
            i, j = divmod(offset - corner, self.most)
            return self.most + 1 + i, j + 1
        i = (isqrt(8 * offset + 1) + 1) // 2
        return i, offset - i * (i - 1) // 2 + 1


class Group(NamedTuple):
    """The clauses of one source; `line` is that of the first."""

    title: str
    clauses: tuple[Clause, ...]
    line: int


class Formula(NamedTuple):
    """Clauses that cannot all be true, from which the conclusion follows; counters ascend."""

    conclusion: str
    names: Mapping[int, str]
    counters: tuple[Counter, ...]
    groups: tuple[Group, ...]


def limit_lines(lines: Lines, most: int = MOST_LINES, words: int = MOST_WORDS) -> None:
    """Refuse files with too many lines or words."""
    if len(lines) > most or sum([line.count(" ") for line in lines]) > words:
        raise CheckLimitError(f"a file has more than {most} lines or {words} words")


def expect(pattern: Pattern, lines: Lines, at: int, what: str) -> Match:
    """Return the match of the line at a place, from 0; another line is a fault."""
    match = pattern.fullmatch(lines[at]) if at < len(lines) else None
    if match is None:
        instead = f"not {shown(lines[at])}" if at < len(lines) else "at the end of the file"
        raise CheckError(f"expected {what}, {instead}", line=max(1, min(at + 1, len(lines))))
    return match


def leading(pattern: Pattern, lines: Lines, at: int) -> Iterator[tuple[int, Match]]:
    """Yield the lines from a place on, counted from 1, until one does not match."""
    while at < len(lines) and (match := pattern.fullmatch(lines[at])):
        at += 1
        yield at, match


def read_names(pattern: Pattern, lines: Lines, at: int) -> dict[int, str]:
    """Return the names of variables in the lines from a place on."""
    names: dict[int, str] = {}
    last = 0
    for line, match in leading(pattern, lines, at):
        if int(match[1]) <= last:
            raise CheckError("the named variables do not ascend", line=line)
        last = int(match[1])
        names[last] = match[2]
    return names


def group_end(match: Match, due: int, line: int) -> int:
    """Return the last number of a group, the first of which is due."""
    first, last = int(match[1] or match[2]), int(match[1] or match[3])
    if first != due or (match[1] is None and last <= first):
        raise CheckError(f"expected a group from {due} on, not {first} to {last}", line=line)
    return last


def read_formula(lines: Lines) -> Formula:
    """Read the lines of a DIMACS file, without their line breaks."""
    limit_lines(lines)
    conclusion = expect(_CONCLUSION, lines, 0, "the conclusion")[1]
    names = read_names(_NAME, lines, 1)
    at, named = 1 + len(names), max(names, default=0)
    counters = [_counter(match, names, line) for line, match in leading(_COUNTER, lines, at)]
    at += len(counters)
    ordered = sorted(counters, key=lambda counter: counter.first)
    firsts, lasts = [each.first for each in ordered], [0, *[each.last for each in ordered]]
    for first, last in zip(firsts, lasts, strict=False):
        if first <= max(last, named):
            raise CheckError(f"a counter begins with {first}, which is taken", line=at)
    titles, ends = [], [0]
    for line, match in leading(_GROUP, lines, at):
        titles.append(match[4])
        ends.append(group_end(match, ends[-1] + 1, line))
    at += len(titles) + 1
    header = expect(_HEADER, lines, at - 1, "a further comment of the formula, or its header")
    if not int(header[2]) == ends[-1] == len(lines) - at:
        raise CheckError(f"the file has {len(lines) - at} clauses, the groups {ends[-1]}", line=at)
    clauses = [_literals(text, line) for line, text in enumerate(lines[at:], at + 1)]
    used = 0
    for line, clause in enumerate(clauses, at + 1):
        variables = {abs(literal) for literal in clause}
        used = max(used, *variables, 0)
        others = [each for each in variables if each not in names]
        if len(variables) < len(clause) or any(x > lasts[bisect_right(firsts, x)] for x in others):
            raise CheckError("the clause has a variable twice, or one not described", line=line)
    if not used <= int(header[1]) <= max(named, lasts[-1]):
        raise CheckError(f"{header[1]} is not the last variable", line=at)
    spans = zip(titles, ends, ends[1:], strict=False)
    groups = [Group(title, tuple(clauses[a:b]), at + a + 1) for title, a, b in spans]
    return Formula(conclusion, names, tuple(ordered), tuple(groups))


def _literals(text: str, line: int) -> Clause:
    """Return the literals of a clause, with 0 at its end."""
    *words, end = text.split(" ")
    if end != "0" or not all(map(_LITERAL.fullmatch, words)):
        raise CheckError(f"expected literals, then 0, not {shown(text)}", line=line)
    return tuple([int(word) for word in words])


def _counter(match: Match, names: Mapping[int, str], line: int) -> Counter:
    literals = _literals(f"{match[4]} 0", line)
    counter = Counter(int(match[1]), int(match[3]), literals)
    signed = {abs(each) for each in literals if each * literals[0] > 0 and abs(each) in names}
    if len(signed) < len(literals):
        raise CheckError("the literals are not of one sign, different, and with names", line=line)
    if counter.most > len(literals) or counter.last != int(match[2]):
        raise CheckError("the range of the counter does not fit its literals", line=line)
    return counter


def counter_range(counter: Counter, known: Mapping[int, bool]) -> tuple[int, int] | None:
    """Return the least and most number of true literals that agree with known values, if any do."""
    least: dict[int, int] = {}
    most: dict[int, int] = {}
    given: dict[int, bool] = {}  # whether literals are true, by their place
    last = counter.last
    for variable, value in known.items():
        if variable in counter.places:
            i = counter.places[variable]
            given[i] = value is (counter.literals[i - 1] > 0)
        elif counter.first <= variable <= last:
            i, j = counter.place(variable)
            least[i] = max(least.get(i, 0), j if value else 0)
            most[i] = min(most.get(i, i), i if value else j - 1)
    low = high = at = 0
    for i in sorted({*least, *given}):
        low, high, at = low + given.get(i, False), high + i - at, i  # those in between may be true
        high -= not given.get(i, True)
        low, high = max(low, least.get(i, 0)), min(high, most.get(i, i))
        if low > high:
            return None
    return low, high + len(counter.literals) - at


def check_refutation(clauses: Iterable[Clause], proof: Lines, clock: Clock) -> None:
    """Check that each clause of a DRUP proof follows, and that the last one is empty."""
    limit_lines(proof, 2 * MOST_LINES)
    propagation = _Propagation(clock)
    for each in clauses:
        propagation.add(each)
    clause: Clause | None = None
    for line, text in enumerate(proof, 1):
        if clause == ():
            raise CheckError("the proof goes on after the empty clause", line=line)
        if not text.startswith("d"):
            clause = _literals(text, line)
            if not propagation.implies(clause):
                raise CheckError(f"the clause does not follow: {shown(text)}", line=line)
            propagation.add(clause)
    if clause != ():
        raise CheckError("the proof ends before the empty clause", line=max(1, len(proof)))


class _Propagation:
    """Clauses, each watched through its first two literals, and what follows from units."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._is_refuted = False
        self._true: set[int] = set()
        self._trail: list[int] = []
        self._watches: dict[int, list[list[int]]] = {}

    def add(self, clause: Clause) -> None:
        """Add a clause for good."""
        self._clock.tick(len(clause) + 1)
        given = dict.fromkeys(clause)
        if any(literal in self._true or -literal in given for literal in given):
            return
        left = [literal for literal in given if -literal not in self._true]
        if len(left) < 2:
            self._is_refuted |= not left or not self._spread(left)
            return
        for literal in left[:2]:
            self._watches.setdefault(literal, []).append(left)

    def implies(self, clause: Clause) -> bool:
        """Tell whether the opposites of a clause's literals lead to a contradiction."""
        self._clock.tick(len(clause) + 1)
        start = len(self._trail)
        follows = self._is_refuted or not self._spread([-literal for literal in clause])
        self._true.difference_update(self._trail[start:])
        del self._trail[start:]
        return follows

    def _spread(self, literals: Iterable[int]) -> bool:
        """Make literals true, and all that have to be then; tell whether no clause is broken."""
        true, trail, done = self._true, self._trail, len(self._trail)
        for literal in literals:
            if -literal in true:
                return False
            if literal not in true:
                true.add(literal)
                trail.append(literal)
        while done < len(trail):
            false = -trail[done]
            done += 1
            watching = self._watches.get(false, [])
            kept, steps = 0, len(watching) + 1
            for place, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if first not in true:
                    free = next((i for i in range(2, len(clause)) if -clause[i] not in true), 0)
                    steps += free or len(clause)
                    if free:
                        clause[1], clause[free] = clause[free], false
                        self._watches.setdefault(clause[1], []).append(clause)
                        continue
                    if -first in true:
                        del watching[kept:place]
                        self._clock.tick(steps)
                        return False
                    true.add(first)
                    trail.append(first)
                watching[kept] = clause
                kept += 1
            del watching[kept:]
            self._clock.tick(steps)
        return True
