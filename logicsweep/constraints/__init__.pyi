from .cardinality import Cardinality as Cardinality
from .regional import Graph as Graph, Regional as Regional
from .regions import Joined as Joined, Regions as Regions
from .relation import Relation as Relation
from .source import TOTAL as TOTAL, Source as Source, SourceKind as SourceKind
