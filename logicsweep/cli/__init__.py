"""The commands; the only place that prints or exits.

Open `commands.py` first: it lists them, and loads each when it is called. `boards.py` reads what a
BOARD names, `common.py` turns errors into messages and exit codes.
"""
