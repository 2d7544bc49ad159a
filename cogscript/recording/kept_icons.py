"""The pictures that a recorded workflow needs, in a folder beside it."""

from __future__ import annotations

import shutil
from pathlib import Path

from cogscript.language.model.diagnostic import Fault
from cogscript.language.model.tree import Workflow


def pictures_folder(path: Path) -> Path:
    """Where the pictures of a workflow are: `orders.cog` has `orders_pictures`."""
    return path.with_name(f"{path.stem}_pictures")


def keep_pictures(workflow: Workflow, recording: Path, pictures: Path) -> None:
    """Copy what the workflow names from the recording's folder; no folder is made for nothing."""
    named = {
        Path(str(each.arguments["picture"])).name for each in workflow.walk() if "picture" in each.arguments
    }
    for name in sorted(named):
        try:
            pictures.mkdir(exist_ok=True)
            shutil.copyfile(recording / name, pictures / name)
        except OSError as error:
            raise Fault("recording", f"the picture {pictures / name} cannot be written: {error}") from error
