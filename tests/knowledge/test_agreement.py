"""Verdicts and counts that differ are never an answer; one side at a time is broken on purpose."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, Verdict
from logicsweep.errors import InconsistentBoardError, InternalError
from logicsweep.kernel import whole
from logicsweep.kernel.component import shown_of_signature
from logicsweep.kernel.context import CLASH
from logicsweep.kernel.library import CHOICE, FILE
from logicsweep.kernel.proposal import Proposal
from logicsweep.knowledge.agreement import check_agreement
from logicsweep.knowledge.board_ledger import BoardLedger
from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.solvers.asp import AspReasoner
from logicsweep.reason.solvers.names import REASONERS, ReasonerName, SolverName
from logicsweep.reason.solvers.protocol import Backbone, Status
from logicsweep.reason.solvers.sat import SatReasoner
from logicsweep.reasons.counterexample import PairOfModels
from logicsweep.reasons.explanation import Counterexample
from logicsweep.system.model_counts import ShownModels
from logicsweep.system.system import Decided, Position, position_of
from tests.conftest import Run, needs_kernel
from tests.judges import oracle
from tests.judges.making import opened_at_random, random_board, showing
from tools.compiling import KERNEL, LIBRARIES, any_compiler, compile_kernel

# No clue decides a cell of it alone: (0,0) and (0,2) are mines, (0,1) and (0,3) safe.
TEXT = "????\n1211"
BOARD = Board.parse(TEXT)
# Neither single clues nor the contradictions that they run into show that (1,2) is a mine.
DEEP = "1?3?1\n1????"
# Nor do they, with clues that share no cell added up, of (4,5) under the mine count.
DEEP_TOTAL = (
    "mines: 12\n\n1?1?1???\n???????1\n001?????\n?0??21??\n0?????1?\n1???2???\n???3?2??\n2?2???1?"
)
# The mine count alone decides (0,4): the 1 has the only mine.
TOTAL = Board.parse("mines: 1\n\n?1?_?")


NOT_PROVED: Final = r"\(\d,\d\) is decided by tables and not by the solver"


def refutes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on SAT solvers have a model of everything."""
    monkeypatch.setattr(SatReasoner, "refutes", lambda *_: False)
    monkeypatch.setattr(SatReasoner, "solve", lambda *_: Status.SATISFIABLE)
    monkeypatch.setattr("logicsweep.reason.solvers.calls._has_model", lambda *_: True)


def nothing_decided(self: SatReasoner | AspReasoner) -> Backbone:
    """Consequences from which every verdict is missing."""
    mines = self.model()
    assert mines is not None
    return Backbone(frozenset(), frozenset(), (mines,))


@pytest.mark.parametrize(
    ("mines", "safe", "marginals", "message"),
    [
        ([0], [1], [1, 0, 0.5, np.nan], None),
        ([], [], [np.nan, np.nan, 1e-300, 1 - 1e-15], None),
        ([0], [1], [1, 0.25, 0, np.nan], r"\(0,1\) is safe by proof and undetermined by count"),
        ([0], [1], [0.25, 0, 0.5, np.nan], r"\(0,0\) is a mine by proof and undetermined by count"),
        ([0], [1], [0, 1, 0.5, np.nan], r"\(0,0\) is a mine by proof and safe by count"),
        ([0], [1], [1, 0, 0, 1], r"\(1,0\) is undetermined by proof and safe by count"),
        ([], [], [np.nan, np.nan, 0.5, 1], r"\(1,1\) is undetermined by proof and a mine by count"),
        ([0], [1], [1, np.nan, 0.5, 0.5], r"\(0,1\) is safe by proof and undetermined by count"),
    ],
)
def test_the_first_cell_that_differs_is_named(
    mines: list[int], safe: list[int], marginals: list[float], message: str | None
) -> None:
    board = Board.parse("??\n??")
    proved = Decided(np.array(mines, dtype=np.intp), np.array(safe, dtype=np.intp))
    if message is None:
        check_agreement(lambda: board, proved, np.array(marginals))
        return
    with pytest.raises(InternalError, match=message) as caught:
        check_agreement(lambda: board, proved, np.array(marginals))
    assert caught.value.board == str(board)
    assert "this is a defect of logicsweep, please report it with the board" in str(caught.value)


@pytest.mark.usefixtures("either_kernel")
def test_nothing_is_wrong_with_these_boards() -> None:
    for reasoner in REASONERS:
        found = KnowledgeBase(BOARD, reasoner=reasoner)
        assert found.count(density=None).total == 1
        assert found.consequences().mines == {(0, 0), (0, 2)}
        assert KnowledgeBase(TOTAL, reasoner=reasoner).count().total == 2


