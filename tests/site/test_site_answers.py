"""The worker of the page without a server, in node, beside the answers of the library.

Verdicts and numbers are equal, probabilities to the bit. Of sets of clues and of pairs of layouts
there may be several: the library judges those of the worker.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec import to_builtins

from logicsweep import Board, Cell, KnowledgeBase, Layout, Setting, State, Verdict
from logicsweep.board.first_click import is_blank
from logicsweep.errors import InconsistentBoardError
from logicsweep.formats.json import board_object
from logicsweep.formats.registry import read_board
from logicsweep.lab.data.drawn import position
from logicsweep.reasons.explanation import Counterexample, Explanation, Step
from logicsweep.reasons.techniques import Technique
from logicsweep.reasons.wording import conflict_words
from logicsweep.site import Desk
from tests.conftest import TURN
from tests.judges.answers import name_of, validator
from tests.judges.making import random_board, showing
from tests.site.asking import EXAMPLES, Message, asked
from tests.site.sites import answers_in_node, kernel_for_browsers, modules_of_worker

# The longest of the slow tests: as a group they begin before the others.
pytestmark = [pytest.mark.slow, pytest.mark.random, pytest.mark.xdist_group("site answers")]

WANTS = ("counts", "best")
# What a worker has no answer for, in boards that come with the package.
BEYOND = ("rules", "clues", "density", "liars", "constraints", "neighbours", "walls")
# Positions of games: the size, and how many; in CI a sixth of them.
GAMES = (
    (("beginner", 40), ("intermediate", 48), ("expert", 50))
    if TURN
    else (("beginner", 4), ("intermediate", 4), ("expert", 4))
)
# CI takes the first of them; a soak all, others in each turn.
RANDOM = 2_000 if TURN else 30
# Cells of a position that are asked about.
CELLS = 3
SMALL = 36
# The most cells that a judgement names as better.
NAMED = 12


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("modules")
    return modules_of_worker(folder / "worker", kernel_for_browsers(folder))


def reached(size: str, seed: int) -> Board:
    """A position of a game."""
    return position(Setting(size), seed)[1]


@cache
def boards() -> list[Board]:
    answered = [
        board
        for board in EXAMPLES.values()
        if not any(getattr(board_object(board), name) for name in BEYOND)
    ]
    assert len(answered) > 8
    played = [reached(size, seed) for size, number in GAMES for seed in range(number)]
    return [*answered, *played, *map(random_board, range(TURN * RANDOM, (TURN + 1) * RANDOM))]


def about(board: Board) -> dict[str, Any]:
    return {"board": to_builtins(board_object(board))}


def asked_cells(board: Board, number: int) -> list[Cell]:
    """Some covered cells of a board; one of a small one."""
    many = CELLS if board.grid.size > SMALL else 1
    return Random(number).sample(board.covered, min(many, len(board.covered)))


def both(
    modules: Path, questions: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[list[Message], ...]]:
    """The messages of the worker and of the library to each question, all as the schemas say."""
    every = list(questions)
    desk = Desk()
    try:
        for question, worker in zip(every, answers_in_node(modules, every), strict=True):
            for message in worker:
                validator(name_of(message)).validate(message)
            data = json.dumps(question)
            validator("request").validate(json.loads(data))
            yield worker, asked(desk, data.encode())
    finally:
        desk.close()


def is_met(board: Board, clues: Iterable[Cell], *, uses_total: bool) -> bool:
    """Whether some layout agrees with these clues, and perhaps the mine count."""
    try:
        KnowledgeBase(showing(board, [*clues], total=uses_total)).consequences()
    except InconsistentBoardError:
        return False
    return True


def smaller(clues: tuple[Cell, ...], *, uses_total: bool) -> Iterator[tuple[list[Cell], bool]]:
    """Sets of sources with one less."""
    for left in clues:
        yield [clue for clue in clues if clue != left], uses_total
    if uses_total:
        yield [*clues], False


def cells_of(pairs: Iterable[Iterable[int]]) -> tuple[Cell, ...]:
    return tuple([Cell(*pair) for pair in pairs])


def check_conflict(board: Board, worker: Message) -> None:
    """The clues contradict each other, and without any of them they do not."""
    core, uses_total = cells_of(worker["core"]), worker["core_uses_total"]
    assert not is_met(board, core, uses_total=uses_total)
    for clues, total in smaller(core, uses_total=uses_total):
        assert is_met(board, clues, uses_total=total)
    error = InconsistentBoardError(core, uses_total=uses_total)
    assert worker["error"] == conflict_words(board, error)


def check_proof(board: Board, worker: Message) -> None:
    """The sources force the verdict, without any of them it does not follow, and words are ours."""
    cell, verdict = Cell(*worker["cell"]), Verdict(worker["verdict"])
    clues, uses_total = cells_of(worker["clues"]), worker["uses_total"]

    def follows(some: Iterable[Cell], *, total: bool) -> bool:
        return KnowledgeBase(showing(board, [*some], total=total)).verdict(cell) is verdict

    assert follows(clues, total=uses_total)
    for some, total in smaller(clues, uses_total=uses_total):
        assert not follows(some, total=total)
    said = Explanation(board, cell, verdict, clues, uses_total)
    assert (worker["text"], tuple(worker["reasons"])) == (said.text, said.reasons)
    assert worker["sources"] == said.size
    assert cells_of(worker["cells"]) == said.cells


def check_pair(board: Board, worker: Message, native: Message) -> None:
    """Both layouts agree with the board, and no smaller difference does."""
    cell = Cell(*worker["cell"])
    layouts = []
    for kind in ("mine", "safe"):
        mask = np.zeros(board.shape, dtype=np.bool_)
        for mine in cells_of(worker["layouts"][kind]):
            mask[mine] = True
        assert KnowledgeBase(board).allows(Layout(mask, adjacency=board.own_adjacency))
        assert mask[cell] == (kind == "mine")
        layouts.append(Layout(mask, adjacency=board.own_adjacency))
    said = Counterexample(board, cell, *layouts)
    assert cells_of(worker["differing"]) == said.differing
    assert worker["text"] == said.text
    if board.mines is not None:
        assert worker["probability"] == native["probability"]
    # All but one of the other cells that differ stay as they are with a mine in the cell.
    for kept in said.differing:
        if kept == cell:
            continue
        told = {
            other: int(State.KNOWN_MINE if layouts[0].mask[other] else State.NO_CLUE)
            for other in board.covered
            if other == kept or other not in said.differing
        }
        told[cell] = int(State.NO_CLUE)
        with pytest.raises(InconsistentBoardError):
            KnowledgeBase(board.replace(told)).consequences()


def check_analysis(board: Board, worker: list[Message], native: list[Message]) -> None:
    first = native[0]
    if first["consistent"] is False:
        assert worker[0]["consistent"] is False
        check_conflict(board, worker[0])
        return
    solved = [message for message in worker if name_of(message) == "solve"]
    expected = [message for message in native if name_of(message) == "solve"]
    # The library first tells the verdicts alone.
    assert solved == expected[-1:]
    chosen = [message for message in worker if name_of(message) == "best"]
    best = [] if is_blank(board) else native[len(expected) :]
    for ours, theirs in zip(chosen, best, strict=True):
        if theirs["why"] in (None, "safe"):
            assert (ours["cells"], ours["why"]) == (theirs["cells"], theirs["why"])
        else:
            assert ours["why"] in ("solved", "score")
            wins = ours["win_chance"], theirs["win_chance"]
            assert None in wins or wins[0] == wins[1]


def test_positions(modules: Path) -> None:
    answers = both(
        modules, ({"ask": "analyse", **about(board), "wants": WANTS} for board in boards())
    )
    for board, (worker, native) in zip(boards(), answers, strict=True):
        check_analysis(board, worker, native)


def of_cells(ask: str) -> Iterator[tuple[Board, dict[str, Any]]]:
    """Questions of a kind about some cells of all boards."""
    for number, board in enumerate(boards()):
        for cell in asked_cells(board, number):
            yield board, {"ask": ask, **about(board), "cell": list(cell)}


def test_reasons(modules: Path) -> None:
    every = [*of_cells("explain")][:: 4 if TURN else 12]  # proofs of the library take long
    answers = both(modules, [question for _, question in every])
    for (board, _), ([worker], [native]) in zip(every, answers, strict=True):
        if native["consistent"] is False:
            check_conflict(board, worker)
            continue
        assert worker["verdict"] == native["verdict"]
        if worker["verdict"] == "undetermined":
            check_pair(board, worker, native)
        else:
            check_proof(board, worker)


def test_what_cells_show(modules: Path) -> None:
    every = [*of_cells("look")][:: 1 if TURN else 3]
    answers = both(modules, [question for _, question in every])
    for (board, _), ([worker], [native]) in zip(every, answers, strict=True):
        if "error" in worker:
            # The library also tells what does not depend on a mine count that is unknown.
            assert "error" in native or board.mines is None
        else:
            assert worker == native


def test_judgements(modules: Path) -> None:
    every = [*of_cells("move")][:: 1 if TURN else 3]
    answers = both(modules, [question for _, question in every])
    patterns = 0
    for (board, _), ([worker], [native]) in zip(every, answers, strict=True):
        if "error" in worker:
            assert "error" in native or board.mines is None
            continue
        assert "error" not in native, (str(board), worker, native)
        assert (worker["risk"], worker["best"]) == (native["risk"], native["best"])
        if native["kind"] != "dead" and not native["fifty"]:
            assert worker["kind"] == native["kind"]
            # At most twelve are named, one that is easily proved before the nearest.
            assert len(worker["better"]) == len(native["better"])
            assert len(worker["better"]) == NAMED or (
                sorted(worker["better"]) == sorted(native["better"])
            )
            patterns += same_pattern(worker, native)
    assert patterns > 5


def same_pattern(worker: dict[str, Any], native: dict[str, Any]) -> bool:
    """Compare the names of a proof that was missed; tell whether there was the same one to name."""
    ours, theirs = worker["because"], native["because"]
    if worker["kind"] == "proved":
        assert ours["pattern"] is theirs["pattern"] is None
    elif (ours["proof"], ours["clues"]) == (theirs["proof"], theirs["clues"]):
        assert ours["pattern"] == theirs["pattern"]
        return theirs["pattern"] is not None
    return False


# The board of a day.
DAILY = {
    "rows": 16, "columns": 16, "mines": 40, "no_guess": True,
    "first_click": "opening", "seed": "20261201",
}  # fmt: skip
# Games: the size, the first cell, and what else is wanted of them.
PLAYED: tuple[tuple[dict[str, Any], list[int]], ...] = (
    ({"rows": 9, "columns": 9, "mines": 10}, [4, 4]),
    ({"rows": 9, "columns": 9, "mines": 10, "first_click": "safe"}, [0, 0]),
    ({"rows": 9, "columns": 9, "mines": 20, "first_click": "unprotected"}, [8, 0]),
    ({"rows": 9, "columns": 9, "mines": 10, "no_guess": True}, [4, 4]),
    ({"rows": 16, "columns": 16, "mines": 40, "no_guess": True, "level": 2}, [8, 8]),
    ({"rows": 16, "columns": 30, "mines": 99, "no_guess": True}, [8, 15]),
    (DAILY, [8, 8]),
    ({"rows": 8, "columns": 8, "mines": 12, "topology": "torus"}, [3, 3]),
    ({"rows": 8, "columns": 8, "mines": 9, "topology": "hexagon", "no_guess": True}, [4, 4]),
)
GAMES_OF_A_KIND = 12 if TURN else 6


def games() -> Iterator[tuple[dict[str, Any], list[list[int]]]]:
    """Games, each with cells that a careless player opens."""
    for number, (game, first) in enumerate(PLAYED):
        for seed in range(GAMES_OF_A_KIND):
            rng = Random(f"{number} {seed}")
            cells = [
                [rng.randrange(game["rows"]), rng.randrange(game["columns"])] for _ in range(9)
            ]
            yield {"seed": str(seed), **game}, [first, *cells]


def test_games_are_the_same(modules: Path) -> None:
    """The same mines, clues and ends; and what opening a cell was."""
    every = [
        {"ask": ask, "game": game, "opened": opened[:moves]}
        for game, opened in games()
        for moves in (0, 1, len(opened))
        for ask in ("play", "may-guess")
    ]
    over = 0
    for question, (worker, native) in zip(every, both(modules, every), strict=True):
        assert worker == native, question
        over += name_of(worker[0]) == "played" and worker[0]["state"] == "lost"
    assert over > GAMES_OF_A_KIND


def test_reviews(modules: Path) -> None:
    every = [{"ask": "judge", "game": game, "opened": opened} for game, opened in games()]
    reviewed = 0
    for worker, native in both(modules, every):
        if "error" in native[-1]:
            assert worker[-1]["error"] == native[-1]["error"]
            continue
        ours, theirs = worker[-1], native[-1]
        for key in ("height", "width", "mine_count", "is_won", "before"):
            assert ours[key] == theirs[key]
        assert ours["metrics"]["3bv"] == theirs["metrics"]["3bv"]
        for opening, expected in zip(ours["openings"], theirs["openings"], strict=True):
            for key in ("cells", "risk", "best", "shows"):
                assert opening[key] == expected[key]
            if not expected["fifty"]:
                assert opening["kind"] == expected["kind"]
                same_pattern(opening, expected)
        assert ours["luck_bits"] == pytest.approx(theirs["luck_bits"])
        if not any(each["fifty"] for each in theirs["openings"]):
            assert ours["kept"] == pytest.approx(theirs["kept"])
        reviewed += 1
    assert reviewed > GAMES_OF_A_KIND


def test_hints(modules: Path) -> None:
    """A step is one of single clues where there is one; its sources prove what it decides."""
    every = [
        {"ask": "hint", "game": game, "opened": opened[:moves]}
        for game, opened in games()
        for moves in (1, 3)
    ]
    boards_of = ({**question, "ask": "play"} for question in every)
    shown = [native[0]["board"] for _, native in both(modules, boards_of)]
    steps = 0
    for board, ([worker], [native]) in zip(shown, both(modules, every), strict=True):
        assert worker["needs_guess"] == native["needs_guess"]
        assert worker["least_risky"] == native["least_risky"]
        if worker["step"] is None:
            assert native["step"] is None
            continue
        ours, theirs = worker["step"], native["step"]
        assert (ours["level"] == 1) == (theirs["level"] == 1)
        position = read_board(json.dumps(board).encode(), name="json")
        for step in (*ours["before"], ours):
            check_step(position, step)
        steps += 1
    assert steps > GAMES_OF_A_KIND


def check_step(position: Board, step: Message) -> None:
    """What a step takes for granted is proved; with it its sources prove what it decides."""
    known = {Cell(*cell): int(State.KNOWN_MINE) for cell in step["given_mines"]}
    assert known.keys() <= KnowledgeBase(position).consequences().mines
    told = showing(position, cells_of(step["clues"]), total=step["uses_total"]).replace(known)
    proved = KnowledgeBase(told).consequences()
    assert set(cells_of(step["safe"])) <= proved.safe
    assert set(cells_of(step["mines"])) <= proved.mines
    technique = Technique(step["technique"])
    said = Step(
        board=position,
        technique=technique,
        clues=cells_of(step["clues"]),
        uses_total=step["uses_total"],
        given_mines=cells_of(step["given_mines"]),
        given_safe=(),
        mines=cells_of(step["mines"]),
        safe=cells_of(step["safe"]),
    )
    expected = said.text, said.level, said.pattern
    assert (step["text"], step["level"], step["pattern"]) == expected
