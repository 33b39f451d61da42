"""Clues, verdicts, probabilities and the statements of sources in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.constraint_forms import LISTED, say
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.board.state import State, is_covered
from logicsweep.board.total import range_words, total_words
from logicsweep.board.verdicts import Verdict
from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import SourceKind
from logicsweep.constraints.region_clauses import Joined
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.errors import InconsistentBoardError, although, counted, listed

_VERDICTS: Final = {
    Verdict.SAFE: "is_safe",
    Verdict.MINE: "is_mine",
    Verdict.UNDETERMINED: "is_undetermined",
}
# By the key, what a clue with a sign says, and what holds for every key.
_CLUES: Final = {
    HiddenKey.DIRECTION: "needs {shown} around it, without the one direction",
    HiddenKey.LETTERS: "stands for the number of mines around it, up to {most}",
    HiddenKey.ITSELF: "needs a mine in column {shown}, in the row numbered as mines are around it",
    HiddenKey.LIARS: "needs {shown} around it, or is one too high or too low",
    HiddenKey.TRUTHFUL: "needs one mine more or less around it, or is right",
}
_KEYS: Final = {
    HiddenKey.DIRECTION: "all clues leave out the same direction",
    HiddenKey.LETTERS: "each letter stands for another number",
    HiddenKey.ITSELF: "a letter and a number are a column and a row",
    HiddenKey.LIARS: "one safe cell of each row and column is off by one",
    HiddenKey.TRUTHFUL: "one safe cell of each row and column is right, all others are off by one",
}
_JOINED: Final = {
    Joined.SIDES: "by sides",
    Joined.CORNERS: "by sides or corners",
    Joined.NEIGHBOURS: "as neighbours",
}
# The most cells of which all layouts are tried, and the most layouts that are listed.
_TRIED: Final = 10
_TOLD: Final = 3


def clue_words(board: Board, cell: tuple[int, int]) -> str:
    """Write a clue by what it shows and where, such as `the 3 at (2,4)`."""
    return say("clue", sign=board.sign(cell), cell=Cell(*cell))


def conflict_words(board: Board, error: InconsistentBoardError) -> str:
    """Say which clues conflict, by what they show, and whether the mine count is among them."""
    if error.core is None:
        return str(error)
    names = [clue_words(board, cell) for cell in error.core[:LISTED]]
    if len(error.core) > LISTED:
        names.append(say("more_clues", number=f"{len(error.core) - LISTED:,}"))
    if error.uses_total and board.mines is not None:
        names.append(mine_count_words(board.mines))
    names += error.constraints
    if error.uses_program:
        names.append("the program")
    if len(names) == 1 and (error.uses_program or error.constraints):
        return str(error)
    conflict = {1: "one_wrong", 2: "not_both"}.get(len(names), "not_all")
    return say(conflict, names=listed(names)) + although(error.liars)


def listed_cells(cells: Iterable[Cell], *, last: str = "and") -> str:
    """List cells in words, such as `(0,1), (0,2) and (0,3)`; cut long lists short."""
    names = [str(cell) for cell in sorted(cells)]
    if len(names) > LISTED:
        rest = f"{len(names) - LISTED + 1:,}"
        names = [*names[: LISTED - 1], say("more_cells", number=rest)]
    return listed(names, last=last)


def verdict_words(verdict: Verdict) -> str:
    """Say in words what a verdict says of a cell."""
    return say(_VERDICTS[verdict])


def decided_words(mines: Collection[Cell], safe: Collection[Cell]) -> str:
    """Say verdicts in words, such as `(0,1) is safe and (0,2) and (0,3) are mines`."""
    parts = []
    if safe:
        parts.append(f"{listed_cells(safe)} {say('is_safe' if len(safe) == 1 else 'are_safe')}")
    if mines:
        parts.append(f"{listed_cells(mines)} {say('is_mine' if len(mines) == 1 else 'are_mines')}")
    return " and ".join(parts)


def covered_around(board: Board, cell: Cell) -> list[Cell]:
    """Return the covered cells that a clue in a cell speaks of, in reading order."""
    near = map(board.cell, sorted(board.scope(cell).cells))
    return [near_cell for near_cell in near if board.is_covered(near_cell)]


def total_says(board: Board, *, mines: Collection[Cell] = (), safe: Collection[Cell] = ()) -> str:
    """Say how many mines the mine count leaves for the covered cells that are still unknown."""
    known = len(board.known_mines) + len(mines)
    left = len(board.covered) - len(safe) - len(mines)
    lower, upper = board.total_bounds or (0, 0)
    first, last = max(lower - known, 0), upper - known
    if last < first:
        count = mine_count_words((lower, upper) if lower < upper else lower)
        too_low = "is_known" if known == 1 else "are_known"
        return say(too_low, mine_count=count, mines=counted(known, "mine"))
    rest = say("no_mine") if last == 0 else total_words(first if first == last else (first, last))
    if safe or mines:
        leaves = "leaves_for_other" if left == 1 else "leaves_for_others"
    else:
        leaves = "leaves_for_one" if left == 1 else "leaves_for_all"
    return say(leaves, mines=rest, number=f"{left:,}")


def mine_count_words(total: int | tuple[int, int]) -> str:
    """Name the mine count with its number, such as `the mine count (10)`."""
    return say("mine_count", count=range_words(total))


def liars_say(liars: int) -> str:
    """Say how many clues may be wrong."""
    wrong = "one of the clues" if liars == 1 else f"{liars} of the clues"
    return f"up to {wrong} may be wrong"


def chance_words(chance: Fraction | float) -> str:
    """Compute a probability in percent; only what is certain is called 0 or 100."""
    if chance in (0, 1):
        return "100 %" if chance else "0 %"
    percent = float(100 * chance)
    if percent < 0.01:
        return "less than 0.01 %"
    return "more than 99.99 %" if percent > 99.99 else f"{percent:.2f} %"


def rounded_words(chance: Fraction | float) -> str:
    """Compute a probability in whole percent; one that is close to 0 or 1 as `chance_words`."""
    percent = float(100 * chance)
    if 1 <= percent <= 99:
        return f"{percent:.0f} %"
    return chance_words(chance)


def clue_says(
    board: Board,
    cell: Cell,
    *,
    mines: Collection[Cell] = (),
    safe: Collection[Cell] = (),
    by_name: bool = True,
) -> str:
    """Say what a clue says about the covered cells around it, given some verdicts.

    These cells are named; without `by_name` they are only counted, for a text beside a picture.
    """
    if board.placed_rules is not None and not board.rules.clue.is_standard:
        decided = dict.fromkeys(map(board.number, mines), True)
        decided |= dict.fromkeys(map(board.number, safe), False)
        return _ruled_clue_says(board, board.placed_rules, cell, decided, by_name=by_name)
    near = covered_around(board, cell)
    known = sum(board[near_cell] == State.KNOWN_MINE for near_cell in board.neighbours(cell))
    known += sum(near_cell in mines for near_cell in near)
    undecided = [place for place in near if place not in safe and place not in mines]
    clue = board.value(cell)
    if clue is None:
        raise ValueError(f"there is no clue at {cell}")
    allowed = [
        number
        for number in range(len(undecided) + 1)
        if (clue.allows(number + known) if isinstance(clue, Clue) else clue == number + known)
    ]
    says = f"{clue_words(board, cell)} {_allowed_words(allowed, more=known > 0)}"
    if not allowed or not undecided:
        return says
    if by_name:
        return say("among", says=says, cells=listed_cells(undecided))
    near_words = counted(len(undecided), "covered cell").removeprefix("1 ")
    return say("among", says=says, cells=f"the {near_words} around it")


def _ruled_clue_says(
    board: Board, ruled: PlacedRules, cell: Cell, decided: Mapping[int, bool], *, by_name: bool
) -> str:
    """Say what a clue says under its rule, given some verdicts."""
    from logicsweep.system.statements import clue_constraint  # pictures of boards need none

    clue = board.clue(cell)
    if clue is None:
        raise ValueError(f"there is no clue at {cell}")
    part, _ = ruled.of(clue)
    name = f"{clue_words(board, cell)}, by the rule {part.rules.clue.name},"
    key = part.rules.clue.key
    if key is not None:
        shown = board.sign(cell) or ""
        if not key.has_letters:
            shown = "no mine" if shown == "0" else f"{shown} mine{'s' * (shown != '1')}"
        return f"{name} {_CLUES[key].format(shown=shown, most=part.values.highest)}"
    states = board.grid.ravel().tolist()
    known = {
        number: state == State.KNOWN_MINE
        for number, state in enumerate(states)
        if not is_covered(state)
    }
    constraint = clue_constraint(ruled, board.number(cell), clue).conditioned({**known, **decided})
    return _says(board, name, constraint, by_name=by_name)


def _allowed_words(allowed: Sequence[int], *, more: bool = False) -> str:
    """Name the numbers of mines that are allowed, ascending; `more` says that some are known."""
    if not allowed:
        return say("cannot_be_met")
    first, last = allowed[0], allowed[-1]
    if last == 0:
        return say("needs_no_more" if more else "needs_none")
    if first == last:
        return say("needs_exactly", mines=counted(first, "more mine" if more else "mine"))
    gaps = [str(number) for number in range(first, last) if number not in allowed]
    but = f" but not {' or '.join(gaps)}" if gaps else ""
    return f"allows {first} to {last}{but}{' more' if more else ''} mines"


def constraint_says(board: Board, constraint: Constraint, *, by_name: bool = True) -> str:
    """Say what a constraint beside the clues says about the covered cells that it leaves open.

    These cells are named; without `by_name` they are only counted.
    """
    source, name = constraint.source, str(constraint.source)
    if isinstance(constraint, Regional):
        return _regions_say(constraint)
    keyed = board.rules.clue.keyed
    if source.kind is SourceKind.RULE and source.name == keyed.name and keyed.key is not None:
        return f"by {source}, {_KEYS[keyed.key]}"
    if source.kind is SourceKind.RULE and isinstance(constraint, Cardinality):
        # The rule that all lines have equally many mines: their number follows from the mine count.
        name += f", with {board.mines} mines in all,"
    elif source.kind is SourceKind.RULE and constraint.counts_allowed is None:
        # The sentence about the cells is no full account of the rule.
        about = {rule.name: rule.about for rule in board.rules.layout}.get(source.name or "")
        name += f" ({about})" if about else ""
    return _says(board, name, constraint, by_name=by_name)


def _regions_say(constraint: Regional) -> str:
    """Say what a rule or a user's constraint demands of regions."""
    says = constraint.says
    members = "mines" if says.mines else "safe cells"
    joined = _JOINED[says.joined]
    wants = []
    if says.most == 1:
        all_are = (
            f"there are {members}, and all of them are" if says.least else f"all {members} are"
        )
        wants.append(f"{all_are} connected, {joined}")
    elif says.least:
        wants.append(f"there are {members}")
    each = f"each region of {members}, connected {joined},"
    if says.size is not None:
        wants.append(f"{each} has {counted(says.size, 'cell')}")
    if says.reach_rim:
        wants.append(f"{each} reaches the rim")
    if says.at_rim is not None:
        wants.append(
            f"the regions of {members}, connected {joined}, that reach the rim have "
            f"{counted(says.at_rim, 'cell')} in all"
        )
    if not says.rings:
        wants.append(
            "none of them are in a ring" if wants else f"no {members} are in a ring, {joined}"
        )
    return f"by {constraint.source}, {', and '.join(wants) or 'nothing is said'}"


