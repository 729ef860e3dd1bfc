"""A table brought to the moment that a test is about, over /v1, so that the phones need only show it.

evening = Evening(service, organizer)          # Ada, the host, Bob and Cyd sit down
evening.play("bob declare fraud ada", "ada allow", "cyd allow", "ada concede")
"""

from typing import Any, Self

from tests.e2e.phone import Phone
from tests.e2e.service import Caller, Service, Tile
from tests.unit.rules.kit import as_data


class Evening:
    """One table with its people, by the small letters of their names."""

    def __init__(
        self,
        service: Service,
        organizer: Caller,
        people: str = "ada bob cyd",
        *,
        start: bool = True,
        **settings: Any,
    ):
        self.service, self.organizer = service, organizer
        names = people.split()
        batch = organizer.post("/tile-batches", count=len(names), label="Friday")
        self.batch = batch["id"]
        self.tiles = {name: Tile(**tile) for name, tile in zip(names, batch["tiles"], strict=True)}
        self.callers = {name: service.sign_in(tile.user, tile.password) for name, tile in self.tiles.items()}
        self.host = names[0]
        opened = self.callers[self.host].post("/tables", **{"game": "reckless", **settings})
        self.id, self.join_url = opened["id"], opened["join_url"]
        for name in names:
            self.callers[name].post(f"/tables/{self.id}/seats", name=name.capitalize())
        if start:
            self.start()

    @property
    def path(self) -> str:
        return f"/tables/{self.id}"

    def start(self) -> Self:
        self.callers[self.host].post(f"{self.path}/start")
        return self

    def play(self, *lines: str) -> Self:
        """Play lines like `bob declare fraud ada`."""
        for line in lines:
            name, *words = line.split()
            said = [self.tiles[word].user if word in self.tiles else word for word in words]
            self.callers[name].post(f"{self.path}/moves", **as_data(said))
        return self

    def allow(self) -> Self:
        """Have everybody who is asked let the claim pass."""
        users = {tile.user: name for name, tile in self.tiles.items()}
        return self.play(*(f"{users[user]} allow" for user in self.view()["waiting_for"]))

    def pay(self, line: str) -> dict[str, Any]:
        """Pay like `ada bob 50`; the transfer."""
        payer, payee, amount = line.split()
        return self.callers[payer].post(
            f"{self.path}/payments", to=self.tiles[payee].user, amount=int(amount)
        )

    def a_debt(self) -> Self:
        """Bob begins, takes 50 from Ada by fraud, and she gives in: she owes it."""
        return self.play("bob declare fraud ada").allow().play("ada concede")

    def view(self, name: str | None = None) -> dict[str, Any]:
        return self.callers[name or self.host].get(self.path)

    @property
    def balances(self) -> dict[str, int]:
        return {one["name"].lower(): one["balance"] for one in self.view()["players"]}

    @property
    def paid(self) -> list[dict[str, Any]]:
        """What players have paid each other at this table."""
        items = self.organizer.get(f"/ledger/transfers?table={self.id}&limit=200")["items"]
        return [
            item for item in items if {item["payer"], item["payee"]} <= {t.user for t in self.tiles.values()}
        ]

    def sheet(self) -> bytes:
        """The printed tiles."""
        return self.organizer.file(f"/tile-batches/{self.batch}/sheet.pdf")

    def hand(self, phone: Phone, name: str, *, base: str = "") -> Phone:
        """Sign this phone in by the person's tile and open the table."""
        phone.name = name.capitalize()
        tile = self.tiles[name]
        phone.enters(tile.enter_url.replace(self.service.public_url, base or self.service.public_url, 1))
        return phone.opens(f"{base or self.service.public_url}{self.path}")
