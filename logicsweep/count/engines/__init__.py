"""The counting engines, which answer `MarginalQueries`: elimination, all models, ganak.

Open `registry.py` first, which finds the ones that judge the elimination.
"""
