"""The lab: what serves measuring, teaching and training, a slice a folder.

A slice has its records, its words, its JSON and its commands. Nothing outside imports one: a line
for each command in `cli/commands.py`, and for each public name in the package's stub, is all that
leads there. Open `play` first: from below they are `play`, `experiments`, `data`, `gym`,
`instances`, `judging`, `tasks`, `exams`.
"""
