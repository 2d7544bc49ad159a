"""What an editor asks while a person writes a workflow; `cog lsp` answers."""
