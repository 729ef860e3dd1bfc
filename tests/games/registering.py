"""Games that only the tests have, put in the box for as long as a test runs."""

import pytest

from app.rules import SHIPPED
from tests.games import high_card


@pytest.fixture
def high_card_in_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHIPPED, high_card.name, high_card)
