"""A bank outside that moves the credits: orders to it, what came of them, and what moved there without us."""
