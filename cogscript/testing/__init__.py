"""Workflows as tests, for people who test their programs with pytest."""
