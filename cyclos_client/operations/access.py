"""Who is signed in, sessions, access clients, and what the server says about itself."""

from collections.abc import Iterable

from cyclos_client.auth import SessionLogin, SessionToken
from cyclos_client.caller import Caller, confirmed, fields_parameter
from cyclos_client.errors import CyclosInvalid
from cyclos_client.models.people import (
    AccessClient,
    ActivatedClient,
    Auth,
    CreateClient,
    DataForLogin,
    DataForUi,
    LoginAuth,
    LoginUser,
)
from cyclos_client.references import UserRef, fill_path
from cyclos_client.retry import Effect


class AccessOperations(Caller):
    """Operations of Auth, Clients and UI."""

    def get_current_auth(self, *, fields: Iterable[str] | None = None) -> Auth:
        """Who is signed in, and what he may do; guests get an answer without a user."""
        return self._fetch(Auth, "getCurrentAuth", "/auth", {"fields": fields_parameter(fields)})

    def get_data_for_login(self, *, fields: Iterable[str] | None = None) -> DataForLogin:
        """What can be used to sign in."""
        return self._fetch(
            DataForLogin, "getDataForLogin", "/auth/data-for-login", {"fields": fields_parameter(fields)}
        )

    def login(
        self,
        principal: str,
        password: str,
        *,
        principal_type: str | None = None,
        timeout_s: int | None = None,
    ) -> LoginAuth:
        """Open a session for anybody; its token is in the answer, and this client stays who it was.

        A client with `SessionLogin` opens its own by itself.

        Args:
            principal: Login name, e-mail, card, ...
            password: The password.
            principal_type: Internal name of the kind of identification; "*" tries all.
            timeout_s: Seconds of idleness after which the session ends.

        Raises:
            CyclosUnauthorized: `login` for wrong words, with `password_status` if the password is blocked or expired.
        """
        return self._open_session(principal, password, principal_type, timeout_s)

    def logout(self) -> None:
        """End the session this client is signed in with. Its next operation opens another, if it can.

        Raises:
            CyclosInvalid: If this client has no session.
        """
        if isinstance(self._credentials, SessionLogin):
            token = self._session.forget()
            if token is None:
                return
            self._exchange(Effect.WRITES, self._request("logout", "DELETE", "/auth/session", None), token)
        elif isinstance(self._credentials, SessionToken):
            self._send(Effect.WRITES, "logout", "/auth/session", method="DELETE")
        else:
            raise CyclosInvalid("Only a session can be ended.", operation="logout")

    def data_for_ui(self, *, fields: Iterable[str] | None = None) -> DataForUi:
        """The server's version, time, names, and how it writes numbers."""
        return self._fetch(DataForUi, "dataForUi", "/ui/data-for-ui", {"fields": fields_parameter(fields)})

    def activate_client(self, code: str, *, prefix: str | None = None) -> ActivatedClient:
        """Activate an access client with the code its owner was shown; sign in as the owner, with `Basic`.

        Sign in afterwards with `AccessClientToken(prefix + answer.token)`: the server keeps its half only.
        """
        answer = self._send(
            Effect.WRITES, "activateClient", "/clients/activate", query={"code": code, "prefix": prefix}
        )
        return self._read("activateClient", answer, ActivatedClient)

    def create_and_activate_client(self, client_type: str, client: CreateClient) -> ActivatedClient:
        """Create an access client of a type and activate it, with the code that was sent for it."""
        answer = self._send(
            Effect.WRITES,
            "createAndActivateClient",
            fill_path("/clients/{type}", type=client_type),
            body=client,
        )
        return self._read("createAndActivateClient", answer, ActivatedClient)

    def login_user(self, user: LoginUser, *, fields: Iterable[str] | None = None) -> LoginAuth:
        """Open a session for a user, as an administrator who serves him; its token is in the answer.

        Raises:
            CyclosRefused: For a wrong password, or one that is blocked or expired.
        """
        query = {"fields": fields_parameter(fields)}
        answer = self._send(Effect.WRITES, "loginUser", "/sessions", query=query, body=user)
        return self._read("loginUser", answer, LoginAuth)

    def disconnect_user_sessions(self, user: UserRef) -> None:
        """End all sessions of a user."""
        path = fill_path("/{user}/sessions", user=user)
        self._send(Effect.WRITES, "disconnectUserSessions", path, method="DELETE")

    def view_client(self, key: str, *, fields: Iterable[str] | None = None) -> AccessClient:
        """A program that signs in by a token, by its id."""
        path = fill_path("/clients/{key}", key=key)
        return self._fetch(AccessClient, "viewClient", path, {"fields": fields_parameter(fields)})

    def unassign_client(self, key: str, *, confirmation_password: str | None = None) -> None:
        """Take a program's token away; it can be activated again."""
        path = fill_path("/clients/{key}/unassign", key=key)
        self._send(Effect.WRITES, "unassignClient", path, headers=confirmed(confirmation_password))

    def disconnect_current_client(self, *, confirmation_password: str | None = None) -> None:
        """Take away the token of the access client we are signed in with."""
        self._send(
            Effect.WRITES,
            "disconnectCurrentClient",
            "/auth/access-client",
            method="DELETE",
            headers=confirmed(confirmation_password),
        )
