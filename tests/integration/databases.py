"""The databases that storage, ledger and payments must behave alike on."""

import pytest

ON_BOTH = pytest.mark.parametrize(
    "database_url", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True
)
