"""Every operation that both halves know: what our server answers, our client can read."""

from collections.abc import Callable

import pytest

from app.cyclos_api import OPERATIONS
from cyclos_client import CyclosRefused
from tests.unit.cyclos_client.calls import CALLS

SHARED = sorted({operation.id for operation in OPERATIONS} & set(CALLS) - {"subscribeForPushNotifications"})


def test_most_of_what_the_client_knows_is_there():
    assert len(SHARED) > 50


def refusal(call: Callable[[], object]) -> CyclosRefused | None:
    try:
        call()
    except CyclosRefused as refused:
        return refused
    return None


@pytest.mark.parametrize("user", ["ada", "olga"])
@pytest.mark.parametrize("name", SHARED)
def test_an_answer_is_read_or_is_a_refusal(quiet_bank, name, user):
    """Anything else would be a fault of one half: an answer nobody can read, or a server that failed."""
    refused = refusal(lambda: CALLS[name].make(quiet_bank[user]))
    assert refused is None or refused.status in (None, 404) or refused.code
