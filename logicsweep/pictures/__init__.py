"""Boards as pictures in SVG; nothing here knows more than arrays and words."""
