from .circuit import Circuit as Circuit, Node as Node
from .clue_distribution import ClueDistribution as ClueDistribution
from .compiling import circuit_of as circuit_of
from .listing import Configurations as Configurations
from .model_count import (
    KeyChances as KeyChances,
    LeastRisky as LeastRisky,
    ModelCount as ModelCount,
)
