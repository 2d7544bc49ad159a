"""Every program that the tests start must be there on a fresh machine after `make setup`.

A desk has more on it than the list in system_packages.toml brings, so a test that starts a program nobody
installs passes there and fails on a fresh machine. The session therefore notes every program it starts
(noting/) and fails at its end if one of them comes neither from a package on the list nor from a minimal
Debian (packages.py). plugin.py ties both to pytest.

What is seen: everything that a Python of the session starts, in its workers and in the processes below them;
what a private screen's supervisor is asked to start; and what the arguments of a shell or a terminal name.
What is not: programs that a script file or another program starts by itself, and Pythons that ignore their
environment (`-I`).
"""
