"""Maestro flows (YAML): what a person does on a phone, by the names of things."""
