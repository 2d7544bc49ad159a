"""Agents that answer in JSON: their calls found, their arguments read, what stands around them."""
