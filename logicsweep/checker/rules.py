"""The rules: what a clue, a hidden key and a rule for layouts say, as the page of rules has it.

Each definition is its sentence, asked about a whole layout. A spot is a cell, or the number of
cells plus a place of the key; its variable is the next number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, product, takewhile
from typing import TYPE_CHECKING

from .demands import Demand, Regions, Sum, Table
from .faults import CheckError, CheckLimitError, shown

if TYPE_CHECKING:
    from .board import Board, Clue

Offset = tuple[int, int]
Shapes = list[tuple[Offset, ...]]
Cells = tuple[int, ...]
# The cells of a demand of a rule for layouts, in a fixed order, and the demand.
Part = tuple[Cells, Demand]

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
SIDES = (UP, DOWN, LEFT, RIGHT)
# The eight around a cell, clockwise; the places of the key of `2I` have the same order.
RING = ((-1, -1), UP, (-1, 1), RIGHT, (1, 1), DOWN, (1, -1), LEFT)
# The cells that a clue counts, by the letter that says where it looks.
REGIONS: Mapping[str, tuple[Offset, ...]] = {
    "X": (*SIDES, (-2, 0), (2, 0), (0, -2), (0, 2)),
    "X'": SIDES,
    "K": ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)),
    "D": tuple(product((-2, -1, 0), (-1, 0, 1))),
}
# Letters that look at cells of their own and do not add up mines.
RUNS, VIEWS = ("W", "W'", "P"), ("E", "E'")
SQUARES = ("square", "four", "knight", "torus", "cylinder")
JOINED = ("torus", "cylinder")
KEYED = ("2I", "2E", "2L", "2L'")
# The most cells of a board with a rule for layouts, which may have some demands for each cell.
MOST_RULED = 40_000


def is_coloured(board: Board, cell: int) -> bool:
    """Tell whether a cell is coloured: its row plus its column is odd."""
    return sum(divmod(cell, board.width)) % 2 == 1


def _at(board: Board, cell: int, offset: Offset) -> int | None:
    """Return the cell so many rows below and columns to the right, across joined sides."""
    row, column = cell // board.width + offset[0], cell % board.width + offset[1]
    if board.topology == "torus":
        row %= board.height
    if board.topology in JOINED:
        column %= board.width
    if row in range(board.height) and column in range(board.width):
        return row * board.width + column
    return None


def _cells_at(board: Board, cell: int, offsets: Iterable[Offset]) -> list[int]:
    """Return the cells of the board at some offsets from a cell, in their order."""
    cells = [_at(board, cell, offset) for offset in offsets]
    return [each for each in cells if each is not None]


def _beside(board: Board, cell: int, offsets: Iterable[Offset] = SIDES) -> list[int]:
    """Return the cells that share a side with a cell; if these are no squares, its neighbours."""
    is_squares = board.topology in SQUARES
    return sorted(set(_cells_at(board, cell, offsets) if is_squares else board.near[cell]))


def _lines(height: int, width: int, first: int = 0) -> tuple[list[Cells], list[Cells]]:
    """Return the rows and the columns of a board, or of a key whose first spot is given."""
    spots = tuple(range(first, first + height * width))
    rows = [spots[row * width : (row + 1) * width] for row in range(height)]
    return rows, [spots[column::width] for column in range(width)]


def _sum(weights: Mapping[int, int], accepts: Callable[[int], bool]) -> Sum:
    """Return the demand that the weights of the spots that are 1 come to an accepted number."""
    least = sum([weight for weight in weights.values() if weight < 0])
    most = sum([weight for weight in weights.values() if weight > 0])
    allowed = frozenset([total for total in range(least, most + 1) if accepts(total)])
    return Sum({spot + 1: weight for spot, weight in weights.items()}, allowed)


def _number(spots: Iterable[int], allowed: Iterable[int]) -> Sum:
    """Return the demand that so many of the spots are 1."""
    return Sum({spot + 1: 1 for spot in spots}, frozenset(allowed))


def _table(spots: Iterable[int], satisfied: Callable[[set[int]], bool]) -> Table:
    """Return the demand that the set of those spots that are 1 satisfies a definition."""
    variables = tuple([spot + 1 for spot in sorted(set(spots))])
    return Table(variables, lambda values: satisfied({v - 1 for v in variables if values[v]}))


def _links(board: Board, cells: Sequence[int], offsets: Iterable[Offset]) -> dict[int, list[int]]:
    """Return for the variable of each of some cells those of the cells beside it."""
    beside = {cell: _beside(board, cell, offsets) for cell in cells}
    return {cell + 1: [each + 1 for each in beside[cell] if each in beside] for cell in cells}


def _letters(rule: str) -> frozenset[str]:
    """Return the letters of a rule such as `V` (none), `1M`, `2D` or `LMX'`; they go together."""
    if rule == "V":
        return frozenset()
    letters = re.findall("[A-Z]'?", rule)
    digit = ("2" if letters == ["D"] else "1") if len(letters) == 1 else ""
    alone = [letter for letter in letters if letter in (*RUNS, *VIEWS)]
    looks = [letter for letter in letters if letter in REGIONS] + alone
    unknown = set(letters) - {"L", "M", "N", *looks}
    if not letters or unknown or digit + "".join(letters) != rule:
        raise CheckError(f"no rule for clues is known as {shown(rule)}")
    if len(set(letters)) < len(letters) or len(looks) > 1:
        raise CheckError(f"the rule {rule} says the same thing twice")
    if alone and ("M" in letters or "N" in letters):
        raise CheckError(
            f"in the rule {rule} M or N is joined to {alone[0]}, which adds up no mines"
        )
    if "L" in letters and "W" in letters:
        raise CheckError(f"in the rule {rule} L is joined to W, whose clues are no single numbers")
    return frozenset(letters)


def _agrees(clue: Clue, number: int, is_off: bool = False) -> bool:
    """Tell whether a clue may be shown for a number; if it is off, by one more or one less."""
    numbers = (number - 1, number + 1) if is_off else (number,)
    if clue.word:
        return clue.word in [str(each) for each in numbers]
    return any(each in (clue.numbers or ()) for each in numbers)


def _by_letters(board: Board, cell: int, clue: Clue) -> Demand:
    """Return what a clue says whose rule is made of letters."""
    letters = _letters(clue.rule)
    if not letters.isdisjoint(RUNS):
        return _runs_around(board, cell, clue, letters)
    if not letters.isdisjoint(VIEWS):
        return _view(board, cell, clue, letters)
    counted = list(board.near[cell])
    for letter in letters.intersection(REGIONS):
        counted = _cells_at(board, cell, REGIONS[letter])
    if len(set(counted)) < len(counted):
        raise CheckError(f"the rule {clue.rule} reaches a cell from two sides of the board")
    is_off, is_difference = "L" in letters, "N" in letters
    coloured, plain = 2 if "M" in letters else 1, -1 if is_difference else 1
    weights = {each: coloured if is_coloured(board, each) else plain for each in counted}
    weights.pop(cell, None)  # The clue's own cell is open.
    return _sum(weights, lambda n: _agrees(clue, abs(n) if is_difference else n, is_off))


def _runs(line: Sequence[bool]) -> list[int]:
    """Return the lengths of the runs of mines in a line."""
    return [len(list(run)) for is_mine, run in groupby(line) if is_mine]


def _runs_around(board: Board, cell: int, clue: Clue, letters: frozenset[str]) -> Table:
    """Return what the runs of mines in the ring around a clue are; off the board it is safe."""
    ring = [_at(board, cell, offset) for offset in RING]

    def satisfied(mines: set[int]) -> bool:
        line = [each in mines for each in ring]
        # No run goes on across a safe cell, so that the ring may be cut there.
        cut = line.index(False) if False in line else 0
        lengths = sorted(_runs([*line[cut:], *line[:cut]]))
        if "W" in letters:
            return clue.word == ("+".join([str(length) for length in lengths]) or "0")
        number = len(lengths) if "P" in letters else max(lengths, default=0)
        return _agrees(clue, number, "L" in letters)

    return _table([each for each in ring if each is not None], satisfied)


def _view(board: Board, cell: int, clue: Clue, letters: frozenset[str]) -> Table:
    """Return how many safe cells are seen in four directions up to the first mine or the rim."""
    row, column = divmod(cell, board.width)
    far = (row, board.height - 1 - row, column, board.width - 1 - column)
    lines = [
        _cells_at(board, cell, [(y * n, x * n) for n in range(1, cells + 1)])
        for (y, x), cells in zip((UP, DOWN, LEFT, RIGHT), far, strict=True)
    ]

    def satisfied(mines: set[int]) -> bool:
        up, down, left, right = [
            len(list(takewhile(lambda each: each not in mines, line))) for line in lines
        ]
        number = up + down + left + right + 1 if "E" in letters else up + down - left - right
        return _agrees(clue, number, "L" in letters)

    return _table([each for line in lines for each in line], satisfied)


def _pair(board: Board, cell: int, clue: Clue) -> Table:
    """Return the demand of `2X`: mines in coloured cells and in others, in any order."""

    def satisfied(mines: set[int]) -> bool:
        coloured = len([each for each in mines if is_coloured(board, each)])
        smaller, larger = sorted([coloured, len(mines) - coloured])
        return clue.word == f"{smaller}/{larger}"

    return _table(board.near[cell], satisfied)


def _modulo(board: Board, cell: int, clue: Clue) -> Sum:
    """Return the demand of `2M`: the number of mines modulo 3."""
    return _sum(dict.fromkeys(board.near[cell], 1), lambda total: _agrees(clue, total % 3))


def _product(board: Board, cell: int, clue: Clue) -> Demand:
    """Return the demand of `2P`: the product of the distances of the two nearest mines.

    The second nearest is at most as far as the product, as no distance is below 1; so nothing
    farther away matters. 0 stands for fewer than two mines.
    """
    others = [each for each in range(len(board.cells)) if each != cell]
    if clue.word == "0":
        return _number(others, (0, 1))
    outside, _, inside = clue.word.partition("√")
    square = int(outside or 1) ** 2 * int(inside or 1)

    def squared_distance(mine: int) -> int:
        (row, column), (there, across) = divmod(cell, board.width), divmod(mine, board.width)
        return (row - there) ** 2 + (column - across) ** 2

    def satisfied(mines: set[int]) -> bool:
        nearest = sorted([squared_distance(mine) for mine in mines])[:2]
        return len(nearest) == 2 and nearest[0] * nearest[1] == square

    return _table([each for each in others if squared_distance(each) <= square], satisfied)


def _area(board: Board, cell: int, clue: Clue) -> Demand:
    """Return the demand of `2A`: the area of all regions of mines that share a side with it."""
    links = _links(board, [each for each in range(len(board.cells)) if each != cell], SIDES)
    area = Regions(links, rim=frozenset([each + 1 for each in _beside(board, cell)]))
    numbers = [number for number in range(len(board.cells)) if _agrees(clue, number)]
    allowed = [area._replace(at_rim=number) for number in numbers]
    # A clue may have bounds, or a number that no area has.
    table = Table(tuple(links), lambda values: any(each.holds(values) for each in allowed))
    return allowed[0] if len(allowed) == 1 else table


def _key(board: Board) -> tuple[str, int, int]:
    """Return the rule for clues that has a key, and the rows and columns of the key."""
    keyed = {rule for rule in board.clue_rules if rule in KEYED}
    if len(keyed) > 1:
        raise CheckError("a board has at most one rule with a hidden key")
    rule = "".join(keyed)
    shapes = {"": (0, 0), "2I": (1, len(RING)), "2E": (min(board.height, 9),) * 2}
    return rule, *shapes.get(rule, (board.height, board.width))


def key_places(board: Board) -> int:
    """Return the number of places of the key of the board's rule for clues."""
    return _key(board)[1] * _key(board)[2]


