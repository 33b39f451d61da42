"""`logicsweep judge`: claims about a board, a file of answers or an agent, held against proofs."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.cli.agent_judging import AgentJudgingOptions, judge_by_games
from logicsweep.cli.answer_judging import AnswerOptions, judge_answers
from logicsweep.cli.claim_judging import judge_claims
from logicsweep.cli.common import command, fail, not_both
from logicsweep.cli.game_options import DealtOptions, GameOptions
from logicsweep.cli.options import BoardOptions, FormatName, options_given
from logicsweep.limits import DEFAULT_TIME_LIMIT


class ReadingOptions(NamedTuple):
    """The options by which a BOARD is read, and that games do not have.

    Attributes:
        opened (--open ROW,COLUMN): Open this cell of a whole layout. May be repeated.
    """

    form: FormatName = None
    opened: list[str] | None = None
    covered: str | None = None


@command
def judge(
    board: str | None = None,
    claims: list[str] | None = None,
    *,
    answers: AnswerOptions,
    agent: str | None = None,
    judging: AgentJudgingOptions,
    seed: int | None = None,
    strict: bool = False,
    win: bool = False,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    reading: ReadingOptions,
    options: DealtOptions,
    how: GameOptions,
) -> None:
    """Judge claims about a board, a file of answers, or an agent, by proof and by exact chances.

    A claim is a move, a verdict, a probability, a number of layouts or a reason. Luck plays no
    part. What shows the truth is an explanation, or two layouts. Of a file of answers, the scores
    are printed by kind and by level of task, with 95 % intervals; this needs the extra
    `experiments`.

    With --agent, an agent plays, and each of its claims is held against the exact verdicts. The
    report says whether every claim follows from what the agent was shown, up to which level of
    proof it misses nothing, and why games were lost. The agent runs in a process of its own, which
    knows no mines. Importing it runs its code. The exit code is 1 if some claim does not follow, or
    if the agent fails in some game: by an error, a limit, or a move that is not allowed.

    Args:
        claims (CLAIM): Claims, each in quotes, such as 'open (3,4)', '(3,4) is a mine',
            '(3,4): 1/3', 'layouts: 12' or '(3,4) is safe because (0,0)'.
        agent (NAME): The agent, as module:Class, imported from the current folder.
        strict: Read a text only if it is nothing but a claim in one of the documented forms.
        win: Also give the exact chance to win before and after an opening, where it can be known.
        time_limit (SECONDS): The time limit of each question about a position.

    Example: logicsweep judge example:small 'open (0,0)'
    """
    of_claims = [*options_given(reading), *(["--win"] if win else [])]
    of_answers = options_given(answers)
    of_agents = [*options_given(judging), *options_given(how), *_sizes(options)]
    of_agents += ["--seed"] if seed is not None else []
    if agent is not None:
        _refuse("--agent", ([] if board is None else ["BOARD"]) + of_answers + of_claims)
        _refuse("--agent", ["--strict"] if strict else [])
        judge_by_games(agent, judging, options, how, seed, as_json=json, time_limit=time_limit)
    elif answers.answers is not None:
        given = of_agents + of_claims + options_given(options)
        _refuse("--answers", ([] if board is None else ["BOARD"]) + given)
        judge_answers(answers, strict=strict, as_json=json, time_limit=time_limit)
    elif board is None:
        raise fail("nothing to judge; expected BOARD CLAIM, --answers FILE or --agent NAME")
    else:
        if of_answers:
            raise fail(f"{of_answers[0]} needs --answers FILE")
        if of_agents:
            raise fail(f"{of_agents[0]} needs --agent NAME")
        judge_claims(
            *(board, claims or [], _of_board(reading, options)),
            density=options.density,
            strict=strict,
            win=win,
            as_json=json,
            time_limit=time_limit,
        )


def _refuse(chosen: str, given: list[str]) -> None:
    """Exit with a message if something is given beside what excludes it."""
    if given:
        raise not_both(chosen, given[0])


def _sizes(options: DealtOptions) -> list[str]:
    """Return the options that only say what is dealt."""
    given = options_given(options)
    return [name for name in ("--size", "--width", "--height") if name in given]


def _of_board(reading: ReadingOptions, options: DealtOptions) -> BoardOptions:
    """Return the options of a BOARD among those of a command that also deals."""
    return BoardOptions(
        *reading,
        mines=options.mines,
        topology=options.topology,
        rules=options.rules,
        liars=options.liars or None,
        constraints=options.constraints,
    )
