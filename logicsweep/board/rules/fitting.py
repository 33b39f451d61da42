"""The checks that rules are for a kind of board, and for its mine count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.rules.layout_rule import LayoutRule, Lines, placed, rim
from logicsweep.board.rules.region import Place
from logicsweep.board.total import Total
from logicsweep.errors import ArgumentError, listed

# Boards of squares on which other cells are neighbours.
_NOT_EIGHT: Final = ("four", "knight")
# Other boards on which neighbours are taken for cells that share a side; None for a graph.
_BY_SIDES: Final = ("hexagon", None)


def check_fits(clue: ClueRule, layout: Sequence[LayoutRule], place: Place) -> None:
    """Raise ValueError unless a board is one for rules; of several in one each is checked alone."""
    _check_cells(clue, layout, place)
    _check_reach(clue, place)
    for rule in [rule.on(place) for rule in layout]:
        of_rim = any(says.reach_rim or says.at_rim is not None for says in rule.regions)
        if of_rim and not rim(place):
            raise ValueError(
                f"the rule {rule.name} needs a board with a rim; this one is {_kind(place)}"
            )
        if any(place.joined or ()):  # elsewhere no window meets itself
            for _ in placed(rule, place):
                pass


def check_total(layout: Sequence[LayoutRule], place: Place, total: Total) -> None:
    """Raise ValueError if the mine count does not go with rules for layouts."""
    equal = next((rule.name for rule in layout if rule.lines is Lines.EQUAL), None)
    if not isinstance(total, int) or equal is None:
        return
    for size, name in ((place.height, "rows"), (place.width, "columns")):
        if total % size:
            raise ArgumentError(
                "mines",
                f"the mine count is {total}, but with the rule {equal} all {name} have equally "
                f"many; expected a multiple of {size}",
            )


def _kind(place: Place) -> str:
    """Name the kind of board, for messages."""
    return place.adjacency.topology or "one with neighbours of its own"


def _check_cells(clue: ClueRule, layout: Sequence[LayoutRule], place: Place) -> None:
    """Refuse rules that mean nothing on cells of this kind."""
    looks = clue.key is HiddenKey.DIRECTION
    of_clues = [clue.name] if clue.region.needs_squares or looks else []
    squares = [*of_clues, *[rule.name for rule in layout if rule.on(place).needs_squares]]
    sides = [rule.name for rule in layout if rule.is_of_sides]
    if squares and place.joined is None:
        raise ValueError(f"{_rule_words(squares)} a board of squares; this one is {_kind(place)}")
    if sides and place.joined is None and place.adjacency.topology not in _BY_SIDES:
        raise ValueError(
            f"{_rule_words(sides)} a board on which neighbours share a side; this one is "
            f"{_kind(place)}"
        )
    if looks and place.adjacency.topology in _NOT_EIGHT:
        raise ValueError(
            f"the rule {clue.name} needs a board on which the eight cells around a cell are its "
            f"neighbours; this one is {place.adjacency.topology}"
        )
    parted = [*of_clues, *[rule.name for rule in layout if not rule.is_of_neighbours]]
    if place.adjacency.walls and parted:
        raise ValueError(f"{_rule_words(parted)} a board without walls")


def _check_reach(rule: ClueRule, place: Place) -> None:
    """Refuse joined sides where a clue might reach a cell twice, and count it twice or once."""
    if place.joined is None or not any(place.joined) or not rule.region.needs_squares:
        return
    if rule.region.whole:
        raise ValueError(
            f"a {place.adjacency.topology} is no board for the rule {rule.name}; expected one "
            f"whose sides are not joined"
        )
    for number in range(0, place.size, place.width):  # columns are alike
        cells = [entry.cell for entry in rule.entries(place, number) if entry.cell is not None]
        if len(set(cells)) < len(cells):
            kind = place.adjacency.topology
            wanted = "one whose sides are not joined" if rule.region.rays else "a larger one"
            raise ValueError(
                f"a {kind} of {place.width}x{place.height} is no board for the rule "
                f"{rule.name}, since a clue would reach a cell from two sides; expected "
                f"{wanted}"
            )


def _rule_words(names: Sequence[str]) -> str:
    return f"the rule {names[0]} needs" if len(names) == 1 else f"the rules {listed(names)} need"
