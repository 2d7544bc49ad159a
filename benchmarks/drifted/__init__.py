"""Small programs that keep a log, what changes between two runs of a workflow, and who judges by the log."""
