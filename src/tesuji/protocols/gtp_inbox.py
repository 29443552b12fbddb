"""The lines of a GTP controller, and whether it has had enough of waiting."""

from __future__ import annotations

from tesuji.protocols import inbox
from tesuji.protocols.gtp_text import is_interrupt, parse_command

SAME_BREATH = 0.25
"""Seconds. A ``quit`` or the end of input that follows a command within this time was written
together with it, by a script that wants the answer. Later, it comes from a controller that no
longer wants to wait."""


class GtpInbox(inbox.Inbox):
    """Lines that wait to be handled, and what they say about our thinking."""

    def wants_end(self, since: float) -> bool:
        """Whether the controller, after `since`, has hurried us, has quit or is gone."""
        later = since + SAME_BREATH
        if self.ended_at is not None and self.ended_at > later:
            return True
        for line in self.lines:
            if is_interrupt(line.text):
                return True
            command = parse_command(line.text) if line.when > later else None
            if command is not None and command.name == "quit":
                return True
        return False
