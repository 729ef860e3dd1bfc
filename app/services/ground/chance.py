"""Chance as the service has it: one secret seed for each match, from which every lot of that match is drawn."""

import secrets

from app.rules import CHANCE, Drawn, Lot
from app.rules.chance import SEED_BYTES, draw


class Chance:
    """Where seeds come from, and what is drawn from them."""

    def new_seed(self) -> bytes:
        """A seed that nobody can guess."""
        return secrets.token_bytes(SEED_BYTES)

    def drawn(self, seed: bytes, number: int, lot: Lot) -> Drawn:
        """The move of chance for a lot, the match's `number`th."""
        return Drawn(CHANCE, draw(seed, number, lot))

    def salt(self) -> str:
        """What a line with secrets holds besides.

        Its seal is published before its secrets are: without this, whoever tries all orders of a small deck would find
        the one that has this seal.
        """
        return secrets.token_hex(16)
