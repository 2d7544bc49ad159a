"""Becomes `sitecustomize` on the machine: does without what Wine 8 lacks, which would end the process."""

import os

if os.name == "nt":
    import _winapi

    del _winapi.CopyFile2  # Python's own copying does without
    os.getppid = lambda: 1
