"""The client: one Cyclos server, one way to sign in, every operation."""

from pathlib import Path

from requests.adapters import BaseAdapter

from cyclos_client.address import normal_root
from cyclos_client.auth import Credentials, Guest
from cyclos_client.caller import Waiting
from cyclos_client.operations.access import AccessOperations
from cyclos_client.operations.accounts import AccountOperations
from cyclos_client.operations.payments import PaymentOperations
from cyclos_client.operations.people import TokenOperations, UserOperations
from cyclos_client.operations.push import PushOperations
from cyclos_client.operations.tickets import TicketOperations
from cyclos_client.retry import RetryPolicy
from cyclos_client.transport import Timeouts, Transport


class CyclosClient(
    AccessOperations,
    AccountOperations,
    PaymentOperations,
    TicketOperations,
    UserOperations,
    TokenOperations,
    PushOperations,
):
    """A Cyclos server, as seen by one user, administrator, access client or guest. Threads may share it.

    Args:
        root: The server's address, with or without `/api`; without a scheme it is https.
        credentials: How to sign in.
        channel: The `Channel` to use, such as "main"; it decides what may be used and paid. None sends none.
        ca_file: Certificate authorities to trust, instead of the usual public ones.
        timeouts: How long to wait.
        retries: How often reads are tried.
        connections: How many connections are kept open for threads.
        longest_answer: Bytes; a longer answer is not read to its end.
        adapter: Another way to send requests, such as into an application in this process.
        waiting: Another clock, for tests.

    Raises:
        CyclosInvalid: If the address or the CA file is none.
    """

    def __init__(
        self,
        root: str,
        credentials: Credentials | None = None,
        *,
        channel: str | None = "main",
        ca_file: Path | None = None,
        timeouts: Timeouts | None = None,
        retries: RetryPolicy | None = None,
        connections: int = 16,
        longest_answer: int = 32 * 1024 * 1024,
        adapter: BaseAdapter | None = None,
        waiting: Waiting | None = None,
    ) -> None:
        self.root = normal_root(root)
        used = timeouts or Timeouts()
        transport = Transport(
            f"{self.root}/api",
            timeouts=used,
            ca_file=ca_file,
            connections=connections,
            longest_answer=longest_answer,
            adapter=adapter,
        )
        super().__init__(
            transport,
            credentials=credentials or Guest(),
            channel=channel,
            timeouts=used,
            retries=retries or RetryPolicy(),
            waiting=waiting or Waiting(),
        )

    def __repr__(self) -> str:
        return f"CyclosClient({self.root!r}, {self._credentials!r})"

    def __enter__(self) -> "CyclosClient":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. A session that was opened stays open: `logout` ends it."""
        self._transport.close()
