from .answer import answer as answer
from .desk import Desk as Desk
