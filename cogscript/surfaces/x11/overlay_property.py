"""The property by which our own windows over the screen are known, to every connection of ours."""

OVERLAY = "_COGSCRIPT_OVERLAY"
