"""What a run leaves on disk: its schema, one writer, one reader. Nobody else knows the columns."""
