"""CogAgent, whose operations are those of the language; read_2023.py reads its predecessor."""
