"""A scripted person at real programs, for the recorder's benchmark and its tests."""
