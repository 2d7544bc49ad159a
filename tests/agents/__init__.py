"""A model that does a task: the other end is a server that really looks (tests/seeing_server)."""
