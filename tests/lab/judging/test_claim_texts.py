"""Claims in answer texts: the one that a careful reader sees, or none."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from logicsweep import Board, Verdict
from logicsweep.answers.base import as_json
from logicsweep.errors import ArgumentTypeError
from logicsweep.lab.judging.as_json import judgement
from logicsweep.lab.judging.claims import (
    Action,
    ChanceClaim,
    Claim,
    ClaimError,
    CountClaim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
)
from logicsweep.lab.judging.judge import judge
from logicsweep.lab.judging.texts import read_claim
from logicsweep.limits import MOST_DIGITS
from tests.conftest import ROOT, TURN, seeds
from tests.judges.refusals import refused

# Cells of the last row are clues, all others covered.
BOARD = Board.parse("mines: 5\n\n?????\n?????\n?????\n?????\n11211\n")
CASES = [
    json.loads(line)
    for line in (ROOT / "tests/lab/judging/claim_texts.jsonl").read_text("utf-8").splitlines()
]
KINDS: dict[str | None, type[Claim] | None] = {
    None: None,
    "move": MoveClaim,
    "verdict": VerdictClaim,
    "chance": ChanceClaim,
    "count": CountClaim,
    "reason": ReasonClaim,
}


def claim_of(says: list[Any]) -> Claim:
    """The claim that a case expects."""
    match says:
        case ["open" | "flag" | "chord" as action, row, column]:
            return MoveClaim(action, (row, column))
        case ["safe" | "mine" | "undetermined" as verdict, *cells]:  # one, or a list for each
            cells = [cells] if isinstance(cells[0], int) else cells
            return VerdictClaim({tuple(cell): verdict for cell in cells})
        case ["all", safe, mines]:
            return VerdictClaim.all_certain(map(tuple, safe), map(tuple, mines))
        case ["chance", row, column, value, tolerance]:
            return ChanceClaim((row, column), Fraction(value), Fraction(tolerance))
        case ["layouts", layouts]:
            return CountClaim(layouts)
        case ["reason", row, column, verdict, clues, uses_total]:
            return ReasonClaim((row, column), verdict, map(tuple, clues), uses_total=uses_total)
    raise AssertionError(says)


def outcome(text: str, **options: Any) -> Claim | str:
    """The claim that a text makes, or why it makes none."""
    try:
        return read_claim(text, BOARD, **options)
    except ClaimError as error:
        return str(error)


def is_refused(answer: Claim | str, words: str = "expected") -> bool:
    return isinstance(answer, str) and words in answer


def test_the_texts_measure_the_reader() -> None:
    """The three numbers of `docs/howto/judge-claims.md`, for texts that were made to mislead it."""
    marks = Counter(_mark(case) for case in CASES)
    says, refused = marks["right"] + marks["unread"], marks["refused"] + marks["leaked"]
    print(f"read right {marks['right']} of {says}, refused {marks['refused']} of {refused}")
    assert (says, refused, marks["otherwise"]) == (452, 842, 0)
    assert marks["right"] / says >= 0.65
    assert marks["refused"] / refused >= 0.99


def test_no_group_is_repeated_possessively() -> None:
    """Python before 3.11.5 misreads such patterns (gh-106052)."""
    for path in (ROOT / "logicsweep/lab/judging").glob("*.py"):
        assert not re.search(r"\)(?:[*+?]|\{[0-9,]*\})\+", path.read_text("utf-8")), path


def _mark(case: dict[str, Any]) -> str:
    answer = outcome(case["text"], kind=KINDS[case["kind"]], about=case.get("about"))
    if case["says"] is None:
        return "refused" if is_refused(answer) else "leaked"
    if answer == claim_of(case["says"]):
        return "right"
    return "unread" if is_refused(answer) and len(str(answer)) < 400 else "otherwise"


# Strict.


CELLS = st.tuples(st.integers(0, 3), st.integers(0, 4))
CLUES = st.tuples(st.just(4), st.integers(0, 4))
FRACTIONS = st.fractions(0, 1)


def rounded(cell: tuple[int, int], chance: Fraction, digits: int) -> ChanceClaim:
    """The claim that a chance makes as a decimal number of so many digits."""
    value = round(chance, digits)
    return ChanceClaim(cell, value, 0 if value in (0, 1) else Fraction(1, 2 * 10**digits))


CLAIMS: st.SearchStrategy[Claim] = st.one_of(
    st.builds(MoveClaim, st.sampled_from([Action.OPEN, Action.FLAG]), CELLS),
    st.builds(MoveClaim, st.just(Action.CHORD), CLUES),
    st.builds(
        lambda verdicts, is_all: VerdictClaim(verdicts, is_all=is_all),
        st.dictionaries(CELLS, st.sampled_from(Verdict), min_size=1),
        st.booleans(),
    ),
    st.just(VerdictClaim({}, is_all=True)),
    st.builds(ChanceClaim, CELLS, FRACTIONS),
    st.builds(rounded, CELLS, FRACTIONS, st.integers(1, 30)),
    st.builds(CountClaim, st.integers(0, 10**400)),
    st.builds(
        lambda cell, verdict, clues, uses_total: ReasonClaim(
            cell, verdict, clues, uses_total=uses_total
        ),
        CELLS,
        st.sampled_from([Verdict.SAFE, Verdict.MINE]),
        st.sets(CLUES),
        st.booleans(),
    ),
)


def test_no_text_chooses_its_tolerance() -> None:
    """A trap: with a tolerance of 1 every probability is right."""
    for text in (
        *("(1,2): 1/2, within 1", "(1,2) is a mine with probability 1/2, within 1/2"),
        *("(1,2): 0.5, within 1", "(1,2): 1/2 ± 1/2", "(1,2): 1/2 within 1"),
        '{"cell": [1, 2], "probability": "1/2", "tolerance": 1}',
    ):
        for strict in (False, True):
            assert is_refused(outcome(text, kind=ChanceClaim, strict=strict)), text
    for tolerance in (1, Fraction(1, 3), Fraction(1, 200), Fraction(1, 2), Fraction(1, 10**5000)):
        claim = ChanceClaim((1, 2), Fraction(1, 3), tolerance)
        assert read_claim(str(claim), BOARD, strict=True) == ChanceClaim((1, 2), Fraction(1, 3))
    assert str(ChanceClaim((1, 2), Fraction(1, 3), 1)) == "(1,2) is a mine with probability 1/3"
    claim = ChanceClaim((1, 2), Fraction(33, 100), Fraction(1, 200))
    assert str(claim) == "(1,2) is a mine with probability 0.33"
    assert read_claim("(1,2): 33%", BOARD) == claim


@given(CLAIMS)
def test_the_text_of_a_claim_is_read_back(claim: Claim) -> None:
    """Of every claim, except that a tolerance is that of a decimal number or none."""
    text = str(claim)
    for kind in (None, type(claim)):
        assert read_claim(text, BOARD, kind=kind, strict=True) == claim
        assert read_claim(f"\n {text}\t", BOARD, kind=kind, strict=True) == claim
    assert read_claim(f"Let me see.\n\n{text}\n", BOARD, kind=type(claim)) == claim
    assert read_claim(f"Hm.\n\nAnswer: {text}", BOARD, kind=type(claim)) == claim


def test_strict_reads_the_same_or_nothing() -> None:
    wrong = []
    for case in CASES:
        if case["says"] is not None:
            answer = outcome(case["text"], kind=KINDS[case["kind"]], strict=True)
            if not is_refused(answer) and answer != claim_of(case["says"]):
                wrong.append((case, answer))
    assert not wrong


NOT_STRICT = [
    *("Open (1,2)", "open (1,2).", "open 1,2", "(1,2)", "Answer: open (1,2)", "`open (1,2)`"),
    *("open B3", "1,2 is safe", "safe: (0,1); (2,3)"),
    *("open (1,2) open (1,2)", "open (1,2)\nopen (1,2)", "I open (1,2)", "open [1,2]", ""),
    *("(1,2) is safe.", "(1,2) is not safe", "safe: ", "safe: (0,1) (0,1)", "layouts: 1,234"),
    *("layouts: -1", "layouts: 1.0", "(1,2): .5", "(1,2): 1/0", "(1,2): 0.5, within 1/10"),
    *("(1,2) is safe because", "(1,2) is undetermined because (4,0)", "open (１,2)"),  # noqa: RUF001
    *('{"move": "open"}', '{"move": "open", "cell": [1, 2], "reason": "so"}', "{}", "[1, 2]"),
    *('{"move": "open", "cell": [1, 2]} ok', '{"layouts": 1e3}', '{"layouts": ' + "1" * 5000),
    *(
        "{" * 5000,
        '{"layouts": ' + "[" * 5000,
        '{"reason": "' + "]" * 20000 + '", "layouts": ' + "[" * 20000 + "]" * 20000 + "}",
        "nan",
        "nothing",
        "layouts: " + "9" * (MOST_DIGITS + 1),
    ),
]


def test_strict_refuses_all_else() -> None:
    answers = [(text, outcome(text, strict=True)) for text in NOT_STRICT]
    assert not [answer for answer in answers if not is_refused(answer[1])]


# Texts with a number of so many digits, and the class of the claim that each makes.
LONG: dict[str, tuple[Callable[[int], str], type[Claim]]] = {
    "decimal": (lambda digits: f"(1,2): 0.{'3' * (digits - 1)}", ChanceClaim),
    "zeros": (
        lambda digits: f"(1,2): {'0' * (digits // 2)}.{'3' * (-(-digits // 2))}",
        ChanceClaim,
    ),
    "percentage": (lambda digits: f"(1,2): 5.{'3' * (digits - 3)}%", ChanceClaim),
    "JSON": (
        lambda digits: f'{{"cell": [1, 2], "probability": 0.{"3" * (digits - 1)}}}',
        ChanceClaim,
    ),
    "prose": (
        lambda digits: f"Thus the probability of a mine at (1,2) is 0.{'3' * (digits - 1)}.",
        ChanceClaim,
    ),
    "denominator": (lambda digits: f"(1,2): 1/{'3' * digits}", ChanceClaim),
    "numerator": (lambda digits: f"(1,2): {'3' * digits}/{'7' * digits}", ChanceClaim),
    "LaTeX": (lambda digits: rf"\boxed{{(1,2): \frac{{1}}{{{'3' * digits}}}}}", ChanceClaim),
    "boxed": (lambda digits: rf"\boxed{{(1,2): 0.{'3' * (digits - 1)}}}", ChanceClaim),
    "layouts": (lambda digits: f"layouts: {'3' * digits}", CountClaim),
    "JSON layouts": (lambda digits: f'{{"layouts": {"3" * digits}}}', CountClaim),
    "prose layouts": (lambda digits: f"So there are {'3' * digits} layouts.", CountClaim),
    "thousands": (
        lambda digits: (
            f"There are {'3' * (digits % 3 or 3)}{',333' * (-(-digits // 3) - 1)} layouts."
        ),
        CountClaim,
    ),
}


@pytest.mark.parametrize("name", LONG)
def test_long_numbers_are_read_up_to_a_limit(name: str) -> None:
    text_of, kind = LONG[name]
    for asked in (None, kind):
        claim = read_claim(text_of(MOST_DIGITS), BOARD, kind=asked)
        assert isinstance(claim, kind)
        assert read_claim(str(claim), BOARD, kind=asked, strict=True) == claim
        for digits in (MOST_DIGITS + 1, 2 * MOST_DIGITS, 2 * MOST_DIGITS + 2):
            for strict in (False, True):
                assert is_refused(outcome(text_of(digits), kind=asked, strict=strict)), digits


@pytest.mark.parametrize("name", LONG)
def test_claims_with_long_numbers_are_judged(name: str) -> None:
    text_of, _ = LONG[name]
    for digits in (MOST_DIGITS, MOST_DIGITS + 1, 2 * MOST_DIGITS):
        judged = judgement(judge(BOARD, text_of(digits), witness=False))
        assert (judged.error is None) is (digits == MOST_DIGITS)
        assert as_json(judged)


def test_a_claim_about_another_cell_is_no_answer() -> None:
    for text in ("(1,2) is safe", "(1,2): 1/3", "(1,2) is safe because (4,0)", "safe: (0,0)"):
        answer = outcome(text, about=(0, 0), strict=True)
        assert is_refused(answer, "not about (0,0); expected only that cell"), text
    assert read_claim("(0,0) is safe", BOARD, about=(0, 0), strict=True)


def test_wrong_arguments_have_a_type_error() -> None:
    for wrong in ({"kind": str}, {"kind": "move"}, {"about": "(1,2)"}, {"about": (1, 2, 3)}):
        with pytest.raises(TypeError, match="expected"):
            read_claim("open (1,2)", BOARD, **wrong)  # type: ignore[arg-type]
    with refused(ArgumentTypeError, argument="text"):
        read_claim(b"open (1,2)", BOARD)  # type: ignore[arg-type]


# Texts of known pieces.


def _cell(rng: random.Random) -> tuple[int, int]:
    return rng.randrange(4), rng.randrange(5)


def _spelled(rng: random.Random, cell: tuple[int, int]) -> str:
    row, column = cell
    return rng.choice(
        [
            f"({row},{column})",
            f"({row}, {column})",
            f"row {row}, column {column}",
            f"r{row}c{column}",
            f"cell [{row}, {column}]",
        ]
    )


# Wordings that are read, and with reasons around them, which are not.
MOVES = {
    Action.OPEN: [
        *("Open {}.", "So we open {}.", "My move is to reveal {}.", "{} is safe to open."),
        *("{} should be opened.", "The safest cell to open is {}.", "I'd click on {}", "{}"),
        "The 1 at (4,0) has its mine, so open {}.",
        "Click {}, because the clue at (4,2) is satisfied.",
    ],
    Action.FLAG: ["Flag {}.", "I mark {} as a mine.", "So flag {}!", "Let's place a flag on {}"],
}
VERDICTS = {
    Verdict.SAFE: ["{} is safe.", "Thus {} must be safe.", "{}: safe", "{} is not a mine."],
    Verdict.MINE: [
        "{} is a mine.",
        "So {} is definitely a mine.",
        "{}: mine",
        "There is a mine at {}",
    ],
    Verdict.UNDETERMINED: ["{} is undetermined.", "{}: undetermined"],
}
CHANCES = [
    *(
        "{}: {}",
        "The probability of a mine at {} is {}.",
        "P{} = {}",
        "{} is a mine with probability {}",
    ),
    "The chance that {} is a mine is {}",
]
COUNTS = [
    "There are {:,} layouts.",
    "layouts: {}",
    "{} layouts",
    "The number of layouts is {}.",
    "{}",
]


def _move(rng: random.Random) -> tuple[str, Claim]:
    cell, action = _cell(rng), rng.choice(list(MOVES))
    if rng.random() < 0.2:
        return f'{{"move": "{action.value}", "cell": {list(cell)}}}', MoveClaim(action, cell)
    return rng.choice(MOVES[action]).format(_spelled(rng, cell)), MoveClaim(action, cell)


def _verdict(rng: random.Random) -> tuple[str, Claim]:
    cell, verdict = _cell(rng), rng.choice(list(Verdict))
    text = rng.choice(VERDICTS[verdict]).format(_spelled(rng, cell))
    return text, VerdictClaim({cell: verdict})


def _chance(rng: random.Random) -> tuple[str, Claim]:
    cell, chance = _cell(rng), Fraction(1, rng.randrange(3, 90))
    return rng.choice(CHANCES).format(_spelled(rng, cell), chance), ChanceClaim(cell, chance)


def _count(rng: random.Random) -> tuple[str, Claim]:
    layouts = rng.randrange(2000)
    return rng.choice(COUNTS).format(layouts), CountClaim(layouts)


ANSWERS: dict[type[Claim], Callable[[random.Random], tuple[str, Claim]]] = {
    MoveClaim: _move,
    VerdictClaim: _verdict,
    ChanceClaim: _chance,
    CountClaim: _count,
}
NOISE = [
    "Let me look at the board.",
    "The clue at (4,0) touches (3,0) and (3,1).",
    "Each clue counts its neighbours.",
    "Hmm, wait, this is hard.",
    "Now for the 2 at (4,2).",
    "It has three covered neighbours: (3,1), (3,2), (3,3).",
    "That leaves little choice.",
]
MARKS = ["Answer: {}", "**Final answer:** {}", "<answer>{}</answer>", "\\boxed{{{}}}"]


def _texts(seed: int, count: int) -> Iterator[tuple[str, type[Claim], list[Claim]]]:
    """Texts with their kind and the different answers in them, one or two."""
    rng = random.Random(f"answers {seed}")
    for _ in range(count):
        kind = rng.choice(list(ANSWERS))
        answers = [ANSWERS[kind](rng) for _ in range(rng.choice([1, 1, 2]))]
        lines = [rng.choice(NOISE) for _ in range(rng.randrange(4))]
        if rng.random() < 0.2:
            lines.insert(0, f"<think>{ANSWERS[kind](rng)[0]} {rng.choice(NOISE)}</think>")
        is_marked = rng.random() < 0.5
        for text, _claim in answers:
            lines.append(rng.choice(MARKS).format(text) if is_marked else text)
        between = rng.choice(["\n", "\n\n"])
        yield between.join(lines), kind, list(dict.fromkeys(claim for _, claim in answers))


@pytest.mark.parametrize("name", ["{row},{column}", "{row}, {column}", "{letter}{from_1}"])
def test_cells_are_read_in_each_spelling(name: str) -> None:
    """As in brackets: a bare pair, and the letter of the column with the row from 1."""
    rng = random.Random("spellings")
    for kind, line in [*LINES, (VerdictClaim, "safe: (0,1); (2,3); mines: (3,4) and (3,3)")]:
        row, column = _cell(rng)

        def spelled(cell: re.Match[str]) -> str:
            row, column = int(cell[1]), int(cell[2])
            letter = rng.choice(["ABCDE", "abcde"])[column]
            return name.format(row=row, column=column, letter=letter, from_1=row + 1)

        text = line.replace("(1,2)", f"({row},{column})")
        said = re.sub(r"\((\d),(\d)\)", spelled, text)
        if not text.startswith(("P", "{")):  # P(1,2) is a probability, and JSON has lists
            for asked in (kind, None):
                assert outcome(said, kind=asked) == outcome(text, kind=asked), said


@pytest.mark.parametrize(
    "text",
    [
        *("1,2,3 is safe", "safe: 0,1, 2,3", "open 1.5,2", "open 1,2.5", "open -1,2", "(0,1): 0,5"),
        *("open 1, 234", "1,2/3", "open 1,2 %", "open A0", "open AAAAA1", "open A01", "open 1A"),
        *("open row1", "open A1B2", "x,y: open A1", "open A 1", "open E9", "A1 or B1 is safe"),
    ],
)
def test_what_is_perhaps_no_cell_is_refused(text: str) -> None:
    for kind in (None, MoveClaim, VerdictClaim, ChanceClaim):
        assert is_refused(outcome(text, kind=kind))
        assert is_refused(outcome(text, kind=kind, about=(0, 1)))


@pytest.mark.parametrize("seed", seeds(range(20), fast=4))
def test_two_answers_are_never_read_as_one(seed: int) -> None:
    read_texts = single = 0
    number = 500 if TURN else 100
    for text, kind, claims in _texts(seed, number):
        answer = outcome(text, kind=kind)
        assert is_refused(answer) or [answer] == claims, (text, answer)
        single += len(claims) == 1
        read_texts += [answer] == claims
    assert read_texts > 0.55 * single


PIECES = [
    *("or", "not", "open", "flag", "safe", "(1,2)", "(3,4)", "1/3", "\n", "?", ":", "Answer:"),
    *(
        "<answer>",
        "</answer>",
        "<think>",
        "</think>",
        "\\boxed{",
        "}",
        "{",
        "[",
        '"',
        "²",
        "\u202e",
    ),
    *(
        "\uff19",
        "\x00",
        "\ud800",
        "\u22121",
        "9" * 4001,
        "{{{",
        "```",
        "B3",
        "row",
        "column 4",
        "💣",
        "…",
    ),
]


def _mutated(text: str, rng: random.Random) -> str:
    for _ in range(rng.randrange(1, 4)):
        words = text.split(" ")
        start, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        match rng.randrange(6):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:]
            case 2:
                rng.shuffle(words)
                text = " ".join(words)
            case 3:
                text = text[:start] + rng.choice(PIECES) + text[start:]
            case 4:
                text = text[:start] + f"\n{rng.choice(CASES)['text'][:200]}\n" + text[start:]
            case 5:
                text = text[:start] + chr(rng.randrange(0x11000)) + text[start:]
    return text


@pytest.mark.parametrize("seed", seeds(range(20), fast=8))
def test_changed_texts_are_read_or_refused(seed: int) -> None:
    """Into a claim that the board has, or `ClaimError` and nothing else."""
    rng = random.Random(f"mutations {seed}")
    claims = 0
    for _ in range(500 if TURN else 150):
        case = rng.choice(CASES)
        text = _mutated(case["text"], rng)
        kind = rng.choice([KINDS[case["kind"]], None])
        about = rng.choice([None, (1, 2)])
        for strict in (False, True):
            answer = outcome(text, kind=kind, about=about, strict=strict)
            if isinstance(answer, str):
                assert "expected" in answer or "board" in answer, text
                continue
            assert kind is None or isinstance(answer, kind)
            claims += 1
    assert claims


# An answer of each kind, and words that would change it wherever they stood.
LINES: list[tuple[type[Claim], str]] = [
    *((MoveClaim, form.format("(1,2)")) for forms in MOVES.values() for form in forms[:8]),
    *((VerdictClaim, form.format("(1,2)")) for forms in VERDICTS.values() for form in forms),
    *((ChanceClaim, form.format("(1,2)", "1/3")) for form in CHANCES),
    *((CountClaim, form.format(12)) for form in COUNTS),
    (VerdictClaim, "(1,2) and (2,3) are safe."),
    (VerdictClaim, "safe: (0,1) (2,3); mines: (3,4)"),
    (VerdictClaim, "Safe cells: (0,1)\nMines: (3,4)\nAll others are undetermined."),
    (VerdictClaim, "There are no certain cells."),
    (ReasonClaim, "(1,2) is safe because of the clues at (4,0) and (4,1)."),
    (ReasonClaim, "(1,2) is a mine because (4,0), mine count"),
    (MoveClaim, '{"move": "open", "cell": [1, 2], "reasoning": "so"}'),
    (MoveClaim, '```json\n{"answer": "Open (1,2)."}\n```'),
    (MoveClaim, '{\n  "answer": {"move": "open", "cell": [1, 2]}\n}'),
]
DOUBTS = [
    "maybe",
    "never",
    "unless",
    "is wrong",
    "isn't",
    "or (3,3)",
    "not",
    "almost",
    "if",
    "?",
    "~~",
]


@pytest.mark.parametrize(("kind", "line"), LINES, ids=[line for _, line in LINES])
def test_a_word_beside_an_answer_is_not_passed_over(kind: type[Claim], line: str) -> None:
    """Except that `(1,2) is not a mine` is an answer, and another one."""
    claim = read_claim(line, BOARD, kind=kind)
    words = line.split(" ")
    for mark in ("{}", "Answer:\n{}") if "\n" in line else ("{}", *MARKS):
        assert outcome(mark.format(line), kind=kind) == claim
        for doubt in DOUBTS:
            for at in range(len(words) + 1):
                text = mark.format(" ".join([*words[:at], doubt, *words[at:]]))
                answer = outcome(text, kind=kind)
                is_contrary = doubt == "not" and answer == VerdictClaim({(1, 2): "safe"})
                assert is_refused(answer) or is_contrary, text


def _repeats(second: Claim, first: Claim) -> bool:
    """Whether the second is the first one, or a verdict in a list of all that is certain."""
    if isinstance(first, VerdictClaim) and isinstance(second, VerdictClaim) and first.is_all:
        return second.verdicts.items() <= first.verdicts.items()
    return first == second


@pytest.mark.parametrize("seed", seeds(range(20), fast=4))
def test_a_second_answer_is_never_passed_over(seed: int) -> None:
    """An answer put before or behind one of the corpus that is read is another one: refused."""
    rng = random.Random(f"second {seed}")
    texts = [case for case in CASES if case["says"] and KINDS[case["kind"]] in ANSWERS]
    for case in texts if TURN else texts[seed % 4 :: 4]:
        kind = KINDS[case["kind"]]
        assert kind is not None
        second, claim = ANSWERS[kind](rng)
        if case.get("about") or _repeats(claim, claim_of(case["says"])):
            continue
        if any(mark in case["text"] for mark in ("nswer", "boxed", "think>")):
            continue  # only the marked answer counts
        for text in (f"{case['text']}\n\n{second}", f"{second}\n\n{case['text']}"):
            assert is_refused(answer := outcome(text, kind=kind)), (text, answer)
