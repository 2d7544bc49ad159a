"""Programs that agents are given tasks in."""
