"""One file for each agent.

Agents that only published tables need are in `examples/agents/published`, with the equations that
several of them reason with, and keep their names.
To add one, subclass `Agent` of `base.py` (or `DeducingAgent` of `deducing.py`, for an agent that
plays what is certain and otherwise guesses) and name it in `registry.py`, the file to open first.
`own.py` imports agents that users write.
"""
