"""The forms of constraints in the native text, such as `runs 3 1`: to a constraint, and back.

    1..2                            bounds on the number of mines; also 2, and 1,3
    sum 1 2 -1 = 0..2               what a mine in each cell adds to a sum, and its values
    pattern *. .*                   the allowed assignments; * is a mine
    runs 3 1                        the lengths of the runs of mines, in order; 0 for none
    regions of = "mines", size = 2  as in files of rules (see `rules.declared`)
    diagram n0 0/w0/w1              a decision diagram: place/safe/mine, each a node or a weight

Likelihoods stand in parentheses: `0..2(1/2,1,1/4)`, `*.(2)`. Regions are joined by sides or
corners, or as `by` says: `by = "neighbours"`, or pairs of cell numbers, `by = [[0, 1]]`; `rim` are
the cells at the rim, where it matters, by default those of the first and last rows and columns.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple, Self

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.state import Grid
from logicsweep.constraints.cardinality import Cardinality, Constraint, between
from logicsweep.constraints.diagram import NOTHING, Diagram, Edge, Forest
from logicsweep.constraints.factors import Source, whole_weights
from logicsweep.constraints.region_clauses import Joined, Regions
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import MOST_IN_PATTERN, Relation
from logicsweep.errors import counted, quoted
from logicsweep.limits import MOST_DIGITS

# The most cells or clues to name in a sentence.
LISTED: Final = 12

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # Clues, lists and the mine count.
        "clue": "the {sign} at {cell}",
        "more_cells": "{number} more cells",
        "more_clues": "{number} more clues",
        "mine_count": "the mine count ({count})",
        "range": "{least} to {most}",
        "range_of_mines": "{range} mines",
        # Verdicts, behind the names of cells.
        "is_safe": "is safe",
        "are_safe": "are safe",
        "is_mine": "is a mine",
        "are_mines": "are mines",
        "is_undetermined": "is undetermined",
        # The statement of the mine count.
        "is_known": "{mine_count} is too low: {mines} is known",
        "are_known": "{mine_count} is too low: {mines} are known",
        "no_mine": "no mine",
        "leaves_for_one": "the mine count leaves {mines} for the one covered cell",
        "leaves_for_all": "the mine count leaves {mines} for the {number} covered cells",
        "leaves_for_other": "the mine count leaves {mines} for the other covered cell",
        "leaves_for_others": "the mine count leaves {mines} for the {number} other covered cells",
        # The statement of a clue, behind its name.
        "needs_exactly": "needs exactly {mines}",
        "needs_none": "needs no mine",
        "needs_no_more": "needs no more mine",
        "cannot_be_met": "cannot be met",
        "among": "{says} in {cells}",
        # Explanations.
        "explanation": "{cell} {verdict}: {reasons}; so {conclusion}.",
        "cannot_be_mine": "it cannot be a mine",
        "cannot_be_safe": "it cannot be safe",
        "counterexample": "{cell} {verdict}: one layout has a mine there and one has none, and "
        "they differ only {where}.",
        "there": "there",
        "there_and_in": "there and in {cells}",
        # Steps from one clue.
        "every_mine": "{clue} needs a mine in every covered cell around it",
        "every_other_mine": "{clue} needs a mine in every other covered cell around it",
        "no_mine_around": "{clue} has no mine around it",
        "has_all": "{clue} has all its mines",
        "given_one": "{given}, so {step}",
        # Steps from several sources.
        "so": "{reasons}; so {decided}",
        "given": "as {given}, {step}",
        # Conflicts.
        "one_wrong": "the board is inconsistent: {names} cannot be right",
        "not_both": "the board is inconsistent: {names} cannot both be right",
        "not_all": "the board is inconsistent: {names} cannot all be right",
        # Grades of openings.
        "first_cell": "The first cell is safe by the rules of the game.",
        "proved": "Proved at level {level}: {reason}",
        "needless": "A needless guess with a risk of {risk}{why}",
        "because": ": {reason}",
        "blunder": "A blunder: {reason}",
        "least_risk": "You had to guess; the risk of {risk} was the least.",
        "riskier": "You had to guess. {cells} had a risk of {risk}; {better} only {best}.",
    }
)


def say(sentence: str, **values: object) -> str:
    """Return a sentence of the table with its placeholders filled.

    Raises KeyError for a sentence that is not in the table, or without a value for a placeholder.
    """
    return SENTENCES[sentence].format(**values)


_CHANCE: Final = rf"\d{{1,{MOST_DIGITS}}}(?:/(?=0*[1-9])\d{{1,{MOST_DIGITS}}})?"
_VALUE: Final = r"-?\d{1,9}(?:\s*\.\.\s*-?\d{1,9})?"
_VALUES: Final = re.compile(
    rf"({_VALUE}(?:\s*,\s*{_VALUE})*)?\s*(?:\(\s*({_CHANCE}(?:\s*,\s*{_CHANCE})*)\s*\))?", re.ASCII
)
_WHOLE: Final = re.compile(r"[-+]?\d{1,9}", re.ASCII)
_LENGTH: Final = re.compile(r"\d{1,9}", re.ASCII)
_PATTERN: Final = re.compile(rf"([*.]+)(?:\(({_CHANCE})\))?", re.ASCII)
_NODE: Final = re.compile(r"(\d{1,9})/([nw]\d{1,999})/([nw]\d{1,999})", re.ASCII)
_EDGE: Final = re.compile(r"[nw]\d{1,999}", re.ASCII)
# Assignments and values that are written one by one.
_MOST_LISTED: Final = 64
_MOST_VALUES: Final = 100_000


class Place(NamedTuple):
    """The board that constraints are for: its size, and its neighbours (None: the eight around)."""

    height: int
    width: int
    adjacency: Adjacency | None = None

    @classmethod
    def of(cls, grid: Grid, adjacency: Adjacency | None) -> Self:
        """Make the place of a grid."""
        height, width = grid.shape
        return cls(height, width, adjacency)

    @property
    def size(self) -> int:
        """The number of its cells."""
        return self.height * self.width


def read_form(text: str, cells: Sequence[int], source: Source, place: Place) -> Constraint:
    """Read a text such as `runs 3 1` as a constraint on these cells.

    Raises ValueError, and `LimitError` for one that is far too large.
    """
    kind, _, rest = text.partition(" ")
    rest = rest.strip()
    if kind == "sum":
        return _sum(rest, cells, source)
    if kind == "pattern":
        return Relation.pattern(cells, dict(map(_assignment, rest.split())), source)
    if kind == "runs":
        return Relation.runs(cells, _lengths(rest), source)
    if kind == "regions":
        return _regions(rest, cells, source, place)
    if kind == "diagram":
        return _diagram(rest, cells, source)
    weights = whole_weights(_values(text))
    lower, upper = min(weights), max(weights)
    if lower < 0 or upper > len(cells):
        raise ValueError(
            f"{text} mines in {counted(len(cells), 'cell')} cannot be; expected numbers from 0 to "
            f"{len(cells)}"
        )
    allowed = tuple([weights.get(mines, 0) for mines in range(lower, upper + 1)])
    return between(tuple(sorted(cells)), lower, upper, source, allowed)


def form_words(constraint: Constraint, place: Place) -> str:
    """Write a constraint without its cells; `read_form` makes an equal one of it."""
    if isinstance(constraint, Regional):
        return _regions_words(constraint, place)
    if isinstance(constraint, Cardinality):
        _, lower, upper, _, weights = constraint
        table = weights or (1,) * (upper - lower + 1)
        return _values_words({at: table[at - lower] for at in range(lower, upper + 1)})
    return next(_relation_words(constraint))


def _relation_words(relation: Relation) -> Iterator[str]:
    """Write a relation in all forms that it has, the shortest first."""
    cells, diagram, source, linear = relation
    if linear is not None and linear.allowed:
        by_sum = _weights_by_sum(diagram, linear.coefficients) if relation.is_weighted else {}
        weights = {value: by_sum.get(value, 1) for value in linear.allowed}
        terms = " ".join(map(str, linear.coefficients))
        if Relation.weighted_sum(cells, linear.coefficients, weights, source) == relation:
            yield f"sum {terms} = {_values_words(weights)}"
    models = _assignments(diagram, _MOST_LISTED + 1)
    if models and not relation.is_weighted:
        runs = [len([*run]) for is_mine, run in groupby(models[0][0]) if is_mine]
        if Relation.runs(cells, runs, source) == relation:
            yield f"runs {' '.join(map(str, runs)) or 0}"
    if len(cells) <= MOST_IN_PATTERN and len(models) <= _MOST_LISTED:
        signs = ["".join(["*" if mine else "." for mine in model]) for model, _ in models]
        chances = [f"({weight})" if weight != 1 else "" for _, weight in models]
        yield f"pattern {' '.join(map(''.join, zip(signs, chances, strict=True)))}"
    nodes = [f"{at}/{_edge_words(safe)}/{_edge_words(mine)}" for at, safe, mine in diagram.nodes]
    yield " ".join(["diagram", _edge_words(diagram.root), *nodes])


def _values(text: str) -> dict[int, Fraction]:
    """Read values such as `1..3`, `1,4` or `0..1(9,1)`, each with its likelihood."""
    match = _VALUES.fullmatch(text)
    if match is None or match[1] is None:
        raise ValueError(f"{quoted(text)} is unknown; expected numbers such as 2, 1..3 or 1,4")
    values: list[int] = []
    for part in match[1].split(","):
        first, _, last = part.partition("..")
        span = range(int(first), int(last or first) + 1)
        if not span or len(values) + len(span) > _MOST_VALUES:
            fault = "far too long" if span else "empty"
            raise ValueError(f"{part.strip()} is {fault}; expected the smaller number first")
        values += span
    chances = [Fraction(chance) for chance in (match[2] or "").split(",") if chance]
    if chances and len(chances) != len(values):
        raise ValueError(
            f"{counted(len(chances), 'likelihood')} for {counted(len(values), 'value')}; expected "
            f"as many"
        )
    return dict(zip(values, chances or [Fraction(1)] * len(values), strict=True))


def _values_words(weights: Mapping[int, int]) -> str:
    """Write values as `_values` reads them, with the longest ranges."""
    allowed = {value: weight for value, weight in weights.items() if weight}
    # The values of a range are as far from their places in the list as its first one.
    spans = [
        [value for _, value in run]
        for _, run in groupby(enumerate(allowed), key=lambda pair: pair[1] - pair[0])
    ]
    words = [f"{span[0]}..{span[-1]}" if len(span) > 1 else f"{span[0]}" for span in spans]
    chances = allowed.values()
    are_equal = len(set(chances)) < 2
    return ",".join(words) + ("" if are_equal else f"({','.join(map(str, chances))})")


def _sum(text: str, cells: Sequence[int], source: Source) -> Relation:
    """Read a sum such as `1 2 -1 = 0..2`: a coefficient for each cell, and its values."""
    terms, equals, values = text.partition("=")
    coefficients = terms.split()
    if not equals or not all(map(_WHOLE.fullmatch, coefficients)):
        raise ValueError(
            f"the sum is {quoted(text)}; expected a number for each cell, = and its values, such "
            f"as 1 2 -1 = 0..2"
        )
    allowed = _values(values.strip())
    return Relation.weighted_sum(cells, [*map(int, coefficients)], allowed, source)


def _weights_by_sum(diagram: Diagram, coefficients: Sequence[int]) -> dict[int, int]:
    """Find the weight of each sum that some assignment has."""
    examples: dict[int, tuple[bool, ...]] = {0: ()}
    for coefficient in coefficients:
        examples = {
            total + coefficient * mine: (*before, mine)
            for total, before in examples.items()
            for mine in (False, True)
        }
    return {total: diagram.weight(example) for total, example in examples.items()}


def _assignment(word: str) -> tuple[tuple[bool, ...], Fraction]:
    """Read an allowed assignment, such as `*.` or `*.(2)`, and its likelihood."""
    match = _PATTERN.fullmatch(word)
    if match is None:
        raise ValueError(f"{quoted(word)} is no pattern; expected * and . as in *..*")
    return tuple([sign == "*" for sign in match[1]]), Fraction(match[2] or 1)


def _assignments(diagram: Diagram, most: int) -> list[tuple[tuple[bool, ...], int]]:
    """List the first `most` assignments that are allowed, each with its weight."""
    listed: list[tuple[tuple[bool, ...], int]] = []
    stack: list[tuple[tuple[bool, ...], Edge]] = [((), diagram.root)]
    while stack and len(listed) < most:
        before, edge = stack.pop()
        if edge == NOTHING:
            continue
        if len(before) == diagram.size:
            listed.append((before, ~edge))
            continue
        place, safe, mine = diagram.nodes[edge] if edge >= 0 else (diagram.size, edge, edge)
        after = (safe, mine) if place == len(before) else (edge, edge)
        stack += [((*before, True), after[1]), ((*before, False), after[0])]
    return listed


def _lengths(text: str) -> list[int]:
    """Read the lengths of the runs of mines, such as `3 1`; none for `0`."""
    words = text.split()
    if not words or not all(map(_LENGTH.fullmatch, words)):
        raise ValueError(f"the runs are {quoted(text)}; expected lengths such as 3 1, or 0")
    return [] if words == ["0"] else [*map(int, words)]


def _regions(text: str, cells: Sequence[int], source: Source, place: Place) -> Regional:
    """Read what regions say, such as `of = "mines", size = 2`, as a table of TOML."""
    import tomllib

    from logicsweep.board.rules.declared import regions_of

    try:
        table = tomllib.loads(f"regions = {{{text}}}")["regions"]
    except tomllib.TOMLDecodeError:
        raise ValueError(
            f'the regions are {quoted(text)}; expected keys such as of = "mines", at_most = 1'
        ) from None
    by, rim = table.pop("by", None), table.pop("rim", None)
    regions = regions_of(table)
    if rim is not None and not _are_numbers(rim):
        raise ValueError("rim is no list of cell numbers, such as [0, 1]")
    links = _links(by, cells, regions, place)
    at_rim = _rim(regions, place) & {*cells} if rim is None else rim
    return Regional.of(links, regions, source, rim=at_rim)


def _links(
    by: object, cells: Sequence[int], regions: Regions, place: Place
) -> dict[int, list[int]]:
    """Return the cells that each cell is joined to in regions, by the value of `by`."""
    if isinstance(by, list) and all(_are_numbers(pair) and len(pair) == 2 for pair in by):
        links: dict[int, list[int]] = {cell: [] for cell in cells}
        for cell, near in by:
            links.setdefault(cell, []).append(near)
        if len(links) > len(cells):
            raise ValueError(f"by joins the cell {[*links][-1]}, which is not named")
        return links
    if by not in (None, "neighbours"):
        raise ValueError('by is neither "neighbours" nor a list of pairs such as [[0, 1]]')
    joined = _joined(regions, place) if by is None else _neighbours(place)
    inside = {*cells}
    return {cell: sorted(inside.intersection(joined[cell])) for cell in cells}


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(type(number) is int for number in value)


def _joined(regions: Regions, place: Place) -> Sequence[Collection[int]]:
    """List the cells that each cell shares a side with, or a corner as well."""
    height, width, _ = place
    if regions.joined is Joined.CORNERS:
        return eight(height, width).lists
    return Adjacency.four(height, width).lists


def _neighbours(place: Place) -> Sequence[Collection[int]]:
    """List the neighbours of each cell."""
    adjacency = place.adjacency
    return (eight(place.height, place.width) if adjacency is None else adjacency).lists


def _rim(regions: Regions, place: Place) -> frozenset[int]:
    """Find the cells of the first and last rows and columns, if it matters which are at the rim."""
    if not regions.reach_rim and regions.at_rim is None:
        return frozenset()
    height, width, size = place.height, place.width, place.size
    ends = {*range(width), *range(size - width, size), *range(0, size, width)}
    return frozenset({*ends, *range(width - 1, height * width, width)})


def _regions_words(regional: Regional, place: Place) -> str:
    """Write regions; `by` and `rim` only where they differ from the default."""
    from logicsweep.board.rules.declared import regions_table

    cells, (links, rim), regions, *_ = regional
    entries = regions_table(regions)
    lists = [(cell, [*links[cell]]) for cell in cells]
    inside = {*cells}

    def are_links(joined: Sequence[Collection[int]]) -> bool:
        return lists == [(cell, sorted(inside.intersection(joined[cell]))) for cell in cells]

    if not are_links(_joined(regions, place)):
        pairs = [[cell, near] for cell, near_cells in lists for near in near_cells if cell < near]
        entries["by"] = "neighbours" if are_links(_neighbours(place)) else pairs
    if rim != _rim(regions, place) & inside:
        entries["rim"] = sorted(rim)
    import json

    words = [f"{key} = {json.dumps(entry)}" for key, entry in entries.items()]
    return f"regions {', '.join(words)}"


def _diagram(text: str, cells: Sequence[int], source: Source) -> Relation:
    """Read a diagram: its root, then its nodes, each after the nodes it leads to."""
    forest = Forest()
    edges: list[Edge] = []
    root, *nodes = text.split() or [""]

    def edge_of(word: str, place: int) -> Edge:
        edge = ~int(word[1:]) if word[0] == "w" else int(word[1:])
        if edge < 0:
            return edge
        if edge >= len(edges):
            raise ValueError(f"{word} is no node before this one; expected n0, n1 and so on")
        inner = edges[edge]
        if inner >= 0 and forest.nodes[inner][0] <= place:
            raise ValueError(f"{word} reads a cell again; expected one that comes later")
        return inner

    for word in nodes:
        match = _NODE.fullmatch(word)
        if match is None or int(match[1]) >= len(cells):
            raise ValueError(
                f"{quoted(word)} is no node; expected place/safe/mine, such as 0/w0/n1, with "
                f"places from 0 to {len(cells) - 1}"
            )
        place = int(match[1])
        edges.append(forest.node(place, edge_of(match[2], place), edge_of(match[3], place)))
    if not _EDGE.fullmatch(root):
        raise ValueError(f"the diagram begins with {quoted(root)}; expected its root, such as n0")
    return Relation.by_diagram(cells, forest.diagram(edge_of(root, -1), len(cells)), source)


def _edge_words(edge: Edge) -> str:
    return f"n{edge}" if edge >= 0 else f"w{~edge}"
