from .answer import (
    Behind as Behind,
    Best as Best,
    Candidate as Candidate,
    Closed as Closed,
    Fifty as Fifty,
)
from .best import best as best
from .decision import Decision as Decision, Why as Why, decide as decide
from .endgame import Endgame as Endgame, solve_part as solve_part
from .fifty import FiftyFifty as FiftyFifty, fifty_fifties as fifty_fifties
from .overlays import progress_chances as progress_chances, zero_chances as zero_chances
from .parts import Part as Part, parts_of as parts_of
from .recipe import STANDARD as STANDARD, Recipe as Recipe
from .score import Score as Score, scores_of as scores_of
from .situation import Situation as Situation
from .whatif import WhatIf as WhatIf
from .winning import win_chance as win_chance
