"""A real server and those who knock: with the right token too, a page of another origin stays outside."""

from __future__ import annotations

import http.client
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.studio.served_studio import ServedStudio


def request(link: str, path: str, **headers: str) -> http.client.HTTPResponse:
    where = urlsplit(link)
    connection = http.client.HTTPConnection(where.hostname or "", where.port or 0, timeout=10)
    connection.request(
        "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    return connection.getresponse()


def test_only_the_whole_address_opens_the_page(studio: ServedStudio) -> None:
    where = urlsplit(studio.start().link)
    assert request(studio.link, f"/?{where.query}").status == 200
    refused = request(studio.link, "/")
    assert refused.status == 403
    assert "cog studio" in refused.read().decode()
    assert request(studio.link, f"/?{where.query}", Host="evil.example").status == 403
    assert request(studio.link, "/../server.py").status == 404
    assert request(studio.link, "/%2e%2e/server.py").status == 404
    assert request(studio.link, f"/picture?{where.query}&run=..&path=../etc/passwd").status == 404
    other = request(studio.link, f"/picture?{where.query}&run=x&path=y", Sec_Fetch_Site="cross-site")
    assert other.status == 403
    policy = request(studio.link, f"/?{where.query}").getheader("Content-Security-Policy") or ""
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("path", ["/link", "/language"])
def test_a_socket_of_another_origin_is_refused_with_the_right_token(studio: ServedStudio, path: str) -> None:
    where = urlsplit(studio.start().link)
    address = f"ws://{where.netloc}{path}?{where.query}"
    for origin in ("http://evil.example", "null", None):
        with pytest.raises(InvalidStatus, match="403"), connect(address, origin=origin):
            pass
    with connect(address, origin=f"http://{where.netloc}"):
        pass
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(f"ws://{where.netloc}{path}?token=guess", origin=f"http://{where.netloc}"),
    ):
        pass


def test_requests_that_make_no_sense_are_answered_with_sentences(studio: ServedStudio) -> None:
    import json

    studio.write("a.cog", "END()\n")
    where = urlsplit(studio.start().link)
    with connect(f"ws://{where.netloc}/link?{where.query}", origin=f"http://{where.netloc}") as line:

        def ask(**values: object) -> dict[str, object]:
            line.send(json.dumps({"id": 1, **values}))
            while True:
                answer: dict[str, object] = json.loads(line.recv(10))
                if "id" in answer:
                    return answer

        for wrong in (
            {"do": "nonsense"},
            {"do": "open"},
            {"do": "open", "path": "../../etc/passwd"},
            {"do": "save", "path": "/etc/x.cog", "text": "", "stamp": ""},
            {"do": "run", "file": "../x.cog"},
            {"do": "steps", "run": "../.."},
            {"do": "hand", "kind": "press", "x": "left"},
            {"do": "command", "text": "step"},
        ):
            assert "message" in ask(**wrong)["error"], wrong  # type: ignore[operator]
        assert ask(do="open", path="a.cog")["ok"]["text"] == "END()\n"  # type: ignore[index]
