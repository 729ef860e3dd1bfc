"""People: the directory, profiles, and registering players."""

from typing import Any

from marshmallow import fields

from app.cyclos_api import owners, reading, shapes
from app.cyclos_api.callers import actor, guest_or_caller
from app.cyclos_api.names import remember, services
from app.cyclos_api.operations import NOTHING, Answer, created, operation
from app.cyclos_api.owners import SELF
from app.cyclos_api.problems import Missing, check_custom_values, given_once
from app.cyclos_api.shapes import Shape
from app.errors import Invalid, Json
from app.services.actor import Role
from app.services.people.directory import MAX_PASSWORD, MIN_PASSWORD, Entry

GROUP: Shape = {"id": "players", "name": "Players", "internalName": "players"}
PROFILE_FIELDS: list[Json] = ["name", "username"]
NONE_OF_THESE: Shape = {
    "customFields": [],
    "basicFields": [],
    "fieldsInBasicSearch": [],
    "fieldsInAdvancedSearch": [],
    "groups": [],
    "statuses": ["active"],
    "exportFormats": [],
}
"""What an installation could configure for searching people, and ours has none of."""


class PasswordBody(reading.Body):
    """A password of somebody new."""

    type = reading.text()
    value = reading.text()
    confirmationValue = reading.text()  # noqa: N815 - as it is sent


class UserBody(reading.Body):
    """Somebody new: UserNew."""

    group = reading.text()
    username = reading.text()
    name = reading.text()
    passwords = fields.List(fields.Nested(PasswordBody))
    customValues = fields.Dict(keys=reading.text())  # noqa: N815 - as it is sent


def user_row(entry: Entry) -> Shape:
    """A person in a list: UserResult."""
    remember(entry.user, entry.name)
    return {**shapes.user(entry.user), "name": entry.name, "username": entry.user}


def excluded() -> set[str]:
    """The people whom a search shall leave out."""
    return {_id(said) for said in reading.args("usersToExclude")}


def _id(said: str) -> str:
    return actor().user if said == SELF else said.removeprefix("id:")


ROLES = ("administrator", "broker", "member", "operator")
STATUSES = ("active", "blocked", "disabled", "pending", "purged", "removed")
NOT_FOUND_BY = (
    "acceptedAgreements",
    "activationPeriod",
    "brokers",
    "contactsOwner",
    "creationPeriod",
    "excludeContacts",
    "hasBroker",
    "invitedBy",
    "lastLoginPeriod",
    "mainBrokerOnly",
    "maxDistance",
    "negativeSincePeriod",
    "notAcceptedAgreements",
    "products",
    "productsIndividuallyAssigned",
    "profileFields",
)
"""What the official description lets people be searched by, and we don't."""
ORDERS = (
    "alphabeticallyAsc",
    "alphabeticallyDesc",
    "creationDate",
    "distance",
    "random",
    "relevance",
)
"""The orders of people that the official description knows: all are shown in the same one."""


def found_by_words() -> list[Entry]:
    """The people whom the query means.

    Raises:
        Invalid: If a word can't be read, or the query asks for what can't be searched by.
    """
    reading.must_not_narrow_by(*NOT_FOUND_BY)
    out, roles = excluded(), set(reading.choices("roles", ROLES))
    only = {_id(said) for said in reading.args("usersToInclude")}
    statuses, groups = reading.choices("statuses", STATUSES), reading.args("groups")
    if (statuses and "active" not in statuses) or (groups and GROUP["id"] not in groups):
        return []
    return [
        entry
        for entry in services().directory.search(actor(), reading.arg("keywords") or "")
        if entry.user not in out
        and (not only or entry.user in only)
        and (not roles or role_of(entry.role) in roles)
        and (not groups or entry.role is Role.PLAYER)
    ]


def role_of(role: Role) -> str:
    """A role in Cyclos's words."""
    return "administrator" if role is Role.ORGANIZER else "member"


@operation("searchUsers", "GET", "/users")
def search() -> Answer:
    """The directory: an organizer finds everybody, a player those at the own table and exact user names."""
    reading.choice("orderBy", ORDERS)
    return reading.paging().of([user_row(entry) for entry in found_by_words()])


@operation("getUserDataForSearch", "GET", "/users/data-for-search")
def data_for_search() -> Shape:
    """What a page needs to search the directory."""
    organizer = actor().is_organizer
    groups: list[Json] = [{**GROUP, "kind": "memberGroup"}] if organizer else []
    return {
        **NONE_OF_THESE,
        "allowKeywords": True,
        "fieldsInList": ["display"],
        "groups": groups,
        "groupsForRegistration": groups,
        "query": {},
        "resultType": "list",
    }


