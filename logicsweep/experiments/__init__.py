"""Many games: what to play, playing it anywhere, and what came of it."""
