from .sums import Addend as Addend, Inequality as Inequality, Line as Line, Row as Row, Sum as Sum
