"""The key that checkpoints are signed with (Ed25519): its public half lets anybody check them, and make none."""

from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.ledger import note
from app.ledger.note import Checkpoint, Signature

PURPOSE = "signing checkpoints"
"""What the service's secret is asked for its seed with."""


@dataclass(frozen=True, slots=True)
class Signer:
    """A name that says whose log it is, and the key behind it.

    The name is drawn from the key, and not from the service's address, which may change from one evening to the next.
    """

    name: str
    public_key: bytes
    _key: Ed25519PrivateKey

    @classmethod
    def from_seed(cls, seed: bytes) -> "Signer":
        """The signer of a seed of 32 bytes; always the same."""
        key = Ed25519PrivateKey.from_private_bytes(seed)
        public = key.public_key().public_bytes_raw()
        return cls(f"reckless-{note.key_id('reckless', public).hex()}", public, key)

    @property
    def verifier_key(self) -> str:
        """The public key as one line of text."""
        return note.verifier_key(self.name, self.public_key)

    def origin(self, log: str) -> str:
        """What checkpoints of that log begin with."""
        return f"{self.name}/{log}"

    def sign(self, checkpoint: Checkpoint) -> str:
        """The checkpoint with our signature below."""
        return note.signed(
            checkpoint, self.name, self.public_key, self._key.sign(checkpoint.text.encode("utf-8"))
        )

    def has_signed(self, checkpoint: Checkpoint, signatures: tuple[Signature, ...]) -> bool:
        """Whether one of these signatures is ours and fits."""
        wanted = note.key_id(self.name, self.public_key)
        for one in signatures:
            if (one.name, one.key_id) == (self.name, wanted):
                try:
                    self._key.public_key().verify(one.signature, checkpoint.text.encode("utf-8"))
                except InvalidSignature:
                    return False
                return True
        return False
