"""The engine without the page, in node: as a package of npm, beside the library."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from logicsweep import Board, Cell, KnowledgeBase, Verdict, load
from logicsweep.errors import InconsistentBoardError
from logicsweep.formats.json import board_object
from tests.conftest import ROOT
from tests.judges.making import random_board, showing
from tests.judges.pages import blocks
from tests.site.scripting import BROWSER, in_node
from tests.site.sites import answers_in_node, kernel_for_browsers

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of npm, where programs beside `node_modules` find it."""
    top = tmp_path_factory.mktemp("project")
    folder = top / "node_modules" / "logicsweep"
    words = [sys.executable, ROOT / "tools" / "npm", "--kernel", kernel_for_browsers(top), folder]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return folder


def test_it_says_what_the_library_proves(package: Path) -> None:
    hexagons = Board.parse("topology: hexagon\nmines: 4\n\n?????\n?1?2?\n?????\n")
    boards = [hexagons, load(ROOT / "examples" / "boards" / "expert.board")]
    boards += [board for board in map(random_board, range(80)) if board.covered]
    questions = []
    for number, board in enumerate(boards):
        about = board_object(board)
        rows = about.rows if number % 2 and board.width > 1 else [[*row] for row in about.rows]
        more = {"mines": about.mines, "topology": about.topology or None}
        questions.append({"rows": rows, **more, "cell": board.covered[0]})
    ends = set()
    answers = answers_in_node(package / "logicsweep.js", questions, "module.mjs")
    for board, answer in zip(boards, answers, strict=True):
        if answer.get("kind") == "inconsistent":
            with pytest.raises(InconsistentBoardError):
                with_sources(board, answer).consequences()
            continue
        ends.add(check_answer(KnowledgeBase(board), board.covered, answer))
        verdict = Verdict(answer["reason"]["verdict"])
        if verdict is not Verdict.UNDETERMINED:
            proof = with_sources(board, answer["reason"])
            assert proof.verdict(board.covered[0]) is verdict
    assert ends == {"safe", "solved", "score", "risk", "usage", None}


def with_sources(board: Board, said: dict[str, Any]) -> KnowledgeBase:
    """What is proved by nothing but the clues, and perhaps the mine count, that are named."""
    clues = [Cell(*cell) for cell in said["clues"]]
    return KnowledgeBase(showing(board, clues, total=said["usesTotal"]))


def check_answer(kb: KnowledgeBase, covered: list[Cell], answer: dict[str, Any]) -> str | None:
    """Compare an answer with the library's; returns why a cell is the best, or why none is told."""
    proved, (first, *_) = kb.consequences(), covered
    verdicts = {"mines": sorted(proved.mines), "safe": sorted(proved.safe)}
    assert answer["verdicts"] == json.loads(json.dumps(verdicts))
    assert answer["layouts"] == str(kb.count().total)
    assert answer["reason"]["verdict"] == kb.verdict(first).value
    assert answer["refused"]["kind"] == answer["left"]["kind"] == "usage"
    if layouts := answer["reason"].get("layouts"):
        assert ([*first] in layouts["mine"]) > ([*first] in layouts["safe"])
    if "kind" in answer["chances"]:
        return str(answer["chances"]["kind"])
    chances = kb.probabilities()
    assert all(answer["chances"][cell.row][cell.column] == chances[cell] for cell in covered)
    if answer["best"] is None:
        assert len(proved.mines) == len(covered)
        return None
    (row, column), why = answer["best"]["cells"][0], answer["best"]["why"]
    assert (why == "safe") == bool(proved.safe)
    assert answer["best"]["chance"] == chances[row, column]
    return str(why)


def test_the_guide_shows_what_its_program_prints(package: Path) -> None:
    guide = (ROOT / "docs" / "howto" / "javascript.md").read_text("utf-8")
    every = [*blocks(guide)]
    shown = ["\n".join([*block.lines, ""]) for block in every if block.kind == "text"]
    program = package.parent.parent / "program.mjs"
    program.write_text("\n".join([line for b in every if b.kind == "js" for line in b.lines]))
    assert in_node(program) == "".join(shown)


def test_the_types_name_what_there_is(package: Path) -> None:
    types = (package / "logicsweep.d.ts").read_text("utf-8")
    (members,) = re.findall(r"interface Board \{(.*?)\n\}", types, re.DOTALL)
    [answer] = answers_in_node(
        package / "logicsweep.js", [{"rows": ["?1"], "cell": [0, 0]}], "module.mjs"
    )
    assert re.findall(r"^  (\w+)\(", members, re.MULTILINE) == answer["names"]
    module = (BROWSER / "logicsweep.js").read_text("utf-8")
    names = r"^export (?:async )?function (\w+)"
    assert re.findall(names, types, re.MULTILINE) == re.findall(names, module, re.MULTILINE)


def test_npm_packs_all_that_it_takes(package: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm: apt-get install npm")
    words = [npm, "pack", "--dry-run", "--json", "--offline"]
    said = subprocess.run(words, cwd=package, check=True, capture_output=True, text=True).stdout
    paths = {file["path"] for file in json.loads(said)[0]["files"]}
    files = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    assert paths == files
