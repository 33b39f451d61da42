"""Everything that takes a knowledge base, with all that rides on one: it answers or refuses.

An answer is judged by all layouts of a small board, written down by the oracle. What reads the
board of a knowledge base and not what rides on it would answer for more layouts, and fail here.
"""

from __future__ import annotations

import copy
import inspect
import pickle
import pkgutil
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from itertools import combinations, product
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import logicsweep
from logicsweep import (
    Board,
    Cell,
    KnowledgeBase,
    Layout,
    Verdict,
    best,
    encode,
    html,
    png,
    probabilities,
    svg,
    write_board,
)
from logicsweep.answers import base, formulas, playing, reasons, solving
from logicsweep.answers.asked import Asked
from logicsweep.board.first_click import FirstClick
from logicsweep.constraints import Cardinality, Source
from logicsweep.errors import LimitError, MissingLibraryError
from logicsweep.formulas.answers import read_answer
from logicsweep.games.told.facts import Facts
from logicsweep.games.told.grading import grade_cell
from logicsweep.games.told.opening import chances_of
from logicsweep.knowledge.base import beside_board
from logicsweep.reasons import Counterexample
from logicsweep.render.drawn import picture_of, strip
from logicsweep.render.page import details, page_of
from logicsweep.render.words import solution_lines
from logicsweep.strategy import progress_chances, win_chance, zero_chances
from tests.conftest import some
from tests.judges import oracle, player

# Its clues prove the lower left safe; each feature below changes verdicts and number of layouts.
BOARD = Board.parse("mines: 3\n\n?1??\n?1??\n????")
THREE = (0, 2, 4)


def _has_one(masks: oracle.Masks) -> oracle.Masks:
    kept: oracle.Masks = masks[masks.reshape(len(masks), -1)[:, THREE].sum(axis=1) == 1]
    return kept


def _has_no_corner(masks: oracle.Masks) -> oracle.Masks:
    return masks[~masks[:, 0, 0]]


def _constraints(board: Board) -> KnowledgeBase:
    return KnowledgeBase(
        board, constraints=[Cardinality(THREE, 1, 1, Source.named("one of three"))]
    )


def _program(board: Board) -> KnowledgeBase:
    return KnowledgeBase(board, program=":- mine((0,0)).")


def _liars(board: Board) -> KnowledgeBase:
    return KnowledgeBase(board, liars=1)


MAKE: dict[str, Callable[[Board], KnowledgeBase]] = {
    "constraints": _constraints,
    "a program": _program,
    "liars": _liars,
}
LAYOUTS: dict[str, Callable[[Board], oracle.Masks]] = {
    "constraints": lambda board: _has_one(oracle.layouts(board)),
    "a program": lambda board: _has_no_corner(oracle.layouts(board)),
    "liars": lambda board: oracle.layouts(board, liars=1),
}


class Case:
    """A knowledge base with a feature, and the layouts that it is to speak of."""

    def __init__(self, feature: str, board: Board = BOARD) -> None:
        self.feature = feature
        self.board = board
        self.kb = MAKE[feature](board)
        self.masks = LAYOUTS[feature](board)
        verdicts = oracle.verdicts_of(board, self.masks)
        assert verdicts is not None
        self.mines, self.safe = verdicts

    @property
    def undecided(self) -> list[Cell]:
        return [cell for cell in self.board.covered if cell not in self.mines | self.safe]

    def chance(self, cell: Cell) -> Fraction:
        return Fraction(int(self.masks[:, cell.row, cell.column].sum()), len(self.masks))

    def refuses(self, ask: Callable[[], object], words: str = "") -> None:
        with pytest.raises(ValueError, match=words or f"{self.feature}\\b"):
            ask()


def _as_sets(masks: oracle.Masks) -> set[bytes]:
    return {np.ascontiguousarray(mask).tobytes() for mask in masks}


def _decides(case: Case, kb: KnowledgeBase) -> None:
    proved = kb.consequences()
    assert (set(proved.mines), set(proved.safe)) == (case.mines, case.safe)
    assert kb.count().total == len(case.masks)


# One check for each public method and property of a knowledge base.


def _verdict(case: Case) -> None:
    for cell in case.board.covered:
        verdict = Verdict.UNDETERMINED if cell in case.undecided else None
        expected = verdict or (Verdict.MINE if cell in case.mines else Verdict.SAFE)
        assert case.kb.verdict(cell) is expected


