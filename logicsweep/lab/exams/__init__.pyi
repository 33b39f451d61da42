from .exam import judge_agent as judge_agent, usual_setting as usual_setting
from .report import (
    AgentReport as AgentReport,
    Fault as Fault,
    LevelCount as LevelCount,
    MissedProof as MissedProof,
    Moment as Moment,
    Slowest as Slowest,
    WrongClaim as WrongClaim,
)
from .slips import Slip as Slip
