"""The engine without the page, in node: as a package of npm, beside the library."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, load
from logicsweep.errors import InconsistentBoardError, MissingDensityError
from logicsweep.formats.json import board_object
from tests.conftest import ROOT
from tests.judges.making import random_board
from tests.judges.pages import blocks
from tests.site.scripting import in_node
from tests.site.sites import SCRIPTS, kernel_for_browsers

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of npm, where programs beside `node_modules` find it."""
    top = tmp_path_factory.mktemp("project")
    folder = top / "node_modules" / "logicsweep"
    words = [sys.executable, ROOT / "tools" / "npm", "--kernel", kernel_for_browsers(top), folder]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return folder


def case(board: Board, *, in_strings: bool) -> dict[str, Any]:
    """A position, and what the library says of it."""
    about, kb, cell = board_object(board), KnowledgeBase(board), board.covered[0]
    rows = about.rows if in_strings else [[*row] for row in about.rows]
    position = {"rows": rows, "mines": about.mines, "topology": about.topology or None}
    try:
        proved, layouts = kb.consequences(), str(kb.count().total)
        verdicts = {"mines": sorted(proved.mines), "safe": sorted(proved.safe)}
        chances = kb.probabilities()
    except InconsistentBoardError:
        return {"position": position, "cell": cell}
    except MissingDensityError:
        shown = None
    else:
        shown = np.where(np.isnan(chances), None, chances).tolist()
    said = {"verdicts": verdicts, "layouts": layouts, "verdict": kb.verdict(cell).value}
    return {"position": position, "cell": cell, **said, "chances": shown}


def test_it_says_what_the_library_proves(package: Path) -> None:
    hexagons = Board.parse("topology: hexagon\nmines: 4\n\n?????\n?1?2?\n?????\n")
    boards = [
        hexagons,
        Board.parse("mines: 2\n\n?_?1?"),
        load(ROOT / "examples" / "boards" / "expert.board"),
    ]
    boards += [board for board in map(random_board, range(80)) if board.covered]
    cases = [
        case(board, in_strings=number % 2 == 0 and board.width > 1)
        for number, board in enumerate(boards)
    ]
    given = "".join(f"{json.dumps(each)}\n" for each in cases)
    assert (
        in_node(SCRIPTS / "module.mjs", package, given=given) == " risk safe score solved usage\n"
    )


def test_the_guide_shows_what_its_program_prints(package: Path) -> None:
    guide = [*blocks((ROOT / "docs" / "howto" / "javascript.md").read_text("utf-8"))]
    program = package.parent.parent / "program.mjs"
    program.write_text("\n".join([line for b in guide if b.kind == "js" for line in b.lines]))
    shown = "".join(f"{line}\n" for b in guide if b.kind == "text" for line in b.lines)
    assert in_node(program) == shown


def test_npm_packs_all_that_it_takes(package: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm: apt-get install npm")
    words = [npm, "pack", "--dry-run", "--json", "--offline"]
    said = subprocess.run(words, cwd=package, check=True, capture_output=True, text=True).stdout
    paths = {file["path"] for file in json.loads(said)[0]["files"]}
    assert paths == {p.relative_to(package).as_posix() for p in package.rglob("*") if p.is_file()}
