"""Tasks for language models and agents, whose answers are judged by proof and exact chances.

Open `kinds.py` first, which says what is asked, then `task.py`. `drawing.py` draws tasks from
seeds, `prompts.py` writes them, and `symmetry.py` parts them for training and tests.
`benchmark_tasks.py` has fixed tasks, and `answer_files.py` judges files of answers. `episode.py` is
a game in which a model plays; the other files give all of it to libraries and files.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
