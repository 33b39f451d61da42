"""Answers as text, JSON, SVG, PNG and HTML; nothing here asks a question or prints.

In: boards and answers. Out: strings, bytes, fields for JSON. Open `words.py` first for sentences,
`page.py` for pages, `text_board.py` for boards on a terminal.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
