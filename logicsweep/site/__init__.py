"""The page of `logicsweep serve`: a board to paint, and everything that follows from it.

Open `answer.py` first: one function from a request to its messages, which knows nothing of HTTP.
`desk.py` keeps the last knowledge bases, `worker.py` runs both in a process of their own, and
`transport.py` lets a browser talk to it. `browser/` is what the browser gets: ES modules, no build.
`site.py` writes it as a site that needs no server, with the kernel in place of all this.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
