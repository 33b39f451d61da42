"""Boards of the documentation that readers try in place: `docs/trying.py` in small projects."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from msgspec import to_builtins

from logicsweep import Board, KnowledgeBase, load, read_board
from logicsweep.errors import InconsistentBoardError
from logicsweep.formats.json import board_object
from tests.conftest import ROOT
from tests.page.sites import answers_in_node, kernel_for_browsers, modules_of_worker

DOCS = ROOT / "docs"
SMALL = load(ROOT / "examples" / "boards" / "small.board")
ROWS = "mines: 2\n\n?F??\n1211\n0000"
INDEX = f"""# Boards

<!-- file: a.board --> <!-- try -->
```text
{ROWS}
```

Between.

<!-- try: example:small -->

![A picture](picture.svg)

<!-- file: b.board -->
```text
mines: 1

1?
```

```{{toctree}}
deep/page
deep/none
```
"""
DEEP = "# Deep\n\n<!-- try -->\n```text\n?1\n11\n```\n"
LINK = re.compile(r'<p><a class="logicsweep" href="([^"#]*)(#[^"]*)">Try it</a></p>')
SCRIPT = re.compile(r'<script src="([^"]*embed\.js)" defer></script>')


class Project:
    """A small project of Sphinx, and what the build said."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("index", INDEX)
        self.write("deep/page", DEEP)
        self.write("deep/none", "# None\n\n```text\n?1\n```\n")
        (folder / "picture.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')

    def write(self, name: str, text: str) -> None:
        """Write a page."""
        path = self.folder / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def build(self, kernel: str, builder: str = "html") -> Path:
        """Build the site, in a process of its own; returns its folder."""
        site = self.folder.parent / builder
        values = ("extensions=myst_parser,trying", "html_theme=basic", f"page_kernel={kernel}")
        options = [word for value in values for word in ("-D", value)]
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", "-C", "-b", builder, *options, self.folder, site],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{DOCS}", "NO_COLOR": "1"},
        )
        self.status, self.warnings = done.stdout, done.stderr.splitlines()
        return site


@pytest.fixture
def project(tmp_path: Path) -> Project:
    for name in ("sphinx", "myst_parser"):
        pytest.importorskip(name, reason=f"{name} is not installed")
    (tmp_path / "docs").mkdir()
    return Project(tmp_path / "docs")


@pytest.fixture
def kernel(tmp_path: Path) -> str:
    """Any bytes: nothing of the build runs them."""
    path = tmp_path / "kernel.wasm"
    path.write_bytes(b"\0asm")
    return str(path)


def tried(page: Path) -> list[tuple[str, Board]]:
    """Where the links of a page lead, and the boards that they hold."""
    found = LINK.findall(page.read_text(encoding="utf-8"))
    return [
        (home, read_board(f"https://example.org/{fragment}", name="link"))
        for home, fragment in found
    ]


@pytest.mark.parametrize(
    ("builder", "deep", "home"),
    [("html", "deep/page.html", "../page/"), ("dirhtml", "deep/page/index.html", "../../page/")],
)
def test_marked_boards_have_links(
    project: Project, kernel: str, builder: str, deep: str, home: str
) -> None:
    site = project.build(kernel, builder)
    assert project.warnings == []
    assert tried(site / "index.html") == [("page/", Board.parse(ROWS)), ("page/", SMALL)]
    assert tried(site / deep) == [(home, Board.parse("?1\n11"))]
    assert SCRIPT.findall((site / deep).read_text("utf-8")) == [f"{home}embed.js"]
    assert (site / "page" / "embed.js").is_file()
    assert (site / "page" / "index.html").is_file()
    unmarked = (site / deep.replace("page", "none", 1)).read_text("utf-8")
    assert "logicsweep" not in unmarked
    # The link comes behind its block.
    text = (site / "index.html").read_text("utf-8")
    first, second = (link.start() for link in LINK.finditer(text))
    assert text.index("?F??") < first < text.index("Between") < text.index("<img") < second


@pytest.mark.slow
def test_a_site_without_a_kernel_says_so_once(project: Project, kernel: str) -> None:
    site = project.build("")
    assert project.status.count("boards cannot be tried") == 1
    assert project.warnings == []
    assert tried(site / "index.html") == []
    assert "embed.js" not in (site / "index.html").read_text("utf-8")
    assert not (site / "page").exists()
    # As soon as there is one, all pages are written anew, and afterwards the page replaces itself.
    for _ in range(2):
        project.build(kernel)
        assert "cannot be tried" not in project.status
        assert len(tried(site / "index.html")) == 2
        assert (site / "page" / "sw.js").is_file()


@pytest.mark.slow
def test_other_builders_have_no_page(project: Project, kernel: str) -> None:
    site = project.build(kernel, "text")
    assert "Try it" not in (site / "index.txt").read_text("utf-8")
    assert not (site / "page").exists()


def test_what_is_no_board_is_a_warning(project: Project, kernel: str) -> None:
    project.write(
        "deep/none",
        "# Broken\n\n<!-- try -->\n```text\n?%\n```\n\n<!-- try: example:smal -->\n\n"
        "A paragraph.\n\n<!-- try -->\n",
    )
    project.build(kernel)
    expected = ["'%'", "unknown example 'smal'", "no rows"]
    for line, words in zip(project.warnings, expected, strict=True):
        assert "none.md" in line
        assert "the board to try: " in line
        assert words in line


def offered(page: Path) -> Iterator[Board]:
    """The boards of a page of the documentation that can be tried."""
    from docs.trying import marked_board  # the module of the extension, which needs Sphinx

    tokens = MarkdownIt().parse(page.read_text(encoding="utf-8"))
    blocks = [token for token in tokens if token.level == 0 and token.nesting >= 0]
    for mark, block in pairwise(blocks):
        if mark.type == "html_block":
            found = marked_board(mark.content, block.content)
            if found is not None:
                yield found[1]


@pytest.mark.slow
def test_the_page_answers_for_the_boards_of_the_documentation(tmp_path: Path) -> None:
    """As the library does."""
    pytest.importorskip("sphinx", reason="Sphinx is not installed")
    by_page = {page: [*offered(page)] for page in sorted(DOCS.rglob("*.md"))}
    boards = [board for found in by_page.values() for board in found]
    marks = sum(page.read_text("utf-8").count("<!-- try") for page in by_page)
    assert len(boards) == marks >= 10
    assert sum(map(bool, by_page.values())) >= 6
    modules = modules_of_worker(tmp_path / "worker", kernel_for_browsers(tmp_path))
    asked = [
        {"ask": "analyse", "board": to_builtins(board_object(board)), "want": ["counts"]}
        for board in boards
    ]
    for board, messages in zip(boards, answers_in_node(modules, asked), strict=True):
        by_format = {message["format"].partition("/")[0]: message for message in messages}
        try:
            expected = KnowledgeBase(board).consequences()
        except InconsistentBoardError:
            assert not by_format["logicsweep-solve"]["consistent"]
            continue
        solved = by_format["logicsweep-solve"]
        assert solved["safe"] == [list(cell) for cell in sorted(expected.safe)]
        assert solved["mines"] == [list(cell) for cell in sorted(expected.mines)]
