"""`judge_agent`: the games of an exam, and the report on the agent that played them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from random import Random
from secrets import randbelow
from typing import Final, Unpack

from msgspec.structs import asdict

from logicsweep.arguments import by_name
from logicsweep.board.board import Board
from logicsweep.board.clue_models import Exact
from logicsweep.board.first_click import FirstClick
from logicsweep.errors import (
    AgentError,
    ArgumentError,
    IllegalMoveError,
    LimitError,
    expect,
    positive,
    whole,
)
from logicsweep.games.agents.own import is_command, is_own, misnamed
from logicsweep.games.game import Game
from logicsweep.games.loop import Seat
from logicsweep.games.setting import AnySetting, GameRule, Setting, SettingKeys
from logicsweep.lab.exams.examiner import Examiner, Tally
from logicsweep.lab.exams.hosting import Examinee, StuckError
from logicsweep.lab.exams.messages import (
    FAULTS,
    FaultError,
    FaultName,
    InterfaceName,
    Start,
)
from logicsweep.lab.exams.report import AgentReport, Fault, Moment
from logicsweep.lab.exams.words import asked_words
from logicsweep.limits import DEFAULT_TIME_LIMIT, MOST_NUMBER, Budget

MOVE_SECONDS: Final = 5.0
MEMORY: Final = 1000
GAMES: Final = 100
# A process that ended is replaced; after so many of them the exam ends.
MOST_LOST: Final = 3
_MEGABYTE: Final = 1_000_000


def usual_setting(interface: InterfaceName) -> Setting:
    """Return the games of an exam by default.

    For `agent` they are those of every command, on the board `beginner`. For `cs50` they are those
    of the homework: 8x8 cells and 8 mines, any of which the first click may hit, without flood.
    """
    if interface == "agent":
        return Setting()
    return Setting("8x8", mines=8, first_click=FirstClick.UNPROTECTED, flood=False)


@by_name
def judge_agent(
    agent: str,
    setting: AnySetting | Callable[[InterfaceName], Setting] = usual_setting,
    *,
    n: int = GAMES,
    seed: int | None = None,
    folder: str | Path = ".",
    move_time: float = MOVE_SECONDS,
    memory: int = MEMORY,
    total_time: float | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    watch: Callable[[int, int], object] | None = None,
    **keys: Unpack[SettingKeys],
) -> AgentReport:
    """Let an agent play games, and hold every claim that it makes against the exact verdicts.

    The agent plays in a process of its own, which runs its code. That process is told what the
    agent is shown, and a seed for what the agent draws, which depends on the number of the game
    alone. It is told neither the mines nor the seeds that deal them. An agent can still deal games
    from small seeds until one agrees with what it sees, so that a seed that you choose should be
    large and secret. The same seed gives the same report except for times, if the agent draws
    nothing at random but by its seed, `random` or `numpy.random`.

    A class has one of two interfaces, which its methods tell (see `interface_of`). With `agent` it
    is derived from `Agent`. The claims are the moves that it calls certain, and its attributes
    `safes` and `mines` if these are sets; of a program they are the keys `safe` and `mines` of its
    answers. They are judged with the mine count. A program is asked about every position, and gives
    the game up by an answer without a cell. With `cs50` the class is made with `height` and
    `width`, and has `add_knowledge`, `make_safe_move`, `make_random_move`, `safes` and `mines`. The
    claims are the moves of `make_safe_move`, and every member of `safes` and `mines`. Such a class
    is told no mine count, so the clues alone have to prove its claims; probabilities take each cell
    for a mine with the density of the board.

    Args:
        agent: The class, as `module:Class`, or a program, as `| COMMAND`.
        setting: The games, by the rule `classic`, as `Setting.of` takes them; or a function that
            returns them for `agent` and for `cs50`, by default `usual_setting`.
        n: The number of games, at least 1.
        seed: The seed of the first game; those of the others follow. Without one it is drawn from
            10**15, more than an agent can try, and is in the report.
        folder: The folder in which the module is looked for, or in which the program runs.
        move_time: The seconds of processor time that a call of the agent may take, and a tenth of
            the seconds that it may wait; of a program, the seconds until its answer.
        memory: The megabytes that the agent may take, where the system can limit that (Linux).
        total_time: The seconds for all games; None for no limit. Later games are left out.
        time_limit: The seconds that each question about a position may take; None for no limit.
        watch: Called after each game with the number of games played, and of all games.
        keys: Further arguments of `Setting`, in place of those of `usual_setting`.

    Raises:
        AgentError: The agent cannot be imported, or the program cannot be started.
        ValueError: A number is out of range, or the agent cannot play such games.
        TypeError: A value has another type.
        LimitError: Rules for layouts take too long to deal by.
    """
    expect("agent", agent, str, "the name of a class, such as 'mine:Corners'")
    if not (is_own(agent) or is_command(agent)):
        raise misnamed(agent)

    def setting_for(interface: InterfaceName) -> Setting:
        return Setting.of(setting(interface) if callable(setting) else setting, **keys)

    rules = known_start(setting_for("agent"), "agent").rules  # `cs50` knows none
    start = Start(
        agent,
        str(folder),
        Budget(move_time).seconds or MOVE_SECONDS,
        positive("memory", memory) * _MEGABYTE,
        {rule.name: rule for rule in rules.every},
    )
    first = randbelow(MOST_NUMBER) if seed is None else whole("seed", seed)
    wanted, total, tally = positive("n", n), Budget(total_time), Tally()
    played, lost, stopped, out_of_time = 0, 0, None, False
    with closing(Examinee(start)) as player:
        interface = player.interface
        asked = setting_for(interface)
        known = known_start(asked, interface)
        while played < wanted and stopped is None:
            moment = Moment(game=played + 1, seed=first + played, moves=0)
            # It tells nothing of the seed that deals the mines, by which an agent could deal them
            # too; and it is no small number, with which a game may be dealt.
            player.seed = Random(f"agent {played}").randrange(1 << 31)
            try:
                total.check()
                played += 1
                game = Game(asked, seed=moment.seed, time_limit=time_limit)
                player.examiner = Examiner(
                    known,
                    asked,
                    moment,
                    tally=tally,
                    says_guesses=interface == "cs50",
                    time_limit=time_limit,
                )
                _play(game, player, tally, total, ends=interface == "cs50")
            except LimitError:
                if total.left() != 0:
                    raise
                out_of_time, stopped = True, f"the exam took longer than {total.seconds:g} s"
            else:
                lost += player.is_closed
                if lost == MOST_LOST and played < wanted:
                    stopped = f"the process of the agent ended {MOST_LOST} times"
            if watch is not None:
                watch(played, wanted)
    return tally.report(
        agent=agent,
        interface=interface,
        setting=asked_words(asked, first, wanted),
        seed=first,
        wanted=wanted,
        games=played,
        slowest=player.slowest,
        printed=player.printed,
        stopped=stopped,
        memory_limited=player.is_limited,
        out_of_time=out_of_time,
    )


def known_start(setting: Setting, interface: InterfaceName) -> Board:
    """Return the position before the first move, as far as an agent may know it.

    Raises ValueError for games that agents of the interface cannot play.
    """
    expect("setting", setting, Setting, "a Setting, such as Setting('8x8', mines=8)")
    if setting.rule is not GameRule.CLASSIC:
        raise ArgumentError("rule", f"rule is {setting.rule.value}; expected classic")
    board = setting.board()
    if interface == "agent":
        return board
    is_plain = setting.is_ordinary and setting.topology is None
    if not is_plain or not isinstance(setting.clues, Exact) or setting.flood:
        raise ValueError(
            "agents of the interface cs50 play ordinary boards with exact clues, without flood; "
            "expected such a setting"
        )
    density = setting.density
    if density is None:
        least, most = setting.mine_bounds
        density = Fraction(least + most, 2 * setting.cells)
        if not 0 < density < 1:
            raise ArgumentError("mines", "mines leaves nothing to prove; expected another number")
    return board.altered(mines=None, density=density)


def _play(game: Game, player: Examinee, tally: Tally, total: Budget, *, ends: bool) -> None:
    """Let the agent play a game; `ends` asks it for its claims after a win, too.

    Raises `LimitError` if there is no time left.
    """
    is_lost = False
    try:
        seat = Seat(game, player, budget=total)
        while not game.is_over:
            move = seat.choose()
            player.examiner.tell(move, seat.make(move))
        is_lost = not game.is_won
        tally.results.won += game.is_won
        tally.results.lost += is_lost
        if game.is_won and ends:
            player.end(seat.view)
    except StuckError:
        tally.results.stuck += 1
    except (FaultError, IllegalMoveError, AgentError) as error:
        fault: FaultName = error.fault if isinstance(error, FaultError) else "move"
        text = ": ".join(filter(None, (FAULTS[fault], str(error))))
        tally.faults.append(Fault(**asdict(player.examiner.moment), fault=fault, text=text))
    finally:
        player.examiner.end(is_lost=is_lost)
