"""Text → tree: tokens, grammar, blocks and comments, and the recovery of a text that is wrong."""
