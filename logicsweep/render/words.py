"""Boards, verdicts, counts and probabilities in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Code
from logicsweep.board.constraint_forms import LISTED
from logicsweep.board.state import State
from logicsweep.board.total import range_words, total_words
from logicsweep.errors import are, capitalized, counted
from logicsweep.formats.base import Content
from logicsweep.reasons.wording import chance_words

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from logicsweep.answers.solving import Configured, Count, CountedCell, Solution
    from logicsweep.board.digits import Digits
    from logicsweep.formulas.user_program import Program
    from logicsweep.tables.model_count import KeyChances
ASK: Final = "Mine probabilities need a --density, since the mine count is unknown."
# Numbers with more digits than this are rounded in sentences.
_LONG: Final = 15
# How many cells to name in a sentence.
_LISTED: Final = 8
# How many configurations of a component to list in words.
_MOST_CONFIGURATIONS: Final = 100


def board_words(board: Board) -> str:
    """Say what kind of position a board is."""
    covered = len(board.covered)
    parts = [
        board.title,
        f"{counted(covered, 'covered cell')}, {len(board.frontier):,} of them next to a clue",
        counted(len(board.clues), "clue"),
    ]
    if board.uncertain:
        parts.append(f"{len(board.uncertain):,} of them uncertain")
    if board.known_mines:
        parts.append(counted(len(board.known_mines), "known mine"))
    if board.own_rules is not None:
        parts.append(f"rules {board.own_rules}")
    if board.liars:
        parts.append(f"up to {counted(board.liars, 'wrong clue')}")
    if board.constraints:
        parts.append(counted(len(board.constraints), "constraint"))
    return "; ".join(parts) + "."


def content_words(content: Content) -> str:
    """Say what a file holds: a position or a layout, its size and its mines."""
    if isinstance(content, Board):
        size = f"{content.width}x{content.height}"
        return f"{size} position, {total_words(content.mines)}"
    height, width = content.layout.mask.shape
    start = "" if content.start is None else f", start {content.start}"
    mines = counted(int(content.layout.mask.sum()), "mine")
    return f"{width}x{height} layout, {mines}{start}"


def example_about(file: Traversable) -> str:
    """Return the first sentence of a board's first comment, else what kind of board it is."""
    lines = takewhile(lambda line: line.startswith("# "), file.read_text("utf-8").splitlines())
    comment = " ".join(line.removeprefix("# ") for line in lines)
    if not comment:
        from logicsweep.formats.registry import read

        return capitalized(content_words(read(file.read_bytes(), file_name=file.name).content))
    return comment.partition(". ")[0].removesuffix(".")


def solution_lines(board: Board, answer: Solution, program: Program | None) -> Iterator[str]:
    """Say how many cells are proved each way, and from what."""
    safe, mines, rest = len(answer.safe), len(answer.mines), answer.undetermined
    kind = "a mine" if mines == 1 else "mines"
    yield f"{_are(safe)} proved safe, {_are(mines)} proved {kind}, {_are(rest)} undetermined."
    constraints = len(board.constraints)
    if board.mines is None:
        sources = "the clues alone"
        if program is not None or constraints:
            sources = f"the clues and the {'constraints' if program is None else 'program'}"
        what = "this" if safe or mines else "nothing"
        yield f"The mine count is unknown; {sources} prove {what}."
    else:
        did = "was needed" if answer.needs_total else "was not needed"
        yield f"The mine count ({range_words(board.mines)}) {did}."
    if program is not None:
        yield f"Layouts have to satisfy {program.name} as well."
    if constraints:
        yield f"Layouts have to satisfy {counted(constraints, 'constraint')} as well."
    yield from liars_lines(answer.liars)
    wrong = [str(Cell(*cell)) for cell in answer.safe if board[cell] == State.FLAGGED]
    if wrong:
        yield f"Flagged but safe: {_first(wrong, LISTED)}."


def _first(names: Sequence[str], most: int) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")


def _are(number: int) -> str:
    return f"{counted(number, 'cell')} {are(number)}"


def layouts_words(layouts: Digits) -> str:
    """Say how many layouts there are; only the first digits when there are very many."""
    digits = str(layouts)
    if len(digits) <= _LONG:
        return counted(layouts, "layout")
    return f"about {digits[0]}.{digits[1:3]} * 10^{len(digits) - 1:,} layouts"


def exact_words(chance: Fraction) -> str:
    """Write a probability in percent, with its fraction if that is short enough to read."""
    words = chance_words(chance)
    if chance in (0, 1) or chance.denominator > 10**9:
        return words
    return f"{chance} = {words}" if words[0].isdigit() else f"{chance}, {words}"


def least_words(cells: Collection[tuple[int, int]], chance: Fraction) -> str:
    """Say which cells are the best to open, and how risky that is."""
    listed = _first([str(Cell(*cell)) for cell in cells], _LISTED)
    each = "each " if len(cells) > 1 else ""
    return f"Least risky: {listed}, {each}with {probability_words(chance)}."


def probability_words(chance: Fraction) -> str:
    """Write the probability of a mine in a cell, such as `mine probability 1/5 = 20.00 %`."""
    return f"mine probability {exact_words(chance)}"


