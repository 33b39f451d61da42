"""The documentation: what pages show is what happens, and no link is broken."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

import logicsweep
from logicsweep import errors
from logicsweep.errors import LogicSweepError
from tests.conftest import ROOT, Run, needs_kernel
from tests.house.modules import ROOMS
from tests.judges.pages import (
    PICTURES,
    blocks,
    is_there,
    on_the_site,
    pages,
    parsed,
    pictures,
    printed,
    run_page,
    tier_of,
)

README = (ROOT / "README.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
SHELL = re.findall(r"^```sh\n(.*)\n```$", README, re.MULTILINE)
# What is run of a page, or drawn.
ALIVE = re.compile(r"^ *```(?:console|python)$|<!-- made by: |pictures/", re.MULTILINE)
TEXTS = {page: page.read_text(encoding="utf-8") for page in pages()}
PAGES = [
    pytest.param(
        page,
        id=str(page.relative_to(ROOT)),
        marks=[getattr(pytest.mark, tier_of(page))] if tier_of(page) else [],
    )
    for page, text in TEXTS.items()
    if ALIVE.search(text)
]
# By their folder of `docs`.
LINKING = defaultdict(list)
for linking in [*TEXTS, ROOT / "CHANGELOG.md", ROOT / "examples" / "studies" / "README.md"]:
    LINKING["/".join(linking.relative_to(ROOT).parts[1:-1][:1]) or "."].append(linking)


def needs(page: Path) -> list[str]:
    """The programs that some blocks of a page are passed over without."""
    return sorted(set(re.findall(r"<!-- needs: (.+?) -->", TEXTS[page])))


@needs_kernel
@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_happens(
    page: Path, logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run_page(page, tmp_path, logicsweep)
    assert ran.is_right, f"{ran.report(page)}\ntools/pages --write {page.relative_to(ROOT)}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [page for page in TEXTS if {*needs(page)} - {"native kernel"} and not tier_of(page)],
    ids=lambda page: page.stem,
)
def test_what_takes_other_programs_happens(
    page: Path, logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once more with the slow tests: the fast ones run where the extra `dev` is not installed."""
    for name in needs(page):
        if not is_there(name):
            pytest.skip(f"needs {name}")
    test_what_a_page_shows_happens(page, logicsweep, tmp_path, monkeypatch)


def test_a_wrong_output_is_found(
    logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- file: a.board -->\n```text\nmines: 1\n\n1?\n```\n"
        "```console\n$ logicsweep count a.board\n1 layout\n$ echo one; echo two\none\n```\n"
        "```python\n>>> 1 + 1\n3\n>>> 2 + 2\n4\n```\n"
        "<!-- made by: echo a table -->\n\nno table\n\n<!-- end -->\n"
    )
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    found = run_page(page, folder, logicsweep).differences
    assert [difference.lines for difference in found] == [
        ("one", "two"),
        ("2",),
        ("", "a table", ""),
    ]


def test_pages_have_modules_of_their_own(
    logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value in ("1", "2"):
        folder = tmp_path / value
        folder.mkdir()
        page = tmp_path / f"{value}.md"
        page.write_text(
            f"<!-- file: of_a_page.py -->\n```python\nVALUE = {value}\n```\n"
            f"```python\n>>> import of_a_page\n>>> of_a_page.VALUE\n{value}\n```\n"
        )
        monkeypatch.chdir(folder)
        assert run_page(page, folder, logicsweep).is_right


def test_the_first_two_commands_do_all_of_their_set_up() -> None:
    solve, test = SHELL[:2]
    assert re.search(r"logicsweep solve examples/boards/expert\.board$", solve)
    assert test.endswith("&& pytest -n auto")
    for command in (solve, test):
        assert command.startswith("python3 -m venv .venv && ")
        assert "pip install" in command


def test_the_readme_is_one_screen() -> None:
    """The picture, two commands that show a sign of life, eight lines of Python, five doors."""
    assert README.count("\n") <= 70
    front, guarantees = README.split("\n## Guarantees\n")
    assert {*pictures(front)} <= {*pictures(TEXTS[ROOT / "docs" / "index.md"])}
    assert "](docs/pictures/" in front
    assert len(SHELL) == 2
    assert "quiet" not in "".join(SHELL)
    [python] = re.findall(r"^```python\n(.*?)^```$", front, re.MULTILINE | re.DOTALL)
    assert python.count("\n") == 8
    assert front.count("\n- [") == 5
    assert "](docs/index.md)" in front
    assert guarantees.count("\n- **") == 5


def test_every_guide_is_in_one_group_that_begins_with_an_example() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    _, guides = index.split("\n## How-to guides\n")
    sections = re.split(r"^### ", guides.partition("\n## ")[0], flags=re.MULTILINE)[1:]
    assert len(sections) == 4
    for section in sections:
        assert re.search(r"^```(console|python)$", section, re.MULTILINE)
    named = re.findall(r"\]\(howto/([\w-]+)\.md\)", "".join(sections))
    howto = (ROOT / "docs" / "howto").glob("*.md")
    assert sorted(named) == sorted(path.stem for path in howto)


@pytest.mark.parametrize("folder", LINKING)
def test_no_link_is_broken(folder: str) -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in LINKING[folder]
        for link in links(page)
        if not leads_somewhere(page, link)
    ]
    assert not broken


