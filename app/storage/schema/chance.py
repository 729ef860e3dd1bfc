"""The seeds that chance is drawn from."""
