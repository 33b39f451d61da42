"""Long answer texts: read in time that is proportional to their length, or refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from types import FrameType
from typing import Any

import pytest

from logicsweep import Board
from logicsweep.lab.judging.claims import Claim, ClaimError, MoveClaim
from logicsweep.lab.judging.texts import MOST_CHARACTERS, read_claim

BOARD = Board.parse("mines: 5\n\n?????\n?????\n?????\n?????\n11211\n")

ADVERSE = [
    *("(", "[", "{", "(1,", "((((1,2", "open ", "open (1,2) ", "(1,2) is safe ", "(1,2) ", "not "),
    *("safe: ", "safe: (0,1) ", "mines: (0,1)\n", "so, ", ", so open (1,2", "since , ", "as, as "),
    *("answer", "answer: ", "answer:\n", "the ", "Answer: open (1,2)\n", "<answer>", "</answer>"),
    *("<answer>(1,2)</answer>", "<think>", "</think>", "<think></think>", "\\boxed{", "\\boxed{1}"),
    *("```", "```\t\t", "~~~ \n", "\\text{", "\\frac{1", "\\frac{1}{2}", "1", "1,", "1,234", "1/"),
    *(
        "1.",
        "-",
        "- ",
        "9 ",
        "0" * 4000 + " ",
        "row ",
        "row 1 ",
        "row 1, column 2 ",
        "'",
        "a'",
        ".",
    ),
    *(
        "a.",
        "?",
        "\n",
        " ",
        "\t",
        "\r",
        "\u00a0",
        "{}",
        '{"move":',
        '{"layouts": 1}\n',
        '{"layouts',
    ),
    *("1: ", "(1,2): 1/3 ", "(1,2): 1/3\n", "1 layouts ", "1 layouts\n", "probability 1/3 ", "if "),
    *(
        "there is a mine at ",
        "(1,2) is safe because (4,0) ",
        "(4,0) ",
        "mine count",
        "*",
        "**",
        "#",
    ),
    *("mine-", "~~", "*(1,2)", "(1,2)*", "x, y ", "> ", "!(1,2) ", "in every layout ", "other "),
    *("it is the ", "it cannot be a mine, ", "1/3 i.e. ", "the mine count is not needed\n"),
    *("because if it were a mine ", "safe:\n1. (0,1)\n", "safe cells are (0,1) ", "touches (1,2) "),
    *("open (1,2)\nthe other ", "(1,2) is safe. It is safe, ", "\\frac{1}{2} \\approx ", "cells "),
    *("(1,2) is safe, ", "(1,2) is safe\n", "0-based ", "counting from ", "(0-", "one-", "\\left("),
    *(
        '{"answer": "',
        '{"answer": {',
        '{"answer": "{',
        "*a* ",
        "*a",
        "`a",
        "\\boxed{{}",
        "\\boxed{{",
    ),
    *("\\frac{1", "safe: (0,1)\n(0,2)\n", "(0,1), ", "(0,1) and ", "The clue at (4,0) is met.\n"),
    *(
        "r1c",
        "1,234",
        "12 out of ",
        "\\text{\\text{",
        "Let me see.\n",
        "hope this helps!\n",
        "(1,2)\n",
    ),
]


def _steps(text: str, kind: type[Claim] | None) -> int:
    """The lines of Python that reading a text takes."""
    steps = 0

    def step(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        nonlocal steps
        steps += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        read_claim(text, BOARD, kind=kind)
    except ClaimError:
        pass
    finally:
        sys.settrace(before)
    return steps


@pytest.mark.few(10)
@pytest.mark.parametrize("piece", ADVERSE, ids=lambda piece: ascii(piece)[:20])
def test_work_grows_with_the_length_and_no_faster(piece: str) -> None:
    for kind in (None, MoveClaim):
        short, long = (_steps(piece * (size // len(piece) + 1), kind) for size in (200, 800))
        assert long < 4.6 * short + 500


@pytest.mark.parametrize("piece", ADVERSE, ids=lambda piece: ascii(piece)[:20])
@pytest.mark.night
def test_the_longest_texts_are_read_or_refused(piece: str) -> None:
    text = (piece * (MOST_CHARACTERS // len(piece) + 1))[:MOST_CHARACTERS]
    start = process_time()
    try:
        claim = read_claim(text, BOARD)
    except ClaimError as error:
        assert "expected" in str(error)
    else:
        assert claim == read_claim(piece, BOARD)  # the same answer again and again
    assert (
        process_time() - start < 15
    )  # also within a regular expression, whose steps are uncounted


def test_longer_texts_are_refused_unread() -> None:
    with pytest.raises(ClaimError, match="has 100,001 characters; expected at most 100,000"):
        read_claim("open (1,2)".ljust(MOST_CHARACTERS + 1), BOARD)
    assert read_claim("open (1,2)".ljust(MOST_CHARACTERS), BOARD) == MoveClaim("open", (1, 2))
