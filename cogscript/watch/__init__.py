"""A private screen that a person looks at while a run goes on, in a page on this computer."""
