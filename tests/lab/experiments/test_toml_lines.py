"""The lines of keys and elements: every one that tomllib reads, and lines counted by hand."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from logicsweep.lab.experiments.faults import Where
from logicsweep.lab.experiments.toml_lines import lines_of
from tests.conftest import ROOT

FILES = [*sorted((ROOT / "examples").rglob("*.toml")), ROOT / "pyproject.toml"]

TRICKY = r"""# [no] = 1
title = '''
[not.a.header]
key = 'x' ''
boards = ['''

basic = "a # b \\\" ] } = [" # "c"
literal = 'C:\dir\' # a backslash before the quote
empty = ['''''', "", '',
  "'", '"']
when = 1979-05-27 07:32:00.5
"quoted \u0061.b" = -1.5e+3
a.b."c.d" = { x = [ 1 ], "]" = "}" }
list = [ [
  1, 2 ],
  # ], {
  [ 3,
    '''two
lines''', 4 ], { k = "[" },
]

[ table . "in side" ]
x = 1
[[many]]
y = 1
[[many]]
  [many.sub]
  y = 2
  [[many.deep]]
  z = '''quoted'''
  [[many.deep]]
  z = "' # ["
"""


def ways(value: Any, where: Where = ()) -> Iterator[Where]:
    """The ways to everything in a value."""
    if where:
        yield where
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from ways(inner, (*where, name))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from ways(inner, (*where, place))


def test_everything_that_tomllib_reads_has_a_line(subtests: pytest.Subtests) -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in FILES}
    texts |= {"literal": TRICKY, "basic": TRICKY.replace("'''", '"""')}
    for name, text in texts.items():
        with subtests.test(name):
            assert set(lines_of(text)) == set(ways(tomllib.loads(text)))


@pytest.mark.parametrize("quotes", ["'''", '"""'])
def test_lines_counted_by_hand(quotes: str) -> None:
    found = lines_of(TRICKY.replace("'''", quotes))
    expected: dict[Where, int] = {
        ("title",): 2,
        ("basic",): 7,
        ("literal",): 8,
        ("empty", 2): 9,
        ("empty", 3): 10,
        ("when",): 11,
        ("quoted a.b",): 12,
        ("a", "b", "c.d", "]"): 13,
        ("list", 0): 14,
        ("list", 0, 1): 15,
        ("list", 1): 17,
        ("list", 1, 1): 18,
        ("list", 1, 2): 19,
        ("list", 2, "k"): 19,
        ("table", "in side"): 22,
        ("many",): 24,
        ("many", 0, "y"): 25,
        ("many", 1): 26,
        ("many", 1, "sub", "y"): 28,
        ("many", 1, "deep", 0): 29,
        ("many", 1, "deep", 1, "z"): 32,
    }
    assert {where: found[where] for where in expected} == expected


def test_what_is_nested_too_deep_has_no_line() -> None:
    text = f"x = 1\ny = {'[' * 100_000}{']' * 100_000}"
    assert lines_of(text)["x",] == 1


@pytest.mark.parametrize("sign", ["'", '"'])
@pytest.mark.parametrize("end", [3, 4, 5])
def test_a_long_string_may_begin_and_end_with_quotes(sign: str, end: int) -> None:
    text = f"x = [{sign * 5} ],\n{sign} {sign * end}, 1,\n2]\ny = 1"
    assert set(lines_of(text)) == set(ways(tomllib.loads(text)))
    assert (lines_of(text)["x", 1], lines_of(text)["x", 2], lines_of(text)["y",]) == (2, 3, 4)


def test_the_last_line_may_lack_its_end() -> None:
    assert lines_of("x = 1") == {("x",): 1}
    assert lines_of("") == {}
