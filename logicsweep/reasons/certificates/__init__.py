"""Certificates: formulas that deny a verdict, and proofs that they cannot be true, as files.

They are made here from the constraints that the engine has; `logicsweep.checker` reads them, and
shares nothing with this package but the records of an index. Open `certificate.py` first.
"""
