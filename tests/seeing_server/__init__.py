"""A model server that really looks: it decodes the pictures it is sent, reads them, and answers from that.

No model that sees can be had on a machine without a network. What stands in for one here is no list of canned
answers: it speaks the protocol over HTTP, it knows nothing of the screen but the picture in the request, and
a target that the picture does not show is one it does not find. What to do is a list of intents
(`click('Save')`, `write('…')`, `done()`); where that is, its eyes say; how that is said is the protocol's.

    with SeeingServer("ui-tars", [click("File"), click("Save"), done("saved")]) as server:
        …settings with base_url=server.address…
    assert server.complaints == []      # the messages had the shape the protocol prescribes
    server.requests                     # the bodies as they came
    server.read[-1].texts               # what it read in the newest picture of each request
"""

from tests.seeing_server.intents import (
    Intent,
    click,
    done,
    double_click,
    fail,
    press,
    right_click,
    scroll,
    wait,
    write,
)
from tests.seeing_server.server import SeeingServer

__all__ = [
    "Intent",
    "SeeingServer",
    "click",
    "done",
    "double_click",
    "fail",
    "press",
    "right_click",
    "scroll",
    "wait",
    "write",
]