@pytest.mark.usefixtures("either_kernel")
def test_a_solver_that_misses_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    kb = KnowledgeBase(BOARD, reasoner="asp")
    monkeypatch.setattr(AspReasoner, "consequences", nothing_decided)
    assert not kb.consequences().safe
    for ask in (
        kb.count,
        kb.probabilities,
        lambda: kb.clue_distribution((0, 1)),
        lambda: kb.joint([(0, 1)]),
        lambda: kb.sample(n=1, seed=0),
    ):
        with pytest.raises(InternalError, match=r"\(0,0\) is undetermined by proof and a mine by"):
            ask()


@needs_kernel
@pytest.mark.parametrize("solver", ["minicard", "glucose4"])
def test_a_solver_that_does_not_prove_what_tables_propose(
    solver: SolverName, monkeypatch: pytest.MonkeyPatch
) -> None:
    refutes_nothing(monkeypatch)
    for text in (DEEP, f"density: 0.2\n\n{DEEP}", f"mines: 2..4\n\n{DEEP}"):
        kb = KnowledgeBase(Board.parse(text), solver=solver)
        for ask in (verdict, KnowledgeBase.consequences, KnowledgeBase.has_layout):
            with pytest.raises(InternalError, match=NOT_PROVED) as caught:
                ask(kb)
            assert Board.parse(caught.value.board) == kb.board
    told = KnowledgeBase(Board.parse("1?3?1\n?????"), solver=solver)
    with pytest.raises(InternalError, match=NOT_PROVED) as caught:
        told.tell((1, 0), 1)
    assert Board.parse(caught.value.board) == told.board == Board.parse("1?3?1\n?????")


