"""What is to be played: experiments read from files."""

from __future__ import annotations

import csv
import json
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from logicsweep import Game, play
from logicsweep.errors import SpecificationError
from logicsweep.games import agent_of
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments.game_run import play_game
from logicsweep.lab.experiments.toml import check_agents, parse_specification, read_specification
from tests.conftest import ROOT, Run
from tests.judges.refusals import refused
from tests.lab.experiments.small import SMALL, specification


def test_a_specification_says_what_is_played() -> None:
    found = specification()
    assert found.title == "Small"
    assert list(found.conditions) == [
        Condition(5, 6, 3, "continue", "unprotected", False),
        Condition(5, 6, 6, "continue", "unprotected", False),
    ]
    keys = [task.key for task in found.tasks()]
    assert len(keys) == len(set(keys)) == 24
    assert [key.seed for key in keys] == sorted(key.seed for key in keys)
    assert found.conditions.keys() == {key.condition for key in keys}


def test_rules_clicks_and_models_are_crossed() -> None:
    text = """
agents = ["random"]
rule = ["classic", "search"]
first_click = ["safe", "opening"]
clues = ["exact", "optimistic"]
games = 2
fewer = { random = 1 }
boards = [{ height = 5, width = 5, mines = 3 }, { height = 6, width = 5, mines = 3, games = 7 }]
"""
    found = specification(text)
    assert len(found.conditions) == 16
    assert sorted(set(found.conditions.values())) == [2, 7]
    assert sum(1 for _ in found.tasks()) == found.games_in_all == 16


read = cache(read_specification)
EXPERIMENTS = sorted((ROOT / "examples" / "experiments").glob("*.toml"))
# It takes half as long to read as all others together.
LARGE = ROOT / "examples" / "experiments" / "rules.toml"
large = pytest.mark.slow("to read it, which is done once")
all_experiments = pytest.mark.parametrize(
    "paths",
    [[path for path in EXPERIMENTS if path != LARGE], pytest.param([LARGE], marks=large)],
    ids=["most", "large"],
)


@all_experiments
def test_games_are_counted_without_making_them(
    paths: list[Path], subtests: pytest.Subtests
) -> None:
    for path in paths:
        found = read(path)
        with subtests.test(path.name):
            assert found.games_in_all == sum(
                found.games_of(condition, agent)
                for condition in found.conditions
                for agent in found.agents
            )


def test_a_layout_comes_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "one.board").write_text("*__\n___\n__*\n")
    path = tmp_path / "given.toml"
    path.write_text(
        'agents = ["exact"]\nfirst_click = ["safe"]\ngames = 2\n'
        'boards = [{ file = "one.board" }, { height = 3, width = 3, mines = 2 }]\n'
    )
    found = read_specification(path)
    given, other = found.conditions
    assert (given.board, given.mines, given.first_click) == ("one.board", 2, "unprotected")
    assert other.first_click == "safe"
    records = [play_game(task) for task in found.tasks()]
    assert [record.condition.file for record in records] == ["one.board", "", "one.board", ""]
    assert all(not record.error for record in records)
    assert found.games_in_all == len(records)


