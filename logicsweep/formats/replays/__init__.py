"""Replays: a player's use of the mouse, as five programs write it. Open `replay.py` first."""
