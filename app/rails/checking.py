"""`reckless cyclos check`: whether a Cyclos is set up so that payments can be relayed, and how to mend what is not."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from app.errors import RailRefused
from app.rails.faults import as_rail_error
from app.rails.kinds import REFERENCE_FIELDS, Kinds, qualified, reference_of
from app.rails.rail import SYSTEM, Finding, Report
from cyclos_client import (
    Auth,
    CyclosClient,
    CyclosError,
    CyclosForbidden,
    CyclosNeverReached,
    CyclosNotFound,
    CyclosUnauthorized,
    TransferFilters,
    UserFilters,
)

LOCAL = ("localhost", "127.0.0.1", "::1", "0.0.0.0")


@dataclass(slots=True)
class _Findings:
    all: list[Finding] = field(default_factory=list)

    def good(self, what: str, found: str) -> None:
        self.all.append(Finding(what, found, ok=True))

    def bad(self, what: str, found: str, advice: str) -> None:
        self.all.append(Finding(what, found, ok=False, advice=advice))

    def report(self) -> Report:
        return Report(tuple(self.all))


def check(client: CyclosClient, kinds: Kinds, wanted: str | None, webhook: str) -> Report:
    """Look at everything in turn; what can't be looked at because of an earlier fault is left out.

    Nothing is changed: no payment, no ticket, no user is made.
    """
    said = _Findings()
    auth = _sign_in(client, said)
    if auth is None:
        return said.report()
    _overview(client, said)
    users = _some_users(client, auth, said)
    if users:
        _accounts(client, users[0], said)
        _payments(kinds, users, wanted, said)
    _registration(client, said)
    _webhook(webhook, said)
    return said.report()


def _sign_in(client: CyclosClient, said: _Findings) -> Auth | None:
    try:
        ui = client.data_for_ui(fields=["cyclosVersion", "currentClientTime"])
        said.good("Version", f"Cyclos {ui.cyclos_version or '(version not told)'} at {client.root}")
        auth = client.get_current_auth()
    except CyclosNeverReached as error:
        said.bad(
            "Address",
            str(error),
            "Set RECKLESS_CYCLOS_URL to the root that a browser opens (with or without /api), and RECKLESS_CYCLOS_CA to"
            " the CA file if its certificate is your own.",
        )
        return None
    except CyclosUnauthorized as error:
        said.bad(
            "Sign-in",
            f"refused ({error.code or error.status})",
            "Set RECKLESS_CYCLOS_TOKEN to the token of an activated access client, or RECKLESS_CYCLOS_USER and"
            " RECKLESS_CYCLOS_PASSWORD. After several wrong tries Cyclos blocks the password or this address for a"
            " while.",
        )
        return None
    except CyclosError as error:
        said.bad("Address", str(error), "Is it a Cyclos 4, and does RECKLESS_CYCLOS_URL lead to its root?")
        return None
    if auth.user is None:
        said.bad("Sign-in", "Cyclos takes us for a guest", "Set RECKLESS_CYCLOS_TOKEN, or user and password.")
        return None
    if auth.role != "administrator":
        said.bad(
            "Sign-in",
            f"{auth.user.display} is no administrator but a {auth.role or 'user'}",
            "Payments on behalf of players need an administrator, or an access client of one.",
        )
        return None
    said.good("Sign-in", f"{auth.user.display}, administrator")
    return auth


def _overview(client: CyclosClient, said: _Findings) -> None:
    try:
        client.search_transfers(TransferFilters(), page_size=1)
    except (CyclosForbidden, CyclosNotFound) as error:
        said.bad(
            "Transfers",
            f"the list of all transfers is refused ({error.code or error.status})",
            "In the administrator's product: Accounts > Transfers overview > view.",
        )
    except CyclosError as error:
        said.bad("Transfers", str(as_rail_error(error)), "Try again when Cyclos answers.")
    else:
        said.good("Transfers", "all can be listed")


def _some_users(client: CyclosClient, auth: Auth, said: _Findings) -> tuple[str, ...]:
    """Two users, or one, whose accounts can stand for all players'."""
    own = auth.user.id if auth.user else None
    try:
        found = client.search_users(UserFilters(roles=["member"]), page_size=5).items
    except CyclosError as error:
        said.bad(
            "Users",
            f"can't be searched ({error.code or error.status})",
            "In the administrator's product: User management > Search users, for the players' group.",
        )
        return ()
    users = tuple(one.id for one in found if one.id and one.id != own)[:2]
    if users:
        said.good("Users", "can be searched")
    else:
        said.bad(
            "Users",
            "there is none yet, so accounts and payments could not be looked at",
            "Issue tiles (`reckless tiles issue`) or add two users by hand, then check again.",
        )
    return users


