"""Walking through all pages of a list ends, and gives each row once."""

import pytest

from cyclos_client import SELF, CyclosUnreadable, Page, every
from tests.unit.cyclos_client.stubs import API, asked, client_of, server

ROWS = tuple(range(1, 11))


def walk(fetch):
    asked = []

    def told(number):
        asked.append(number)
        return fetch(number)

    return list(every(told, key=lambda row: row)), asked


@pytest.mark.parametrize("tells", [True, False], ids=["the server tells", "it does not"])
@pytest.mark.parametrize("size", [3, 5, 10, 100])
def test_every_row_comes_once_whatever_the_size_of_a_page(size, tells):
    def fetch(number):
        rows = ROWS[number * size : (number + 1) * size]
        return Page(rows, number, has_next=(number + 1) * size < len(ROWS) if tells else None)

    rows, asked = walk(fetch)
    assert rows == list(ROWS)
    assert len(asked) == -(-len(ROWS) // size) + (0 if tells else 1)


def test_a_server_that_caps_its_pages_and_says_nothing_is_read_to_its_end():
    rows, _ = walk(lambda number: Page(ROWS[number * 2 : number * 2 + 2], number))
    assert rows == list(ROWS)


def test_a_server_that_knows_no_pages_is_asked_twice():
    assert walk(lambda number: Page(ROWS, number)) == (list(ROWS), [0, 1])


def test_an_empty_page_is_the_end_even_if_the_server_says_that_there_is_more():
    assert walk(lambda number: Page((), number, has_next=True)) == ([], [0])


def test_rows_that_come_in_during_the_walk_shift_the_rest_and_none_comes_twice():
    lists = [ROWS, (0, *ROWS), (-1, 0, *ROWS), (-1, 0, *ROWS)]
    rows, _ = walk(lambda n: Page(lists[n][n * 4 : n * 4 + 4], n, has_next=n * 4 + 4 < len(lists[n])))
    assert rows == list(ROWS)


def test_a_page_of_known_rows_only_is_not_the_end_if_the_server_says_so():
    pages = [(1, 2), (1, 2), (3,)]
    rows, _ = walk(lambda number: Page(pages[number], number, has_next=number < 2))
    assert rows == [1, 2, 3]


def test_a_server_that_always_says_more_and_brings_nothing_new_is_given_up():
    with pytest.raises(CyclosUnreadable):
        walk(lambda number: Page(ROWS, number, has_next=True))


def test_rows_of_a_degraded_search_are_not_taken_for_all():
    with pytest.raises(CyclosUnreadable, match="degraded"):
        walk(lambda number: Page(ROWS, number, has_next=False, partial=True))


@pytest.mark.parametrize(
    ("headers", "total", "has_next", "partial"),
    [
        ({"X-Has-Next-Page": "true", "X-Total-Count": "90"}, 90, True, False),
        ({"X-Has-Next-Page": "false"}, None, False, False),
        ({"X-Has-Next-Page": " TRUE "}, None, True, False),
        ({"X-Page-Count": "2"}, None, True, False),
        ({"X-Page-Count": "1"}, None, False, False),
        ({"X-Total-Count": "41", "X-Page-Size": "40"}, 41, True, False),
        ({"X-Total-Count": "40", "X-Page-Size": "40"}, 40, False, False),
        ({"X-Total-Count": "40"}, 40, None, False),
        ({"X-Total-Count": "many", "X-Has-Next-Page": "maybe"}, None, None, False),
        ({"X-Partial-Data": "true"}, None, None, True),
        ({}, None, None, False),
    ],
)
def test_a_page_is_what_its_headers_say(headers, total, has_next, partial):
    with server() as stub:
        stub.get(f"{API}/self/accounts/player/history", json=[{"id": "5008"}], headers=headers)
        page = client_of().search_account_history(SELF, "player")
    assert (page.total, page.has_next, page.partial) == (total, has_next, partial)


def test_rows_of_a_history_are_told_apart_by_their_ids():
    with server() as stub:
        for ids in (["3", "2"], ["2", "1"], []):
            stub.get(f"{API}/self/accounts/player/history", json=[{"id": one} for one in ids])
        client = client_of()
        rows = every(lambda page: client.search_account_history(SELF, "player", page=page, page_size=2))
        assert [row.id for row in rows] == ["3", "2", "1"]
        assert asked(stub)[1].params == {"page": "1", "pageSize": "2"}
