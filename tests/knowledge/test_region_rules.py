"""Rules about regions: joined sides, rules of one's own, words, large boards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from logicsweep import Adjacency, Board, KnowledgeBase, Layout, LimitError, State, encode
from logicsweep.board import LayoutRule, load_rules
from logicsweep.constraints import Joined, Regional, Regions, Source
from logicsweep.errors import ArgumentTypeError, CertificateError, RuleFileError
from logicsweep.reason import REASONERS, ReasonerName
from logicsweep.reasons.cut import Cut
from tests.conftest import seeds, some
from tests.judges import rules as judge
from tests.judges.refusals import refused
from tests.judges.rules_at_once import obeying

DENSITY = Fraction(1, 3)
SLOW = pytest.mark.slow
STEPS = {Joined.SIDES: judge.CROSS, Joined.CORNERS: judge.RING}


def regions_of(
    cells: set[judge.Place], says: Regions, shape: tuple[int, int], wraps: tuple[bool, bool]
) -> list[set[judge.Place]]:
    """The connected parts of cells, by spreading out; rows and columns may go on."""
    found = []
    while cells:
        ahead = [cells.pop()]
        region = {*ahead}
        while ahead:
            place = ahead.pop()
            for step in STEPS[says.joined]:
                near = tuple(
                    (at + by) % size if goes_on else at + by
                    for at, by, size, goes_on in zip(place, step, shape, wraps, strict=True)
                )
                if near in cells:
                    cells.remove(near)
                    region.add(near)
                    ahead.append(near)
        found.append(region)
    return found


@pytest.mark.parametrize(
    ("size", "make", "joined"),
    some(product([None, 2, 3], [Adjacency.torus, Adjacency.cylinder], STEPS), every=5),
)
def test_regions_go_on_at_the_other_side(
    size: int | None, make: Callable[[int, int], Adjacency], joined: Joined
) -> None:
    wraps = (make == Adjacency.torus, True)
    says = Regions(joined, size=size, least=1, most=None if size else 1)
    rule = LayoutRule("R", "regions", regions=(says,))
    shape = (3, 3)
    expected = 0
    for mask in judge.layouts(*shape):
        found = regions_of(set(judge.all_mines(mask)), says, shape, wraps)
        expected += all(len(one) == size for one in found) if size else len(found) == 1
    expected -= bool(size)  # without any mine
    grid = np.full(shape, int(State.COVERED))
    board = Board(grid, rules=[rule], adjacency=make(*shape), density=DENSITY)
    for reasoner in REASONERS:
        kb = KnowledgeBase(board, reasoner=reasoner)
        assert kb.count().total == expected
    assert KnowledgeBase(board).count(engine="models").total == expected


def empty(height: int, width: int, rules: str) -> Board:
    return Board(np.full((height, width), int(State.COVERED)), rules=rules, density=DENSITY)


@pytest.mark.parametrize("width", [1, 2, 7, 30])
def test_connected_mines_in_two_rows(width: int) -> None:
    """A closed form, OEIS A290764."""
    number = 3 * (3 ** (width + 1) - 2 * width - 3) // 4
    assert KnowledgeBase(empty(2, width, "C")).count().total == number


@pytest.mark.parametrize(
    ("size", "most"),
    [
        (3, 7),
        (4, 11),
        pytest.param(5, 17, marks=SLOW),
        pytest.param(6, 24, marks=pytest.mark.night),
    ],
)
def test_the_longest_snakes(size: int, most: int) -> None:
    """OEIS A331968; on 4x4 cells there are 84 of them."""
    grid = np.full((size, size), int(State.COVERED))
    for mines, there_are in ((most, True), (most + 1, False)):
        kb = KnowledgeBase(Board(grid, rules="S", mines=mines), reasoner="elimination")
        assert kb.has_layout() is there_are
        if there_are and size == 4:
            assert kb.count().total == 84


def test_a_torus_has_no_rim() -> None:
    grid = np.full((4, 4), int(State.COVERED))
    with refused(ValueError):
        Board(grid, rules="O", adjacency=Adjacency.torus(4, 4))
    assert Board(grid, rules="O", adjacency=Adjacency.cylinder(4, 4)).rules.layout


@pytest.mark.parametrize(
    ("says", "message"),
    [
        (Regions(Joined.SIDES, size=7), "regions of 7 cells; expected a size from 1 to 6"),
        (Regions(Joined.SIDES, size=0), "regions of 0 cells"),
        (
            Regions(Joined.SIDES, least=2),
            "from 2 to any number of regions; expected at least 0 or 1",
        ),
        (Regions(Joined.SIDES, most=2), "from 0 to 2 regions"),
        (Regions(Joined.SIDES, at_rim=-1), "-1 cells in regions at the rim; expected 0 or more"),
        (Regions(Joined.SIDES, at_rim=3, most=1), "said along with something else; expected it"),
    ],
)
def test_numbers_that_are_not_provided_for(says: Regions, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        LayoutRule("R", "regions", regions=(says,))
    with pytest.raises(ValueError, match=message):
        Regional.of({0: [1], 1: []}, says, "regions")


def test_a_graph_has_the_cells_that_it_joins() -> None:
    says = Regions(Joined.SIDES, most=1)
    with refused(ArgumentTypeError, argument="links"):
        Regional.of([[1], [0]], says, "regions")  # type: ignore[arg-type]
    with refused(ArgumentTypeError, argument="says"):
        Regional.of({0: [1], 1: []}, "connected", "regions")  # type: ignore[arg-type]
    with refused(ValueError):
        Regional.of({0: [2], 1: []}, says, "regions")
    with refused(ValueError):
        Regional.of({0: [1], 1: [1]}, says, "regions")
    board = Board.parse("density: 1/2\n\n???")
    with refused(ValueError):
        KnowledgeBase(board, constraints=[Regional.of({2: [3], 3: []}, says, "regions")])


PAIRS = """
[[layout]]
name = "P"
about = "the mines form pairs, and all safe cells are connected"
regions = [{ size = 2, of = "mines", joined = "sides" }, { of = "safe cells", at_most = 1 }]
"""


def test_regions_of_a_rule_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(PAIRS, encoding="utf-8")
    rule = load_rules(file)["P"]
    assert isinstance(rule, LayoutRule)
    assert rule.regions == (
        Regions(Joined.SIDES, size=2),
        Regions(Joined.SIDES, mines=False, most=1),
    )
    expected = sum(
        all(len(one) == 2 for one in judge.regions(judge.all_mines(mask), judge.CROSS))
        and len(judge.regions(judge.all_mines(~mask), judge.CROSS)) <= 1
        for mask in judge.layouts(3, 4)
    )
    board = Board.parse("rules: P\ndensity: 1/2\n\n????\n????\n????", rules=load_rules(file))
    for reasoner in REASONERS:
        assert KnowledgeBase(board, reasoner=reasoner).count().total == expected
    corner = KnowledgeBase(Board.parse("rules: P\n\n*_?\n???", rules=load_rules(file)))
    assert corner.entails((1, 0))
    with refused(CertificateError):
        corner.certificate((1, 0))


@pytest.mark.parametrize(
    ("regions", "message"),
    [
        ("3", r"regions is no list of tables; expected \[{ of = \"mines\", size = 2 }\]"),
        ('[{ of = "flags" }]', "unknown of 'flags'; known: mines, safe cells"),
        ('[{ joined = "knight" }]', "unknown joined 'knight'; known: sides, corners"),
        ("[{ size = 9 }]", "regions of 9 cells; expected a size from 1 to 6"),
        ("[{ size = true }]", "size is True; expected a whole number"),
        ('[{ at_most = "one" }]', "at_most is 'one'; expected a whole number"),
        ("[{ rings = 0 }]", "rings is 0; expected true or false"),
        ("[{ number = 1 }]", "unknown key 'number'"),
        ("[]", "it says nothing; expected windows, lines or regions"),
    ],
)
def test_what_a_rule_file_says_wrongly_of_regions(
    regions: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'[[layout]]\nname = "P"\nabout = "pairs"\nregions = {regions}\n', "utf-8")
    with pytest.raises(RuleFileError, match=rf"own.toml: \[\[layout\]\] 1: {message}"):
        load_rules(file)


def test_an_explanation_names_what_holds_for_regions() -> None:
    board = Board.parse("rules: C\nmines: 5\n\n*3??\n??_?\n??_*")
    assert KnowledgeBase(board).explain((0, 2)).text == (
        "(0,2) is a mine: by the rule C, there are mines, and all of them are connected, by sides "
        "or corners; so it cannot be safe."
    )
    outside = KnowledgeBase(Board.parse("rules: O\n\n????\n?**?\n?_*?\n?*??")).explain((3, 2)).text
    assert "by the rule O, all safe cells are connected, by sides; by the rule O, each" in outside
    assert "each region of mines, connected by sides, reaches the rim; so it" in outside
    triple = Board.parse("rules: 2G'\n\n*_\n??\n??")
    assert "connected by sides, has 3 cells; so it" in KnowledgeBase(triple).explain((1, 0)).text


def of_mines(cut: Cut) -> bool:
    """Whether it is mines that a cut separates, by its words; else it is safe cells."""
    return cut.text.startswith("the mine")


def shut_off(cut: Cut, mask: judge.Mask) -> bool:
    """Whether no way within the members of a layout leads over the cut."""
    own = mask if of_mines(cut) else ~mask
    steps = judge.RING if cut.source == "the rule C" else judge.CROSS
    height, width = mask.shape
    members = {*judge.all_mines(own)} - set(cut.cells)
    for region in judge.regions(members, steps):
        if tuple(cut.between[0]) in region:
            if len(cut.between) == 1:
                return not any(r in (0, height - 1) or c in (0, width - 1) for r, c in region)
            return tuple(cut.between[1]) not in region
    return False


@pytest.mark.few(4)
@pytest.mark.parametrize("rule", ["C", "O", "S", "2C"])
@pytest.mark.parametrize("seed", seeds(range(40), fast=8))
def test_cuts_cut(rule: str, seed: int) -> None:
    """Whatever the other cells are: without the cells of the cut, no way leads over it."""
    rng = Random(f"{rule} {seed}")
    masks = obeying(rule, 3, 5)
    truth = masks[rng.randrange(len(masks))]
    board = Board(np.full((3, 5), int(State.COVERED)), rules=rule, density=DENSITY)
    for cell in map(tuple, np.argwhere(np.ones_like(truth)).tolist()):
        if rng.random() < 0.4:
            shown = State.KNOWN_MINE if truth[cell] else judge.shows("V", truth, cell)
            board = board.replace({cell: shown})
    kb = KnowledgeBase(board)
    for cell in sorted(kb.consequences().mines | kb.consequences().safe):
        found = kb.explain(cell, cut=True)
        cut = found.cut
        assert kb.explain(cell).cut is None
        if cut is None:
            continue
        assert f"if {cell} were" in found.text
        assert cut.text in found.text
        assert cut.source in [str(one.source) for one in found.constraints]
        assert all(map(board.is_covered, cut.cells))
        # The most members that there can be.
        most = board.covered_mask | (board.grid == State.KNOWN_MINE if of_mines(cut) else ~truth)
        mask = most if of_mines(cut) else ~most
        mask[board.grid == State.KNOWN_MINE] = True
        assert shut_off(cut, mask)


def test_a_cut_is_told_in_words() -> None:
    board = Board.parse("rules: C\nmines: 5\n\n*3??\n??_?\n??_*")
    found = KnowledgeBase(board).explain((0, 2), cut=True)
    assert found.cut is not None
    assert found.cut.cells == ((0, 2),)
    assert found.text.endswith(
        "; if (0,2) were safe, the mines at (2,3) and (0,0) would be cut off from each other; so "
        "it cannot be safe."
    )
    rim = KnowledgeBase(Board.parse("rules: O\n\n_?_\n_*_\n___")).explain((0, 1), cut=True)
    assert rim.cut is not None
    assert rim.cut.between == ((1, 1),)
    words = "if (0,1) were safe, the mine at (1,1) and the rim would be cut off from each other; so"
    assert words in rim.text
    gap = KnowledgeBase(Board.parse("rules: O\n\n_?_\n***")).explain((0, 1), cut=True)
    assert gap.text.endswith(
        "; if (0,1) were a mine, the safe cells at (0,0) and (0,2) would be cut off from each "
        "other; so it cannot be a mine."
    )


def test_words_for_a_constraint_of_ones_own() -> None:
    board = Board.parse("density: 1/2\n\n*_*\n???")
    links = dict(enumerate(Adjacency.grid((2, 3)).lists))
    near = {cell: [one for one in links[cell] if abs(one - cell) in (1, 3)] for cell in links}
    one = Regional.of(near, Regions(Joined.SIDES, least=1, most=1), "one lake")
    kb = KnowledgeBase(board, constraints=[one])
    assert len(kb.consequences().mines) == 3
    assert "by one lake, there are mines, and all of them are connected" in kb.explain((1, 1)).text
    ring = Regional.of(near, Regions(Joined.SIDES, rings=False), "no ring")
    both = KnowledgeBase(Board.parse("density: 1/2\n\n**_\n*?_"), constraints=[ring])
    assert "by no ring, no mines are in a ring, by sides; so it" in both.explain((1, 1)).text


def test_encodings_name_their_regions() -> None:
    board = Board.parse("rules: C\n\n???\n?2?")
    cnf = encode(board, "cnf")
    assert "regions of mines in 5 covered cells" in cnf.to_text(annotate=True)
    [source] = [one for one in cnf.sources if one.name == "C"]
    assert cnf.clauses_of(source)
    facts = encode(board, "facts").to_text()
    assert 'joined(rule("C",regions,0),corners).' in facts
    assert Source.named("C") not in cnf.sources


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", seeds(range(40), fast=4))
def test_large_boards_are_proved_without_tables(seed: int) -> None:
    """SAT solvers and clingo agree, and the layout at hand with both."""
    rng = Random(seed)
    size, mines = 11, 30
    mask = np.zeros((size + 2, size + 2), dtype=np.bool_)
    grown = [(rng.randint(1, size), rng.randint(1, size))]
    while mask.sum() < mines:
        mask[grown[-1]] = True
        row, column = rng.choice(grown)
        near = row + rng.randint(-1, 1), column + rng.randint(-1, 1)
        if all(1 <= place <= size for place in near):
            grown.append(near)
    truth = mask[1:-1, 1:-1]
    grid = np.full((size, size), int(State.COVERED))
    for row, column in product(range(size), repeat=2):
        if not truth[row, column] and rng.random() < 0.45:
            grid[row, column] = mask[row : row + 3, column : column + 3].sum()
    board = Board(grid, mines=mines, rules="C")
    found = [KnowledgeBase(board, reasoner=name).consequences() for name in ("sat", "asp")]
    assert found[0] == found[1]
    assert KnowledgeBase(board).allows(Layout(truth))
    assert all(truth[cell] for cell in found[0].mines)
    assert not any(truth[cell] for cell in found[0].safe)
    assert len(found[0].mines) + len(found[0].safe)


@pytest.mark.parametrize("reasoner", REASONERS)
def test_tables_that_are_too_large_reach_a_limit(reasoner: ReasonerName) -> None:
    board = Board(np.full((5, 5), int(State.COVERED)), rules="O", density=DENSITY)
    kb = KnowledgeBase(board, max_entries=300, reasoner=reasoner)
    with pytest.raises(LimitError, match="needs more than 300 table entries"):
        kb.count()


def test_a_rule_about_regions_forces_cells_alone() -> None:
    kb = KnowledgeBase(Board.parse("rules: C\nmines: 5\n\n*3??\n??_?\n??_*"))
    step = kb.next_step(level=1)
    assert step is not None
    assert step.level == 1
    assert kb.next_step() == step
    assert kb.difficulty().level == 1
    tetromino = KnowledgeBase(Board.parse("density: 1/2\nrules: 2G\n\n???\n3??\n?2?"))
    assert tetromino.difficulty().level == 1
