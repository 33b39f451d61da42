"""Terms of numbers in logic programs, against whole numbers of any size and against clingo."""

from __future__ import annotations

import random
from itertools import pairwise

import clingo
import pytest
from clingo.ast import AST, parse_string

from logicsweep.formulas import user_program as arithmetic
from logicsweep.formulas.user_program import LEAST, MOST, constants_of, overflow
from tests.conftest import seeds

NUMBERS = [0, 1, 2, 3, 7, 100, 46_340, 46_341, MOST // 2, MOST - 1, MOST]


class TooLargeError(Exception):
    pass


def term(rng: random.Random, depth: int) -> tuple[str, int]:
    """A term and the number it comes to; raises once a part of it does not fit."""
    if depth == 0 or rng.random() < 0.2:
        number = rng.choice(NUMBERS)
        return str(number), number
    kind = rng.choice(["+", "-", "*", "-.", "~", "|", "&", "?", "^"])
    first, one = term(rng, depth - 1)
    if kind in ("-.", "~", "|"):
        text = {"-.": f"(-{first})", "~": f"(~{first})", "|": f"|{first}|"}[kind]
        found = {"-.": -one, "~": ~one, "|": abs(one)}[kind]
    else:
        second, other = term(rng, depth - 1)
        text = f"({first}{kind}{second})"
        operations = {
            "+": one + other,
            "-": one - other,
            "*": one * other,
            "&": one & other,
            "?": one | other,
            "^": one ^ other,
        }
        found = operations[kind]
    return text, found


def parsed(text: str) -> list[AST]:
    found: list[AST] = []
    parse_string(text, found.append)
    return [one for one in found if one.ast_type.name != "Program"]


def grounded(text: str) -> list[int]:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    return [atom.symbol.arguments[0].number for atom in control.symbolic_atoms.by_signature("p", 1)]


@pytest.mark.parametrize("block", seeds(range(10)))
def test_what_fits_is_what_clingo_makes_of_it(block: int) -> None:
    """And what does not fit, clingo wraps round."""
    rng = random.Random(block)
    fitting = wrapping = 0
    for _ in range(60):
        text, number = term(rng, 1)
        (fact,) = parsed(f"p({text}).")
        wrong = overflow(fact, {})
        assert (wrong is None) == (LEAST <= number <= MOST), text
        assert (grounded(f"p({text}).") == [number]) == (wrong is None), text
        fitting += wrong is None
        wrapping += wrong is not None
    assert fitting
    assert wrapping


@pytest.mark.parametrize("block", seeds(range(10)))
def test_nested_terms_that_fit_come_to_what_clingo_says(block: int) -> None:
    rng = random.Random(1000 + block)
    for _ in range(40):
        text, number = term(rng, 3)
        (fact,) = parsed(f"p({text}).")
        if overflow(fact, {}) is None:
            assert grounded(f"p({text}).") == [number], text


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("p(2**31).", "(2**31)"),
        ("p(2**30).", None),
        ("p((-2)**31).", None),
        ("p(1+(65536*65536)).", "(65536*65536)"),
        ("p(X+2147483647) :- q(X).", None),
        ("p(1/0).", None),
        ("p(n*n).", "(n*n)"),
        ("p(m*n).", None),
    ],
)
def test_the_first_term_that_does_not_fit(text: str, wrong: str | None) -> None:
    (rule,) = parsed(text)
    found = overflow(rule, {"n": 65_536})
    assert (None if found is None else str(found)) == wrong


def test_constants_are_known_in_any_order() -> None:
    program = "#const b = a * 3. #const a = 7. #const c = d. #const e = f(1). p(a)."
    assert constants_of(parsed(program)) == {"a": 7, "b": 21}


def test_constants_that_do_not_fit_or_go_in_circles_are_none() -> None:
    program = "#const a = b. #const b = a + 1. #const c = 2**31. #const d = c - 1. #const e = 3."
    program += "#const f = f. #const g = e + b. #const h = g * 0. #const i = e * e. p(a)."
    assert constants_of(parsed(program)) == {"e": 3, "i": 9}


@pytest.mark.parametrize("seed", seeds(range(10)))
def test_each_constant_is_worked_out_once(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever their order: a program can have thousands that need one another."""
    names = [f"n{number}" for number in range(100)]
    program = ["#const n0 = 1."]
    program += [f"#const {name} = {last} + 1." for last, name in pairwise(names)]
    random.Random(seed).shuffle(program)
    walked = []
    walk = arithmetic._walk  # noqa: SLF001
    monkeypatch.setattr(arithmetic, "_walk", lambda *given: walked.append(given) or walk(*given))
    found = constants_of(parsed("".join(program)))
    assert found == {name: number + 1 for number, name in enumerate(names)}
    assert len(walked) == len(names)
