from .certificates.certificate import Certificate as Certificate
from .certificates.folder import Claim as Claim, check_folder as check_folder
from .cut import Cut as Cut
from .diagnosis import (
    Conflict as Conflict,
    CorrectionSet as CorrectionSet,
    Diagnosis as Diagnosis,
)
from .explanation import (
    Counterexample as Counterexample,
    Difficulty as Difficulty,
    Explanation as Explanation,
    Further as Further,
    Step as Step,
)
from .sum_lines import SumLine as SumLine, SumPart as SumPart, Term as Term
from .techniques import Technique as Technique
from .weighted_sum import WeightedSum as WeightedSum
