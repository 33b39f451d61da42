"""Processes that end with the one that started them, however that ends."""

from __future__ import annotations

import os
import threading
from time import sleep
from typing import Final

# How long a process may outlive the one that started it, in seconds.
_STEP: Final = 0.2

# The same as code for a process that has none of ours: its first argument is whom to follow.
FOLLOW: Final = f"""
import os, sys, threading, time

def watch(parent=int(sys.argv.pop(1))):
    while os.getppid() == parent:
        time.sleep({_STEP})
    os._exit(1)

threading.Thread(target=watch, daemon=True).start()
"""


def follow(parent: int) -> None:
    """End this process once the one with this number, which started it, has ended."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(_STEP)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
