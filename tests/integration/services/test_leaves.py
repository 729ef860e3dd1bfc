"""A leaf of the Merkle log is the hash of its record, by whatever way it was spelled."""

from hypothesis import given
from hypothesis import strategies as st

from app.ledger import canonical
from app.ledger.merkle import leaf_hash
from app.services.proofs.publishing import leaf_of, leaf_record

SEALS = st.binary(min_size=32, max_size=32)


@given(st.text(), st.integers(min_value=1), SEALS, st.lists(SEALS, max_size=3))
def test_a_leaf_is_the_hash_of_its_record(table_id, seq, seal, transfers):
    expected = leaf_hash(canonical(leaf_record(table_id, seq, seal, transfers)))
    assert leaf_of(table_id, seq, seal, transfers) == expected
