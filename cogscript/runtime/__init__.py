"""Tree + screen + reading + models → a run, and its record."""
