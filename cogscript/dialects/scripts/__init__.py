"""What people and their tools write: one folder a kind of script, with read.py and write.py."""
