"""The judging of an agent by its games: the options, and the printing of the report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from logicsweep.cli.common import refusing, show
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import DealtOptions, GameOptions
from logicsweep.cli.values import Bounds
from logicsweep.limits import MOST_GAMES

with lazily():
    from logicsweep.answers.base import failing
    from logicsweep.cli.dealing import setting_of
    from logicsweep.cli.files import outputs_of, write_bytes
    from logicsweep.cli.terminal import print_lines
    from logicsweep.cli.working import working
    from logicsweep.games.setting import Setting
    from logicsweep.lab.exams import exam, words
    from logicsweep.lab.exams.page import exam_page

if TYPE_CHECKING:
    from logicsweep.lab.exams.messages import InterfaceName
    from logicsweep.lab.exams.report import AgentReport, JudgedAgent

# What says how large a board is; without any of these `cs50` has the board of its homework.
_SIZES: Final = ("size", "mines", "density", "topology")


class AgentJudgingOptions(NamedTuple):
    """The options of judging an agent by its games.

    Attributes:
        number (-n, --number N): The number of games, seed by seed.
        move_time (SECONDS): The processor time that a call of the agent may take. It may wait ten
            times as long. A program has to answer within that time.
        memory (MEGABYTES): The memory that the agent may take, on Linux.
        total_time (SECONDS): The time limit of all games together. Default: none.
    """

    number: Annotated[int, Bounds(1, MOST_GAMES)] = 100
    move_time: Annotated[float, Bounds(0.01, 100_000)] = 5
    memory: Annotated[int, Bounds(1, 1_000_000)] = 1000
    total_time: Annotated[float | None, Bounds(0.01)] = None


def judge_by_games(
    agent: str,
    judging: AgentJudgingOptions,
    options: DealtOptions,
    how: GameOptions,
    seed: int | None,
    *,
    html: Path | None,
    as_json: bool,
    time_limit: float,
) -> None:
    """Judge an agent, and print the report. Exits with 1 where the agent is at fault."""
    if html is not None:
        outputs_of([str(html)], {"page": (".html",)})
    steps = (0, judging.number)

    def watch(played: int, wanted: int) -> None:
        nonlocal steps
        steps = played, wanted

    with refusing(), working("judging the agent", lambda: steps):
        report = exam.judge_agent(
            agent,
            setting=lambda interface: _setting(interface, options, how),
            n=judging.number,
            seed=seed,
            folder=Path.cwd(),
            move_time=judging.move_time,
            memory=judging.memory,
            total_time=judging.total_time,
            time_limit=time_limit,
            watch=watch,
        )
    if html is not None:
        write_bytes(html, [exam_page(report).encode()])

    def tell() -> None:
        if html is not None:
            print(f"{html}: {words.verdict_words(report)}")
        else:
            print_lines(words.report_lines(report))

    show(_answer(report), tell, as_json=as_json)


def _answer(report: AgentReport) -> JudgedAgent:
    """Return the answer of a report, which says who is at fault, or which limit was reached."""
    answer = report.answer
    if answer.claims.wrong or answer.faults:
        wrong = [words.verdict_words(report)] if answer.claims.wrong else []
        text = " ".join([f"{answer.agent}:", *wrong, *words.faults_lines(answer)])
        return failing(answer, text, "wrong")
    if answer.sound is None:
        limit = next(iter(words.notes_lines(answer)))
        return failing(answer, f"limit reached: {limit}", "limit")
    return answer


def _setting(interface: InterfaceName, options: DealtOptions, how: GameOptions) -> Setting:
    """Return the setting of the games. Exits with a message if there can be no such games."""
    if interface == "cs50":
        usual = exam.usual_setting(interface)
        how = how._replace(first_click=how.first_click or "unprotected", flood=how.flood or False)
        if all(getattr(options, name) is None for name in _SIZES):
            options = options._replace(size=usual.size, mines=str(usual.mines))
    return setting_of(options, how)
