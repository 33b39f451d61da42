"""Explanations, steps, ratings and counter-examples, against all layouts of small boards."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from functools import partial
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import (
    Board,
    Cell,
    Clue,
    Counterexample,
    Explanation,
    IllegalMoveError,
    InconsistentBoardError,
    KnowledgeBase,
    LimitError,
    Rule,
    State,
    Step,
    Verdict,
)
from tests import oracle
from tests.conftest import seeds
from tests.making import opened_at_random, random_board, uncertain_board

SEEDS = range(400)


def strip(seed: int) -> Board:
    """A row of some components that have little room, and a total that fits."""
    rng = random.Random(seed)
    kinds = ["?1?1?", "?1?", "?1?_?1?1?", "?"]
    pieces = [rng.choice(kinds) for _ in range(rng.randint(2, 3))]
    grid = Board.parse("___".join(pieces) + "\n").grid
    layouts = oracle.layouts(Board(grid))
    mines = int(rng.choice(layouts.sum(axis=(1, 2)).tolist()))
    return Board(grid, total_mines=(mines, mines + 1) if rng.random() < 0.3 else mines)


class Judge:
    """All placements of mines in the covered cells, and which sources each contradicts."""

    def __init__(self, board: Board) -> None:
        self.board = board
        bare = Board(np.where(board.grid >= 0, State.NO_CLUE, board.grid))
        self.layouts: NDArray[np.bool_] = oracle.layouts(bare)
        self.wrong = [frozenset(oracle.wrong_clues(board, one)) for one in self.layouts]
        total = board.total_mines
        lower, upper = total if isinstance(total, tuple) else (total or 0, total or 0)
        counts = self.layouts.sum(axis=(1, 2))
        self.meets = (
            np.ones(len(counts), dtype=np.bool_)
            if total is None
            else (lower <= counts) & (counts <= upper)
        )

    def left(
        self, clues: Collection[Cell], uses_total: bool, given: Mapping[Cell, bool] | None = None
    ) -> NDArray[np.bool_]:
        """The placements that agree with some sources, and with what is given of cells."""
        agrees = np.array([wrong.isdisjoint(clues) for wrong in self.wrong])
        if uses_total:
            agrees &= self.meets
        for cell, mine in (given or {}).items():
            agrees &= self.layouts[:, cell.row, cell.column] == mine
        return self.layouts[agrees]

    def forces(
        self,
        clues: Collection[Cell],
        uses_total: bool,
        cell: Cell,
        mine: bool,
        given: Mapping[Cell, bool] | None = None,
    ) -> bool:
        """Whether a cell is the same in all that agrees with some sources."""
        return bool((self.left(clues, uses_total, given)[:, cell.row, cell.column] == mine).all())


def consistent(seed: int) -> tuple[Board, Judge, dict[Cell, bool]]:
    """A board, its judge and its verdicts, as the oracle has them; skips an inconsistent one."""
    board = some_board(seed)
    found = oracle.verdicts(board)
    if found is None:
        pytest.skip(f"seed {seed}: inconsistent")
    mines, safe = found
    return board, Judge(board), dict.fromkeys(mines, True) | dict.fromkeys(safe, False)


def some_board(seed: int) -> Board:
    """Every fourth board has uncertain clues, every fifth several components."""
    if seed % 5 == 4:
        return strip(seed)
    if seed % 4 == 3:
        return uncertain_board(seed, covered=10)
    return random_board(seed, covered=10, lie=0)


def check_minimal(judge: Judge, found: Explanation) -> None:
    mine = found.verdict is Verdict.MINE
    clues, total = found.clues, found.uses_total
    assert judge.forces(clues, total, found.cell, mine)
    assert list(clues) == sorted(clues)
    for clue in clues:
        assert not judge.forces(set(clues) - {clue}, total, found.cell, mine)
    if total:
        assert not judge.forces(clues, False, found.cell, mine)


def least_size(judge: Judge, cell: Cell, mine: bool, below: int) -> int:
    """The size of the least set of sources that forces a cell; `below` if none is smaller."""
    board = judge.board
    for size in range(below):
        for total in (False, True)[: 1 + (board.total_mines is not None)]:
            for clues in combinations(board.clues, size - total) if size >= total else ():
                if judge.forces(clues, total, cell, mine):
                    return size
    return below


@pytest.mark.parametrize("seed", seeds(SEEDS, fast=30))
@pytest.mark.usefixtures("either_engine")
def test_explanations_are_minimal(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    kb = KnowledgeBase(board)
    for cell, mine in verdicts.items():
        found = kb.explain(cell)
        assert (found.verdict is Verdict.MINE) == mine
        check_minimal(judge, found)
        if judge.forces(board.clues, False, cell, mine):
            assert not found.uses_total  # clues are preferred
        assert cell in found.cells
        assert str(cell) in found.text


@pytest.mark.parametrize("seed", seeds(SEEDS[:200], fast=30))
@pytest.mark.usefixtures("either_engine")
def test_smallest_explanations_are_least(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    kb = KnowledgeBase(board)
    for cell, mine in list(verdicts.items())[:4]:
        found = kb.explain(cell, smallest=True)
        check_minimal(judge, found)
        assert found.is_smallest
        assert least_size(judge, cell, mine, found.size) == found.size
        if found.uses_total and len(board.clues) <= 12:  # no clues alone would do
            assert not any(
                judge.forces(clues, False, cell, mine)
                for clues in combinations(board.clues, found.size)
            )


@pytest.mark.parametrize("seed", seeds(SEEDS, fast=30))
@pytest.mark.usefixtures("either_engine")
def test_steps_follow_and_lead_to_the_verdict(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    kb = KnowledgeBase(board)
    for cell, mine in list(verdicts.items())[:3]:
        steps = kb.explain(cell, steps=True).steps
        assert steps is not None
        known: dict[Cell, bool] = {}
        for step in steps:
            check_step(judge, step, known)
            known |= decided(step)
        assert decided(steps[-1])[cell] == mine
        assert set(decided(steps[-1])) <= {cell, steps[-1].split}
        # Nothing is deduced in vain.
        used = {one for step in steps for one in (*step.given_safe, *step.given_mines)}
        splits = {step.split for step in steps}
        assert used <= set(known) <= used | splits | {cell}


def decided(step: Step) -> dict[Cell, bool]:
    return dict.fromkeys(step.mines, True) | dict.fromkeys(step.safe, False)


def check_step(judge: Judge, step: Step, known: Mapping[Cell, bool]) -> None:
    """A step follows from its sources and from what it was given, and from nothing less."""
    given = dict.fromkeys(step.given_mines, True) | dict.fromkeys(step.given_safe, False)
    assert given.items() <= known.items()
    assert not set(given) & set(decided(step))

    def follows(clues: Collection[Cell], total: bool, what: Mapping[Cell, bool]) -> bool:
        return all(judge.forces(clues, total, *one, what) for one in decided(step).items())

    assert follows(step.clues, step.uses_total, given)
    for clue in step.clues:
        assert not follows(set(step.clues) - {clue}, step.uses_total, given)
    if step.uses_total:
        assert not follows(step.clues, False, given)
    if step.split is not None:
        follows = partial(splits, judge.board, step)
        assert follows(step.clues, step.uses_total, given)
    for cell in given:
        less = {other: mine for other, mine in given.items() if other != cell}
        assert not follows(step.clues, step.uses_total, less)


def splits(
    board: Board, step: Step, clues: Collection[Cell], total: bool, given: Mapping[Cell, bool]
) -> bool:
    """Whether a case split gets by with what it is given, one clue after the other."""
    assert not total
    assert step.split is not None
    ends = [propagated(board, clues, {**given, step.split: way}) for way in (False, True)]
    return all(end is None or decided(step).items() <= end.items() for end in ends)


@pytest.mark.parametrize("seed", seeds(SEEDS, fast=30))
@pytest.mark.usefixtures("either_engine")
def test_every_step_is_one_of_the_easiest(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    found = KnowledgeBase(board).difficulty()
    known: dict[Cell, bool] = {}
    for step in found.steps:
        check_step(judge, step, known)
        # No fewer sources decide any cell, with everything known that was deduced.
        for cell, mine in verdicts.items():
            if cell not in known:
                assert not any_smaller(judge, cell, mine, known, step.level)
        check_rule(board, step, known)
        known |= decided(step)
    assert known == verdicts
    assert found.level == max([step.level for step in found.steps], default=0)
    assert sum(found.rules.values()) == sum(found.levels.values()) == len(found.steps)


def any_smaller(
    judge: Judge, cell: Cell, mine: bool, known: Mapping[Cell, bool], level: int
) -> bool:
    for size in range(level):
        for total in (False, True)[: 1 + (judge.board.total_mines is not None)]:
            if size >= total:
                for clues in combinations(judge.board.clues, size - total):
                    if judge.forces(clues, total, cell, mine, known):
                        return True
    return False


def check_rule(board: Board, step: Step, known: Mapping[Cell, bool]) -> None:
    """The name of a step, by what the names say."""
    cells = [
        {near for near in board.neighbours(clue) if near in board.covered and near not in known}
        for clue in step.clues
    ]
    if step.uses_total:
        assert step.rule is Rule.TOTAL
    elif step.level == 1:
        assert step.rule is Rule.SINGLE_CLUE
    elif step.level == 2:
        nested = cells[0] <= cells[1] or cells[1] <= cells[0]
        assert step.rule is (Rule.SUBSET if nested else Rule.DIFFERENCE)
        assert nested or cells[0] & cells[1]
    else:
        split = step.split
        assert step.rule is (Rule.TOGETHER if split is None else Rule.CASE_SPLIT)
        given = dict.fromkeys(step.given_mines, True) | dict.fromkeys(step.given_safe, False)
        assert split is None or splits(board, step, step.clues, False, given)


def propagated(
    board: Board, clues: Collection[Cell], known: Mapping[Cell, bool]
) -> dict[Cell, bool] | None:
    """What clues say one by one, in the plainest way; None for a contradiction."""
    found = dict(known)
    while True:
        before = len(found)
        for clue in clues:
            near = board.neighbours(clue)
            left = [cell for cell in near if cell in board.covered and cell not in found]
            held = sum(found.get(cell, False) or board[cell] == State.KNOWN_MINE for cell in near)
            ways = [n for n in range(len(left) + 1) if allows(board.clues[clue], held + n)]
            if not ways:
                return None
            if left and ways in ([0], [len(left)]):
                found |= dict.fromkeys(left, ways != [0])
        if len(found) == before:
            return found


def allows(clue: int | Clue, count: int) -> bool:
    return clue == count if isinstance(clue, int) else clue.allows(count)


def test_named_rules() -> None:
    def rules(text: str) -> list[tuple[Rule, int]]:
        found = KnowledgeBase(Board.parse(text)).difficulty()
        return [(step.rule, step.level) for step in found.steps]

    assert rules("?1_\n") == [(Rule.SINGLE_CLUE, 1)]
    assert rules("????\n1211\n")[0] == (Rule.SUBSET, 2)
    # The 2 has one mine more than the 1, and it can only be in the last cell.
    assert rules("????\n_12_\n") == [(Rule.DIFFERENCE, 2)]
    assert rules("mines: 0\n\n??\n??\n") == [(Rule.TOTAL, 1)]
    assert rules("mines: 1\n\n?1?__??\n") == [(Rule.TOTAL, 2)]
    assert rules("??\n") == []


@pytest.mark.parametrize("seed", seeds(range(40), fast=10))
def test_hard_steps_have_a_name(seed: int) -> None:
    """Larger boards, where three clues and more are needed together."""
    board = opened_at_random(seed, 8, 8, 14, 0.5)
    board = Board(board.grid)  # the total would decide much
    found = KnowledgeBase(board).difficulty()
    known: dict[Cell, bool] = {}
    for step in found.steps:
        check_rule(board, step, known)
        known |= decided(step)
    assert len(known) == len(KnowledgeBase(board).consequences().mines) + len(
        KnowledgeBase(board).consequences().safe
    )


def test_one_clue_can_do_what_two_do() -> None:
    """Not so with exact clues, of which two that force a cell leave none that does."""
    board = Board.parse("mines: 3\n\n>=1 <=6 ?\nF ? *\n0..3(1,0,1,1) 3 2..3\n")
    assert KnowledgeBase(board).explain((1, 0), smallest=True).clues == (Cell(2, 1),)
    board = Board.parse("mines: 3\n\n1..3 0..4(1/2,0,1,1,1/2)\n? ?\n? 3\n")
    found = KnowledgeBase(board).explain((1, 0), smallest=True)
    assert (found.clues, found.uses_total) == ((Cell(2, 1),), False)


def test_the_total_presses_with_bounds_that_say_little() -> None:
    rows = [["?"] * 20 for _ in range(3)]
    rows[1][1] = rows[1][5] = "6"
    rows[1][9] = ">=1"
    text = "\n".join(" ".join(row) for row in rows)
    kb = KnowledgeBase(Board.parse(f"mines: 53\n\n{text}\n"))
    easiest = kb.next_step()
    assert easiest is not None
    assert easiest.level == 3
    for level in range(3, 8):
        assert kb.next_step(level=level) == easiest
    assert kb.next_step(level=2) is None


@pytest.mark.parametrize(
    ("text", "cell", "words"),
    [
        ("1 ? 1..3(1,0,1) ?\n", (0, 3), "the 1..3 at (0,2) needs exactly 1 mine in"),
        ("mines: 0..1\n\n* 1 ? ? ?\n", (0, 4), "the total leaves no mine for the 3 covered cells"),
        ("* 1 ?\n", (0, 2), "the 1 at (0,1) needs no more mine in (0,2)"),
        ("mines: 1\n\n?\n", (0, 0), "the total leaves 1 mine for the one covered cell"),
        ("? >=2 ?\n", (0, 0), "needs exactly 2 mines in (0,0) and (0,2)"),
    ],
)
def test_sources_in_words(text: str, cell: tuple[int, int], words: str) -> None:
    assert words in KnowledgeBase(Board.parse(text)).explain(cell).text


def test_a_case_split_says_which_way_contradicts() -> None:
    board = Board.parse("mines: 5..8\n\n?2?\n2*3\n???\n*3?\n")
    steps = KnowledgeBase(board).explain((0, 2), steps=True).steps
    assert steps is not None
    (split,) = [step for step in steps if step.rule is Rule.CASE_SPLIT]
    assert split.split in split.safe
    assert f"a mine at {split.split} leads to a contradiction" in split.text(board)


@pytest.mark.parametrize("size", [40, pytest.param(100, marks=pytest.mark.slow)])
def test_cells_that_are_alike_are_explained_together(size: int) -> None:
    """A hidden block without mines in a board that is open else; seed 1."""
    rng = np.random.default_rng(1)
    hidden = size // 4
    mines = rng.random((size, size)) < 0.15
    mines[:hidden, :hidden] = False
    around = np.pad(mines, 1).astype(int)
    counts = sum(
        around[row : row + size, column : column + size] for row in range(3) for column in range(3)
    )
    grid = np.where(mines, State.COVERED, counts)
    grid[:hidden, :hidden] = State.COVERED
    kb = KnowledgeBase(Board(grid, total_mines=int(mines.sum())))
    found = kb.difficulty()
    assert found.level == 1
    assert sum(len(step.safe) for step in found.steps) == hidden**2
    assert sum(len(step.mines) for step in found.steps) == mines.sum()
    first, second = (kb.certificate(cell) for cell in ((0, 0), (1, 1)))
    assert first.claim.clues == second.claim.clues
    first.check()
    second.check()


def test_hints_tell_what_is_new() -> None:
    board = Board.parse("????\n1211\n")
    step = KnowledgeBase(board).next_step()
    assert step is not None
    assert (step.rule, step.mines, step.level) == (Rule.SUBSET, (Cell(0, 2),), 2)
    # Once flagged, it is taken for granted.
    step = KnowledgeBase(Board.parse("??F?\n1211\n")).next_step()
    assert step is not None
    assert step.given_mines == (Cell(0, 2),)
    assert step.safe == (Cell(0, 1), Cell(0, 3))
    # A wrong flag is no evidence.
    step = KnowledgeBase(Board.parse("?F??\n1211\n")).next_step()
    assert step is not None
    assert step.mines == (Cell(0, 2),)
    assert KnowledgeBase(board).next_step(level=1) is None
    # However hard it is to prove what is flagged.
    step = KnowledgeBase(Board.parse("??F?\n1211\n")).next_step(level=1)
    assert step is not None
    assert step.level == 1
    assert KnowledgeBase(Board.parse("F1_\n")).next_step() is None
    assert KnowledgeBase(Board.parse("?1?\n")).next_step() is None
    with pytest.raises(ValueError, match="level is 0"):
        KnowledgeBase(board).next_step(level=0)


@pytest.mark.parametrize("seed", seeds(SEEDS[:200], fast=30))
def test_a_level_is_the_most_that_a_hint_takes(seed: int) -> None:
    board = some_board(seed)
    kb = KnowledgeBase(board)
    if not kb.is_consistent():
        pytest.skip(f"seed {seed}: inconsistent")
    easiest = kb.next_step()
    for level in range(1, 6):
        found = kb.next_step(level=level)
        if easiest is None or easiest.level > level:
            assert found is None
        else:
            assert found == easiest


@pytest.mark.parametrize("seed", seeds(SEEDS, fast=30))
@pytest.mark.usefixtures("either_engine")
def test_counterexamples_agree_with_everything(seed: int) -> None:
    board, _, verdicts = consistent(seed)
    layouts = oracle.layouts(board)
    kb = KnowledgeBase(board)
    for cell in board.covered:
        if cell in verdicts:
            continue
        check_counterexample(kb.counterexample(cell), layouts)


def check_counterexample(found: Counterexample, layouts: NDArray[np.bool_]) -> None:
    board, cell = found.board, found.cell
    assert not found.mine.clashes(board)
    assert not found.safe.clashes(board)
    assert found.mine.mask[cell]
    assert not found.safe.mask[cell]
    own = found.mine.mask ^ found.safe.mask
    assert [list(one) for one in found.differing] == np.argwhere(own).tolist()
    # No layout without a mine there is nearer by inclusion.
    differs = (layouts ^ found.mine.mask)[~layouts[:, cell.row, cell.column]]
    within = ~(differs & ~own).any(axis=(1, 2))
    assert (differs[within].sum(axis=(1, 2)) == own.sum()).all()


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("mines: 3..4\n\n? ? 2\n1..3 ? ?\n? ? 2\n", (1, 1)),
        ("mines: 3..5\n\n?11?\n???2\n?2??\n", (1, 2)),
        ("mines: 3..4\n\n? 1..4(1,1,1/2,1/2) ? 2\n<=5 ? ? *\n* 2 ? >=1\n", (0, 0)),
    ],
)
@pytest.mark.usefixtures("either_engine")
def test_counterexamples_within_a_range(text: str, cell: tuple[int, int]) -> None:
    board = Board.parse(text)
    check_counterexample(KnowledgeBase(board).counterexample(cell), oracle.layouts(board))


def test_counterexamples_are_near_the_closest() -> None:
    """Nearly all pairs are as close as any two layouts are; seeds 0 to 119."""
    extra = pairs = 0
    for seed in range(120):
        board = random_board(seed, covered=10, lie=0)
        kb = KnowledgeBase(board)
        layouts = oracle.layouts(board)
        for cell in board.covered:
            if len(layouts) and kb.verdict(cell) is Verdict.UNDETERMINED:
                mine = layouts[:, cell.row, cell.column]
                apart = (layouts[mine][:, None] ^ layouts[~mine][None]).sum(axis=(2, 3))
                extra += len(kb.counterexample(cell).differing) > apart.min()
                pairs += 1
    assert pairs > 200
    assert extra <= pairs // 20


def test_counterexamples_move_mines_between_components() -> None:
    # Each half holds one mine in the middle or two at the ends, and there are three.
    kb = KnowledgeBase(Board.parse("mines: 3\n\n?1?1?___?1?1?\n"))
    found = kb.counterexample((0, 2))
    assert found.mine.mines == {(0, 2), (0, 8), (0, 12)}
    assert found.safe.mines == {(0, 0), (0, 4), (0, 10)}


@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_liars_are_explained(seed: int) -> None:
    board = random_board(seed, covered=8, lie=0)
    if not board.clues:
        pytest.skip(f"seed {seed}: no clues")
    kb = KnowledgeBase(board, liars=1)
    if not kb.is_consistent():
        pytest.skip(f"seed {seed}: inconsistent")
    judge = Judge(board)

    def forces(clues: Collection[Cell], total: bool, cell: Cell, mine: bool) -> bool:
        return all(
            bool(layout[cell]) == mine
            for layout, wrong, meets in zip(judge.layouts, judge.wrong, judge.meets, strict=True)
            if len(wrong.intersection(clues)) <= 1 and (meets or not total)
        )

    proved = kb.consequences()
    for cell in sorted(proved.safe | proved.mines)[:4]:
        mine = cell in proved.mines
        for smallest in (False, True):
            found = kb.explain(cell, smallest=smallest)
            assert found.liars == 1
            if smallest:
                fewer = [
                    (clues, total)
                    for total in (False, True)[: 1 + (board.total_mines is not None)]
                    for size in range(found.size + (found.uses_total and not total) - total)
                    for clues in combinations(board.clues, size)
                ]
                assert not any(forces(*sources, cell, mine) for sources in fewer)
            else:
                assert found.uses_total == (not forces(board.clues, False, cell, mine))
            assert forces(found.clues, found.uses_total, cell, mine)
            for clue in found.clues:
                assert not forces(set(found.clues) - {clue}, found.uses_total, cell, mine)
    undetermined = [c for c in board.covered if c not in proved.safe and c not in proved.mines]
    for cell in undetermined[:3]:
        pair = kb.counterexample(cell)
        assert pair.mine.mask[cell]
        assert not pair.safe.mask[cell]
        assert kb.allows(pair.mine)
        assert kb.allows(pair.safe)


def test_rules_are_explained() -> None:
    board = Board.parse("mines: 3\n\n?1??\n??2?\n????\n")
    kb = KnowledgeBase(board, rules=":- mine(C), mine(D), neighbour(C,D).")
    (cell,) = kb.consequences().safe
    for smallest in (False, True):
        found = kb.explain(cell, smallest=smallest)
        assert found.uses_rules
        assert "rules" in found.text
    plain = KnowledgeBase(Board.parse("????\n1211\n"), rules=":- mine(C), not covered(C).")
    assert not plain.explain((0, 2)).uses_rules
    # A rule that says it all is a smaller explanation than two clues, but is not needed.
    plain = KnowledgeBase(Board.parse("????\n1211\n"), rules=":- mine((0,1)).")
    assert not plain.explain((0, 1)).uses_rules
    found = plain.explain((0, 1), smallest=True)
    assert (found.clues, found.uses_total, found.uses_rules) == ((), False, True)
    found = plain.explain((0, 2), smallest=True)
    assert found.size == 2
    pair = kb.counterexample(next(one for one in board.covered if one != cell))
    assert kb.allows(pair.mine)
    assert kb.allows(pair.safe)
    with pytest.raises(ValueError, match="without rules and liars"):
        kb.next_step()
    with pytest.raises(ValueError, match="without rules and liars"):
        kb.difficulty()
    with pytest.raises(ValueError, match="without rules and liars"):
        kb.explain(cell, steps=True)
    with pytest.raises(ValueError, match="without rules and liars"):
        kb.certificate(cell)


def test_what_cannot_be_explained() -> None:
    kb = KnowledgeBase(Board.parse("?1?\n"))
    with pytest.raises(ValueError, match="undetermined"):
        kb.explain((0, 0))
    with pytest.raises(IllegalMoveError):
        kb.explain((0, 1))
    with pytest.raises(ValueError, match="off the board"):
        kb.explain((0, 3))
    with pytest.raises(ValueError, match="decided"):
        KnowledgeBase(Board.parse("?1_\n")).counterexample((0, 0))
    with pytest.raises(InconsistentBoardError):
        KnowledgeBase(Board.parse("?2_\n")).explain((0, 0))


@pytest.mark.slow
def test_a_limit_says_what_is_known() -> None:
    board = opened_at_random(0, 16, 30, 99, 0.5)
    kb = KnowledgeBase(board)
    cell = min(cell for cell in kb.consequences().safe if kb.explain(cell).uses_total)
    hurried = KnowledgeBase(board, time_limit=2)
    hurried.consequences()
    with pytest.raises(LimitError, match=r"smallest explanation so far has \d+ sources") as caught:
        hurried.explain(cell, smallest=True)
    assert caught.value.safe == kb.consequences().safe


def test_explanations_after_tells_are_of_the_board_as_told() -> None:
    kb = KnowledgeBase(Board.parse("mines: 2\n\n?????\n?????\n?????\n"))
    kb.tell((0, 0), 0)
    kb.tell((0, 1), 2)
    found = kb.explain((0, 2))
    assert found.clues == (Cell(0, 0), Cell(0, 1))
    assert found.board == kb.board
    assert found.verdict is Verdict.MINE
