"""Signing in, users, passwords, tokens, access clients, notifications."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from cyclos_client.models.basics import (
    AmountSummary,
    CustomFieldDetailed,
    EntityReference,
    PasswordInput,
    PasswordType,
    Permissions,
    PrincipalType,
    User,
)
from cyclos_client.references import UserRef


@dataclass(frozen=True, slots=True)
class Auth:
    """Who is signed in and what he may do; without `user` it is a guest."""

    user: User | None = None
    role: str | None = None
    principal: str | None = None
    access_client: EntityReference | None = None
    expired_password: bool | None = None
    pending_agreements: bool | None = None
    global_: bool | None = None
    permissions: Permissions = field(default_factory=dict, repr=False)

    def permitted(self, *path: str) -> bool:
        """Whether the tree of permissions says true there: `auth.permitted("banking", "payments", "user")`."""
        here: object = self.permissions
        for name in path:
            here = here.get(name) if isinstance(here, Mapping) else None
        return here is True


@dataclass(frozen=True, slots=True)
class LoginAuth(Auth):
    """The same, with the new session."""

    session_token: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class LoginUser:
    """Whom an administrator signs in, for a program that people use through it.

    Attributes:
        user: Who.
        password: His.
        remote_address: Where he is.
        channel: The channel he uses; "main" if left out.
    """

    user: UserRef
    password: str = field(repr=False)
    remote_address: str | None = None
    channel: str | None = None


@dataclass(frozen=True, slots=True)
class DataForLogin:
    """What can be used to sign in."""

    access_password_type: EntityReference | None = None
    login_password_input: PasswordInput | None = None
    principal_types: tuple[PrincipalType, ...] = ()
    default_principal_type: str | None = None


@dataclass(frozen=True, slots=True)
class DataForUi:
    """What the server says about itself: its version, its time and how to write things."""

    cyclos_version: str | None = None
    current_client_time: datetime | None = None
    root_url: str | None = None
    application_name: str | None = None
    time_zone_id: str | None = None
    auth: Auth | None = None
    data_for_login: DataForLogin | None = None


@dataclass(frozen=True, slots=True)
class UserResult(User):
    """A user in a list, with the columns we may see."""

    name: str | None = None
    username: str | None = None
    email: str | None = None
    account_number: str | None = None
    group: EntityReference | None = None


@dataclass(frozen=True, slots=True)
class UserView(User):
    """A user's profile."""

    name: str | None = None
    username: str | None = None
    email: str | None = None
    group: EntityReference | None = None
    status: str | None = None
    role: str | None = None
    relationship: str | None = None
    registration_date: datetime | None = None
    enabled_profile_fields: tuple[str, ...] = ()
    permissions: Permissions = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class UserWithBalance(UserResult):
    """A user and the balance of his account."""

    balance: Decimal | None = None
    negative_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class UserBalancesData:
    """Whose balances can be asked for."""

    account_types: tuple[EntityReference, ...] = ()
    groups: tuple[EntityReference, ...] = ()


@dataclass(frozen=True, slots=True)
class UserBalancesSummary:
    """The sums of all balances found."""

    total: AmountSummary | None = None
    low: AmountSummary | None = None
    medium: AmountSummary | None = None
    high: AmountSummary | None = None


@dataclass(frozen=True, slots=True)
class UserDataForNew:
    """What a new user of a group needs."""

    group: EntityReference | None = None
    password_types: tuple[PasswordType, ...] = ()
    custom_fields: tuple[CustomFieldDetailed, ...] = ()
    email_required: bool | None = None
    generated_username: bool | None = None


@dataclass(frozen=True, slots=True)
class PasswordRegistration:
    """A password for a new user; `type` is the id or internal name of the password type."""

    type: str
    value: str = field(repr=False)
    check_confirmation: bool = False
    confirmation_value: str | None = field(default=None, repr=False)
    force_change: bool = False


@dataclass(frozen=True, slots=True)
class UserNew:
    """A user to create; `group` is an id or internal name."""

    group: str
    name: str | None = None
    username: str | None = None
    email: str | None = None
    passwords: tuple[PasswordRegistration, ...] = ()
    custom_values: Mapping[str, str] = field(default_factory=dict)
    skip_activation_email: bool | None = None
    accept_agreements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RegistrationPrincipal:
    """By what the new user is known."""

    value: str | None = None
    type: PrincipalType | None = None
    channels: tuple[EntityReference, ...] = ()


