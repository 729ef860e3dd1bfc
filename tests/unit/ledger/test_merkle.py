"""The tree of RFC 6962: the published vectors of Certificate Transparency, then every small tree there is."""

import runpy

import pytest

from app.ledger.merkle import (
    EMPTY,
    Tree,
    consistency_proof,
    edge_of,
    inclusion_proof,
    leaf_hash,
    node_hash,
    root,
    verify_consistency,
    verify_inclusion,
)
from tests.conftest import ROOT

ENTRIES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    bytes.fromhex(text)
    for text in (
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    )
]
LEAVES = [leaf_hash(entry) for entry in ENTRIES]
MOST = 33
VERIFIER = runpy.run_path(str(ROOT / "scripts" / "verify_receipt.py"))


def nodes(level: int, index: int) -> bytes:
    """The hash of a complete subtree by definition: of its two halves."""
    if level == 0:
        return LEAVES[index] if index < len(LEAVES) else leaf_hash(str(index).encode())
    return node_hash(nodes(level - 1, 2 * index), nodes(level - 1, 2 * index + 1))


def root_of(size: int) -> bytes:
    return root(nodes(0, index) for index in range(size))


def hexes(proof: tuple[bytes, ...]) -> list[str]:
    return [one.hex()[:8] for one in proof]


def test_an_empty_tree_has_the_hash_of_nothing():
    assert root([]).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert root([]) == EMPTY


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_are_those_of_certificate_transparency(size):
    assert root(LEAVES[:size]) == ROOTS[size - 1]


@pytest.mark.parametrize(
    ("leaf", "size", "path"),
    [
        (0, 1, []),
        (0, 8, ["96a296d2", "5f083f0a", "6b47aaf2"]),
        (5, 8, ["bc1a0643", "ca854ea1", "d37ee418"]),
        (2, 3, ["fac54203"]),
        (1, 5, ["6e340b9c", "5f083f0a", "bc1a0643"]),
    ],
)
def test_inclusion_proofs_are_those_of_certificate_transparency(leaf, size, path):
    assert hexes(inclusion_proof(nodes, leaf, size)) == path


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        (1, 1, []),
        (1, 8, ["96a296d2", "5f083f0a", "6b47aaf2"]),
        (6, 8, ["0ebc5d34", "ca854ea1", "d37ee418"]),
        (2, 5, ["5f083f0a", "bc1a0643"]),
    ],
)
def test_consistency_proofs_are_those_of_certificate_transparency(old, new, path):
    assert hexes(consistency_proof(nodes, old, new)) == path


@pytest.mark.parametrize("size", range(1, MOST))
def test_every_leaf_of_every_small_tree_is_proved_and_in_its_own_place_alone(size):
    tree_root = root_of(size)
    for index in range(size):
        proof = inclusion_proof(nodes, index, size)
        assert verify_inclusion(nodes(0, index), index, size, proof, tree_root)
        assert not verify_inclusion(leaf_hash(b"other"), index, size, proof, tree_root)
        assert not verify_inclusion(nodes(0, index), index, size, (*proof, EMPTY), tree_root)
        assert not verify_inclusion(nodes(0, index), index, size, proof, EMPTY)
        assert not any(
            verify_inclusion(nodes(0, index), other, size, proof, tree_root)
            for other in range(-1, size + 1)
            if other != index
        )
        for wrong in range(len(proof)):
            assert not verify_inclusion(
                nodes(0, index), index, size, (*proof[:wrong], EMPTY, *proof[wrong + 1 :]), tree_root
            )
            assert not verify_inclusion(
                nodes(0, index), index, size, proof[:wrong] + proof[wrong + 1 :], tree_root
            )


@pytest.mark.parametrize("new", range(1, MOST))
def test_every_small_tree_is_proved_to_begin_with_every_smaller_one_and_with_no_other(new):
    for old in range(1, new + 1):
        proof = consistency_proof(nodes, old, new)
        assert verify_consistency(old, new, root_of(old), root_of(new), proof)
        assert not verify_consistency(old, new, EMPTY, root_of(new), proof)
        assert not verify_consistency(old, new, root_of(old), EMPTY, proof)
        assert not verify_consistency(old, new, root_of(old), root_of(new), (*proof, EMPTY))
        for wrong in range(len(proof)):
            assert not verify_consistency(
                old, new, root_of(old), root_of(new), (*proof[:wrong], EMPTY, *proof[wrong + 1 :])
            )
            assert not verify_consistency(
                old, new, root_of(old), root_of(new), proof[:wrong] + proof[wrong + 1 :]
            )


def test_a_forked_history_has_no_proof():
    """Two trees that part at the third leaf: no proof of the one leads from the other."""
    fork = root([*LEAVES[:2], leaf_hash(b"another third"), *LEAVES[3:5]])
    assert not verify_consistency(5, 8, fork, ROOTS[7], consistency_proof(nodes, 5, 8))
    assert not verify_consistency(5, 5, fork, ROOTS[4], ())


def test_a_tree_goes_on_from_its_edge():
    for size in range(MOST):
        tree = Tree(size, [nodes(level, index) for level, index in edge_of(size)])
        assert tree.root() == root_of(size)
        complete = tree.append(nodes(0, size))
        assert (tree.size, tree.root()) == (size + 1, root_of(size + 1))
        assert all(found == nodes(level, index) for level, index, found in complete)


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_there_is_no_proof_for_a_leaf_that_is_not_there(index, size):
    with pytest.raises(ValueError, match="no leaf"):
        inclusion_proof(nodes, index, size)
    assert not verify_inclusion(LEAVES[0], index, size, (), ROOTS[0])


@pytest.mark.parametrize(("old", "new"), [(0, 3), (4, 3), (-1, 3)])
def test_there_is_no_proof_that_a_tree_begins_with_a_larger_one(old, new):
    with pytest.raises(ValueError, match="does not begin"):
        consistency_proof(nodes, old, new)
    assert not verify_consistency(old, new, EMPTY, ROOTS[2], ())


@pytest.mark.parametrize("size", range(1, MOST))
def test_the_stand_alone_verifier_makes_the_same_roots(size):
    leaves = [nodes(0, index) for index in range(size)]
    assert VERIFIER["root_of"](leaves) == root_of(size)
    for index in range(size):
        path = list(inclusion_proof(nodes, index, size))
        assert VERIFIER["root_from"](leaves[index], index, size - 1, path) == root_of(size)
