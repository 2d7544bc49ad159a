"""Recording in a browser: the page itself tells what was clicked, chosen and entered."""
