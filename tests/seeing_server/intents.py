"""What the model is to do, one intent a turn, in words that no screen's pixels are in."""

from typing import NamedTuple


class Intent(NamedTuple):
    kind: str
    target: str = ""
    """The text on the thing that is meant."""
    text: str = ""
    keys: tuple[str, ...] = ()
    direction: str = "down"
    amount: int = 3
    shift: tuple[int, int] = (0, 0)
    """From the text's middle to the place that is meant, in the picture's pixels: a field by its label."""


def click(target, shift=(0, 0)):
    return Intent("click", target, shift=shift)


def double_click(target):
    return Intent("double_click", target)


def right_click(target, shift=(0, 0)):
    return Intent("right_click", target, shift=shift)


def write(text, target="", shift=(0, 0)):
    """Type a text: into what has the focus, or at a target where the protocol has that."""
    return Intent("write", target, text, shift=shift)


def press(*keys):
    return Intent("press", keys=keys)


def scroll(direction="down", amount=3, target=""):
    return Intent("scroll", target, direction=direction, amount=amount)


def wait():
    return Intent("wait")


def done(text="done"):
    return Intent("done", text=text)


def fail(text="it cannot be done"):
    return Intent("fail", text=text)
