"""Rules as data: what a clue shows, and what every layout satisfies.

Open `catalogue.py` first: it has every rule by name. A clue rule is a region, weights, an aggregate
and a relation (see `clue_rule`), a layout rule windows and lines (see `layout_rule`).
"""
