"""Programs of others, as they are and as they should not be: `python foreign.py MANNER FILE`.

It imports nothing of logicsweep: an honest solver and an honest counter of its own judge what is
exported. As a module it gives the commands of both, in all manners.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

Clauses = list[list[int]]

PYTHON = f"{shlex.quote(sys.executable)} -I -S {shlex.quote(__file__)}"


def solver(manner: str) -> str:
    """The command of a solver."""
    return f"{PYTHON} {manner} {{cnf}}"


def counter(manner: str) -> str:
    """The command of a counter."""
    return f"{PYTHON} {manner} {{mcc}}"


def wait_for_end(process: int) -> None:
    """Wait until a process is gone: one that is killed takes a moment for that."""
    from tests.judges.processes import wait_until  # this file is a program, too

    wait_until(lambda: not _is_running(process))


def _is_running(process: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        os.kill(process, 0)
        status = Path(f"/proc/{process}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def read(path: str) -> tuple[int, Clauses, list[int] | None]:
    """The number of variables, the clauses, and the variables to project on, if there are any."""
    clauses: Clauses = []
    variables, announced, shown = 0, 0, None
    with Path(path).open(encoding="ascii") as file:
        for line in file:
            words = line.split()
            if words[:2] == ["p", "cnf"]:
                variables, announced = int(words[2]), int(words[3])
            elif words[:3] == ["c", "p", "show"]:
                shown = [int(word) for word in words[3:-1]]
            elif words and words[0] not in "cp":
                literals = [int(word) for word in words]
                assert literals.pop() == 0
                assert all(1 <= abs(literal) <= variables for literal in literals)
                clauses.append(literals)
    assert len(clauses) == announced
    return variables, clauses, shown


def given(clauses: Clauses, literal: int) -> Clauses:
    """What is left of clauses once a literal is true."""
    return [[one for one in row if one != -literal] for row in clauses if literal not in row]


def model_of(clauses: Clauses) -> list[int] | None:
    """The literals of a model, by trying: that of the shortest clause first (DPLL)."""
    if [] in clauses:
        return None
    if not clauses:
        return []
    literal = min(clauses, key=len)[0]
    for tried in (literal, -literal):
        rest = model_of(given(clauses, tried))
        if rest is not None:
            return [tried, *rest]
    return None


def count_of(clauses: Clauses, shown: list[int]) -> int:
    """The number of assignments of shown variables that extend to a model."""
    if not shown or [] in clauses:
        return int(model_of(clauses) is not None)
    first, *rest = shown
    return sum(count_of(given(clauses, literal), rest) for literal in (first, -first))


def solve(manner: str, path: str) -> int:
    """Answer as a solver; the exit code."""
    variables, clauses, _ = read(path)
    model = model_of(clauses)
    if manner == "refuses" or (manner == "refuses-units" and len(clauses[-1]) == 1):
        model = None
    if model is None:
        print("s UNSATISFIABLE")
        return 20
    true = {*model, *[-one for one in range(1, variables + 1) if one not in map(abs, model)]}
    if manner == "flips":
        true = {-literal for literal in true}
    print("s SATISFIABLE")
    if manner == "hides":
        return 10
    if manner == "contradicts":
        return 20
    values = sorted(model) if manner == "partial" else sorted(true, key=abs)
    print("v", *values[: len(values) // 2])
    print("v", *values[len(values) // 2 :], 0)
    return 0 if manner == "zero" else 10


def count(manner: str, path: str) -> int:
    """Answer as a counter; the exit code."""
    variables, clauses, shown = read(path)
    number = count_of(clauses, list(range(1, variables + 1)) if shown is None else shown)
    has_unit = bool(clauses) and len(clauses[-1]) == 1
    number += {"one-more": 1, "one-more-each": int(has_unit)}.get(manner, 0)
    print("c o a comment")
    print("c s type", "mc" if shown is None else "pmc")
    lines = {
        "mc": f"s mc {number}",
        "pmc": f"s pmc {number}",
        "bare": f"s {number}",
        "roughly": f"c s approx arb int {number}",
        "rounded": f"c s exact double prec-sci {float(number)}",
        "twice": f"c s exact arb int {number}\nc s exact arb int {number + 1}",
    }
    print("s SATISFIABLE" if number else "s UNSATISFIABLE")
    print(lines.get(manner, f"c s exact arb int {number}"))
    return 0


def main(manner: str, path: str) -> int:
    """Run in a manner; the exit code."""
    if manner == "crashes":
        print("s SATISFIABLE", flush=True)
        raise RuntimeError("out of sorts")
    if manner == "dies":
        os.abort()
    if manner == "hangs":
        child = os.fork()  # which is to be ended as well
        if child:
            both = Path(path).parent.parent / "processes"
            both.write_text(f"{os.getpid()} {child}\n", encoding="ascii")
        time.sleep(600)
    said = {
        "garbage": "s SATISFIABLE\nv one two three",
        "binary": "\x00\x01\x7f \u00fc",
        "torn": "s SATISFIABLE\nv 1 2",
        "ignores": "s SATISFIABLE\nv 1 0",
        "gives-up": "s UNKNOWN",
        "nothing": "",
    }
    if manner in said:
        print(said[manner])
        return 0
    if manner in ("10", "20", "3"):
        return int(manner)
    if manner == "floods":
        while True:
            sys.stdout.write("c and so on\n" * 10_000)
    return count(manner, path) if is_counter(manner) else solve(manner, path)


def is_counter(manner: str) -> bool:
    """Whether a manner is one of counters."""
    counters = "counts one-more one-more-each mc pmc bare roughly rounded twice"
    return manner in counters.split()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
