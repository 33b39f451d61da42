"""The rules of a board as facts for the programs in `encodings/`.

The facts are data: which cells a clue speaks of, what a mine counts, which windows there are. What
follows from them the programs say: `clues.lp` with `sums.lp`, `pairs.lp`, `runs.lp`, `sight.lp`,
`distances.lp` or `area.lp` for clues, or `keys.lp`; `windows.lp`, `lines.lp` and `regions.lp` for
layouts. None of them knows decision diagrams.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue, Code
from logicsweep.board.rules.aggregate import Area, Pair, Product, Runs, Sight, Sum
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.rules.layout_rule import LayoutRule, Lines, When, Window, placed, rim
from logicsweep.board.rules.region import RING, Offset
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.constraints.region_clauses import Joined
from logicsweep.constraints.regional import regions_said
from logicsweep.errors import ProgramNotFoundError
from logicsweep.system.hidden import key_constraints
from logicsweep.system.statements import clue_constraint

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Fact(NamedTuple):
    """One line of facts, and its source, if it has one."""

    text: str
    source: Source | None = None


def program_text(name: str) -> str:
    """Return the text of a logic program that ships with logicsweep.

    Args:
        name: Its file name in `encodings/` without the ending, such as `minesweeper`.

    Raises:
        ProgramNotFoundError: There is no program of this name.
    """
    known = _programs()
    if name not in known:
        raise ProgramNotFoundError(name, sorted(known))
    return known[name].read_text(encoding="utf-8")


def _programs() -> dict[str, Traversable]:
    from logicsweep.formats.files import shipped_files

    files = shipped_files("encodings").items()
    return {name.removesuffix(".lp"): file for name, file in files if name.endswith(".lp")}


def quoted(name: str) -> str:
    """Return a name as a string of clingo's language."""
    name = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{name}"'


def key_facts(ruled: PlacedRules) -> Iterator[Fact]:
    """Yield facts about a rule's key: its form, its lines, and the cells that no mine can mark.

    Nothing where the rule has no key.
    """
    key, shape = ruled.rules.clue.key, ruled.key_shape
    if key is None:
        return
    yield Fact(f"key({key.name.lower()}).")
    if key is HiddenKey.DIRECTION:
        for way, offset in enumerate(RING.offsets or ()):
            yield Fact(f"region({way},({offset[0]},{offset[1]})).")
    if shape is None:
        return
    width = len(shape.columns)
    for part, constraint in enumerate(key_constraints(ruled)):
        name = _term(ruled, part)
        for cell in constraint.cells:
            row, column = divmod(cell - ruled.size, width)
            place = str(column) if key is HiddenKey.DIRECTION else f"({row},{column})"
            if constraint.lower:
                yield Fact(f"key_line({name},{place}).", constraint.source)
            elif cell >= ruled.size:
                yield Fact(f"apart({name},{place}).", constraint.source)


def _term(ruled: PlacedRules, part: int) -> str:
    return f"rule({quoted(ruled.rules.clue.keyed.name)},key,{part})"


# The programs for clues, by what they make of the mines.
CLUES: Final = "clues"
SUMS: Final = "sums"
PAIRS: Final = "pairs"
RUNS: Final = "runs"
SIGHT: Final = "sight"
DISTANCES: Final = "distances"
AREA: Final = "area"
KEYS: Final = "keys"
RELATIONS: Final = "relations"
# The programs for layouts.
WINDOWS: Final = "windows"
LINES: Final = "lines"
REGIONS: Final = "regions"
COLOURS: Final = "colours"
OFFSETS: Final = "offsets"

_WHEN: Final = {
    When.ALWAYS: "anywhere",
    When.PAIR: "pairs",
    When.MINE: "at_mine",
    When.COLOURED_MINE: "at_coloured_mine",
}
_LINES: Final = {
    Lines.ONE_RUN: "one_run",
    Lines.BALANCED: "balanced",
    Lines.EQUAL: "equal",
    Lines.BRIDGES: "bridges",
}


def clue_program(rule: ClueRule) -> str:
    """Return the name of the program that defines the values of a rule's clues.

    A rule with an aggregate of its own has none, and becomes relations.
    """
    aggregate, region = rule.aggregate, rule.region
    if rule.key is not None:
        return KEYS
    if region.rays:
        return SIGHT if isinstance(aggregate, Sight) else RELATIONS
    if isinstance(aggregate, Runs) and region.offsets is not None:
        return RUNS
    programs = {Area: AREA, Product: DISTANCES, Sum: SUMS, Pair: PAIRS}
    return next((name for kind, name in programs.items() if isinstance(aggregate, kind)), RELATIONS)