def _entails(case: Case) -> None:
    for cell in case.board.covered:
        assert case.kb.entails(cell) == (cell in case.mines)
        assert case.kb.entails(cell, mine=False) == (cell in case.safe)


def _needs_total(case: Case) -> None:
    free = case.board.without_total()
    verdicts = oracle.verdicts_of(free, LAYOUTS[case.feature](free))
    assert case.kb.needs_total() == (verdicts != (case.mines, case.safe))


def _tell(case: Case) -> None:
    _tell_by(case, lambda kb, cell, clue: kb.tell(cell, clue))


def _tell_all(case: Case) -> None:
    _tell_by(case, lambda kb, cell, clue: kb.tell_all({cell: clue}))


def _tell_by(case: Case, tell: Callable[[KnowledgeBase, Cell, int], object]) -> None:
    cell = case.undecided[0]
    mask = case.masks[~case.masks[:, cell.row, cell.column]][0]
    clue = int(oracle.around(mask[None], cell)[0])
    told = Case(case.feature, case.board.replace({cell: clue}))
    tell(case.kb, cell, clue)
    _decides(told, case.kb)


def _probability(case: Case) -> None:
    count = case.kb.count()
    assert count.total == len(case.masks)
    assert all(count.probability(cell) == case.chance(cell) for cell in case.board.covered)


def _probabilities(case: Case) -> None:
    found = case.kb.probabilities()
    for cell in case.board.covered:
        assert found[cell] == pytest.approx(float(case.chance(cell)), abs=1e-12)


def _least_risky(case: Case) -> None:
    least = min(map(case.chance, case.board.covered))
    cells = [cell for cell in case.board.covered if case.chance(cell) == least]
    found = case.kb.least_risky()
    assert (found.probability, list(found.cells)) == (least, cells)


def _clue_distribution(case: Case) -> None:
    for cell in case.board.covered:
        found = case.kb.clue_distribution(cell)
        safe = case.masks[~case.masks[:, cell.row, cell.column]]
        counts = oracle.around(safe, cell).tolist()
        assert found.mine == case.chance(cell)
        for clue, chance in enumerate(found.clues):
            assert chance == Fraction(counts.count(clue), len(case.masks))


def _joint(case: Case) -> None:
    first, second = case.board.covered[:2]
    pairs = [(bool(mask[first]), bool(mask[second])) for mask in case.masks]
    expected = {pair: Fraction(pairs.count(pair), len(pairs)) for pair in set(pairs)}
    assert case.kb.joint([first, second]) == expected


def _sample(case: Case) -> None:
    assert _as_sets(case.kb.sample(n=30, seed=1)) <= _as_sets(case.masks)


def _layouts(case: Case) -> None:
    assert _as_sets(case.kb.layouts()) == _as_sets(case.masks)


def _configurations(case: Case) -> None:
    rows = case.masks.reshape(len(case.masks), -1)
    for cells, mines in case.kb.configurations():
        assert {tuple(row) for row in mines.tolist()} == {
            tuple(row) for row in rows[:, list(cells)].tolist()
        }


def _allows(case: Case) -> None:
    allowed = _as_sets(case.masks)
    for mask in oracle.placements(case.board):
        assert case.kb.allows(Layout(mask)) == (mask.tobytes() in allowed)


def _explain(case: Case) -> None:
    for cell in case.mines | case.safe:
        found = case.kb.explain(cell)
        assert found.verdict is (Verdict.MINE if cell in case.mines else Verdict.SAFE)
    alone = oracle.verdicts(case.board)
    assert alone is not None
    beside = (case.mines | case.safe) - (alone[0] | alone[1])
    for cell in beside:  # which the board alone does not decide
        found = case.kb.explain(cell)
        assert found.constraints or found.uses_program


def _counterexample(case: Case) -> None:
    allowed = _as_sets(case.masks)
    for cell in case.undecided:
        found = case.kb.counterexample(cell)
        assert found.mine.mask[cell]
        assert not found.safe.mask[cell]
        assert _as_sets(np.array([found.mine.mask, found.safe.mask])) <= allowed


