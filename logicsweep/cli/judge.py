"""`logicsweep judge`: an agent, held against the exact verdicts."""

from __future__ import annotations

from logicsweep.cli.agent_judging import AgentJudgingOptions, judge_by_games
from logicsweep.cli.common import command, fail
from logicsweep.cli.game_options import DealtOptions, GameOptions
from logicsweep.limits import DEFAULT_TIME_LIMIT


@command
def judge(
    *,
    agent: str | None = None,
    judging: AgentJudgingOptions,
    options: DealtOptions,
    how: GameOptions,
    seed: int | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> None:
    """Judge an agent: let it play, and hold each of its claims against the exact verdicts.

    The report says whether every claim follows from what the agent was shown, up to which level of
    proof it misses nothing, and why games were lost. The agent runs in a process of its own, which
    knows no mines. Importing it runs its code. The exit code is 1 if some claim does not follow, or
    if the agent fails in some game: by an error, a limit, or a move that is not allowed.

    Args:
        agent (NAME): The agent, as module:Class, imported from the current folder.
        time_limit (SECONDS): The time limit of each question about a position.

    Example: logicsweep judge --agent mine:Sentences --interface cs50 --seed 1 --html report.html
    """
    if agent is None:
        raise fail("judge needs --agent module:Class")
    judge_by_games(agent, judging, options, how, seed, as_json=json, time_limit=time_limit)
