"""What the page says of errors: nothing about options that it does not have."""

from __future__ import annotations

from base64 import b64encode

import pytest

from logicsweep import Board
from logicsweep.errors import AmbiguousFormatError, MissingDensityError, UnclearSignError
from logicsweep.site import Desk
from logicsweep.site.desk import page_words
from tests.conftest import ROOT
from tests.site.asking import asked, formats_of, request

FORMATS = ROOT / "tests" / "formats"
FILES = [
    *(path for path in (FORMATS / "boards" / "invalid").rglob("*") if path.suffix != ".json"),
    *(FORMATS / "pastes").glob("*.txt"),
]
# Signs of advice for the command line, and for Python.
ADVICE = (" --", "`--", "(--", "in Python", "='")


def check_words(said: str) -> None:
    assert not [sign for sign in ADVICE if sign in said], said
    assert said[-1] not in ";,(", said


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in (1, 2))]
)
def test_no_file_is_refused_with_an_option(desk: Desk, first: int) -> None:
    """Neither the files that are refused nor texts that people paste, with any name."""
    refused = set()
    for path in sorted(FILES)[first::3]:
        if not path.is_file():
            continue
        for name in ("", path.name):
            data = b64encode(path.read_bytes()).decode()
            (said,) = asked(desk, request("read", data=data, name=name))
            if "error" in said:
                refused.add(formats_of([said])[0])
                check_words(said["error"])
    assert refused == {"serve!", "unclear!"}


@pytest.mark.parametrize(
    "problem",
    [
        UnclearSignError("#", "a mine or a covered cell", line=1, column=1),
        UnclearSignError("🟦", "a zero", line=1, column=1),
        UnclearSignError("#", "a " + "x" * 349, line=1, column=1),  # cut off within the advice
        AmbiguousFormatError(["csv", "mine"], "(0,0) is 1 as csv, 2 as mine"),
        MissingDensityError(),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_advice_is_left_out(problem: Exception) -> None:
    assert "--" in str(problem)
    check_words(page_words(problem))


def test_other_words_stay() -> None:
    words = "header 'a; b' is unknown; expected mines; use no other"
    assert page_words(ValueError(words)) == words


def test_a_question_that_needs_a_density_asks_for_one(desk: Desk) -> None:
    board = Board.parse("?1?1?")
    (said,) = asked(desk, request("look", board, cell=[0, 0]))
    check_words(said["error"])
    assert said["error"].endswith("enter one")
