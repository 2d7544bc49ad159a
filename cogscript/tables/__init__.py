"""Rows of CSV and JSON files, and numbers as people write them."""
