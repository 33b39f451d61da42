"""The command as a process of its own that hears signals."""

from __future__ import annotations

# Signals that whoever runs the tests ignores would be ignored here as well.
HEARING = """
import os, signal, sys, time
for heard in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(heard, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
"""
COMMAND = f"{HEARING}os.execv(sys.executable, [sys.executable, '-m', 'logicsweep', *sys.argv[1:]])"