FAULTS: list[tuple[str, str]] = [
    ("agents = [", r"^x\.toml:2:1: not TOML: Invalid value$"),
    ('title = "x"\nagents = ["psychic"]', r"x\.toml:2: agents: unknown 'psychic'; known: random"),
    ("agents = []", r"x\.toml:1: agents is \[\]; expected a list of names, each once"),
    ('agents = ["exact", "exact"]', r"agents is \['exact', 'exact'\]; expected each name once"),
    ("agents = 3", "agents is 3; expected a list"),
    ('agents = ["exact"]', "boards is missing; expected a list"),
    (
        'agents = ["exact"]\nboards = []',
        r"x\.toml:2: boards is \[\]; expected a list of sizes and tables that is not empty",
    ),
    (
        'agents = ["exact"]\nboards = [{}]',
        r"x\.toml:2: boards\[0\]: height is missing; expected height and width, or a size",
    ),
    (
        'agents = ["exact"]\nboards = [{height=0,width=3,mines=1}]',
        r"x\.toml:2: boards\[0\]\.height is 0; expected a whole number from 1 to 10,000,000",
    ),
    (
        'agents = ["exact"]\nboards = [{height=3,width=3,mines=10}]',
        "10 mines do not fit on 9 cells",
    ),
    (
        'agents = ["exact"]\nfirst_click = ["opening"]\nboards = [{height=3,width=4,mines=9}]',
        r"x\.toml:3: boards\[0\]: 9 mines do not fit on 12 cells, and the first click",
    ),
    (
        'agents = ["exact"]\nboards = [{height=3,width=3,densities=[2]}]',
        r"boards\[0\]\.densities\[0\] is 2; expected a number from 0 to 1",
    ),
    ('agents = ["exact"]\nboards = [{file="none.board"}]', "cannot read none.board: no such file"),
    (
        'agents = ["exact"]\nboards = [{file="none.board", mines=3}]',
        r"boards\[0\]: file and mines; expected one of them",
    ),
    (
        'agents = ["exact"]\nboards = [{size="9x9", mines=5, densities=[0.1]}]',
        r"boards\[0\]: mines and densities; expected one of them",
    ),
    (
        'agents = ["exact"]\nboards = ["beginner", {size="beginner", games=1}]',
        r"x\.toml:2: boards\[1\]: 9x9/10 is named twice",
    ),
    ('agents = ["exact"]\nfast = true', "unknown key 'fast'; expected about, agents"),
    (
        'agents = ["exact"]\ngames = true',
        "games is true; expected a whole number from 0 to 1,000,000",
    ),
    ('agents = ["exact"]\ntime_limit = 0', "time_limit is 0; expected a number of seconds above 0"),
    (
        'agents = ["exact"]\nfewer = {rref = 3}',
        "fewer: unknown 'rref'; expected one of agents: exact",
    ),
    ('agents = ["exact"]\nclues = ["gossip"]', "clues: unknown clue model 'gossip'"),
    (
        'agents = ["exact"]\ntime_limit = inf',
        "time_limit is inf; expected a number of seconds above 0",
    ),
    (
        'agents = ["exact"]\ntime_limit = nan',
        "time_limit is nan; expected a number of seconds above 0",
    ),
    (
        'agents = ["exact"]\ntime_limit = 1e9',
        "expected a number of seconds above 0 and at most 1,000,000$",
    ),
    ('agents = ["exact"]\nseed = 10000000000000000000', "seed is 1(0{19}); expected a whole"),
    (f'agents = ["exact"]\ngames = {"1" * 5000}', r"^x\.toml: not TOML: "),
    ('agents = ["exact"]\ngames == 3', r"^x\.toml:2:8: not TOML: Invalid value$"),
    (f"agents = {'[' * 500}{']' * 500}", "agents: unknown|not TOML"),
    ('agents = ["exact"]\nclues = []', r"clues is \[\]; expected a name, or a list of"),
    ('agents = ["exact"]\nboards = [{file="a\\u0000.board"}]', "cannot read .*embedded null"),
    ('agents = ["exact"]\nboards = 5', "boards is 5; expected a list"),
    (
        'agents = ["exact"]\nboards = [{height=3,width=3,densities=[]}]',
        r"densities is \[\]; expected a list of numbers from 0 to 1",
    ),
    (
        'agents = ["exact"]\nboards = [{height=3,width=3,densities=[true]}]',
        r"densities\[0\] is true; expected a number from 0 to 1",
    ),
    (
        'agents = ["exact"]\nboards = [{height=100000,width=99999,densities=[0.1]}]',
        "has 9,999,900,000 cells; expected at most 10,000,000",
    ),
    (
        'agents = ["exact"]\nmetrics = ["luck"]',
        r"metrics\[0\] is 'luck'; expected one of .*, win_rate",
    ),
]


def test_errors_say_where_and_what_was_expected(subtests: pytest.Subtests) -> None:
    for text, words in FAULTS:
        if "boards" not in text and "boards" not in words:
            text += "\nboards = [{height=4,width=4,mines=1}]"  # noqa: PLW2901
        with subtests.test(text[:80]), pytest.raises(SpecificationError, match=words):
            parse_specification(text, Path("x.toml"))


