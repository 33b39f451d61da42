"""Every question about a position: how it is asked, and how its answer is judged.

A question takes a position with features and raises AssertionError where the answer is not that of
all worlds. `QUESTIONS` are rows of the table of what goes together; `surfaces` has the others.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import numpy as np
import pytest

from logicsweep import (
    Board,
    Cell,
    KnowledgeBase,
    Layout,
    LogicSweepError,
    State,
    Verdict,
    best,
    encode,
    html,
    probabilities,
    read_board,
    svg,
    verdicts,
    write_board,
)
from logicsweep.formats.json import board_object
from logicsweep.reasons import Counterexample, Explanation, check_folder
from logicsweep.reasons.certificates.certificate import ProofName
from logicsweep.site import Desk, answer
from logicsweep.strategy import progress_chances, win_chance, zero_chances
from tests.conftest import run_here
from tests.formulas.solving import answer_sets, projected
from tests.judges import circuits, foreign
from tests.judges.diagnoses import check_diagnosis
from tests.judges.features import Position
from tests.judges.fuzz import draw_eight
from tests.judges.reasons import check_explanation, check_pair
from tests.judges.worlds import Worlds


class NoPlaceError(Exception):
    """There is no way to say it: no argument or option takes the feature."""


class Question(NamedTuple):
    """A row of the table: what it asks, in words, and the check."""

    about: str
    ask: Callable[[Any], None]
    slow: bool = False


# What keeps a feature out without a sentence of its own.
_NO_PLACE: Final = re.compile(
    r"unexpected keyword argument|has no argument|No such option", re.IGNORECASE
)


def refusal(ask: Callable[[], object]) -> str | None:
    """The sentence with which something is refused; None if it is answered.

    Raises:
        NoPlaceError: No argument takes what is asked for.
        AssertionError: It is answered wrongly, or refused without a sentence.
    """
    try:
        ask()
    except (ValueError, TypeError, LogicSweepError) as error:
        if _NO_PLACE.search(str(error)):
            raise NoPlaceError from error
        assert str(error), repr(error)
        return str(error)
    return None


# Verdicts


def _verdicts(case: Position) -> None:
    check_verdicts(case, case.kb())
    kb = case.kb()
    assert kb.has_layout()
    for question in kb.questions():
        for cell, mine in question.proved.items():
            assert cell in case.worlds.verdicts[not mine], question.words
    for cell in case.board.covered:
        verdict = case.worlds.verdict(cell)
        assert kb.verdict(cell) is verdict
        assert kb.entails(cell) == (verdict is Verdict.MINE)


def check_verdicts(case: Position, kb: KnowledgeBase) -> None:
    """They are those of all worlds."""
    proved = kb.consequences()
    assert (set(proved.mines), set(proved.safe)) == case.worlds.verdicts, case


def _needs_total(case: Position) -> None:
    worlds = case.worlds
    without = worlds.verdicts_of(worlds.every[worlds.agreeing(total=False)])
    assert case.kb().needs_total() == (without != worlds.verdicts)


def _tell(case: Position) -> None:
    """A clue that some world shows; what follows is what follows of the board with it."""
    worlds = case.worlds
    told = [(cell, clue) for cell in worlds.undetermined for clue in worlds.shows(cell)]
    cell, shown = next((pair for pair in told if pair[1] is not None), (None, None))
    if cell is None or shown is None:
        return  # no question is left, or no letter
    kb = case.kb()
    check_verdicts(case, kb)
    new = kb.tell(cell, shown)
    after = case.replaced({cell: shown})
    check_verdicts(after, kb)
    assert (set(new.mines), set(new.safe)) == tuple(
        now - before - {cell}
        for now, before in zip(after.worlds.verdicts, worlds.verdicts, strict=True)
    )
    check_count(after, kb)


def _reasoner(name: Any) -> Callable[[Position], None]:
    def ask(case: Position) -> None:
        check_verdicts(case, case.kb(reasoner=name))
        check_count(case, case.kb(reasoner=name))

    return ask


# Counts


def check_count(case: Position, kb: KnowledgeBase, engine: Any = None) -> None:
    """Number and chances are those of all worlds: of mines, of wrong clues, and of a key."""
    count, worlds = kb.count(engine=engine), case.worlds
    assert count.total == len(worlds.masks), case
    assert count.fractions() == worlds.chances, case
    assert count.wrong == worlds.wrong, case
    drawn = None if count.key is None else np.array(count.key.chances)
    assert np.array_equal(drawn, worlds.key_chances), case  # type: ignore[arg-type]


def _count(case: Position) -> None:
    check_count(case, case.kb())
    held = zip(case.worlds.masks, case.worlds.weights, strict=True)
    mean = sum((weight * int(mask.sum()) for mask, weight in held), Fraction(0)) / case.worlds.mass
    assert case.kb().count().expected_mines == mean


def _engine(name: str) -> Callable[[Position], None]:
    return lambda case: check_count(case, case.kb(), name)


def _ganak(case: Position) -> None:
    pytest.importorskip("pyganak")
    check_count(case, case.kb(), "ganak")


def _own_solver(case: Position) -> None:
    check_verdicts(case, case.kb(solver=foreign.solver("honest")))


def _own_counter(case: Position) -> None:
    check_count(case, case.kb(), foreign.counter("counts"))


def _probabilities(case: Position) -> None:
    chances = case.worlds.chances
    found = case.kb().probabilities()
    for cell, chance in chances.items():
        assert found[cell] == pytest.approx(float(chance), abs=1e-12)
    least = min(chances.values())
    risky = case.kb().least_risky()
    assert risky.probability == least
    assert list(risky.cells) == [cell for cell in case.board.covered if chances[cell] == least]


def _clue_distribution(case: Position) -> None:
    kb = case.kb()
    for cell in case.board.covered[:3]:
        found = kb.clue_distribution(cell)
        expected = dict(case.worlds.shows(cell))
        assert found.mine == expected.pop(None, 0)
        assert {clue: chance for clue, chance in enumerate(found.clues) if chance} == expected


def _joint(case: Position) -> None:
    cells = case.board.covered[:2]
    expected: Counter[tuple[bool, ...]] = Counter()
    for mask, weight in zip(case.worlds.masks, case.worlds.weights, strict=True):
        expected[tuple(bool(mask[cell]) for cell in cells)] += weight / case.worlds.mass  # type: ignore[assignment]
    assert case.kb().joint(cells) == expected


def _sample(case: Position) -> None:
    drawn = {mask.tobytes() for mask in case.kb().sample(n=20, seed=1)}
    assert drawn
    assert drawn <= case.worlds.layouts


def _configurations(case: Position) -> None:
    """Each component has the mines that some layout has there; cells in none go by themselves."""
    masks = case.worlds.masks.reshape(len(case.worlds.masks), -1)
    tied: set[int] = set()
    for cells, mines in case.kb().configurations():
        assert tied.isdisjoint(cells)
        tied.update(cells)
        rows = [tuple(row) for row in mines.tolist()]
        assert rows == sorted(set(rows))
        assert set(rows) == {tuple(row) for row in masks[:, list(cells)].tolist()}


def _layouts(case: Position) -> None:
    kb = case.kb()
    listed = [mask.tobytes() for mask in kb.layouts()]
    assert len(listed) == len(set(listed))
    assert set(listed) == case.worlds.layouts
    for mask in case.worlds.every[:40]:
        assert kb.allows(Layout(mask)) == (np.ascontiguousarray(mask).tobytes() in set(listed))


def _batch(case: Position) -> None:
    board = case.board
    more: dict[str, Any] = dict(case.beside.arguments)
    more |= {"rules": board.own_rules, "liars": board.liars, "constraints": board.constraints}
    more |= {"uncertain": board.uncertain} if board.uncertain else {}
    if board.mines is not None:
        more["mines"] = board.mines
    if board.density is not None or board.priors is not None:
        more["density"] = board.priors or board.density
    found = probabilities(
        board.grid[None],
        flag=State.FLAGGED,
        mine=State.KNOWN_MINE,
        adjacency=board.own_adjacency,
        **more,
    )
    assert isinstance(found, np.ndarray)
    for cell, chance in case.worlds.chances.items():
        assert found[0][cell] == pytest.approx(float(chance), abs=1e-12)
    more.pop("density", None)
    proved = verdicts(
        board.grid[None],
        flag=State.FLAGGED,
        mine=State.KNOWN_MINE,
        adjacency=board.own_adjacency,
        **more,
    )
    for value, cells in ((1, case.worlds.verdicts[0]), (0, case.worlds.verdicts[1])):
        assert {Cell(*cell) for cell in np.argwhere(proved[0] == value).tolist()} == cells


# Reasons


def _suffices(
    worlds: Worlds,
    cell: Cell,
    clues: Collection[Cell],
    *,
    total: bool,
    others: bool,
    program: bool = False,
) -> bool:
    """Whether sources force a verdict."""
    left = worlds.agreeing(clues, total=total, others=others, program=program)
    mines = worlds.every[left][:, *cell]
    return bool(mines.all() or not mines.any())


def _explain(smallest: bool) -> Callable[[Position], None]:
    def ask(case: Position) -> None:
        for cell in _decided(case)[:3]:
            check_explained(case, case.kb().explain(cell, smallest=smallest))

    return ask


def _decided(case: Position) -> list[Cell]:
    mines, safe = case.worlds.verdicts
    return sorted(mines | safe)


def check_explained(case: Position, found: Explanation) -> None:
    """Its sources force the verdict, and none can be spared."""
    worlds, cell = case.worlds, found.cell
    assert found.verdict is worlds.verdict(cell)
    assert found.text.startswith(f"{cell} is ")
    others, program = bool(found.constraints), found.uses_program
    clues, total = found.clues, found.uses_total
    assert _suffices(worlds, cell, clues, total=total, others=others, program=program), case
    check_explanation(found, worlds.sources)


def check_reasons(case: Position, cell: Cell, kb: KnowledgeBase, *, smallest: bool = False) -> None:
    """Why a covered cell is decided, or which two layouts show that it is not."""
    if case.worlds.verdict(cell) is Verdict.UNDETERMINED:
        shown = kb.witness(cell)
        assert isinstance(shown, Counterexample)
        for pair in (kb.counterexample(cell), shown):
            check_pair(pair, case.worlds.masks)
        return
    explained = kb.witness(cell)
    assert isinstance(explained, Explanation)
    for found in (kb.explain(cell, smallest=smallest), explained):
        check_explained(case, found)


def _counterexample(case: Position) -> None:
    for cell in (*case.worlds.undetermined[:2], *_decided(case)[:1]):
        check_reasons(case, cell, case.kb())


def _steps(case: Position) -> None:
    """Each step is a verdict, and the last one is that of the cell."""
    mines, safe = case.worlds.verdicts
    for cell in sorted(mines | safe)[:1]:
        found = case.kb().explain(cell, steps=True)
        assert found.steps
        for step in found.steps:
            assert set(step.mines) <= mines
            assert set(step.safe) <= safe
        assert cell in (*found.steps[-1].mines, *found.steps[-1].safe)


def _hint(case: Position) -> None:
    mines, safe = case.worlds.verdicts
    step = case.kb().next_step()
    assert (step is None) == (not mines | safe)
    if step is not None:
        assert set(step.mines) <= mines
        assert set(step.safe) <= safe
        assert {*step.mines, *step.safe}


def _rate(case: Position) -> None:
    mines, safe = case.worlds.verdicts
    steps = case.kb().difficulty().steps
    assert {cell for step in steps for cell in step.mines} == mines
    assert {cell for step in steps for cell in step.safe} == safe


def _diagnose(case: Position) -> None:
    """Of the board, and of one that was made inconsistent.

    Which clues may be wrong is what is asked, so that liars do not count.
    """
    check_diagnosis(case, case.kb().diagnose())
    wrong = broken(case)
    if wrong is not None:  # else some layout agrees whatever these clues say
        check_diagnosis(wrong, wrong.kb().diagnose())


def broken(case: Position) -> Position | None:
    """The position with other clues, so that no layout agrees; None if that cannot be had."""
    rng = Random(1)
    made = case
    for _ in range(100):
        cell = rng.choice(sorted(case.board.clues))
        try:
            made = made.replaced({cell: rng.randrange(9)})
        except ValueError:
            continue
        if not len(made.worlds.masks):
            return made
    return None


def _certificate(case: Position, proof: ProofName = "drup") -> None:
    mines, safe = case.worlds.verdicts
    for cell in sorted(mines | safe)[:2]:
        found = case.kb().certificate(cell, proof=proof)
        found.check()
        assert (found.verdict is Verdict.MINE) == (cell in mines)
        named = re.findall(r"^clue\((\d+),(\d+)\)$", "\n".join(found.sources), re.MULTILINE)
        clues = [Cell(int(row), int(column)) for row, column in named]
        constraints = any(source.startswith("constraint ") for source in found.sources)
        others = bool(case.board.rules.layout or constraints)
        total = found.uses_total
        assert _suffices(case.worlds, cell, tuple(clues), total=total, others=others)


# Formulas


def _encode(to: Any) -> Callable[[Position], None]:
    def ask(case: Position) -> None:
        encoding = encode(case.board, to, **case.beside.arguments)
        assert _atoms(case.board, encoding.to_text(), to) == case.worlds.atoms

    return ask


def _atoms(board: Board, text: str, to: str) -> set[frozenset[Cell]]:
    """The layouts that a formula has, by other programs."""
    if to == "lp":
        return {
            frozenset(
                Cell(*map(int, re.findall(r"\d+", atom)))
                for atom in atoms
                if atom.startswith("mine(")
            )
            for atoms in answer_sets(text)
        }
    if to == "nnf":
        rows_of_mines = circuits.models(text.splitlines())[:, : board.grid.size]
        return {frozenset(map(board.cell, np.flatnonzero(row).tolist())) for row in rows_of_mines}
    cells = {board.number(cell) + 1: cell for cell in board.covered}
    known = frozenset(board.known_mines)
    rows = [line.split() for line in text.splitlines() if line[:1] not in ("c", "p", "*")]
    if to == "opb":
        found = _pseudo_boolean(rows, [*cells])
    else:
        if to == "wcnf":  # where clues may be wrong, a clue that is costs something, and no more
            rows = [row[1:] for row in rows if not board.liars or row[0] == "h"]
        found = projected([tuple(map(int, row[:-1])) for row in rows], [*cells])
    return {known | {cells[name] for name in mines} for mines in found}


def _pseudo_boolean(rows: list[list[str]], cells: list[int]) -> set[frozenset[int]]:
    sums = []
    for *terms, sign, bound, _ in rows:
        pairs = zip(terms[::2], terms[1::2], strict=True)
        own = "; ".join(f"{int(factor)},{name} : {name}" for factor, name in pairs)
        sums.append(f":- not #sum {{ {own} }} {sign} {bound}.")
    names = {name for row in rows for name in row if name.startswith("x")}
    names |= {f"x{cell}" for cell in cells}
    choices = [f"{{ {name} }}." for name in sorted(names)]
    shown = [f"#show x{cell} : x{cell}." for cell in cells] + ["#show."]
    found = answer_sets("\n".join([*choices, *sums, *shown]))
    return {frozenset(int(atom[1:]) for atom in atoms) for atoms in found}


# What to play


def _best(case: Position) -> None:
    mines, safe = case.worlds.verdicts
    found = best(case.kb())
    if not safe and not case.worlds.undetermined:
        assert not found.cells
        return
    chances = case.worlds.chances
    assert found.risk == min(chances[cell] for cell in found.cells)
    assert not mines & set(found.cells)
    assert set(found.cells) <= safe or not safe
    if found.win_chance is not None:
        assert found.win_chance == case.worlds.best_play()
        for one in found.candidates:
            assert one.win_chance == case.worlds.best_play_after(one.cell)


def _win_chance(case: Position) -> None:
    assert win_chance(case.whole) == case.worlds.best_play()


def _zero_chances(case: Position) -> None:
    found = zero_chances(case.whole)
    worlds, near = case.worlds, case.worlds.near or draw_eight(case.board)
    assert np.isnan(found)[~case.board.covered_mask].all()
    for cell in case.board.covered:
        around = [cell, *map(case.board.cell, near[case.board.number(cell)])]
        is_zero = ~np.any([worlds.masks[:, place.row, place.column] for place in around], axis=0)
        assert found[cell] == pytest.approx(float(worlds.share(is_zero)), abs=1e-8)
        assert (found[cell] == 0, found[cell] == 1) == (not is_zero.any(), is_zero.all())


def _progress_chances(case: Position) -> None:
    found = progress_chances(case.whole)
    for cell in case.board.covered:
        wanted = sum(
            chance
            for chance, risks in case.worlds.after(case.board.number(cell))
            if 0 in risks or {*risks} <= {1, None}
        )
        assert found[cell] == pytest.approx(float(wanted), abs=1e-8), cell
        assert (found[cell] == 0, found[cell] == 1) == (wanted == 0, wanted == 1)


# Surfaces of a position


def _solve(*options: str) -> Callable[[Position], None]:
    def ask(case: Position) -> None:
        with TemporaryDirectory() as folder:
            done = _run(case, Path(folder), "solve", *options)
        mines, safe = case.worlds.verdicts
        if "--json" in options:
            said = json.loads(done)
            assert {Cell(*cell) for cell in said["safe"]} == safe
            assert {Cell(*cell) for cell in said["mines"]} == mines
            assert int(said["models"]) == len(case.worlds.masks)
            for cell, chance in case.worlds.chances.items():
                assert said["probabilities"][cell.row][cell.column] == pytest.approx(float(chance))
            return
        sizes = re.findall(r"(\d+) cells? (?:is|are)", done)
        assert list(map(int, sizes))[:3] == [len(safe), len(mines), len(case.worlds.undetermined)]
        assert re.search(rf"\b{len(case.worlds.masks):,} layouts?\b", done), done

    return ask


def _certified_count(case: Position) -> None:
    with TemporaryDirectory() as folder:
        _run(case, Path(folder), "count", "-o", "proof")
        (claim,) = check_folder(Path(folder) / "proof", case.board)
        assert claim.layouts == str(len(case.worlds.masks))


def _run(case: Position, folder: Path, *arguments: str) -> str:
    """What a command answers; ValueError with what it says where it refuses."""
    beside = case.beside
    more: list[str] = []
    if beside.program:
        (folder / "own.lp").write_text(beside.program)
        more += ["--program", "own.lp"]
    board = write_board(case.board, "board")
    done = run_here(*arguments, *more, "-", stdin=board, folder=folder)
    if done.returncode:
        raise ValueError(done.stderr.strip() or done.stdout)
    return done.stdout


def _svg(case: Position) -> None:
    kb = case.kb()
    kb.consequences()
    assert f"{len(case.worlds.verdicts[1])} proved safe" in svg(kb)


def _html(case: Position) -> None:
    text = html(case.kb())
    sizes = re.findall(r"(\d+) cells? (?:is|are)", text)
    mines, safe = case.worlds.verdicts
    assert list(map(int, sizes))[:2] == [len(safe), len(mines)]


def _page(case: Position) -> None:
    """What the page in a browser is answered."""
    import msgspec

    about = {"ask": "analyse", "board": msgspec.to_builtins(board_object(case.board))}
    given = {**about, **case.beside.arguments, "wants": ["counts"]}
    messages = [
        json.loads(line) for line in answer(json.dumps(given).encode(), Desk(allows_programs=True))
    ]
    last = messages[-1]
    if "error" in last:
        raise ValueError(last["error"])
    mines, safe = case.worlds.verdicts
    assert {Cell(*cell) for cell in last["safe"]} == safe
    assert {Cell(*cell) for cell in last["mines"]} == mines
    assert int(last["models"]) == len(case.worlds.masks)


def _file(name: str) -> Callable[[Position], None]:
    def ask(case: Position) -> None:
        data = write_board(case.whole, name)
        again = read_board(data, name=name)
        assert again == case.board
        assert write_board(again, name) == data

    return ask


QUESTIONS: Final[dict[str, Question]] = {
    "verdicts": Question(
        "verdicts: `consequences`, `verdict`, `entails`, `has_layout`, `questions`", _verdicts
    ),
    "needs_total": Question("`needs_total`", _needs_total),
    "tell": Question("`tell`", _tell),
    "count": Question("`count`", _count),
    "probabilities": Question("`probabilities`, `least_risky`", _probabilities),
    "distribution": Question("`clue_distribution`", _clue_distribution),
    "joint": Question("`joint`", _joint),
    "sample": Question("`sample`", _sample),
    "layouts": Question("`layouts`, `allows`", _layouts),
    "configurations": Question("`configurations`", _configurations),
    "models": Question("`count` by the engine `models`", _engine("models")),
    "ganak": Question("`count` by the engine `ganak`", _ganak, slow=True),
    "sat": Question("the reasoner `sat`", _reasoner("sat")),
    "asp": Question("the reasoner `asp`", _reasoner("asp")),
    "elimination": Question("the reasoner `elimination`", _reasoner("elimination")),
    "own solver": Question("a SAT solver of one's own", _own_solver, slow=True),
    "own counter": Question("a model counter of one's own", _own_counter, slow=True),
    "minimal": Question("`explain`", _explain(smallest=False)),
    "smallest": Question("`explain`, a smallest set", _explain(smallest=True)),
    "counterexample": Question("`counterexample`, `witness`", _counterexample),
    "steps": Question("`explain` by steps", _steps),
    "hint": Question("`next_step` (`hint`)", _hint),
    "rate": Question("`difficulty` (`hint --rate`)", _rate),
    "diagnose": Question("`diagnose`", _diagnose),
    "certificate": Question("`certificate`", _certificate),
    "certificate veripb": Question(
        "`certificate` by a sum", lambda case: _certificate(case, "veripb")
    ),
    "certified count": Question("`count -o`", _certified_count),
    **{f"encode {to}": Question(f"`encode` to {to}", _encode(to)) for to in ("cnf", "opb", "wcnf")},
    **{f"encode {to}": Question(f"`encode` to {to}", _encode(to)) for to in ("mcc", "nnf")},
    "encode lp": Question("`encode` to lp", _encode("lp")),
    "best": Question("`best`", _best),
    "win_chance": Question("`win_chance`", _win_chance),
    "zero_chances": Question("`zero_chances`", _zero_chances),
    "progress_chances": Question("`progress_chances`", _progress_chances),
    "batch": Question("many boards at once (`probabilities`, `verdicts`)", _batch),
    "solve": Question("`solve` in words", _solve()),
    "solve --json": Question("`solve --json`", _solve("--json")),
    "svg": Question("pictures (`svg`)", _svg),
    "html": Question("pages (`html`)", _html),
    "page": Question("the page in a browser (`serve`)", _page),
    "text": Question("native text, written and read", _file("board")),
    "json": Question("a board in JSON, written and read", _file("json")),
}
