from .model_counts import ModelCounts as ModelCounts, WeightedCounts as WeightedCounts
from .partition import Box as Box, Component as Component, boxes as boxes, components as components
from .statements import constraints_of as constraints_of
from .system import ConstraintSystem as ConstraintSystem, Decided as Decided