@dataclass(frozen=True, slots=True)
class UserRegistration:
    """The user that was created; `status` is "active", "inactive" or "emailValidation"."""

    status: str | None = None
    user: User | None = None
    principals: tuple[RegistrationPrincipal, ...] = ()
    generated_passwords: tuple[EntityReference, ...] = ()


@dataclass(frozen=True, slots=True)
class UserStatusData:
    """Whether a user is active, and what he could be."""

    user: User | None = None
    status: str | None = None
    possible_new_statuses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeUserStatus:
    """The new status of a user: "active", "blocked", "disabled", "removed"."""

    status: str
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class PasswordStatus:
    """A user's password of one type: whether it is active, expired, blocked, ..."""

    type: PasswordType | None = None
    status: str | None = None
    date: datetime | None = None


@dataclass(frozen=True, slots=True)
class ChangePassword:
    """A new password; `old_password` only for one's own, `force_change` only for somebody else's."""

    new_password: str = field(repr=False)
    old_password: str | None = field(default=None, repr=False)
    check_confirmation: bool = False
    new_password_confirmation: str | None = field(default=None, repr=False)
    force_change: bool | None = None


@dataclass(frozen=True, slots=True)
class TokenType(EntityReference):
    """A kind of token; `physical_type` is "qrCode", "barcode", "swipe", "nfcTag", ..."""

    plural_name: str | None = None
    mask: str | None = None
    physical_type: str | None = None


@dataclass(frozen=True, slots=True)
class TokenNew:
    """A token to create, for a user or for nobody yet."""

    value: str
    user: UserRef | None = None
    activate_now: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A token; `status` goes unassigned, pending, active, and to blocked, canceled or expired."""

    id: str | None = None
    value: str | None = None
    status: str | None = None
    user: User | None = None
    creation_date: datetime | None = None
    activation_date: datetime | None = None
    expiry_date: datetime | None = None


@dataclass(frozen=True, slots=True)
class TokenView(Token):
    """A token and what we may do with it."""

    type: TokenType | None = None
    activation_deadline: datetime | None = None
    activate: bool | None = None
    assign: bool | None = None
    block: bool | None = None
    unblock: bool | None = None
    cancel: bool | None = None
    set_expiry_date: bool | None = None


@dataclass(frozen=True, slots=True)
class TokenPermissions:
    """A kind of token and what we may do with a user's."""

    type: TokenType | None = None
    create: bool | None = None
    activate: bool | None = None


@dataclass(frozen=True, slots=True)
class UserTokens(TokenPermissions):
    """A user's tokens of one type."""

    user: User | None = None
    max_per_user: int | None = None
    tokens: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class TokenDataForNew:
    """What a new token needs."""

    type: TokenType | None = None
    user: User | None = None
    can_activate: bool | None = None


@dataclass(frozen=True, slots=True)
class ActivatedClient:
    """An access client that was activated.

    Attributes:
        token: What to sign in with, after one's own prefix if there was one; it is told this once.
    """

    token: str | None = field(default=None, repr=False)
    access_client: EntityReference | None = None
    access_client_type: EntityReference | None = None


@dataclass(frozen=True, slots=True)
class CreateClient:
    """An access client to create, with the code that was sent for it."""

    code: str = field(repr=False)
    name: str | None = None
    prefix: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class AccessClient:
    """A program that signs in by a token; `status` is "active", "blocked", "unassigned" or "removed"."""

    id: str | None = None
    name: str | None = None
    status: str | None = None
    user: User | None = None
    activation_date: datetime | None = None


@dataclass(frozen=True, slots=True)
class Notification:
    """What a user was told; `entity_type` and `entity_id` say about what."""

    id: str | None = None
    date: datetime | None = None
    subject: str | None = None
    message: str | None = None
    type: str | None = None
    entity_type: str | None = None
    entity_id: str | None = None
    related_user: User | None = None
    read: bool | None = None


@dataclass(frozen=True, slots=True)
class NotificationsStatus:
    """How many notifications are new."""

    new_notifications: int | None = None
    unread_notifications: int | None = None
    last_view_date: datetime | None = None
