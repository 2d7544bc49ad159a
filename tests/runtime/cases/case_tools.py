"""Tools that the cases call."""


def join(left: str, right: str = "") -> str:
    return f"{left}+{right}"


def broken() -> None:
    raise ValueError("it broke")