def _accounts(client: CyclosClient, user: str, said: _Findings) -> None:
    for owner, what in ((SYSTEM, "System account"), (user, "Players' account")):
        try:
            accounts = client.list_accounts_by_owner(reference_of(owner))
        except CyclosError as error:
            said.bad(
                what,
                f"can't be seen ({error.code or error.status})",
                "In the administrator's product: view the accounts of the system and of the players' group.",
            )
            continue
        seen = [one for one in accounts if one.status is not None and one.status.balance is not None]
        if not seen:
            said.bad(what, "its balance is not shown", "Let the administrator see the account's balance.")
        else:
            names = ", ".join(
                (one.type.internal_name or one.type.name or "?") if one.type else "?" for one in seen
            )
            said.good(what, names)


def _payments(kinds: Kinds, users: tuple[str, ...], wanted: str | None, said: _Findings) -> None:
    user = users[0]
    for payer, payee, what, product in (
        (user, users[-1], "Player to player", "Payments as user > user payments"),
        (SYSTEM, user, "System to player", "System payments > system to user"),
        (user, SYSTEM, "Player to system", "Payments as user > system payments"),
    ):
        if payer == payee:
            said.bad(
                f"{what}: payment type", "could not be looked at", "Add a second user, then check again."
            )
            continue
        try:
            kind = kinds.between(payer, payee)
        except RailRefused as refused:
            offered = ", ".join(map(qualified, kinds.offered(payer, payee))) or "none"
            said.bad(
                f"{what}: payment type",
                f"offered: {offered}",
                f"{refused}"
                if refused.answer == "severalPaymentTypes"
                else f"Make a payment type and allow it to the administrator ({product})."
                + (f" RECKLESS_CYCLOS_PAYMENT_TYPE is {wanted}." if wanted else ""),
            )
            continue
        except CyclosError as error:
            said.bad(
                f"{what}: payment type",
                f"can't be asked for ({error.code or error.status})",
                f"In the administrator's product: {product}.",
            )
            continue
        said.good(f"{what}: payment type", kind.name)
        if kind.field:
            said.good(f"{what}: our reference", f"in the custom field {kind.field}")
        elif kind.described:
            said.good(
                f"{what}: our reference",
                "in the description, for there is no custom field (a text field with the internal name"
                f" {REFERENCE_FIELDS[0]}, used as search filter, would keep it out of people's sight)",
            )
        else:
            said.bad(
                f"{what}: our reference",
                "has no place",
                "Give the payment type a custom field of single-line text with the internal name"
                f" {REFERENCE_FIELDS[0]}, or let it take a description.",
            )


def _registration(client: CyclosClient, said: _Findings) -> None:
    try:
        groups = client.get_groups_for_user_registration()
    except CyclosError as error:
        said.bad(
            "New users",
            f"can't be registered ({error.code or error.status})",
            "In the administrator's product: User management > Register users. Only issuing tiles needs it.",
        )
        return
    if not groups:
        said.bad(
            "New users",
            "no group to register them in",
            "Let the administrator register into the players' group.",
        )
    else:
        said.good("New users", f"are registered in the group {groups[0].name or groups[0].id}")


def _webhook(webhook: str, said: _Findings) -> None:
    parts = urlsplit(webhook)
    if parts.hostname in LOCAL or parts.hostname is None:
        said.bad(
            "Webhook",
            f"{webhook} leads nowhere from the Cyclos server",
            "Set RECKLESS_PUBLIC_URL to an address that the Cyclos server can reach.",
        )
    elif parts.scheme != "https":
        said.good("Webhook", f"{webhook} (without https; its call is only a hint, nothing is believed of it)")
    else:
        said.good("Webhook", webhook)
