"""`logicsweep play`: one game, by an agent or by a person."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Annotated, Any, Final, NamedTuple

from click import getchar

from logicsweep.cli.common import command, fail, not_both, print_json
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import AGENTS, DealtOptions, GameOptions, drawn_seed
from logicsweep.cli.pictures import PICTURES, PictureOptions, album_of
from logicsweep.cli.values import completing
from logicsweep.errors import IllegalMoveError, UnknownNameError, counted

with lazily():
    from logicsweep.answers.games import Played, Shown, illustrated
    from logicsweep.board.board import Board
    from logicsweep.cli import dealing
    from logicsweep.cli.cells import pair_of
    from logicsweep.cli.console import Output, rich_text
    from logicsweep.cli.files import outputs_of
    from logicsweep.cli.person import by_hand
    from logicsweep.cli.recording import Recording, is_replay
    from logicsweep.cli.terminal import draw
    from logicsweep.games.agents.base import Agent, Move
    from logicsweep.games.agents.logic import Logic
    from logicsweep.games.agents.own import Reported, is_own
    from logicsweep.games.agents.registry import agent_of, check_rules
    from logicsweep.games.game import Game
    from logicsweep.games.loop import Outcome, outcome_of, play as play_game
    from logicsweep.games.setting import Setting
    from logicsweep.games.told.told import Claims
    from logicsweep.games.view import View
    from logicsweep.render import games as words
    from logicsweep.render.text_board import picture


HUMAN: Final = "human"
# The longest pause, in seconds.
_LONGEST: Final = 60
Say = Callable[[str], object]


class GivenOptions(NamedTuple):
    """The options of a layout to play on.

    Attributes:
        board (BOARD): Play this layout: a file, link, game id or -.
    """

    board: str | None = None
    form: str | None = None
    covered: str | None = None


@command
def play(
    *,
    agent: Annotated[str | None, completing(*AGENTS, HUMAN)] = None,
    options: DealtOptions,
    how: GameOptions,
    seed: int | None = None,
    start: str | None = None,
    no_guess: bool = False,
    place: GivenOptions,
    quiet: bool = False,
    details: bool = False,
    delay: str = "0.05",
    output: list[str] | None = None,
    drawing: PictureOptions,
    time_limit: float = 60,
    json: bool = False,
) -> None:
    """Play one game, and show each move with its reason.

    The seed deals the mines, and is shown at the beginning; --board takes the mines from a layout
    instead. Experiments have the same defaults.

    Args:
        agent (NAME): The agent: {names}; module:Class, an agent of your own, imported from the
            current folder; or human, to play yourself, where ? shows the commands. Default: exact.
        no_guess: Deal a layout that needs no guess from the middle cell, which is open, or from
            --start.
        quiet: Print only the result.
        details: Print how the agent came to each move, in the terms of its method, such as its
            equations, and before a guess what it knows; a log has it, too. In a picture: write the
            agent's own numbers into covered cells (risk-gain).
        delay (SECONDS|key): The pause after each move, on a terminal; or wait for a key.
        output (-o, --output FILE): Write each move to this file, as a line of JSON (.jsonl); the
            game as a replay (.rawvf); or positions of the game, with what is proved in each: .svg,
            and with the extra `png`, .png or an animated .gif. Of your own game only a replay is
            written. May be repeated.
        time_limit (SECONDS): The time limit for each question of an agent, and to deal with
            --no-guess or under rules for layouts.

    Example: logicsweep play --agent exact --size 30x16 --mines 99 --seed 7
    """
    _check(place, no_guess=no_guess)
    files = outputs_of(output, {"log": (".jsonl", ".rawvf"), "picture": PICTURES})
    log, album = files.get("log"), album_of(files.get("picture"), drawing)
    if agent == HUMAN:
        _check_human(log, json=json, draws=album is not None)
    pause = _pause_of(delay)

    seed, board = drawn_seed(seed), place.board
    cell = None if start is None else pair_of(start, "--start")
    if board is not None:
        form, covered = place.form, place.covered
        game = dealing.given(options, how, board, form, covered=covered, start=cell, seed=seed)
    else:
        deal = dealing.without_guesses if no_guess else dealing.dealt
        game = deal(options, how, seed, start=cell, time_limit=time_limit)
    dealt_by = seed if board is None else None
    described = words.setting_words(game.setting, dealt_by, no_guess=no_guess, start=cell)
    if album is not None:
        album.check(album.most or 1, game.setting.cells)
    name, first = agent or "exact", game.board
    is_told = not first.clues and game.setting.is_plainly_told
    played = Played(
        game.setting, dealt_by, name, no_guess=no_guess, start=None if is_told else first
    )
    recording = Recording(board, played)
    if name == HUMAN:
        _play_by_hand(game, described, recording, log)
        return
    explains = details or not quiet
    player = _player(name, seed, game.setting, time_limit=time_limit, explains=explains)
    claims = Claims(
        first, game.setting.first_click, are_proofs=isinstance(player, Logic), time_limit=time_limit
    )
    # Proofs that nobody hears of and nothing records need no watching, which takes time.
    is_watched = json or bool(files) or not quiet or not claims.are_proofs
    title = f"{name} plays {described}"
    with _showing(game, quiet=quiet or json, pause=pause) as show, recording.logging(log):
        show(title)
        outcome = _played(
            game, player, claims, recording, show, details=details, is_watched=is_watched
        )
        answer = recording.end(outcome, game.board, game.solution)
    if not json:
        print(words.outcome_words(outcome, game.setting.rule))
        _tell(claims, None if quiet else log, game.moves)
    if album is not None:
        drawn = recording.draw(album, first, title=title, time_limit=time_limit)
        answer = illustrated(answer, drawn)
        if not json and not quiet:
            print(album.words(game.moves))
    if json:
        print_json(answer)


def _play_by_hand(game: Game, described: str, recording: Recording, log: Path | None) -> None:
    with recording.logging(log):
        by_hand(game, described, recording)
        if game.is_over:
            recording.end(outcome_of(game), game.board, game.solution)
    if game.is_over:
        _tell_log(log, game.moves)
    elif log is not None:
        print(f"{log} is not written: only a game that is over has a replay.")


def _tell(claims: Claims, log: Path | None, moves: int) -> None:
    """Say how many moves were called certain without a proof, and where the log is."""
    if claims.wrong:
        print(words.claim_words(claims.wrong))
    _tell_log(log, moves)


def _tell_log(log: Path | None, moves: int) -> None:
    if log is not None:
        print(f"{log}: the log of {counted(moves, 'move')}.")


def _played(
    game: Game,
    player: Agent,
    claims: Claims,
    recording: Recording,
    show: Say,
    *,
    details: bool,
    is_watched: bool,
) -> Outcome:
    """Have a game played. Exits with a message when a move is not allowed."""
    ruled = game.board.placed_rules
    knew: list[str] = []  # before a guess

    def before(move: Move, view: View) -> None:
        knew.clear()
        if not move.is_proved:
            knew.extend(words.known_lines(player.known(view), player.knowledge(view)))
        recording.number(player.numbers(view))

    def watch(move: Move, shown: Shown, view: View) -> None:
        move = move._replace(details=(*move.details, *knew))
        follows = claims.check(move, shown)
        known = player.known(view)
        told = move if details else move._replace(details=())
        show(words.move_words(game.moves, told, shown, known, ruled, follows=follows))
        recording.move(game.moves, move, shown, known, follows=follows)

    try:
        return play_game(
            game, player, before=before if details else None, watch=watch if is_watched else None
        )
    except IllegalMoveError as error:
        raise fail(f"agent {player.name} made a move that is not allowed: {error}") from None


def _check(place: GivenOptions, *, no_guess: bool) -> None:
    """Exit with a message for options that contradict each other."""
    for option, value in {"--covered": place.covered, "--from": place.form}.items():
        if value is not None and place.board is None:
            raise fail(f"{option} needs --board BOARD")
    if no_guess and place.board is not None:
        raise not_both("--board", "--no-guess")


def _check_human(log: Path | None, *, json: bool, draws: bool) -> None:
    """Exit with a message for what is not written of a person's game."""
    if json:
        raise not_both(f"--agent {HUMAN}", "--json")
    if draws or (log is not None and not is_replay(log)):
        raise fail("--output: a game of yours is written as a replay; expected a .rawvf file")


