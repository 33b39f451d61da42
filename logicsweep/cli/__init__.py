"""The commands; the only place that prints or exits.

Open `app.py` first: it lists them. `boards.py` reads what a BOARD names, `common.py` turns errors
into messages and exit codes.
"""