def key_demands(board: Board) -> list[Demand]:
    """Return what the key is like without any clue."""
    rule, height, width = _key(board)
    if not rule:
        return []
    _fitting(board, rule)
    rows, columns = _lines(height, width, len(board.cells))
    demands: list[Demand] = [_number(row, [1]) for row in rows]
    if height > 1:
        demands += [_number(column, [1]) for column in columns]
    if rule in ("2L", "2L'"):
        size = len(board.cells)
        demands += [_number([cell, size + cell], [0, 1]) for cell in range(size)]
    return demands


def _except_one(board: Board, cell: int, clue: Clue) -> Table:
    """Return the demand of `2I`: the mines among the neighbours except in the marked direction."""
    near, first = set(board.near[cell]), len(board.cells)

    def satisfied(ones: set[int]) -> bool:
        marked = [offset for place, offset in enumerate(RING) if first + place in ones]
        counted = [(ones & near) - {_at(board, cell, offset)} for offset in marked]
        return len(counted) == 1 and _agrees(clue, len(counted[0]))

    return _table([*near, *range(first, first + len(RING))], satisfied)


def _lettered(board: Board, cell: int, clue: Clue) -> Table:
    """Return that with n mines around, place n is 1 in the key's row (`2E`) or a column (`2E'`)."""
    if not re.fullmatch("[a-z]", clue.word):
        raise CheckError(
            f"a clue of the rule {clue.rule} is a small letter, not {shown(clue.word)}"
        )
    letter, near, size = ord(clue.word) - ord("a"), set(board.near[cell]), len(board.cells)
    _, rows, columns = _key(board)
    line: Sequence[int] = ()
    if clue.rule == "2E" and letter < rows:
        line = range(size + letter * columns, size + (letter + 1) * columns)
    elif clue.rule == "2E'" and letter < board.width:
        line = range(letter, size, board.width)
    line = line[: len(near) + 1]

    def satisfied(ones: set[int]) -> bool:
        number = len(ones & near)
        return number < len(line) and line[number] in ones

    # The clue's own cell, which may be in its column, is open.
    return _table([each for each in (*near, *line) if each != cell], satisfied)


