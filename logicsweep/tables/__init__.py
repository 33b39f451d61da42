"""The layouts of a whole board: their exact number, probabilities of mines, and random ones.

In: counted components, the interior, and the mine count or density. Out: `ModelCount`,
distributions, joint marginals, samples. Open `layouts.py` first (the questions), then `prior.py`
(components convolved with the prior, such as the mine count). `engines/` has other counters that
judge this one.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
