from .claims import (
    Action as Action,
    ChanceClaim as ChanceClaim,
    Claim as Claim,
    ClaimError as ClaimError,
    CountClaim as CountClaim,
    MoveClaim as MoveClaim,
    ReasonClaim as ReasonClaim,
    VerdictClaim as VerdictClaim,
)
from .judge import Asked as Asked, judge as judge, judge_many as judge_many
from .judgements import (
    ChanceJudgement as ChanceJudgement,
    CountJudgement as CountJudgement,
    Judgement as Judgement,
    MoveJudgement as MoveJudgement,
    ReasonJudgement as ReasonJudgement,
    Truth as Truth,
    VerdictJudgement as VerdictJudgement,
)
from .texts import read_claim as read_claim