@pytest.mark.usefixtures("either_kernel")
def test_a_solver_that_does_not_prove_what_the_mine_count_decides(
    either_kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refutes_nothing(monkeypatch)
    texts = ["mines: 1\n\n????\n?11?", "mines: 1\n\n????_?\n?11?__"]
    for text in [DEEP_TOTAL, *(texts if either_kernel == "python" else [])]:
        with pytest.raises(InternalError, match=r"by tables and not|no model where") as caught:
            KnowledgeBase(Board.parse(text)).consequences()
        assert Board.parse(caught.value.board) == Board.parse(text)


def shows(monkeypatch: pytest.MonkeyPatch, change: Callable[[ShownModels], ShownModels]) -> None:
    """Change what the kernel's tables show of components, and let it leave whole boards open."""

    def changed(*given: Any, **also: Any) -> ShownModels:
        shown = shown_of_signature(*given, **also)
        assert shown is not None
        return change(shown)

    monkeypatch.setattr("logicsweep.reason.components.shown_of_signature", changed)
    monkeypatch.setattr("logicsweep.reason.ledger.proposal_of", lambda *_, **__: None)
    monkeypatch.setattr("logicsweep.reason.ledger.proved_proposal", lambda *_: None)


@needs_kernel
def test_tables_that_lose_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """All models of one kind, or all of them: what is left is refuted by the solver's models."""
    board = Board.parse("????\n?11?\n____")
    shows(
        monkeypatch,
        lambda shown: shown._replace(models=[model for model in shown.models if not model[0]]),
    )
    with pytest.raises(InternalError, match=NOT_PROVED):
        KnowledgeBase(board).consequences()
    shows(monkeypatch, lambda _: ShownModels(0, []))
    with pytest.raises(InternalError, match="tables have no model where the solver has one"):
        KnowledgeBase(board).consequences()


@needs_kernel
def test_tables_with_a_model_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_another(shown: ShownModels) -> ShownModels:
        another = tuple(1 - mines for mines in shown.models[0])
        return shown._replace(models=[*shown.models, another])

    shows(monkeypatch, with_another)
    monkeypatch.setattr("logicsweep.reason.settle.try_counts", lambda *_: None)
    said = "tables have a model that does not agree with the constraints"
    for reasoner in ("sat", "elimination"):
        with pytest.raises(InternalError, match=said):
            KnowledgeBase(BOARD, reasoner=reasoner).consequences()


# In a copy of the kernel's sources: the file, the text that is replaced, and by what.
FAULTS: Final = {
    "models lost": (
        "expand.c",
        "mines >= fewest && mines <= most)",
        "mines >= fewest && mines <= most - (most > fewest))",
    ),
    "models too many": (
        "expand.c",
        "fewest = need - factor->ceiling > fewest ? need - factor->ceiling : fewest;",
        "",
    ),
    "a clue too loose": ("parts.c", "clue->least > 0 ? clue->least : 0", "0"),
}
ASK: Final = """
import sys
from logicsweep import Board, KnowledgeBase
from logicsweep.errors import InternalError
for text in sys.argv[1:]:
    try:
        print("answered", KnowledgeBase(Board.parse(text)).consequences())
    except InternalError as error:
        print(error)
"""


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The kernel compiled file by file, so that a fault costs one of them."""
    folder = tmp_path_factory.mktemp("objects")
    flags = ("-std=c11", "-fvisibility=hidden", "-fPIC", "-O0", '-DLS_SOURCES=""', "-c")
    subprocess.run([*any_compiler(), *flags, *KERNEL.glob("*.c")], cwd=folder, check=True)
    return sorted(folder.glob("*.o"))


@needs_kernel
@pytest.mark.night
@pytest.mark.xdist_group("objects")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_kernel_with_a_fault(fault: str, objects: list[Path], tmp_path: Path) -> None:
    """A table broken on purpose never gives an answer that is wrong."""
    file, right, wrong = FAULTS[fault]
    sources = tmp_path / "kernel"
    sources.mkdir()
    for path in (*KERNEL.glob("*.h"), KERNEL / file):
        shutil.copy(path, sources)
    text = (sources / file).read_text()
    assert text.count(right) == 1
    (sources / file).write_text(text.replace(right, wrong))
    library = tmp_path / "native.so"
    others = [str(path) for path in objects if path.stem != Path(file).stem]
    linked = (*others, *LIBRARIES)
    compile_kernel(any_compiler(), library, kernel=sources, options=["-O0"], libraries=linked)
    boards = [TEXT, "?????\n?121?\n?????", "mines: 2\n\n?????\n?121?\n?????", DEEP, DEEP_TOTAL]
    drawn = [opened_at_random(seed, 5, 6, 8, 0.3) for seed in range(30)]
    boards += [str(board) for board in drawn + [board.without_total() for board in drawn]]
    environment = {**os.environ, CHOICE: "native", FILE: str(library)}
    command = [sys.executable, "-c", ASK, *boards]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    answers = done.stdout.splitlines()
    rights = [f"answered {KnowledgeBase(Board.parse(text)).consequences()}" for text in boards]
    for answer, right_answer in zip(answers, rights, strict=True):
        assert answer == right_answer or ("internal error: " in answer and "tables" in answer)
    assert answers[0] != rights[0]


# The kernel proposes all verdicts but those of answer sets, also under the mine count: see
# `test_a_kernel_that_changes_its_mind`.
@pytest.mark.parametrize(
    ("reasoner", "either_kernel"),
    [
        (reasoner, kernel)
        for reasoner, kernel in product(REASONERS, ["native", "python"])
        if kernel == "python" or reasoner == "asp"
    ],
    indirect=["either_kernel"],
)
@pytest.mark.usefixtures("either_kernel")
def test_a_mine_count_that_is_forgotten(
    reasoner: ReasonerName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ComponentLedger, "_decided_by_total", lambda *_: Decided([], []))
    for text, decided in (
        (str(TOTAL), r"\(0,4\) is undetermined by proof and safe by count"),
        ("mines: 2\n\n?1?_?", r"\(0,4\) is undetermined by proof and a mine by count"),
        ("mines: 1\n\n????\n?11?", r"\(0,0\) is undetermined by proof and safe by count"),
    ):
        kb = KnowledgeBase(Board.parse(text), reasoner=reasoner)
        kb.consequences()
        with pytest.raises(InternalError, match=decided):
            kb.count()


@pytest.mark.usefixtures("python_kernel")
def test_counts_that_lose_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a clue with two cells around, the models with a mine in one of them; or all."""
    board = Board.parse("??\n11\n__")
    right = UndecidedComponent.counts

    def without_mines(self: UndecidedComponent, budget: Budget) -> object:
        counts = right(self, budget)
        return counts._replace(by_box=tuple((0,) * len(box) for box in counts.boxes(budget)))

    monkeypatch.setattr(UndecidedComponent, "counts", without_mines)
    with pytest.raises(InternalError, match=r"\(0,0\) is undetermined by proof and safe by count"):
        KnowledgeBase(board).count()

    def none(self: UndecidedComponent, budget: Budget) -> object:
        return right(self, budget)._replace(counts=(), by_box=())

    monkeypatch.setattr(UndecidedComponent, "counts", none)
    with pytest.raises(InternalError, match="there is a layout by proof and none by count"):
        KnowledgeBase(board).count()


def broken(monkeypatch: pytest.MonkeyPatch, cell: int, marginal: float) -> None:
    """From now on the kernel has another marginal for a cell."""
    right = whole.marginals_of

    def wrong(position: Position, density: Fraction | None, budget: Budget) -> whole.Answer | None:
        found = right(position, density, budget)
        assert found is not None
        assert found.marginals is not None
        marginals = found.marginals.copy()
        assert marginals[cell] != marginal
        marginals[cell] = marginal
        return found._replace(marginals=marginals)

    monkeypatch.setattr(whole, "marginals_of", wrong)


def verdict(kb: KnowledgeBase) -> object:
    """Any verdict."""
    return kb.verdict((0, 1))


QUESTIONS: Sequence[Callable[[KnowledgeBase], object]] = (
    KnowledgeBase.count,
    KnowledgeBase.probabilities,
    KnowledgeBase.least_risky,
    lambda kb: kb.clue_distribution((0, 1)),
    lambda kb: kb.joint([(0, 1)]),
)


@needs_kernel
@pytest.mark.parametrize("reasoner", ["sat", "asp"])
@pytest.mark.parametrize(
    ("marginal", "said"),
    [
        (0.0, r"\(0,0\) is a mine by proof and safe by count"),
        (0.25, r"\(0,0\) is a mine by proof and undetermined by count"),
    ],
)
def test_a_kernel_that_misses_verdicts(
    reasoner: ReasonerName, marginal: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever is asked for first, and again whenever it is asked."""
    broken(monkeypatch, 0, marginal)
    for ask in QUESTIONS:
        kb = KnowledgeBase(BOARD, reasoner=reasoner)
        kb.consequences()
        for _ in range(2):
            with pytest.raises(InternalError, match=said) as got:
                ask(kb)
            assert Board.parse(got.value.board) == BOARD
    for ask in (
        KnowledgeBase.consequences,
        lambda kb: kb.verdict((0, 1)),
        KnowledgeBase.needs_total,
    ):
        kb = KnowledgeBase(BOARD, reasoner=reasoner)
        kb.count()
        with pytest.raises(InternalError, match=said):
            ask(kb)


@needs_kernel
@pytest.mark.parametrize("reasoner", ["sat", "asp"])
def test_a_kernel_that_decides_too_much(
    reasoner: ReasonerName, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch, 0, 1.0)
    kb = KnowledgeBase(TOTAL, reasoner=reasoner)
    kb.consequences()
    with pytest.raises(
        InternalError, match=r"\(0,0\) is undetermined by proof and a mine by count"
    ):
        kb.count()
    # Told nothing else, it never answers.
    monkeypatch.undo()
    with pytest.raises(InternalError):
        kb.tell((0, 0), 0)


def no_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the kernel proposes that no layout agrees with a board."""

    def none(position: Position, *_: object, **__: object) -> Proposal:
        return Proposal(CLASH, np.empty(position.states.size, dtype=np.int8), needs_total=False)

    for room in ("reason.ledger", "reason.proving"):
        monkeypatch.setattr(f"logicsweep.{room}.proposal_of", none)


@needs_kernel
@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_kernel_that_finds_no_layout(
    reasoner: ReasonerName, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `elimination` nobody was asked for a proof: solvers find no conflict to name."""
    none = whole.Answer(CLASH, None, needs_prior=True, needs_total=True)
    monkeypatch.setattr(whole, "marginals_of", lambda *_: none)
    no_verdicts(monkeypatch)
    with pytest.raises(InternalError, match="there is a layout by proof and none by count") as got:
        KnowledgeBase(BOARD, reasoner=reasoner).count()
    assert Board.parse(got.value.board) == BOARD
    kb = KnowledgeBase(Board.parse("????\n12?1"), reasoner=reasoner)
    monkeypatch.undo()
    kb.consequences()
    monkeypatch.setattr(whole, "marginals_of", lambda *_: none)
    no_verdicts(monkeypatch)
    if reasoner == "elimination":
        with pytest.raises(InternalError) as got:
            kb.tell((1, 2), 1)
        assert Board.parse(got.value.board) == BOARD
    else:
        kb.tell((1, 2), 1)


@needs_kernel
def test_a_kernel_that_finds_a_layout_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs that were asked for have the last word."""
    wrong = Board.parse("????\n1411")
    some = whole.marginals_of(position_of(BOARD), None, Budget(None))
    monkeypatch.setattr(whole, "marginals_of", lambda *_: some)
    kb = KnowledgeBase(wrong)
    kb.count()
    with pytest.raises(InconsistentBoardError):
        kb.consequences()
    with pytest.raises(InconsistentBoardError):
        kb.count()


@needs_kernel
def test_a_kernel_that_changes_its_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    """With `elimination` the verdicts are the kernel's, too: of a call without a density."""
    board = Board.parse("density: 1/5\n\n????\n1211")
    kb = KnowledgeBase(board, reasoner="elimination")
    kb.consequences()
    broken(monkeypatch, 0, 0.25)
    with pytest.raises(InternalError, match=r"\(0,0\) is a mine by proof and undetermined by"):
        kb.count()


@pytest.mark.usefixtures("either_kernel")
def test_liars_and_programs_are_compared_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    lying = Board.parse("mines: 1\n\n?0\n1_")
    assert KnowledgeBase(lying, liars=1).consequences().mines == {(0, 0)}
    assert KnowledgeBase(lying, liars=1).count().total == 1
    ruled = {"program": ":- mine((0,0))."}
    assert KnowledgeBase(TOTAL, **ruled).consequences().safe == {(0, 0), (0, 4)}
    refutes_nothing(monkeypatch)
    monkeypatch.setattr(AspReasoner, "consequences", nothing_decided)
    with pytest.raises(InternalError, match=r"by tables and not by the solver"):
        KnowledgeBase(lying, liars=1).count()
    with pytest.raises(InternalError, match=r"\(0,0\) is undetermined by proof and safe by count"):
        KnowledgeBase(TOTAL, **ruled).count()


@pytest.mark.usefixtures("either_kernel")
def test_the_board_has_everything_told(monkeypatch: pytest.MonkeyPatch) -> None:
    kb = KnowledgeBase(Board.parse("????\n12?1"), reasoner="asp")
    monkeypatch.setattr(AspReasoner, "consequences", nothing_decided)
    kb.tell((1, 2), 1)
    with pytest.raises(InternalError) as caught:
        kb.count()
    assert Board.parse(caught.value.board) == kb.board


@needs_kernel
@pytest.mark.parametrize("command", ["solve", "count", "hint"])
def test_commands_say_it_with_the_board(
    command: str,
    logicsweep: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "a.board").write_text(f"density: 0.2\n\n{DEEP}\n")
    refutes_nothing(monkeypatch)
    said = (
        "internal error: (1,2) is decided by tables and not by the solver; this is a defect of "
        "logicsweep, please report it with the board"
    )
    board = f"density: 1/5\n\n{DEEP}"
    done = logicsweep(command, "a.board", folder=tmp_path)
    if command == "count":
        assert done.returncode == 0  # which asks for no verdict
        return
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr == f"logicsweep: {said}\n{board}\n"
    done = logicsweep(command, "a.board", "--json", folder=tmp_path)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["kind"], answer["place"]) == (70, "internal", None)
    assert answer["error"] == f"{said}\n{board}"


@pytest.mark.usefixtures("either_kernel")
def test_every_verdict_has_its_witness() -> None:
    """Two layouts that the oracle knows, or sources that leave the cell no choice."""
    for seed in range(20):
        board = random_board(seed, covered=10, lie=0)
        layouts = {layout.tobytes() for layout in oracle.layouts(board)}
        for kb in (KnowledgeBase(board), KnowledgeBase(board, reasoner="elimination")):
            for cell in board.covered:
                shown = kb.witness(cell)
                if isinstance(shown, Counterexample):
                    assert shown.mine.mask.tobytes() in layouts, seed
                    assert shown.safe.mask.tobytes() in layouts, seed
                    assert shown.mine.mask[cell]
                    assert not shown.safe.mask[cell]
                else:
                    assert shown.verdict is kb.verdict(cell), seed
                    left = showing(board, shown.clues, total=shown.uses_total)
                    now = oracle.verdicts(left)
                    assert now is not None
                    assert cell in now[shown.verdict is Verdict.SAFE], seed


@pytest.mark.usefixtures("either_kernel")
def test_a_layout_that_does_not_agree_is_no_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        BoardLedger, "pair", lambda *_: PairOfModels(frozenset({0, 1}), frozenset({2, 3}))
    )
    with pytest.raises(InternalError, match=r"\(0,0\) has a layout that does not agree"):
        KnowledgeBase(Board.parse("????\n?11?\n____")).witness((0, 0))
