"""Tree → what is wrong with it before anything runs, and what it names."""
