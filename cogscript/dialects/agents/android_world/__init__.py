"""AndroidWorld: JSON actions of a phone, by the index of an element or in pixels."""
