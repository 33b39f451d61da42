"""Eliminate."""
