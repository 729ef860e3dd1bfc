"""Tiles: opening accounts, printing their sheets, reprinting lost ones, and checking what was printed."""

import base64
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

import qr
from app.errors import Conflict, Invalid, Json, NotFound
from app.services import ids
from app.services.actor import Actor, Role
from app.services.codes import in_words
from app.services.ground import Ground
from app.services.once import Request, once
from app.services.people.passwords import hash_all, hash_secret
from app.services.standing import keeps_keys, must_keep_keys
from app.services.tiles import names
from app.services.tiles.bank_accounts import Adopted, BankAccounts
from app.services.tiles.batches import Batch, BatchCard, kept_all_the_same
from app.services.tiles.check import TileCheck, check_codes
from app.services.tiles.looks import Looks
from app.services.tiles.new_tiles import enter, new_secrets, person_rows
from app.services.tiles.picture_zip import zipped
from app.services.tiles.rehearsal import LONGEST, SAMPLES, Rehearsal
from app.services.tiles.sheets import (
    USUAL,
    Look,
    Progress,
    Sheet,
    Style,
    Tile,
    check_printable,
    make_bundle,
    make_pictures,
    make_sheet,
)
from app.storage import Connection, people
from app.storage import tiles as register
from app.storage.people import BatchRow

MAX_COUNT = 2_000
MAX_LABEL = 40
SECRETS_KEPT_S = 24 * 3600
SECOND = 1_000_000


