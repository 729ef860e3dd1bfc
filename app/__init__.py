"""Reckless Companion: the bank, the referee and the print shop of a bluffing card game."""
