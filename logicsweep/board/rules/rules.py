"""`Rules`: the rules of a board, one or more for clues and any number for layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.clue import Clue, Code, Scope, within
from logicsweep.board.relation import MAX_DEGREE
from logicsweep.board.rules.aggregate import Value
from logicsweep.board.rules.catalogue import STANDARD, rule_of
from logicsweep.board.rules.clue_rule import (
    AS_TYPED,
    ClueRule,
    Values,
    most_cells,
    sign_of,
    values_of,
)
from logicsweep.board.rules.fitting import check_fits, check_total
from logicsweep.board.rules.key import (
    HiddenKey,
    KeyShape,
    Marked,
    codes_shown,
    drawn_key,
    is_there_a_key,
    key_shape,
)
from logicsweep.board.rules.layout_rule import LayoutRule
from logicsweep.board.rules.region import Entry, Place
from logicsweep.board.state import State
from logicsweep.board.total import Total
from logicsweep.errors import expect

if TYPE_CHECKING:
    from random import Random

# No rules of a user's own.
KnownRules = Mapping[str, ClueRule | LayoutRule]
NONE: Final[KnownRules] = MappingProxyType({})
Clued = TypeVar("Clued", Code, Code | Clue)
# Of a value that no clue can show.
NO_CODE: Final = Code(-1)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a board.

    `str(rules)` are their names, as in a header, such as `1W Q`; it is empty for an ordinary board.

    Attributes:
        clue: The rule for clues; several in one, if each clue follows one of them.
        layout: The rules for layouts.
    """

    clue: ClueRule = STANDARD
    layout: tuple[LayoutRule, ...] = ()

    def __post_init__(self) -> None:
        """Raise TypeError for names, of which `Rules.of` makes rules."""
        expect("clue", self.clue, ClueRule, "a ClueRule; Rules.of('1M Q') makes rules of names")

    @classmethod
    def of(cls, given: AnyRules | KnownRules, *, known: KnownRules = NONE) -> Rules:
        """Make rules from their names, in one text or apart, or from rules of your own.

        Args:
            given: The names or the rules, or all that `load_rules` returned.
            known: Rules that names may stand for, beside those of the catalogue.

        Raises:
            UnknownNameError: There is no rule with a name.
            ValueError: A rule is there twice, or two hide a key.
            TypeError: Something is neither a name nor a rule.
        """
        if isinstance(given, Rules):
            return given
        given = [*given.values()] if isinstance(given, Mapping) else given
        clues: list[ClueRule] = []
        layout: list[LayoutRule] = []
        wanted = "the name of a rule such as 'Q', a ClueRule or a LayoutRule"
        expect("rules", given, Iterable, "names of rules such as '1M Q', or a list of rules")
        for entry in given.split() if isinstance(given, str) else given:
            expect("a rule", entry, (str, ClueRule, LayoutRule), wanted)
            rule = (known.get(entry) or rule_of(entry)) if isinstance(entry, str) else entry
            if isinstance(rule, LayoutRule):
                if rule in layout:
                    raise ValueError(f"the rule {rule.name} is there twice; expected it once")
                layout.append(rule)
            else:
                clues += rule.every
        return cls(ClueRule.mixed(clues or [STANDARD]), tuple(layout))

    @property
    def is_standard(self) -> bool:
        """Whether the rules are those of an ordinary board."""
        return self.clue.is_standard and not self.layout

    @property
    def every(self) -> tuple[ClueRule | LayoutRule, ...]:
        """All rules, but for the ordinary one for clues."""
        return (*(() if self.clue.is_standard else self.clue.every), *self.layout)

    @property
    def choosing(self) -> tuple[str, ...]:
        """The names of the rules with which not all layouts are equally likely.

        These are the rules for layouts, and one with a key that some layouts go with more often
        than others.
        """
        key = self.clue.key
        of_key = [self.clue.keyed.name] if key is not None and key.is_of_cells else []
        return (*of_key, *[rule.name for rule in self.layout])

    def __str__(self) -> str:
        return " ".join([rule.name for rule in self.every])


ORDINARY: Final = Rules()


class Ruling(NamedTuple):
    """The rules that a text may have, for `Board.parse` and `load`.

    Attributes:
        known: Rules that its header may name, beside those of the catalogue.
        usual: The rules that it has if it names none.
    """

    known: KnownRules = NONE
    usual: Rules = ORDINARY

    @classmethod
    def of(cls, given: AnyRuling) -> Ruling:
        """Make the ruling of a header's rules. Raises TypeError for anything else."""
        if isinstance(given, Ruling):
            return given
        wanted = "a mapping from names to rules, as of load_rules(path), a Ruling or None"
        expect("rules", {} if given is None else given, Mapping, wanted)
        return cls() if given is None else cls(given)