REPORT_FAULTS: list[tuple[str, str, str]] = [
    ('x = "density"', 'x = "luck"', r": plots\[0\]\.x is 'luck'; expected one of .*density"),
    ('y = "flag_rate"', 'y = "luck"', r": plots\[0\]\.y is 'luck'; expected one of .*win_rate"),
    ("values = [80.0]", "values = [1, 2]", "expected a value for each agent"),
    (
        'metric = "flag_rate"',
        'metric = "luck"',
        r": published\[0\]\.metric is 'luck'; expected one of .*win_rate",
    ),
    (
        "games = 50",
        "plays = 50",
        r": published\[0\]: unknown key 'plays'; expected agents, clues, first_click",
    ),
    (
        "games = 50",
        f"games = 1{'0' * 30}",
        r": published\[0\]\.games is 1(0{30}); expected a whole number",
    ),
    ("values = [80.0]", f"values = [1{'0' * 30}]", "expected a number or nan"),
    ("values = [80.0]", 'values = ["80"]', r"\.values\[0\] is '80'; expected a number, or nan"),
    ('y = "flag_rate"', 'y = "known"', r": plots\[0\]\.y is 'known'; expected one of accuracy"),
    ("games = 50", 'first_click = "lucky"', r": published\[0\]\.first_click is 'lucky'"),
    ("games = 50", 'clues = "gossip"', r": published\[0\]: unknown clue model 'gossip'"),
    ('x = "density"\n', "", r"small\.toml:\d+: plots\[0\]\.x is missing; expected one of"),
]


def test_errors_in_what_is_reported(subtests: pytest.Subtests) -> None:
    for old, new, words in REPORT_FAULTS:
        with subtests.test(new), pytest.raises(SpecificationError, match=words):
            specification(SMALL.replace(old, new))


GOOD = """agents = [
  "exact",
  "random", # the second
]
games = 7
boards = [
  "beginner",
  { size = "9x9", mines = 6, games = 7 },
]

[[plots]]
x = "density"
y = "win_rate"

[[plots]]
x = "area"
y = "seconds"

[fewer]
random = 3
"""


VALUES: list[tuple[str, str, str]] = [
    ('"random"', '"psychic"', "agents: unknown 'psychic'"),
    ("games = 7 }", "games = -7 }", "boards[1].games is -7"),
    ('"beginner"', '"starter"', "boards[0]: 'starter'"),
    ('"beginner"', "3", "boards[0] is 3"),
    ('"seconds"', '"second"', "plots[1].y is 'second'"),
    ('x = "area"\n', "", "plots[1].x is missing"),
    ("random = 3", "random = -3", "fewer.random is -3"),
    ("random = 3", "rref = 3", "fewer: unknown 'rref'"),
    ('x = "area"', 'z = "area"', "plots[1]: unknown key 'z'"),
]


def test_errors_name_the_key(subtests: pytest.Subtests) -> None:
    specification(GOOD)
    for old, new, words in VALUES:
        assert GOOD.count(old) == 1
        with subtests.test(new), pytest.raises(SpecificationError, match=re.escape(words)):
            specification(GOOD.replace(old, new))


HEAD = 'agents = ["exact"]\n'


LINES: list[tuple[str, str, int | None]] = [
    ('boards = [\n  "beginner",\n  { size = "8x8", mines = 600 },\n]', "boards[1]: 600 mines", 2),
    ('boards = ["beginner"]\n\n games  = -1', "games is -1", 4),
    ("boards = ['beginner']\n[fewer]\n'exact' = 3\n\"rref\" = 3", "fewer: unknown 'rref'", 3),
    ("boards = ['beginner']\nfewer.rref = 3", "fewer: unknown 'rref'", 3),
    ('[[boards]]\nsize = "8x8"\nwide = 3', "boards[0]: unknown key 'wide'", 2),
    # It is not said which of several lines it is.
    ('[[boards]]\nsize = "9x9"\nmines = 3\n\n[[boards]]\nsize = "8x8"', "boards[1]: mines", None),
    ("about = '''\nboards = 3\n'''\nboards = ['x']", "boards[0]: 'x'", None),
    ("boards = ['beginner']\n\"games\" = -1", "games is -1", None),
]


def test_errors_name_the_line_that_begins_with_the_key(subtests: pytest.Subtests) -> None:
    for text, words, line in LINES:
        with subtests.test(text), refused(SpecificationError, line=line) as caught:
            specification(HEAD + text)
        assert words in str(caught.value)


def test_an_agent_that_is_not_to_be_imported_is_named() -> None:
    found = specification('agents = [\n  "exact",\n  "mine:Own",\n]\nboards = ["beginner"]')
    with refused(SpecificationError, line=1) as caught:
        check_agents(found, Path("x.toml"), None)
    assert "agent mine:Own " in str(caught.value)


