"""The studio: one local page to edit, run, watch and record workflows, and its server."""
