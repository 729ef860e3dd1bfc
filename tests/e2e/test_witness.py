"""Every phone is a witness: it keeps what it saw, and complains when the server shows another history."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.evening import Evening
from tests.e2e.phone import Phone
from tests.e2e.service import Service

pytestmark = pytest.mark.browser

KEPT = "JSON.parse(localStorage.getItem('reckless.checkpoint.all'))"

MODULES = """async () => {
  const folder = document.querySelector("script[src*='witness.js']").src.replace("witness.js", "");
  const { sha256, ownSha256 } = await import(folder + "sha256.js");
  const { consistent } = await import(folder + "merkle.js");
  const wrong = [];
  for (let n = 0; n < 200; n += 1) {
    const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 7 + n) % 256);
    if (String(ownSha256(bytes)) !== String(await sha256(bytes))) wrong.push(n);
  }
  return { wrong, secure: !!crypto.subtle };
}"""

PROOFS = """async (pairs) => {
  const folder = document.querySelector("script[src*='witness.js']").src.replace("witness.js", "");
  const { consistent } = await import(folder + "merkle.js");
  const found = [];
  for (const { old, now, hashes } of pairs) found.push(await consistent(old, now, hashes));
  return found;
}"""


@pytest.fixture
def ada(service: Service, organizer, phone: Callable[..., Phone]) -> Phone:
    ada = Evening(service, organizer).a_debt().hand(phone(), "ada")
    ada.page.wait_for_function(f"() => {KEPT}")
    return ada


def test_the_pages_own_sha256_is_the_browsers(ada: Phone):
    assert ada.page.evaluate(MODULES) == {"wrong": [], "secure": True}


def test_the_page_checks_proofs_as_the_server_makes_them(ada: Phone):
    """Trees of every small size: each proof holds, and none holds for another root."""
    from app.ledger.merkle import consistency_proof
    from app.ledger.note import encoded
    from tests.unit.ledger.test_merkle import nodes, root_of

    pairs = [
        {
            "old": {"size": old, "root": encoded(root_of(old))},
            "now": {"size": new, "root": encoded(root_of(new))},
            "hashes": [encoded(one) for one in consistency_proof(nodes, old, new)],
        }
        for new in range(1, 18)
        for old in range(1, new + 1)
    ]
    assert ada.page.evaluate(PROOFS, pairs) == [True] * len(pairs)
    other = encoded(b"\0" * 32)
    forked = [{**pair, "old": {**pair["old"], "root": other}} for pair in pairs]
    assert ada.page.evaluate(PROOFS, forked) == [False] * len(pairs)


def test_a_phone_complains_when_the_server_forgets_what_it_has_seen(ada: Phone):
    complaint = ada.page.locator("#witness")
    expect(complaint).to_be_hidden()
    ada.page.reload()
    expect(complaint).to_be_hidden()
    ada.page.evaluate(
        f"localStorage.setItem('reckless.checkpoint.all', JSON.stringify({{...{KEPT}, root: btoa('x'.repeat(32))}}))"
    )
    ada.page.reload()
    expect(complaint).to_contain_text("This phone has seen other books")
    ada.page.goto(f"{ada.page.url.rpartition('/tables/')[0]}/")
    expect(complaint).to_be_visible()  # until somebody has taken note of it
    complaint.get_by_role("button").tap()
    expect(complaint).to_be_hidden()
    ada.page.reload()
    expect(complaint).to_be_hidden()