def _says(board: Board, name: str, constraint: Constraint, *, by_name: bool) -> str:
    """Write a sentence that begins with a name and says what the constraint demands."""
    cells = [board.cell(number) for number in constraint.cells]
    if constraint.is_impossible:
        return f"{name} {say('cannot_be_met')}"
    if isinstance(constraint, Regional):
        mines = counted(constraint.says.at_rim or 0, "mine")
        return f"{name} needs {mines} in the regions beside it"
    size = len(cells)
    where = listed_cells(cells) if by_name else counted(size, "covered cell")
    allowed = constraint.counts_allowed
    if allowed is None:
        return f"{name} {_relation_says(board, constraint, where, by_name=by_name)}"
    if allowed == [*range(1, size + 1)]:
        any_cell = listed_cells(cells, last="or") if by_name else f"one of {where}"
        return f"{name} needs a mine in {any_cell}"
    return say("among", says=f"{name} {_allowed_words(allowed)}", cells=where)


def _relation_says(board: Board, relation: Constraint, where: str, *, by_name: bool) -> str:
    """Say what a relation allows: its weighted sum if it is one, else its layouts."""
    if not isinstance(relation, Relation) or not by_name or len(relation.cells) > LISTED:
        return f"allows only some layouts of {where}"
    linear = relation.linear
    if linear is None:
        if len(relation.cells) > _TRIED:
            return f"allows only some layouts of {where}"
        return _layouts_allowed(board, relation, where)
    terms = []
    for number, factor in zip(relation.cells, linear.coefficients, strict=True):
        sign = "-" if factor < 0 else "+"
        times = "" if abs(factor) == 1 else f"{abs(factor)} "
        terms.append(f"{sign} {times}{board.cell(number)}")
    values = listed([str(value) for value in linear.allowed], last="or")
    return f"needs {' '.join(terms).removeprefix('+ ')} to be {values}, a mine being 1"


def _layouts_allowed(board: Board, relation: Relation, where: str) -> str:
    """Say how many layouts of its few cells a relation allows, and list them if they are few."""
    cells = relation.cells
    by_size = (combinations(cells, mines) for mines in range(len(cells) + 1))
    allowed = [mines for mines in chain.from_iterable(by_size) if relation.weight(frozenset(mines))]
    if len(allowed) > _TOLD:
        return f"allows only {len(allowed)} of {2 ** len(cells)} layouts of {where}"
    words = [
        f"{'mines' if len(mines) > 1 else 'a mine'} in {listed_cells(map(board.cell, mines))}"
        if mines
        else "no mine"
        for mines in allowed
    ]
    number = "one layout" if len(allowed) == 1 else f"{len(allowed)} layouts"
    return f"allows only {number} of {where}: {', or '.join(words)}"
