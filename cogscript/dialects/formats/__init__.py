"""The forms that several dialects share: containers, JSON, tool calls, labelled replies, Python code."""
