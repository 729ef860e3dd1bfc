"""The other end of a helper: takes jobs from its standard input one by one, and writes what each came to.

A job that fails ends it: whoever asked then does it, and gets to know why.
"""

import gc
import pickle
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

if __name__ == "__main__":
    # The package loads all that draws as well; what reads comes alone, in half of the time.
    package = sys.modules["qr"] = ModuleType("qr")
    package.__path__ = [str(Path(__file__).parent)]
    send = import_module("qr.helper").send
    gc.disable()  # it ends before it has made much that is worth collecting
    # Not sys.stdout: under PYTHONUNBUFFERED that loses the rest of what a stopped process had half written.
    with open(sys.stdout.fileno(), "wb", closefd=False) as out:
        while True:
            # Both ends are this very program; nothing that came from outside is unpickled.
            try:
                job, arguments = pickle.load(sys.stdin.buffer)
            except EOFError:
                break
            send(job(*arguments), out)
