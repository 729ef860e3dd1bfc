"""Measurements of the service, each against something measured in the same run. Started by scripts/bench.py."""
