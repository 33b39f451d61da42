"""`logicsweep serve` and `page`: a page to paint a board on, and to see what follows from it."""

from __future__ import annotations

import errno
import socket
import sys
import warnings
from contextlib import closing
from pathlib import Path
from typing import Annotated, Final

from logicsweep.cli.common import LIMIT, command, fail, print_json, reason, refusing
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions
from logicsweep.cli.values import Bounds
from logicsweep.errors import LimitError
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.answers.page import served, written
    from logicsweep.cli.boards import load
    from logicsweep.cli.files import address_of, writing
    from logicsweep.formats.link import fragment_of
    from logicsweep.site.desk import check_size
    from logicsweep.site.files import page_files
    from logicsweep.site.site import site_files, write_site
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
    with closing(_listening_on(_HERE if expose is None else expose, port)) as listening:
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


@command
def page(*, output: Path, json: bool = False) -> None:
    """Write the page as static files, which any host serves from any path.

    It analyses boards and plays games in the browser alone, by the kernel in WebAssembly, and
    after the first visit without a network, too. Rules are played on boards that come with it;
    what takes Python, such as liars and replays, it refuses in words.

    Args:
        output (-o, --output DIR): The folder to write: a new one, an empty one, or one with an
            older page, which is replaced.

    Example: logicsweep page -o public
    """
    with refusing():
        files = site_files()
        with writing(output):
            write_site(output, files)
    answer = written(str(output), files)
    if json:
        print_json(answer)
        return
    print(
        f"The page is in {output}: {answer.files} files, {answer.bytes / 1000:,.0f} kB "
        f"({answer.packed / 1000:,.0f} kB gzipped).\n"
        f"Try it: python -m http.server --directory {output}"
    )


def _reached(expose: str | None) -> str:
    """Return the name by which the page is reached from here."""
    if expose in (None, "0.0.0.0", "::"):  # noqa: S104  # it is the user's own wish
        return _HERE
    return f"[{expose}]" if ":" in str(expose) else str(expose)


def _listening_on(address: str, port: int) -> socket.socket:
    """Return a socket that listens. Exits with a message where that is not possible."""
    where = f"cannot listen on {address}, port {port}"
    try:
        return _bound(address, port)
    except UnicodeError:
        raise fail(f"--expose: {where}: this is no address") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            text = f"port {port} is in use, perhaps by another `logicsweep serve`; choose another "
            raise fail(f"{text}with --port N, or a free one with --port 0") from None
        option = "--port" if error.errno == errno.EACCES else "--expose"
        raise fail(f"{option}: {where}: {reason(error)}") from None


def _bound(address: str, port: int) -> socket.socket:
    """Bind a socket. Raises OSError, and UnicodeError for an address that is no name."""
    if not address:  # which would be every address
        raise UnicodeError
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # By its protocol asyncio knows that small messages are to be sent at once.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen(128)
    except BaseException:
        listening.close()
        raise
    return listening
