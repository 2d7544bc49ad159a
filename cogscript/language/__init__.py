"""Text ↔ tree: what a .cog file may say, and what is wrong with one. Knows no other room."""
