"""The agents among the examples."""
