"""Links to the page: the library and the scripts of the page write and read the same."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import to_builtins

from logicsweep import Board, BoardSyntaxError, read_board, write_board
from logicsweep.formats.json import board_object
from logicsweep.formats.link import MOST_UNPACKED, VARIABLE, Change, fragment_of
from tests.site.asking import EXAMPLES
from tests.site.scripting import BROWSER, scripted

MODULES = """
const { packed, unpacked } = await import(`${page}/core/address.js`);
const { Position } = await import(`${page}/core/position.js`);
const { Tree } = await import(`${page}/analyse/tree.js`);
"""
EDITED = f"""{MODULES}
const edited = [];
for (const {{ board, edits }} of given) {{
  const tree = Tree.of(Position.of(board));
  for (const [act, ...values] of edits) {{
    if (act === "open") tree.join(Tree.of(Position.of(values[0]), "another"));
    else tree[act](...values);
  }}
  const {{ position }} = tree;
  for (const state of [tree.state(), tree.lineState(), Tree.of(position).lineState()]) {{
    const {{ program }} = position;
    edited.push({{ packed: await packed(state), board: position.board(), program }});
  }}
}}
console.log(JSON.stringify(edited));
"""
READ = f"""{MODULES}
const positions = [];
for (const fragment of given) {{
  try {{
    const tree = Tree.from(await unpacked(fragment.slice(3)));
    positions.push({{ board: tree.position.board(), names: tree.nodes.map(({{ name }}) => name) }});
  }} catch ({{ message }}) {{
    positions.push({{ message }});
  }}
}}
console.log(JSON.stringify(positions));
"""
OPENING = """
const { linkOf } = await import(`${page}/core/address.js`);
console.log(JSON.stringify(given.map((each) => linkOf(...each))));
"""
BOARDS = [
    *(EXAMPLES[name] for name in ("small", "beginner", "only-total", "hearsay")),
    Board.parse("?\n1\n?\n"),
    Board.parse("mines: 4\nrules: 1W\n\n? 1 0 1 1\n1+1 1+1 0 2 ?\n? 1 0 2 ?\n1 1 0 1 1\n"),
    Board.parse("topology: hexagon\nliars: 1\ndensity: 1/5\n\n?????\n?332?\n?1?1?\n?????\n"),
    Board.parse("mines: 1..3\nconstraint: top: 0..1 of (0,0) (0,3)\n\n????\n1211\n"),
]
HERE = "http://127.0.0.1:8417/?a=b#s=old"
PUBLIC = "https://example.org/logicsweep"


def as_json(board: Board) -> Any:
    return to_builtins(board_object(board))


def read_or_fault(data: str) -> Board | str:
    """The board in a text, or why there is none, without what a link says before that."""
    try:
        return read_board(data)
    except BoardSyntaxError as error:
        return error.text.removeprefix("the board in the link: ")


def edits_of(board: Board, rng: random.Random) -> Iterator[list[Any]]:
    """Changes as the page makes them: paint, set, open, go back, take away."""
    size = board.grid.size
    tokens = ["?", "F", "*", "_", "1", "2", ">=1"]
    nodes = 1
    for _ in range(rng.randint(0, 12)):
        act = rng.choice(["cells", "cells", "cells", "set", "set", "open", "go", "undo"])
        if act == "cells":
            cells = rng.sample(range(size), rng.randint(1, min(4, size)))
            yield ["add", {"cells": [[rng.choice(tokens), cells]]}, f"edit {nodes}"]
            nodes += 1
        elif act == "set":
            values: dict[str, list[Any]] = {
                "total": [None, 1, 2, [1, 3], 999],
                "density": [None, "1/3"],
                "clues": [None, "optimistic"],
                "liars": [0, 1],
                "program": [None, "a."],
            }
            key = rng.choice([*values])
            yield ["add", {"set": {key: rng.choice(values[key])}}, f"edit {nodes}"]
            nodes += 1
        elif act == "open":
            yield ["open", as_json(rng.choice(BOARDS[:4]))]
            yield ["undo"]
        else:
            yield [act] if act != "go" else ["go", 0]


@pytest.mark.slow
def test_the_library_reads_what_the_page_writes() -> None:
    rng = random.Random(20261126)
    given = [{"board": as_json(board), "edits": [*edits_of(board, rng)]} for board in BOARDS * 25]
    boards, programs = 0, 0
    cases = [case for case in given for _ in range(3)]
    for case, edited in zip(cases, scripted(EDITED, given), strict=True):
        found = read_or_fault(f"{HERE.partition('#')[0]}#s={edited['packed']}")
        if edited["program"]:
            programs += 1
            assert "has a logic program" in str(found), case
            continue
        expected = read_or_fault(json.dumps(edited["board"]))
        assert found == expected, case
        boards += isinstance(found, Board)
    assert boards > 100
    assert programs > 5


@pytest.mark.slow
def test_the_page_reads_what_the_library_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, PUBLIC)
    links = [write_board(board, "link").decode() for board in BOARDS]
    assert {link.partition("#")[0] for link in links} == {PUBLIC}
    read = scripted(READ, [f"#{link.strip().partition('#')[2]}" for link in links])
    for board, position in zip(BOARDS, read, strict=True):
        assert read_board(json.dumps(position["board"])) == board
        assert position["names"] == ["board"]


@pytest.mark.slow
def test_changes_lead_from_one_position_to_the_next() -> None:
    board = Board.parse("mines: 2\n\n????\n1211\n")
    changes = [Change("opens", {1: "2", 0: "F"}), Change("nothing", {}), Change("hits", {3: "*"})]
    fragment = fragment_of(board, "start", changes)
    (read,) = scripted(READ, [fragment])
    assert read["names"] == ["start", "opens", "nothing", "hits"]
    expected = Board.parse("mines: 2\n\nF2?*\n1211\n")
    assert read_board(json.dumps(read["board"])) == expected
    assert read_board(f"{PUBLIC}{fragment}") == expected


@pytest.mark.slow
def test_a_link_that_was_not_copied_as_a_whole_is_refused_by_both() -> None:
    fragment = fragment_of(EXAMPLES["small"], "small")
    parts = [fragment[:end] for end in range(3, len(fragment))]
    for part, read in zip(parts, scripted(READ, parts), strict=True):
        assert read == {"message": "the link is damaged: it was not copied as a whole"}
        with pytest.raises(BoardSyntaxError, match=read["message"]):
            read_board(f"{PUBLIC}{part}")


def test_no_more_is_unpacked_than_by_the_other() -> None:
    text = (BROWSER / "core" / "address.js").read_text("utf-8")
    assert re.findall(r"const MOST = ([\d_]+);", text) == [f"{MOST_UNPACKED:_}"]


@pytest.mark.slow
def test_a_link_says_for_whom_it_opens() -> None:
    rows = (
        (HERE, PUBLIC, f"{PUBLIC}#g=x", "for everybody, at example.org"),
        (HERE, "", "http://127.0.0.1:8417/?a=b#g=x", "only on a computer that serves this page"),
        ("http://localhost:1/", "", "http://localhost:1/#g=x", "only on a computer that"),
        ("http://[::1]:1/", "", "http://[::1]:1/#g=x", "only on a computer that"),
        (HERE, "http://127.0.0.2/", "http://127.0.0.2/#g=x", "only on a computer that"),
        ("http://10.0.0.7:80/", "", "http://10.0.0.7/#g=x", "for whoever can reach 10.0.0.7"),
        ("https://example.org/a.html", "", "https://example.org/a.html#g=x", "for whoever can"),
    )
    made = scripted(OPENING, [["#g=x", here, public] for here, public, *_ in rows])
    for (*_, link, opens), said in zip(rows, made, strict=True):
        assert said["link"] == link
        assert said["opens"].startswith(f"It opens {opens}")
