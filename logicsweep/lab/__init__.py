"""The lab: what serves measuring, teaching and training, a slice a folder.

A slice has its records, its words, its JSON and its commands. Nothing outside the lab imports it:
an entry for each command in `cli/commands.py`, and a line for each public name in the package's
stub, are all that leads there. Open `play` first; above it stand, in this order, `experiments`,
`data`, `gym`, `judging`, `tasks` and `exams`.
"""
