from .counters.names import ENGINES as ENGINES, EngineName as EngineName
from .solvers.asp import AspReasoner as AspReasoner
from .solvers.names import (
    REASONERS as REASONERS,
    SOLVERS as SOLVERS,
    ReasonerName as ReasonerName,
    SolverName as SolverName,
)
from .solvers.protocol import Backbone as Backbone, Reasoner as Reasoner, Status as Status
from .solvers.recorder import SolverQuestion as SolverQuestion
from .solvers.sat import SatReasoner as SatReasoner
