import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-playthroughs",
        action="store_true",
        help="write the answers of the game into the playthrough files; review the difference like code",
    )
