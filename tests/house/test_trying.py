"""Boards of the documentation that readers try in place: `docs/trying.py` in small projects."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from markdown_it import MarkdownIt
from msgspec import to_builtins

from logicsweep import Board, KnowledgeBase, load, read_board
from logicsweep.errors import InconsistentBoardError
from logicsweep.formats.json import board_object
from tests.conftest import ROOT
from tests.site.sites import answers_in_node, kernel_for_browsers, modules_of_worker

pytestmark = pytest.mark.slow
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
deep/broken
```
"""
DEEP = "# Deep\n\n<!-- try -->\n```text\n?1\n11\n```\n"
PAGES = {
    "index": INDEX,
    "deep/page": DEEP,
    "deep/none": "# None\n\n```text\n?1\n```\n",
    "deep/broken": (
        "# Broken\n\n<!-- try -->\n```text\n?%\n```\n\n<!-- try: example:smal -->\n\n"
        "A paragraph.\n\n<!-- try -->\n"
    ),
}
LINK = re.compile(r'<p><a class="logicsweep" href="([^"#]*)(#[^"]*)">Try it</a></p>')
SCRIPT = re.compile(r'<script src="([^"]*embed\.js)" defer></script>')


# Each build by its name, with its builder and whether there is a kernel. A builder writes where it
# has written before.
BUILDS = {
    "without": ("html", False),
    "html": ("html", True),
    "again": ("html", True),
    "dirhtml": ("dirhtml", True),
    "text": ("text", True),
}
# Runs them in one process, since Sphinx is long in starting, and keeps what each of them left.
BUILDING = """\
import json, shutil, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from sphinx.cmd.build import main
said = {}
for name, (words, site) in json.loads(sys.argv[1]).items():
    with redirect_stdout(StringIO()) as status, redirect_stderr(StringIO()) as warnings:
        assert main(words) == 0
    said[name] = status.getvalue(), warnings.getvalue().splitlines()
    shutil.copytree(site, name)
print(json.dumps(said))
"""


class Build(NamedTuple):
    """A site, and what was said when it was built."""

    site: Path
    status: str
    warnings: list[str]


def build(top: Path, kernel: Path, names: Iterable[str] = BUILDS) -> dict[str, Build]:
    """Build a small project of Sphinx with all kinds of pages, in these ways."""
    docs = top / "docs"
    (docs / "deep").mkdir(parents=True)
    for name, text in PAGES.items():
        (docs / f"{name}.md").write_text(text, encoding="utf-8")
    (docs / "picture.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    asked = {}
    for name in names:
        builder, has_kernel = BUILDS[name]
        values = ["extensions=myst_parser,trying", "html_theme=basic"]
        values.append(f"page_kernel={kernel if has_kernel else ''}")
        options = [word for value in values for word in ("-D", value)]
        site = top / "sites" / builder
        asked[name] = ["-C", "-b", builder, *options, str(docs), str(site)], str(site)
    done = subprocess.run(
        [sys.executable, "-c", BUILDING, json.dumps(asked)],
        cwd=top,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{DOCS}", "NO_COLOR": "1"},
    )
    return {name: Build(top / name, *said) for name, said in json.loads(done.stdout).items()}


def tried(page: Path) -> list[tuple[str, Board]]:
    """Where the links of a page lead, and the boards that they hold."""
    found = LINK.findall(page.read_text(encoding="utf-8"))
    return [
        (home, read_board(f"https://example.org/{fragment}", name="link"))
        for home, fragment in found
    ]


def check_links(site: Path, deep: str, home: str) -> None:
    """Marked boards have links."""
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


def check_without_a_kernel(builds: dict[str, Build]) -> None:
    """A site without a kernel says so once."""
    site, status, warnings = builds["without"]
    assert status.count("boards cannot be tried") == 1
    assert warnings == []
    assert tried(site / "index.html") == []
    assert "embed.js" not in (site / "index.html").read_text("utf-8")
    assert not (site / "page").exists()
    # As soon as there is one, all pages are written anew, and afterwards the page replaces itself.
    for name in ("html", "again"):
        site, status, _ = builds[name]
        assert "cannot be tried" not in status
        assert len(tried(site / "index.html")) == 2
        assert (site / "page" / "sw.js").is_file()


def check_text(site: Path) -> None:
    """Other builders have no page."""
    assert "Try it" not in (site / "index.txt").read_text("utf-8")
    assert not (site / "page").exists()


def check_warnings(warnings: list[str]) -> None:
    """What is no board is a warning."""
    expected = ["'%'", "unknown example 'smal'", "no rows"]
    for line, words in zip(warnings, expected, strict=True):
        assert "broken.md" in line
        assert "the board to try: " in line
        assert words in line


def test_marked_boards_can_be_tried(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for name in ("sphinx", "myst_parser"):
        pytest.importorskip(name, reason=f"{name} is not installed")
    kernel = tmp_path / "kernel.wasm"
    kernel.write_bytes(b"\0asm")  # nothing of the build runs it
    builds = build(tmp_path, kernel)
    with subtests.test("html"):
        check_links(builds["html"].site, "deep/page.html", "../page/")
    with subtests.test("dirhtml"):
        check_links(builds["dirhtml"].site, "deep/page/index.html", "../../page/")
    with subtests.test("text"):
        check_text(builds["text"].site)
    with subtests.test("without a kernel"):
        check_without_a_kernel(builds)
    for name in ("html", "dirhtml"):
        with subtests.test("warnings", builder=name):
            check_warnings(builds[name].warnings)


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
