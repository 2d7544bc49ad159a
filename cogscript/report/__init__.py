"""A run → a page or XML. Reads the record of a run, never the interpreter."""
