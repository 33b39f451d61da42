"""Answers as text, JSON, SVG, PNG and HTML; nothing here prints.

In: boards and answers, for pages a knowledge base to ask. Out: strings, bytes, fields for JSON.
Open `drawn.py` first for pictures and pages, `words.py` for sentences, `text_board.py` for boards
on a terminal.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
