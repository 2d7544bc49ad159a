"""Options that only word a message, or name or describe a step: none of them changes what is done."""

from __future__ import annotations

ERROR_MESSAGES = ("errorMessage", "errorMsg", "message", "msg")
"""What is said when a check does not hold: ASSERT's `message`, where the step is one."""
WORDING = frozenset(
    {*ERROR_MESSAGES, "name", "label", "title", "description", "desc", "comment", "comments", "note", "notes"}
)
SECRET = "it is a secret INPUT, given when the workflow starts, and is not asked for here"
"""Said of a password that a script asks a person for."""