class Tiles:
    """What one can ask of tiles."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._accounts = BankAccounts(ground)
        self._looks = Looks(ground)

    def issue(
        self,
        actor: Actor,
        *,
        count: object,
        label: str,
        key: str | None = None,
        progress: Progress | None = None,
        adopt: Sequence[Adopted] = (),
    ) -> Batch:
        """Open accounts with new secrets, ready to print; where a bank outside moves the credits, there too.

        The secrets are kept, sealed, until the sheet is marked as printed, for a day at most.

        Args:
            actor: An organizer.
            count: How many, 1 to MAX_COUNT.
            label: What the print run is called, up to MAX_LABEL characters.
            key: Idempotency key.
            progress: Told (hashed, all).
            adopt: Whose accounts of the bank outside the tiles are for, if those are people's own; as many as `count`.

        Raises:
            Invalid: If count or label are out of range, or an account to adopt is not there.
            RailError: If the bank outside can't be asked: then nothing is made. If it opens no account afterwards, the
                tiles wait, and can be printed once it does; the message says so.
        """
        self._must_keep_keys(actor)
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_COUNT:
            raise Invalid(
                "The number of tiles is a whole number from 1 to %(most)d.", field="count", most=MAX_COUNT
            )
        label = " ".join(label.split())
        if not 1 <= len(label) <= MAX_LABEL or not label.isprintable():
            raise Invalid("A label has 1 to %(most)d printable characters.", field="label", most=MAX_LABEL)
        check_printable([label])
        contents: dict[str, Json] = {"do": "issue", "count": count, "label": label}
        if adopt:
            check_printable([one.name for one in adopt])
            contents["adopt"] = [one.login for one in adopt]
        owners = self._accounts.find(adopt)

        # Hashing takes seconds for a large print run: it is done before anybody has to wait for the transaction.
        tiles = [{"user": user, "name": name, **new_secrets()} for user, name in self._new_people(count)]
        self._accounts.must_answer(tiles[0]["user"])
        for tile, one in zip(tiles, adopt, strict=False):
            tile["name"] = one.name
        hashes = hash_all([tile["password"] for tile in tiles], progress)

        def act(connection: Connection) -> Mapping[str, Json]:
            batch_id = self._add_batch(connection, label, actor, tiles)
            people.add(connection, person_rows(batch_id, tiles, hashes, at=self._ground.clock.now()))
            self._accounts.adopt(connection, [tile["user"] for tile in tiles], owners)
            enter(connection, batch_id, tiles)
            return {"batch": batch_id}

        request = Request(user=actor.user, key=key, contents=contents, at=self._ground.clock.now())
        made = str(once(self._ground.database, request, act)["batch"])
        with kept_all_the_same(made):
            return self.batch(actor, made)

    def may_issue(self, actor: Actor) -> bool:
        """Whether somebody may issue, reprint and revoke tiles now."""
        with self._ground.database.read() as connection:
            return keeps_keys(connection, actor)

    def batch(self, actor: Actor, batch_id: str) -> Batch:
        """A print run with its secrets, while they are kept.

        Raises:
            NotAllowed: If somebody else issued it, and the actor may not act in an event that runs.
            NotFound: If there is no such print run.
            Conflict: If its secrets are erased, or sealed with another key.
        """
        self.erase_old_secrets()
        with self._ground.database.read() as connection:
            row = self._of(connection, actor, batch_id)
        if row.secrets is None:
            raise Conflict(
                "The secrets of this print run are erased. Reprint its tiles: that gives them new ones."
            )
        try:
            tiles = json.loads(self._safe().decrypt(row.secrets))
        except InvalidToken as error:
            raise Conflict(
                "The secrets of this print run were sealed with another secret key. Reprint its tiles: that gives them"
                " new ones."
            ) from error
        batch = Batch(row.id, row.label, tuple(self._tile(tile) for tile in tiles))
        self._accounts.open(batch.tiles)
        return batch

    def batches(self, actor: Actor) -> tuple[BatchCard, ...]:
        """All print runs, newest first; for organizers."""
        actor.must_be_organizer()
        self.erase_old_secrets()
        with self._ground.database.read() as connection:
            rows = people.batches(connection)
            keeps = keeps_keys(connection, actor)
        return tuple(
            BatchCard(
                id=row.id,
                label=row.label,
                count=row.count,
                created_at=row.created_at,
                created_by=row.created_by,
                printed_at=row.printed_at,
                printable=row.secrets is not None,
                may_print=keeps or row.created_by == actor.user,
            )
            for row in rows
        )

    def rehearse(
        self, options: qr.SheetOptions, look: Look, *, label: str, names: Sequence[str]
    ) -> Rehearsal:
        """A print run that opens nothing, to draw before accounts are made: what is refused then, is refused now.

        Args:
            options: How the sheet is to be laid out.
            look: How it is to look.
            label: Of the print run.
            names: What is to stand on the tiles; the longest of our own if none.

        Raises:
            Invalid: If the look can't be had.
        """
        longest = sorted(names or [LONGEST], key=len)[-SAMPLES:]
        users = [qr.new_code(secrets.token_bytes, emblem=0) for _ in longest]
        made = [
            {"user": user, "name": name, **new_secrets()} for user, name in zip(users, longest, strict=True)
        ]
        return Rehearsal(label, tuple(self._tile(tile) for tile in made), options, self._style(look))

    def sheet(
        self,
        actor: Actor,
        batch_id: str,
        options: qr.SheetOptions,
        progress: Progress | None = None,
        *,
        look: Look = USUAL,
    ) -> Sheet:
        """The printable sheet of a print run, after every code on it was read back.

        Raises:
            Conflict: If its secrets are erased.
            Unprintable: If a code can't be read or says something else; the sheet is not handed out.
            Invalid: If options or look can't be printed.
        """
        batch, style = self.batch(actor, batch_id), self._style(look)
        return make_sheet(batch.label, batch.tiles, options, style=style, progress=progress)

    def bundle(
        self,
        actor: Actor,
        batch_id: str,
        options: qr.SheetOptions,
        progress: Progress | None = None,
        *,
        look: Look = USUAL,
    ) -> Sheet:
        """The same for a print shop: one half of a tile on a page of its size, with bleed.

        Raises:
            Conflict: If its secrets are erased.
            Unprintable: If a code can't be read or says something else; the file is not handed out.
            Invalid: If options or look can't be printed.
        """
        batch, style = self.batch(actor, batch_id), self._style(look)
        return make_bundle(batch.label, batch.tiles, options, style=style, progress=progress)

    def pictures(
        self,
        actor: Actor,
        batch_id: str,
        options: qr.SheetOptions,
        folder: Path,
        progress: Progress | None = None,
        *,
        look: Look = USUAL,
    ) -> tuple[Path, ...]:
        """Write two pictures of every tile of a print run into a folder, for shops that take no PDF.

        Raises:
            Conflict: If its secrets are erased.
            Invalid: If options or look can't be printed.
        """
        batch, style = self.batch(actor, batch_id), self._style(look)
        return make_pictures(batch.label, batch.tiles, options, folder, style=style, progress=progress)

    def zipped_pictures(
        self, actor: Actor, batch_id: str, options: qr.SheetOptions, *, look: Look = USUAL
    ) -> Iterator[bytes]:
        """The same as the parts of a ZIP file; what can't be printed is refused at the first part."""
        batch, style = self.batch(actor, batch_id), self._style(look)
        return zipped(batch.label, batch.tiles, options, style=style)

    def printed(self, actor: Actor, batch_id: str, key: str | None = None) -> None:
        """Note that a print run is printed and its secrets are to be erased. Saying it twice does no harm.

        Raises:
            NotAllowed: If it is not the actor's to print.
            NotFound: If there is no such print run.
        """
        now = self._ground.clock.now()

        def act(connection: Connection) -> Mapping[str, Json]:
            row = self._of(connection, actor, batch_id)
            if row.printed_at is None:
                people.mark_printed(connection, batch_id, now)
            return {}

        contents: dict[str, Json] = {"do": "printed", "batch": batch_id}
        once(self._ground.database, Request(user=actor.user, key=key, contents=contents, at=now), act)

    def reprint(
        self, actor: Actor, users: Sequence[str], *, label: str = "Reprint", key: str | None = None
    ) -> Batch:
        """Give lost tiles new secrets; the old ones, and the sessions they opened, end at once.

        Raises:
            NotFound: If one of them is no tile; none is changed then.
            RailError: If the bank outside can't be asked: none is changed then either.
        """
        self._must_keep_keys(actor)
        wanted = list(dict.fromkeys(ids.typed(user) for user in users))
        if not wanted:
            raise Invalid("Name the tiles to reprint by their user names.", field="users")
        contents: dict[str, Json] = {"do": "reprint", "users": wanted}

        self._accounts.must_answer(wanted[0])
        tiles = [{"user": user, **new_secrets()} for user in wanted]
        hashes = hash_all([tile["password"] for tile in tiles])

        def act(connection: Connection) -> Mapping[str, Json]:
            for tile, password_hash in zip(tiles, hashes, strict=True):
                person = people.get(connection, tile["user"])
                if person is None or person.role != Role.PLAYER:
                    raise NotFound("No tile has the user name %(user)s.", user=tile["user"])
                tile["name"] = person.name
                people.set_secrets(
                    connection,
                    person.user,
                    password_hash=password_hash,
                    enter_hash=hash_secret(tile["secret"]),
                )
            people.end_sessions_of(connection, wanted)
            batch_id = self._add_batch(connection, label, actor, tiles)
            register.revoke(connection, wanted, at=self._ground.clock.now(), replaced_by=batch_id)
            enter(connection, batch_id, tiles)
            return {"batch": batch_id}

        request = Request(user=actor.user, key=key, contents=contents, at=self._ground.clock.now())
        made = str(once(self._ground.database, request, act)["batch"])
        with kept_all_the_same(made):
            batch = self.batch(actor, made)
            self._accounts.renew({tile.user: tile.password for tile in batch.tiles})
        return batch

    def verify(self, pdf: bytes, progress: Progress | None = None) -> TileCheck:
        """Read every code of a sheet and compare it with the accounts.

        Raises:
            Invalid: If the file is no PDF that can be read.
        """
        with in_words("file"):
            codes = qr.read_codes(pdf, progress=progress)
        with self._ground.database.read() as connection:
            return check_codes(connection, codes)

    def erase_old_secrets(self) -> None:
        """Erase the secrets of print runs that were not printed within a day."""
        now = self._ground.clock.now()
        with self._ground.database.read() as connection:
            due = people.has_old_secrets(connection, now)
        if due:
            self._ground.database.write(lambda connection: people.erase_old_secrets(connection, now))

    def _must_keep_keys(self, actor: Actor) -> None:
        with self._ground.database.read() as connection:
            must_keep_keys(connection, actor)

    def _of(self, connection: Connection, actor: Actor, batch_id: str) -> BatchRow:
        """A print run that is the actor's to print: their own, or anybody's if they keep the keys."""
        actor.must_be_organizer()
        row = people.batch(connection, batch_id) if ids.possible(batch_id) else None
        if row is None:
            raise NotFound("There is no such print run.")
        if row.created_by != actor.user:
            must_keep_keys(connection, actor)
        return row

    def _new_people(self, count: int) -> Iterator[tuple[str, str]]:
        """User names and names that nobody has; the emblems on the tiles take turns."""
        with self._ground.database.read() as connection:
            known = people.every(connection)
        users, called = {person.user for person in known}, {person.name for person in known}
        fresh = names.draw(called)
        for n in range(count):
            user = qr.new_code(secrets.token_bytes, emblem=n % len(qr.EMBLEMS))
            while user in users:
                user = qr.new_code(secrets.token_bytes, emblem=n % len(qr.EMBLEMS))
            users.add(user)
            yield user, next(fresh)

    def _add_batch(
        self, connection: Connection, label: str, actor: Actor, tiles: Sequence[Mapping[str, str]]
    ) -> str:
        now = self._ground.clock.now()
        sealed = self._safe().encrypt(json.dumps(tiles).encode())
        row = BatchRow(
            id=ids.new_id(),
            label=label,
            count=len(tiles),
            created_at=now,
            created_by=actor.user,
            printed_at=None,
            secrets=sealed,
            secrets_until=now + SECRETS_KEPT_S * SECOND,
        )
        people.add_batch(connection, row)
        return row.id

    def _style(self, look: Look) -> Style:
        theme, words, printer = self._looks.resolve(look)
        return Style(theme, words, printer, self._ground.public_url)

    def _tile(self, tile: Mapping[str, str]) -> Tile:
        base = self._ground.public_url
        return Tile(
            user=tile["user"],
            name=tile["name"],
            password=tile["password"],
            pay_url=qr.pay_link(base, tile["user"]),
            enter_url=qr.enter_link(base, tile["secret"]),
        )

    def _safe(self) -> Fernet:
        """What seals the secrets of tiles that are not printed yet."""
        return Fernet(base64.urlsafe_b64encode(self._ground.key_for("unprinted tiles")))
