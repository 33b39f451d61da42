"""The trial assignments of `rref-enumerate`, against the example of its source and all layouts."""

from __future__ import annotations

import re
from random import Random

import pytest

from logicsweep import Board, Cell
from logicsweep.games.accounts import account
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.view import View
from tests.conftest import seeds
from tests.games.judging import begun
from tests.judges.oracle import layouts


def test_the_example_of_a() -> None:
    given = account(Board.parse("1?2\n???\n?3?\n"), agent_of("rref-enumerate"))
    assert given.knowledge[-6:] == [
        "trials of A (0,1), B (1,0), C (1,1), D (1,2), E (2,0), F (2,2):",
        "  A = 0, so B = 0, C = 1, D = 1",
        "    E = 0, so F = 1: model 1, mines C, D, F",
        "    E = 1, so F = 0: model 2, mines C, D, E",
        "  A = 1, so B = 0, C = 0, D = 1, E = 1, F = 1: model 3, mines A, D, E, F",
        "  3 models, with a mine in: A 1, B 0, C 2, D 3, E 2, F 2",
    ]


@pytest.mark.parametrize("seed", seeds(range(100), fast=20))
def test_trees_have_every_layout(seed: int) -> None:
    board = Board.parse("?????\n" * 4)
    cells = Random(seed).sample(list(board.cells), 11)
    mines = set(cells[:5])
    board = board.replace({cell: len(mines & {*board.neighbours(cell)}) for cell in cells[5:]})
    every = layouts(board)
    told = begun("rref-enumerate", View(board)).knowledge(View(board))
    trees = "\n".join(line for line in told if "too many" not in line).split("trials of ")[1:]
    for heading, *lines, end in (tree.splitlines() for tree in trees):
        names = {
            letter: Cell(int(row), int(column))
            for letter, row, column in re.findall(r"(\w) \((\d+),(\d+)\)", heading)
        }
        models, path = [], [every]
        for line in lines:
            (letter, value), *so = re.findall(r"(\w) = ([01])", line)
            del path[(len(line) - len(line.lstrip())) // 2 :]
            path.append(path[-1][path[-1][:, *names[letter]] == int(value)])
            for other, follows in so:
                assert (path[-1][:, *names[other]] == int(follows)).all()
            if "contradicts" in line:
                assert not len(path[-1])
            elif "model" in line:
                marked = line.split("mines ")[1].split(", ")
                models.append(tuple(letter in marked for letter in names))
        shares = [sum(model[place] for model in models) for place in range(len(names))]
        assert sorted(models) == sorted(
            {tuple(layout[*cell] for cell in names.values()) for layout in every}
        )
        words = ", ".join(f"{letter} {share}" for letter, share in zip(names, shares, strict=True))
        assert end.split("mine in: ")[1] == words
