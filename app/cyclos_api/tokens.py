"""Tokens: QR cards that stand for a person."""

from flask import Response, request
from marshmallow import fields

from app.cyclos_api import owners, reading, shapes
from app.cyclos_api.callers import actor
from app.cyclos_api.names import services
from app.cyclos_api.operations import NOTHING, Answer, created_text, operation
from app.cyclos_api.permissions import TOKEN_TYPE
from app.cyclos_api.pictures import code_picture
from app.cyclos_api.problems import Missing, missing
from app.cyclos_api.shapes import Shape
from app.errors import Invalid, Json
from app.services.people.tokens import MAX_TOKENS, STEPS, Token, TokenStatus


class TokenBody(reading.Body):
    """A new card: TokenNew."""

    value = reading.text()
    user = reading.text(1_000)
    activateNow = fields.Boolean()  # noqa: N815 - as it is sent


def _must_be_our_type(kind: str) -> None:
    if kind != TOKEN_TYPE["internalName"]:
        raise Missing("TokenType", kind)


def _token(key: str) -> Token:
    with missing("Token", key):
        return services().tokens.find(actor(), key)


def _row(token: Token) -> Shape:
    """A card in a list: TokenResult."""
    shown: Shape = {
        "id": token.id,
        "value": token.value,
        "creationDate": shapes.date(token.created_at),
        "status": token.status.value,
    }
    if token.user is not None:
        shown["user"] = shapes.user(token.user)
    if token.activated_at is not None:
        shown["activationDate"] = shapes.date(token.activated_at)
    if token.expires_at is not None:
        shown["expiryDate"] = shapes.date(token.expires_at)
    return shown


def _type_with_permissions() -> Shape:
    return {"type": TOKEN_TYPE, "create": actor().is_organizer, "activate": True}


@operation("listUserTokenTypes", "GET", "/{user}/token-types")
def token_types(user: str) -> list[Json]:
    """The types of token a person may have: there is one."""
    owners.must_see(owners.user_of(user))
    return [_type_with_permissions()]


@operation("getUserTokens", "GET", "/{user}/tokens/{type}")
def tokens_of_user(user: str, type: str) -> Shape:
    """A person's cards."""
    _must_be_our_type(type)
    whose = owners.user_of(user)
    found = services().tokens.of(actor(), whose)
    return {
        **_type_with_permissions(),
        "user": shapes.user(whose),
        "maxPerUser": MAX_TOKENS,
        "tokens": [_row(token) for token in found],
    }


@operation("activateToken", "POST", "/{user}/tokens/{type}")
def take_token(user: str, type: str) -> Answer:
    """Take a card into use, by the value in the body."""
    _must_be_our_type(type)
    request.max_content_length = reading.MAX_BODY_BYTES
    value = request.get_data().decode("utf-8", "replace").strip().strip('"')
    token = services().tokens.add_own(actor(), owners.user_of(user), value)
    return Answer(token.id, as_text=True)


@operation("getTokenDataForNew", "GET", "/tokens/{type}/data-for-new")
def data_for_new(type: str) -> Shape:
    """What a page needs for a new card: organizers."""
    _must_be_our_type(type)
    actor().must_be_organizer()
    return {"type": TOKEN_TYPE, "token": {"activateNow": False}, "canActivate": True}


@operation("createToken", "POST", "/tokens/{type}/new")
def new_token(type: str) -> Answer:
    """Make a card, for somebody or nobody yet: organizers."""
    _must_be_our_type(type)
    sent = reading.body(TokenBody())
    user = sent.get("user")
    token = services().tokens.create(
        actor(),
        sent.get("value", ""),
        user=owners.user_of(user) if user else None,
        activate=sent.get("activateNow", False),
    )
    return created_text(f"/tokens/{token.id}", token.id)


@operation("viewToken", "GET", "/tokens/{id}")
def view_token(id: str) -> Shape:
    """A card, by id or value, and what can be done with it."""
    token = _token(id)
    organizer = actor().is_organizer
    can = {to for to, came_from in STEPS.items() if token.status in came_from}
    return {
        **_row(token),
        "type": TOKEN_TYPE,
        "activate": token.status is TokenStatus.PENDING,
        "assign": organizer and token.status is TokenStatus.UNASSIGNED,
        "block": TokenStatus.BLOCKED in can,
        "unblock": organizer and token.status is TokenStatus.BLOCKED,
        "cancel": organizer and TokenStatus.CANCELED in can,
        "setExpiryDate": organizer,
        "setActivationDeadline": False,
    }


@operation("getTokenQrCode", "GET", "/tokens/{id}/qr-code", by_query=True)
def token_code(id: str) -> Response:
    """The code of a card, as a picture: its plain value."""
    return code_picture(_token(id).value)


@operation("assignToken", "POST", "/tokens/{id}/assign/{user}")
def assign(id: str, user: str) -> Answer:
    """Give a card to somebody: organizers."""
    services().tokens.assign(actor(), _token(id).id, owners.user_of(user))
    return NOTHING


def _set(key: str, status: TokenStatus) -> Answer:
    services().tokens.set_status(actor(), _token(key).id, status)
    return NOTHING


@operation("activatePendingToken", "POST", "/tokens/{id}/activate")
def activate(id: str) -> Answer:
    """Take a card into use that waits for its owner."""
    if _token(id).status is not TokenStatus.PENDING:
        raise Invalid("This card does not wait for its owner.", field="")
    return _set(id, TokenStatus.ACTIVE)


@operation("blockToken", "POST", "/tokens/{id}/block")
def block(id: str) -> Answer:
    """Block a card: its owner, and organizers."""
    return _set(id, TokenStatus.BLOCKED)


@operation("unblockToken", "POST", "/tokens/{id}/unblock")
def unblock(id: str) -> Answer:
    """Open a blocked card again: organizers."""
    return _set(id, TokenStatus.ACTIVE)


@operation("cancelToken", "POST", "/tokens/{id}/cancel")
def cancel(id: str) -> Answer:
    """End a card for good: organizers."""
    return _set(id, TokenStatus.CANCELED)


@operation("setTokenExpiryDate", "POST", "/tokens/{id}/set-expiry-date")
def set_expiry(id: str) -> Answer:
    """Say until when a card can be used, or without a date that it always can: organizers."""
    date = reading.arg("date")
    at = reading.moment(date, "date", whole_day=True) if date else None
    services().tokens.set_expiry(actor(), _token(id).id, at)
    return NOTHING


STATUSES = ("activationExpired", "active", "blocked", "canceled", "expired", "pending", "unassigned")


@operation("searchGeneralTokens", "GET", "/general-tokens/{type}")
def search_tokens(type: str) -> Answer:
    """All cards: organizers."""
    _must_be_our_type(type)
    reading.must_not_narrow_by("activationPeriod", "brokers", "expiryPeriod", "groups")
    statuses = reading.choices("statuses", STATUSES)
    value, user = reading.arg("value"), reading.arg("user")
    whose = owners.user_of(user) if user else None
    found = services().tokens.of(actor(), None)
    rows = [
        _row(token)
        for token in found
        if (not statuses or token.status in statuses)
        and (value is None or value in token.value)
        and whose in (None, token.user)
    ]
    return reading.paging().of(rows)


@operation("getGeneralTokensDataForSearch", "GET", "/general-tokens/{type}/data-for-search")
def data_for_search(type: str) -> Shape:
    """What a page needs to search all cards: organizers."""
    _must_be_our_type(type)
    actor().must_be_organizer()
    return {**_type_with_permissions(), "groups": [], "exportFormats": [], "query": {}}