def test_published_values_are_named_by_their_board() -> None:
    rows = [
        f"  {{ height = 5, width = 6, mines = {mines}, values = {values} }},\n"
        for mines, values in ((3, [1.0]), (6, [1.0, 2.0]))
    ]
    table = '[[published]]\nagents = ["exact"]\nmetric = "win_rate"\nvalues = [\n'
    with pytest.raises(SpecificationError, match=r":3: published\[0\]: \[1.0, 2.0\] on 6x5/6; "):
        specification(f'{HEAD}boards = ["beginner"]\n{table}{"".join(rows)}]')


@all_experiments
def test_the_ready_experiments_can_be_played(paths: list[Path], subtests: pytest.Subtests) -> None:
    for path in paths:
        found = read(path)
        known = {(c.height, c.width, c.mines) for c in found.conditions}
        with subtests.test(path.name):
            assert found.about
            assert found.plots
            for figure in found.figures:
                assert (figure.row.height, figure.row.width, figure.row.mines) in known, figure
                assert figure.agent in found.agents


def test_the_usual_game_is_that_of_play(logicsweep: Run) -> None:
    (usual,) = specification('agents = ["random"]\nboards = ["beginner"]').conditions
    done = logicsweep("play", "--agent", "random", "--seed", "1", "--json", "--quiet")
    played = json.loads(done.stdout)
    for name in ("height", "width", "rule", "first_click", "flood"):
        assert played[name] == getattr(usual, name)
    assert played["mine_count"] == usual.mines
    assert (usual.first_click, usual.flood) == ("opening", True)


def test_boards_have_sizes_and_names() -> None:
    text = """
agents = ["random"]
games = 3
boards = [
  "expert", { size = "beginner", mines = 12, games = 5 }, { size = "7x4", mines = 2 },
  { size = "intermediate", densities = [0.25] },
]
"""
    found = specification(text).conditions
    assert [
        (condition.height, condition.width, condition.mines, games)
        for condition, games in found.items()
    ] == [(16, 30, 99, 3), (9, 9, 12, 5), (4, 7, 2, 3), (16, 16, 64, 3)]


LIMITS: list[tuple[str, str]] = [
    (
        'boards = ["experts"]',
        r"boards\[0\]: 'experts' is not a size .*; expected WIDTHxHEIGHT such as",
    ),
    (
        'boards = ["30x16"]',
        r"boards\[0\]: mines is missing; expected a mine count, since this size has no usual",
    ),
    ('boards = [{ size = "expert", width = 3 }]', r"boards\[0\]: size and width; expected one of"),
    ("boards = [{ size = 3 }]", "size is 3; expected a string"),
    ('boards = "expert"', "boards is 'expert'; expected a list"),
    ('games = 1000000000000\nboards = ["expert"]', "expected a whole number from 0 to 1,000,000$"),
    ("games = 10\nboards = [{ size = '9x9', mines = 1, games = 1000001 }]", "to 1,000,000$"),
    ("boards = [{ height = 99999999999, width = 1, mines = 1 }]", "1 to 10,000,000$"),
    ("boards = [{ height = 9, width = 9, mines = 99999999999 }]", "0 to 10,000,000 or two numbers"),
    (
        'fewer = { exact = 1000001 }\nboards = ["expert"]',
        r"fewer\.exact is 1000001; .* to 1,000,000$",
    ),
    ('seed = -1000000000000001\nboards = ["expert"]', "to 1,000,000,000,000,000$"),
    ('time_limit = 1000001\nboards = ["expert"]', "at most 1,000,000$"),
    (
        "games = 1000000\nboards = [{ size = '9x9', mines = 1 }"
        + "".join(f", {{ size = '9x9', mines = {mines} }}" for mines in range(2, 12))
        + "]",
        "there are 11,000,000 games in all; expected at most 10,000,000$",
    ),
    (f"fewer = {{ exact = 0x{'f' * 9000} }}\nboards = ['expert']", "a very large number"),
    (f"boards = [{{ size = '9x9', densities = [0x{'f' * 9000}] }}]", "a very large number"),
]


def test_numbers_and_names_have_their_limits(subtests: pytest.Subtests) -> None:
    for line, words in LIMITS:
        with subtests.test(line[:80]), pytest.raises(SpecificationError, match=words):
            specification(f'agents = ["exact"]\n{line}\n')


