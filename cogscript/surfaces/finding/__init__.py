"""Finding a thing on a surface by what a line says of it: one locator a module, tried in order."""
