"""Engines: found by name, loaded late and once, never from the network."""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import sys

import numpy as np
import pytest

from cogscript.language.model.diagnostic import Fault
from cogscript.plugins import offered
from cogscript.reading import engines, open_reader, read_still
from cogscript.settings import ReadingSettings
from tests.reading.drawn import page

INSTALLED = [name for name in engines.ENGINES if importlib.util.find_spec(name.replace("-", "_")) is not None]


def test_the_default_engine_is_installed():
    assert ReadingSettings().engine in INSTALLED


@pytest.mark.parametrize("name", INSTALLED)
def test_each_engine_reads_without_a_network(name, monkeypatch):
    def refuse(*_):
        raise AssertionError("reading wants the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    reader = open_reader(ReadingSettings(engine=name))
    picture = page(["Invoice 2026 total", "Paid in full"], width=300)
    reading = read_still(picture, reader)
    assert reading.text == "Invoice 2026 total\nPaid in full"
    assert reading.confidence > 0.8
    first, second = reading.lines
    assert 0 <= first.rect.left < 20
    assert first.rect.bottom < second.rect.top


def test_an_engine_is_loaded_once():
    name = ReadingSettings().engine
    assert engines.load_engine(name) is engines.load_engine(name)


@pytest.mark.parametrize("name", INSTALLED)
def test_an_engine_uses_the_threads_it_is_allowed_and_lets_them_sleep(name, monkeypatch):
    import onnxruntime

    made = []
    load = onnxruntime.InferenceSession.__init__

    def loads(self, *words, **keywords):
        load(self, *words, **keywords)
        made.append(self.get_session_options())

    monkeypatch.setattr(onnxruntime.InferenceSession, "__init__", loads)
    monkeypatch.setattr(engines, "_loaded", {})
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    engines.load_engine(name)
    assert len(made) >= 2
    for options in made:
        assert options.intra_op_num_threads == 1
        assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"


def test_an_unknown_engine_is_named_with_the_nearest():
    with pytest.raises(Fault) as caught:
        open_reader(ReadingSettings(engine="rapid-ocr"))
    assert caught.value.code == "unknown-engine"
    assert "rapid-ocr" in caught.value.reason
    assert caught.value.advice == "did you mean `rapidocr`?"


def test_an_engine_that_is_not_installed_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "rapidocr_onnxruntime", None)
    monkeypatch.setattr(engines, "_loaded", {})
    with pytest.raises(Fault) as caught:
        engines.load_engine("rapidocr-onnxruntime")
    assert caught.value.advice == "pip install 'cogscript[rapidocr-onnxruntime]'"


def test_a_package_without_its_models_says_so_instead_of_downloading(monkeypatch, tmp_path):
    import rapidocr

    monkeypatch.setattr(engines, "_loaded", {})
    monkeypatch.setattr(rapidocr, "__file__", str(tmp_path / "__init__.py"))
    with pytest.raises(Fault) as caught:
        engines.load_engine("rapidocr")
    assert caught.value.code == "ocr-missing"
    assert str(tmp_path) in caught.value.reason
    assert caught.value.advice.startswith("pip install")


class Parrot:
    """An engine of another package: sees one line wherever there is a picture, and always says the same."""

    def __init__(self):
        self.alphabet = ["", "p", "o", "l", "y"]

    def find(self, picture):
        height, width = picture.shape[:2]
        return [np.array([(8, 8), (width - 8, 8), (width - 8, height - 8), (8, height - 8)], np.float32)]

    def recognise(self, strips):
        chances = np.zeros((len(strips), 40, len(self.alphabet)), np.float32)
        chances[:, :, 0] = 0.6
        for at, letter in zip((3, 9, 15, 21, 27), "polly", strict=True):
            chances[:, at, self.alphabet.index(letter)] = 0.9
        return chances


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Installed as a package installs it: a distribution with entry points."""
    folder = tmp_path / "parrot-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: parrot\nVersion: 1.0\n")
    entries = f"parrot = {__name__}:Parrot\nmute = {__name__}:page\nbroken = no_such_module:engine\n"
    (folder / "entry_points.txt").write_text(f"[{engines.GROUP}]\n{entries}")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(engines, "_loaded", {})
    offered.cache_clear()
    yield
    offered.cache_clear()


def test_an_engine_of_another_package_reads(packages):
    picture = page(["any text at all"], width=200)
    text = read_still(picture, open_reader(ReadingSettings(engine="parrot"))).text
    assert text.replace(" ", "") == "polly"  # which letters there are, it says; where gaps are, the ink does


@pytest.mark.parametrize(("name", "why"), [("broken", "no_such_module"), ("mute", "cannot be started")])
def test_a_broken_engine_of_another_package_is_named(packages, name, why):
    with pytest.raises(Fault, match=why) as caught:
        engines.load_engine(name)
    assert caught.value.code == "plugin"


def test_nothing_heavy_is_loaded_before_the_first_picture():
    script = (
        "import sys; from cogscript import reading; from cogscript.settings import ReadingSettings;"
        "reading.open_reader(ReadingSettings()); reading.text_of([]);"
        "print([each for each in ('rapidocr', 'onnxruntime', 'numpy', 'cv2', 'PIL') if each in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_the_engine_says_nothing_of_its_own():
    script = (
        "from PIL import Image, ImageDraw; from cogscript.reading import *;"
        "from cogscript.settings import ReadingSettings; picture = Image.new('RGB', (200, 60), 'white');"
        "ImageDraw.Draw(picture).rectangle((20, 20, 90, 24), 'red');"
        "read_still(picture, open_reader(ReadingSettings()))"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (out.stdout, out.stderr) == ("", "")
