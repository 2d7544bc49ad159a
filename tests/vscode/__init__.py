"""The extension in a real VS Code: code-server from npm, driven in a browser. `make test-editor` runs it.

Not part of `make test`: making the bed takes two minutes and 400 MB, and wants Node 20.
"""
