"""`cog lsp` on a machine without its extra; tests/editor speaks with it."""

import subprocess
import sys


def test_without_pygls_a_sentence_says_what_to_install() -> None:
    hidden = "import sys; sys.modules['pygls'] = None"
    program = f"{hidden}; from cogscript.cli.main import main; sys.exit(main(['lsp']))"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert told.returncode == 1
    assert "cogscript[editor]" in told.stderr
