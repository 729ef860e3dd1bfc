import pytest

from app.services.program import Program
from tests.integration.api.calling import House


@pytest.fixture
def house(program: Program) -> House:
    return House(program)
