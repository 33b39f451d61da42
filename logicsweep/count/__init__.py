"""The layouts of a whole board: how many, how likely, random ones; exact.

In: counted components, the interior and the total or density. Out: `ModelCount`, distributions,
joint chances, samples. Open `layouts.py` first (the questions), then `prior.py` (components joined
under the total). `engines/` has other ways to count that judge this one.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
