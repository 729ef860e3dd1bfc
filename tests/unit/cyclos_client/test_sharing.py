"""Ten threads on one client whose session ended (case C7)."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
import requests
from requests.adapters import BaseAdapter, HTTPAdapter
from urllib3 import HTTPResponse

from cyclos_client import CyclosError, CyclosUnauthorized, SessionLogin
from tests.unit.cyclos_client.stubs import client_of

PHONES = 10


class Forgetful(BaseAdapter):
    """A server that lets all phones arrive with the old session before it tells any of them that it has ended."""

    def __init__(self, new_sign_in: tuple[int, dict[str, str]]) -> None:
        super().__init__()
        self.sign_ins = 0
        self.all_here = threading.Barrier(PHONES)
        self.new_sign_in = new_sign_in

    def send(self, request, *args, **kwargs) -> requests.Response:
        status, said = self.answer(request)
        raw = HTTPResponse(BytesIO(json.dumps(said).encode()), {}, status, preload_content=False)
        return HTTPAdapter().build_response(request, raw)

    def answer(self, request) -> tuple[int, dict[str, str]]:
        if request.method == "POST":
            self.sign_ins += 1
            return (200, {"sessionToken": "old"}) if self.sign_ins == 1 else self.new_sign_in
        if request.headers["Session-Token"] == "old":
            self.all_here.wait(60)
            return 401, {"code": "loggedOut"}
        return 200, {"principal": "ada"}

    def close(self) -> None:
        pass


def ends_of(server: Forgetful) -> list[str | None]:
    """What each of the phones gets."""
    client = client_of(SessionLogin("ada", "secret"), adapter=server)

    def ask(_: int) -> str | None:
        try:
            return client.get_current_auth().principal
        except CyclosUnauthorized as error:
            return error.code
        except CyclosError as error:
            return str(error.args[0])

    with ThreadPoolExecutor(PHONES) as phones:
        return list(phones.map(ask, range(PHONES)))


@pytest.mark.parametrize(
    ("new_sign_in", "end"),
    [
        ((200, {"sessionToken": "new"}), "ada"),
        ((401, {"code": "login", "passwordStatus": "temporarilyBlocked"}), "login"),
    ],
    ids=["signed in", "blocked"],
)
def test_ten_phones_on_one_dead_session_sign_in_once(new_sign_in, end):
    server = Forgetful(new_sign_in)
    assert ends_of(server) == [end] * PHONES
    assert server.sign_ins == 2


def test_ten_phones_whose_server_is_down_are_all_told_so():
    assert ends_of(Forgetful((502, {}))) == ["not signed in: login: the server answered 502"] * PHONES
