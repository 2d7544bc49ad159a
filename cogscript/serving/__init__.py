"""Serving a session to a model: MCP."""
