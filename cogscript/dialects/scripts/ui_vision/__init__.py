"""UI.Vision macros (JSON): Selenium's commands, and others for the desktop."""
