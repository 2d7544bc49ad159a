"""`cog mcp` as a client of somebody else's sees it: the command line of the MCP inspector, from npm.

python -m tests.serving.inspector: lists both sets of tools and calls some. It needs node and npm, and
fetches the inspector once; so it is no part of `make test`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.serving.clients import ROOT, environment

PACKAGE = "@modelcontextprotocol/inspector"
FOLDER = ROOT / ".inspector"


def inspector() -> str:
    command = FOLDER / "node_modules" / ".bin" / "mcp-inspector"
    if not command.exists():
        if shutil.which("npm") is None:
            raise SystemExit("error: this needs node and npm; on Debian: apt-get install nodejs npm")
        quiet = ["--silent", "--no-audit", "--no-fund"]
        subprocess.run(["npm", "install", *quiet, "--prefix", str(FOLDER), PACKAGE], check=True)
    return str(command)


def ask(folder: Path, tools: str, *words: str) -> dict[str, Any]:
    """One connection over standard input and output, one request."""
    served = [
        sys.executable, "-m", "cogscript", "mcp", "--screen", "virtual", "--tools", tools,
        "--allow-app", "xterm", "--folder", str(folder),
    ]  # fmt: skip
    done = subprocess.run(
        [inspector(), "--cli", *served, *words], env=environment(folder), capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"error: the inspector ended with {done.returncode}: {done.stderr[-2000:]}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def call(folder: Path, tools: str, name: str, **arguments: str) -> tuple[str, bool]:
    given = [word for each in arguments.items() for word in ("--tool-arg", "=".join(each))]
    answer = ask(folder, tools, "--method", "tools/call", "--tool-name", name, *given)
    return answer["content"][0]["text"], bool(answer.get("isError"))


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for tools, count in (("default", 6), ("computer-use", 38)):
            found = ask(folder, tools, "--method", "tools/list")["tools"]
            assert len(found) == count, found
            print(f"{tools}: {count} tools")
        said, failed = call(folder, "default", "do", operations="LAUNCH(app='xterm')")
        assert not failed, said
        assert "ok: LAUNCH(app='xterm')" in said, said
        print(said)
        said, failed = call(folder, "default", "do", operations="LAUNCH(app='mousepad')")
        assert failed, said
        assert "`mousepad` may not be used here; allowed are: xterm" in said, said
        said, failed = call(folder, "computer-use", "open_application", app="xterm")
        assert not failed, said
        assert "bound to hwnd=" in said, said
        print(said)


if __name__ == "__main__":
    main()
