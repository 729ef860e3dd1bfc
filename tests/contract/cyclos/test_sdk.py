"""A client that nobody here wrote: cyclos-sdk-py from PyPI signs in, looks, pays and is refused."""

import warnings
from decimal import Decimal

import httpx
import pytest
from pydantic import SecretStr

from tests.contract.cyclos.bank import PASSWORD, Bank

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its models speak an older pydantic
    from angstrom_cyclos import CyclosClient, CyclosConfig
    from angstrom_cyclos.exceptions import CyclosError


def sdk(bank: Bank, **credentials: object) -> CyclosClient:
    """The SDK, with our service behind its connection."""
    client = CyclosClient(CyclosConfig(base_url="http://tiles.test/api", max_retries=0, **credentials))
    client._transport._client.close()
    client._transport._client = httpx.Client(
        base_url=client._transport.base_url, transport=httpx.WSGITransport(app=bank.app)
    )
    return client


def pay(client: CyclosClient, to: str, amount: object, **how: object):
    return client.transfers.create(
        transfer_type="player.trade", from_account="self", to_account=to, amount=amount, **how
    )


def balance(client: CyclosClient) -> Decimal:
    return client.accounts.get_balance("self", account_type="player").balance


def test_the_sdk_signs_in_looks_pays_and_is_refused(bank):
    bank.a_debt()
    payer, payee, *_ = bank.due
    with sdk(bank) as client:
        client.auth.login(payer, PASSWORD)
        assert client.auth.current_user().user.id == payer
        assert balance(client) == Decimal(200)

        with pytest.raises(CyclosError) as refused:
            pay(client, payee, "40", description="fraud")
        assert f"You owe {payee.capitalize()} 50 for fraud." in str(refused.value.response_body)
        assert balance(client) == Decimal(200)

        paid = pay(client, payee, Decimal("50.00"), description="fraud", idempotency_key="once")
        with sdk(bank, username=payer, password=SecretStr(PASSWORD)) as after_a_crash:
            again = pay(after_a_crash, payee, Decimal("50.00"), description="fraud", idempotency_key="once")
        assert paid.id == again.id
        assert balance(client) == Decimal(150)

        history = client.accounts.history("self", "player")
        assert [row.amount for row in history.items] == [Decimal(-50), Decimal(200)]
        assert client.transfers.get(paid.id).transaction_number == paid.id
        assert client.users.get(payee).username == payee
        client.auth.logout()


def test_the_sdk_acts_for_its_owner_by_an_access_client(bank):
    clients, ada = bank.program.services.access_clients, bank.evening.actor("ada")
    code = clients.activation_code(ada, clients.add(ada, "Till").id)
    with sdk(bank, username="ada", password=SecretStr(PASSWORD)) as client:
        client.webservices.activate_client(code=code, prefix="shop")
        token = client._transport.access_client_token
        assert token.startswith("shop")
    with sdk(bank, access_client_token=SecretStr(token)) as client:
        assert [account.status.balance for account in client.accounts.list("self").items] == [Decimal(0)]
