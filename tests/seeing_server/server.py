"""The HTTP side: one answer a request, from the newest picture in it, in the interface that was asked."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cogscript.settings import VisionSettings
from tests.seeing_server.eyes import decode, look
from tests.seeing_server.intents import fail, wait
from tests.seeing_server.interfaces import interfaces
from tests.seeing_server.speech import SPEECH, Place

PATIENCE = 4
"""How many turns a target that is not in the picture is waited for."""


class SeeingServer:
    """Answers with its next intent, as the protocol says it, at the place where its eyes see it.

    `answer`, a function of (request body, Sight or None), answers in the place of the intents: for questions
    that are no agent's. `faults` is a list of functions of the handler, used up one a request before
    anything else is done: what a server does wrong.
    """

    def __init__(self, protocol="cog", intents=(), *, answer=None, name="seeing-1", usage=True, api="chat"):
        self.protocol = protocol
        self.intents = list(intents)
        self.answer = answer
        self.name = name
        self.usage = usage
        self.api = api
        """What the settings say that it speaks; it speaks all three."""
        self._interfaces = interfaces()
        self.faults = []
        self.requests, self.sizes, self.read, self.complaints, self.answers = [], [], [], [], []
        self.released = threading.Event()
        self._waited = self._said = 0
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                self.say(200, {"data": [{"id": server.name}]})

            def do_POST(self):
                data = self.rfile.read(int(self.headers["Content-Length"]))
                server.sizes.append(len(data))
                body = json.loads(data)
                server.requests.append(body)
                if server.faults:
                    server.faults.pop(0)(self)
                    return
                try:
                    self.say(200, server._answer(self.path, body, self.headers))
                except AssertionError as wrong:
                    server.complaints.append(str(wrong))
                    self.say(400, {"error": {"message": f"the request has the wrong shape: {wrong}"}})

            def say(self, status, body, headers=None):
                data = (body if isinstance(body, str) else json.dumps(body)).encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def settings(self, **more):
        given = {"name": self.name, "base_url": self.address, "timeout": 60.0, "api": self.api, **more}
        return VisionSettings(**given)

    def _answer(self, path, body, headers):
        assert path in self._interfaces, f"nothing is at {path}"
        interface = self._interfaces[path]
        interface.check(body, headers, self.protocol if self.answer is None else None)
        pictures = [decode(url) for url in interface.pictures(body)]  # every one must be a whole picture
        sight = look(pictures[-1]) if pictures else None
        self.read.append(sight)
        if self.answer is not None:
            said = self.answer(body, sight)
            said = {"content": said} if isinstance(said, str) else said
        else:
            said = self._next(sight)
        self.answers.append(said)
        self._said += 1
        usage = {
            "told": self.usage,
            "number": self._said,
            "read": 10 + sum(map(len, interface.texts(body))) // 2 + 1000 * len(pictures),
            "written": 1 + len(json.dumps(said)) // 4,
        }
        return interface.reply(said, body, usage)

    def _next(self, sight):
        intent = self.intents[0] if self.intents else fail("nothing is left to do")
        place = None
        if intent.target:
            found = sight.find(intent.target) if sight else None
            if found is None:
                self._waited += 1
                if self._waited > PATIENCE:
                    return self._say(fail(f"there is no {intent.target}"), None, sight)
                return self._say(wait(), None, sight)
            (x, y), (across, down) = found.middle, intent.shift
            corners = (found.left + across, found.top + down, found.right + across, found.bottom + down)
            place = Place(x + across, y + down, *corners, intent.target)
        self._waited = 0
        if self.intents:
            self.intents.pop(0)
        return self._say(intent, place, sight)

    def _say(self, intent, place, sight):
        return SPEECH[self.protocol](intent, place, sight.size if sight else (1000, 1000))
