from .cardinality import Cardinality as Cardinality
from .factors import TOTAL as TOTAL, Source as Source, SourceKind as SourceKind
from .region_clauses import Joined as Joined, Regions as Regions
from .regional import Graph as Graph, Regional as Regional
from .relation import Relation as Relation
