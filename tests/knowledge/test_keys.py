"""Rules with a key: letters, liars and a direction that no clue looks in."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Board, Cell, KnowledgeBase, Layout, State, encode
from logicsweep.answers import solving
from logicsweep.answers.asked import Asked
from logicsweep.errors import BoardSyntaxError
from logicsweep.knowledge.comparison import agree, compare_encodings
from logicsweep.reason import REASONERS
from logicsweep.render.words import count_lines, counted_lines
from tests.conftest import TURN, seeds
from tests.formulas.solving import answer_sets, projected
from tests.judges import keys as judge, rules
from tests.judges.refusals import refused

DENSITY = Fraction(1, 3)
RULES = list(judge.SHOWS)
SHAPES = [(3, 3), (3, 4), (4, 3), (2, 5)]
SQUARES = [(3, 3), (3, 3), (3, 3), (4, 4)]


class Case:
    """A random board whose clues are read with a key, and all layouts with all their keys."""

    def __init__(self, seed: int, *, most: int = 16) -> None:
        self.rng = rng = Random(seed)
        self.rule = RULES[seed % len(RULES)]
        shapes = SQUARES if self.rule in judge.SQUARE else SHAPES
        self.shape = rng.choice([shape for shape in shapes if shape[0] * shape[1] <= most])
        masks = rules.layouts(*self.shape)
        keys: list[Any] = []
        while not keys:
            truth = masks[rng.randrange(len(masks))]
            keys = list(judge.keys(self.rule, truth))
        self.shown = self._shown(truth, rng.choice(keys))
        mines = int(truth.sum())
        total = rng.choice([None, mines, (max(0, mines - 1), min(truth.size, mines + 1))])
        grid = np.full(self.shape, int(State.COVERED))
        for cell, value in self.shown.items():
            grid[cell] = value
        for cell in map(tuple, np.argwhere(truth).tolist()):
            if rng.random() < 0.1:
                grid[cell] = State.KNOWN_MINE
        self.board = Board(grid, rules=self.rule, mines=total, density=DENSITY)
        self.pairs = [(mask, key) for mask in masks for key in self._keys(mask)]
        self.layouts = np.array([mask for mask, _ in self.pairs])

    def _shown(self, truth: NDArray[np.bool_], key: Any) -> dict[tuple[int, int], int]:
        share = self.rng.choice([0.3, 0.6, 0.9])
        found = {}
        for cell in np.ndindex(*self.shape):
            values = [] if truth[cell] else sorted(judge.SHOWS[self.rule](truth, cell, key))
            if values and self.rng.random() < share:
                found[cell[0], cell[1]] = self.rng.choice(values)
        return found

    def _keys(self, mask: NDArray[np.bool_]) -> list[Any]:
        lower, upper = self.board.total_bounds or (0, mask.size)
        if not lower <= mask.sum() <= upper or any(mask[cell] for cell in self.shown):
            return []
        if not mask[self.board.grid == State.KNOWN_MINE].all():
            return []
        return judge.agreeing(self.rule, mask, self.shown)

    @property
    def weights(self) -> list[Fraction]:
        """The weight of each pair of a layout and a key."""
        odds = DENSITY / (1 - DENSITY) if self.board.total_bounds is None else Fraction(1)
        return [odds ** int(mask.sum()) for mask, _ in self.pairs]

    @property
    def proved(self) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
        """The covered cells that are safe in every layout, and those that are mines."""
        covered = self.board.covered_mask
        safe = np.argwhere(covered & ~self.layouts.any(axis=0)).tolist()
        mines = np.argwhere(covered & self.layouts.all(axis=0)).tolist()
        return set(map(tuple, safe)), set(map(tuple, mines))


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", seeds(range(400), fast=100))
def test_verdicts_counts_and_keys(seed: int) -> None:
    case = Case(seed, most=16 if TURN else 9)
    weights = case.weights
    whole = sum(weights)
    chances = sum(
        mask.astype(int) * one for (mask, _), one in zip(case.pairs, weights, strict=True)
    )
    lists = seed % 5 == 0 and (TURN or len(case.pairs) <= 2000)
    for reasoner in REASONERS:
        kb = KnowledgeBase(case.board, reasoner=reasoner)
        found = kb.consequences()
        assert (set(found.safe), set(found.mines)) == case.proved
        for count in (kb.count(), *([kb.count(engine="models")] if lists else [])):
            assert count.total == len(case.pairs)
            for cell, chance in count.fractions().items():
                assert chance == chances[cell] / whole
            assert np.nansum(count.probabilities()) == pytest.approx(
                float(sum(count.fractions().values()))
            )
            assert count.expected_mines == np.sum(chances) / whole
            if case.rule == "2E'":
                assert count.key is None
                continue
            assert count.key is not None
            drawn = sum(
                judge.marked(case.rule, key, case.shape[0]) * one
                for (_, key), one in zip(case.pairs, weights, strict=True)
            )
            assert (np.array(count.key.chances) == drawn / whole).all()


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", seeds(range(200), fast=60))
def test_layouts_samples_and_what_is_allowed(seed: int) -> None:
    case = Case(seed, most=12)
    kb = KnowledgeBase(case.board)
    every = {mask.tobytes() for mask in case.layouts}
    listed = kb.layouts(100_000)
    assert len(listed) == len(every)
    assert {mask.tobytes() for mask in listed} == every
    assert all(mask.tobytes() in every for mask in kb.sample(n=5, seed=seed))
    fits = case.board.covered_mask | (case.board.grid == State.KNOWN_MINE)
    must = case.board.grid == State.KNOWN_MINE
    for mask in rules.layouts(*case.shape)[:: case.rng.randint(5, 60)]:
        if (mask & ~fits).any() or not mask[must].all():
            continue
        assert kb.allows(Layout(mask)) == (mask.tobytes() in every)
        if case.shown or any(True for _ in judge.keys(case.rule, mask)):
            # Where nothing is shown, no clue can tell that there is no key for a layout.
            assert (not Layout(mask).mismatches(case.board)) == (mask.tobytes() in every)


@pytest.mark.parametrize("seed", seeds(range(200), fast=60))
def test_reasons_suffice_and_are_certified(seed: int) -> None:
    case = Case(seed, most=12)
    for reasoner in ("sat", "asp")[:: 1 if seed % 3 == 0 else 2]:
        kb = KnowledgeBase(case.board, reasoner=reasoner)
        found = kb.consequences()
        for cell in sorted(found.safe)[:1] + sorted(found.mines)[:1]:
            explanation = kb.explain(cell)
            assert explanation.text.startswith(f"{cell} is ")
            kept = {one: case.board.clue(one) for one in explanation.clues}
            bare = case.board.replace(
                {one: State.NO_CLUE for one in case.board.clues if one not in kept}
            )
            if not explanation.uses_total:
                bare = bare.without_total()
            assert KnowledgeBase(bare).entails(cell, mine=cell in found.mines)
            certificate = kb.certificate(cell)
            certificate.check()
        undecided = sorted(set(case.board.covered) - found.safe - found.mines)
        for cell in undecided[:1]:
            pair = kb.counterexample(cell)
            assert pair.mine.mask[cell]
            assert not pair.safe.mask[cell]
            assert kb.allows(pair.mine)
            assert kb.allows(pair.safe)
        if found.safe or found.mines:
            assert kb.next_step() is not None


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", seeds(range(100), fast=40))
def test_formulas_have_the_layouts(seed: int) -> None:
    case = Case(seed, most=12)
    board = case.board
    every = {mask.tobytes() for mask in case.layouts}
    for to in ("lp", "lp-ground"):
        models = answer_sets(encode(board, to).to_text())
        assert len(models) == len(set(models)) == len(case.pairs)
        assert {drawn(case, model).tobytes() for model in models} == every
    cnf = encode(board, "cnf")
    rows = [line.split()[:-1] for line in cnf.to_text().splitlines() if line[:1] not in ("c", "p")]
    cells = [board.number(cell) + 1 for cell in board.covered]
    found = set()
    for model in projected([tuple(map(int, row)) for row in rows], cells):
        mask = board.grid == State.KNOWN_MINE
        mask.ravel()[[cell - 1 for cell in model]] = True
        found.add(mask.tobytes())
    assert found == every
    for to in ("cnf", "wcnf", "opb", "mcc", "facts", "lp"):
        assert encode(board, to, cell=board.covered[0]).to_text(annotate=True)


def drawn(case: Case, atoms: frozenset[str]) -> NDArray[np.bool_]:
    """The mines of an answer set."""
    mask = np.zeros(case.shape, dtype=np.bool_)
    for atom in atoms:
        found = re.fullmatch(r"mine\(\((\d+),(\d+)\)\)", atom)
        if found:
            mask[int(found[1]), int(found[2])] = True
    return mask


@pytest.mark.parametrize("seed", seeds(range(100), fast=30))
def test_telling_gives_what_a_fresh_knowledge_base_gives(seed: int) -> None:
    case = Case(seed, most=12)
    cells = list(case.board.clues)
    told = KnowledgeBase(case.board.replace(dict.fromkeys(cells, State.COVERED)))
    for cell in cells:
        told.tell(cell, int(case.board.grid[cell]))
    fresh = KnowledgeBase(case.board)
    assert told.consequences() == fresh.consequences()
    assert told.count().key == fresh.count().key
    assert told.needs_total() == fresh.needs_total()


@pytest.mark.parametrize("rule", RULES)
def test_whole_layouts_are_shown_with_one_key(rule: str) -> None:
    rng = Random(rule)
    masks = rules.layouts(4, 4)
    for _ in range(20):
        mask = masks[rng.randrange(len(masks))]
        keys = list(judge.keys(rule, mask))
        layout = Layout(mask)
        if not keys:
            with refused(ValueError):
                layout.revealed(rules=rule, source=rng)
            continue
        board = layout.revealed(rules=rule, source=rng)
        shown = {(cell.row, cell.column): int(board.grid[cell]) for cell in board.clues}
        assert judge.agreeing(rule, mask, shown)
        assert Board.parse(str(board)) == board
        assert not layout.mismatches(board)
        for cell in np.argwhere(board.grid == State.NO_CLUE).tolist():
            number = judge.around(mask, tuple(cell))
            assert rule in ("2E", "2E'")
            assert number >= 4 if rule == "2E" else number >= 4 or not mask[number].any()


def test_keys_are_drawn_evenly() -> None:
    """A liar in each row and column, where there is no mine: all ways are as likely."""
    mask = np.array([[True, False, False], [False, False, True], [False, False, False]])
    keys = list(judge.keys("2L", mask))
    rng = Random(5)
    found: dict[Any, int] = dict.fromkeys(keys, 0)
    ruled = Board(np.full((3, 3), int(State.COVERED)), rules="2L").placed_rules
    assert ruled is not None
    for _ in range(300 * len(keys)):
        marked = sorted(ruled.key_for(mask.ravel().tolist(), rng))
        found[tuple(cell % 3 for cell in marked)] += 1
    assert all(abs(number - 300) <= 5 * 300**0.5 for number in found.values())
    with refused(ValueError):
        ruled.key_for(mask.ravel().tolist(), None)


def test_what_keys_are_for_is_said() -> None:
    with refused(BoardSyntaxError, line=1, column=8):
        Board.parse("rules: 2L\nmines: 2\n\n????\n????\n????\n")
    with refused(BoardSyntaxError, line=4, column=1):
        Board.parse("rules: 2I\nmines: 2\n\n>=2 ? ?\n? ? ?\n")
    board = Board.parse("rules: 2E\nmines: 2\n\na??\n?c?\n???\n")
    kb = KnowledgeBase(board)
    count = kb.count()
    assert count.key is not None
    assert count.key.rows == ("a", "b", "c")
    assert [sum(row) for row in count.key.chances] == [1, 1, 1]
    assert (
        "each letter stands for another number"
        in "".join(
            kb.explain(cell).text for cell in kb.consequences().safe | kb.consequences().mines
        )
        or not kb.consequences().safe
    )
    assert Cell(0, 0) in board.clues


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", seeds(range(100), fast=30))
def test_what_a_cell_would_show(seed: int) -> None:
    case = Case(seed, most=12)
    kb = KnowledgeBase(case.board)
    whole = sum(case.weights)
    for cell in case.rng.sample(case.board.covered, min(2, len(case.board.covered))):
        mine, clues = kb.clue_distribution(cell)
        expected = [Fraction(0)] * len(clues)
        hit = Fraction(0)
        for (mask, key), weight in zip(case.pairs, case.weights, strict=True):
            if mask[cell]:
                hit += weight
                continue
            values = judge.SHOWS[case.rule](mask, (cell.row, cell.column), key)
            for value in values:
                expected[value] += weight / len(values)
        assert mine == hit / whole
        assert list(clues) == [chance / whole for chance in expected]


@pytest.mark.parametrize(
    ("rule", "number"),
    [("2L", 120 * 2**20), ("2L'", 120 * 2**20), ("2E", 120 * 2**25), ("2I", 8 * 2**25)],
)
def test_empty_boards(rule: str, number: int) -> None:
    """Each key goes with all layouts of the cells that it does not mark."""
    board = Board(np.full((5, 5), int(State.COVERED)), rules=rule, density=DENSITY)
    for reasoner in REASONERS:
        count = KnowledgeBase(board, reasoner=reasoner).count()
        assert count.total == number
        assert count.key is not None
        assert len({chance for row in count.key.chances for chance in row}) == 1


@pytest.mark.parametrize(
    "text", ["rules: 2L\nmines: 2\n\n?*\n??\n", "rules: 2L' S\nmines: 5\n\n_ ? ?\n? * 3\n* ? ?\n"]
)
def test_certificates_count_the_cells_that_a_key_decides(text: str) -> None:
    """Rows and columns of the key may decide cells that no clue is beside."""
    board = Board.parse(text)
    kb = KnowledgeBase(board)
    found = kb.consequences()
    assert found.mines
    for cell in sorted(found.safe | found.mines):
        kb.certificate(cell).check()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("rules: 2E\nmines: 6\n\n?cbb\n????\n??aa\n?a??\n", marks=pytest.mark.slow),
        "rules: 2L\nmines: 2\n\n?1\n??\n",
    ],
)
def test_encodings_are_compared_by_the_cells_of_the_board(text: str) -> None:
    rows = list(compare_encodings(Board.parse(text), time_limit=60))
    assert agree(rows)
    assert any(row.verdicts is not None for row in rows)


@pytest.mark.parametrize("name", ["four", "knight"])
def test_a_direction_is_for_boards_with_eight_neighbours(name: str) -> None:
    text = f"topology: {name}\nrules: 2I\nmines: 3\n\n?1?\n???\n???\n"
    with refused(BoardSyntaxError, line=2, column=8):
        Board.parse(text)
    assert Board.parse(text.replace("2I", "2E").replace("1", "b")).rules.clue.name == "2E"


@pytest.mark.parametrize("mines", ["mines: 1\n", ""])
def test_pairs_are_not_called_layouts(mines: str) -> None:
    board = Board.parse(f"{mines}rules: 2L\n\n??\n??\n")
    kb = KnowledgeBase(board)
    assert kb.count().has_key
    answer = solving.counting(Asked("count", "-"), kb)
    assert isinstance(answer, solving.Count)
    assert next(count_lines(board, answer)).endswith("layouts with a key")
    _, solved = solving.solving(Asked("solve", "-"), kb)
    assert isinstance(solved, solving.Solution)
    said = counted_lines(board, solved)
    assert "layouts with a key agree" in next(said)
