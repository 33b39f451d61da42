"""Sockets that a server listens on."""

from __future__ import annotations

import errno
import socket

from logicsweep.cli.common import fail, reason


def listening_on(address: str, port: int) -> socket.socket:
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
