from .solvers.asp import AspReasoner as AspReasoner
from .solvers.engine import REASONERS as REASONERS, ReasonerName as ReasonerName
from .solvers.protocol import Backbone as Backbone, Reasoner as Reasoner, Status as Status
from .solvers.sat import SOLVERS as SOLVERS, SatReasoner as SatReasoner, SolverName as SolverName
