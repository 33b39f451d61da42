"""`logicsweep episodes`: a server of games that language models and agents play."""

from __future__ import annotations

import sys
import warnings
from contextlib import closing
from typing import Annotated, Final

import typer

from logicsweep.cli.common import command, print_json, refusing
from logicsweep.cli.game_names import FirstClickName, GameRuleName
from logicsweep.cli.game_options import DealtOptions, GameOptions
from logicsweep.cli.lazy import lazily
from logicsweep.lab.tasks.command import TaskFormName
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.cli.dealing import setting_of
    from logicsweep.cli.listening import listening_on
    from logicsweep.lab.tasks import server, service
    from logicsweep.lab.tasks.as_json import served


# Always the same, and another one than that of `serve`.
PORT: Final = 8418
_HERE: Final = "127.0.0.1"


@command
def episodes(
    *,
    options: DealtOptions,
    rule: GameRuleName = "classic",
    first_click: FirstClickName | None = None,
    form: TaskFormName = "grid",
    idle: Annotated[int, typer.Option(min=1)] = 5,
    most: Annotated[int, typer.Option(min=1, max=100_000)] = 256,
    port: Annotated[int, typer.Option(min=0, max=65535)] = PORT,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> None:
    """Serve games to language models and agents, with exact rewards. Ctrl-C ends it.

    Programs of this machine begin games by POST /reset and move by POST /step, or over a WebSocket
    at /ws, as clients of OpenEnv do. A move is worth the share of survival that it keeps against
    the best one; whether it hits a mine does not count.

    Args:
        rule (NAME): The rule by which the game ends.
        form (NAME): The text form of boards, unless an episode asks for another one.
        idle (N): The number of idle moves with which a game ends, such as flags in a loop.
        most (N): The number of games to keep; beyond it the one left alone longest is forgotten.
        port (N): The port; 0 takes one that is free.

    Example: logicsweep episodes --size beginner --port 8418
    """
    setting = setting_of(options, GameOptions(rule=rule, first_click=first_click))
    with refusing():
        games = service.Service(
            setting, form=form, most_episodes=most, most_idle=idle, time_limit=time_limit
        )
    import uvicorn

    with closing(listening_on(_HERE, port, command="episodes")) as listening:
        taken = listening.getsockname()[1]
        hosts = frozenset(f"{name}:{taken}" for name in (_HERE, "localhost"))
        url = f"http://{_HERE}:{taken}"
        if json:
            print_json(served(url))
        else:
            print(f"Games are at {url}\nPress Ctrl-C to end it.")
        sys.stdout.flush()  # the command ends much later
        settings = uvicorn.Config(
            server.application(games, hosts=hosts),
            log_level="critical",
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=1,
            ws_max_size=server.MOST_BYTES,
        )
        # A signal may come when uvicorn has made its coroutine, and does not run it yet.
        warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
        uvicorn.Server(settings).run([listening])