def _witness(case: Case) -> None:
    allowed = _as_sets(case.masks)
    for cell in case.board.covered:
        shown = case.kb.witness(cell)
        assert isinstance(shown, Counterexample) == (cell in case.undecided)
        if isinstance(shown, Counterexample):
            assert _as_sets(np.array([shown.mine.mask, shown.safe.mask])) <= allowed
        else:
            assert shown.verdict is (Verdict.MINE if cell in case.mines else Verdict.SAFE)


def _next_step(case: Case) -> None:
    if case.feature == "a program":
        case.refuses(case.kb.next_step)
        case.refuses(lambda: case.kb.explain(case.board.covered[0], steps=True))
        return
    step = case.kb.next_step()
    assert (step is None) == (not case.mines | case.safe)
    assert step is None or (set(step.mines), set(step.safe)) <= (case.mines, case.safe)
    for cell in case.mines | case.safe:
        assert case.kb.explain(cell, steps=True).steps


def _difficulty(case: Case) -> None:
    if case.feature == "a program":
        case.refuses(case.kb.difficulty)
        return
    steps = case.kb.difficulty().steps
    assert {cell for step in steps for cell in step.mines} == case.mines
    assert {cell for step in steps for cell in step.safe} == case.safe


def _diagnose(case: Case) -> None:
    assert not case.kb.diagnose().conflicts
    # Only the constraint contradicts this board: it has no mine where the constraint wants one.
    clash = _constraints(Board.parse("mines: 1\n\n0?0\n0??\n???"))
    assert not clash.has_layout()
    named = {conflict.further for conflict in clash.diagnose().conflicts}
    assert named == {("one of three",)}
    assert KnowledgeBase(clash.board.altered(constraints=())).has_layout()


def _certificate(case: Case) -> None:
    for cell in case.mines | case.safe:
        if case.feature == "a program":
            case.refuses(lambda: case.kb.certificate(cell))  # noqa: B023
        else:
            case.kb.certificate(cell).check()


def _picture(case: Case) -> None:
    case.kb.consequences()
    marked = svg(case.kb.picture())
    assert f"{len(case.safe)} proved safe" in marked


def _consequences(case: Case) -> None:
    _decides(case, case.kb)


def _copies(case: Case) -> None:
    kb = case.kb
    _decides(case, kb)
    pickled = pickle.loads(pickle.dumps(kb))  # noqa: S301
    for made in (kb.copy(), copy.copy(kb), copy.deepcopy(kb), pickled):
        _decides(case, made)
        assert (made.liars, made.program, made.constraints) == (
            kb.liars,
            kb.program,
            kb.constraints,
        )
        assert repr(made) == repr(kb)


def _has_layout(case: Case) -> None:
    assert case.kb.has_layout()


def _proved_so_far(case: Case) -> None:
    case.kb.consequences()
    proved = case.kb.proved_so_far()
    assert (set(proved.mines), set(proved.safe)) == (case.mines, case.safe)


def _questions(case: Case) -> None:
    for question in case.kb.questions():
        assert all(case.kb.entails(cell, mine=mine) for cell, mine in question.proved.items())


def _says(case: Case) -> None:
    """What it knows beside the board is at hand, and its picture in words has it."""
    kb = case.kb
    known = {"liars": kb.liars, "a program": kb.program, "constraints": kb.constraints}
    assert [name for name in known if known[name]] == [case.feature]
    assert case.feature.removeprefix("a ").rstrip("s") in repr(kb)


def _nothing(case: Case) -> None:
    """The board as it is shown, and the progress of a question: no answer depends on more."""
    assert case.kb.board.altered(liars=0, constraints=()) == case.board
    assert case.kb.counted == (0, 0)


METHODS: dict[str, Callable[[Case], None]] = {
    "allows": _allows,
    "board": _nothing,
    "certificate": _certificate,
    "clue_distribution": _clue_distribution,
    "consequences": _consequences,
    "constraints": _says,
    "copy": _copies,
    "count": _probability,
    "counted": _nothing,
    "counterexample": _counterexample,
    "witness": _witness,
    "diagnose": _diagnose,
    "difficulty": _difficulty,
    "entails": _entails,
    "explain": _explain,
    "has_layout": _has_layout,
    "joint": _joint,
    "configurations": _configurations,
    "layouts": _layouts,
    "least_risky": _least_risky,
    "liars": _says,
    "needs_total": _needs_total,
    "next_step": _next_step,
    "picture": _picture,
    "probabilities": _probabilities,
    "program": _says,
    "proved_so_far": _proved_so_far,
    "questions": _questions,
    "sample": _sample,
    "tell": _tell,
    "tell_all": _tell_all,
    "verdict": _verdict,
}


