"""Bucket elimination of one component: model counts by number of mines, support and marginals.

In: a component's boxes and constraints (cell numbers, no grid). Out: `WeightedCounts`, the cells
that they decide, the mine counts with support, and which of these agree with the total. Open
`plan.py` first: it draws the states and says what a step does; then `messages.py`.
"""
