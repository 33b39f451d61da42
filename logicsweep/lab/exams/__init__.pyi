from .candidate import interface_of as interface_of
from .exam import judge_agent as judge_agent, usual_setting as usual_setting
from .report import (
    AgentReport as AgentReport,
    Causes as Causes,
    Claims as Claims,
    Fault as Fault,
    Guesses as Guesses,
    JudgedAgent as JudgedAgent,
    LevelCount as LevelCount,
    MissedProof as MissedProof,
    Moment as Moment,
    Refutation as Refutation,
    Results as Results,
    Slip as Slip,
    Slowest as Slowest,
    WrongClaim as WrongClaim,
)
