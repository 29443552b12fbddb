"""Queues the lines of a GTP controller, and tells whether it still waits for an answer."""

from __future__ import annotations

from tesuji.protocols import inbox
from tesuji.protocols.gtp_text import is_interrupt, parse_command

SAME_BREATH = 0.25
"""Seconds. A ``quit`` or the end of input within this time after a command was written together
with it, by a script that wants the answer. Later, it comes from a controller that no longer
wants to wait."""


class GtpInbox(inbox.Inbox):
    """Lines that wait to be handled."""

    def wants_end(self, since: float) -> bool:
        """Returns whether the controller, after `since`, has interrupted, has quit or is gone."""
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
