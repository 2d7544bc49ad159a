"""What the language is made of: the tree, the operation table, boxes, keys, variables, diagnostics."""
