"""Proofs by sums of inequalities: what the checker follows, and what it refuses."""

from __future__ import annotations

import random
import re

import pytest

from logicsweep import LimitError
from logicsweep.errors import CertificateError
from logicsweep.limits import Budget
from logicsweep.reasons.certificates import cutting_planes
from logicsweep.reasons.certificates.cutting_planes import AtLeast, check_cutting_planes
from tests.conftest import seeds
from tests.judges.refusals import refused
from tests.reasons.adding import Bound, has_values

# Two of three, one of the last two of them and a fourth, and that the first is none.
GIVEN = [
    AtLeast(((1, 1), (2, 1), (3, 1)), 2),
    AtLeast(((1, -1), (2, -1), (3, -1)), -2),
    AtLeast(((2, 1), (3, 1), (4, 1)), 1),
    AtLeast(((2, -1), (3, -1), (4, -1)), -1),
    AtLeast(((1, -1),), 0),
]
PROOF = [
    "pseudo-Boolean proof version 3.0",
    "f 5;",
    "pol 1 4 + x4 +;",
    "i 1 x1 >= 1 : 6;",
    "pol 6 5 +;",
    "output NONE;",
    "conclusion UNSAT : 7;",
    "end pseudo-Boolean proof;",
]


def changed(number: int, line: str) -> list[str]:
    """The proof with another line, counted from 1."""
    lines = list(PROOF)
    lines[number - 1] = line
    return lines


def test_a_sum_is_followed() -> None:
    check_cutting_planes(GIVEN, PROOF)
    check_cutting_planes(
        GIVEN, [*PROOF[:2], "% the two equations, the second one subtracted", *PROOF[2:]]
    )
    check_cutting_planes(GIVEN, changed(3, "pol 1 2 * 4 2 * + x4 2 * + 2 d;"))
    check_cutting_planes(
        GIVEN, [*PROOF[:2], "pol 1 4 + x4 + 5 +;", *PROOF[5:6], "conclusion UNSAT : 6;", PROOF[-1]]
    )


def test_a_division_rounds_up_without_negative_coefficients() -> None:
    """3a + 2b + 2c >= 4, divided by 2, is 2a + b + c >= 2; with -3a it is -a + b + c >= 1."""
    positive = [AtLeast(((1, 3), (2, 2), (3, 2)), 4), AtLeast(((1, -2), (2, -1), (3, -1)), -1)]
    lines = [PROOF[0], "f 2;", "pol 1 2 d 2 +;", "output NONE;", "conclusion UNSAT : 3;", PROOF[-1]]
    check_cutting_planes(positive, lines)
    # Not a is 1 less a: 3 (not a) + 2b + 2c >= 4 gives 2 (not a) + b + c >= 2.
    negative = [AtLeast(((1, -3), (2, 2), (3, 2)), 1), AtLeast(((1, 2), (2, -1), (3, -1)), 1)]
    check_cutting_planes(negative, lines)
    with refused(CertificateError, line=5):
        check_cutting_planes([negative[0], AtLeast(((1, 2), (2, -1), (3, -1)), 0)], lines)


@pytest.mark.parametrize(
    ("number", "line", "message"),
    [
        (1, "pseudo-Boolean proof version 2.0", "expected 'pseudo-Boolean proof version 3.0'"),
        (2, "f 4;", "expected 'f 5;'"),
        (3, "pol 1 -1 * 4 + x4 +;", "'-1'; expected a whole number of 0 or more"),
        (3, "pol -1 4 + x4 +;", "'-1'; expected a whole number of 0 or more"),
        (3, "pol 1 1/2 * 4 + x4 +;", "'1/2'; expected a whole number"),
        (3, "pol 1 4 + x4 + 0 d;", "a division by 0"),
        (3, "pol 1 4 + x4 + -1 d;", "'-1'; expected a whole number of 0 or more"),
        (3, "pol 1 6 + x4 +;", "there is no inequality 6; there are 5"),
        (3, "pol 1 0 + x4 +;", "there is no inequality 0; there are 5"),
        (3, "pol 1 4 + x5 +;", "the formula has no variable 'x5'"),
        (3, "pol 1 4 + ~y4 +;", "the formula has no variable 'y4'"),
        (3, "pol 1 4 + x4;", "a sum of 2 inequalities beside each other"),
        (3, "pol 1 4 + + x4;", "there are not two inequalities to add"),
        (3, "pol 2 * 1 +;", "there is no inequality before 2 *"),
        (3, "pol ;", "a sum of 0 inequalities"),
        (3, "pol 1 4 + x4 + s;", "'s'; expected a whole number"),
        (4, "i 1 x1 >= 1 : 5;", "the inequality 5 says something else"),
        (4, "i 1 ~x1 >= 1 : 6;", "the inequality 6 says something else"),
        (4, "i 1 x1 >= 1 : 7;", "there is no inequality 7; there are 6"),
        (4, "i 2 x1 >= 1 : 6;", "expected 'i 1 LITERAL >= 1 : N;'"),
        (4, "rup >= 1;", "expected 'output NONE;'"),
        (4, "a >= 1;", "expected 'output NONE;'"),
        (4, "i 1 x1 >= 1 : 6", "expected 'i 1 LITERAL >= 1 : N;'"),
        (5, "pol 6 5 +", "expected 'output NONE;'"),
        (5, "pol 6 4 +;", "7 is no contradiction"),
        (7, "conclusion UNSAT : 6;", "6 is no contradiction"),
        (7, "conclusion UNSAT : 8;", "there is no inequality 8; there are 7"),
        (7, "conclusion UNSAT;", "expected 'conclusion UNSAT : N;'"),
        (7, "conclusion SAT;", "expected 'conclusion UNSAT : N;'"),
        (8, "end", "expected 'end pseudo-Boolean proof;'"),
        (8, "% no end", "cut short; expected 'end pseudo-Boolean proof;' at the end"),
    ],
)
def test_a_wrong_line_is_refused(number: int, line: str, message: str) -> None:
    with pytest.raises(CertificateError) as caught:
        check_cutting_planes(GIVEN, changed(number, line))
    assert message in caught.value.text
    wrong = {"7 is no contradiction": 7, "cut short": 9}
    assert caught.value.line == next(
        (at for text, at in wrong.items() if message.startswith(text)), number
    )


