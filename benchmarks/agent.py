"""What an agent costs besides the model: our share of a step, and what is sent in a run of thirty steps.

    python benchmarks/agent.py

The other end is a server in this process that answers at once, so that everything but its own time and the
waiting for a still screen is ours. Numbers are ratios against a picture of the same screen, taken and
compressed in the same run.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cogscript
from cogscript.agents import Agent
from cogscript.models.pictures import prepare
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.capabilities import Pixels

STEPS = 30
PROTOCOLS = ("ui-tars", "gui-plus", "cog")


def replies(protocol: str) -> list[str]:
    """Clicks at different places of an empty part of the screen, and the end."""
    at = [(100 + 20 * step, 900 - 10 * step) for step in range(STEPS - 1)]
    form = {
        "ui-tars": "Thought: Click.\nAction: click(start_box='({},{})')",
        "gui-plus": 'Action: Click.\n<tool_call>\n{{"name": "computer_use", "arguments": '
        '{{"action": "left_click", "coordinate": [{}, {}]}}}}\n</tool_call>',
        "cog": "CLICK(box=[[{:03d},{:03d}]])",
    }[protocol]
    end = {
        "ui-tars": "Thought: Done.\nAction: finished(content='')",
        "gui-plus": 'Action: Done.\n<tool_call>\n{"name": "computer_use", "arguments": '
        '{"action": "terminate", "status": "success"}}\n</tool_call>',
        "cog": "END()",
    }[protocol]
    scale = 0.7 if protocol == "ui-tars" else 1.0  # pixels of the picture, which is 812 high
    return [form.format(x, int(y * scale)) for x, y in at] + [end]


class Server:
    def __init__(self, said: list[str]) -> None:
        self.sizes: list[int] = []
        server, left = self, list(said)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *words: object) -> None: ...

            def do_POST(self) -> None:
                server.sizes.append(len(self.rfile.read(int(self.headers["Content-Length"]))))
                message = {"role": "assistant", "content": left.pop(0)}
                body = json.dumps({"choices": [{"finish_reason": "stop", "message": message}]}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def main() -> int:
    settings = Settings()
    screen = open_surface("virtual", settings=settings)
    try:
        screen.launch_app("mousepad", 20)  # type: ignore[attr-defined]
        reference = _reference(screen)
        print(f"a picture of {screen.size.width}x{screen.size.height}, compressed: {reference * 1000:.0f} ms")
        for protocol in PROTOCOLS:
            _measure(protocol, screen, settings, reference)
    finally:
        screen.close()
    return 0


def _reference(screen: object) -> float:
    times = []
    for _ in range(5):
        began = time.perf_counter()
        prepare(screen.need(Pixels).capture())  # type: ignore[attr-defined]
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _measure(protocol: str, screen: object, settings: Settings, reference: float) -> None:
    server = Server(replies(protocol))
    settings.vision.name, settings.vision.base_url = "bench", server.address
    with tempfile.TemporaryDirectory() as folder:
        workflow = cogscript.parse(f"DO(task='Click about', limit={STEPS})")
        run = cogscript.run(
            workflow, screen=screen, settings=settings, runs=Path(folder), doer=Agent(protocol)
        )
        if run.outcome != "ok":
            raise SystemExit(f"{protocol}: {run.error}")
        ours = statistics.median(
            step.asked["ours"] for step in run.steps if step.asked and "ours" in step.asked
        )
    server.close()
    sizes = server.sizes
    tail = (sizes[-1] - sizes[len(sizes) // 2]) / max(sizes)
    print(
        f"{protocol}: our share of a step {ours * 1000:.0f} ms ({ours / reference:.1f} pictures); "
        f"sent in {len(sizes)} steps {sum(sizes) / 1e6:.1f} MB, largest message "
        f"{max(sizes) / sizes[0]:.1f} times the first, growth of the second half {100 * tail:.1f}%"
    )


if __name__ == "__main__":
    sys.exit(main())
