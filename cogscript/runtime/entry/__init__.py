"""TYPE: the right field, by the right means, and seen to be there."""
