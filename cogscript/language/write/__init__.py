"""Tree → text, and the operation table → documents and Python code."""
