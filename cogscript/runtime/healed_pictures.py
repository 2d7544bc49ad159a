"""The new picture of an icon that looks otherwise: kept with the run until its line is healed."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from cogscript.language.model.diagnostic import Fault
from cogscript.records.folders import PICTURES

if TYPE_CHECKING:
    from PIL.Image import Image

    from cogscript.language.model.box import Rect


def keep_picture(run: Path, given: str, screen: Image, rect: Rect) -> tuple[str, Path] | None:
    """What `picture=` has to say in the place of `given`, and where the new picture is until then."""
    icon = screen.crop((rect.left, rect.top, rect.right, rect.bottom)).convert("RGB")
    digest = hashlib.blake2b(icon.tobytes(), digest_size=4).hexdigest()
    name = str(PurePosixPath(given).with_name(f"icon-{digest}.png"))
    kept = kept_picture(run, name)
    try:
        icon.save(kept)
    except OSError:  # a full disk: the step itself was done
        return None
    return name, kept


def kept_picture(run: Path, name: str) -> Path:
    return run / PICTURES / PurePosixPath(name).name


def bring_picture(kept: Path, beside: Path) -> None:
    """Copy a run's picture to where the file will name it."""
    try:
        beside.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(kept, beside)
    except OSError as error:
        raise Fault("unwritable", f"the picture {beside} cannot be written: {error.strerror}") from error
