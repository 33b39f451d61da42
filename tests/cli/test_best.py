"""`logicsweep best`, as people use it: in words, and in JSON against `logicsweep.best`."""

from __future__ import annotations

import json
from dataclasses import astuple
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from logicsweep import Board, KnowledgeBase, LimitError, best
from logicsweep.answers import playing
from logicsweep.answers.asked import Asked
from logicsweep.board import FirstClick
from logicsweep.formats import read_board
from logicsweep.render import best as words
from logicsweep.strategy.answer import Behind, Best, Candidate, Closed, Fifty
from logicsweep.strategy.decision import Why
from tests.conftest import ROOT, Run
from tests.judges.terminal import ANSI, on_a_terminal

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"
STUCK = BOARDS / "expert-stuck.board"
FIFTY = "mines: 2\n\n2?100\n??100\n"
PSEUDO = "mines: 4\n\n111??\n??2??\n12?21\n"
CORNERS = "mines: 2\n\n?101?\n?101?\n"
BLANK = "mines: 10\n\n" + "?????????\n" * 9
OPENED = "mines: 10\n\n1????????\n" + "?????????\n" * 8
# What a board and options come to, by the reason.
REASONS = {
    Why.SAFE: ("mines: 2\n\n????\n1211\n0000\n", []),
    Why.SOLVED: (FIFTY, []),
    Why.FIRST: (BLANK, ["--first-click", "opening"]),
    Why.POLICY: ("mines: 4\n\n??1???\n" + "??????\n" * 5, []),
    Why.SCORE: ("?1?\n___\n???\n", ["--density", "1/5", "--layouts", "0"]),
}


def test_a_50_50(logicsweep: Run) -> None:
    done = logicsweep("best", "-", stdin=FIFTY)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "   0 1 2 3 4\n"
        "0  2[?]1 0 0\n"
        "1  ?[?]1 0 0\n"
        "[ ] best to open\n"
        "Open (0,1) or (1,1): the rest of the game was searched, and no cell wins more often.\n"
        "Each has mine probability 1/2 = 50.00 %.\n"
        "The best play wins with probability 1/2 = 50.00 % (exact).\n"
        "In every layout (0,1) or (1,1) is a coin toss (a 50/50): nothing can tell them apart.\n"
        "Solved exactly: 2 layouts.\n"
    )


def test_a_guess_has_a_table(logicsweep: Run) -> None:
    text, options = REASONS[Why.SCORE]
    done = logicsweep("best", "-", *options, stdin=text)
    assert done.stdout == (
        "   0 1 2\n"
        "0  ? 1 ?\n"
        "1  _ _ _\n"
        "2  ?[?]?\n"
        "[ ] best to open\n"
        "Open (2,1): the best score.\n"
        "It has mine probability 1/5 = 20.00 %.\n"
        "The probability to win is not known: --layouts 0 solves nothing.\n"
        "cell          risk     two clicks  why behind\n"
        "(2,1)         20.00 %  80.00 %\n"
        "(2,0), (2,2)  20.00 %  64.00 %     survived less often\n"
    )


@pytest.mark.parametrize("why", Why)
def test_every_reason_in_json(logicsweep: Run, why: Why) -> None:
    """The schema is checked wherever a test runs a command."""
    text, options = REASONS[why]
    answer = json.loads(logicsweep("best", "-", "--json", *options, stdin=text).stdout)
    named = dict(zip(options[::2], options[1::2], strict=True))
    found = best(
        Board.parse(text),
        first_click=named.get("--first-click", "unprotected"),
        layouts=int(named.get("--layouts", 10_000)),
        density=Fraction(named["--density"]) if "--density" in named else None,
    )
    assert (answer["why"], found.why) == (why.value, why)
    assert answer["density"] == named.get("--density")
    assert answer["first_click"] == named.get("--first-click", "unprotected")
    assert read_back(answer) == values_of(found)


def values_of(found: Best) -> dict[str, Any]:
    return {
        "cells": found.cells,
        "reason": found.reason
        and {
            "cell": list(found.reason.cell),
            "text": found.reason.text,
            "clues": list(map(list, found.reason.clues)),
            "uses_total": found.reason.uses_total,
        },
        "risk": found.risk,
        "win_chance": found.win_chance,
        "candidates": [astuple(one) for one in found.candidates],
        "fifties": [astuple(one) for one in found.fifties],
        "closed": [astuple(one) for one in found.closed],
    }