def _marked_off(board: Board, cell: int, clue: Clue) -> Table:
    """Return the demand of `2L` (off by one where the key is marked) or `2L'` (off elsewhere)."""
    near, place = set(board.near[cell]), len(board.cells) + cell

    def satisfied(ones: set[int]) -> bool:
        return _agrees(clue, len(ones & near), is_off=(place in ones) == (clue.rule == "2L"))

    return _table([*near, place], satisfied)


OWN: Mapping[str, Callable[[Board, int, Clue], Demand]] = {
    "2X": _pair, "2M": _modulo, "2P": _product, "2A": _area, "2I": _except_one,
    "2E": _lettered, "2E'": _lettered, "2L": _marked_off, "2L'": _marked_off,
}  # fmt: skip


def _fitting(board: Board, rule: str) -> set[str]:
    """Return the letters of a rule for clues, or its name; refuse a board that it does not fit."""
    letters = {rule} if rule in OWN else set(_letters(rule))
    if letters <= {"L", "M", "N", "2X", "2M"}:
        return letters
    if board.topology not in SQUARES or board.has_walls:
        raise CheckError(f"the rule {rule} needs a board of squares without walls")
    if board.topology in JOINED and not letters.isdisjoint({"2A", "2P", *VIEWS}):
        raise CheckError(f"the rule {rule} is for no torus and no cylinder")
    if rule == "2A" and len(board.cells) > 127:
        raise CheckError("the rule 2A is for boards of at most 127 cells")
    if rule == "2P" and max(board.height, board.width) > 10:
        raise CheckError("the rule 2P is for boards of at most 10x10 cells")
    if rule in ("2L", "2L'") and board.height != board.width:
        raise CheckError(f"the rule {rule} needs as many rows as columns")
    return letters


