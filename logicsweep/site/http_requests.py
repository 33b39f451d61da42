"""HTTP requests to a server on this machine: who may ask, and how much.

No page of another server is answered that is open in a browser: a request names this machine as its
host, has no origin but this server, and brings JSON, which other pages cannot send unasked.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import ClientDisconnect, Request


class RefusedError(Exception):
    """A request that is not answered.

    Attributes:
        status: The status of the answer, as in RFC 9110.
    """

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def check_host(headers: Mapping[str, str], hosts: frozenset[str]) -> None:
    """Refuse other names than those of a server: a name that leads here may be somebody else's.

    Args:
        headers: The headers of the request, by names in lower case.
        hosts: The names of the server, each as HOST:PORT in lower case; `*` stands for any.
    """
    if "*" not in hosts and _host(headers) not in hosts:
        raise RefusedError(421, f"expected the host {' or '.join(sorted(hosts))}")


def check_origin(headers: Mapping[str, str], why: str) -> None:
    """Refuse requests from pages of other servers, for a reason in words."""
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"http://{_host(headers)}":
        raise RefusedError(403, why)


def check_json(headers: Mapping[str, str]) -> None:
    """Refuse a request whose type is not JSON."""
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise RefusedError(415, "expected a request in JSON, of type application/json")


def check_size(size: int, most: int) -> None:
    """Refuse a request of more bytes than a server takes."""
    if size > most:
        raise RefusedError(413, f"expected a request of at most {most:,} bytes")


async def read_body(request: Request, most: int) -> bytes:
    """Read the body of a request, of at most so many bytes; one that says more is not read."""
    length = request.headers.get("content-length", "0")
    if length.isdecimal():
        check_size(int(length[:20]), most)
    parts = bytearray()
    try:
        async for part in request.stream():
            parts += part
            check_size(len(parts), most)
    except ClientDisconnect:
        raise RefusedError(400, "the request was broken off") from None
    return bytes(parts)


def _host(headers: Mapping[str, str]) -> str:
    return headers.get("host", "").lower()
