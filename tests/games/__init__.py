"""Games, agents and experiments."""