def read_back(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer in the types of `Best`."""

    def cells(pairs: list[list[int]]) -> tuple[tuple[int, ...], ...]:
        return tuple(map(tuple, pairs))

    def exact(text: str | None) -> Fraction | None:
        return None if text is None else Fraction(text)

    for one in answer["candidates"]:
        one["cell"], one["risk"] = tuple(one["cell"]), exact(one["risk"])
        one["behind"] = None if one["behind"] is None else Behind(one["behind"])
        one["win_chance"] = exact(one["win_chance"])
    for one in answer["fifties"]:
        one["halves"] = tuple(map(cells, one["halves"]))
        one["open_ends"], one["now"] = cells(one["open_ends"]), cells(one["now"])
        one["probability"] = exact(one["probability"])
    for one in answer["closed"]:
        one["cells"], one["best"] = cells(one["cells"]), cells(one["best"])
        one["layouts"], one["win_chance"] = int(one["layouts"]), exact(one["win_chance"])
    return {
        "cells": cells(answer["cells"]),
        "reason": answer["reason"],
        "risk": exact(answer["risk"]),
        "win_chance": exact(answer["win_chance"]),
        **{
            name: [tuple(one.values()) for one in answer[name]]
            for name in ("candidates", "fifties", "closed")
        },
    }


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        (REASONS[Why.SAFE][0], [], "Open (0,1) or (0,3): proved safe.\n"),
        (BLANK, [], "Open (2,2): the first cell of the opening book.\nIt has mine"),
        (OPENED, [], "Open (0,8): after a corner with a number, another corner (opening book).\n"),
        (
            BLANK,
            ["--first-click", "safe"],
            "= 12.35 % as the board stands, but the game keeps the first click safe.\n",
        ),
        (
            PSEUDO,
            ["--layouts", "0"],
            "(0,3) and (1,3) are mines only then: that risk comes anyway, now or later.",
        ),
        (PSEUDO, ["--layouts", "0"], "to win is not known: --layouts 0 solves nothing.\n"),
        (
            BLANK,
            [],
            "a part of the board has more than 10,000 layouts (raise this with --layouts).\n",
        ),
        (
            CORNERS,
            [],
            "itself: (0,0) and (1,0); 2 layouts, won with probability 1/2 = 50.00 %; best to open",
        ),
        ("mines: 1\n\n1*\n11\n", [], "Nothing is left to open.\n"),
        ("mines: 1\n\nF1\n11\n", [], "Nothing is left to open.\n"),
    ],
)
def test_words(logicsweep: Run, text: str, options: list[str], said: str) -> None:
    done = logicsweep("best", "-", *options, stdin=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_what_is_told_of_a_game(logicsweep: Run) -> None:
    text = "mines: 3\n\n" + "????\n" * 4
    safe = json.loads(logicsweep("best", "-", "--first-click", "safe", "--json", stdin=text).stdout)
    assert (safe["win_chance"], safe["solved_layouts"]) == ("80/91", 10_000)
    few = logicsweep("best", "-", "--first-click", "safe", "--layouts", "559", stdin=text).stdout
    assert "has more than 559 layouts" in few
    assert (
        "80/91 = 87.91 % (exact)"
        in logicsweep("best", "-", "--first-click", "safe", "--layouts", "560", stdin=text).stdout
    )
    fewer = logicsweep("best", "-", "--mines", "2", "--first-click", "safe", stdin=text).stdout
    assert "Solved exactly: 120 layouts." in fewer


def test_uncertain_clues(logicsweep: Run) -> None:
    """The schema refuses a survival above 1."""
    answer = json.loads(logicsweep("best", "example:hearsay", "--json").stdout)
    assert (answer["cells"], answer["why"]) == ([[3, 0], [3, 1]], "score")
    assert 0.9 < answer["candidates"][0]["survival"] < 1 - Fraction(answer["risk"])


def test_a_large_board_in_few_lines(logicsweep: Run) -> None:
    done = logicsweep("best", STUCK)
    answer = best(read_board(STUCK.read_bytes()))
    below = done.stdout[done.stdout.index("[ ]") :].splitlines()
    assert len(below) < 22
    head = ["cell", "risk", "two", "clicks", "three", "why", "behind"]
    assert below[4].split() == head
    thirds = [(each.cell, each.third) for each in answer.candidates if each.third is not None]
    assert len(thirds) > 5
    for line, (cell, third) in zip(below[5:], thirds, strict=False):
        assert line.startswith(str(cell).replace(" ", ""))
        assert f"{100 * third:.2f} %" in line
        assert line.endswith("survived less often") == (cell not in answer.cells)
    assert f"{len(answer.fifties) - 3} more 50/50s, none of them likelier" in below[-1]


def test_long_answers_are_cut_and_counted() -> None:
    """A made-up answer with too much of everything, and candidates of each kind."""
    cells = [Board.parse("?" * 40).cell(number) for number in range(40)]
    kinds = [None, *Behind]
    found = Best(
        board=Board.parse("mines: 9\n\n" + "?" * 40 + "\n1" + "?" * 39),
        cells=(cells[0], cells[1]),
        why=Why.SCORE,
        risk=Fraction(1, 9),
        win_chance=None,
        candidates=tuple(
            Candidate(
                cell,
                Fraction(place + 1, 90),
                1 - place / 100,
                kinds[place] if place < len(kinds) else Behind.RISKIER,
            )
            for place, cell in enumerate(cells[:13])
        ),
        fifties=tuple(
            Fifty(((cell,), (cells[0],)), (cells[2],), Fraction(1, 2), unavoidable=False, now=())
            for cell in cells[3:8]
        ),
        closed=tuple(Closed((cell,), 1, Fraction(1), ()) for cell in cells[10:15]),
        first_click=FirstClick.UNPROTECTED,
        density=None,
        solved_layouts=7,
    )
    answer = playing.best(Asked("best", "-"), found)
    table = words.candidate_table(answer)
    assert len(table) == 11
    assert [row[-1] for row in table[1:6]] == [
        *("", "survived less often", "wins less often"),
        *("tells nothing: put off", "falls short at best"),
    ]
    assert [row[2] for row in table[1:6]] == [
        *("100 %", "99.00 %", "98.00 %"),
        *("97.00 %", "<= 96.00 %"),
    ]
    assert [*words.rest_lines(answer)] == ["3 more candidates are not shown; --json lists them."]
    fifties = [*words.fifty_lines(found.board, answer)]
    assert fifties[0].startswith("In 50.00 % of the layouts (0,3) or (0,0) will be a coin toss ")
    assert "): if (0,2) is a mine, nothing tells them apart." in fifties[0]
    assert fifties[3:] == ["2 more 50/50s, none of them likelier; --json lists them."]
    parts = [*words.part_lines(answer)]
    assert parts[0] == (
        "A part that was solved by itself: (0,10); 1 layout, won with probability 100 %."
    )
    assert parts[4:] == ["1 more solved part is not shown; --json lists them."]
    choice = [*words.choice_lines(found.board, answer)]
    assert choice[0] == "Open (0,0) or (0,1): all have the best score."


def test_best_cells_of_several_parts_may_differ_in_risk(logicsweep: Run) -> None:
    text = "mines: 6\n\n?11*?\n?333?\n**2*?\n"
    found = best(Board.parse(text))
    risks = {one.risk for one in found.candidates if one.behind is None}
    said = logicsweep("best", "-", stdin=text).stdout
    assert len(risks) == 2
    assert f"Their mine probabilities are from {min(risks)} = " in said
    assert f" to {max(risks)} = " in said


def test_an_inconsistent_board(logicsweep: Run) -> None:
    done = logicsweep("best", BOARDS / "inconsistent.board")
    assert (done.returncode, done.stdout) == (1, "")
    assert "the 4 at (6,12) and the 2 at (7,12) cannot both be right" in done.stderr
    answer = json.loads(logicsweep("best", BOARDS / "inconsistent.board", "--json").stdout)
    assert (answer["consistent"], answer["core"]) == (False, [[6, 12], [7, 12]])


def test_a_limit_says_what_is_proved(logicsweep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    done = logicsweep("best", STUCK, "--time-limit", "1e-9")
    assert (done.returncode, done.stdout) == (3, "")
    assert "limit reached: no complete answer within 1e-09 s" in done.stderr

    def over(*_: object, **__: object) -> object:
        raise LimitError("no time")

    monkeypatch.setattr(import_module("logicsweep.strategy.best"), "best", over)
    done = logicsweep("best", SMALL, "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["limit"], answer["safe"]) == (3, "no time", [[0, 1], [0, 3]])
    assert done.stderr == "logicsweep: limit reached: no time; proved so far: 2 safe, 2 mines\n"


def test_a_density_that_is_missing(logicsweep: Run) -> None:
    done = logicsweep("best", "-", stdin="?1?\n___\n???\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("or --density 1/2 or --mines 3\n")
    done = logicsweep("best", "-", stdin="0??\n???\n???\n")
    assert "Open (0,1), (1,0) or (1,1): proved safe." in done.stdout
    assert "it takes the mine count or a density (--mines, --density)" in done.stdout
    assert "Open " in logicsweep("best", "-", "--mines", "2", stdin="0??\n???\n???\n").stdout


@pytest.mark.parametrize(
    "options",
    [
        *(["--layouts", "-1"], ["--layouts", "x"], ["--first-click", "lucky"]),
        *(["--density", "2"], ["--time-limit", "0"], ["--mines", "many"], ["--from", "psychic"]),
    ],
)
def test_wrong_options(logicsweep: Run, options: list[str]) -> None:
    done = logicsweep("best", SMALL, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_a_narrow_terminal() -> None:
    """The surroundings of the best cell are drawn, and no cell of the table is lost."""
    shown = ANSI.sub("", on_a_terminal(["best", str(STUCK)], COLUMNS="50"))
    assert "\n5  ? ?[?]2 2\n" in shown
    drawn = shown.partition("[ ] ")[0].rpartition("\x1b[2K")[2]  # after the progress, if any
    assert max(map(len, drawn.splitlines())) <= 50
    ends = ("survived less often", "falls short at best")
    table = [line for line in shown.splitlines() if line.endswith(ends)]
    assert len(table) == 9
    assert max(map(len, table)) < 80


def test_a_pipe_gets_the_whole_board(logicsweep: Run) -> None:
    drawn = logicsweep("best", STUCK).stdout.partition("[ ]")[0].splitlines()
    assert len(drawn) == 18
    assert drawn[7].startswith(" 5  1 1 3 ")


SLANT = "mines: 3\n\n1??\n??1\n???\n"


KNOWLEDGE: list[tuple[str, dict[str, Any], str]] = [
    ("rules: 1L\n", {}, "Rules: 1L.\n[ ] best to open\n"),
    ("", {"liars": 1}, "This allows for up to 1 wrong clue.\n"),
    ("", {"program": ":- mine((0,2)). :- mine((0,1))."}, "proved safe."),
]


def asked_slant(
    header: str, made: dict[str, Any], run: Run, folder: Path, *more: str
) -> tuple[Best, str]:
    """Return what the library and the command say about `SLANT` with this knowledge."""
    program = folder / "own.lp"
    program.write_text(str(made.get("program")))
    options = [f"--{name}={program if name == 'program' else made[name]}" for name in made]
    board = Board.parse(header + SLANT)
    done = run("best", "-", *more, *options, stdin=str(board))
    assert (done.returncode, done.stderr) == (0, "")
    return best(KnowledgeBase(board, **made)), done.stdout


@pytest.mark.parametrize(("header", "made", "said"), KNOWLEDGE)
def test_whatever_a_knowledge_base_takes(
    header: str, made: dict[str, Any], said: str, logicsweep: Run, tmp_path: Path
) -> None:
    answer, text = asked_slant(header, made, logicsweep, tmp_path)
    assert said in text
    assert f"{answer.win_chance} = " in text
    unsought = "50/50s were not looked for: that is only done for ordinary clues.\n"
    assert (unsought in text) == bool(answer.candidates)


@pytest.mark.parametrize(("header", "made"), [(header, made) for header, made, _ in KNOWLEDGE])
def test_whatever_a_knowledge_base_takes_as_json(
    header: str, made: dict[str, Any], logicsweep: Run, tmp_path: Path
) -> None:
    answer, text = asked_slant(header, made, logicsweep, tmp_path, "--json")
    told = json.loads(text)
    assert told["fifties"] is answer.fifties is None
    assert told["liars"] == made.get("liars", 0)
    assert tuple(map(tuple, told["cells"])) == answer.cells
    assert (told["risk"], told["win_chance"]) == (str(answer.risk), str(answer.win_chance))


def test_a_known_mine_shows_that_the_game_has_begun(logicsweep: Run) -> None:
    done = logicsweep("best", "-", stdin="mines: 0..2\n\n?*\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Open (0,0): the rest of the game was searched" in done.stdout
    assert "It has mine probability 1/2 = 50.00 %.\n" in done.stdout
    answer = json.loads(logicsweep("best", "-", "--json", stdin="mines: 2\n\n???\n??*\n").stdout)
    assert (answer["first_click"], answer["why"]) == ("unprotected", "solved")


def test_a_first_click_that_no_layout_keeps_free(logicsweep: Run) -> None:
    done = logicsweep("best", "-", stdin="mines: 2\n\n???\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--first-click is opening by default: no layout keeps the first click" in done.stderr
    assert (
        logicsweep(
            "best", "-", "--first-click", "unprotected", stdin="mines: 2\n\n???\n"
        ).returncode
        == 0
    )
