"""Which links are opened, and what becomes of them."""

from __future__ import annotations

import pytest

from cogscript.language.model.box import Size
from cogscript.language.model.diagnostic import Fault
from cogscript.settings import Settings
from cogscript.surfaces import open_surface
from cogscript.surfaces.links import checked_link

WEB = ("http", "https")


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("baidu.com", "https://baidu.com"),
        ("  www.baidu.com/s?wd=天气&x=1#top ", "https://www.baidu.com/s?wd=天气&x=1#top"),
        ("http://localhost:8000/a b", "http://localhost:8000/a b"),
        ("localhost:8000", "https://localhost:8000"),
        ("127.0.0.1:80/x", "https://127.0.0.1:80/x"),
        ("//example.com/x", "https://example.com/x"),
        ("HTTPS://Example.COM", "HTTPS://Example.COM"),
        ("中文.com", "https://中文.com"),
    ],
)
def test_links_as_people_write_them(text, link):
    assert checked_link(text, WEB) == link


@pytest.mark.parametrize(
    "text",
    ["file:///etc/passwd", "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "ftp://x/",
     "mailto:a@b.c", "chrome://settings", "view-source:https://x", "about:blank"],
)  # fmt: skip
def test_other_schemes_are_refused_and_the_setting_is_named(text):
    scheme = text.split(":")[0].lower()
    with pytest.raises(Fault) as caught:
        checked_link(text, WEB)
    assert caught.value.code == "link-scheme"
    assert f"is a {scheme}: link" in caught.value.reason
    assert "launch.schemes" in caught.value.advice
    assert checked_link(text, (*WEB, scheme)) == text


@pytest.mark.parametrize(
    "text", ["", "   ", "--no-sandbox", "-h", "java\nscript:x", "http://", "https:///x", "a b.com"]
)
def test_what_is_no_link_is_refused(text):
    with pytest.raises(Fault) as caught:
        checked_link(text, WEB)
    assert caught.value.code == "bad-link"


def test_a_dry_run_checks_links_too():
    screen = open_surface("dry", size=Size(800, 600), settings=Settings())
    screen.launch_url("baidu.com", 1)
    assert screen.actions == ["open https://baidu.com"]
    with pytest.raises(Fault, match="file: link"):
        screen.launch_url("file:///etc/passwd", 1)
