"""Certificates of whole games: checked, and refused when anything in them is changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from logicsweep import Adjacency, Board, Cell, Layout, State
from logicsweep.errors import CertificateError, LimitError
from logicsweep.formats import DealtGame
from logicsweep.games import NoGuess, deal
from logicsweep.games.dealing.certified import certificates_of
from logicsweep.reasons.certificates.entries import BOARD
from logicsweep.reasons.certificates.game import GAME, Played, check_game, game_files
from tests.conftest import TURN, seeds, some
from tests.games.making import bare
from tests.judges.answers import validator

# What is dealt, and how. A large game takes half a second, so that CI has fewer of them.
SMALL = [(9, 9, 10), (16, 16, 40)]
LARGE = [(16, 30, 99), (16, 30, 130), (16, 30, 170), (30, 30, 200)]
KINDS = [
    pytest.param(mode, shape, marks=[] if shape == SMALL[0] else pytest.mark.slow)
    for mode, shapes in (("repaired", [*SMALL, *LARGE]), ("uniform", [*SMALL, LARGE[0]]))
    for shape in shapes
]
# How many of a small and of a large kind there are in a run; a turn of `tools/soak` has 50 of all.
MANY = 50 if TURN else 2
FEW = 50 if TURN else 1


def write(folder: Path, played: Played) -> None:
    folder.mkdir()
    for name, lines in game_files(played, certificates_of(played)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines))


def dealt(shape: Sequence[int], seed: int, *, total: bool, mode: str = "repaired") -> Played:
    setting = bare(**dict(zip(("height", "width", "mines"), shape, strict=True)))
    found = deal(setting, seed, no_guess=NoGuess(total=total), mode=mode)
    assert found.start is not None
    return Played(found.layout, found.start, total)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "one"
    write(path, dealt((9, 9, 14), 3, total=True))
    return path


@pytest.mark.random
@pytest.mark.parametrize("total", [True, False])
@pytest.mark.parametrize(("mode", "shape"), some(KINDS, every=2))
def test_games_are_certified(
    tmp_path: Path, mode: str, shape: tuple[int, int, int], total: bool
) -> None:
    many = MANY if shape in SMALL else FEW
    for seed in range(TURN * many, TURN * many + many):
        played = dealt(shape, seed, total=total, mode=mode)
        folder = tmp_path / f"{seed}"
        write(folder, played)
        claims = list(check_game(folder, DealtGame(played.layout, played.start)))
        assert not any(claim.mine for claim in claims), seed
        assert total or not any(claim.uses_total for claim in claims), seed
        opened = played.after(claim.cell for claim in claims)
        assert len(opened.clues) == int((~played.layout.mask).sum()), seed
        index = json.loads((folder / GAME).read_text())
        validator("game-certificate").validate(index)
        shutil.rmtree(folder)


def test_a_game_with_a_guess_is_not_certified(tmp_path: Path) -> None:
    layout = Layout(np.array([[False] * 4 + [True, False], [False] * 5 + [True]]))
    played = Played(layout, deal(bare(height=2, width=6, mines=0), 0, start=(0, 0)).start, True)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a guess is needed after 8 cells are open"):
        write(tmp_path / "one", played)


@pytest.mark.parametrize(
    ("kind", "suffix"),
    some(product(["drop", "change", "swap", "cut"], [".cnf", ".drup", BOARD, GAME]), every=3),
)
@pytest.mark.parametrize("seed", seeds(range(4)))
def test_changed_files_are_refused(
    folder: Path, tmp_path: Path, suffix: str, kind: str, seed: int
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    rng = Random(f"{seed} {suffix} {kind}")
    path = rng.choice(sorted(one for one in copy.iterdir() if one.name.endswith(suffix)))
    lines = path.read_text().split("\n")[:-1]
    place = rng.randrange(len(lines))
    if kind == "drop":
        del lines[place]
    elif kind == "change":
        at = rng.randrange(len(lines[place]) + 1)
        lines[place] = f"{lines[place][:at]}7{lines[place][at:]}"
    elif kind == "swap" and len(set(lines)) > 1:
        other = next(one for one in range(len(lines)) if lines[one] != lines[place])
        lines[place], lines[other] = lines[other], lines[place]
    text = "".join(f"{line}\n" for line in lines)
    path.write_text(text[:-1] if kind == "cut" else text)
    if (
        path.read_text()
        == next(one for one in folder.iterdir() if one.name == path.name).read_text()
    ):
        return  # there was nothing to swap
    with pytest.raises(CertificateError):
        list(check_game(copy))


def test_what_an_index_claims_is_checked(folder: Path, tmp_path: Path) -> None:
    """Indexes that are written as they have to be, and claim what is not so."""
    index = json.loads((folder / GAME).read_text())
    steps = index["steps"]
    last = max(step["round"] for step in steps)
    assert last > 1
    uses_total = [step for step in steps if step["total_at_most"] or step["total_at_least"]]
    wrong = {
        "a step less": {**index, "steps": steps[:-1]},
        "another start": {**index, "start": [0, 0]},
        "a start off the board": {**index, "start": [99, 0]},
        "rounds that count from 2": {
            **index,
            "steps": [{**step, "round": step["round"] + 1} for step in steps],
        },
        "all at once": {**index, "steps": [{**step, "round": 1} for step in steps]},
        "a mine": {**index, "steps": [{**steps[0], "verdict": "mine"}, *steps[1:]]},
        "no step": {**index, "steps": []},
        "steps that are no list": {**index, "steps": 3},
        "no round": {
            **index,
            "steps": [{key: step[key] for key in step if key != "round"} for step in steps],
        },
        "another format": {**index, "format": "logicsweep-certificate/1"},
    }
    if uses_total:
        wrong["no mine count"] = {**index, "uses_total": False}
    for what, changed in wrong.items():
        copy = tmp_path / what
        shutil.copytree(folder, copy)
        write_index(copy, changed)
        with pytest.raises(CertificateError):
            list(check_game(copy))


def test_only_the_layout_itself_is_accepted(folder: Path, tmp_path: Path) -> None:
    """Boards that have the same mines, and say something else."""
    index = json.loads((folder / GAME).read_text())
    own = Board.parse("\n".join(index["board"]))
    nobody = Adjacency.of([() for _ in range(own.grid.size)])
    others = {
        "no neighbours": Board(np.where(own.grid < 0, own.grid, 0), adjacency=nobody),
        "no clues": own.replace(dict.fromkeys(own.clues, State.NO_CLUE)),
        "no mine count": own.with_total(None),
        "a range": own.with_total((0, 81)),
    }
    for what, board in others.items():
        copy = tmp_path / what
        shutil.copytree(folder, copy)
        lines = str(board).split("\n")
        (copy / BOARD).write_text("".join(f"{line}\n" for line in lines))
        write_index(copy, {**index, "board": lines})
        with pytest.raises(CertificateError):
            list(check_game(copy))
    (tmp_path / "same").mkdir()
    shutil.copytree(folder, tmp_path / "same", dirs_exist_ok=True)
    write_index(tmp_path / "same", index)
    assert list(check_game(tmp_path / "same"))


def write_index(folder: Path, index: dict[str, object]) -> None:
    """Write an index with a line for each step, and leave only the files that it names."""
    steps = index["steps"]
    head = json.dumps({key: index[key] for key in index if key != "steps"})[:-1]
    rows = [json.dumps(step) for step in steps] if isinstance(steps, list) else []
    lines = [f'{head}, "steps": [', *(f"{row}," for row in rows[:-1]), *rows[-1:], "]}"]
    text = "".join(f"{line}\n" for line in lines)
    (folder / GAME).write_text(text if isinstance(steps, list) else json.dumps(index) + "\n")
    named = {str(step[key]) for step in steps for key in ("cnf", "proof")} if rows else set()
    for path in folder.iterdir():
        if path.suffix in (".cnf", ".drup") and path.name not in named:
            path.unlink()


def test_another_layout_and_a_limit_are_said(folder: Path) -> None:
    other = dealt((9, 9, 14), 4, total=True).layout
    own = dealt((9, 9, 14), 3, total=True)
    with pytest.raises(CertificateError, match=r"the game starts at \(4,4\); expected \(4,5\)"):
        list(check_game(folder, DealtGame(own.layout, Cell(4, 5))))
    with pytest.raises(CertificateError, match="this is another layout"):
        list(check_game(folder, DealtGame(other)))
    with pytest.raises(LimitError):
        list(check_game(folder, time_limit=1e-9))