@operation("locateUser", "GET", "/users/{user}/locate", guest=True)
def locate(user: str) -> Shape:
    """The person whom a text means: a user name, a card, a pay link, a ticket's link."""
    if user == SELF:
        return shapes.user(actor().user)
    found = owners.located(user)
    principal = found.principal.value if found.principal else None
    return shapes.located(found.user, said=user, principal=principal, value=found.value)


@operation("viewUser", "GET", "/users/{user}")
def view(user: str) -> Shape:
    """A person's profile."""
    meant = owners.user_of(user)
    person = services().people.person(meant)
    own, organizer = meant == actor().user, actor().is_organizer
    player = person.role is Role.PLAYER
    shown: Shape = {
        **shapes.user(meant),
        "name": person.name,
        "username": meant,
        "enabledProfileFields": PROFILE_FIELDS,
        "role": role_of(person.role),
        "status": "active",
        "relationship": "self" if own else "administrator" if organizer else "none",
        "phones": [],
        "addresses": [],
        "contactInfos": [],
        "additionalImages": [],
        "permissions": {
            "payment": {"userToUser": player and not own and not organizer, "systemToUser": False},
            "accounts": [shapes.account_with_currency(meant)] if player and (own or organizer) else [],
        },
    }
    if player and (own or organizer):
        shown["accounts"] = [shapes.account_with_status(services().accounts.purse(actor(), meant))]
    return shown | ({"group": GROUP} if player else {})


@operation("getGroupsForUserRegistration", "GET", "/users/groups-for-registration", guest=True)
def groups() -> list[Json]:
    """The groups in which the caller may register somebody: organizers players, guests nobody."""
    who = guest_or_caller()
    return [GROUP] if who is not None and who.actor.is_organizer else []


@operation("getUserDataForNew", "GET", "/users/data-for-new")
def data_for_new() -> Shape:
    """What a page needs to register a player: organizers."""
    actor().must_be_organizer()
    _must_be_our_group(reading.arg("group"))
    return {
        "group": GROUP,
        "user": {"group": GROUP["id"]},
        "profileFieldActions": {"name": {"edit": True}, "username": {"edit": True}},
        "emailRequired": False,
        "generatedUsername": False,
        "allowSetSendActivationEmail": False,
        "customFields": [],
        "phoneConfiguration": {"mobileAvailability": "disabled", "landLineAvailability": "disabled"},
        "addressConfiguration": {"availability": "disabled"},
        "imageConfiguration": {"availability": "disabled"},
        "passwordTypes": [
            {
                **shapes.PASSWORD_TYPE,
                "mode": "manual",
                "inputMethod": "textBox",
                "minLength": MIN_PASSWORD,
                "maxLength": MAX_PASSWORD,
            }
        ],
    }


def _must_be_our_group(group: str | None) -> None:
    if group not in (None, GROUP["id"]):
        raise Missing("Group", group or "")


@operation("validateUserRegistrationField", "GET", "/users/validate/{group}/{field}")
def validate(group: str, field: str) -> Answer:
    """What is wrong with one field of somebody new, if something is: organizers."""
    actor().must_be_organizer()
    _must_be_our_group(group)
    wrong = services().directory.objection(reading.arg("value") or "") if field == "username" else None
    return Answer(wrong, as_text=True) if wrong else NOTHING


@operation("createUser", "POST", "/users")
def register() -> Answer:
    """Register a player: organizers. Nobody registers by themselves; players come with a tile."""
    sent = reading.body(UserBody())
    _must_be_our_group(sent.get("group"))
    check_custom_values("Users", sent)
    with given_once("username"):
        made = services().directory.register(
            actor(), user=sent.get("username", ""), name=sent.get("name", ""), password=_password(sent)
        )
    shown: Shape = {
        "status": "active",
        "user": shapes.user(made.user),
        "principals": [{"type": {**shapes.USERNAME, "kind": "username"}, "value": made.user, "channels": []}],
        "generatedPasswords": [],
    }
    return created(f"/users/{made.user}", shown)


def _password(sent: dict[str, Any]) -> str:
    """The password of somebody new, or an empty text without one.

    Raises:
        Invalid: If it was typed in two ways.
    """
    for given in sent.get("passwords", []):
        if given.get("type", "login") == "login":
            value = str(given.get("value", ""))
            if given.get("confirmationValue", value) != value:
                raise Invalid("The two passwords are not the same.", field="passwords")
            return value
    return ""


@operation("listCountries", "GET", "/addresses/countries", guest=True)
def countries() -> list[Json]:
    """The countries for addresses: none, for nobody here has an address."""
    return []
