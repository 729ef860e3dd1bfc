"""Users, their passwords, and the tokens (cards) by which they are known."""

from collections.abc import Iterable
from datetime import datetime

from cyclos_client.caller import Caller, fields_parameter
from cyclos_client.filters import TokenFilters, UserFilters, filter_query
from cyclos_client.models.basics import EntityReference, User
from cyclos_client.models.people import (
    ChangePassword,
    ChangeUserStatus,
    PasswordStatus,
    Token,
    TokenDataForNew,
    TokenNew,
    TokenPermissions,
    TokenView,
    UserDataForNew,
    UserNew,
    UserRegistration,
    UserResult,
    UserStatusData,
    UserTokens,
    UserView,
)
from cyclos_client.paging import PAGE_SIZE, Page
from cyclos_client.references import UserRef, fill_path
from cyclos_client.retry import Effect
from cyclos_client.schemas import day_or_moment

_TEXT = {"Accept": "text/plain, application/json"}


class UserOperations(Caller):
    """Operations of Users, UserStatus and Passwords."""

    def search_users(
        self,
        filters: UserFilters | None = None,
        *,
        page: int = 0,
        page_size: int = PAGE_SIZE,
        fields: Iterable[str] | None = None,
    ) -> Page[UserResult]:
        """A page of users."""
        query = {**filter_query(filters), "fields": fields_parameter(fields)}
        return self._fetch_page(UserResult, "searchUsers", "/users", query, page=page, page_size=page_size)

    def view_user(self, user: UserRef, *, fields: Iterable[str] | None = None) -> UserView:
        """A user's profile, as far as we may see it."""
        return self._fetch(
            UserView, "viewUser", fill_path("/users/{user}", user=user), {"fields": fields_parameter(fields)}
        )

    def locate_user(self, user: UserRef, *, fields: Iterable[str] | None = None) -> User:
        """Who a reference stands for; guests may ask.

        Raises:
            CyclosNotFound: If it is nobody.
        """
        query = {"fields": fields_parameter(fields)}
        return self._fetch(User, "locateUser", fill_path("/users/{user}/locate", user=user), query)

    def get_groups_for_user_registration(
        self, *, fields: Iterable[str] | None = None
    ) -> tuple[EntityReference, ...]:
        """The groups a new user can be put into."""
        return self._fetch_list(
            EntityReference,
            "getGroupsForUserRegistration",
            "/users/groups-for-registration",
            {"fields": fields_parameter(fields)},
        )

    def get_user_data_for_new(self, group: str, *, fields: Iterable[str] | None = None) -> UserDataForNew:
        """What a new user of a group needs."""
        query = {"group": group, "fields": fields_parameter(fields)}
        return self._fetch(UserDataForNew, "getUserDataForNew", "/users/data-for-new", query)

    def create_user(self, user: UserNew) -> UserRegistration:
        """Create a user.

        Raises:
            CyclosInputRefused: With `property_errors`, for a login name that is taken, say.
        """
        answer = self._send(Effect.WRITES, "createUser", "/users", body=user)
        return self._read("createUser", answer, UserRegistration)

    def get_user_status(self, user: UserRef, *, fields: Iterable[str] | None = None) -> UserStatusData:
        """Whether a user is active, and what he could be."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch(UserStatusData, "getUserStatus", fill_path("/{user}/status", user=user), query)

    def change_user_status(self, user: UserRef, change: ChangeUserStatus) -> None:
        """Block a user, make him active again, or remove him."""
        self._send(Effect.WRITES, "changeUserStatus", fill_path("/{user}/status", user=user), body=change)

    def list_user_passwords(
        self, user: UserRef, *, fields: Iterable[str] | None = None
    ) -> tuple[PasswordStatus, ...]:
        """A user's passwords: which there are and whether they can be used."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch_list(
            PasswordStatus, "listUserPasswords", fill_path("/{user}/passwords", user=user), query
        )

    def change_password(self, user: UserRef, password_type: str, change: ChangePassword) -> None:
        """Change a password: one's own with the old one, a managed user's without."""
        self._send(
            Effect.WRITES,
            "changePassword",
            fill_path("/{user}/passwords/{type}/change", user=user, type=password_type),
            body=change,
        )

    def reset_and_send_password(
        self, user: UserRef, password_type: str, *, mediums: Iterable[str] = ("email",)
    ) -> None:
        """Give a user a new password and send it to him, by "email" or "sms"."""
        self._send(
            Effect.WRITES,
            "resetAndSendPassword",
            fill_path("/{user}/passwords/{type}/reset-and-send", user=user, type=password_type),
            query={"sendMediums": tuple(mediums)},
        )

    def reset_generated_password(self, user: UserRef, password_type: str) -> None:
        """Take away a password that the server made, so that the user can have a new one made."""
        path = fill_path("/{user}/passwords/{type}/reset-generated", user=user, type=password_type)
        self._send(Effect.WRITES, "resetGeneratedPassword", path)

    def unblock_password(self, user: UserRef, password_type: str) -> None:
        """Unblock a password after too many wrong tries."""
        self._send(
            Effect.WRITES,
            "unblockPassword",
            fill_path("/{user}/passwords/{type}/unblock", user=user, type=password_type),
        )


