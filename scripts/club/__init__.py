"""A scripted evening of an event of many tables, played over HTTP. Started by scripts/hall.py."""
