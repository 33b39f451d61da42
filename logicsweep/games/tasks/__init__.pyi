from .drawing import tasks as tasks
from .forms import FORMS as FORMS, board_text as board_text
from .kinds import KINDS as KINDS
from .symmetry import SPLITS as SPLITS, canonical_hash as canonical_hash, split_of as split_of
from .task import Task as Task
