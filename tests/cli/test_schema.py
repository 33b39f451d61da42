"""`logicsweep list schemas`: what the schema of every JSON format says, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from msgspec import to_builtins

from logicsweep import KnowledgeBase
from logicsweep.answers import reasons
from logicsweep.answers.asked import Asked
from logicsweep.answers.base import cut_short
from logicsweep.answers.page import MESSAGES
from logicsweep.answers.requests import REQUESTS
from logicsweep.cli.commands import GROUPS
from logicsweep.cli.schemas import FORMATS
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats import read_board
from tests.conftest import ROOT, Run, run_here, some
from tests.house.modules import ORDER, SLICES
from tests.judges.answers import name_of, schema_of, validator
from tests.judges.refusals import refused

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"
TOTAL = BOARDS / "only-total.board"
WRONG = BOARDS / "inconsistent.board"
STUCK = BOARDS / "expert-stuck.board"
# Of every structure that an answer can be, one that is printed; files are of the current folder.
PRINTED: dict[str, list[Any]] = {
    "BoardObject": ["show", SMALL],
    "Error": ["hint", "nowhere.board"],
    "Inconsistent": ["hint", WRONG],
    "Limited": ["hint", STUCK, "--time-limit", "1e-9"],
    "Listing": ["list", "rules"],
    "BoardFile": ["show", SMALL, "-o", "a.svg"],
    "Solution": ["solve", SMALL],
    "Count": ["count", TOTAL, "2,0", "--distribution"],
    "Explanation": ["explain", TOTAL, "5,7", "--steps"],
    "AgentAccount": ["explain", TOTAL, "--by", "rref"],
    "Undetermined": ["explain", TOTAL, "3,7"],
    "Hint": ["hint", TOTAL, "--safe"],
    "Rating": ["hint", "--rate", TOTAL],
    "GameRating": ["hint", "--rate", "9x9:4,4,md9173d3d2130fcbee3ce8", "--game"],
    "Diagnosis": ["diagnose", SMALL],
    "Certified": ["certify", SMALL, "-o", "new"],
    "Checked": ["check", "proofs", "--board", SMALL],
    "Best": ["best", "tied.board"],
    "Dealt": ["deal", "--no-guess", "--level", "2", "--seed", "1"],
    "NotDealt": ["deal", "--mines", "30", "--no-guess", "--tries", "1", "--seed", "0"],
    "Made": ["puzzle", "--size", "4x4", "--mines", "4", "--seed", "1"],
    "NotMade": [
        *("puzzle", "--size", "4x4", "--mines", "4", "--seed", "1"),
        *("--level", "99", "--tries", "1"),
    ],
    "Game": ["play", "--size", "4x4", "--mines", "2", "--seed", "1"],
    "Review": ["review", ROOT / "tests" / "formats" / "replays" / "game.avf"],
    "JudgedAgent": ["judge", "first:First", "-n", "2", "--seed", "1"],
    "Judgements": ["judge", SMALL, "open (0,0)"],
    "JudgedAnswers": ["judge", "--answers", "answers.jsonl"],
    "ComparedAgents": [
        *("compare", "random", "single-point", "-n", "2", "--workers", "1", "-o", "compared"),
        *("--plain", "--size", "4x4", "--mines", "2"),
    ],
    "ExperimentRun": ["experiment", "run", "a.toml", "-o", "out", "--plain", "--workers", "1"],
    "ExperimentList": ["experiment", "list", "."],
    "EncodingSize": ["encode", SMALL, "--stats"],
    "Comparison": ["encode", SMALL, "--compare"],
    "Position": ["dataset", "--seed", "1", "-n", "1"],
    "Unanswered": ["dataset", "--seed", "1", "-n", "1", "--time-limit", "0.000001"],
    "DatasetManifest": ["dataset", "--seed", "1", "-n", "2", "--to", "npz", "-o", "shards"],
    "Task": ["tasks", "safe", "--seed", "1"],
    "NoTask": ["tasks", "safe", "--seed", "1", "--level", "99", "--tries", "1"],
    "Model": ["decode", "-", "--board", SMALL],
}
# Answers that are not whole, and say why.
PRINTED |= {
    "Solution at a limit": ["solve", STUCK, "--max-entries", "5"],
    "Undetermined at a limit": ["explain", STUCK, "5,24", "--max-entries", "1"],
    "Limited while counting": ["count", STUCK, "--max-entries", "5"],
    "Diagnosis of an inconsistent board": ["diagnose", "wrong.board"],
    "Checked with a fault": ["check", "proofs", "--board", TOTAL],
    "Checked up to a limit": ["check", "proofs", "--time-limit", "0.000001"],
    "JudgedAgent at fault": ["judge", "first:Sure", "-n", "2", "--seed", "1"],
    "JudgedAnswers and faulty ones": ["judge", "--answers", "faulty.jsonl"],
    "ExperimentList with faults": ["experiment", "list", "faulty"],
    "Comparison of an inconsistent board": ["encode", "wrong.board", "--compare"],
    "Model that does not agree": ["decode", "-", "--board", "other.board"],
}
COMMANDS = {entry.name for entry in chain.from_iterable(GROUPS.values())}
PRINTED = {kind: words for kind, words in PRINTED.items() if words[0] in COMMANDS}
FIRST = """
from logicsweep import Agent, Move

