from .partition import Box as Box, Component as Component, boxes as boxes, components as components
from .position import Decided as Decided
from .system import (
    TOTAL as TOTAL,
    Cardinality as Cardinality,
    ConstraintSystem as ConstraintSystem,
    Source as Source,
    SourceKind as SourceKind,
    constraints_of as constraints_of,
)
