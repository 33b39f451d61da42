from .base import KnowledgeBase as KnowledgeBase
from .batch import Probabilities as Probabilities
from .comparison import Measured as Measured, compare as compare