def counted_lines(board: Board, answer: Solution) -> Iterator[str]:
    """Yield what a count adds to the verdicts: how many layouts agree, and what to open."""
    if answer.models is not None:
        agree = "agrees" if answer.models == 1 else "agree"
        total = f"{layouts_words(answer.models)}{_with_key(board)} {agree} with the board."
        yield total.capitalize()
        yield from _likely_lines(answer, has_safe=bool(answer.safe))


def count_lines(board: Board, answer: Count) -> Iterator[str]:
    """Write a count in words: of the cells asked for, or else of the whole board."""
    if answer.cells is not None:
        for counted_cell in answer.cells:
            yield from _cell_lines(board, counted_cell)
    else:
        layouts = "layout" if answer.models == 1 else "layouts"
        yield f"{answer.models} {layouts}{_with_key(board)}"
        expected = answer.expected_mines
        # A known mine count is no expectation; without probabilities there is none.
        if answer.least_risky and expected and not isinstance(answer.mine_count, int):
            yield f"Expected number of mines: {float(expected):.2f}."
        yield from _likely_lines(answer, has_safe=False)
    if answer.certificate:
        yield f"The certificate of this number is in {answer.certificate}."
    yield from liars_lines(answer.liars)
    for component in answer.components or ():
        yield from _component_lines(component)


def _component_lines(component: Configured) -> Iterator[str]:
    """Yield the configurations of a component, then the share of each cell in them."""
    number = len(component.configurations)
    yield ""
    size = counted(len(component.cells), "cell")
    yield f"{counted(number, 'configuration')} of {size}, the mines of each:"
    for mines in component.configurations[:_MOST_CONFIGURATIONS]:
        yield f"  {', '.join(str(Cell(*cell)) for cell in mines) or 'none'}"
    if number > _MOST_CONFIGURATIONS:
        yield f"  and {number - _MOST_CONFIGURATIONS:,} more; --json has all"
    yield "how many of them have a mine in a cell, and its probability:"
    for held in component.cells:
        chance = "" if held.probability is None else f"  {exact_words(held.probability)}"
        yield f"  {Cell(*held.cell)}  {held.configurations} of {number}{chance}"


def _with_key(board: Board) -> str:
    """Say that layouts are counted once with each key, where a rule has one."""
    ruled = board.placed_rules
    return "" if ruled is None or ruled.key_shape is None else " with a key"


def _cell_lines(board: Board, counted_cell: CountedCell) -> Iterator[str]:
    """Yield the mine probability of a cell, and a line for each outcome if these are known."""
    mine = counted_cell.probability
    yield f"{Cell(*counted_cell.cell)}: {probability_words(mine)}"
    if counted_cell.clues is None:
        return
    if mine:
        yield f"  mine {exact_words(mine)}"
    ruled = board.placed_rules
    for clue, chance in enumerate(counted_cell.clues):
        if chance:
            sign = str(clue) if ruled is None else ruled.sign(Code(clue))
            yield f"  {sign:>4} {exact_words(chance)}"
    nothing = 1 - mine - sum(counted_cell.clues)
    if nothing:
        yield f"  no clue {exact_words(nothing)}"


def _likely_lines(answer: Solution | Count, *, has_safe: bool) -> Iterator[str]:
    """Yield what to open when nothing is proved safe, and what is hidden beside the mines."""
    least = answer.least_risky
    if least is None:
        yield ASK
        return
    if not has_safe and least.cells and least.probability != 1:
        yield least_words(least.cells, least.probability)
    if answer.key is not None:
        yield from _key_lines(answer.key)
    if answer.wrong is not None:
        wrong = {Cell(*clue.cell): clue.probability for clue in answer.wrong}
        yield from wrong_lines(wrong)


def _key_lines(key: KeyChances) -> Iterator[str]:
    """Yield a line with the possible values of each row of a key; the likeliest come first."""
    yield f"The key is {key.about}:"
    for name, chances in zip(key.rows, key.chances, strict=True):
        ranked = sorted(zip(chances, key.columns, strict=True), key=lambda pair: -pair[0])
        may_be = [
            column if chance == 1 else f"{column} ({chance_words(chance)})"
            for chance, column in ranked
            if chance
        ]
        yield f"  {name}{'  ' if name else ''}{', '.join(may_be)}"


def wrong_lines(wrong: Mapping[Cell, Fraction] | None) -> list[str]:
    """Say how likely clues are wrong, the likeliest first; long lists are cut short."""
    if wrong is None:
        return []
    ranked = sorted([(-chance, cell) for cell, chance in wrong.items() if chance])
    if not ranked:
        return ["No clue is wrong."]
    named = [f"{cell} {chance_words(-chance)}" for chance, cell in ranked[:_LISTED]]
    if len(ranked) > _LISTED:
        named.append(f"{counted(len(ranked) - _LISTED, 'more clue')} less likely")
    return [f"Wrong clues, by probability: {', '.join(named)}."]


def liars_lines(liars: int) -> list[str]:
    """Note that an answer allows for so many wrong clues."""
    return [f"This allows for up to {counted(liars, 'wrong clue')}."] if liars else []