def test_long_numbers_and_long_sums_are_refused_before_they_are_computed() -> None:
    digits, powers = "9" * 10**6, " 999999999999999999 *" * 100
    for line, message in [
        (f"pol 1 {digits} *;", "a number of 1,000,000 digits; expected at most 18"),
        (f"pol {digits};", "a number of 1,000,000 digits; expected at most 18"),
        (f"pol x{digits};", "a number of 1,000,000 digits; expected at most 18"),
        (f"i 1 x{digits} >= 1 : 6;", "expected 'i 1 LITERAL >= 1 : N;'"),
        (f"pol 1{' 1 +' * 10**6};", "more than 100,000 words"),
        (f"pol 1{powers};", "a number of more than 512 bits"),
        ("pol " + "1 " * 10**6 + ";", "more than 100,000 words"),
    ]:
        with pytest.raises(CertificateError, match=re.escape(message)) as caught:
            check_cutting_planes(GIVEN, changed(3, line))
        assert caught.value.line == 3


@pytest.mark.parametrize("size", range(len(PROOF)))
def test_a_proof_that_is_cut_short_is_refused(size: int) -> None:
    with pytest.raises(CertificateError, match=r"cut short|expected") as caught:
        check_cutting_planes(GIVEN, PROOF[:size])
    assert caught.value.line == size + 1


def test_the_results_of_sums_have_so_many_terms_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few words can multiply long inequalities again and again."""
    monkeypatch.setattr(cutting_planes, "_TERMS", 10)
    check_cutting_planes(GIVEN, PROOF)
    wide = [*PROOF[:2], "pol 1 2 *;", "pol 3 2 *;", "pol 1 1 + 2 d;", *PROOF[2:]]  # 3 + 3 + 3 + 3
    with refused(CertificateError, line=5) as raised:
        check_cutting_planes(GIVEN, wide)
    assert raised.value.line == 5


def test_nothing_comes_after_the_end() -> None:
    with refused(CertificateError, line=9) as caught:
        check_cutting_planes(GIVEN, [*PROOF, "pol 1;"])
    assert caught.value.line == len(PROOF) + 1


def test_a_budget_ends_the_check() -> None:
    budget = Budget(1e-9)
    with pytest.raises(LimitError):
        check_cutting_planes(GIVEN, changed(3, f"pol 1{' 1 +' * 40_000};"), budget=budget)


@pytest.mark.parametrize("seed", seeds(range(40), fast=12))
def test_what_is_accepted_is_true(seed: int) -> None:
    """Random sums of random inequalities, one of which contradicts the sum of some others."""
    rng = random.Random(seed)
    accepted = refused = 0
    for _ in range(200):
        names = range(1, rng.randint(3, 5))
        given = []
        for _ in range(rng.randint(2, 4)):
            terms = {name: rng.choice((-2, -1, 0, 1, 2)) for name in names}
            given.append(Bound(terms, rng.randint(-2, 3)))
        total = {name: sum([each.terms[name] for each in given]) for name in names}
        slack = rng.choice((0, 1, 1))
        most = sum([each.bound for each in given]) - slack
        given.append(Bound({name: -value for name, value in total.items()}, -most))
        numbers = [*range(1, len(given) + 1)]
        rng.shuffle(numbers)
        words = [str(numbers[0])]
        for number in numbers[1:]:
            words += [str(number), "+"]
        for _ in range(rng.randrange(3)):
            place = rng.randrange(1, len(words) + 1)
            factor = str(rng.randint(1, 3))
            words[place:place] = rng.choice(
                [["x1", "+"], ["~x1", "2", "*", "+"], [factor, "d"], [factor, "*"]]
            )
        lines = [
            PROOF[0],
            f"f {len(given)};",
            f"pol {' '.join(words)};",
            "output NONE;",
            f"conclusion UNSAT : {len(given) + 1};",
            PROOF[-1],
        ]
        formula = [
            AtLeast(tuple([pair for pair in sorted(terms.items()) if pair[1]]), bound)
            for terms, bound in given
        ]
        try:
            check_cutting_planes(formula, lines)
        except CertificateError:
            refused += 1
            continue
        accepted += 1
        assert not has_values(given), (given, words)
    assert accepted
    assert refused
