"""Why: sets of sources, steps, counter-examples."""
