"""The reference is complete: every agent, clue model, limit, command and JSON key has its place."""

from __future__ import annotations

import ast
import inspect
import re
from importlib import import_module
from itertools import chain

import pytest

import logicsweep
from logicsweep import KnowledgeBase, limits
from logicsweep.board import CLUE_MODELS
from logicsweep.board.picture.drawing import MOST_SVG_CELLS
from logicsweep.checker.circuits import MOST_CELLS as MOST_CERTIFIED
from logicsweep.cli.commands import GROUPS
from logicsweep.cli.schemas import FORMATS, schema
from logicsweep.formats import BOARD_FORMATS
from logicsweep.formats.link import MOST_UNPACKED
from logicsweep.formulas import FORMULA_FORMATS
from logicsweep.games import AGENTS
from logicsweep.games.executors import MOST_WORKERS
from logicsweep.limits import IN_PLAY, MOST_SETS
from logicsweep.reasons.certificates.by_clauses import MOST_CLAUSES
from logicsweep.render.drawn import MOST_PNG_CELLS
from logicsweep.render.strips import MOST_PICTURES
from logicsweep.strategy import recounts
from logicsweep.strategy.beliefs import STEPS_IN_PLAY, STEPS_WHEN_ASKED
from logicsweep.strategy.endgame import WHEN_ASKED
from logicsweep.strategy.fifty import MOST_FIFTY_CELLS
from logicsweep.strategy.overlays import MOST_UNDECIDED
from logicsweep.tables.circuit import MOST_NODES
from tests.conftest import ROOT
from tests.judges.pages import on_the_site

DOCS = ROOT / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "things"),
    [
        ("reference/agents.md", AGENTS),
        ("reference/clue-models.md", CLUE_MODELS),
        ("howto/solvers.md", FORMULA_FORMATS),
    ],
)
def test_every_name_has_a_row(name: str, things: list[str]) -> None:
    rows = re.findall(r"^\| ([^|]+) \|", page(name), re.MULTILINE)
    named = set(re.findall(r"`([^`]+)`", " ".join(rows)))
    assert {*things} <= named


def test_every_format_is_listed() -> None:
    listed = re.findall(r"^([\w-]+) ", page("reference/formats.md"), re.MULTILINE)
    assert {form.name for form in BOARD_FORMATS} <= set(listed)


def test_every_command_has_a_heading() -> None:
    text = on_the_site(DOCS / "reference" / "command-line.md")
    headings = re.findall(r"^### (.+)$", text, re.MULTILINE)
    names = {entry.name for entry in chain.from_iterable(GROUPS.values())}
    assert {heading for heading in headings if " " not in heading} == names
    assert {"experiment run", "experiment report", "experiment list"} <= set(headings)


def check_call(text: str) -> None:
    """See that what is called exists, and takes such arguments."""
    node = ast.parse(text, mode="eval").body
    name = ast.unparse(node.func if isinstance(node, ast.Call) else node)
    head, *rest = name.removeprefix("logicsweep.").split(".")
    found = KnowledgeBase if head == "kb" else getattr(logicsweep, head)
    if rest[:-1]:
        found = import_module(".".join(("logicsweep", head, *rest[:-1])))
    for part in rest[-1:]:
        found = getattr(found, part)
    if isinstance(node, ast.Call):
        given = [*(["kb"] if head == "kb" else []), *node.args]
        inspect.signature(found).bind(*given, **{str(one.arg): one for one in node.keywords})


def test_every_command_has_a_call() -> None:
    text = page("reference/api/index.md").partition("## From a command to a call")[2]
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", text, re.MULTILINE)
    assert [name for name, _ in rows] == [
        entry.name for entry in chain.from_iterable(GROUPS.values())
    ]
    for name, calls in rows:
        found = [one for one in re.findall(r"`([^`]+)`", calls) if re.match(r"[A-Za-z]", one)]
        assert found, name
        for one in found:
            check_call(one)


def test_every_limit_is_said() -> None:
    said = re.findall(r"\d(?:[\d,]*\d)?", page("reference/exit-codes-and-limits.md"))
    every = [
        *(limits.MOST_CELLS, limits.MOST_LINES, limits.MOST_UNCERTAIN, limits.MOST_GAMES),
        *(limits.MOST_GAMES_IN_ALL, limits.MAX_ENTRIES, limits.MOST_BYTES),
        *(limits.MOST_BYTES_BY_HAND, int(limits.DEFAULT_TIME_LIMIT)),
        *(limits.MOST_LISTED, IN_PLAY, WHEN_ASKED, MOST_FIFTY_CELLS, recounts.MOST_LISTED),
        MOST_UNDECIDED,
        *(STEPS_IN_PLAY, STEPS_WHEN_ASKED),
        *(MOST_NODES, MOST_CERTIFIED),
        *(MOST_SVG_CELLS, limits.MOST_JOINT, MOST_CLAUSES, MOST_SETS, MOST_WORKERS, MOST_PNG_CELLS),
        *(MOST_PICTURES, limits.MOST_PAGE_CELLS, MOST_UNPACKED),
    ]
    assert {f"{most:,}" for most in every} <= {*said}


def test_every_structure_of_an_answer_has_a_table() -> None:
    text = on_the_site(DOCS / "reference" / "json.md")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = [heading.replace(": ", "-").lower() for heading in headings]
    assert len(anchors) == len({*anchors})
    for name in FORMATS:
        assert name in headings
        if name in ("experiment", "game"):  # on the page of experiments
            continue
        for title, part in schema(name)["$defs"].items():
            tables = {f"{name}: {title}", f"shared: {title}"} & {*headings}
            assert tables or "properties" not in part, (name, title)


def test_the_first_page_names_every_other_once() -> None:
    """The navigation of the site follows its lists."""
    text = page("index.md")
    for path in DOCS.rglob("*.md"):
        name = str(path.relative_to(DOCS))
        is_below = name.startswith("reference/api/") or name.endswith("/report.md")
        if name == "index.md" or (is_below and name != "reference/api/index.md"):
            continue
        top = re.search(r"<!-- page: (\S+) -->", path.read_text(encoding="utf-8"))
        link = f"](../{top[1]})" if top else f"]({name})"
        assert text.count(link) == 1, name
