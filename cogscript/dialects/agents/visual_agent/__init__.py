"""DesktopVisualAgent: decisions and groundings."""
