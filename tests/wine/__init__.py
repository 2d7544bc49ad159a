"""The Windows code, run for real on Linux: Wine, the official Python for Windows in it, our wheel in that.

`make test-windows` runs this package. bed.py makes the machine (nothing but the system's packages and PyPI),
and __main__.py runs the tests on it. What runs there are the project's own tests: those that need no desktop
of Linux, and those of cogscript/surfaces/windows that drive Windows programs. docs/windows.md tells what that
shows and what only Windows itself can show.
"""
