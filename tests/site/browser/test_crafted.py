"""Links that somebody has made on purpose: the page says what is wrong with them, and goes on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.site.addresses import packed
from tests.site.browser.browsing import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

BOARD = {"rows": ["?1", "1?"], "mines": 1}
ROOT = {"parent": None, "board": BOARD, "name": "board"}
GAME = {"rows": 9, "columns": 9, "mines": 10, "seed": "1", "first_click": "opening"}
# What no player can read, and what is not true of a link.
UNREADABLE = re.compile(
    "undefined|not a function|Cannot|call stack|array length|BigInt|iterable|"
    "Nobody answers|defect|NaN|object Object"
)


def changed(**values: Any) -> str:
    """A position, and a change of it."""
    return packed({"nodes": [ROOT, {"parent": 0, **values}], "at": 1})


def board(**values: Any) -> str:
    return packed({"nodes": [{"parent": None, "board": {**BOARD, **values}}], "at": 0})


def game(opened: Any = (), flags: Any = (), **values: Any) -> str:
    return packed({"game": {**GAME, **values}, "opened": opened, "flags": flags}, "g")


LINKS = {
    "a cell that is not there": changed(cells=[["1", [999_999]]]),
    "a cell below zero": changed(cells=[["1", [-1]]]),
    "cells that are none": changed(cells="abc"),
    "a cell that is half of one": changed(cells=[["1", [0.5]]]),
    "a token that is none": changed(cells=[[{"a": 1}, [0]]]),
    "a long token": changed(cells=[["x" * 1000, [0]]]),
    "tokens of objects": changed(cells=[["constructor", [0]], ["__proto__", [1]]]),
    "another size": changed(set={"height": 7, "width": 3}),
    "other tokens": changed(set={"tokens": None}),
    "a mine count that is none": changed(set={"total": {"a": 1}}),
    "many thousand changes": packed(
        {"nodes": [ROOT, *({"cells": [["?", [0]]]} for _ in range(20_000))]}
    ),
    "rows that are numbers": board(rows=[1, 2]),
    "rows that are no list": board(rows="abc"),
    "no rows": board(rows=[]),
    "rows of several lengths": board(rows=["???", "?"]),
    "a width of its own": board(width=10**9),
    "a width below zero": board(width=-3),
    "too many cells": board(rows=["?" * 300] * 300),
    "half a mine": board(mines=0.5),
    "mines in words": board(mines="many"),
    "mines below zero": board(mines=-1),
    "neighbours that are none": board(neighbours=[[[0, 0], [9, 9]]]),
    "walls in words": board(walls="none"),
    "a topology that is none": board(topology=["torus"]),
    "rules that are none": board(rules={"a": 1}),
    "a density that is none": board(density=[[1]]),
    "liars in words": board(liars="all"),
    "a board that is a list": packed({"nodes": [{"parent": None, "board": [1]}], "at": 0}),
    "a prototype": packed({"nodes": [{**ROOT, "__proto__": {"parent": 0}}], "at": "__proto__"}),
    "beside of another size": packed({"nodes": [{**ROOT, "beside": {"height": 9}}], "at": 0}),
    "a name that is none": packed({"nodes": [{**ROOT, "name": {"a": 1}}], "at": 0}),
    "nodes that are none": packed({"nodes": [None, 1], "at": 0}),
    "no state": packed(None),
    "no base64": "#s=%%%",
    "a game of no size": game(rows="9"),
    "a game of a thousand million cells": game(rows=10**5, columns=10**4),
    "a game of a size below zero": game(rows=-3),
    "a game of no seed": game(seed="abc"),
    "a game with half a mine": game(mines=0.5),
    "an opened cell that is not there": game([[99, 99]]),
    "an opened cell that is none": game([5]),
    "opened cells in words": game("abc"),
    "a flag that is not there": game((), [999]),
    "a flag that is none": game((), [{"a": 1}]),
    "a game of another kind": game(more=1),
    "a long game address": "#play=9999x9999&mines=1",
    "a level that is none": "#play=9x9&mines=10&level=abc",
    "a start that is not there": "#play=9x9&mines=10&start=99-99",
    "mines that are none": "#play=9x9&mines=abc",
}


@pytest.mark.parametrize("where", ["url", "address"])
def test_crafted_links_are_told_in_words(
    where: str, request: pytest.FixtureRequest, browser: Browser
) -> None:
    visit = Visit(browser, request.getfixturevalue(where), is_alone=True)
    wrong = {}
    for name, link in LINKS.items():
        if visit.page.url != "about:blank":
            visit.page.evaluate("localStorage.clear()")
        visit.open(link)
        visit.settled()
        visit.ready()
        said = " ".join(map(visit.text, ("#toast", "#answer", "#told", "#pointed")))
        cells = visit.page.locator("#grid [data-cell]").count()
        if visit.complaints or UNREADABLE.search(said) or not cells:
            wrong[name] = [*visit.complaints, said, cells]
            visit.complaints.clear()
    assert wrong == {}
    visit.close()
