"""A Merkle tree over an append-only log: a root of 32 bytes says what stands in it, and short proofs say where.

Source: RFC 6962, section 2.1 (the tree, inclusion and consistency proofs); the verifying algorithms are those of RFC
9162, section 2.1. Pure: whoever keeps the tree passes in `nodes`, which finds the hash of a complete subtree.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

Hash: TypeAlias = bytes
"""32 bytes of SHA-256."""

Nodes: TypeAlias = Callable[[int, int], Hash]
"""(level, index) to the hash of the subtree over the 2^level leaves from index * 2^level on, all of which are there."""

EMPTY: Hash = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""


def leaf_hash(data: bytes) -> Hash:
    """The hash of one entry of the log."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: Hash, right: Hash) -> Hash:
    """The hash over two subtrees. Its prefix is another one than a leaf's, so that neither can pass for the other."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree that grows leaf by leaf and keeps no more than its edge: as many hashes as its size has bits set."""

    def __init__(self, size: int = 0, edge: Sequence[Hash] = ()) -> None:
        """Begin where another one ended.

        Args:
            size: Its number of leaves.
            edge: The hashes of its complete subtrees from left to right, as `edge_of` names them.
        """
        self.size = size
        self._edge = list(edge)

    def append(self, leaf: Hash) -> list[tuple[int, int, Hash]]:
        """Add a leaf; returns (level, index, hash) of every subtree that is complete with it, the leaf first."""
        level, index, found = 0, self.size, leaf
        complete = [(level, index, found)]
        while index & 1:
            found = node_hash(self._edge.pop(), found)
            level, index = level + 1, index >> 1
            complete.append((level, index, found))
        self._edge.append(found)
        self.size += 1
        return complete

    def root(self) -> Hash:
        """The root over all leaves so far."""
        if not self._edge:
            return EMPTY
        found = self._edge[-1]
        for left in reversed(self._edge[:-1]):
            found = node_hash(left, found)
        return found


def edge_of(size: int) -> list[tuple[int, int]]:
    """(level, index) of the complete subtrees that a tree of this size falls into, from left to right."""
    found, start = [], 0
    for level in range(size.bit_length() - 1, -1, -1):
        if size >> level & 1:
            found.append((level, start >> level))
            start += 1 << level
    return found


def root(leaves: Iterable[Hash]) -> Hash:
    """The root over these leaves, given as their hashes."""
    tree = Tree()
    for leaf in leaves:
        tree.append(leaf)
    return tree.root()


def inclusion_proof(nodes: Nodes, index: int, size: int) -> tuple[Hash, ...]:
    """What proves that the leaf at `index` (from 0) is in the tree over the first `size` leaves.

    Raises:
        ValueError: If there is no such leaf.
    """
    if not 0 <= index < size:
        raise ValueError(f"There is no leaf {index} in a tree of {size}.")
    proof: list[Hash] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _left_part(end - start)
        if index < middle:
            proof.append(_span(nodes, middle, end))
            end = middle
        else:
            proof.append(_span(nodes, start, middle))
            start = middle
    return tuple(reversed(proof))


def consistency_proof(nodes: Nodes, old: int, new: int) -> tuple[Hash, ...]:
    """What proves that the tree over the first `new` leaves begins with all of the tree over the first `old`.

    Raises:
        ValueError: Unless 0 < old <= new.
    """
    if not 0 < old <= new:
        raise ValueError(f"A tree of {new} does not begin with one of {old}.")
    proof: list[Hash] = []
    start, end, whole = 0, new, True
    while old != end - start:
        middle = _left_part(end - start)
        if old <= middle:
            proof.append(_span(nodes, start + middle, end))
            end = start + middle
        else:
            proof.append(_span(nodes, start, start + middle))
            start, old, whole = start + middle, old - middle, False
    if not whole:
        proof.append(_span(nodes, start, end))
    return tuple(reversed(proof))


def verify_inclusion(leaf: Hash, index: int, size: int, proof: Sequence[Hash], root: Hash) -> bool:
    """Whether the proof leads from a leaf at `index` to the root of a tree of `size`."""
    if not 0 <= index < size:
        return False
    found, node, last = leaf, index, size - 1
    for sibling in proof:
        if last == 0:
            return False
        if node & 1 or node == last:
            found = node_hash(sibling, found)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and found == root


def verify_consistency(old: int, new: int, old_root: Hash, new_root: Hash, proof: Sequence[Hash]) -> bool:
    """Whether the proof shows that a tree of `new` leaves begins with the tree of `old` leaves."""
    if old == new:
        return not proof and old_root == new_root
    if not 0 < old < new or not proof:
        return False
    path = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    node, last = old - 1, new - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    found_old = found_new = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            found_old, found_new = node_hash(sibling, found_old), node_hash(sibling, found_new)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            found_new = node_hash(found_new, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and found_old == old_root and found_new == new_root


def _left_part(size: int) -> int:
    """The greatest power of two below `size`: so many leaves are in the left half."""
    return 1 << (size - 1).bit_length() - 1


def _span(nodes: Nodes, start: int, end: int) -> Hash:
    """The hash over the leaves from `start` up to `end`, a subtree of the tree that `start` begins."""
    size = end - start
    level = size.bit_length() - 1
    if size == 1 << level:
        return nodes(level, start >> level)
    middle = start + _left_part(size)
    return node_hash(_span(nodes, start, middle), _span(nodes, middle, end))
