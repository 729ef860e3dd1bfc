"""What the doors of a Cyclos need besides: tickets, tokens, access clients."""
