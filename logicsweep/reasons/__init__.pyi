from .certificates.certificate import Certificate as Certificate, SumCertificate as SumCertificate
from .certificates.checker import check_proof as check_proof
from .certificates.counts_circuit import check_circuit as check_circuit
from .certificates.counts_folder import check_count_folder as check_count_folder
from .certificates.folder import check_folder as check_folder
from .certificates.formula import Claim as Claim, Implied as Implied
from .certificates.layout_rules import RuleAt as RuleAt
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
    Step as Step,
)
from .techniques import Technique as Technique
from .weighted_sum import ShownLine as ShownLine, WeightedSum as WeightedSum
