"""Board formats: one file each, found through `registry`."""
