"""Counting by elimination over boxes, and what the total adds."""
