"""UI-TARS and Doubao."""
