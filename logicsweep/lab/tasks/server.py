"""HTTP and WebSocket for episodes, as clients of OpenEnv speak them.

The server is for programs of this machine. It takes no token, since those clients send none, but it
answers no page of a browser (see `http_requests`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from logicsweep.errors import LimitError
from logicsweep.games.http_requests import (
    RefusedError,
    check_host,
    check_json,
    check_origin,
    check_size,
    read_body,
)
from logicsweep.lab.tasks.messages import Action, Message, Observation, Reply, Reset, State, Step
from logicsweep.lab.tasks.service import RequestError, Service

MOST_BYTES: Final = 64_000
"""The most bytes of a request."""
VERSION: Final = "1.0.0"
"""The version of the interface, which is not that of logicsweep."""

_PLACES: Final = ("/reset", "/step", "/state", "/health", "/metadata", "/schema")
_ABOUT: Final = {
    "name": "logicsweep",
    "description": "Minesweeper: a move is worth the share of survival that it keeps, by exact "
    "chances; luck and layout play no part.",
    "version": VERSION,
}
_POLICY_VIOLATION: Final = 1008  # RFC 6455, section 7.4.1

Asked = TypeVar("Asked")
Handler = Callable[[Request], Awaitable[Response]]


def application(service: Service, *, hosts: frozenset[str]) -> Starlette:
    """Make the application that serves episodes.

    Args:
        service: The episodes.
        hosts: The names that the server may have, each as HOST:PORT.
    """

    async def reset(request: Request) -> Response:
        asked = _decoded(await _body(request) or b"{}", Reset)
        return _answer(await run_in_threadpool(service.reset, asked))

    async def step(request: Request) -> Response:
        asked = _decoded(await _body(request), Step)
        return _answer(await run_in_threadpool(service.step, asked))

    async def state(request: Request) -> Response:
        name = request.query_params.get("episode_id")
        return _answer(await run_in_threadpool(service.state, name))

    async def socket(connection: WebSocket) -> None:
        try:
            _check_wanted(connection.headers, hosts)
        except RefusedError:
            await connection.close(_POLICY_VIOLATION)
            return
        await connection.accept()
        conversation = _Conversation(service)
        try:
            await conversation.hold(connection)
        finally:
            await run_in_threadpool(conversation.end)

    def route(path: str, handler: Handler, method: str = "GET") -> Route:
        return Route(path, _guarded(handler, hosts), methods=[method])

    return Starlette(
        routes=[
            route("/reset", reset, "POST"),
            route("/step", step, "POST"),
            route("/state", state),
            route("/health", _told({"status": "healthy"})),
            route("/metadata", _told(_ABOUT)),
            route("/schema", _told(schemas())),
            route("/openapi.json", _told(_openapi())),
            route("/mcp", _no_tools, "POST"),
            WebSocketRoute("/ws", socket),
        ]
    )


def schemas() -> dict[str, Any]:
    """Return the JSON Schemas of actions, observations and states."""
    types = {"action": Action, "observation": Observation, "state": State}
    return {name: msgspec.json.schema(kind) for name, kind in types.items()}


class _Conversation:
    """The episodes of a connection, one at a time."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._name: str | None = None

    async def hold(self, connection: WebSocket) -> None:
        """Answer until one of both sides closes the connection."""
        with suppress(WebSocketDisconnect):
            while (message := await connection.receive())["type"] != "websocket.disconnect":
                answer = await run_in_threadpool(self.answer, message.get("text"))
                if answer is None:
                    await connection.close()
                    return
                await connection.send_text(answer.decode())

    def answer(self, text: str | None) -> bytes | None:
        """Answer a message; None if it ends the connection."""
        try:
            message = _decoded((text or "").encode(), Message)
            if message.type == "close":
                return None
            answer: dict[str, Any] = {"type": "observation", "data": self._said(message)}
            if message.type == "state":
                answer["type"] = "state"
        except (RefusedError, RequestError, LimitError) as error:
            fault = {"message": str(error), "code": "VALIDATION_ERROR"}
            answer = {"type": "error", "data": fault}
        return msgspec.json.encode(answer)

    def _said(self, message: Message) -> Reply | State:
        if message.type == "reset":
            reply = self._service.reset(_decoded(bytes(message.data), Reset))
            if self._name != reply.observation.episode_id:
                self.end()
            self._name = reply.observation.episode_id
            return reply
        if self._name is None:
            raise RequestError("there is no episode yet; expected reset first")
        if message.type == "state":
            return self._service.state(self._name)
        action = _decoded(bytes(message.data), Action)
        return self._service.step(Step(action=action, episode_id=self._name))

    def end(self) -> None:
        """Forget the episode."""
        if self._name is not None:
            self._service.close(self._name)
            self._name = None


def _guarded(handler: Handler, hosts: frozenset[str]) -> Handler:
    """Refuse in words."""

    async def guarded(request: Request) -> Response:
        try:
            _check_wanted(request.headers, hosts)
            return await handler(request)
        except RefusedError as refused:
            return _answer({"detail": str(refused)}, refused.status)
        except RequestError as error:
            return _answer({"detail": str(error)}, 422)
        except LimitError as error:
            return _answer({"detail": str(error)}, 503)

    return guarded


def _check_wanted(headers: Mapping[str, str], hosts: frozenset[str]) -> None:
    """Refuse a request that may come from a page of a browser."""
    check_host(headers, hosts)
    check_origin(headers, "the request comes from a page in a browser; expected a program")


async def _body(request: Request) -> bytes:
    """Read the body, which is JSON."""
    check_json(request.headers)
    return await read_body(request, MOST_BYTES)


def _decoded(body: bytes, kind: type[Asked]) -> Asked:
    check_size(len(body), MOST_BYTES)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RefusedError(422, f"the request is not as expected: {error}") from None


async def _no_tools(request: Request) -> Response:
    """Answer a question for tools, which there are none of, in JSON-RPC."""
    await _body(request)
    fault = {"code": -32601, "message": "there are no tools; expected /reset and /step"}
    return _answer({"jsonrpc": "2.0", "id": None, "error": fault})


def _told(content: Mapping[str, Any]) -> Handler:
    """Make a handler that always says the same."""

    async def told(_request: Request) -> Response:
        return _answer(content)

    return told


def _answer(content: object, status: int = 200) -> Response:
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
    data = msgspec.json.encode(content)
    return Response(data, status, headers=headers, media_type="application/json")


def _openapi() -> dict[str, Any]:
    """Return the places of the interface, by which clients tell its version."""
    answers = {"responses": {"200": {"description": "JSON, as /schema says."}}}
    posts = ("/reset", "/step")
    paths = {path: {"post" if path in posts else "get": answers} for path in _PLACES}
    return {
        "openapi": "3.1.0",
        "info": {"title": _ABOUT["name"], "version": VERSION},
        "paths": paths,
    }
