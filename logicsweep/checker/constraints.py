"""The constraints of a board, from their lines in native text to what they demand."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import compress, groupby, product

from .demands import Demand, Sum, Table
from .faults import shown
from .words import (
    BLANKS,
    N,
    at_line,
    below,
    is_above_0,
    likelihoods,
    match_of,
    need,
    place_of,
    span_of,
    whole,
    words_of,
)

# The most cells and values of all constraints: a short text could name them without end.
MOST_NAMED = 2_000_000
_CONSTRAINT = r'(?:"([^"]+)"|([^":][^:]*)):(.*?)[ \t]of[ \t](.*)'
_END = rf"n{N}|w[0-9.]+(?:/[0-9]+)?"
_Satisfied = Callable[[Mapping[int, bool]], bool]


class Constraints:
    """Read the constraints of a board."""

    def __init__(self, height: int, width: int) -> None:
        self._height, self._width, self._left = height, width, MOST_NAMED

    def read(self, lines: Sequence[tuple[int, str]]) -> dict[str, Demand | None]:
        """Read what constraints demand, by their names."""
        demands: dict[str, Demand | None] = {}
        for line, text in lines:
            with at_line(line):
                name, demand = self._one(text)
                need(name not in demands, f"another name for the second {shown(name)}")
                demands[name] = demand
        return demands

    def _one(self, text: str) -> tuple[str, Demand | None]:
        match = match_of(_CONSTRAINT, text, "a constraint such as corner: 1..2 of row 0")
        name = (match[1] or match[2]).strip(BLANKS)
        kind, *words = words_of(match[3]) or [""]
        if kind == "regions":
            return name, None
        variables = [cell + 1 for cell in self._cells(match[4])]
        readers = {"pattern": _pattern, "runs": _runs, "diagram": _diagram}
        if kind in readers:
            return name, Table(tuple(variables), readers[kind](words, variables))
        weights = [1] * len(variables)
        if kind == "sum":
            *before, sign, kind = ["", "", *words]
            weights = [int(match_of(f"-?{N}", each, "a weight")[0]) for each in before[2:]]
            need(sign == "=" and len(weights) == len(variables), "a weight for each cell, and =")
        else:
            need(not words and "-" not in kind, "a condition such as 1..3")
        least, most = [sum([way(0, each) for each in weights]) for way in (min, max)]
        allowed = self._values(kind, least, most)
        return name, Sum(dict(zip(variables, weights, strict=True)), allowed)

    def _spend(self, count: int) -> None:
        self._left -= count
        need(self._left >= 0, f"constraints that name up to {MOST_NAMED} cells and values")

    def _cells(self, text: str) -> list[int]:
        cells: list[int] = []
        for word in re.findall(r"(?:row|column)[ \t]+[^ \t]+|[^ \t]+", text):
            (top, left), (bottom, right) = self._corners(word)
            self._spend((bottom - top + 1) * (right - left + 1))
            block = product(range(top, bottom + 1), range(left, right + 1))
            cells += [row * self._width + column for row, column in block]
        need(0 < len(cells) == len(set(cells)), "cells, each of them once")
        return cells

    def _corners(self, word: str) -> tuple[Sequence[int], Sequence[int]]:
        """Return the first and the last row and column that some words name."""
        height, width = self._height, self._width
        first, last = [0, 0], [height - 1, width - 1]
        kind, *number = words_of(word)
        if number:
            axis = int(kind == "column")
            first[axis] = last[axis] = below(number[0], (height, width)[axis], f"a {kind}")
        elif re.fullmatch("[0-9]+", word):
            first = last = [*divmod(below(word, height * width, "a cell"), width)]
        elif word != "all":
            first, *others = [[*place_of(each, height, width)] for each in word.split("..", 1)]
            last = others[0] if others else first
            is_in_order = first[0] <= last[0] and first[1] <= last[1]
            need(is_in_order, "the corner above to the left, then that below to the right")
        return first, last

    def _values(self, text: str, least: int, most: int) -> frozenset[int]:
        """Read the numbers that a condition allows, of those that there can be."""
        match = match_of(r"([-0-9.,]+)(?:\(([^()]*)\))?", text, "a condition such as 1..3 or 1,4")
        spans = [span_of(each, "-?") for each in match[1].split(",")]
        if match[2] is None:
            spans = [(max(low, least), min(high, most)) for low, high in spans]
        count = sum([max(0, high - low + 1) for low, high in spans])
        self._spend(count)
        chances = [True] * count if match[2] is None else likelihoods(match[2], count)
        numbers = [each for low, high in spans for each in range(low, high + 1)]
        need(len(set(numbers)) == count, "each number once")
        return frozenset(compress(numbers, chances))


def _pattern(words: Sequence[str], variables: Sequence[int]) -> _Satisfied:
    need(len(variables) <= 12, "patterns for up to twelve cells")
    patterns: dict[str, bool] = {}
    for word in words:
        match = match_of(r"([*.]+)(?:\(([^()]*)\))?", word, "a pattern such as *..")
        need(len(match[1]) == len(variables), f"a pattern of {len(variables)} signs")
        need(match[1] not in patterns, f"the pattern {match[1]} once")
        patterns[match[1]] = match[2] is None or is_above_0(match[2])
    need(any(patterns.values()), "a pattern with a likelihood above 0")
    return lambda values: patterns.get("".join([".*"[values[each]] for each in variables]), False)


def _runs(words: Sequence[str], variables: Sequence[int]) -> _Satisfied:
    lengths = [whole(word) for word in words]
    need(bool(lengths) and (0 not in lengths or len(lengths) == 1), "lengths of runs, or 0")
    wanted = [length for length in lengths if length]

    def satisfied(values: Mapping[int, bool]) -> bool:
        runs = groupby([values[each] for each in variables])
        return [len(list(run)) for is_mine, run in runs if is_mine] == wanted

    return satisfied


def _diagram(words: Sequence[str], variables: Sequence[int]) -> _Satisfied:
    nodes: list[tuple[int, int | bool, int | bool]] = []

    def end(text: str, place: int) -> int | bool:
        """Return the number of a node for a later place, or whether a weight is above 0."""
        if text[0] == "w":
            return is_above_0(text[1:])
        number = below(text[1:], len(nodes), "a node")
        need(nodes[number][0] > place, "nodes that read each cell once, in their order")
        return number

    for word in words[1:]:
        match = match_of(rf"({N})/({_END})/({_END})", word, "a node such as 0/w0/w1")
        place = below(match[1], len(variables), "a place")
        nodes.append((place, end(match[2], place), end(match[3], place)))
    root = end(match_of(_END, " ".join(words[:1]), "a root such as n0")[0], -1)

    def satisfied(values: Mapping[int, bool]) -> bool:
        at = root
        while not isinstance(at, bool):
            place, safe, mine = nodes[at]
            at = mine if values[variables[place]] else safe
        return at

    return satisfied