def clue_demand(board: Board, cell: int) -> Demand:
    """Return what the clue in a cell says of the other cells and of the key."""
    clue = board.clues[cell]
    is_number = _fitting(board, clue.rule).isdisjoint({"L", "W", "2X", "2P", "2E'", *KEYED})
    if clue.rule in KEYED and clue.rule != _key(board)[0]:
        raise CheckError(f"the board has no key of the rule {clue.rule}")
    if not clue.word and (clue.numbers is None or not is_number):
        raise CheckError(f"there are no certificates with such a clue of the rule {clue.rule}")
    return OWN.get(clue.rule, _by_letters)(board, cell, clue)


# The topologies that a rule fits; `C` fits all. A torus has no rim for `O`.
LAYOUTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("Q", "T", "A", "H", "D'", "2H", "2T", "2S", "2Z", "B", "2C", "2B"), SQUARES),
    **dict.fromkeys(("U", "D", "2F", "S", "2G", "2G'"), (*SQUARES, "hexagon", "")),
    "O": ("square", "four", "knight", "cylinder", "hexagon"),
    "C": (),
}


def _straight(length: int, *directions: Offset) -> Shapes:
    """Return a window for each direction: so many cells in a line."""
    steps = range(length)
    return [tuple([(rows * n, columns * n) for n in steps]) for rows, columns in directions]