AnyRuling = Ruling | KnownRules | None
CATALOGUE: Final = Ruling()


class PlacedRules:
    """Rules on a board of some size, with the scope and the possible values of each clue.

    Raises ValueError if the board is not one for these rules.
    """

    def __reduce__(self) -> tuple[Callable[..., PlacedRules], tuple[Rules, Place]]:
        return placed_rules, (self.rules, self.place)

    def __init__(self, rules: Rules, place: Place) -> None:
        self.rules = rules
        self.place = place
        self.layout = tuple([rule.on(place) for rule in rules.layout])
        # Each rule for clues alone, if there are several.
        self.parts = tuple([placed_rules(Rules(part), place) for part in rules.clue.parts])
        check_fits(rules.clue, rules.layout, place)
        self.values: Values = self._joined() if self.parts else values_of(rules.clue, place)
        key = rules.clue.key
        self.key_shape: KeyShape | None = None if key is None else key_shape(key, place)

    @property
    def size(self) -> int:
        """The number of cells of the board; the cells of a key are numbered on from there."""
        return self.place.size

    def _joined(self) -> Values:
        """Join the values of all parts, as pairs of a part's place and a code in it.

        The codes of the first part stay the same.
        """
        clue, place = self.rules.clue, self.place
        # A cell is tied to the cells that its clue speaks of, and to those whose clues speak of it.
        if 2 * sum([most_cells(part, place) for part in clue.parts]) > MAX_DEGREE:
            try:
                _ = self.ties
            except ValueError:
                raise ValueError(
                    f"a board of {place.width}x{place.height} is too large for the rules "
                    f"{clue.name} together: a clue may speak of more than {MAX_DEGREE} cells"
                ) from None
        first = self.first.values
        codes = set(map(int, first.codes))
        listed: list[Value | None] = [
            (0, code) if code in codes else None for code in range(first.highest + 1)
        ]
        for number, part in enumerate(self.parts[1:], start=1):
            for code in part.values.codes:
                listed += [None] if len(listed) == State.UNCERTAIN else []
                listed.append((number, int(code)))
        return Values(tuple(listed), len(listed) - 1)

    @property
    def first(self) -> PlacedRules:
        """The first rule for clues alone, which opened cells and uncertain clues follow."""
        return self.parts[0] if self.parts else self

    def of(self, clue: Clued) -> tuple[PlacedRules, Clued]:
        """Return the rule that a clue follows, alone, and the clue with its code under that rule.

        Raises ValueError for a code without a value.
        """
        if not self.parts or isinstance(clue, Clue):
            return self.first, clue
        place, code = self.values.value(clue)  # type: ignore[misc]
        return self.parts[place], Code(code)

    def code(self, part: PlacedRules, code: Code) -> Code:
        """Return the code of a part's clue among all parts; -1 if it has none."""
        if not self.parts:
            return code
        joined = self.values.code((self.parts.index(part), int(code)))
        return NO_CODE if joined is None else joined

    def codes_like(self, code: Code) -> Sequence[Code]:
        """Return the codes of all clues under the same rule."""
        part, _ = self.of(code)
        return [self.code(part, local) for local in part.values.codes]

    def keyed_codes(self, clues: Mapping[int, Code]) -> dict[int, Code]:
        """List the clues in some cells that are read with the key, under its rule."""
        exact = {
            cell: self.of(code) for cell, code in clues.items() if int(code) != State.UNCERTAIN
        }
        return {cell: code for cell, (part, code) in exact.items() if part.rules.clue.key}

    @cached_property
    def _scopes(self) -> list[Scope]:
        """The cells that each clue depends on, without itself, and the weight of each."""
        rule, scopes = self.rules.clue, []
        for number, entries in enumerate(self._entries):
            weights = {
                entry.cell: rule.weights[entry.is_coloured]
                for entry in entries
                if entry.cell is not None and entry.cell != number
            }
            if rule.key is HiddenKey.ITSELF:
                # It speaks of its neighbours, and of the column that its letter names: of any cell.
                weights = {cell: 1 for cell in range(self.size) if cell != number}
            scopes.append(Scope(tuple(weights), tuple(weights.values())))
        return scopes

    def check_uncertain(self) -> None:
        """Raise ValueError unless a clue may be uncertain, that is, a range.

        Under a rule whose clues are off it would be open whether the range is of true or of shown
        values; values below 0 or above `MAX_DEGREE` have no ranges in texts.
        """
        if self.parts:
            self.first.check_uncertain()
            return
        rule = self.rules.clue
        is_count = rule.aggregate.is_number and not rule.is_signed
        if not is_count or rule.off_by or rule.key is not None:
            raise ValueError(
                f"there are no uncertain clues under the rule {rule.name}; expected exact ones"
            )
        if self.values.listed is not None:
            size = f"{self.place.width}x{self.place.height}"
            raise ValueError(
                f"there are no uncertain clues under the rule {rule.name} on a board of {size}, "
                f"where a clue can be more than {MAX_DEGREE}; expected exact ones"
            )

    def checked_uncertain(self, clues: Mapping[Any, Any]) -> Mapping[Any, Any]:
        """Cut off values that the rule never shows. Raises as `check_uncertain`."""
        self.check_uncertain()
        if not self.parts:
            return clues
        most = self.first.values.highest
        return {
            cell: within(clue, most) if isinstance(clue, Clue) else clue
            for cell, clue in clues.items()
        }

    def scope(self, number: int, clue: Code | Clue | None = None) -> Scope:
        """Return the scope of the clue in a cell, without the cell itself, which is open.

        If there are several rules, that depends on the clue; without one it is of the first rule.
        """
        if self.parts:
            return (self.first if clue is None else self.of(clue)[0]).scope(number)
        return self._scopes[number]

    def flooded(self, number: int, code: Code) -> tuple[int, ...]:
        """List the cells that a flood opens around a cell that shows this clue.

        These are the cells of its scope if the clue is a plain count of 0, else none.
        """
        part, local = self.of(code)
        return part.scope(number).cells if part.rules.clue.is_plain and int(local) == 0 else ()

    @cached_property
    def ties(self) -> Adjacency:
        """The cells that each cell is tied to: its clue speaks of them, or theirs of it."""
        if self.rules.clue.is_standard:
            return self.place.adjacency
        if self.parts:
            tied = zip(*[part.ties.lists for part in self.parts], strict=True)
            return Adjacency.of([set().union(*cells) for cells in tied])
        near: list[set[int]] = [set() for _ in self._scopes]
        for number, scope in enumerate(self._scopes):
            near[number].update(scope.cells)
            for cell in scope.cells:
                near[cell].add(number)
        return Adjacency.of(near)

    def judged(self, number: int, mines: Any, clue: Code | Clue) -> tuple[Code, bool]:
        """Return the code of the true value on a layout, and whether the clue allows this value.

        `mines[cell]` says whether a cell is a mine. The code is -1 if no clue can show the value,
        or with a key; then the clue is allowed if it can be read with some key.
        """
        if self.parts:
            part, local = self.of(clue)
            shown, allowed = part.judged(number, mines, local)
            return self.code(part, shown), allowed
        rule = self.rules.clue
        if rule.key is not None:
            allowed = not isinstance(clue, Clue) and self.has_key(mines, {number: clue})
            return NO_CODE, allowed
        true = rule.truth(rule.entries(self.place, number), mines)
        code = self.values.code(true)
        if isinstance(clue, Clue):
            return NO_CODE if code is None else code, isinstance(true, int) and clue.allows(true)
        return NO_CODE if code is None else code, rule.allows(self.values.value(clue), true)

    @cached_property
    def _entries(self) -> list[tuple[Entry, ...]]:
        return [self.rules.clue.entries(self.place, number) for number in range(self.size)]

    def has_key(self, mines: Any, clues: Mapping[int, Code]) -> bool:
        """Tell whether the clues in some cells can all be read with one key, on a layout."""
        key = self.rules.clue.key
        return key is None or is_there_a_key(key, self.place, mines, self.keyed_codes(clues))

    def key_for(self, mines: Any, source: Random | None) -> Marked:
        """Return a key for a layout, drawn by the source; without marks for a rule that has none.

        Raises ValueError if there is no source, or no key for the layout.
        """
        key = self.rules.clue.key
        if key is None or self.key_shape is None:
            return frozenset()
        if source is None:
            raise ValueError(
                f"the rule {self.rules.clue.keyed.name} has a key; expected a source, such as "
                f"Random(7), to draw one"
            )
        return drawn_key(key, self.place, mines, source)

    def options(self, number: int, mines: Any, key: Marked = frozenset()) -> tuple[Code, ...]:
        """List the codes of the clues that a cell may show on a layout, under the first rule.

        `mines[cell]` says whether a cell is a mine. With a key a cell may have none to show.
        """
        if self.parts:
            return self.first.options(number, mines, key)
        rule = self.rules.clue
        if rule.key is not None:
            return codes_shown(rule.key, self.place, number, mines, key)
        codes = [
            self.values.code(value)
            for value in rule.shows(rule.truth(self._entries[number], mines))
        ]
        if None in codes:
            raise RuntimeError("a clue shows a value that no clue can show")
        return tuple([code for code in codes if code is not None])

    def shown(
        self, number: int, mines: Any, source: Random | None, key: Marked = frozenset()
    ) -> Code:
        """Return the code of the clue that a cell shows on a layout, under the first rule.

        `State.NO_CLUE` if it shows none. Where it may show several (see `options`), the source
        draws one of them, all equally likely; without a source that is a ValueError, and so is any
        clue of a rule whose clues may be off, even if this one has a single option.
        """
        rule = self.rules.clue
        codes = self.options(number, mines, key)
        if source is None and (rule.off_by or len(codes) > 1):
            raise ValueError(
                f"a clue may show two values under the rule {rule.name}; expected a source, such "
                f"as Random(7), to draw one of them"
            )
        if not codes:
            return Code(State.NO_CLUE)
        return codes[0] if source is None else source.choice(codes)

    def value(self, code: Code) -> Value:
        """Return what the clue with this code shows, under its rule."""
        part, local = self.of(code)
        return part.values.value(local)

    def sign(self, code: Code) -> str:
        """Write the clue with this code as texts have it."""
        part, local = self.of(code)
        return sign_of(part.rules.clue, part.values.value(local))

    def mark(self, code: Code) -> str:
        """Name the rule that a clue follows, as texts have it (`@1W`); empty if it is the first."""
        part, _ = self.of(code)
        return "" if part is self.first else f"@{part.rules.clue.name}"

    def token(self, code: Code) -> str:
        """Return the clue as one word of a text; a number of several digits is written `=12`."""
        sign = self.sign(code)
        return f"{'=' if sign.isdecimal() and len(sign) > 1 else ''}{sign}{self.mark(code)}"

    @cached_property
    def codes(self) -> dict[str, Code]:
        """The codes of all clues by their tokens."""
        if self.parts:
            marked = {
                f"{token}@{part.rules.clue.name}": self.code(part, code)
                for part in self.parts
                for token, code in part.codes.items()
            }
            return {**marked, **self.first.codes}
        codes = self.values.codes
        typed = {self.token(code).translate(AS_TYPED): code for code in codes}
        equal = {f"={self.sign(code)}": code for code in codes if self.sign(code).isdecimal()}
        return {**typed, **equal, **{self.token(code): code for code in codes}}


