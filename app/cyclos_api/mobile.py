"""The first two calls of the official mobile app. The app itself was not at hand: that it works is not verified."""

from app.cyclos_api import shapes
from app.cyclos_api.callers import actor, caller
from app.cyclos_api.frontend import ENGLISH, LIKE_VERSION, TITLE
from app.cyclos_api.names import services
from app.cyclos_api.operations import operation
from app.cyclos_api.sessions import LOGIN_FORM, auth_of
from app.cyclos_api.shapes import Shape

PLAYERS_MAY = (
    "acceptTicket",
    "createTicket",
    "makeUserPayment",
    "receivePayment",
    "usersSearch",
    "viewAccountInformation",
    "viewUserProfile",
)
ORGANIZERS_MAY = ("usersSearch", "viewAccountInformation", "viewUserProfile")


def _base() -> Shape:
    return {
        "cyclosVersion": LIKE_VERSION,
        "applicationUsername": TITLE,
        "currentClientTime": shapes.date(services().clock.now()),
        "locale": "en",
        "allowedLocales": [ENGLISH],
        "rootUrl": services().public_url,
        "numberFormat": "periodAsDecimal",
        "dateFormat": "ymdDash",
        "timeFormat": "h24",
        "theme": {
            "id": "plain",
            "version": 1,
            "definitions": "",
            "advancedDefinitions": "",
            "customStyle": "",
        },
        "translations": {"id": "en", "version": 1, "locale": "en", "translations": {}},
    }


@operation("dataForMobileGuest", "GET", "/mobile/data-for-guest", guest=True)
def guest() -> Shape:
    """What the app needs before somebody signs in."""
    return {
        **_base(),
        "dataForLogin": LOGIN_FORM,
        "allowQuickPayment": False,
        "welcomePageEnabled": False,
        "groupsForRegistration": [],
    }


@operation("dataForMobileUser", "GET", "/mobile/data-for-user")
def user() -> Shape:
    """What the app needs after signing in."""
    player = not actor().is_organizer
    return {
        **_base(),
        "auth": auth_of(caller()),
        "nameOfUser": actor().name,
        "allowedOperations": list(PLAYERS_MAY if player else ORGANIZERS_MAY),
        "scanQr": player,
        "mobileCameraOnPayment": player,
        "principalsAllowingQRCode": [{"value": actor().user, "type": shapes.USERNAME}] if player else [],
        "homePageEnabled": False,
        "hideUsersSearchMenu": False,
        "deviceActivationMode": "disabled",
        "pinPrompt": 0,
        "trustedDevicePrompt": 0,
        "messagesStatus": {"newMessages": 0, "unreadMessages": 0},
        "notificationsStatus": {"newNotifications": 0, "unreadNotifications": 0},
        "operations": [],
        "pages": [],
        "wizards": [],
    }
