"""The page on a server of its own, and a client that has its token."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import NamedTuple

import httpx
import psutil
import uvicorn

from logicsweep.site.files import page_files
from logicsweep.site.transport import ASKER_HEADER, application
from logicsweep.site.worker import Worker

TOKEN = "a-token-for-tests"  # noqa: S105
ANSWER = "/api/answer"
# Longer than anything takes where all cores are busy.
LONG = 300


class Served(NamedTuple):
    """Where a page is served, and what answers it."""

    host: str
    port: int
    worker: Worker

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    @property
    def headers(self) -> dict[str, str]:
        """What the page sends along."""
        return {
            ASKER_HEADER: TOKEN,
            "Origin": self.url,
            "Content-Type": "application/json",
        }

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=LONG, trust_env=False)

    def raw(self, data: bytes) -> bytes:
        """All that comes back of bytes that no client would send."""
        with socket.create_connection(("127.0.0.1", self.port), LONG) as open_socket:
            open_socket.sendall(data)
            found = bytearray()
            while part := open_socket.recv(65536):
                found += part
        return bytes(found)

    @property
    def process(self) -> psutil.Process:
        """The process of the worker."""
        return psutil.Process(self.worker._process.pid)  # noqa: SLF001


def digest_of(client: httpx.Client) -> str:
    """The digest in the path of the page's files."""
    (digest,) = set(re.findall(r'"f/([0-9a-f]{16})/', client.get("/").text))
    return str(digest)


@contextmanager
def served() -> Iterator[Served]:
    """Serve the page as the command does, in a thread."""
    worker = Worker()
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        port = listening.getsockname()[1]
        host = f"127.0.0.1:{port}"
        app = application(
            worker, page_files(TOKEN), token=TOKEN, hosts=frozenset({host, f"localhost:{port}"})
        )
        settings = uvicorn.Config(
            app,
            log_level="warning",
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(settings)
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield Served(host, port, worker)
        worker.close()
        server.should_exit = True
        thread.join()