AnyRules = Rules | str | Iterable[str | ClueRule | LayoutRule]


def placed_on(
    rules: Rules, height: int, width: int, adjacency: Adjacency | None
) -> PlacedRules | None:
    """Return the rules on a board of some size; None for the ordinary ones.

    Raises ValueError if the board is not one for these rules.
    """
    if rules.is_standard:
        return None
    near = eight(height, width) if adjacency is None else adjacency
    return placed_rules(rules, Place(height, width, near))


def ruled_for(
    shape: tuple[int, ...], rules: AnyRules, adjacency: Adjacency | None, total: Total
) -> PlacedRules | None:
    """Place rules on a board of this shape and mine count. Raises also as `Rules.of`."""
    checked = Rules.of(rules)
    if len(shape) != 2 or not all(shape):
        return None  # raises when the grid is checked
    if adjacency is not None and adjacency.size != shape[0] * shape[1]:
        return None
    ruled = placed_on(checked, shape[0], shape[1], adjacency)
    if ruled is not None:
        check_total(ruled.layout, ruled.place, total)
    return ruled


def placed_rules(rules: Rules, place: Place) -> PlacedRules:
    """Place rules on a board of some size. Raises as `PlacedRules`."""
    return _placed(rules, place, (place.adjacency.topology, place.adjacency.walls))


# The last few are kept, since boards of one kind share them. Small boards of different topologies
# may have equal neighbours, which makes them equal places, and not go with the same rules.
@lru_cache(maxsize=64)
def _placed(rules: Rules, place: Place, _kind: tuple[object, ...]) -> PlacedRules:
    return PlacedRules(rules, place)
