"""What is in the codes, and how scanned and typed texts are understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qr import PayloadError, PayTarget, PrivateCode, enter_link, normal_base, parse_pay, pay_link

BASE = "https://reckless.example.org"
SECRET = "Zk3_aB-9xQ7vT2mN4pR8sW"


@pytest.mark.parametrize(
    "scanned",
    [
        "https://reckless.example.org/pay/?to=k7m2qxd",
        "HTTPS://RECKLESS.EXAMPLE.ORG/PAY/?TO=K7M2QXD",
        "hTTps://Reckless.example.ORG/pay?To=K7m2qXd",
        "RECKLESS.EXAMPLE.ORG/PAY/?TO=K7M2QXD",
        "  https://reckless.example.org:443/pay/?to=k7m-2qxd\n",
        "https://https://reckless.example.org/pay/?to=k7m2qxd",
    ],
)
def test_every_spelling_of_a_link_means_the_same_tile(scanned):
    assert parse_pay(scanned) == PayTarget("k7m2qxd", host="reckless.example.org")


@pytest.mark.parametrize("typed", ["k7m2qxd", "K7M 2QXD", "k7m-2qxd", " K7M2QXD "])
def test_the_code_under_the_symbol_can_be_typed_in_any_spelling(typed):
    assert parse_pay(typed) == PayTarget("k7m2qxd")


def test_a_link_carries_amount_and_action():
    link = pay_link(BASE, "K7M 2QXD", 50, "fraud & more")

    assert link == "https://reckless.example.org/pay/?to=k7m2qxd&amount=50&description=fraud%20%26%20more"
    assert parse_pay(link) == PayTarget("k7m2qxd", 50, "fraud & more", "reckless.example.org")


@pytest.mark.parametrize("amount", ["50", "50.00", "50,0", "1000000000"])
def test_whole_amounts_are_read_with_or_without_empty_decimals(amount):
    assert parse_pay(f"{BASE}/pay/?to=bob&amount={amount}").amount == int(
        amount.replace(",", ".").split(".")[0]
    )


@pytest.mark.parametrize("amount", ["0", "-5", "1.5", "abc", "1e3", "1000000001", "٥٠", "9" * 40])
def test_an_amount_that_is_not_whole_credits_is_refused(amount):
    with pytest.raises(PayloadError, match="whole number"):
        parse_pay(f"{BASE}/pay/?to=bob&amount={amount}")


@pytest.mark.parametrize("typed", ["K7M 2QXF", "k7m2qxf", "K7M 2QX0", "K7N 2QXD"])
def test_a_mistyped_code_is_told_apart_from_nonsense(typed):
    with pytest.raises(PayloadError, match=f"{typed}: one character is wrong"):
        parse_pay(typed)


@pytest.mark.parametrize(
    ("scanned", "host"),
    [
        ("https://evil.example/pay/?to=k7m2qxd", "evil.example"),
        ("https://reckless.example.org@evil.example/pay/?to=k7m2qxd", "evil.example"),
        ("http://reckless.example.org:8080/pay/?to=k7m2qxd", "reckless.example.org:8080"),
        ("https://[2001:db8::1]:8080/pay/?to=k7m2qxd", "[2001:db8::1]:8080"),
    ],
)
def test_a_foreign_host_is_reported(scanned, host):
    target = parse_pay(scanned)
    assert target.host == host
    assert not target.is_at(BASE)


def test_our_own_host_and_a_bare_code_are_ours():
    assert parse_pay("HTTPS://RECKLESS.EXAMPLE.ORG/PAY/?TO=K7M2QXD").is_at(
        "https://Reckless.Example.org:443/"
    )
    assert parse_pay("k7m2qxd").is_at(BASE)


def test_the_private_code_is_recognized_and_not_repeated():
    with pytest.raises(PrivateCode) as caught:
        parse_pay(enter_link(BASE, SECRET))
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    "scanned",
    [
        "",
        "   ",
        "hello there world",
        "javascript:alert(1)",
        "data:text/html,<script>",
        "mailto:ada@example.org",
        "WIFI:T:WPA;S:hall;P:secret;;",
        "https://",
        "https:///pay/?to=k7m2qxd",
        "https://[::1/pay/?to=k7m2qxd",
        "https://reckless.example.org:99999/pay/?to=k7m2qxd",
        "https://reckless.example.org/",
        "https://reckless.example.org/pay/",
        "https://reckless.example.org/pay/?to=",
        "k7m2qxd\x00",
        "x" * 1001,
    ],
)
def test_other_texts_are_no_payment_codes(scanned):
    with pytest.raises(PayloadError):
        parse_pay(scanned)


@given(st.text(max_size=200) | st.from_regex(r"(?i)(https?:/?/?)*[^/]{0,20}/pay/?\?to=.{0,20}"))
def test_no_text_from_a_stranger_does_more_than_be_refused(text):
    try:
        target = parse_pay(text)
    except PayloadError:
        return
    assert target.user
    assert target.amount is None or 0 < target.amount <= 10**9


@given(
    st.integers(1, 10**9) | st.none(),
    st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=60) | st.none(),
)
def test_what_a_link_says_is_what_is_read_from_it(amount, description):
    target = parse_pay(pay_link(BASE, "k7m2qxd", amount, description))
    assert target == PayTarget("k7m2qxd", amount, description, "reckless.example.org")


@pytest.mark.parametrize(
    "base",
    ["https://reckless.example.org/", " HTTPS://Reckless.Example.ORG ", "https://reckless.example.org:443"],
)
def test_a_base_address_is_brought_into_one_form(base):
    assert normal_base(base) == BASE


def test_a_base_address_may_have_a_port_and_a_path():
    assert pay_link("http://192.168.1.20:8080/game/", "bob") == "http://192.168.1.20:8080/game/pay/?to=bob"


@pytest.mark.parametrize(
    "base",
    [
        "",
        "reckless.example.org",
        "ftp://reckless.example.org",
        "https://https://x.org",
        "https://x.org/?a=b",
        "https://",
    ],
)
def test_no_link_is_built_on_an_address_that_is_none(base):
    with pytest.raises(PayloadError):
        pay_link(base, "k7m2qxd")


@pytest.mark.parametrize("amount", [0, -1, 10**9 + 1])
def test_no_link_is_built_with_an_impossible_amount(amount):
    with pytest.raises(PayloadError, match="from 1 to 1000000000"):
        pay_link(BASE, "k7m2qxd", amount)


def test_the_secret_stands_in_the_fragment():
    assert enter_link(BASE, SECRET) == f"{BASE}/enter#{SECRET}"


@pytest.mark.parametrize("secret", ["", "short", "has blank in it 12345", "a" * 200])
def test_a_secret_that_would_not_survive_a_link_is_refused(secret):
    with pytest.raises(PayloadError):
        enter_link(BASE, secret)
