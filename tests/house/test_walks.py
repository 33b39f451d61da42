"""How many files of the package a question passes: who reads the code has to open them all.

`pytest tests/house/test_walks.py -rP` prints the numbers and the files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from logicsweep import Board, KnowledgeBase, best, load
from tests.conftest import ROOT, needs_kernel
from tests.house.modules import PACKAGE

EXPERT = ROOT / "examples" / "boards" / "expert.board"
STUCK = ROOT / "examples" / "boards" / "expert-stuck.board"


def passed(ask: Callable[[], object]) -> set[str]:
    """The files of the package in which a function is called."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        ask()
    finally:
        sys.setprofile(before)
    return {name.removeprefix(f"{PACKAGE}/") for name in files if name.startswith(str(PACKAGE))}


def tell(board: Board) -> Callable[[], object]:
    kb = KnowledgeBase(board)
    (cell, *_) = sorted(kb.consequences().safe)
    clue = next(n for n, chance in enumerate(kb.clue_distribution(cell).clues) if chance)
    return lambda: kb.tell(cell, clue)


# What is asked of a board, and how many files it may pass.
ASKED: dict[str, tuple[Path, Callable[[Board], Callable[[], object]], int]] = {
    "consequences": (EXPERT, lambda board: lambda: KnowledgeBase(board).consequences(), 15),
    "count": (EXPERT, lambda board: lambda: KnowledgeBase(board).count(), 16),
    "tell": (EXPERT, tell, 21),
    "best": (STUCK, lambda board: lambda: best(board), 42),
}


@needs_kernel
@pytest.mark.parametrize("question", ASKED)
def test_a_question_passes_few_files(question: str) -> None:
    file, make, most = ASKED[question]
    for _ in range(2):  # the first time, files are passed only to load others
        files = passed(make(load(file)))
    print(f"{question}: {len(files)} files, at most {most}\n", "\n".join(sorted(files)))
    assert len(files) <= most
