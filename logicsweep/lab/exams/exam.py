"""`judge_agent`: the games of an exam, and the report on the agent that played them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from secrets import randbelow
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue_models import Exact
from logicsweep.board.first_click import FirstClick
from logicsweep.errors import (
    AgentError,
    ArgumentError,
    IllegalMoveError,
    LimitError,
    UnknownNameError,
    expect,
    positive,
    whole,
)
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.agents.own import is_own
from logicsweep.games.game import Game, Shown
from logicsweep.games.loop import play
from logicsweep.games.setting import GameRule, Setting
from logicsweep.games.view import View
from logicsweep.lab.exams.examiner import Examiner, Tally
from logicsweep.lab.exams.hosting import Host, LostError
from logicsweep.lab.exams.messages import (
    INTERFACES,
    Begin,
    Choose,
    FaultName,
    InterfaceName,
    Reply,
    Request,
    Start,
    Tell,
)
from logicsweep.lab.exams.report import AgentReport, Fault, Moment, Slowest
from logicsweep.limits import DEFAULT_TIME_LIMIT, MOST_NUMBER, Budget

MOVE_SECONDS: Final = 5.0
MEMORY: Final = 1000
GAMES: Final = 100
# A process that ended is replaced; after so many of them the exam ends.
MOST_LOST: Final = 3
_MEGABYTE: Final = 1_000_000
# The board of the homework that the interface comes from.
_CS50_SIDE: Final = 8
_CS50_MINES: Final = 8


def usual_setting(interface: InterfaceName) -> Setting:
    """Return the games of an exam by default.

    For `agent` they are those of every command, on the board `beginner`. For `cs50` they are those
    of the homework: 8x8 cells and 8 mines, any of which the first click may hit, without flood.
    """
    if interface == "agent":
        return Setting()
    return Setting(
        height=_CS50_SIDE,
        width=_CS50_SIDE,
        mines=_CS50_MINES,
        first_click=FirstClick.UNPROTECTED,
        flood=False,
    )


def judge_agent(
    agent: str,
    *,
    interface: InterfaceName = "agent",
    setting: Setting | None = None,
    games: int = GAMES,
    seed: int | None = None,
    folder: str | Path = ".",
    move_time: float = MOVE_SECONDS,
    memory: int = MEMORY,
    total_time: float | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    watch: Callable[[int, int], object] | None = None,
) -> AgentReport:
    """Let an agent play games, and hold every claim that it makes against the exact verdicts.

    The agent is imported in a process of its own, which runs its code. That process is told what
    the agent is shown, and a seed for what the agent draws, which depends on the number of the game
    alone. It is told neither the mines nor the seeds that deal them. An agent can still deal games
    from small seeds until one agrees with what it sees, so that a seed that you choose should be
    large and secret. The same seed gives the same report except for times, if the agent draws
    nothing at random but by its seed, `random` or `numpy.random`.

    With the interface `agent`, the claims are the moves that it calls certain, and its attributes
    `safes` and `mines` if these are sets. They are judged with the mine count. With `cs50` the
    claims are the moves of `make_safe_move`, and every member of `safes` and `mines`. Such a class
    is told no mine count, so the clues alone have to prove its claims; probabilities take each cell
    for a mine with the density of the board.

    Args:
        agent: The class, as `module:Class`.
        interface: `agent` for a class derived from `Agent`; `cs50` for one that is made with
            `height` and `width`, and has `add_knowledge`, `make_safe_move`, `make_random_move`,
            `safes` and `mines`.
        setting: The games, by the rule `classic`; by default `usual_setting`.
        games: The number of games, at least 1.
        seed: The seed of the first game; those of the others follow. Without one it is drawn from
            10**15, more than an agent can try, and is in the report.
        folder: The folder in which the module is looked for.
        move_time: The seconds of processor time that a call of the agent may take, and a tenth of
            the seconds that it may wait.
        memory: The megabytes that the agent may take, where the system can limit that (Linux).
        total_time: The seconds for all games; None for no limit. Later games are left out.
        time_limit: The seconds that each question about a position may take; None for no limit.
        watch: Called after each game with the number of games played, and of all games.

    Raises:
        AgentError: The agent cannot be imported.
        UnknownNameError: There is no such interface.
        ValueError: A number is out of range, or the agent cannot play such games.
        TypeError: A value has another type.
        LimitError: Rules for layouts take too long to deal by.
    """
    if interface not in INTERFACES:
        raise UnknownNameError("interface", interface, INTERFACES)
    expect("agent", agent, str, "the name of a class, such as 'mine:Corners'")
    if not is_own(agent):
        raise AgentError(f"{agent!r:.80} names no agent; expected module:Class, as mine:Corners")
    setting = usual_setting(interface) if setting is None else setting
    expect("setting", setting, Setting, "a Setting, such as Setting('8x8', mines=8)")
    seconds = Budget(move_time).seconds
    start = Start(
        agent,
        str(folder),
        interface,
        seconds or MOVE_SECONDS,
        positive("memory", memory) * _MEGABYTE,
    )
    exam = _Exam(
        start,
        setting,
        known_start(setting, interface),
        games=positive("games", games),
        seed=randbelow(MOST_NUMBER) if seed is None else whole("seed", seed),
        total=Budget(total_time),
        time_limit=time_limit,
    )
    return exam.report(watch)


def known_start(setting: Setting, interface: InterfaceName) -> Board:
    """Return the position before the first move, as far as an agent may know it.

    Raises ValueError for games that agents of the interface cannot play.
    """
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
    return board.altered(total_mines=None, density=density)


class _FaultError(Exception):
    """A fault of the agent, which ends a game."""

    def __init__(self, fault: FaultName, words: str) -> None:
        super().__init__(words)
        self.fault = fault
        self.words = words


class _StuckError(Exception):
    """The agent makes no move."""


class _Seated(Agent):
    """The agent of a process as a player of one game, whose claims are judged before each move."""

    name = "the agent"

    def __init__(
        self, ask: Callable[[Request], Reply], examiner: Examiner, moment: Moment, seed: int
    ) -> None:
        super().__init__(seed)
        self._ask = ask
        self._examiner = examiner
        self._untold: Shown = {}  # flags included, which are no news of a view
        self.moment = moment
        self.slowest: Slowest | None = None

    def begin(self, view: View) -> None:
        self._ask(Begin(view.board, view.first_click, self.seed))

    def choose(self, view: View) -> Move:
        reply = self._ask(Choose(self._untold))
        if self.slowest is None or reply.seconds > self.slowest.seconds:
            self.slowest = Slowest(self.moment, reply.seconds, view.board)
        move = None
        if reply.cell is not None:
            move = Move(Cell(*reply.cell), reply.flags, is_proved=reply.proved)
        is_claimed = self._judge(reply, move if move and _is_allowed(view, move) else None)
        if move is None:
            raise _StuckError
        return move._replace(is_proved=is_claimed)

    def watch(self, move: Move, shown: Shown, _view: View) -> None:
        """Take in a move that was made."""
        self._examiner.tell(move, shown)
        self._untold = shown
        self.moment = self.moment._replace(moves=self.moment.moves + 1)

    def end(self) -> None:
        """Tell what the last move showed, and judge what the agent claims then."""
        self._judge(self._ask(Tell(self._untold)), None)

    def _judge(self, reply: Reply, move: Move | None) -> bool:
        try:
            return self._examiner.judge(self.moment, reply, move)
        except ValueError as error:
            raise _FaultError("claims", str(error)) from None


def _is_allowed(view: View, move: Move) -> bool:
    try:
        return view.can_open(move.cell)
    except ValueError:
        return False


class _Exam:
    """The games of an exam, and the process of the agent."""

    def __init__(
        self,
        start: Start,
        setting: Setting,
        known: Board,
        *,
        games: int,
        seed: int,
        total: Budget,
        time_limit: float | None,
    ) -> None:
        self._start = start
        self._setting = setting
        self._known = known
        self._wanted = games
        self._seed = seed
        self._total = total
        self._time_limit = time_limit
        self._host: Host | None = None
        self._lost_processes = 0
        self._printed = 0  # of processes that ended, and of the one that runs
        self._printing = 0
        self._is_limited = False
        self._tally = Tally()
        self._won = self._lost = self._stuck = 0
        self._faults: list[Fault] = []
        self._slowest: Slowest | None = None
        self._stopped: str | None = None
        self._out_of_time = False

    def report(self, watch: Callable[[int, int], object] | None) -> AgentReport:
        """Play the games, and say what came of them."""
        played = 0
        try:
            self._process()
            while played < self._wanted and self._stopped is None:
                try:
                    self._total.check()
                    played += 1
                    self._play(played - 1)
                except LimitError:
                    if self._total.left() != 0:
                        raise
                    self._out_of_time = True
                    self._stopped = f"the exam took longer than {self._total.seconds:g} s"
                if watch is not None:
                    watch(played, self._wanted)
        finally:
            if self._host is not None:
                self._host.close()
        return AgentReport(
            agent=self._start.agent,
            interface=self._start.interface,
            setting=self._setting,
            seed=self._seed,
            wanted=self._wanted,
            games=played,
            won=self._won,
            lost=self._lost,
            stuck=self._stuck,
            faults=tuple(self._faults),
            slowest=self._slowest,
            printed=self._printed + self._printing,
            stopped=self._stopped if self._out_of_time or played < self._wanted else None,
            out_of_time=self._out_of_time,
            is_limited=self._is_limited,
            **self._tally.results(),
        )

    def _process(self) -> Host:
        """Return the process of the agent, started anew if it has ended. Raises `AgentError`."""
        if self._host is None:
            self._host = Host(self._start)
            self._is_limited = self._host.is_limited
        return self._host

    def _ask(self, request: Request) -> Reply:
        """Ask the agent. Raises `_FaultError`; the process may have ended then."""
        try:
            reply = self._process().ask(request)
        except LostError as error:
            self._host = None
            self._printed, self._printing = self._printed + self._printing, 0
            self._lost_processes += 1
            if self._lost_processes == MOST_LOST:
                self._stopped = f"the process of the agent ended {MOST_LOST} times"
            raise _FaultError(error.fault, error.words) from None
        self._printing = reply.printed
        if reply.fault is not None:
            raise _FaultError(reply.fault, reply.words)
        return reply

    def _play(self, number: int) -> None:
        """Play a game. Raises `LimitError` if there is no time left."""
        seed = self._seed + number
        game = Game(self._setting, seed, time_limit=self._time_limit)
        examiner = Examiner(
            self._known,
            self._setting.first_click,
            self._tally,
            total=self._setting.mines,
            says_guesses=self._start.interface == "cs50",
            time_limit=self._time_limit,
        )
        # It tells nothing of the seed that deals the mines, by which an agent could deal them too;
        # and it is no small number, with which a game may be dealt.
        own_seed = Random(f"agent {number}").randrange(1 << 31)
        player = _Seated(self._ask, examiner, Moment(number + 1, seed, 0), own_seed)
        is_lost = False
        try:
            outcome = play(game, player, watch=player.watch, budget=self._total)
            is_lost = not outcome.is_won
            self._won += outcome.is_won
            self._lost += is_lost
            if outcome.is_won and self._start.interface == "cs50":
                player.end()
        except _StuckError:
            self._stuck += 1
        except _FaultError as error:
            self._faults.append(Fault(player.moment, error.fault, error.words))
        except (IllegalMoveError, AgentError) as error:
            self._faults.append(Fault(player.moment, "move", str(error)))
        finally:
            examiner.end(is_lost=is_lost)
            if player.slowest is not None and (
                self._slowest is None or player.slowest.seconds > self._slowest.seconds
            ):
                self._slowest = player.slowest
