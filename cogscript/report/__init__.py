"""A run → pages. Reads the record of a run, never the interpreter."""
