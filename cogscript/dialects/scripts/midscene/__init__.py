"""Midscene scripts (YAML): what is done is described in words, and found by a model or by name."""
