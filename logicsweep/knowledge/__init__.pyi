from .base import KnowledgeBase as KnowledgeBase
from .comparison import compare as compare
