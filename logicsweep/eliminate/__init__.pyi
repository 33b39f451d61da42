from .counts import ModelCounts as ModelCounts, WeightedCounts as WeightedCounts