# One check for each function that takes a knowledge base.


def _refused(ask: Callable[[KnowledgeBase], object]) -> Callable[[Case], None]:
    return lambda case: case.refuses(lambda: ask(case.kb))


def _graded(case: Case) -> None:
    if case.feature == "a program":
        case.refuses(lambda: grade_cell(case.kb, case.board.covered[0], time_limit=None))
        return
    least = min(map(case.chance, case.board.covered))
    for cell in case.board.covered:
        risk = case.chance(cell)
        grade = grade_cell(case.kb, cell, time_limit=None)
        assert grade.risk == risk
        assert grade.kind.is_mistake == (risk > least and not grade.fifty) or not least
    facts = Facts(case.board, time_limit=None, kb=case.kb)
    for cells in combinations(case.board.covered, 2):
        hits = case.masks[:, *zip(*cells, strict=True)].any(axis=1)
        chances = chances_of(facts, cells)
        assert chances.risk == Fraction(int(hits.sum()), len(hits))
        assert not chances.risk or chances.least.probability == least


def _drawn(case: Case) -> None:
    for shown in (svg(case.kb), svg(picture_of(case.kb))):
        assert f"{len(case.safe)} proved safe" in shown


def _in_a_strip(case: Case) -> None:
    (picture,) = strip([case.kb]).pictures
    assert f"{len(case.safe)} proved safe" in picture.title


def _bitmap(case: Case) -> None:
    assert png(case.kb) == png(picture_of(case.kb))


def _on_a_page(case: Case) -> None:
    words = {
        "constraints": "Layouts have to satisfy 1 constraint as well.",
        "a program": "Layouts have to satisfy &lt;program&gt; as well.",
        "liars": "This allows for up to 1 wrong clue.",
    }
    for shown in (html(case.kb), page_of(case.kb, case.kb.picture())):
        assert words[case.feature] in shown


def _solved(case: Case) -> None:
    answer = solving.solution(Asked("solve", "-"), case.kb)
    assert (set(answer.safe), set(answer.mines)) == (case.safe, case.mines)
    assert answer.undetermined == len(case.undecided)
    first, *_ = solution_lines(case.board, answer, case.kb.program)
    sizes = re.findall(r"(\d+) cells? (?:is|are)", first)
    assert list(map(int, sizes)) == [len(case.safe), len(case.mines), len(case.undecided)]


def _solved_step_by_step(case: Case) -> None:
    verdicts, counted = solving.solving(Asked("solve", "-"), case.kb)
    assert isinstance(verdicts, solving.Solution)
    assert isinstance(counted, solving.Solution)
    assert verdicts == solving.proved(Asked("solve", "-"), case.kb)
    assert counted == solving.with_count(verdicts, case.kb)
    for answer in (verdicts, counted):
        assert (set(answer.safe), set(answer.mines)) == (case.safe, case.mines)
    assert (verdicts.models, counted.models) == (None, len(case.masks))


def _counted(case: Case) -> None:
    covered = case.board.covered
    answer = solving.counting(Asked("count", "-"), case.kb, covered, engine="models")
    assert isinstance(answer, solving.Count)
    assert answer.models == len(case.masks)
    assert answer.cells is not None
    chances = [counted_cell.probability for counted_cell in answer.cells]
    assert chances == list(map(case.chance, covered))


def _explained(case: Case) -> None:
    for cell in case.board.covered:
        answer = reasons.explaining(Asked("explain", "-"), case.kb, cell)
        if isinstance(answer, reasons.Undetermined):
            assert cell in case.undecided
            assert answer.probability == case.chance(cell)
        else:
            assert isinstance(answer, reasons.Explanation)
            assert answer.verdict == ("mine" if cell in case.mines else "safe")


def _hinted(case: Case) -> None:
    if case.feature == "a program":
        case.refuses(lambda: reasons.hinting(Asked("hint", "-"), case.kb))
        return
    answer = reasons.hinting(Asked("hint", "-"), case.kb)
    assert isinstance(answer, reasons.Hint)
    assert (answer.step is None) == (not case.mines | case.safe)
    assert answer.needs_guess == (not case.safe)
    if answer.least_risky is not None:
        least = min(map(case.chance, case.board.covered))
        assert answer.least_risky.probability == least


