"""What servers speak besides chat completions: the two companies' own interfaces, one module each."""
