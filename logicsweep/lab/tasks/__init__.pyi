from .answer_files import (
    Answered as Answered,
    Faulty as Faulty,
    Mark as Mark,
    Unfinished as Unfinished,
    answer_by as answer_by,
    mark as mark,
    read_answers as read_answers,
)
from .answerers import BASELINES as BASELINES, Answerer as Answerer
from .benchmark_tasks import benchmark as benchmark
from .drawing import tasks as tasks
from .episode import FLAG_REWARD as FLAG_REWARD, Episode as Episode, Turn as Turn
from .kinds import KINDS as KINDS, TaskKind as TaskKind
from .lines import read_tasks as read_tasks, write_tasks as write_tasks
from .prompts import FORMS as FORMS, board_text as board_text
from .scoring import (
    AnswerGroup as AnswerGroup,
    JudgedForecasts as JudgedForecasts,
    JudgedOpenings as JudgedOpenings,
    Summary as Summary,
    Tally as Tally,
)
from .symmetry import SPLITS as SPLITS, canonical_hash as canonical_hash, split_of as split_of
from .task import Task as Task
