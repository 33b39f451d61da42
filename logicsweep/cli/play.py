"""`logicsweep play`: one game, by an agent or by a person."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from time import sleep
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from logicsweep.board.board import Board
from logicsweep.cli.board_options import CoveredOption, FormatOption
from logicsweep.cli.common import (
    USAGE,
    JsonOption,
    check_time_limit,
    command,
    completing,
    fail,
    print_json,
)
from logicsweep.cli.dealing import (
    DealtOptions,
    GameOptions,
    SeedOption,
    dealt,
    given,
    without_guesses,
)
from logicsweep.cli.files import output_of
from logicsweep.errors import IllegalMoveError, UnknownNameError, counted
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.agents.logic import Logic as LogicAgent
from logicsweep.games.agents.own import Reported, is_own
from logicsweep.games.agents.registry import AGENTS, agent_of, check_rules
from logicsweep.games.claims import Claims
from logicsweep.games.game import Game
from logicsweep.games.loop import play as play_game
from logicsweep.games.view import View
from logicsweep.render.games import (
    Played,
    Shown,
    claim_words,
    move_words,
    outcome_words,
    setting_words,
)

if TYPE_CHECKING:
    from logicsweep.cli.recording import Recording

EXAMPLE: Final = "Example: logicsweep play --agent exact --size 30x16 --mines 99 --seed 7"
_SEEDS: Final = 1_000_000

Say = Callable[[str], object]


@command
def play(
    *,
    agent: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"The agent: {', '.join(AGENTS)}; or module:Class, an agent of your own, imported "
            "from the current folder. Default: exact.",
            autocompletion=completing(*AGENTS),
        ),
    ] = None,
    human: Annotated[
        bool, typer.Option("--human", help="Play yourself; ? shows the commands.")
    ] = False,
    options: DealtOptions,
    how: GameOptions,
    seed: SeedOption = None,
    no_guess: Annotated[
        bool,
        typer.Option(
            "--no-guess",
            help="Deal a layout that needs no guess from the middle cell, which is open.",
        ),
    ] = False,
    board: Annotated[
        str | None,
        typer.Option(metavar="BOARD", help="Play this layout: a file, link, game id or -."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the result.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Wait for a key after each move.")] = False,
    delay: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", min=0, max=60, help="The pause after each move, on a terminal."
        ),
    ] = 0.05,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write each move to this file, as a line of JSON; or, to a file ending in .rawvf, "
            "the game as a replay.",
        ),
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="The time limit for each question of an agent, and to deal with --no-guess or "
            "under rules for layouts.",
        ),
    ] = 60,
    json: JsonOption = False,
    form: FormatOption = None,
    covered: CoveredOption = None,
) -> None:
    """Play one game, and show each move with its reason.

    The seed deals the mines, and is shown at the beginning; --board takes the mines from a layout
    instead. Experiments have the same defaults.
    """
    check_time_limit(time_limit)
    _check(board, {"--covered": covered, "--from": form}, log, no_guess=no_guess)
    chosen = Random().randrange(_SEEDS) if seed is None else seed
    if board is None:
        game = (
            without_guesses(options, how, chosen, time_limit=time_limit)
            if no_guess
            else dealt(options, how, chosen, time_limit=time_limit)
        )
    else:
        game = given(options, how, board, form, chosen, covered=covered)
    dealt_by = chosen if board is None else None
    start = game.board
    is_told = not start.clues and game.setting.is_plainly_told
    played = Played(
        game.setting,
        dealt_by,
        agent or "exact",
        no_guess=no_guess,
        start=None if is_told else start,
    )
    words = setting_words(game.setting, dealt_by, no_guess=no_guess)
    if human:
        _by_hand(game, words, {"--agent": agent, "--json": json, "--log": log})
        return
    name = agent or "exact"
    player = _player(name, chosen, time_limit=time_limit, explains=not quiet)
    try:
        check_rules(player, game.setting)
    except UnknownNameError as error:
        raise fail(f"--agent: {error}", USAGE) from None
    recording: Recording | None = None
    if json or log is not None:
        from logicsweep.cli.recording import Recording

        recording = Recording(board, played)
    with (
        _showing(game, quiet=quiet or json, step=step, delay=delay) as show,
        nullcontext() if recording is None else recording.logging(log),
    ):
        show(f"{name} plays {words}")
        ruled = game.board.placed_rules
        claims = Claims(
            *(start, game.setting.first_click),
            are_proofs=isinstance(player, LogicAgent),
            time_limit=time_limit,
        )

        def watch(move: Move, shown: Shown, view: View) -> None:
            follows = claims.check(move, shown)
            known = player.known(view)
            show(move_words(game.moves, move, shown, known, ruled, follows=follows))
            if recording is not None:
                recording.move(game.moves, move, shown, known, follows=follows)

        is_watched = recording is not None or not quiet or not claims.are_proofs
        try:
            outcome = play_game(game, player, watch=watch if is_watched else None)
        except IllegalMoveError as error:
            raise fail(f"agent {name} made a move that is not allowed: {error}", USAGE) from None
        answer = None if recording is None else recording.end(outcome, game.board, game.solution)
    if json and answer is not None:
        print_json(answer)
    else:
        print(outcome_words(outcome, how.rule))
        if claims.wrong:
            print(claim_words(claims.wrong))
        _tell_log(None if quiet else log, game)


def _check(
    board: str | None, of_board: dict[str, str | None], log: Path | None, *, no_guess: bool
) -> None:
    """Exit with a message for options that contradict each other."""
    for option, value in of_board.items():
        if value is not None and board is None:
            raise fail(f"{option} needs --board BOARD", USAGE)
    if no_guess and board is not None:
        raise fail("--board and --no-guess cannot be combined; expected one of them", USAGE)
    if log is not None and output_of(str(log)) == "-":
        raise fail(f"--log: {log} is standard output; expected a file", USAGE)


def _tell_log(log: Path | None, game: Game) -> None:
    if log is not None:
        print(f"{log}: the log of {counted(game.moves, 'move')}.")


def _by_hand(game: Game, words: str, others: dict[str, object]) -> None:
    """Let a person play, who needs none of the other options."""
    for option, value in others.items():
        if value:
            raise fail(f"--human and {option} cannot be combined; expected one of them", USAGE)
    from logicsweep.cli.person import by_hand

    by_hand(game, words)


def _player(name: str, seed: int, *, time_limit: float, explains: bool) -> Agent:
    """The agent of a name. Exits with a message when there is none."""
    try:
        found = agent_of(name, seed, time_limit=time_limit, explains=explains, imports=Path.cwd())
    except UnknownNameError as error:
        raise fail(f"--agent: {error}", USAGE) from None
    return Reported(found, name) if is_own(name) else found


@contextmanager
def _showing(game: Game, *, quiet: bool, step: bool, delay: float) -> Iterator[Say]:
    """Show lines as they come, and the board: on a terminal below them, else in the end."""
    if quiet:
        yield lambda _: None
        return
    if not sys.stdout.isatty():
        yield print
        from logicsweep.cli.terminal import draw

        draw(game.board)
        return
    from rich.live import Live

    from logicsweep.cli.console import Output

    console = Output(soft_wrap=False)
    with Live(_picture(game.board, console.width), console=console, auto_refresh=False) as live:

        def show(line: str) -> None:
            console.print(line, markup=False)
            live.update(_picture(game.board, console.width), refresh=True)
            if step and sys.stdin.isatty():
                _wait_for_a_key()
            else:
                sleep(delay)

        yield show


def _picture(board: Board, columns: int) -> Any:
    from logicsweep.cli.console import rich_text
    from logicsweep.render.text_board import picture

    found = picture(board, columns=columns)
    return "(The board is too wide for this terminal.)" if found is None else rich_text(found)


def _wait_for_a_key() -> None:
    if _key() in ("q", "\x04", ""):
        raise KeyboardInterrupt


def _key() -> str:
    """The next key. Ctrl-C is none: the terminal tells the shell's loop of it, too."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        return typer.getchar()
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        return os.read(sys.stdin.fileno(), 32).decode(errors="replace")  # some keys are many bytes
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
