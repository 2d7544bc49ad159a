"""Shell scripts with xdotool: read line by line, never run."""
