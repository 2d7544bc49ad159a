"""The 38 computer-use tools, by their own names and parameters, on our surfaces."""
