from .drawing import tasks as tasks
from .episode import FLAG_REWARD as FLAG_REWARD, Episode as Episode, Turn as Turn
from .forms import FORMS as FORMS, board_text as board_text
from .kinds import KINDS as KINDS
from .lines import read_tasks as read_tasks, write_tasks as write_tasks
from .symmetry import SPLITS as SPLITS, canonical_hash as canonical_hash, split_of as split_of
from .task import Task as Task