def _rated(case: Case) -> None:
    if case.feature == "a program":
        case.refuses(lambda: reasons.rating_position(Asked("rate", "-"), case.kb))
        return
    answer = reasons.rating_position(Asked("rate", "-"), case.kb)
    assert isinstance(answer, reasons.Rating)
    assert {cell for step in answer.steps for cell in step.safe} == case.safe


def _advised(case: Case) -> None:
    asked, first_click = Asked("best", "-"), FirstClick.asked(case.board, None)
    answer = playing.advising(asked, case.kb, first_click=first_click)
    assert isinstance(answer, playing.Best)
    assert answer.cells == tuple(best(case.kb).cells)


def _decoded(case: Case) -> None:
    """Each placement of mines, as a solver would print it."""
    allowed, numbers = _as_sets(case.masks), list(map(case.board.number, case.board.covered))
    for bits in product((False, True), repeat=len(numbers)):
        mask = case.masks[0].copy()
        mask.ravel()[numbers] = bits
        literals = [
            number + 1 if mine else -number - 1 for number, mine in zip(numbers, bits, strict=True)
        ]
        output = read_answer(case.board, f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n")
        answer = formulas.decoding(Asked("decode", "-"), case.kb, output)
        is_right = bool(answer.agrees) and answer.obeys_program is not False
        assert is_right == (mask.tobytes() in allowed)
        assert is_right == (not answer.error)


def _limited(case: Case) -> None:
    def ask() -> int:
        case.kb.consequences()
        raise LimitError("no time")

    asked = Asked("hint", "-")
    answer = base.answered(asked, case.kb, ask)
    assert isinstance(answer, base.Limited)
    assert (set(answer.safe), set(answer.mines)) == (case.safe, case.mines)
    assert answer == base.limited(asked, case.kb, LimitError("no time"))
    assert base.answered(asked, case.kb, lambda: 1) == 1


def _in_detail(case: Case) -> None:
    said = {cell: " ".join(detail.lines) for cell, detail in details(case.kb, None)}
    for cell in case.board.covered:
        assert ("Proved safe." in said[cell]) == (cell in case.safe)
        assert ("Proved to be a mine." in said[cell]) == (cell in case.mines)


def _named(case: Case) -> None:
    assert case.feature in str(beside_board(case.kb))
    assert beside_board(KnowledgeBase(case.board)) is None


def _best(case: Case) -> None:
    found = best(case.kb)
    least = min(map(case.chance, case.board.covered))
    assert set(found.cells) == case.safe or (least and not case.safe)
    assert found.risk == min(map(case.chance, found.cells))
    assert found.win_chance == _by_the_best_player(case)
    assert found.fifties is None


def _win_chance(case: Case) -> None:
    assert win_chance(case.kb) == _by_the_best_player(case)


def _zero_chances(case: Case) -> None:
    chances = zero_chances(case.kb)
    for cell in case.board.covered:
        around = [cell, *case.board.neighbours(cell)]
        has_mine = np.any([case.masks[:, near.row, near.column] for near in around], axis=0)
        assert chances[cell] == pytest.approx(1 - has_mine.mean(), abs=1e-8)


def _progress_chances(case: Case) -> None:
    chances = progress_chances(case.kb)
    if len(case.safe) > 1:
        for cell in case.board.covered:
            assert chances[cell] == pytest.approx(1 - float(case.chance(cell)), abs=1e-12)


def _by_the_best_player(case: Case) -> Fraction:
    opened = frozenset(np.flatnonzero(~case.board.covered_mask.ravel()).tolist())
    weights = [1] * len(case.masks)
    return player.Player(player.shown(case.masks), weights, opened).chance()


FUNCTIONS: dict[str, Callable[[Case], None]] = {
    "games.told.grading.grade_cell": _graded,
    "knowledge.base.beside_board": _named,
    "render.page.details": _in_detail,
    "render.drawn.html": _on_a_page,
    "render.page.page_of": _on_a_page,
    "render.drawn.picture_of": _drawn,
    "render.drawn.png": _bitmap,
    "render.drawn.strip": _in_a_strip,
    "render.drawn.svg": _drawn,
    "answers.base.answered": _limited,
    "answers.base.limited": _limited,
    "answers.formulas.decoding": _decoded,
    "answers.playing.advising": _advised,
    "answers.reasons.explaining": _explained,
    "answers.reasons.hinting": _hinted,
    "answers.reasons.rating_position": _rated,
    "answers.solving.counting": _counted,
    "answers.solving.proved": _solved_step_by_step,
    "answers.solving.solving": _solved_step_by_step,
    "answers.solving.with_count": _solved_step_by_step,
    "answers.solving.solution": _solved,
    "strategy.best.best": _best,
    "strategy.overlays.progress_chances": _progress_chances,
    "strategy.overlays.zero_chances": _zero_chances,
    "strategy.winning.win_chance": _win_chance,
}


def _functions() -> Iterator[str]:
    """The public functions that take a knowledge base, or whatever can be drawn.

    Those of the command line are left out: there a knowledge base is made of options.
    """
    for module in pkgutil.walk_packages(logicsweep.__path__, "logicsweep."):
        name = module.name.removeprefix("logicsweep.")
        if name.startswith(("cli", "__main__", "kernel.native")):
            continue
        try:
            loaded = import_module(module.name)
        except (MissingLibraryError, ModuleNotFoundError) as error:
            # An adapter to a library that the tests do without.
            assert not (error.name or "").startswith("logicsweep"), error.name
            continue
        for own in vars(loaded).values():
            if not isinstance(own, FunctionType) or own.__module__ != module.name:
                continue
            kinds = [kind for word, kind in own.__annotations__.items() if word != "return"]
            takes = any(re.search(r"\b(KnowledgeBase|Drawn)\b", str(kind)) for kind in kinds)
            if takes and not own.__name__.startswith("_"):
                yield f"{name}.{own.__name__}"


def test_the_tables_are_whole() -> None:
    methods = {name for name, _ in inspect.getmembers(KnowledgeBase) if not name.startswith("_")}
    assert methods == set(METHODS)
    assert set(_functions()) == set(FUNCTIONS)


@pytest.mark.parametrize("feature", MAKE)
def test_the_board_alone_says_something_else(feature: str) -> None:
    """Whoever forgot the feature would be found out: other verdicts, and other layouts."""
    case = Case(feature)
    assert (case.mines, case.safe) != oracle.verdicts(BOARD)
    assert len(case.masks) != len(oracle.layouts(BOARD))


# The composition table asks most of them, too, of random boards.
@pytest.mark.parametrize(("name", "feature"), some(product(METHODS, MAKE), every=4))
def test_methods(name: str, feature: str) -> None:
    METHODS[name](Case(feature))


# Several functions share a check. A quick run asks all of constraints but pages and bitmaps, and of
# others what does not search nor ground a program again and again.
CHECKS = {check: name for name, check in FUNCTIONS.items()}
QUICK = {
    "constraints": CHECKS.keys() - {_bitmap, _on_a_page},
    "a program": {_named, _solved, _graded, _counted},
    "liars": CHECKS.keys() - {_bitmap, _graded, _best, _win_chance},
}


def check_functions(feature: str, subtests: pytest.Subtests, *, quick: bool) -> None:
    for check, name in CHECKS.items():
        if (check in QUICK[feature]) == quick:
            with subtests.test(name):
                check(Case(feature))


@pytest.mark.parametrize("feature", MAKE)
def test_functions(feature: str, subtests: pytest.Subtests) -> None:
    check_functions(feature, subtests, quick=True)


@pytest.mark.slow
@pytest.mark.parametrize("feature", MAKE)
def test_functions_that_take_longer(feature: str, subtests: pytest.Subtests) -> None:
    check_functions(feature, subtests, quick=False)


@pytest.mark.parametrize("feature", MAKE)
@pytest.mark.parametrize(
    "ask",
    [encode, probabilities, lambda kb: write_board(kb, "json")],
    ids=["encode", "probabilities", "write_board"],
)
def test_what_takes_a_board_takes_no_knowledge_base(
    ask: Callable[[Any], object], feature: str
) -> None:
    """It is a TypeError that says what was expected, not an answer about the board alone."""
    with pytest.raises(TypeError, match="expected"):
        ask(MAKE[feature](BOARD))
