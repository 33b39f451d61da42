from .base import KnowledgeBase as KnowledgeBase
from .comparison import Measured as Measured, compare as compare
