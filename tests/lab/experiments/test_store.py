"""Games kept in a folder: runs that go on, and folders that are not theirs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from logicsweep.errors import ExperimentError
from logicsweep.lab.experiments.game_run import play_game
from logicsweep.lab.experiments.records import failed, key_of
from logicsweep.lab.experiments.store import GAMES, Store, read_games
from logicsweep.lab.experiments.toml import read_specification
from tests.lab.experiments.small import GAME, SMALL, fill, specification, without_times


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    given = specification()
    folder = tmp_path / "games"
    tasks = list(given.tasks())
    with Store(folder, given) as store:
        for task in tasks[:7]:
            store.append(play_game(task))
    path = folder / GAMES
    # As a run that was killed leaves it.
    with path.open("ab") as stream:
        stream.write(b'{"agent":"exact","se')
    assert len(list(read_games(folder))) == 7
    with Store(folder, given) as store:
        assert store.done == {task.key for task in tasks[:7]}
        for task in tasks:
            if task.key not in store.done:
                store.append(play_game(task))
    records = list(read_games(folder))
    assert without_times(records) == without_times([play_game(task) for task in tasks])


def test_a_folder_holds_one_experiment(tmp_path: Path) -> None:
    given = specification()
    Store(tmp_path / "one", given).close()
    # More games, other figures and other words are the same experiment.
    more = SMALL.replace("games = 6", "games = 9").replace("A few games.", "Nine games.")
    assert more != SMALL
    Store(tmp_path / "one", specification(more)).close()
    for old, new in (('"exact"]', '"logic"]'), ("[0.1, 0.2]", "[0.1]")):
        with pytest.raises(ExperimentError, match=r"holds another experiment, 'Small'"):
            Store(tmp_path / "one", specification(SMALL.replace(old, new)))
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "thesis.txt").write_text("mine")
    with pytest.raises(ExperimentError, match="holds other files; expected a new or empty folder"):
        Store(tmp_path / "two", given)
    assert (tmp_path / "two" / "thesis.txt").read_text() == "mine"
    (tmp_path / "file").write_text("")
    with pytest.raises(ExperimentError, match=r"cannot write .*file: file exists"):
        Store(tmp_path / "file", given)


def test_a_folder_that_was_begun_can_be_gone_on_with(tmp_path: Path) -> None:
    # A run that was killed before it wrote anything, and one while it wrote its specification.
    for left in ({GAMES: ""}, {GAMES: "", ".experiment.toml.part": ""}):
        for name, text in left.items():
            (tmp_path / name).write_text(text)
        Store(tmp_path, specification()).close()
        assert (tmp_path / "experiment.toml").read_text() == SMALL
        (tmp_path / "experiment.toml").unlink()


def test_a_file_with_another_layout_is_another_experiment(tmp_path: Path) -> None:
    layout, spec, out = (tmp_path / name for name in ("a.board", "x.toml", "out"))
    spec.write_text('agents = ["exact"]\ngames = 2\nboards = [{ file = "a.board" }]\n')
    layout.write_text("*__\n___\n__*\n")
    first = read_specification(spec)
    with Store(out, first) as store:
        for task in first.tasks():
            store.append(play_game(task))
    Store(out, read_specification(spec)).close()
    layout.write_text("*_*\n___\n___\n")
    with pytest.raises(ExperimentError, match=r"holds games on another layout a\.board"):
        Store(out, read_specification(spec))


def test_two_runs_cannot_write_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        Store(tmp_path, specification()),
        pytest.raises(ExperimentError, match="another run is writing to"),
    ):
        Store(tmp_path, specification())
    Store(tmp_path, specification()).close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_said_and_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    task = next(specification().tasks())
    with Store(folder, specification()) as store:
        store.append(play_game(task))
        lines = store._lines  # noqa: SLF001
        real = lines._stream  # noqa: SLF001
        with Path("/dev/full").open("ab", buffering=0) as full:
            lines._stream = full  # noqa: SLF001
            with pytest.raises(ExperimentError, match=r"no space left on device; 1 game is kept"):
                store.append(play_game(task))
            lines._stream = real  # noqa: SLF001
    assert len(list(read_games(folder))) == 1


NO_GAMES = [
    *("[]", "{}", "nonsense", '{"agent": "exact"}', "3", "[" * 100_000),
    GAME.replace('"is_won"', '"won"'),
    *(
        re.sub(rf'"{name}":[^,}}]*', f'"{name}": {value}', GAME)
        for name, value in (
            *(("height", "[4]"), ("height", '"4"'), ("height", "0"), ("seed", "1e999")),
            *(("seed", "1" + "0" * 30), ("is_won", '"x"'), ("all_moves", "true")),
            *(("seconds", "NaN"), ("seconds", "1" + "0" * 400), ("agent", "3")),
        )
    ),
    GAME[:-1] + ', "error": [5]}',
    GAME[:-1] + ', "trace": 5}',
    GAME[:-1] + ', "trace": [[1, 2]]}',
    GAME.replace('"height"', '"layout":5,"height"'),
    GAME.replace('"single-point"', '"\\ud800"'),
    GAME[:-1] + ', "error": "\\udfff"}',
]


def test_lines_that_are_no_games_are_named(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for line in NO_GAMES:
        (tmp_path / GAMES).write_text(f"{GAME}\n{line}\n")
        with subtests.test(line[-80:]):
            assert line != GAME
            with pytest.raises(ExperimentError, match=r"games\.jsonl:2: this is not a record of a"):
                list(read_games(tmp_path))


def test_no_line_is_written_that_cannot_be_read(tmp_path: Path) -> None:
    given = specification()
    first, second, *_ = [play_game(task) for task in given.tasks()]
    long = failed(key_of(first), "x" * 11_000_000)
    assert long.error == f"{'x' * 1_000}..."
    with Store(tmp_path, given) as store:
        store.append(long)
        assert not second.error
        store.append(replace(second, trace=[(1, 2, 3)] * 2_000_000))
    error = "its trace is too long to be recorded"
    assert list(read_games(tmp_path)) == [long, failed(key_of(second), error)]


def test_a_line_without_an_end_is_not_read_to_it(tmp_path: Path) -> None:
    (tmp_path / GAMES).symlink_to("/dev/zero")
    with pytest.raises(
        ExperimentError, match=r"games\.jsonl:1: this line has more than 10,000,000 bytes"
    ):
        list(read_games(tmp_path))


def test_games_that_were_begun_by_other_defaults_are_not_mixed(tmp_path: Path) -> None:
    text = 'agents = ["random"]\ngames = 2\nboards = [{ size = "5x5", mines = 2 }]\n'
    before = 'first_click = ["unprotected"]\nflood = false\n' + text
    fill(tmp_path, before)
    # As a version left it in which these were the defaults.
    (tmp_path / "experiment.toml").write_text(text)
    with pytest.raises(ExperimentError, match="holds games with first_click"):
        Store(tmp_path, specification(text))
    Store(tmp_path, specification(before)).close()
    with pytest.raises(ExperimentError, match="holds games with first_click"):
        Store(tmp_path, specification(text))
