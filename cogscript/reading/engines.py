"""The OCR packages, each loaded once a process and only when something is to be read.

Both are asked for two things: where text stands in a picture, and what a strip of text says. Everything
else (order, spaces, indents) is ours, so that another engine is a dozen lines: here, or in a package that
offers it as an entry point of the group `cogscript.ocr`. Their defaults are
made for photographs: they enlarge a small picture until its short side is 736 pixels, which on a crop
of a screen costs five times as much and reads no better; and they shrink a tall one until it cannot be
read.
"""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cogscript.language.model.diagnostic import Fault, nearest
from cogscript.plugins import load_offered, offered
from cogscript.processors import usable_processors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LARGEST = 1 << 20
"""A side no picture has: nothing is ever scaled down."""


class Engine(Protocol):
    """The two stages of an OCR package. Pictures are arrays of rows, blue green red."""

    alphabet: list[str]
    """What each column of `recognise` stands for; the first is the blank."""

    def find(self, picture: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """The four corners of each run of text."""

    def recognise(self, strips: NDArray[np.float32]) -> NDArray[np.float32]:
        """For each strip (48 rows, -1 to 1), each step from left to right: how likely each character is."""


@dataclass(slots=True)
class _Stages:
    """A package's own detector and recogniser behind one face."""

    detector: Callable[[NDArray[np.uint8]], Any]
    recogniser: Callable[[NDArray[np.float32]], NDArray[np.float32]]
    alphabet: list[str]

    def find(self, picture: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        boxes = self.detector(picture)
        return [] if boxes is None else list(boxes)

    def recognise(self, strips: NDArray[np.float32]) -> NDArray[np.float32]:
        return self.recogniser(strips)


@contextlib.contextmanager
def _modest(module: str) -> Iterator[None]:
    """While a package makes its sessions (by that module): threads sleep when they wait for one another, and
    memory is not kept for pictures that are gone.

    onnxruntime has threads turn round and round instead. That gains nothing here, and where programs need the
    processor as well, reading takes half as long again. Neither package has a setting for it.
    """
    try:
        sessions: Any = importlib.import_module(module).OrtInferSession
        make = sessions._init_sess_opts
    except (ImportError, AttributeError):  # another version of the package: it reads all the same
        yield
        return

    def options(*arguments: Any) -> Any:
        made = make(*arguments)
        made.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # A plan of the memory for every shape of picture that comes is kept for good: 600 MB instead of 270
        # after 200 pictures of all sizes, and none of them is read any sooner.
        made.enable_mem_pattern = False
        return made

    sessions._init_sess_opts = staticmethod(options)
    try:
        yield
    finally:
        sessions._init_sess_opts = staticmethod(make)


def _models(package: Any, folder: str, *patterns: str) -> list[str]:
    """The weights inside an installed package; the package itself would try to download what is missing."""
    home = Path(package.__file__).parent / folder
    found = []
    for pattern in patterns:
        matches = sorted(home.glob(pattern))
        if not matches:
            raise Fault(
                "ocr-missing",
                f"the OCR package {package.__name__} lacks its model {pattern} in {home}",
                f"pip install --force-reinstall --no-deps {package.__name__.replace('_', '-')}",
            )
        found.append(str(matches[-1]))
    return found


def _rapidocr() -> Engine:
    import logging

    import rapidocr

    detection, recognition = _models(rapidocr, "models", "*_det_*.onnx", "*_rec_*.onnx")
    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    engine = rapidocr.RapidOCR(
        params={
            "Global.log_level": "critical",
            "Det.model_path": detection,
            "Det.limit_type": "max",
            "Det.limit_side_len": _LARGEST,
            "Rec.model_path": recognition,
            "EngineConfig.onnxruntime.intra_op_num_threads": usable_processors(),
        }
    )
    with _modest("rapidocr.inference_engine.onnxruntime"):
        detector, recogniser = _stage(engine, "det"), _stage(engine, "rec")
    return _Stages(
        lambda picture: detector(picture).boxes,
        recogniser.session,
        recogniser.postprocess_op.character,
    )


def _stage(engine: Any, name: str) -> Any:
    """One half of rapidocr; newer versions make it when it is first used, older ones with the engine."""
    make = getattr(engine, f"_load_{name}_model", None)
    return make() if make else getattr(engine, f"text_{name}")


def _rapidocr_onnxruntime() -> Engine:
    import rapidocr_onnxruntime

    _models(rapidocr_onnxruntime, "models", "*_det_*.onnx", "*_rec_*.onnx")
    with _modest("rapidocr_onnxruntime.utils.infer_engine"):
        engine = rapidocr_onnxruntime.RapidOCR(det_limit_type="max", intra_op_num_threads=usable_processors())
    return _Stages(
        lambda picture: engine.text_det(picture)[0],
        lambda strips: engine.text_rec.session(strips)[0],
        engine.text_rec.postprocess_op.character,
    )


_LOADERS: dict[str, Callable[[], Engine]] = {
    "rapidocr": _rapidocr,
    "rapidocr-onnxruntime": _rapidocr_onnxruntime,
}
ENGINES = tuple(_LOADERS)
"""The built-in engines."""

GROUP = "cogscript.ocr"
"""The entry points that offer OCR engines: each stands for a function that returns an `Engine`."""

_loaded: dict[str, Engine] = {}
_lock = threading.Lock()


def engine_names() -> list[str]:
    """Every name `engine` in the settings takes; a built-in one wins over one of the same name."""
    return [*ENGINES, *(name for name in offered(GROUP) if name not in ENGINES)]


def check_engine(name: str) -> None:
    """A Fault when no engine has this name."""
    if name in ENGINES or name in offered(GROUP):
        return
    names = engine_names()
    guess = nearest(name, names)
    raise Fault(
        "unknown-engine",
        f"there is no OCR engine `{name}`",
        f"did you mean `{guess}`?" if guess else f"`engine` in the settings is one of: {', '.join(names)}",
    )


def load_engine(name: str) -> Engine:
    """The engine of that name, loaded when first asked for."""
    check_engine(name)
    with _lock:
        if name not in _loaded:
            _loaded[name] = _built_in(name) if name in ENGINES else _from_package(name)
        return _loaded[name]


def _built_in(name: str) -> Engine:
    try:
        return _LOADERS[name]()
    except ImportError as error:
        extra = "cogscript" if name == "rapidocr" else f"'cogscript[{name}]'"
        raise Fault(
            "ocr-missing", f"the OCR engine {name} cannot be loaded: {error}", f"pip install {extra}"
        ) from error


def _from_package(name: str) -> Engine:
    make = load_offered(GROUP, name)
    try:
        engine: Engine = make()
    except Fault:
        raise
    except Exception as error:  # whatever somebody else's package does
        raise Fault(
            "plugin", f"the installed OCR engine `{name}` cannot be started: {type(error).__name__}: {error}"
        ) from error
    missing = [each for each in ("alphabet", "find", "recognise") if not hasattr(engine, each)]
    if missing:
        raise Fault("plugin", f"the installed OCR engine `{name}` lacks {', '.join(missing)}")
    return engine
