from .counts import ModelCounts as ModelCounts, Ways as Ways
