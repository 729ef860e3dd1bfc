"""`python -m tests.integration.cli.endless audit verify ...`: a proof in several processes that never comes to an end.

Each process leaves its number as the name of a file in the folder NOTES, and then waits.
"""

import os
import signal
import time
from pathlib import Path
from unittest.mock import patch

from app.cli import main
from app.services.audit.parts import Plan
from app.services.audit.verdict import Verdict
from app.services.history import service as history


class Endless(Plan):
    """Proves nothing, for ever."""

    def log(self, *_: object) -> Verdict:
        return _wait()

    def tables(self, *_: object) -> Verdict:
        return _wait()


def _wait() -> Verdict:
    (Path(os.environ["NOTES"]) / str(os.getpid())).touch()
    time.sleep(600)
    return Verdict()


if __name__ == "__main__":
    # Of whoever runs the tests in the background, this process would inherit that Ctrl-C means nothing.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with patch.object(history, "WORTH_PROCESSES", 0), patch.object(history, "Plan", Endless):
        main()
