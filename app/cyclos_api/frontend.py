"""What the official web frontend asks for first: who is there, what the menus are, what the first page shows."""

from datetime import UTC
from functools import lru_cache
from importlib import resources

from flask import Response

from app.cyclos_api import banking, reading, shapes, ui
from app.cyclos_api.callers import actor, guest_or_caller
from app.cyclos_api.names import services
from app.cyclos_api.operations import operation
from app.cyclos_api.problems import Missing
from app.cyclos_api.sessions import LOGIN_FORM, auth_of
from app.cyclos_api.shapes import Shape
from app.errors import Json
from app.services.accounts import MACHINES, Purse, Search

TITLE = "Reckless Companion"
LIKE_VERSION = "4.16.18"
"""The version of Cyclos whose description this API keeps to."""
ENGLISH: Shape = {"id": "en", "name": "English", "code": "en"}
WELCOME = "<p>Sign in with what is on the inner side of your tile to see your account and to pay.</p>"
LAST_TRANSFERS = 5
LOGO_KINDS = ("classic", "classicShortcut", "frontend", "maskable", "mobile", "pay", "report")


@operation("dataForFrontend", "GET", "/frontend/data", guest=True)
def data() -> Shape:
    """What the frontend needs on every start."""
    return {
        "frontend": "new",
        "hasHomePage": True,
        "hasHelp": False,
        "logoUrl": "/api/logos/frontend",
        "title": TITLE,
        "mobileTitle": "Reckless",
        "mobileMenuTitle": "Reckless",
        "menuBar": True,
        "mobileLandingPage": "home",
        "voucherBuyingMenu": "banking",
        "icons": [],
        "svgIconNames": [],
        "pages": [],
        "banners": [],
        "locales": ["en"],
        "canManageQuickAccess": False,
        "allowFrontendSwitching": False,
        "dataForUi": data_for_ui(),
    }


@operation("dataForUi", "GET", "/ui/data-for-ui", guest=True)
def data_for_ui() -> Shape:
    """What any user interface needs on every start."""
    who = guest_or_caller()
    root = services().public_url
    shown: Shape = {
        "cyclosVersion": LIKE_VERSION,
        "applicationName": TITLE,
        "applicationUsername": TITLE,
        "currentClientTime": shapes.date(services().clock.now()),
        "auth": auth_of(who),
        "currentLocale": ENGLISH,
        "defaultLocale": ENGLISH,
        "allowedLocales": [ENGLISH],
        "dateFormat": "yyyy-MM-dd",
        "timeFormat": "HH:mm",
        "timeZoneId": str(UTC),
        "decimalSeparator": ".",
        "groupingSeparator": ",",
        "maxTransactionAmountIntegers": 10,
        "maxTransferAmountIntegers": 10,
        "rootUrl": root,
        "apiUrl": f"{root}/api",
        "resourceCacheKey": ui.release(),
        "hideUserSearchInMenu": False,
        "deviceActivationMode": "disabled",
    }
    return shown if who is not None else {**shown, "dataForLogin": LOGIN_FORM}


@operation("dataForFrontendHome", "GET", "/frontend/home", guest=True)
def home() -> Shape:
    """The first page: a welcome, or the account at a glance."""
    if guest_or_caller() is None:
        return {"content": {"layout": "card", "title": "Welcome", "content": WELCOME}}
    organizer = actor().is_organizer
    quick = (
        ("balancesOverview", "transfersOverview", "account")
        if organizer
        else ("payUser", "receiveQrPayment", "pos", "account")
    )
    purse = services().accounts.purse(actor(), MACHINES if organizer else actor().user)
    return {"quickAccess": [{"type": kind} for kind in quick], "accounts": [_at_a_glance(purse)]}


def _at_a_glance(purse: Purse) -> Shape:
    last = services().accounts.history(actor(), Search(owner=purse.user), limit=LAST_TRANSFERS)
    rows: list[Json] = [shapes.history_row(receipt, purse.user) for receipt in last.items]
    return {
        "account": shapes.account_with_currency(purse.user),
        "balance": shapes.amount(purse.balance),
        "lastTransfers": rows,
        "balanceHistory": banking.balance_points(purse),
    }


@operation("getSvgIcons", "GET", "/svg-icons", guest=True)
def svg_icons() -> Shape:
    """The frontend's icons by name, from the copy that the organizers have; none without one."""
    icons = ui.icons()
    return {name: icons[name] for name in reading.args("names") if name in icons}


@operation("getCurrentLogoContent", "GET", "/logos/{kind}", guest=True)
def logo(kind: str) -> Response:
    """The logo, the same for every use."""
    if kind not in LOGO_KINDS:
        raise Missing("Logo", kind)
    return _logo()


@operation("getImageContent", "GET", "/images/content/{id}", guest=True)
def image(id: str) -> Response:
    """An image: there is the logo alone."""
    if id != "logo":
        raise Missing("Image", id)
    return _logo()


def _logo() -> Response:
    response = Response(_logo_file(), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


@lru_cache
def _logo_file() -> bytes:
    return resources.files("app").joinpath("web", "static", "img", "icon.svg").read_bytes()
