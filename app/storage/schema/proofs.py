"""The Merkle log of each event and its signed checkpoints."""
