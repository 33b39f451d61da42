from .engines.names import ENGINES as ENGINES, EngineName as EngineName
from .layouts import ClueDistribution as ClueDistribution
from .listing import Configurations as Configurations
from .model_count import (
    KeyChances as KeyChances,
    LeastRisky as LeastRisky,
    ModelCount as ModelCount,
)