def _pause_of(delay: str) -> float | None:
    """Read --delay: seconds, or None for a key. Exits with a message for anything else."""
    if delay == "key":
        return None
    seconds = float(delay) if re.fullmatch(r"\d{1,4}(\.\d{1,9})?", delay, re.ASCII) else -1
    if not 0 <= seconds <= _LONGEST:
        raise fail(f"--delay is {delay[:20]!r}; expected seconds, at most {_LONGEST}, or key")
    return seconds


def _player(name: str, seed: int, setting: Setting, *, time_limit: float, explains: bool) -> Agent:
    """Make the agent of a name. Exits with a message if there is none that plays such games."""
    try:
        player = agent_of(
            name, seed=seed, time_limit=time_limit, explains=explains, imports=Path.cwd()
        )
        check_rules(player, setting)
    except UnknownNameError as error:
        raise fail(f"--agent: {error}") from None
    return Reported(player, name) if is_own(name) else player


@contextmanager
def _showing(game: Game, *, quiet: bool, pause: float | None) -> Iterator[Say]:
    """Show lines as they come, and the board: on a terminal below them, else in the end.

    After each line there is a pause of so many seconds; None waits for a key.
    """
    if quiet:
        yield lambda _: None
        return
    if not sys.stdout.isatty():
        yield print

        draw(game.board)
        return
    from rich.live import Live

    console = Output(soft_wrap=False)
    with Live(_picture(game.board, console.width), console=console, auto_refresh=False) as live:

        def show(line: str) -> None:
            console.print(line, markup=False)
            live.update(_picture(game.board, console.width), refresh=True)
            if pause is not None:
                sleep(pause)
            elif sys.stdin.isatty() and _key() in ("q", "\x04", ""):
                raise KeyboardInterrupt

        yield show


def _picture(board: Board, columns: int) -> Any:
    drawn = picture(board, columns=columns)
    return "(The board is too wide for this terminal.)" if drawn is None else rich_text(drawn)


def _key() -> str:
    """Read the next key. Ctrl-C is none: the terminal tells the shell's loop of it, too."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        return getchar()
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        return os.read(sys.stdin.fileno(), 32).decode(errors="replace")  # some keys are many bytes
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
