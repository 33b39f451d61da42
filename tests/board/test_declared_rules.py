"""Rules of a user's own in TOML: what is wrong with a file, and limits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from pathlib import Path

import pytest

from logicsweep import Board, BoardSyntaxError, KnowledgeBase
from logicsweep.board import ClueRule, Region, load_rules
from logicsweep.board.rules import clue_rule
from logicsweep.board.rules.aggregate import LENGTHS, LONGEST, RUNS, Aggregate
from logicsweep.board.rules.declared import read_rules
from logicsweep.errors import RuleFileError
from tests.judges.refusals import refused

CLUE = '[[clue]]\nname = "G"\nabout = "something"\n'
LAYOUT = '[[layout]]\nname = "K"\nabout = "something"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            CLUE + "aggregate = ['sum']",
            r"own\.toml: \[\[clue\]\] 1: unknown aggregate .* known: sum, ",
        ),
        (LAYOUT + "lines = ['equal']", r"\[\[layout\]\] 1: unknown lines .* known: one run, "),
        (LAYOUT + "windows = [{ cells = ['xx'], when = {} }]", "unknown when '{}'; known: always"),
        (CLUE + "weights = [1_000_000_000, 1]\naggregate = 'modulo 3'", "from -125 to 125"),
        (CLUE + "weights = [1, -1_000_000_000]", "the weights of the rule G are 1 and -1000000000"),
    ],
)
def test_a_fault_says_what_was_expected(text: str, words: str) -> None:
    with pytest.raises(RuleFileError, match=words):
        read_rules(text, "own.toml")


def test_runs_go_around_the_clue() -> None:
    drawn = "region = ['xxx', 'xox', 'xxx']\naggregate = 'run lengths'"
    board = Board.parse("rules: G\n\n? ? ?\n? 1+2 ?\n? ? ?", rules=read_rules(CLUE + drawn, "own"))
    same = Board.parse("rules: 1W\n\n? ? ?\n? 1+2 ?\n? ? ?")
    assert KnowledgeBase(board).count().total == KnowledgeBase(same).count().total == 32
    for text, words in (("", "a region drawn"), ("region = ['oxx']\n", "in the same direction")):
        with pytest.raises(RuleFileError, match=words):
            read_rules(CLUE + text + "aggregate = 'runs'", "own.toml")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RuleFileError, match=r"own\.toml: this is no text in UTF-8; expected TOML"):
        load_rules(tmp_path / "own.toml")


def line(cells: int) -> Region:
    return Region("a line", tuple([(0, right) for right in range(1, cells + 1)]))


@pytest.mark.parametrize("states", [2_000, pytest.param(65_536, marks=pytest.mark.slow)])
def test_a_clue_with_far_too_many_values_is_refused_at_once(
    states: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clue_rule, "_MOST_STATES", states)
    rule = ClueRule("G", "runs to the right", line(59), aggregate=LENGTHS)
    with pytest.raises(ValueError, match="can show more than 1,000 values"):
        Board([[-1] * 60], rules=[rule])


@pytest.mark.parametrize("aggregate", [RUNS, LONGEST])
def test_runs_of_a_large_region_take_few_states(aggregate: Aggregate) -> None:
    rule = ClueRule("G", "runs to the right", line(25), aggregate=aggregate)
    board = Board([[24 if aggregate is LONGEST else 12] + [-1] * 25], rules=[rule])
    # The ends of the line are next to each other: 25 ways to leave one cell safe for the longest
    # run, and 25 places for the one gap of two cells or the one run of two mines.
    assert KnowledgeBase(board).count().total == (25 if aggregate is LONGEST else 50)


@pytest.mark.parametrize("topology", ["square", "cylinder"])
@pytest.mark.parametrize("when", ["always", "mine", "coloured mine"])
def test_a_window_that_would_meet_itself_or_its_mine_is_refused(topology: str, when: str) -> None:
    """Three cells in a row, and to their right the mine at which the window holds, if any."""
    cells, goes_around = ("xxx" if when == "always" else "xxxo"), topology == "cylinder"
    own = f"windows = [{{ cells = ['{cells}'], at_least = 0, at_most = 1, when = '{when}' }}]"
    rules = read_rules(LAYOUT + own, "own.toml")

    def obeys(row: int, line: Sequence[int]) -> bool:
        width = len(line)
        for last in range(width):  # of the window
            if not goes_around and last < 2 and when == "always":
                continue
            inside = [last - back for back in range(3) if goes_around or last >= back]
            mine = last + 1
            if when != "always" and not goes_around and mine == width:
                continue
            holds = when == "always" or (
                line[mine % width] and (when == "mine" or (row + mine % width) % 2)
            )
            if holds and sum(line[cell] for cell in inside) > 1:
                return False
        return True

    for height, width in product((1, 2), range(3, 7)):
        text = f"topology: {topology}\nrules: K\n\n" + f"{'?' * width}\n" * height
        if goes_around and len(cells) > width:
            with refused(BoardSyntaxError, line=2, column=8):
                Board.parse(text, rules=rules)
            continue
        obeying = [
            [line for line in product((0, 1), repeat=width) if obeys(row, line)]
            for row in range(height)
        ]
        found = KnowledgeBase(Board.parse(text, rules=rules)).count().total
        assert found == prod(map(len, obeying))
