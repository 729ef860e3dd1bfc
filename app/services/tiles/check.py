"""Comparing what was read off a printed sheet with the accounts."""

from collections.abc import Sequence
from dataclasses import dataclass

import qr
from app.services.codes import payee_of, secret_of
from app.services.people.passwords import hash_secret
from app.storage import Connection, people


@dataclass(frozen=True, slots=True)
class TileCheck:
    """What was read off a printed sheet: how many codes, and what is wrong with which."""

    codes: int
    tiles: int
    faults: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether every code is that of a living account."""
        return not self.faults and self.codes > 0


def check_codes(connection: Connection, codes: Sequence[qr.ReadCode]) -> TileCheck:
    """Tell which codes of a sheet lead nowhere, and which tiles lack one."""
    faults, payees, signed_in = [], set(), set()
    for code in codes:
        where = f"page {code.page}, {code.x_mm:.0f} mm from the left, {code.y_mm:.0f} mm from the top"
        secret = secret_of(code.text)
        if secret is not None:
            person = people.by_enter_hash(connection, hash_secret(secret))
            if person is None:
                faults.append(f"{where}: this sign-in code is not valid (any more)")
            else:
                signed_in.add(person.user)
            continue
        user = payee_of(code.text)
        if user is None or people.get(connection, user) is None:
            faults.append(f"{where}: this code is not that of any tile")
        else:
            payees.add(user)
    faults.extend(
        f"tile {user}: its sign-in code is missing or can't be read" for user in sorted(payees - signed_in)
    )
    faults.extend(
        f"tile {user}: its pay code is missing or can't be read" for user in sorted(signed_in - payees)
    )
    return TileCheck(codes=len(codes), tiles=len(payees | signed_in), faults=tuple(faults))
