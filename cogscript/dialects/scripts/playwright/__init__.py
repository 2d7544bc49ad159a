"""Python scripts with Playwright: written, not read."""
