"""All layouts of a board, against those that the oracle finds by trying."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, LimitError, State
from logicsweep.errors import ArgumentError, ArgumentTypeError
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.fuzz import draw_board
from tests.judges.making import random_board, uncertain_board
from tests.judges.refusals import refused

RULE = ":- mine((R,C)), mine((R,C+1))."


def check(board: Board, found: np.ndarray, masks: np.ndarray, what: object) -> None:
    rows = [tuple(layout) for layout in found.reshape(len(found), board.grid.size).tolist()]
    wanted = {tuple(layout) for layout in masks.reshape(len(masks), -1).tolist()}
    assert rows == sorted(wanted), what


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("seed", seeds(range(80), fast=30))
def test_layouts(seed: int) -> None:
    """Every layout once, in order; with any clues, neighbours, mine counts and reasoners."""
    rng = Random(seed)
    board, near = draw_board(rng)
    masks = oracle.layouts(board, near)
    if not len(masks):
        return
    kb = KnowledgeBase(board, reasoner=rng.choice(["sat", "elimination"]))
    check(board, kb.layouts(len(masks)), masks, seed)
    assert len(kb.layouts(len(masks))) == kb.count().total
    if len(masks) > 1:
        there = f"there are {len(masks):,} layouts; the limit is {len(masks) - 1:,}"
        with pytest.raises(LimitError, match=there):
            kb.layouts(len(masks) - 1)


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("seed", seeds(range(40), fast=10))
def test_likelihoods(seed: int) -> None:
    """What a clue model rules out is no layout; what is unlikely is one."""
    board = uncertain_board(seed, covered=9)
    masks = oracle.layouts(board)
    if len(masks):
        check(board, KnowledgeBase(board).layouts(1 << 9), masks, seed)


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(6))
def test_liars_and_programs(seed: int) -> None:
    board = random_board(seed, covered=7, lie=0)
    clues = sum(not isinstance(clue, int) for clue in board.clues.values())
    if not clues and board.clues and len(oracle.layouts(board)):
        kb = KnowledgeBase(board, liars=1)
        check(board, kb.layouts(1 << 7), oracle.layouts(board, liars=1), seed)
    masks = oracle.layouts(board)
    masks = masks[~(masks[:, :, 1:] & masks[:, :, :-1]).any(axis=(1, 2))]
    if len(masks):
        check(board, KnowledgeBase(board, program=RULE).layouts(1 << 7), masks, seed)


def test_what_a_limit_says() -> None:
    kb = KnowledgeBase(Board(np.full((16, 30), State.COVERED), mines=99))
    with pytest.raises(LimitError, match=r"there are 560,220,999,.* layouts; the limit is 10,000"):
        kb.layouts()
    with refused(ArgumentError, argument="limit"):
        kb.layouts(0)
    with refused(ArgumentTypeError, argument="limit"):
        kb.layouts(1.5)  # type: ignore[arg-type]
    many = KnowledgeBase(Board(np.full((200, 200), State.COVERED), mines=8000))
    with pytest.raises(LimitError, match=r"there are about 10\^8691 layouts; the limit is 10,000"):
        many.layouts()
    large = KnowledgeBase(Board(np.full((1, 2000), State.COVERED), mines=2))
    with pytest.raises(LimitError, match="bytes"):
        large.layouts(10_000_000)
