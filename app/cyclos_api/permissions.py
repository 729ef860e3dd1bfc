"""What somebody may do, as clients ask for it: menus are made of it."""

from app.cyclos_api import shapes
from app.cyclos_api.shapes import Shape
from app.services.accounts import MACHINES
from app.services.actor import Actor

TOKEN_TYPE: Shape = {
    **shapes.CARD,
    "pluralName": "QR cards",
    "physicalType": "qrCode",
}


def permissions(actor: Actor) -> Shape:
    """What a person may do. Some clients look into every part of it, so that none is left out."""
    organizer = actor.is_organizer
    return {
        "banking": _banking(actor),
        "marketplace": {"userSimple": {}, "userWebshop": {}},
        "messages": {"my": {}, "system": {}},
        "documents": {},
        "tokens": {
            "my": [] if organizer else [{"type": TOKEN_TYPE, "create": False, "activate": True}],
            "user": [{"type": TOKEN_TYPE, "create": True, "activate": True}] if organizer else [],
        },
        "users": {"search": True, "viewProfile": True, **({"registerAsAdmin": True} if organizer else {})},
        "notifications": {"enable": True},
        "contacts": {"enable": False},
        "sessions": {},
        "operations": {},
        "wizards": {"my": []},
    }


def _banking(actor: Actor) -> Shape:
    organizer = actor.is_organizer
    owner = MACHINES if organizer else actor.user
    account = shapes.account_with_currency(owner)
    shown: Shape = {
        "accounts": [{"account": account, "visible": True, "viewStatus": True}],
        "payments": {"user": not organizer, "system": False, "self": False, "pos": not organizer},
        "tickets": dict.fromkeys(("view", "create", "cancel", "approve"), not organizer),
    }
    if organizer:
        shown |= {"searchUsersWithBalances": True, "searchGeneralTransfers": True}
    return shown
