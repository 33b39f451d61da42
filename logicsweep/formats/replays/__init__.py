"""Replays: what a player did with the mouse, as five programs write it down."""
