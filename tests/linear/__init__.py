"""Tests of `linear/`: verdicts as weighted sums of clues."""
