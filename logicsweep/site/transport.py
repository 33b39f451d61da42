"""HTTP between a browser and the worker: the page's files, and `POST /api/answer`.

Only the page that was served from here is answered: a request needs the token that is written into
it, comes from its origin, and names this machine. So no other page that is open in the browser can
ask anything, also when its name is made to lead here.
"""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from logicsweep.answers.asked import Asked, Kind
from logicsweep.answers.base import as_json, error
from logicsweep.answers.page import COMMAND
from logicsweep.site.desk import MOST_BYTES
from logicsweep.site.files import LASTING, POLICY, PageFile
from logicsweep.site.worker import Worker, defect

ASKER_HEADER: Final = "X-Logicsweep-Token"
_HEADERS: Final = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # The token changes with every start. Files that last say otherwise.
    "Cache-Control": "no-store",
}
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_NO_WEIGHT: Final = re.compile(r"q=0(?:\.0*)?", re.ASCII)
_ANSWER: Final = "/api/answer"
_LINES: Final = "application/x-ndjson"


class _RefusedError(Exception):
    """A request that is not answered; its status is that of the answer, as in RFC 9110."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def application(
    worker: Worker, files: Mapping[str, PageFile], *, token: str, hosts: frozenset[str]
) -> Starlette:
    """Make the application that serves the page.

    Args:
        worker: The source of answers.
        files: The files by their path, `/` among them.
        token: The secret that a question has to bring along.
        hosts: The names that the page may have, each as HOST:PORT; `*` stands for any.
    """

    async def file(request: Request) -> Response:
        _check_host(request, hosts)
        path = request.url.path
        page_file = files.get(path)
        if page_file is None and path.startswith(f"/{LASTING}/"):
            raise _RefusedError(404, "the page is of another version of logicsweep; load it again")
        if page_file is None:
            raise _RefusedError(404, "there is no such file; the page is at /")
        return _file(page_file, request.headers.getlist("accept-encoding"))

    async def review(request: Request) -> Response:
        _check_host(request, hosts)
        return RedirectResponse("./#review")

    async def ask(request: Request) -> Response:
        _check_host(request, hosts)
        _check_asker(request, token)
        body = await _read_body(request)
        return StreamingResponse(_messages(worker, body), media_type=_LINES)

    return Starlette(
        routes=[
            Route(_ANSWER, _guarded(ask), methods=["POST"]),
            # Or else it would be taken for a file that is not there.
            Route(_ANSWER, _wrong_method, methods=["GET", "HEAD"]),
            # Where reviews were once; links to them are kept.
            Route("/review", _guarded(review), methods=["GET", "HEAD"]),
            Route("/{path:path}", _guarded(file), methods=["GET", "HEAD"]),
        ],
        exception_handlers={404: _none, 405: _wrong_method},
    )


def _file(page_file: PageFile, encodings: list[str]) -> Response:
    """Answer with a file, gzipped for a client that takes it."""
    headers = {"Vary": "Accept-Encoding"}
    if page_file.is_lasting:
        headers["Cache-Control"] = _FOR_EVER
    data = page_file.data
    if page_file.packed is not None and takes_gzip(encodings):
        data = page_file.packed
        headers["Content-Encoding"] = "gzip"
    return Response(data, headers=headers, media_type=page_file.media)


def takes_gzip(encodings: list[str]) -> bool:
    """Tell whether the values of Accept-Encoding allow gzip (RFC 9110, section 12.5.3)."""
    weights = {}
    for word in ",".join(encodings).lower().split(","):
        coding, _, weight = word.partition(";")
        weights[coding.strip()] = weight.replace(" ", "")
    allowed = weights.get("gzip", weights.get("*", "q=0"))
    return _NO_WEIGHT.fullmatch(allowed) is None


def _guarded(
    handler: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Refuse in words, and write the headers that every answer has."""

    async def guarded(request: Request) -> Response:
        try:
            response = await handler(request)
        except _RefusedError as refused:
            return _refusal(refused.status, str(refused))
        except Exception as problem:  # noqa: BLE001  # the page hears of it, and goes on
            return _refusal(500, defect(problem), "internal")
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return guarded


def _refusal(status: int, why: str, kind: Kind = "usage") -> Response:
    refusal = error(Asked(COMMAND), why, kind)
    data = as_json(refusal)
    return Response(data, status, headers=_HEADERS, media_type="application/json")


async def _none(_request: Request, _error: Exception) -> Response:
    return _refusal(404, "there is no such page; it is at /")


async def _wrong_method(request: Request, _error: Exception | None = None) -> Response:
    answer = _refusal(405, f"expected GET for the page, POST for {_ANSWER}")
    answer.headers["Allow"] = "POST" if request.url.path == _ANSWER else "GET, HEAD"
    return answer


def _host(request: Request) -> str:
    return request.headers.get("host", "").lower()


def _check_host(request: Request, hosts: frozenset[str]) -> None:
    """Refuse other names than those of the server: a name may lead here and be another's."""
    if "*" not in hosts and _host(request) not in hosts:
        raise _RefusedError(421, f"expected the host {' or '.join(sorted(hosts))}")


def _check_asker(request: Request, token: str) -> None:
    """Refuse questions of other pages, which cannot send JSON unasked."""
    headers = request.headers
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"http://{_host(request)}":
        raise _RefusedError(403, "the question comes from another page; expected this one")
    if not hmac.compare_digest(headers.get(ASKER_HEADER, "").encode(), token.encode()):
        raise _RefusedError(
            403, "the page was served by an earlier start of logicsweep serve; load it again"
        )
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise _RefusedError(415, "expected a request in JSON, of type application/json")


async def _read_body(request: Request) -> bytes:
    """Read the body of a request; one that says that it is too large is not read."""
    length = request.headers.get("content-length", "0")
    _check_size(int(length[:20]) if length.isdecimal() else 0)
    parts = bytearray()
    try:
        async for part in request.stream():
            parts += part
            _check_size(len(parts))
    except ClientDisconnect:
        raise _RefusedError(400, "the request was broken off") from None
    return bytes(parts)


def _check_size(size: int) -> None:
    if size > MOST_BYTES:
        raise _RefusedError(413, f"expected a request of at most {MOST_BYTES:,} bytes")


async def _messages(worker: Worker, request: bytes) -> AsyncIterator[bytes]:
    """Yield the messages, each as a line; whoever goes away cancels the question."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def heard(message: bytes | None) -> None:
        with suppress(RuntimeError):  # the loop may be gone when the page ends
            loop.call_soon_threadsafe(queue.put_nowait, message)

    number = worker.ask(request, heard)
    try:
        while (message := await queue.get()) is not None:
            yield message + b"\n"
    finally:
        worker.cancel(number)  # which does nothing once all is answered
