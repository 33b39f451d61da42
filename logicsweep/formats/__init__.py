"""Board files: bytes, texts and links in; positions and dealt layouts out, and back.

One file a format. `registry.py` lists them, detects which one a file is in, and is what to open
first; to add a format, write a file with a `Format` (see `base.py`) and name it there. `stored.py`
has `load` and `save`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
