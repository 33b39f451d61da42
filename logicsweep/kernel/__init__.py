"""The native kernel: work on boards in C, from grid to marginals in one call.

In and out: arrays. The C sources lie here and are compiled when the package is built; `library.py`,
the file to open first, loads the result. Without it `tables/` do the same in
Python: they are the kernel's twin and its judge.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
