"""The readers of proofs: clauses by unit propagation, and sums, against all values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random

import pytest
from pysat.solvers import Solver

from logicsweep.checker.clauses import Counter, check_refutation, counter_range, read_formula
from logicsweep.checker.faults import CheckError, CheckLimitError, Clock
from logicsweep.checker.sums import AtLeast, check_sums, read_inequalities
from tests.checker.test_forged import mutated
from tests.conftest import seeds

Clause = tuple[int, ...]


def is_proof(clauses: Sequence[Clause], lines: Sequence[str]) -> bool:
    try:
        check_refutation(clauses, lines, Clock())
    except CheckError as error:
        assert error.line is not None
        assert 1 <= error.line <= max(1, len(lines))
        return False
    return True


def follows(known: Iterable[Clause], clause: Clause) -> bool:
    """Whether unit propagation refutes that a clause is false, clause by clause."""
    true = {-literal for literal in clause}
    while True:
        units = {-literal for literal in true} & true
        if units:
            return True
        for each in known:
            left = {literal for literal in each if -literal not in true}
            if not left:
                return True
            if len(left) == 1 and not left <= true:
                true |= left
                break
        else:
            return False


@pytest.mark.parametrize("block", seeds(range(40), fast=8))
def test_proofs_by_clauses(block: int) -> None:
    """Right ones are accepted, and changed ones exactly if each line follows from those before."""
    right = accepted = 0
    for seed in range(block * 25, block * 25 + 25):
        rng = Random(seed)
        top = rng.randint(3, 6)
        clauses = [
            tuple(rng.choice((-1, 1)) * rng.randint(1, top) for _ in range(rng.randint(1, 4)))
            for _ in range(rng.randint(3 * top, 6 * top))
        ]
        with Solver("glucose4", bootstrap_with=clauses, with_proof=True) as solver:
            has_model = solver.solve()
            proof = [line for line in map(str.strip, solver.get_proof() or []) if line != "0"]
        proof = [line for line in proof if not line.startswith("d")]
        if not has_model:
            right += 1
            assert is_proof(clauses, [*proof, "0"])
            assert not is_proof(clauses, proof)
            assert not is_proof(clauses, [*proof, "0", "0"])
        changed = mutated(rng, (*proof, "1 0", "0"))
        known = list(clauses)
        is_right = bool(changed) and changed[-1] == "0" and "0" not in changed[:-1]
        for line in changed:
            clause = tuple(map(int, line.split()[:-1]))
            is_right &= follows(known, clause)
            known.append(clause)
        assert is_proof(clauses, changed) is is_right, seed
        accepted += is_right
        assert not (is_right and has_model)
    assert right > 5


@pytest.mark.parametrize(
    "line", ["1", "1 0 0", "x 0", "", "1_0 0", "+1 0", "\u0661 0", "--1 0", "9" * 30 + " 0"]
)
def test_lines_that_are_no_clauses(line: str) -> None:
    clauses = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    check_refutation(clauses, ["d 1 2 0", "2 0", "0"], Clock())
    with pytest.raises(CheckError) as caught:
        check_refutation(clauses, ["2 0", line, "0"], Clock())
    assert caught.value.line == 2


@pytest.mark.parametrize("block", seeds(range(20), fast=6))
def test_counters(block: int) -> None:
    for seed in range(block * 50, block * 50 + 50):
        rng = Random(seed)
        size = rng.randint(1, 6)
        most, sign = rng.randint(1, size), rng.choice((1, -1))
        literals = tuple(sign * each for each in rng.sample(range(1, 12), size))
        counter = Counter(20, most, literals)
        places = [(i, j) for i in range(1, size + 1) for j in range(1, min(i, most) + 1)]
        assert [counter.place(20 + at) for at in range(len(places))] == places
        assert counter.last == 19 + len(places)
        known = {abs(literal): rng.random() < 0.5 for literal in literals if rng.random() < 0.3}
        known |= {20 + at: rng.random() < 0.5 for at in range(len(places)) if rng.random() < 0.2}
        fitting = [
            sum(values)
            for values in product((False, True), repeat=size)
            if all(
                known.get(abs(literal), value is (literal > 0)) is (value is (literal > 0))
                for literal, value in zip(literals, values, strict=True)
            )
            and all(
                known.get(20 + at, sum(values[:i]) >= j) is (sum(values[:i]) >= j)
                for at, (i, j) in enumerate(places)
            )
        ]
        expected = (min(fitting), max(fitting)) if fitting else None
        assert counter_range(counter, known) == expected, seed


FORMULA = """\
c logicsweep certificate: these clauses cannot all be true, so (0,1) is safe
c 1 = mine(0,0)
c 2 = mine(0,1)
c 5 = marked(4)
c 10 to 14 = counter to 2 of 1 2 5
c clauses 1 to 2: clue(1,1)
c clause 3: the denial that (0,1) is safe
p cnf 14 3
1 -10 0
-2 14 0
2 0
""".splitlines()
SUMS = """\
* #variable= 4 #constraint= 5
* logicsweep certificate: these constraints cannot all be true, so (0,1) is safe
* x1 = mine(0,0)
* x2 = mine(0,1)
* x4 = wrong(0,1)
* constraints 1 to 3: clue(1,0)
1 x1 1 x2 = 1 ;
-2 x1 1 x4 >= -1 ;
* constraint 4: a
 >= 1 ;
