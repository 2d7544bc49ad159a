"""One program in four toolkits: what it shows is a description (spec.json), what happens to it is its log.

They run under the system's own Python, which has GTK, Qt and Tk: the standard library and the toolkit only.
"""