class First(Agent):
    is_sure = False
    def choose(self, view):
        return Move(view.choices[-1], is_proved=self.is_sure)

class Sure(First):
    is_sure = True
"""
# Answers of commands that need no board.
MAY_LACK_A_BOARD = {f"logicsweep-{name}/1" for name in ("check", "deal", "play")}
# They are printed in `test_json.py`, in `test_serve.py`, in `test_tasks.py` and in `test_page.py`.
ELSEWHERE = {"ExperimentReport", "ExperimentExport", "Served", "Written"}
# Of these the page of `serve` hears, or asks: see `tests/site/test_answer.py`.
OF_THE_PAGE = {kind.__name__ for _, kind in MESSAGES.values()} | {
    kind.__name__ for kind in REQUESTS
}
# They are of files.
FILES = {
    "ExperimentFile",
    "GameRow",
    "GameStart",
    "Move",
    "GameEnd",
    "JudgedAnswer",
    "Faulty",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that `PRINTED` names."""
    folder = tmp_path_factory.mktemp("answers")
    (folder / "faulty").mkdir()
    for name, text in {
        "a.toml": 'agents = ["random"]\ngames = 1\nboards = ["beginner"]\n',
        "faulty/b.toml": 'agents = ["psychic"]\nboards = ["beginner"]\n',
        "wrong.board": "?1?\n?2?\n",
        "tied.board": "mines: 2\n\n?1????\n",
        "other.board": "????\n1112\n0000\n",
        "first.py": FIRST,
        "answers.jsonl": '{"board": "?1?", "answer": "open (0,0)"}\n',
        "faulty.jsonl": "{}\n",
    }.items():
        (folder / name).write_text(text)
    run_here("certify", SMALL, "-o", folder / "proofs")
    run_here("count", SMALL, "-o", folder / "counted")
    return folder


@pytest.fixture
def printed(request: pytest.FixtureRequest, logicsweep: Run, folder: Path) -> dict[str, Any]:
    """What a command prints."""
    words = PRINTED[request.param]
    done = logicsweep(*words, "--json", stdin="v 1 -2 3 -4 0\n", folder=folder)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_every_structure_is_printed_by_a_test() -> None:
    kinds = {kind.__name__ for described in FORMATS.values() for kind in described.kinds}
    printed_here = {name.split()[0] for name in PRINTED}
    every = {*printed_here, *ELSEWHERE, *OF_THE_PAGE, *FILES}
    assert kinds <= every
    assert kinds == every or SLICES != ORDER


@pytest.mark.usefixtures("threads", "stand_ins")
@pytest.mark.parametrize("printed", some(PRINTED, every=2), indirect=True)
def test_broken_answers_are_refused(printed: dict[str, Any], request: Any) -> None:
    kind = request.node.callspec.params["printed"].split()[0]
    whole = validator(name_of(printed))
    part = Draft202012Validator(
        {**schema_of(name_of(printed)), "anyOf": [{"$ref": f"#/$defs/{kind}"}]}
    )
    part.validate(printed)
    wrong = list(broken(printed))
    assert len(wrong) > 3
    for what, value in wrong:
        assert not part.is_valid(value), what
        # A format may have another structure, for errors, that has less in it.
        assert not whole.is_valid(value) or what.startswith("without "), what


