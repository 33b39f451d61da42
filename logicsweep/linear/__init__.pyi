from .rows import Row as Row
from .sums import Addend as Addend, Inequality as Inequality, Line as Line, Sum as Sum
