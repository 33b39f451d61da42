"""The layouts of a whole board: how many there are, how likely what is in them, random ones.

In: a settled board with its counted components. Out: `Layouts` to be asked about, and the
`ModelCount` of their marginals. Open `layouts.py` first; `prior.py` brings in the total.
"""