BLOCK: Shapes = [((0, 0), RIGHT, DOWN, (1, 1))]
DIAGONALS = ((1, 1), (1, -1))
# For each rule its windows, and the numbers of mines that each may have.
WINDOWS: Mapping[str, list[tuple[Shapes, tuple[int, ...]]]] = {
    "Q": [(BLOCK, (1, 2, 3, 4))],
    "T": [(_straight(3, RIGHT, DOWN, *DIAGONALS), (0, 1, 2))],
    "A": [(_straight(2, *REGIONS["K"]), (0, 1))],
    "H": [(_straight(2, RIGHT), (0, 1))],
    # Bars that bend, or that touch at corners, have mines diagonally next to each other.
    "D'": [(_straight(2, *DIAGONALS), (0, 1)), (_straight(5, RIGHT, DOWN), (0, 1, 2, 3, 4))],
    "2T": [(_straight(3, RIGHT, DOWN), (1, 2))],
    # Regions are rectangles if and only if no block has all but one.
    "2C": [(BLOCK, (0, 1, 2, 4))],
}


def _windows(board: Board, name: str) -> Iterator[Part]:
    """Return the windows of a rule, each set of cells once; none meets itself on a small torus."""
    cells = range(len(board.cells))
    for shapes, allowed in WINDOWS.get(name, []):
        windows = {tuple(sorted({*_cells_at(board, c, shape)})) for shape in shapes for c in cells}
        for window in sorted(windows):
            if len(window) == len(shapes[0]):
                yield window, _number(window, allowed)
    if name == "U":
        for pair in [(cell, each) for cell in cells for each in _beside(board, cell)]:
            if pair[0] < pair[1]:
                yield pair, _number(pair, (0, 1))


def _asked(cells: Cells, satisfied: Callable[[list[bool]], bool]) -> Part:
    """Return the demand that the mines in some cells, in their order, satisfy a definition."""
    return cells, Table(
        tuple([cell + 1 for cell in cells]),
        lambda values: satisfied([values[cell + 1] for cell in cells]),
    )


