"""The model as a repairman: a line whose target is missing is shown to it, and it may propose another."""
