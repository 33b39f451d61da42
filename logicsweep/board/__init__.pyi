from .adjacency import Adjacency as Adjacency
from .board import Board as Board, Cell as Cell
from .clue import Around as Around, Clue as Clue, Scope as Scope
from .clue_models import (
    ClueModel as ClueModel,
    Exact as Exact,
    TableModel as TableModel,
    clue_model as clue_model,
)
from .first_click import FirstClick as FirstClick
from .layout import Layout as Layout, Mismatch as Mismatch
from .names import CLUE_MODELS as CLUE_MODELS
from .picture.notebook import Drawn as Drawn
from .picture.picture import Picture as Picture
from .picture.themes import ThemeName as ThemeName
from .rules.aggregate import Aggregate as Aggregate
from .rules.catalogue import RULE_NAMES as RULE_NAMES, rule_of as rule_of
from .rules.clue_rule import ClueRule as ClueRule
from .rules.declared import load_rules as load_rules
from .rules.key import HiddenKey as HiddenKey
from .rules.layout_rule import (
    LayoutRule as LayoutRule,
    Lines as Lines,
    When as When,
    Window as Window,
)
from .rules.region import Region as Region
from .rules.rules import Rules as Rules, Ruling as Ruling
from .state import State as State
from .total import Total as Total
from .verdicts import Consequences as Consequences, Verdict as Verdict
