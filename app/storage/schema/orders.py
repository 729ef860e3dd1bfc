"""Payment orders: what was asked of a bank outside, and how it ended."""
