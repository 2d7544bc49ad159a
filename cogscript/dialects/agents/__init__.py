"""What models answer: one folder an agent, with read.py and write.py."""