def leads_somewhere(page: Path, link: str) -> bool:
    """Whether there are the file of the checkout and the heading that a link of a page names.

    The heading may be one of the site alone; elsewhere the top of the page says how to see it.
    """
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    is_ours = target.exists() and target.is_relative_to(ROOT)
    return is_ours and (not anchor or anchor in anchors(target))


def links(page: Path) -> Iterator[str]:
    """Where a page leads within the checkout."""
    tokens = parsed(on_the_site(page))
    for token in (child for one in tokens for child in one.children or ()):
        link = token.attrs.get("href") or token.attrs.get("src")
        if isinstance(link, str) and not re.match(r"[a-z]+:", link):
            yield link


@lru_cache
def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as the web has them."""
    tokens = parsed(on_the_site(page))
    titles = [
        "".join(child.content for child in inside.children or ())
        for opening, inside in pairwise(tokens)
        if opening.type == "heading_open"
    ]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_kind_of_block_is_run() -> None:
    kinds = [block.kind for text in TEXTS.values() for block in blocks(text)]
    for kind in ("console", "python"):
        assert kinds.count(kind) >= 10
    unknown = set(kinds) - {"console", "python", "made by", "sh", "text", "toml", "json", "js", ""}
    assert not {kind for kind in unknown if not kind.startswith("{")} - {"bibtex", "html", "lp"}


def test_every_picture_is_shown() -> None:
    shown = {name for text in TEXTS.values() if "pictures/" in text for name in pictures(text)}
    assert shown == {path.name for path in PICTURES.iterdir() if path.is_file()}


def test_nothing_is_kept_that_a_command_makes_anew() -> None:
    """No schema, no help or keys that the site shows, and no plot as PNG beside the one as SVG."""
    docs = ROOT / "docs"
    pngs = [path for path in docs.rglob("*.png") if path.with_suffix(".svg").exists()]
    assert not [*docs.rglob("*.json"), *pngs]
    made = {
        line
        for name in ("answers", "helps")
        for line in printed(name).splitlines()
        if line.startswith(("| `", "Usage: "))
    }
    assert len(made) > 800
    for page, text in TEXTS.items():
        if page.stem != "experiment-files":  # games have some keys of answers
            assert not made & {*text.splitlines()}, page


def test_every_public_name_has_one_entry() -> None:
    """Under the package's name if it has one, else under that of its room, or of its module."""
    entry = re.compile(
        r"^\.\. (?:auto|py:)(?:class|data|exception|function):: (\S+)$", re.MULTILINE
    )
    api = (ROOT / "docs" / "reference" / "api").glob("*.md")
    found = [name for page in api for name in entry.findall(page.read_text(encoding="utf-8"))]
    public = {f"logicsweep.{name}" for name in logicsweep.__all__}
    for stub in (ROOT / "logicsweep").glob("*/__init__.pyi"):
        room = import_module(f"logicsweep.{stub.parent.name}")
        public |= {f"{room.__name__}.{name}" for name in set(room.__all__) - {*logicsweep.__all__}}
    for name, error in vars(errors).items():
        if isinstance(error, type) and issubclass(error, (LogicSweepError, Warning)):
            home = "logicsweep" if name in logicsweep.__all__ else "logicsweep.errors"
            public.add(f"{home}.{name}")
    assert len(found) == len(set(found))
    assert public <= set(found)


def test_the_architecture_page_names_every_room() -> None:
    for room in ROOMS:
        if room not in ("stubs", "errors", "arguments", "limits"):
            assert f"`{room}/`" in ARCHITECTURE


def test_the_header_of_the_kernel_names_every_c_file() -> None:
    kernel = ROOT / "logicsweep" / "kernel"
    _, order = (kernel / "kernel.h").read_text(encoding="utf-8").split("From the ground up:")
    named = re.findall(r"(\w+\.c)\b", order.partition("*/")[0])
    assert sorted(named) == sorted(path.name for path in kernel.glob("*.c"))


def test_where_the_architecture_page_leads() -> None:
    _, table = ARCHITECTURE.split("## Where to add something")
    paths = re.findall(r"`([\w/]+\.py)`", table)
    assert len(paths) >= 8
    for path in paths:
        assert (ROOT / "logicsweep" / path).is_file(), path


def test_the_paths_that_contributors_are_sent_to() -> None:
    """Paths without a placeholder begin at the top of the checkout or within the package."""
    tops = "benchmarks|docs|encodings|examples|logicsweep|tests|tools"
    for name in ("CONTRIBUTING.md", "SECURITY.md", "docs/contributing/design.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for path in re.findall(rf"`((?:{tops})/[\w./-]*|[a-z]+/[\w/]+\.py)`", text):
            assert (ROOT / path).exists() or (ROOT / "logicsweep" / path).exists(), (name, path)
