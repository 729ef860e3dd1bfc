"""Access clients: programs that act for a person by a token of their own."""

from marshmallow import fields

from app.cyclos_api import callers, reading, shapes
from app.cyclos_api.callers import By, actor
from app.cyclos_api.names import services
from app.cyclos_api.operations import NOTHING, Answer, operation
from app.cyclos_api.problems import Forbidden, Missing, MissingParameter, missing
from app.cyclos_api.shapes import Shape
from app.services.people.access_clients import AccessClient, Activated, ClientStatus

CLIENT_TYPE: Shape = {"id": "program", "name": "Program", "internalName": "program"}


class ClientBody(reading.Body):
    """A new access client: CreateClientParams."""

    name = reading.text()
    prefix = reading.text()
    code = fields.String()


def _must_know_the_password() -> None:
    """Raise Forbidden unless the caller has just given the password: a session alone shall not open a lasting door."""
    if callers.caller().by is not By.BASIC:
        raise Forbidden("illegalAction")


def _told(activated: Activated) -> Shape:
    client = activated.client
    return {
        "token": activated.token,
        "accessClient": {"id": client.id, "name": client.name},
        "accessClientType": CLIENT_TYPE,
    }


@operation("activateClient", "POST", "/clients/activate")
def activate() -> Shape:
    """Give a program its token, by the code that its owner was shown on the page of programs."""
    if callers.caller().by is By.CLIENT:
        raise Forbidden("illegalAction")
    code = reading.arg("code")
    if code is None:
        raise MissingParameter("code")
    with missing("AccessClient", code):
        return _told(services().access_clients.activate(actor(), code, reading.arg("prefix") or ""))


@operation("createAndActivateClient", "POST", "/clients/{type}")
def create(type: str) -> Shape:
    """Add a program and give it its token at once; with name and password, which stand for a code sent by mail."""
    _must_know_the_password()
    if type != CLIENT_TYPE["internalName"]:
        raise Missing("AccessClientType", type)
    sent = reading.body(ClientBody())
    clients = services().access_clients
    made = clients.add(actor(), sent.get("name", ""))
    code = clients.activation_code(actor(), made.id)
    return _told(clients.activate(actor(), code, sent.get("prefix", "")))


def _client(key: str) -> AccessClient:
    own = services().access_clients.of(actor(), actor().user)
    found = next((client for client in own if client.id == key), None)
    if found is None:
        raise Missing("AccessClient", key)
    return found


@operation("viewClient", "GET", "/clients/{key}")
def view(key: str) -> Shape:
    """A program of the caller's."""
    client = _client(key)
    shown: Shape = {
        "id": client.id,
        "name": client.name,
        "status": client.status.value,
        "user": shapes.user(client.user),
        "canGetActivationCode": client.status is ClientStatus.UNASSIGNED,
        "canUnassign": client.status is not ClientStatus.UNASSIGNED,
    }
    if client.activated_at is not None:
        shown["activationDate"] = shapes.date(client.activated_at)
    return shown


@operation("unassignClient", "POST", "/clients/{key}/unassign")
def unassign(key: str) -> Answer:
    """Take a program's token away."""
    services().access_clients.set_status(actor(), _client(key).id, ClientStatus.UNASSIGNED)
    return NOTHING


@operation("disconnectCurrentClient", "DELETE", "/auth/access-client")
def disconnect() -> Answer:
    """Take away the token of the very program that calls."""
    client = callers.caller().client
    if client is None:
        raise Forbidden("illegalAction")
    services().access_clients.set_status(actor(), client.id, ClientStatus.UNASSIGNED)
    return Answer(status=200, as_text=True)
