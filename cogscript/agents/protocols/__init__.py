"""One module a protocol: what is sent to a model of that family, and how its answer is read."""
