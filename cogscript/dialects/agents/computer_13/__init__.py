"""OSWorld's computer_13: actions as JSON. Plans that also hold code are read by the dialect osworld."""
