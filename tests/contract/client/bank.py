"""Our own service as the bank of `cyclos_client`: the two halves test each other."""

from app.services.people.passwords import hash_printed
from app.services.program import Program
from app.storage import people
from app.storage.people import PersonRow
from cyclos_client import Basic, Credentials, CyclosClient, RetryPolicy
from tests.contract.client.wsgi import IntoTheApp
from tests.integration.apps import app_over
from tests.integration.evening import START, Evening, set_password

PASSWORD = "wordofada"
ORGANIZER = "olga"


class Bank:
    """A table with Ada, Bob and Cyd, who have passwords, and Olga who organizes."""

    def __init__(self, program: Program) -> None:
        self.app = app_over(program)
        self.way = IntoTheApp(self.app)
        self.evening = Evening(program)
        for user in self.evening.users:
            set_password(program, user, PASSWORD)
        organizer = PersonRow(
            user=ORGANIZER,
            name="Olga",
            role="organizer",
            password_hash=hash_printed(PASSWORD),
            enter_hash=None,
            batch=None,
            position=0,
            created_at=START,
            seen_at=None,
        )
        program.database.write(lambda connection: people.add(connection, [organizer]))

    def client(self, credentials: Credentials | None) -> CyclosClient:
        return CyclosClient(
            "https://tiles.test", credentials, adapter=self.way, retries=RetryPolicy(attempts=1)
        )

    def __getitem__(self, user: str) -> CyclosClient:
        """Somebody's client, with name and password."""
        return self.client(Basic(user, PASSWORD))

    @property
    def guest(self) -> CyclosClient:
        return self.client(None)

    @property
    def debt(self) -> tuple[str, str, str]:
        """Who owes, to whom, and who is neither."""
        payer, payee, _, _ = self.evening.due[0]
        return payer, payee, next(user for user in self.evening.users if user not in (payer, payee))

    def a_debt(self) -> tuple[str, str, str]:
        """Bring the table to a debt of 50 for fraud: who owes it, to whom, and who is neither."""
        if self.evening.phase == "lobby":
            self.evening.start()
        self.evening.a_debt()
        assert self.evening.due[0][2:] == (50, "fraud")
        return self.debt
