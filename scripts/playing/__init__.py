"""Random matches by the million: what `scripts/playouts.py` runs."""