def _clue_programs(rule: ClueRule) -> dict[ClueRule, str]:
    """Return the programs for the rules of a board's clues but for the ordinary one, by rule.

    The facts of a rule are about all clues that a program reads. So one of several rules has a
    program, beside that for a key; the clues of others become relations.
    """
    every = [part for part in rule.every if not part.is_standard]
    programs = {part: clue_program(part) for part in every}
    # What a clue shows of regions is no relation. Directions and regions are both facts `region`.
    looks = rule.key is HiddenKey.DIRECTION
    parts = sorted(
        [part for part in every if not part.key], key=lambda part: programs[part] != AREA
    )
    kept = [part for part in parts[:1] if programs[part] == AREA or not looks]
    return {part: programs[part] if part.key or part in kept else RELATIONS for part in every}


def rule_programs(ruled: PlacedRules) -> tuple[str, ...]:
    """Return the names of the shipped programs that the facts of some rules need."""
    layout = ruled.layout
    windows = [window for rule in layout for window in rule.windows]
    needed = set()
    for clue, kind in _clue_programs(ruled.rules.clue).items():
        needed |= {kind} if kind in (RELATIONS, KEYS) else {CLUES, kind}
        needed |= {COLOURS} if kind in (SUMS, PAIRS) else set()
        needed |= {OFFSETS} if kind != RELATIONS and clue.region.offsets is not None else set()
        needed |= {OFFSETS} if kind == AREA or clue.key is HiddenKey.DIRECTION else set()
    if windows:
        needed |= {WINDOWS, OFFSETS}
    if any(rule.lines is not None for rule in layout):
        needed.add(LINES)
    if any(rule.regions for rule in layout):
        needed |= {REGIONS, OFFSETS}
    if any(window.when is When.COLOURED_MINE for window in windows) or any(
        rule.lines is Lines.BALANCED for rule in layout
    ):
        needed.add(COLOURS)
    of_clues = (CLUES, SUMS, PAIRS, RUNS, SIGHT, DISTANCES, AREA, KEYS)
    order = (COLOURS, OFFSETS, *of_clues, WINDOWS, LINES, REGIONS, RELATIONS)
    return tuple([name for name in order if name in needed])


def rule_facts(ruled: PlacedRules) -> Iterator[Fact]:
    """Yield the facts of the rules; those of layout rules have the whole rule as source."""
    if OFFSETS in rule_programs(ruled):
        for dimension, is_joined in enumerate(ruled.place.joined or (), start=1):
            if is_joined:
                yield Fact(f"joined({dimension}).")
    for clue, kind in _clue_programs(ruled.rules.clue).items():
        yield from map(Fact, _clue_rule_facts(clue, kind))
    yield from key_facts(ruled)
    for first, rule in _with_first_window(ruled):
        source = Source(SourceKind.RULE, None, rule.name)
        yield from [Fact(text, source) for text in _layout_rule_facts(rule, ruled, first)]


def _layout_rule_facts(rule: LayoutRule, ruled: PlacedRules, first: int) -> Iterator[str]:
    """Yield facts about a layout rule; its windows are numbered from `first`."""
    for number, window in enumerate(rule.windows, start=first):
        yield from _window_facts(number, window, quoted(rule.name))
    if rule.lines is not None:
        yield f"{_LINES[rule.lines]}({quoted(rule.name)})."
    for number, says in enumerate(rule.regions):
        term = _region_term(rule, number)
        yield from regions_said(says, term)
        yield f"joined({term},{says.joined.value})."
        if says.joined is Joined.NEIGHBOURS and (says.reach_rim or says.at_rim is not None):
            # The rim of other boards than squares is a fact.
            for cell in sorted(rim(ruled.place)):
                yield f"rim({term},{_pair(divmod(cell, ruled.place.width))})."


def _region_term(rule: LayoutRule, number: int) -> str:
    return f"rule({quoted(rule.name)},regions,{number})"


def _with_first_window(ruled: PlacedRules) -> Iterator[tuple[int, LayoutRule]]:
    """Yield the layout rules, each with the number of its first window."""
    first = 0
    for rule in ruled.layout:
        yield first, rule
        first += len(rule.windows)


def _window_facts(number: int, window: Window, name: str) -> Iterator[str]:
    """Yield the facts of a window of a layout rule."""
    yield f"window({number},{name},{window.lower},{window.upper})."
    if window.gap is not None:
        yield f"window_gap({number},{window.gap})."
    yield f"{_WHEN[window.when]}({number})."
    if window.offsets is None and window.when is not When.PAIR:
        yield f"around({number})."
    yield from [f"in_window({number},{_pair(offset)})." for offset in window.offsets or ()]


