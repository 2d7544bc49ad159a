"""Whether there is a model that sees."""

from __future__ import annotations

import os

from cogscript.language.model.diagnostic import Fault
from cogscript.models import eyes_of, resolve
from cogscript.settings import Settings


def has_eyes(settings: Settings) -> bool:
    """Whether there is a model that is shown pictures."""
    try:
        resolve(eyes_of(settings, os.environ), os.environ)
    except Fault:
        return False
    return True
