"""Reports and plots of games that were played."""

from __future__ import annotations

import os
import random
from itertools import pairwise
from math import isclose
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace

from logicsweep.errors import ExperimentError
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments import plots
from logicsweep.lab.experiments.declared import Plot
from logicsweep.lab.experiments.export import csv_parts
from logicsweep.lab.experiments.game_run import play_game
from logicsweep.lab.experiments.metrics import METRICS, MOVES
from logicsweep.lab.experiments.records import Key, failed, key_of, line_of
from logicsweep.lab.experiments.report_words import names_of
from logicsweep.lab.experiments.reporting import report
from logicsweep.lab.experiments.store import GAMES, Store, read_games, read_stored
from logicsweep.lab.experiments.summary import Groups
from logicsweep.lab.experiments.toml import parse_specification
from tests.conftest import ROOT, run_script
from tests.lab.experiments.small import GAME, SMALL, draw_nothing, fill, specification


@pytest.fixture(autouse=True)
def _without_libraries(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow tests draw the plots; the others have words alone."""
    if request.node.get_closest_marker("slow"):
        pytest.importorskip("matplotlib")
        pytest.importorskip("scipy")
    else:
        draw_nothing(monkeypatch)


@pytest.mark.slow
def test_reports_come_from_the_games_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = fill(tmp_path)
    made = report(tmp_path)
    names = ["summary.csv", "report.md", "flag-rate-by-density.svg", "flag-rate-by-density.png"]
    assert [path.name for path in made] == names
    before = {path.name: path.read_bytes() for path in made}
    for path in made:
        path.unlink()
    lines = (tmp_path / GAMES).read_text().splitlines()
    random.Random(5).shuffle(lines)
    (tmp_path / GAMES).write_text("\n".join(lines) + "\n")
    assert {path.name: path.read_bytes() for path in report(tmp_path)} == before
    text = before["report.md"].decode()
    assert text.startswith("# Small\n\nA few games.\n\n24 games.")
    assert "| 6x5/6 (20%) | continue | unprotected | no | single-point | 80 |" in text
    assert "| 6x5/3 | continue | unprotected | no | " in text
    assert "of 1 published means agree" in text
    assert "## `exact` minus the others, game by game" in text
    assert "![flag rate by density](flag-rate-by-density.svg)" in text
    ET.fromstring(before["flag-rate-by-density.svg"])
    assert before["flag-rate-by-density.png"].startswith(b"\x89PNG")
    # Without the specification there is a table of everything, and a plot.
    one = replace(given, plots=(Plot("board", "flag_rate"),))
    draw = plots.draw
    monkeypatch.setattr(plots, "draw", lambda groups, _, folder: draw(groups, one, folder))
    (tmp_path / "experiment.toml").unlink()
    report(tmp_path)
    assert all(
        f"## {metric.title[0].upper()}{metric.title[1:]}" in (tmp_path / "report.md").read_text()
        for name, metric in METRICS.items()
        if not metric.needs_causes and name != MOVES
    )


def test_a_report_says_that_an_experiment_is_not_finished(tmp_path: Path) -> None:
    text = "plots = []\n" + SMALL[: SMALL.index("[[plots]]")]
    given = fill(tmp_path, text)
    games = (tmp_path / GAMES).read_bytes().splitlines(keepends=True)
    assert (len(games), given.games_in_all) == (24, 24)
    report(tmp_path)
    assert "\n24 games. All agents play" in (tmp_path / "report.md").read_text()
    (tmp_path / GAMES).write_bytes(b"".join(games[:7]))
    report(tmp_path)
    said = "**Not finished: 7 of 24 games played.** All agents play"
    assert said in (tmp_path / "report.md").read_text()
    # More games than are specified now, as after a run with more of them.
    (tmp_path / GAMES).write_bytes(b"".join(games))
    (tmp_path / "experiment.toml").write_text(text.replace("games = 6", "games = 5"))
    report(tmp_path)
    assert "\n24 games. All agents play" in (tmp_path / "report.md").read_text()
    # Nothing says how many there should be.
    (tmp_path / "experiment.toml").unlink()
    (tmp_path / GAMES).write_bytes(b"".join(games[:7]))
    report(tmp_path)
    assert "\n7 games. All agents play" in (tmp_path / "report.md").read_text()


def test_reports_take_texts_as_they_are(tmp_path: Path) -> None:
    given = fill(tmp_path, SMALL.replace('"Small"', '"Costs $x_{$ <b> in a | b"'))
    (tmp_path / GAMES).write_bytes(
        b"".join(
            line_of(failed(task.key, "a | b\n$c_{$"))
            if task.key.agent == "exact"
            else line_of(play_game(task))
            for task in given.tasks()
        )
    )
    report(tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert text.startswith("# Costs $x_{$ &lt;b> in a | b\n")
    assert r"| a \| b \$c\_{\$ | 6 |" in text


@pytest.mark.slow
@pytest.mark.parametrize("is_nasty", [False, True])
def test_plots_take_texts_as_they_are(is_nasty: bool, tmp_path: Path) -> None:
    if is_nasty:
        fill_with_nasty_names(tmp_path)
    else:
        fill(tmp_path, SMALL.replace('"Small"', '"Costs $x_{$ <b> in a | b"'))
    report(tmp_path)
    ET.parse(tmp_path / "flag-rate-by-density.svg")


def test_games_that_were_not_finished_are_listed(tmp_path: Path) -> None:
    given = fill(tmp_path)
    (tmp_path / GAMES).write_bytes(
        b"".join(line_of(failed(task.key, "longer than 1 s")) for task in given.tasks())
    )
    report(tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert "## Games that were not finished" in text
    assert text.count("| longer than 1 s | 6 |") == 4
    (tmp_path / GAMES).write_text("")
    with pytest.raises(ExperimentError, match="there are no games in"):
        report(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plot", "label", "title"),
    [
        (Plot("density", "flag_rate"), "density of mines", "6x5"),
        (Plot("area", "openings"), "cells of the board", ""),
        (Plot("board", "win_rate"), "", ""),
        (Plot("model", "seconds"), "", "6x5/3"),
    ],
)
def test_plots_have_their_axes(plot: Plot, label: str, title: str) -> None:
    groups = Groups.of(play_game(task) for task in specification().tasks())
    figure = plots._lines(groups, ["single-point", "exact"], plot)  # noqa: SLF001
    axis = figure.axes[0]
    assert (axis.get_xlabel(), axis.get_title()) == (label, title)
    assert axis.get_ylabel() == METRICS[plot.y].title
    handles, labels = axis.get_legend_handles_labels()
    assert labels == ["single-point", "exact"]
    condition = Condition(5, 6, 3, "continue", "unprotected", False)
    found = groups[condition, "exact"].estimate(plot.y)
    scale = 100 if METRICS[plot.y].percent else 1
    assert found is not None
    drawn = handles[1].lines[0].get_ydata()
    assert any(isclose(value, scale * found.mean) for value in drawn)


@pytest.mark.slow
def test_many_names_stand_one_below_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = Groups.of(play_game(task) for task in specification().tasks())
    plot = Plot("board", "win_rate")
    [few] = plots._lines(groups, ["exact"], plot).axes  # noqa: SLF001
    monkeypatch.setattr(plots, "_MANY", 1)
    [many] = plots._lines(groups, ["exact"], plot).axes  # noqa: SLF001
    names = [one.get_text() for one in few.get_xticklabels()]
    assert [one.get_text() for one in many.get_yticklabels()] == names
    assert len(names) > 1
    assert (many.get_xlabel(), many.get_ylabel()) == (METRICS["win_rate"].title, "")
    across, down = (axis.get_legend_handles_labels()[0][0].lines[0] for axis in (few, many))
    assert [*across.get_xydata()[:, ::-1].ravel()] == [*down.get_xydata().ravel()]
    low, high = many.get_ylim()
    assert low > high


@pytest.mark.slow
def test_a_script_draws_what_a_report_does_not(tmp_path: Path) -> None:
    """Differences of agents, from the table of games, and traces."""
    fill(tmp_path, SMALL.replace("title =", "trace = true\ntitle ="))
    (tmp_path / "games.csv").write_bytes(b"".join(csv_parts(read_games(tmp_path))))
    script = ROOT / "examples" / "draw_games.py"
    for options, name in (
        (["--less", "exact", "--metric", "flag_rate"], "flag-rate-by-agent.svg"),
        (["--metric", "openings"], "openings-by-agent.svg"),
        (["--known"], "known-by-move.svg"),
    ):
        done = run_script(script, tmp_path, str(tmp_path), *options)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"wrote {tmp_path / name}\n"
        ET.parse(tmp_path / name)


@pytest.mark.slow
def test_without_plots_what_differs_is_drawn(tmp_path: Path) -> None:
    plain = SMALL[: SMALL.index("[[plots]]")]
    for number, (text, name) in enumerate(
        (
            (plain, "flag-rate-by-density"),
            (plain.replace("[0.1, 0.2]", "[0.1]"), "flag-rate-by-board"),
            (
                plain.replace("[0.1, 0.2]", "[0.1]").replace(
                    "flood =", 'clues = ["exact", "optimistic"]\nflood ='
                ),
                "flag-rate-by-model",
            ),
            ("plots = []\n" + plain, None),
        )
    ):
        folder = tmp_path / str(number)
        metrics = ["flag-rate", "openings"] if name else []  # each of those that are asked for
        if number:
            text, metrics = text.replace(', "openings"]', "]"), metrics[:1]  # noqa: PLW2901
        fill(folder, text)
        plots = [f"{metric}-by-{str(name).rpartition('-')[2]}" for metric in metrics]
        drawn = [f"{plot}.{kind}" for plot in plots for kind in ("svg", "png")]
        assert [path.name for path in report(folder)] == ["summary.csv", "report.md", *drawn]


NASTY = (
    "<script>x</script> | `a` *b* [c](http://d) ![e](f) <http://g>\nhttp://h www.i j@k \\| &lt; $x$"
)


def fill_with_nasty_names(tmp_path: Path) -> None:
    given = fill(tmp_path, SMALL.replace('"Small"', '"""A\\n<img src=x> [b](http://c) `d`"""'))
    games = [play_game(task) for task in given.tasks()]
    own = {"rule": NASTY, "first_click": NASTY, "clues": "exact", "file": NASTY}
    games += [
        replace(game, agent=NASTY, condition=replace(game.condition, **own))
        for game in games
        if game.agent == "exact"
    ]
    games += [failed(key_of(game)._replace(agent="$x^$"), NASTY) for game in games[:1]]
    (tmp_path / GAMES).write_bytes(b"".join(map(line_of, games)))


def test_names_and_errors_of_others_are_shown_as_they_are(tmp_path: Path) -> None:
    fill_with_nasty_names(tmp_path)
    report(tmp_path)
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parsed = tokens.parse((tmp_path / "report.md").read_text())
    inline = [part for token in parsed for part in token.children or ()]
    kinds = {token.type for token in (*parsed, *inline)}
    assert not kinds & {"html_block", "html_inline"}
    links = [part.attrs for part in inline if part.type == "link_open"]
    assert links == [{"href": "http://c"}]  # of the title, which is Markdown
    images = [part.attrs["src"] for part in inline if part.type == "image"]
    assert images == ["flag-rate-by-density.svg"]
    cells = [
        "".join(part.content for part in after.children or ())
        for token, after in pairwise(parsed)
        if token.type in ("td_open", "th_open")
    ]
    whole = " ".join(NASTY.split())
    assert cells.count(whole) > 10
    assert not [cell for cell in cells if "script" in cell and whole not in cell]
    text = (tmp_path / "report.md").read_text()
    for link in ("http://j", "www.k", "l@m"):  # which some readers take for links
        assert link not in text


def test_what_is_no_text_breaks_no_report(tmp_path: Path) -> None:
    assert (
        failed(
            Key(Condition(5, 5, 3, "classic", "unprotected", False), "exact", 7), "a\ud800"
        ).error
        == "a\\ud800"
    )
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / GAMES).write_text(GAME + "\n")
    plain = SMALL.replace('title = "Small"\n', "")
    given = parse_specification(plain, Path(os.fsdecode(b"a\xff.toml")))
    assert given.title == r"a\xff"
    report(folder)


def test_a_report_without_a_title_has_the_name_of_the_file(tmp_path: Path) -> None:
    text = SMALL.replace('title = "Small"\n', "").strip()
    folder = tmp_path / "other"
    given = parse_specification(text, Path(os.fsdecode(b'wide "boards" \xff.toml')))
    for _ in range(2):  # the second run continues the first
        Store(folder, given).close()
        assert read_stored(folder) is not None
    (folder / GAMES).write_text(GAME + "\n")
    report(folder)
    # As Markdown has it on one line, without what a terminal would obey.
    assert (folder / "report.md").read_text().startswith('# wide "boards" \\xff\n')
    # The same text under another name is the same experiment, and a title of its own stays.
    Store(folder, parse_specification(text, Path("narrow.toml"))).close()
    report(folder)
    assert (folder / "report.md").read_text().startswith("# narrow\n")
    Store(folder, specification()).close()
    assert (folder / "experiment.toml").read_text() == SMALL


def test_agents_of_your_own_have_short_names_in_tables() -> None:
    assert names_of(["exact", "a.b:One", "a.b:Two"]) == {
        "exact": "exact",
        "a.b:One": "One",
        "a.b:Two": "Two",
    }
    same = ["exact", "a:One", "b:One", "c:exact"]
    assert names_of(same) == dict(zip(same, same, strict=True))
