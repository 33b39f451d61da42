"""Hashes up to symmetry, held against all images of a position, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.constraint_forms import Place
from logicsweep.board.constraint_text import read_constraints
from logicsweep.board.state import Grid, State
from logicsweep.games.setting import Setting
from logicsweep.lab.data.bulk import positions
from logicsweep.lab.data.drawn import position
from logicsweep.lab.tasks.drawing import tasks
from logicsweep.lab.tasks.symmetry import canonical_hash, split_of


def images(grid: Grid, *, wraps: tuple[bool, bool] = (False, False)) -> Iterator[Grid]:
    """All images of a grid under the symmetries of its rectangle, and shifts where it wraps."""
    height, width = grid.shape
    turns = [grid, grid.T] if height == width and wraps[0] == wraps[1] else [grid]
    for turned in turns:
        for first, second in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            mirrored = turned[::first, ::second]
            for down in range(height if wraps[0] else 1):
                for right in range(width if wraps[1] else 1):
                    yield np.roll(mirrored, (down, right), (0, 1))


def smallest(grid: Grid, *, wraps: tuple[bool, bool]) -> bytes:
    return min(np.ascontiguousarray(image).tobytes() for image in images(grid, wraps=wraps))


@pytest.mark.parametrize(
    ("shape", "topology", "wraps"),
    [
        ((3, 3), None, (False, False)),
        ((3, 5), None, (False, False)),
        ((4, 4), None, (False, False)),
        ((4, 5), "torus", (True, True)),
        ((4, 4), "torus", (True, True)),
        ((4, 5), "cylinder", (False, True)),
        ((4, 4), "four", (False, False)),
        ((5, 5), "knight", (False, False)),
    ],
)
def test_positions_are_alike_just_if_one_is_an_image_of_the_other(
    shape: tuple[int, int], topology: str | None, wraps: tuple[bool, bool]
) -> None:
    """With few states in the cells, so that images turn up among random positions."""
    rng = np.random.default_rng(5)
    adjacency = (
        Setting(height=shape[0], width=shape[1], mines=1, topology=topology).topology
        if topology
        else None
    )
    by_image: dict[bytes, str] = {}
    for _ in range(90):
        grid: Grid = rng.choice(
            np.array([-1, 0, 1], dtype=np.int8), size=shape, p=(0.9, 0.05, 0.05)
        )
        made = canonical_hash(Board(grid, mines=2, adjacency=adjacency))
        assert by_image.setdefault(smallest(grid, wraps=wraps), made) == made
    assert len(set(by_image.values())) == len(by_image)
    assert 15 < len(by_image) < 85


def test_narrow_boards_have_more_symmetries() -> None:
    """In two rows the cells of a column have the same neighbours, and may be swapped alone."""
    board = Board.parse("mines: 2\n\n1???\n???2")
    assert canonical_hash(board) == canonical_hash(Board.parse("mines: 2\n\n1??2\n????"))


def test_every_image_of_a_position_has_its_hash() -> None:
    for seed in range(15):
        board = position(Setting("5x5", mines=5), seed)[1]
        made = {canonical_hash(board.with_grid(image)) for image in images(board.grid)}
        assert len(made) == 1
        wide = position(Setting("6x4", mines=5), seed)[1]
        assert len({canonical_hash(wide.with_grid(image)) for image in images(wide.grid)}) == 1


@pytest.mark.parametrize("number", [15, pytest.param(100, marks=pytest.mark.night)])
def test_no_test_position_is_the_image_of_one_for_training(number: int) -> None:
    """Across seeds, forms and kinds, over all symmetric images, one by one."""
    setting = Setting("4x4", mines=4, first_click="safe")
    shown: dict[str, set[bytes]] = {"train": set(), "test": set()}
    for split, kinds in (("train", ("move", "safe", "why")), ("test", ("certain", "chance"))):
        for place, kind in enumerate(kinds):
            form = ("grid", "json", "grid")[place]
            made = tasks(kind, setting, n=number, seed=place * 5, form=form, split=split)
            for task in made:
                assert task.split == split
                shown[split].add(task.board.grid.tobytes())
    assert len(shown["train"]) > number
    assert len(shown["test"]) > number / 4
    seen = {
        np.ascontiguousarray(image).tobytes()
        for data in shown["test"]
        for image in images(np.frombuffer(data, dtype=np.int8).reshape(4, 4))
    }
    assert not seen & shown["train"]


def test_a_tenth_of_all_positions_is_for_tests() -> None:
    drawn = positions(Setting("beginner"), n=250, seed=0, answers=())
    hashes = {canonical_hash(drawn.board(number)) for number in range(250)}
    share = sum(split_of(each) == "test" for each in hashes) / len(hashes)
    assert len(hashes) == 250
    assert 0.05 < share < 0.15


def test_what_counts_beside_the_clues() -> None:
    board = Board.parse("mines: 2\n\n?1?\n?2?\n?1?")
    changed = [
        board.with_total(3),
        board.with_total((2, 3)),
        board.without_total(),
        board.altered(rules="1M"),
        board.altered(rules="Q"),
        board.altered(liars=1),
        board.altered(mines=None, density=0.2),
        board.altered(adjacency=Adjacency.four(3, 3)),
        board.altered(adjacency=Adjacency.square(3, 3).without([(0, 1)])),
        board.altered(density=[[0.1, 0.2, 0.3]] * 3),
        board.altered(constraints=read_constraints("corner: 1 of (0,0) (0,2)", Place(3, 3, None))),
        board.replace({(0, 0): State.KNOWN_MINE}),
        board.replace({(0, 1): 2}),
    ]
    assert len({canonical_hash(each) for each in [board, *changed]}) == 1 + len(changed)


def test_flags_do_not_count() -> None:
    board = Board.parse("mines: 2\n\n?1?\n?2?\n?1?")
    assert canonical_hash(board.replace({(0, 0): State.FLAGGED})) == canonical_hash(board)


def test_constraints_and_priors_are_turned_with_the_board() -> None:
    board = Board.parse("mines: 2\nconstraint: a: 1 of (0,0) (1,0)\n\n?1?\n?2?\n?1?")
    turned = Board.parse("mines: 2\nconstraint: a: 1 of (0,0) (0,1)\n\n???\n121\n???")
    assert canonical_hash(board) == canonical_hash(turned)
    priors = np.random.default_rng(3).choice([0.25, 0.5], size=(3, 3))
    both = [board.altered(density=priors.tolist()), turned.altered(density=priors.T.tolist())]
    assert len(set(map(canonical_hash, both))) == 1


@pytest.mark.parametrize(
    ("rules", "text", "mirrored"),
    [
        ("1E'", "?2?\n???\n???", "???\n-2 ? ?\n???"),
        ("2E'", "b??\n???\n???", "??b\n???\n???"),
        ("2E'", "a??\n???\n???", "??c\n???\n???"),
        ("1W", "2+1 ? ?\n? ? ?\n? ? ?", "? ? ?\n? ? ?\n? ? 1+2"),
    ],
)
def test_clues_that_a_mirror_changes(rules: str, text: str, mirrored: str) -> None:
    """A difference between rows and columns changes its sign, and columns change their letters."""
    first, second = (
        Board.parse(f"mines: 2\nrules: {rules}\n\n" + "\n".join(_tokens(each)))
        for each in (text, mirrored)
    )
    assert canonical_hash(first) == canonical_hash(second)


def _tokens(text: str) -> list[str]:
    rows = [line.split() if " " in line else list(line) for line in text.split("\n")]
    return [" ".join(row) for row in rows]


def test_hexagons_and_grids_keep_their_own_symmetries() -> None:
    """A board of hexagons that is turned by half has an odd number of rows, or rows that shift."""
    rng = Random(2)
    for _ in range(40):
        grid = np.array([[rng.choice((-1, -1, 0, 1)) for _ in range(4)] for _ in range(6)])
        hexagons = Board(grid, adjacency=Adjacency.hexagon(6, 4))
        turned = hexagons.with_grid(grid[::-1, ::-1])
        assert canonical_hash(hexagons) == canonical_hash(turned)
        cube = Board(
            grid.reshape(8, 3), adjacency=Adjacency.grid((2, 4, 3), wrap=(False, True, False))
        )
        moved = np.roll(grid.reshape(2, 4, 3), 1, axis=1)[::-1].reshape(8, 3)
        assert canonical_hash(cube) == canonical_hash(cube.with_grid(moved))


def test_hashes_are_the_same_everywhere() -> None:
    """Written down once, so that a part stays one for tests in later versions, too."""
    board = Board.parse("mines: 2\n\n?1?\n?2?\n?1?")
    assert canonical_hash(board) == "c285074fd8ab1b903355a9fa8a64e1bc"
