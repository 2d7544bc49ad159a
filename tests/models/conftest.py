"""A server that misbehaves as told, a settings-free environment, and the real local model."""

import json
import os
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from cogscript.cli.main import main as cog
from cogscript.models.endpoint import ANTHROPIC_FAMILIES, FAMILIES, VISION_FAMILIES
from cogscript.settings import ModelSettings

KEY = "sk-test-5f0c1d-SECRET"


@pytest.fixture(autouse=True)
def _nothing_configured(monkeypatch, tmp_path):
    """No variable and no settings file of the person who runs the tests reaches them."""
    for family in (*FAMILIES, *VISION_FAMILIES, *ANTHROPIC_FAMILIES):
        for name in filter(None, (*family.names, family.address, family.key)):
            monkeypatch.delenv(name, raising=False)
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("COGSCRIPT_SETTINGS", str(tmp_path / "settings.toml"))


def answer(text="Hello.", finish="stop", message=None, **more):
    """What an OpenAI-compatible server says."""
    message = {"role": "assistant", "content": text} if message is None else message
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        **more,
    }


class Server:
    """Answers each request with the next of its replies, the last one for ever.

    A reply is a function of the handler, or (status, body, headers).
    """

    def __init__(self):
        self.replies = [(200, answer(), {})]
        self.models = ["qwen-turbo", "qwen-max"]
        self.requests = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                found = self.path == "/v1/models" and server.models
                body = {"data": [each if isinstance(each, dict) else {"id": each} for each in server.models]}
                self.say(200 if found else 404, body if found else "404 page not found", {})

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append((self.path, self.headers, body))
                reply = server.replies.pop(0) if len(server.replies) > 1 else server.replies[0]
                if callable(reply):
                    reply(self)
                else:
                    self.say(*reply)

            def say(self, status, body, headers):
                data = (body if isinstance(body, str) else json.dumps(body)).encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def cut(self):
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)

        self.released = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def settings(self, **more):
        return ModelSettings(
            **{"name": "qwen-turbo", "base_url": self.address, "api_key": KEY, "timeout": 30.0, **more}
        )


@pytest.fixture
def server():
    server = Server()
    yield server
    server.close()


@pytest.fixture(scope="session")
def weights_installed():
    """The real weights, brought as a person would; a second run finds them there."""
    assert cog(["model", "install"]) == 0


@pytest.fixture
def local(weights_installed):
    return ModelSettings(name="local")