def _clue_rule_facts(rule: ClueRule, kind: str) -> Iterator[str]:
    """Make the facts of a rule for clues that hold for all clues."""
    if kind in (RELATIONS, DISTANCES, AREA, KEYS):
        return
    if rule.off_by:
        yield f"off_by({rule.off_by})."
    aggregate, offsets = rule.aggregate, rule.region.offsets
    if isinstance(aggregate, Sight):
        yield f"itself({aggregate.start.total})."
        for ray, offset in enumerate(offsets or ()):
            yield f"ray({ray},{_pair(offset)},{aggregate.counts(ray)})."
        return
    if offsets is None:
        yield "region(neighbours)."
    else:
        yield from [f"region({index},{_pair(offset)})." for index, offset in enumerate(offsets)]
    if isinstance(aggregate, Sum):
        yield f"weight(other,{rule.weights[0]})."
        yield f"weight(coloured,{rule.weights[1]})."
        if aggregate.modulus is not None:
            yield f"aggregate(remainder,{aggregate.modulus})."
        else:
            yield f"aggregate({'absolute' if aggregate.is_absolute else 'sum'})."
    elif isinstance(aggregate, Runs):
        yield f"ring({len(offsets or ())})."
        if aggregate.is_number:
            yield f"aggregate({'runs' if aggregate.kind == 'number' else 'longest'})."


def clue_facts(
    board: Board, placed: PlacedRules, ruled: PlacedRules, number: int, clue: Code | Clue
) -> Iterator[Fact]:
    """Yield the facts of the clue in a cell under a rule that is not the ordinary one.

    Args:
        board: The board.
        placed: Its rules.
        ruled: The rule of the clue alone.
        number: The cell.
        clue: The clue under its rule, uncertain or as a code of `ruled.values`.
    """
    source = Source(SourceKind.CLUE, number)
    term = str(board.cell(number))
    program = _clue_programs(placed.rules.clue)[ruled.rules.clue]
    if program == RELATIONS:  # no program of its own reads the clue
        constraint = clue_constraint(ruled, number, clue)
        facts = constraint.generalized().facts(term, lambda cell: str(board.cell(cell)))
        texts = [f"clue({term}).", *facts]
    elif isinstance(clue, Clue):
        values = _true_values(ruled, clue)
        texts = [f"uncertain({term}).", *[f"allows({term},{value})." for value in values]]
    else:
        shown = ruled.values.value(clue)
        if ruled.rules.clue.key is not None:
            texts = [f"reads({term},{shown})."]
        elif isinstance(shown, int):
            texts = [f"shows({term},{shown})."]
        elif isinstance(ruled.rules.clue.aggregate, Runs):
            runs = enumerate(shown, start=1)
            texts = [f"shows_run({term},{index},{length})." for index, length in runs]
        else:
            texts = [f"shows({term},({','.join(map(str, shown))}))."]
    yield from [Fact(text, source) for text in texts]


def _true_values(ruled: PlacedRules, clue: Clue) -> list[int]:
    """Return the true values that an uncertain clue allows; none where values are no numbers."""
    rule = ruled.rules.clue
    if not rule.aggregate.is_number:
        return []
    shown = [ruled.values.value(code) for code in ruled.values.codes]
    highest = max([value for value in shown if isinstance(value, int)]) + rule.off_by
    candidates = range(clue.lower, min(clue.upper, highest) + 1)
    return [value for value in candidates if clue.allows(value)]


def rule_sources(board: Board) -> dict[str, Source]:
    """Return the sources of the constraints of keys and layout rules, by terms in the programs.

    There is one for each place at which a rule holds (see `layout_constraints`).
    """
    ruled = board.placed_rules
    if ruled is None:
        return {}
    of_key = enumerate(key_constraints(ruled))
    sources = {_term(ruled, part): constraint.source for part, constraint in of_key}
    for first, rule in _with_first_window(ruled):
        name = quoted(rule.name)
        terms = [
            *[
                f"rule({name},{first + window.which},{_at(board, window.at)})"
                for window in placed(rule, ruled.place)
            ],
            *[f"rule({name},{kind},{line})" for kind, line in _lines_of(board, rule)],
            *[_region_term(rule, number) for number in range(len(rule.regions))],
        ]
        for part, term in enumerate(terms):
            sources[term] = Source(SourceKind.RULE, None, rule.name, part)
    return sources


def _at(board: Board, numbers: tuple[int, ...]) -> str:
    """Return the term of a cell, or of two."""
    cells = ",".join([str(board.cell(number)) for number in numbers])
    return cells if len(numbers) == 1 else f"({cells})"


def _lines_of(board: Board, rule: LayoutRule) -> Iterator[tuple[str, int]]:
    """Yield the lines for which a rule has a constraint, in the order of these."""
    if rule.lines is None:
        return
    if rule.lines is Lines.BRIDGES:
        yield from [("column", column) for column in range(board.width - 1)]
        return
    # Without a mine count, each line but the last is compared with the next one.
    last = int(rule.lines is Lines.EQUAL and not isinstance(board.mines, int))
    yield from [("row", row) for row in range(board.height - last)]
    if rule.lines is Lines.EQUAL:
        yield from [("column", column) for column in range(board.width - last)]


def _pair(offset: Offset) -> str:
    return f"({offset[0]},{offset[1]})"
