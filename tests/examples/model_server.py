"""A server on this machine that answers as a language model's would, with its faults."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

# From a prompt and the number of the try, from 0, to what the server does.
Behaviour = Callable[[str, int], "Reply"]


class Reply(NamedTuple):
    """What a server does: it answers with a message, or with a body; or it cuts the connection."""

    message: dict[str, Any] | None = None
    status: int = 200
    body: bytes = b""
    is_cut: bool = False
    is_late: bool = False


class Asked(NamedTuple):
    """What a server was asked."""

    body: dict[str, Any]
    key: str | None
    path: str


class Server(ThreadingHTTPServer):
    """See the module; `asked` has every request, `over` ends replies that are late."""

    daemon_threads = True

    def __init__(self, behave: Behaviour) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.behave = behave
        self.asked: list[Asked] = []
        self.over = Event()
        self._tries: dict[str, int] = {}
        self._lock = Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def reply(self, asked: Asked) -> Reply:
        prompt = asked.body["messages"][0]["content"]
        with self._lock:
            self.asked.append(asked)
            number = self._tries.get(prompt, 0)
            self._tries[prompt] = number + 1
        return self.behave(prompt, number)


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        key = self.headers.get("Authorization")
        reply = self.server.reply(Asked(json.loads(data), key, self.path))
        if reply.is_late:
            self.server.over.wait(30)
            return
        body = reply.body
        if reply.message is not None:
            body = json.dumps({"choices": [{"message": reply.message}]}).encode()
        self.send_response(reply.status)
        if reply.status == 429:
            self.send_header("Retry-After", "0")
        if reply.status == 302:
            self.send_header("Location", f"{self.server.url}/elsewhere")
        self.send_header("Content-Length", str(len(body) + 100 * reply.is_cut))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(behave: Behaviour) -> Iterator[Server]:
    """Serve in a thread until the block is left."""
    with Server(behave) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()