def _at_mines(board: Board, name: str) -> Iterator[Part]:
    """Return for each cell how many mines are beside it if it holds one itself."""
    allowed = {"D": (1,), "2F": (1,), "S": (1, 2), "2H": (1, 2)}.get(name, ())
    for cell in range(len(board.cells)):
        if allowed and (name != "2F" or is_coloured(board, cell)):
            beside = _beside(board, cell, (LEFT, RIGHT) if name == "2H" else SIDES)
            yield _asked((cell, *beside), lambda line: not line[0] or sum(line[1:]) in allowed)


def _has_steps(line: list[bool]) -> bool:
    """Tell whether paths go from a column to the next, which alternate in a line.

    If disjoint ones do, then also from the n-th mine from above to the n-th.
    """
    left, right = [[row for row, mine in enumerate(line[side::2]) if mine] for side in (0, 1)]
    steps = zip(left, right, strict=False)
    return len(left) == len(right) and all(abs(start - end) <= 1 for start, end in steps)


def _equal(lines: list[Cells], mines: tuple[int, int] | None) -> Iterator[Part]:
    """Return the demands that rows or columns have equally many mines."""
    if mines and mines[0] == mines[1]:
        each, rest = divmod(mines[0], len(lines))
        yield from [(line, _number(line, () if rest else (each,))) for line in lines]
        return
    for first, second in pairwise(lines):
        weights = dict.fromkeys(first, 1) | dict.fromkeys(second, -1)
        yield (*first, *second), _sum(weights, lambda total: total == 0)


def _along(board: Board, name: str) -> Iterator[Part]:
    """Return what a rule says of rows and columns, which end where the text ends."""
    rows, columns = _lines(board.height, board.width)
    if name == "2S":
        yield from [_asked(row, lambda line: len(_runs(line)) == 1) for row in rows]
    elif name == "2Z":
        for row in rows:
            weights = {cell: 1 if is_coloured(board, cell) else -1 for cell in row}
            yield row, _sum(weights, lambda total: total == 0)
    elif name == "2B":
        for pair in pairwise(columns):
            cells = [cell for both in zip(*pair, strict=True) for cell in both]
            yield _asked(tuple(cells), _has_steps)
    elif name == "B":
        yield from [*_equal(rows, board.mines), *_equal(columns, board.mines)]


def _rim(board: Board) -> frozenset[int]:
    """Return the variables of the cells at the rim."""
    if board.topology == "hexagon":
        return frozenset([cell + 1 for cell, near in enumerate(board.near) if len(near) < 6])
    rows, columns = _lines(board.height, board.width)
    ends = [rows[0], rows[-1]]
    if board.topology != "cylinder":
        ends += [columns[0], columns[-1]]
    return frozenset([cell + 1 for line in ends for cell in line])


def _regions(board: Board, name: str) -> Iterator[Part]:
    """Return what a rule says of regions, all over the board."""
    cells = tuple(range(len(board.cells)))
    links = _links(board, cells, RING if name in ("C", "2C") else SIDES)
    if name in ("C", "2C", "S"):
        yield cells, Regions(links, is_some=True, is_one=True, has_rings=name != "S")
    elif name == "O":
        yield cells, Regions(links, of_mines=False, is_one=True)
        yield cells, Regions(links, rim=_rim(board), reach_rim=True)
    elif name in ("2G", "2G'"):
        yield cells, Regions(links, size=4 if name == "2G" else 3)


def layout_demands(board: Board, name: str) -> list[Part]:
    """Return all demands of a rule for layouts, each with its cells; together they are the rule."""
    if name not in LAYOUTS:
        raise CheckError(f"no rule for layouts is known as {shown(name)}")
    if board.has_walls:
        raise CheckError(f"the rule {name} is for no board with walls")
    if len(board.cells) > MOST_RULED:
        raise CheckLimitError(f"rules for layouts are checked on up to {MOST_RULED:,} cells")
    if name != "C" and board.topology not in LAYOUTS[name]:
        raise CheckError(f"the rule {name} does not fit the topology of the board")
    kinds = (_windows, _at_mines, _along, _regions)
    return [part for kind in kinds for part in kind(board, name)]
