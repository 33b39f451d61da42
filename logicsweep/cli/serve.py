"""`logicsweep serve`: a page to paint a board on, and to see all that follows from it."""

from __future__ import annotations

import sys
import warnings
from contextlib import closing
from typing import Annotated, Final

from logicsweep.cli.common import LIMIT, command, fail, print_json, refusing
from logicsweep.cli.lazy import lazily
from logicsweep.cli.linking import address_of
from logicsweep.cli.options import BoardOptions
from logicsweep.cli.values import Bounds
from logicsweep.errors import LimitError
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.answers.page import served
    from logicsweep.cli.boards import load
    from logicsweep.cli.listening import listening_on
    from logicsweep.formats.link import fragment_of
    from logicsweep.site.desk import check_size
    from logicsweep.site.files import page_files
    from logicsweep.site.transport import application
    from logicsweep.site.worker import Worker


# Always the same, so that links lead to the same place on every day.
PORT: Final = 8417
_HERE: Final = "127.0.0.1"
_NAMES: Final = (_HERE, "localhost")
# How long answers that are under way are waited for at the end, in seconds.
_PATIENCE: Final = 1


@command
def serve(
    board: str | None = None,
    *,
    port: Annotated[int, Bounds(0, 65535)] = PORT,
    no_open: bool = False,
    expose: str | None = None,
    allow_programs: bool = False,
    public_url: str | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Serve a page on which you paint a board and see all that follows from it. Ctrl-C ends it.

    Verdicts, probabilities, reasons and the best cell follow every change. The state of the page is
    in its address. A link that it copies leads to the public copy of the page if you name one with
    --public-url; else it leads whoever runs this command to the same position. The page works
    without a network, and answers this machine only.

    Args:
        board (BOARD): The board to begin with: a file, a link, a game id, example:NAME, or - for
            standard input.
        port (N): The port; 0 takes one that is free.
        no_open: Do not open the page in a browser.
        expose (ADDRESS): Listen on this address in place of 127.0.0.1. Whoever can reach it can use
            the page, and this machine's time; nothing is encrypted.
        allow_programs: Let the page add logic programs, which can take any time and memory.

    Example: logicsweep serve example:expert-stuck
    """
    public_url = address_of(public_url)
    fragment = ""
    if board is not None:
        position, _ = load(board, options)
        try:
            check_size(position)
        except LimitError as error:
            raise fail(str(error), LIMIT) from None
        with refusing("BOARD"):
            fragment = fragment_of(position, board)
    elif options.given:
        raise fail(f"{options.given[0]} needs a BOARD")
    import webbrowser
    from secrets import token_urlsafe

    import uvicorn

    token = token_urlsafe(24)
    with closing(listening_on(_HERE if expose is None else expose, port)) as listening:
        taken = listening.getsockname()[1]
        names = _NAMES if expose is None else ()
        hosts = frozenset(f"{name}:{taken}" for name in names) or frozenset({"*"})
        url = f"http://{_reached(expose)}:{taken}/{fragment}"
        with closing(Worker(time_limit=time_limit, allows_programs=allow_programs)) as worker:
            files = page_files(token, public_url=public_url)
            app = application(worker, files, token=token, hosts=hosts)
            if json:
                print_json(served(url))
            else:
                print(f"The page is at {url}\nPress Ctrl-C to end it.")
            sys.stdout.flush()  # the command ends much later
            if not no_open:
                webbrowser.open(url)
            settings = uvicorn.Config(
                app,
                # Whatever goes wrong is an answer; at the end it would tell what is cut off.
                log_level="critical",
                lifespan="off",
                server_header=False,
                timeout_graceful_shutdown=_PATIENCE,
            )
            # A signal may come when uvicorn has made its coroutine, and does not run it yet.
            warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
            uvicorn.Server(settings).run([listening])


def _reached(expose: str | None) -> str:
    """Return the name by which the page is reached from here."""
    if expose in (None, "0.0.0.0", "::"):  # noqa: S104  # it is the user's own wish
        return _HERE
    return f"[{expose}]" if ":" in str(expose) else str(expose)