class TokenOperations(Caller):
    """Operations of Tokens. Where a token's id is wanted, its value will do; `by_number` quotes digits."""

    def list_user_token_types(
        self, user: UserRef, *, fields: Iterable[str] | None = None
    ) -> tuple[TokenPermissions, ...]:
        """The kinds of tokens a user can have."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch_list(
            TokenPermissions, "listUserTokenTypes", fill_path("/{user}/token-types", user=user), query
        )

    def get_user_tokens(
        self, user: UserRef, token_type: str, *, fields: Iterable[str] | None = None
    ) -> UserTokens:
        """A user's tokens of one type."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch(
            UserTokens, "getUserTokens", fill_path("/{user}/tokens/{type}", user=user, type=token_type), query
        )

    def search_general_tokens(
        self,
        token_type: str,
        filters: TokenFilters | None = None,
        *,
        page: int = 0,
        page_size: int = PAGE_SIZE,
        fields: Iterable[str] | None = None,
    ) -> Page[Token]:
        """A page of everybody's tokens of a type, for administrators."""
        return self._fetch_page(
            Token,
            "searchGeneralTokens",
            fill_path("/general-tokens/{type}", type=token_type),
            {**filter_query(filters), "fields": fields_parameter(fields)},
            page=page,
            page_size=page_size,
        )

    def view_token(self, token: str, *, fields: Iterable[str] | None = None) -> TokenView:
        """A token and what we may do with it."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch(TokenView, "viewToken", fill_path("/tokens/{id}", id=token), query)

    def get_token_data_for_new(
        self, token_type: str, *, user: UserRef | None = None, fields: Iterable[str] | None = None
    ) -> TokenDataForNew:
        """What a new token needs."""
        query = {"user": user, "fields": fields_parameter(fields)}
        return self._fetch(
            TokenDataForNew,
            "getTokenDataForNew",
            fill_path("/tokens/{type}/data-for-new", type=token_type),
            query,
        )

    def create_token(self, token_type: str, token: TokenNew) -> str:
        """Create a token, and give it to a user if it names one.

        Returns:
            Its id.
        """
        answer = self._send(
            Effect.WRITES,
            "createToken",
            fill_path("/tokens/{type}/new", type=token_type),
            body=token,
            headers=_TEXT,
        )
        return self._read_text("createToken", answer)

    def activate_token(self, user: UserRef, token_type: str, value: str) -> str:
        """Give a user an existing token by its value, and activate it.

        Returns:
            Its id.
        """
        answer = self._send(
            Effect.WRITES,
            "activateToken",
            fill_path("/{user}/tokens/{type}", user=user, type=token_type),
            body=value,
            headers=_TEXT,
        )
        return self._read_text("activateToken", answer)

    def assign_token(self, token: str, user: UserRef) -> None:
        """Give a token that is nobody's yet to a user."""
        self._send(Effect.WRITES, "assignToken", fill_path("/tokens/{id}/assign/{user}", id=token, user=user))

    def activate_pending_token(self, token: str) -> None:
        """Activate a token that was assigned."""
        self._send(Effect.WRITES, "activatePendingToken", fill_path("/tokens/{id}/activate", id=token))

    def block_token(self, token: str) -> None:
        """Block a token; it can be unblocked."""
        self._send(Effect.WRITES, "blockToken", fill_path("/tokens/{id}/block", id=token))

    def unblock_token(self, token: str) -> None:
        """Unblock a token."""
        self._send(Effect.WRITES, "unblockToken", fill_path("/tokens/{id}/unblock", id=token))

    def cancel_token(self, token: str) -> None:
        """Cancel a token for good."""
        self._send(Effect.WRITES, "cancelToken", fill_path("/tokens/{id}/cancel", id=token))

    def set_token_expiry_date(self, token: str, expiry: datetime | None) -> None:
        """Set when a token expires; None is never."""
        query = {"date": None if expiry is None else day_or_moment(expiry)}
        self._send(
            Effect.WRITES,
            "setTokenExpiryDate",
            fill_path("/tokens/{id}/set-expiry-date", id=token),
            query=query,
        )

    def get_token_qr_code(self, token: str, *, size: str | None = None) -> bytes:
        """The code of a token, as a PNG; `size` is "tiny", "small", "medium" or "large"."""
        return self._picture("getTokenQrCode", fill_path("/tokens/{id}/qr-code", id=token), {"size": size})
