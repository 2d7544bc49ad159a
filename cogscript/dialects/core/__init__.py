"""What is the same for all dialects: draft, coordinates, merging, detection, registry, import, export."""
