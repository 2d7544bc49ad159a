"""What Playwright and browsers say when something goes wrong, as sentences for people."""

from __future__ import annotations

import re

from cogscript.language.model.diagnostic import Fault

_REASONS = {
    "ERR_NAME_NOT_RESOLVED": "there is no such host, or no network",
    "ERR_CONNECTION_REFUSED": "nothing answers there",
    "ERR_CONNECTION_RESET": "the connection was cut",
    "ERR_CONNECTION_CLOSED": "the connection was cut",
    "ERR_EMPTY_RESPONSE": "the server sent nothing",
    "ERR_INTERNET_DISCONNECTED": "there is no network",
    "ERR_ADDRESS_UNREACHABLE": "the host cannot be reached",
    "ERR_TIMED_OUT": "the server does not answer",
    "ERR_CONNECTION_TIMED_OUT": "the server does not answer",
    "ERR_TOO_MANY_REDIRECTS": "it leads round in a circle",
    "ERR_UNSAFE_PORT": "browsers do not open that port",
    "ERR_SSL_PROTOCOL_ERROR": "it does not speak https",
    "NS_ERROR_UNKNOWN_HOST": "there is no such host, or no network",
    "NS_ERROR_CONNECTION_REFUSED": "nothing answers there",
    "NS_ERROR_NET_RESET": "the connection was cut",
    "NS_ERROR_NET_TIMEOUT": "the server does not answer",
}
"""A browser's own name for what went wrong → what it means."""

_NET = re.compile(r"net::(ERR_\w+)|\b(NS_ERROR_\w+|SEC_ERROR_\w+|SSL_ERROR_\w+|MOZILLA_PKIX_\w+)")
_CERTIFICATE = ("ERR_CERT", "SEC_ERROR", "MOZILLA_PKIX", "ERR_SSL_KEY", "ERR_BAD_SSL")
_GONE = ("has been closed", "Target closed", "Target crashed", "Browser closed", "Connection closed",
         "No target with given id")  # fmt: skip
LEFT = ("Execution context was destroyed", "frame was detached", "Frame was detached", "Cannot find context",
        "Unable to adopt element", "because of a navigation")  # fmt: skip
"""What is said when the page a question was put to has gone on to another one."""


def has_left(error: BaseException) -> bool:
    """Whether the page went elsewhere while it was asked: the question may be put to the new one."""
    return any(said in str(error) for said in LEFT)


def fault_of(error: Exception) -> Fault:
    """The sentence for something that Playwright raised; a Fault stays what it is."""
    if isinstance(error, Fault):
        return error
    text = str(error)
    net = _NET.search(text)
    if net is not None:
        name = net[1] or net[2]
        address = re.search(r"\bat (\S+)", text)
        where = f"`{address[1]}`" if address else "the page"
        if name.startswith(_CERTIFICATE):
            return Fault(
                "certificate",
                f"{where} cannot be trusted: its certificate is not valid here ({name})",
                "where you know the server, set browser.accept_certificates = true in the settings file",
            )
        return Fault(
            "page",
            f"{where} cannot be opened: {_REASONS.get(name, name)}",
            "see the address, and whether its server runs",
        )
    if "Timeout" in type(error).__name__ or text.startswith("Timeout"):
        return Fault("page-hangs", f"the page did not answer in time: {_first_line(text)}")
    if any(said in text for said in _GONE):
        return Fault(
            "page-gone",
            "the page has gone: the browser or its tab was closed, or it crashed",
            "see the report's last picture",
        )
    if has_left(error):
        return Fault("page-left", "the page went on to another one while it was looked at")
    return Fault("browser", f"the browser says: {_first_line(text)}")


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "nothing")[:200]
