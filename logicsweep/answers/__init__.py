"""The answer to each question as a value, which is its JSON; nothing here prints.

In: knowledge bases and boards. Out: structures with records of the library in them, and their JSON
Schemas. Modules here load msgspec. Open `base.py` first for what answers share, `solving.py` for a
question from verdicts to counts, `schemas.py` for the list of all formats.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
