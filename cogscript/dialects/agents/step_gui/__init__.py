"""Step-GUI (GELab-Zero): a phone's actions as fields with tabs between them."""
