"""Who asks."""

from dataclasses import dataclass
from enum import StrEnum

from app.errors import NotAllowed


class Role(StrEnum):
    """What somebody may do."""

    PLAYER = "player"
    ORGANIZER = "organizer"
    BOT = "bot"
    """Plays by itself; nobody can sign in as one."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in person; `session` names the session without giving its token away."""

    user: str
    name: str
    role: Role
    session: str

    @property
    def is_organizer(self) -> bool:
        """Whether this is an organizer."""
        return self.role is Role.ORGANIZER

    def must_be_organizer(self) -> None:
        """Raise NotAllowed unless this is an organizer."""
        if not self.is_organizer:
            raise NotAllowed("Only an organizer can do this.")


COMMAND_LINE = "@command-line"
"""The user name of whoever runs commands; no person has it."""


def command_line() -> Actor:
    """Whoever can run commands on the machine of the database."""
    return Actor(user=COMMAND_LINE, name="command line", role=Role.ORGANIZER, session="")