PUBLISHED = {
    path.parent.name: path for path in sorted((ROOT / "docs" / "results").glob("*/summary.csv"))
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[large] * (name == LARGE.stem)) for name in PUBLISHED]
)
def test_what_was_published_is_what_is_played(name: str) -> None:
    found = read(ROOT / "examples" / "experiments" / f"{name}.toml")
    path = PUBLISHED[name]
    report = path.with_name("report.md").read_text(encoding="utf-8")
    for text in (f"# {found.title}\n", found.about, found.notes):
        assert text in report
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    usual = {field.name: field.default for field in structs.fields(Condition)}
    published = {
        (
            *(row.get(name, str(usual[name])) for name in Condition.__struct_fields__),
            row["agent"],
            row["games"],
        )
        for row in rows
    }
    assert published == {
        (*map(str, structs.astuple(condition)), agent, str(found.games_of(condition, agent)))
        for condition in found.conditions
        for agent in found.agents
        if found.games_of(condition, agent)
    }


def test_a_start(tmp_path: Path) -> None:
    """It is that of the board, or else of the file; it is in the records, and in the games."""
    (tmp_path / "a.json").write_text('{"dim": "2,2", "bombs": "1", "safe": "0,0", "board": "1119"}')
    text = 'agents = ["random"]\ngames = 1\n'
    boards = (
        '[{ file = "a.json" }, { file = "a.json", start = "0,1" }, { size = "9x9", mines = 9 }]'
    )
    plain = parse_specification(f"{text}boards = {boards}\n", tmp_path / "a.toml")
    assert [task.start for task in plain.tasks()] == [(0, 0), (0, 1), None]
    found = parse_specification(f'{text}start = "1,0"\nboards = {boards}\n', tmp_path / "a.toml")
    assert [task.start for task in found.tasks()] == [(1, 0), (0, 1), (1, 0)]
    assert not plain.continues(found)
    for task in found.tasks():
        line = msgspec.json.encode(task.key.condition)
        assert msgspec.json.decode(line, type=Condition).start_cell == task.start
    dealt = play_game([*found.tasks()][-1])
    begun = Game(dealt.condition.setting(), seed=dealt.seed, start=(1, 0))
    assert play(begun, agent_of("random", seed=dealt.seed)).opened == dealt.values["opened"]
    for board, message in (
        ('file = "a.json", start = "1,1"', r"the start \(1,1\) is a mine"),
        ('size = "9x9", mines = 9, start = "9,0"', r"the start \(9,0\) is not on a board of 9x9"),
        ('size = "9x9", mines = 9, start = "a,0"', 'expected ROW,COLUMN such as "0,3"'),
    ):
        with pytest.raises(SpecificationError, match=message):
            parse_specification(f"{text}boards = [{{ {board} }}]\n", tmp_path / "a.toml")
    with pytest.raises(SpecificationError, match="a start and forced survival cannot be combined"):
        specification(f'{text}start = "0,0"\nforced_survival = true\nboards = ["beginner"]')


def test_a_folder_of_boards(tmp_path: Path) -> None:
    """Every file is a board, as if it were named; what is hidden is left out."""
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "b.board").write_text("__*\n___\n*__\n")
    (folder / "a.json").write_text('{"dim": "2,2", "bombs": "1", "safe": "0,0", "board": "1119"}')
    (folder / ".hidden").write_text("none")
    text = 'agents = ["exact", "random"]\ngames = 3\nrule = ["search"]\n'
    found = parse_specification(f'{text}boards = [{{ folder = "boards" }}]\n', tmp_path / "a.toml")
    assert found.games_in_all == 12
    named = 'boards = [{ file = "boards/a.json" }, { file = "boards/b.board" }]\n'
    same = parse_specification(f"{text}{named}", tmp_path / "a.toml")
    assert found.conditions == same.conditions
    assert [task.key for task in found.tasks()] == [task.key for task in same.tasks()]
    assert found.files["boards/a.json"].start == (0, 0)
    stored = parse_specification(found.text, tmp_path / "far" / "a.toml", stored=True)
    assert stored.games_in_all is None  # the folder is not there, and need not be
    for boards, message in (
        ('{ folder = "nowhere" }', r"a.toml:4: boards\[0\]: cannot read .*nowhere: no such file"),
        ('{ folder = "." }', "no-layout.txt"),
        ('{ folder = "boards", file = "boards/a.json" }', "file and folder; expected one of them"),
        ('{ folder = "boards", mines = 3 }', "folder and mines; expected one of them"),
        ('{ folder = "boards" }, { file = "boards/a.json" }', "boards/a.json is named twice"),
    ):
        (tmp_path / "no-layout.txt").write_text("no layout")
        with pytest.raises(SpecificationError, match=message):
            parse_specification(f"{text}boards = [{boards}]\n", tmp_path / "a.toml")
