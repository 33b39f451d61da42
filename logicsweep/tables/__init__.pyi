from .circuit import Circuit as Circuit, Node as Node
from .compiling import circuit_of as circuit_of
from .layouts import ClueDistribution as ClueDistribution
from .listing import Configurations as Configurations
from .model_count import (
    KeyChances as KeyChances,
    LeastRisky as LeastRisky,
    ModelCount as ModelCount,
)
