"""Programs that cannot be had: what is said of them, and where."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, LimitError, State
from logicsweep.errors import ProgramError, ProgramWarning, UnknownNameError
from logicsweep.formulas import Program
from logicsweep.formulas.user_program import without_comments
from tests.conftest import Run
from tests.judges.refusals import refused

BAD = [
    ("a(", "2:1-2: error: syntax error, unexpected EOF"),
    ("\n:- mine(X), Y > 2.", "2:1-19: error: unsafe variables in"),
    ('\n  #include "x.lp".', "2:3: error: #include is refused"),
    ("#script (python)\nprint(1)\n#end.", "1:1: error: #script is refused"),
    ("#  script (lua)\n#end.", "1:1: error: #script is refused"),
    ("#minimize { 1,C : mine(C) }.", "1:13: error: optimisation is refused"),
    (":~ mine(C). [1,C]", "1:1: error: optimisation is refused"),
    ("#program more.", "1:1: error: #program is refused"),
    ("#external mine((0,0)).", "1:1: error: #external is refused"),
    ("%* never closed", "2:1-2: error: lexer error"),
    ("mine((9,9)).", "there can be a mine in (9,9), which is not a covered cell"),
    ("p. {q}.\n#project q/0.", "2:1: error: #project is refused"),
    ("#project mine(C) : covered(C).", "1:1: error: #project is refused"),
    ("a.\n é.", "2:2: error: unexpected character 'é'"),
    ("a.\n\0:- mine(C).", "2:1: error: unexpected character '\\x00'"),
    ('a("\0").', "1:4: error: unexpected character '\\x00'"),
    ("{ off(C) } :- covered(C).", "1:1: error: off/1 is refused in a head"),
    ("p :- 1 = " + "(" * 501 + "1" + ")" * 501 + ".", "1:510: error: nested more than 500 times"),
    ("p. q :- X = 1" + "+1" * 2001 + ".", "error: a statement of more than 2,000 operators"),
    (":- #count { C : mine(C) } > 4294967290.", "1:29: error: this number is out of range: clingo"),
    ("p(2147483648).", "1:3: error: this number is out of range: clingo"),
    ("p. q(0xFFFFFFFF).", "1:6: error: this number is out of range: clingo"),
    ("p(0b" + "1" * 32 + ").", "1:3: error: this number is out of range: clingo"),
    ("p(" + "9" * 10_000 + ").", "1:3: error: this number is out of range: clingo"),
    (":- #count { C : mine(C) } > 2147483647+3.", "1:29: error: the value of this term is out of"),
    (
        "p(-2147483647-2).",
        "this term is out of range: clingo's numbers have 32 bits, -2147483648 to 2147483647",
    ),
    (":- mine((0,0)), 65536*65536 = 0.", "1:17: error: the value of this term is out of range"),
    (
        "#const n=m*2. #const m=2**15. p(n*n).",
        "1:33: error: the value of this term is out of range",
    ),
    ("p(X+1+1) :- X = 2**99..3.", "1:17: error: the value of this term is out of range"),
    ("p(" + "1+" * 1999 + "2147483647).", "1:3: error: the value of this term is out of range"),
    ("&sum { 1 } > 2.", "error: no definition found for theory atom"),
]


@pytest.mark.usefixtures("at_once")
def test_bad_programs(subtests: pytest.Subtests) -> None:
    board = Board.parse("mines: 1\n\n?1?")
    for text, message in BAD:
        with subtests.test(message):
            with pytest.raises(ProgramError) as caught:
                KnowledgeBase(board, program=Program(text, name="my.lp")).consequences()
            assert str(caught.value).startswith("my.lp:")
            assert message in str(caught.value)


@pytest.mark.usefixtures("at_once")
def test_bad_programs_in_files(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    for text, message in BAD[::8]:
        path.write_text(text)
        done = logicsweep("solve", "--program", path, "-", stdin="mines: 1\n\n?1?")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"logicsweep: {path}:")
        assert message in done.stderr


def test_a_sum_that_clingo_cannot_hold_is_refused_with_a_reason() -> None:
    program = Program(":- #sum { 500000000,C : mine(C) } > 600000000.", name="my.lp")
    kb = KnowledgeBase(Board.parse("mines: 2\n\n???\n?2?\n???"), program=program)
    with pytest.raises(ProgramError, match=r"my\.lp: error: .*overflow"):
        kb.consequences()


def test_the_largest_numbers_of_rules_are_what_they_say() -> None:
    board = Board.parse("mines: 1\n\n?1?")
    text = (
        "p(2147483647). q(0x7FFFFFFF). r(a4294967290). s(-2147483647). % 4294967290\n"
        "n(-2147483647-1). n(2**30+(2**30-1)). n(|3-9|**2)."
        't("4294967290"). :- not 1 { mine(C) } 1. :- p(X), q(Y), X != Y. :- s(X), X >= 0.'
    )
    assert KnowledgeBase(board, program=text).count().total == 2


@pytest.mark.usefixtures("at_once")
def test_what_cannot_be_asked_for(logicsweep: Run, tmp_path: Path) -> None:
    board = Board.parse("?1?")
    with refused(ValueError):
        KnowledgeBase(board, reasoner="sat", program=":- mine((0,0)).")
    with refused(UnknownNameError, kind="reasoner", name="bdd"):
        KnowledgeBase(board, reasoner="bdd")
    kb = KnowledgeBase(board, program=":- mine((0,0)).")
    with refused(UnknownNameError, kind="counting engine with a program", name="elimination"):
        kb.count(engine="elimination")
    assert kb.count(engine="models").total == 1
    for path in (tmp_path, tmp_path / "none.lp"):
        done = logicsweep("count", "--program", path, "-", stdin="?1?")
        assert (done.returncode, done.stdout) == (2, "")
        assert str(path) in done.stderr
    (tmp_path / "latin.lp").write_bytes(b"% \xe9\n")
    done = logicsweep("solve", "--program", tmp_path / "latin.lp", "-", stdin="?1?")
    assert done.returncode == 2
    assert "byte 2 is not UTF-8; expected a logic program" in done.stderr


def test_a_likely_mistake_is_said(logicsweep: Run, tmp_path: Path) -> None:
    with pytest.warns(
        ProgramWarning, match="<program>:1:4-12: info: atom does not occur in any rule"
    ):
        KnowledgeBase(Board.parse("?1?"), program=":- mines(C).").consequences()
    path = tmp_path / "typo.lp"
    path.write_text(":- mines(C).")
    done = logicsweep("solve", "--program", path, "-", stdin="mines: 1\n\n?1?")
    assert done.returncode == 0
    assert done.stderr.count("atom does not occur in any rule head") == 1


@pytest.mark.usefixtures("wall_clock")
def test_programs_that_ground_for_ever_reach_the_limit() -> None:
    kb = KnowledgeBase(Board.parse("?1?"), program="p(0). p(X+1) :- p(X).", time_limit=0.1)
    with refused(LimitError):
        kb.consequences()


def test_too_many_layouts_reach_the_limit() -> None:
    kb = KnowledgeBase(
        Board(np.full((10, 10), State.COVERED)), program=":- mine((0,0)).", time_limit=0.2
    )
    assert kb.consequences().safe == {Cell(0, 0)}
    with pytest.raises(LimitError) as caught:
        kb.count()
    assert caught.value.safe == {Cell(0, 0)}


@pytest.mark.slow
def test_comments_are_what_clingo_takes_for_comments() -> None:
    from clingo.ast import parse_string

    def parsed(text: str) -> list[str] | None:
        found: list[str] = []
        try:
            parse_string(
                text,
                lambda statement: (
                    found.append(str(statement)) if statement.ast_type.name != "Comment" else None
                ),
                logger=lambda *_: None,
            )
        except RuntimeError:
            return None
        return found

    seed = 7
    print("seed", seed)
    rng = random.Random(seed)
    pieces = ["%", "*", '"', "\n", "a.", 'b("', '").', "\\", " ", "%*", "*%"]
    accepted = 0
    for _ in range(3_000):
        text = "".join(rng.choices(pieces, k=rng.randint(1, 12)))
        bare = without_comments(text)
        assert parsed(text) == parsed(bare), text
        assert len(bare) == len(text)
        accepted += parsed(text) is not None
    assert accepted > 150


@pytest.mark.usefixtures("at_once")
def test_conflicts_with_a_program_on_the_command_line(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "none.lp"
    path.write_text(":- mine((0,0)). :- mine((0,2)).")
    done = logicsweep("solve", "--program", path, "-", stdin="?1?")
    assert done.returncode == 1
    assert "the 1 at (0,1) and the program cannot both be right" in done.stderr
    done = logicsweep("solve", "--json", "--program", path, "-", stdin="?1?")
    answer = json.loads(done.stdout)
    assert (answer["core"], answer["core_uses_program"]) == ([[0, 1]], True)
    path.write_text(":- not mine((0,0)). :- mine((0,0)).")
    done = logicsweep("solve", "--program", path, "-", stdin="?1?")
    assert "the board is inconsistent: no layout satisfies the program" in done.stderr
