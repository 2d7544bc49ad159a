"""A model does a task: it is shown the surface, asked for the next step, and its answer is performed.

    exchange.py     what it is shown (Scene), what it is asked (Ask), what it wants done (Intent)
    protocols/      one module a protocol: what is sent, and how the answer is read; pure functions
    intents.py      a reply → operations, by the importer of its dialect; or what is wrong with it
    tool_calling.py computer use by tool calls, which two protocols share
    permitted.py    which operations a model may do, with which arguments
    scenes.py       a look → what is shown
    told_targets.py what an operation hit, so that a file finds it again without the model
    agent.py        `Agent`, which does the tasks of DO
    loop.py         look, ask, read, check, perform, until it is done
    dead_ends.py    which steps led nowhere
    freezing.py     the record of a run → a file that does the same without a model
    proving.py      that file, run once more

A new protocol is a module with a PROTOCOL, and a row in `registry.py`.
"""

from cogscript.agents.agent import Agent

__all__ = ["Agent"]
