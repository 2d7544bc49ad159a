"""Computer-use tools: the `computer` tool of Anthropic, and the 38 tools of the reference."""
