"""GLM-4.1V and 4.5V: on a desktop (read.py), on a phone (phone.py), in a browser (web.py)."""
