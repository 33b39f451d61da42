from .cardinality import Cardinality as Cardinality
from .partition import Box as Box, Component as Component, boxes as boxes, components as components
from .position import Decided as Decided
from .regional import Graph as Graph, Regional as Regional
from .relation import Relation as Relation
from .source import TOTAL as TOTAL, Source as Source, SourceKind as SourceKind
from .statements import constraints_of as constraints_of
from .system import ConstraintSystem as ConstraintSystem
