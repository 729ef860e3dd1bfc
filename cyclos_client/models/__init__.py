"""What is sent and what comes back, as frozen dataclasses; whatever a server may hide can be None."""
