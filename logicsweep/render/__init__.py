"""Answers as text, SVG, PNG and HTML; nothing here prints.

In: boards and answers, for pages a knowledge base to ask. Out: strings and bytes. Open `drawn.py`
first for pictures and pages, `words.py` for sentences, `text_board.py` for boards on a terminal;
`shell.py` writes the HTML files that stand alone, `bundle.py` joins their scripts.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
