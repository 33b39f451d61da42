from .base import KnowledgeBase as KnowledgeBase
from .batch import (
    Probabilities as Probabilities,
    probabilities as probabilities,
    verdicts as verdicts,
)
from .comparison import Measured as Measured, compare_encodings as compare_encodings