* constraint 5: the denial that (0,1) is safe
1 x2 >= 1 ;
""".splitlines()


@pytest.mark.parametrize(("read", "lines"), [(read_formula, FORMULA), (read_inequalities, SUMS)])
def test_formulas_are_read_as_they_are_written(read: object, lines: list[str]) -> None:
    assert callable(read)
    read(lines)
    for place in range(len(lines)):
        before, after = lines[:place], lines[place + 1 :]
        for changed in (
            *(before, [*before, *after], [*before, lines[place], lines[place], *after]),
            *([*before, "", *lines[place:]], [*before, f"{lines[place][0]} hi", *lines[place:]]),
        ):
            with pytest.raises(CheckError):
                read(changed)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("10 to 14", other) for other in ("10 to 15", "5 to 9", "4 to 8")),
        *(("of 1 2 5", other) for other in ("of 1 2 -5", "of 1 2 2", "of 1 2 4")),
        *(("to 2 of", other) for other in ("to 4 of", "to 0 of", f"to {'9' * 15} of")),
        *(("cnf 14 3", other) for other in ("cnf 13 3", "cnf 14 4", "cnf 14 1000000000")),
        *(("1 -10 0", other) for other in ("1 -1 0", "1 1 0", "1 3 0", "1 15 0", "1 -10", "01 0")),
        *(("1 -10 0", other) for other in (" 1 0", "-0 0", "1" * 5000 + " 0", "\u0661 0")),
        *(("clause 3", other) for other in ("clause 2", "clauses 3 to 3", "clause 4")),
        *(("c 2 = mine(0,1)", other) for other in ("c 1 = mine(0,1)", "c 2 = mine(00,1)")),
    ],
)
def test_what_no_formula_says(old: str, new: str) -> None:
    text = "\n".join(FORMULA)
    assert old in text
    with pytest.raises(CheckError):
        read_formula(text.replace(old, new, 1).split("\n"))


def at_least(terms: dict[int, int], bound: int) -> AtLeast:
    return AtLeast(tuple(sorted(terms.items())), bound)


ROWS = [
    at_least({1: 1, 2: 1}, 1),
    at_least({1: -1, 2: -1}, -1),
    at_least({1: 1}, 1),
    at_least({2: 1}, 1),
]


def proof_of(*rules: str, size: int = len(ROWS), last: int) -> list[str]:
    head = ["pseudo-Boolean proof version 3.0", f"f {size};"]
    return [
        *head,
        *rules,
        "output NONE;",
        f"conclusion UNSAT : {last};",
        "end pseudo-Boolean proof;",
    ]


def test_sums_are_followed() -> None:
    check_sums(ROWS, proof_of("% hi", "pol 2 3 + 4 +;", last=5), Clock())
    check_sums(ROWS, proof_of("pol 2 4 +;", "i 1 ~x1 >= 1 : 5;", "pol 3 5 +;", last=6), Clock())
    right = proof_of("pol 2 3 + 4 +;", last=5)
    for place in range(len(right)):
        for changed in (right[:place], [*right[:place], "x", *right[place:]]):
            with pytest.raises(CheckError):
                check_sums(ROWS, changed, Clock())


@pytest.mark.parametrize(
    "rule",
    [
        *("pol 2 3 + 4;", "pol ;", "pol;", "pol 6;", "pol 0;", "pol 2 +;", "pol + 2;"),
        "pol 2 0 d;",
        *("pol 2 d;", "pol * 2;", "pol 2 *;", "pol d;", "pol 2 3 + 4 +", "pol  2;", "pol 2 ;"),
        *("pol x3;", "pol ~x9;", "pol -1;", "pol 1 s;", "pol 1 x1 *;", "pol 1 2 3 * d;"),
        f"pol 1 {' '.join(['999999999999999999 *'] * 9)};",
        *("i 1 x1 >= 1 : 4;", "i 1 x3 >= 1 : 3;", "i 1 ~x1 >= 1 : 3;", "i 2 x1 >= 1 : 3;"),
        *("i 1 x1 >= 1 : 9;", "rup >= 1;", "f 4;", "1" * 9000, f"pol {'1' * 9000};"),
    ],
)
def test_lines_that_are_no_sums(rule: str) -> None:
    with pytest.raises(CheckError):
        check_sums(ROWS, proof_of("pol 2 3 + 4 +;", rule, last=5), Clock())


@pytest.mark.parametrize("block", seeds(range(20), fast=4))
def test_what_a_sum_proves_is_so(block: int) -> None:
    """Random words: an accepted proof means that no values satisfy all inequalities."""
    accepted = 0
    for seed in range(block * 300, block * 300 + 300):
        rng = Random(seed)
        top = rng.randint(1, 3)
        rows = [
            at_least(
                {
                    each: rng.choice((-2, -1, 1, 2))
                    for each in rng.sample(range(1, top + 1), rng.randint(0, top))
                },
                rng.randint(-2, 3),
            )
            for _ in range(rng.randint(2, 5))
        ]
        words: list[str] = []
        height = 0
        for _ in range(rng.randint(2, 9)):
            chance = rng.random()
            if height > 1 and chance < 0.5:
                words.append("+")
                height -= 1
            elif height and chance < 0.65:
                words += [str(rng.randint(0, 3)), rng.choice("*d")]
            else:
                literal = f"{rng.choice(('', '~'))}x{rng.randint(1, top)}"
                words.append(
                    rng.choice(
                        [str(rng.randint(1, len(rows))), str(rng.randint(1, len(rows))), literal]
                    )
                )
                height += 1
        words += ["+"] * (height - 1)
        lines = proof_of(f"pol {' '.join(words)};", size=len(rows), last=len(rows) + 1)
        try:
            check_sums(rows, lines, Clock())
        except CheckError:
            continue
        accepted += 1
        for values in product((0, 1), repeat=top):
            sums = [sum(value * values[each - 1] for each, value in row.terms) for row in rows]
            assert any(total < row.bound for total, row in zip(sums, rows, strict=True)), seed
    assert accepted


def test_large_files_are_limits() -> None:
    with pytest.raises(CheckLimitError):
        read_formula([FORMULA[0], *["0"] * 1_100_000])
    with pytest.raises(CheckLimitError, match="no complete check within"):
        check_refutation(
            [(1,), *[(-n, n + 1) for n in range(1, 50_000)], (-50_000,)], ["0"], Clock(1e-9)
        )
