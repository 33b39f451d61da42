"""Everything that takes a knowledge base, with all that rides on one: it answers or refuses.

An answer is judged by all layouts of a small board, written down by the oracle. What reads the
board of a knowledge base and not what rides on it would answer for more layouts, and fail here.
"""

from __future__ import annotations

import copy
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
from logicsweep.render.drawn import picture_of, strip
from logicsweep.render.page import details, page_of
from logicsweep.render.words import solution_lines
from tests.judges import oracle

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


# One check for each function that takes a knowledge base.


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
}
# They are rows of the composition table, as the questions of a knowledge base are.
ROWS = {"best.best", "overlays.progress_chances", "overlays.zero_chances", "winning.win_chance"}


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


def test_the_table_is_whole() -> None:
    assert set(_functions()) == {*FUNCTIONS, *[f"strategy.{name}" for name in ROWS]}


@pytest.mark.parametrize("feature", MAKE)
def test_the_board_alone_says_something_else(feature: str) -> None:
    """Whoever forgot the feature would be found out: other verdicts, and other layouts."""
    case = Case(feature)
    assert (case.mines, case.safe) != oracle.verdicts(BOARD)
    assert len(case.masks) != len(oracle.layouts(BOARD))


@pytest.mark.parametrize("feature", MAKE)
def test_a_knowledge_base_says_what_it_holds_and_is_copied(feature: str) -> None:
    """Its questions are rows of the composition table."""
    case = Case(feature)
    kb = case.kb
    known = {"liars": kb.liars, "a program": kb.program, "constraints": kb.constraints}
    assert [name for name in known if known[name]] == [feature]
    assert feature.removeprefix("a ").rstrip("s") in repr(kb)
    assert kb.board.altered(liars=0, constraints=()) == case.board
    assert kb.counted == (0, 0)
    _decides(case, kb)
    assert kb.proved_so_far() == kb.consequences()
    pickled = pickle.loads(pickle.dumps(kb))  # noqa: S301
    for made in (kb.copy(), copy.copy(kb), copy.deepcopy(kb), pickled):
        _decides(case, made)
        assert (made.liars, made.program, made.constraints) == (*known.values(),)
        assert repr(made) == repr(kb)


@pytest.mark.parametrize("feature", MAKE)
def test_clues_are_told_at_once(feature: str) -> None:
    case = Case(feature)
    cell = case.undecided[0]
    mask = case.masks[~case.masks[:, cell.row, cell.column]][0]
    clue = int(oracle.around(mask[None], cell)[0])
    case.kb.tell_all({cell: clue})
    _decides(Case(feature, case.board.replace({cell: clue})), case.kb)


# Several functions share a check. A quick run asks all of constraints but pages and bitmaps, and of
# others what does not search nor ground a program again and again.
CHECKS = {check: name for name, check in FUNCTIONS.items()}
QUICK = {
    "constraints": CHECKS.keys() - {_bitmap, _on_a_page},
    "a program": {_named, _solved, _graded, _counted},
    "liars": CHECKS.keys() - {_bitmap, _graded, _on_a_page},
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
