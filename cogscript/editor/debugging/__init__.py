"""What an editor asks while a run goes on and where it stops; `cog debug-adapter` answers."""