def broken(answer: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """An answer without each of its fields, with one more, and with each of another type."""
    is_board_optional = answer["format"] in MAY_LACK_A_BOARD or "height" not in answer
    optional = (
        {"replay", "limit", "read_as"}
        | ({"board"} if is_board_optional else set())
        | ({*answer} - {"format", "rows"} if "rows" in answer else set())
    )
    for key in answer.keys() - optional:
        yield f"without {key}", {name: value for name, value in answer.items() if name != key}
    for key in answer:
        yield f"{key} of another type", {**answer, key: {"no": "such thing"}}
    yield "a field more", {**answer, "more": 1}
    for key, value in answer.items():
        inner = value[0] if isinstance(value, list) and value else value
        if (
            isinstance(inner, dict)
            and key not in ("techniques", "patterns", "levels")
            and "3bv" not in answer
        ):
            changed = deepcopy(answer)
            (changed[key][0] if isinstance(value, list) else changed[key])["more"] = 1
            yield f"{key} with a field more", changed


def test_answers_at_a_limit_that_is_seldom_met() -> None:
    kb = KnowledgeBase(read_board(TOTAL.read_bytes()))
    explained = reasons.explanation(Asked("explain", "x"), kb.explain((0, 0)))
    step = kb.next_step()
    hinted = reasons.hint(Asked("hint", "x"), kb.board, step, None, needs_guess=False)
    for whole in (explained, hinted):
        answer = cut_short(whole, "no complete answer within 1 s")
        fields = json.loads(json.dumps(to_builtins(answer)))
        validator(name_of(fields)).validate(fields)
        assert fields["error"] == f"limit reached: {fields['limit']}"
        for name in ("error", "kind", "place"):
            less = {key: value for key, value in fields.items() if key != name}
            assert not validator(name_of(fields)).is_valid(less)


@pytest.fixture(scope="module")
def schemas() -> dict[str, dict[str, Any]]:
    """All schemas, by name."""
    return {name: schema_of(name) for name in FORMATS}


@pytest.mark.few
@pytest.mark.parametrize("name", FORMATS)
def test_schemas_are_printed(logicsweep: Run, name: str) -> None:
    done = logicsweep("list", "schemas", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == schema_of(name)


def test_all_schemas_are_listed(logicsweep: Run, schemas: dict[str, dict[str, Any]]) -> None:
    lines = logicsweep("list", "schemas").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(FORMATS)
    assert max(map(len, lines)) <= 80
    listed = json.loads(logicsweep("list", "schemas", "--json").stdout)["rows"]
    assert [entry["name"] for entry in listed] == list(FORMATS)
    assert len({made["$id"] for made in schemas.values()}) == len(FORMATS)
    wrong = logicsweep("list", "schemas", "nope", "--json")
    assert (wrong.returncode, json.loads(wrong.stdout)["kind"]) == (2, "usage")


def test_everything_is_described(schemas: dict[str, dict[str, Any]]) -> None:
    for name, made in schemas.items():
        parts = made["$defs"]
        for title, part in parts.items():
            assert part["description"].endswith("."), (name, title)
            assert "\n" not in part["description"], (name, title)
            for key, one in part.get("properties", {}).items():
                described = one if "description" in one else parts[ref_of(one)]
                assert described["description"].endswith("."), (name, title, key)


def ref_of(value: dict[str, Any]) -> str:
    return str(value["$ref"].rpartition("/")[2])


def test_the_schema_and_the_reader_refuse_the_same_boards() -> None:
    whole: dict[str, Any] = {"format": "logicsweep-board/1", "rows": ["?2"]}
    assert validator("board").is_valid(whole)
    assert read_board(json.dumps(whole)).shape == (1, 2)
    for changes in (
        *({"rows": value} for value in (None, "?2", [], [1])),
        *({"mines": value} for value in ("2", -1, [1], [1, 2, 3], True, 1.5)),
        *({"height": value} for value in (0, "1", None)),
        *({"density": value} for value in ([], {})),
        *({"neighbours": value} for value in (3, [3], [["1"]], [[-1], [0]])),
        *({"clues": 1}, {"topology": 1}, {"more": 1}, {"format": "logicsweep-board/2"}),
        {"format": None},
    ):
        value = whole | changes
        assert not validator("board").is_valid(value), changes
        with refused(BoardSyntaxError):
            read_board(json.dumps(value))
