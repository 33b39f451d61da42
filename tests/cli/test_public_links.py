"""Links to the public copy of the page: printed, written into files, and read by every command."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from logicsweep import State, load, read_board
from logicsweep.board.clue import Clue
from logicsweep.formats import link
from logicsweep.formats.link import VARIABLE
from logicsweep.games.review.review import load_game
from tests.cli.command import names_all
from tests.conftest import ROOT, Run
from tests.site.addresses import state_of
from tests.site.scripting import scripted

PUBLIC = "https://example.org/logicsweep/"
GAMES = [
    ROOT / "tests" / "formats" / "replays" / "game.avf",
    ROOT / "examples" / "games" / "expert.jsonl",
]
BOARD = load(ROOT / "examples" / "boards" / "small.board")


@pytest.fixture(autouse=True)
def _without_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")


def link_of(path: Path) -> str | None:
    """The link to the page in an HTML file, if it has one."""
    links = re.findall(r'<a href="([^"]*)"[^>]*>Open in the page</a>', path.read_text("utf-8"))
    assert len(links) <= 1
    return unescape(links[0]) if links else None


def test_show_prints_a_link_that_every_command_reads(
    logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = logicsweep("show", "example:small", "--to", "link", "--public-url", PUBLIC)
    assert (done.returncode, done.stderr) == (0, "")
    address = done.stdout.strip()
    assert address.startswith(f"{PUBLIC}#s=")
    assert read_board(address) == BOARD
    for words, stdin in ((["count", address], None), (["count", "-"], done.stdout)):
        assert logicsweep(*words, stdin=stdin).stdout == logicsweep("count", "example:small").stdout
    monkeypatch.setenv(VARIABLE, "https://example.org/other")
    other = logicsweep("show", "example:small", "--to", "link").stdout
    assert other.strip() == address.replace(PUBLIC, "https://example.org/other")
    assert logicsweep("show", address, "--to", "board").stdout == f"{BOARD}\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show", "example:small", "--public-url", PUBLIC], "--public-url --to link"),
        (["show", "example:small", "--to", "link", "--json"], "--output --json"),
        (
            ["show", "example:small", "--to", "link", "--public-url", f"{PUBLIC}?a"],
            f"--public-url is '{PUBLIC}?a'; expected an address such as",
        ),
        (
            ["show", "example:small", "--to", "link"],
            f"cannot write this: link needs the address of a public page; set {VARIABLE} to one",
        ),
        (["show", "example:small", "-o", "a.svg", "--public-url", PUBLIC], "--public-url .html"),
        (
            ["show", "example:small", "-o", "a.html", "--public-url", "example.org"],
            "--public-url 'example.org'",
        ),
        (["review", str(GAMES[0]), "--public-url", PUBLIC], "--public-url .html"),
        (
            ["solve", f"{PUBLIC}#play=9x9&mines=10&seed=1"],
            "this link leads to a game and holds no position; open it in a browser",
        ),
    ],
)
def test_what_is_wrong_is_said(words: list[str], says: str, logicsweep: Run) -> None:
    done = logicsweep(*words)
    assert done.returncode == 2
    assert names_all(done.stderr, says)


def test_a_board_that_the_page_cannot_show_has_no_link(
    logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "MOST_PAGE_CELLS", 10)
    large, html = tmp_path / "large.board", tmp_path / "large.html"
    large.write_text("???\n" * 4)
    says = "the board has 12 cells; the page shows at most 10"
    done = logicsweep("show", large, "--to", "link", "--public-url", PUBLIC)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    done = logicsweep("show", large, "-o", html, "--plain", "--public-url", PUBLIC)
    assert done.returncode == 0
    assert f"the file has no link to the page: {says}" in done.stderr
    assert link_of(html) is None


@pytest.mark.parametrize("words", [[], ["--plain"]])
def test_a_drawn_board_has_a_link(
    words: list[str], logicsweep: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "a.html"
    assert logicsweep("show", "example:small", "-o", path, *words).returncode == 0
    without = path.read_text("utf-8")
    assert link_of(path) is None
    monkeypatch.setenv(VARIABLE, PUBLIC)
    assert logicsweep("show", "example:small", "-o", path, *words).returncode == 0
    address = link_of(path)
    assert address is not None
    assert address.startswith(f"{PUBLIC}#s=")
    assert read_board(address) == BOARD
    rest = re.sub(r'<p class="elsewhere">.*</p>\n', "", path.read_text("utf-8"))
    assert rest == without
    again = logicsweep("show", "example:small", "-o", path, *words, "--public-url", "")
    assert again.returncode == 0
    assert path.read_text("utf-8") == without


POSITIONS = """
const { unpacked } = await import(`${page}/core/address.js`);
const { Tree } = await import(`${page}/analyse/tree.js`);
const { Reviewed } = await import(`${page}/../../render/modules/reviewed.js`);
const tree = Tree.from(await unpacked(given.link.split("#s=")[1]));
const reviewed = new Reviewed(given.review, given.isRuled ? {} : null);
console.log(JSON.stringify({
  at: tree.at,
  names: tree.nodes.map(({ name }) => name),
  linked: tree.nodes.map((_, number) => (tree.go(number), tree.position.tokens.join(""))),
  reviewed: [...Array(reviewed.end + 1).keys()].map((at) => reviewed.tokens(at).join("")),
}));
"""


def log_of(logicsweep: Run, path: Path, *words: str) -> Path:
    """The log of a small game that an agent has played."""
    given = ("--size", "4x4", "--mines", "3", "--seed", "3", "-o", path, "--quiet")
    assert logicsweep("play", *words, *given).returncode == 0
    return path


@pytest.mark.parametrize(
    ("kind", "is_read_by_the_page"),
    [(kind, False) for kind in ("replay", "pairs")]
    + [pytest.param(kind, True, marks=pytest.mark.slow) for kind in ("replay", "log", "pairs")],
)
def test_a_review_has_a_link_to_all_positions(
    kind: str, is_read_by_the_page: bool, logicsweep: Run, tmp_path: Path
) -> None:
    path = tmp_path / "a.html"
    game = GAMES[kind == "log"]
    if kind == "pairs":
        game = log_of(logicsweep, tmp_path / "a.jsonl", "--rules", "1W", "--agent", "logic")
    assert logicsweep("review", game, "-o", path).returncode == 0
    assert link_of(path) is None
    assert logicsweep("review", game, "-o", path, "--public-url", PUBLIC).returncode == 0
    review: dict[str, Any] = json.loads(logicsweep("review", game, "--json").stdout)
    if is_read_by_the_page:
        found = scripted(
            POSITIONS, {"link": link_of(path), "review": review, "isRuled": kind == "pairs"}
        )
        assert found["linked"] == found["reviewed"]
        at, names = found["at"], found["names"]
    else:
        state = state_of(str(link_of(path)))
        at, names = state["at"], [node["name"] for node in state["nodes"]]
    assert at == len(review["openings"]) == len(names) - 1
    for name, opening in zip(names[1:], review["openings"], strict=True):
        row, column = opening["chord"] or opening["cells"][0]
        assert f"({row},{column})" in name


def test_a_link_has_the_uncertain_clues_of_a_game(logicsweep: Run, tmp_path: Path) -> None:
    """What such a clue says depends on the cells that were open around it, not on later ones."""
    path = tmp_path / "a.html"
    log = log_of(logicsweep, tmp_path / "a.jsonl", "--clues", "optimistic", "--agent", "subset")
    assert logicsweep("review", log, "-o", path, "--public-url", PUBLIC).returncode == 0
    address = link_of(path)
    assert address is not None
    expected = dict(load_game(log).start.clues)
    for opening in load_game(log).openings:
        expected |= {cell: clue for cell, clue in opening.shown.items() if clue != State.KNOWN_MINE}
    assert any(isinstance(clue, Clue) for clue in expected.values())
    assert dict(read_board(address).clues) == expected
