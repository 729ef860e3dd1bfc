"""Another process of the gate: takes pages from its standard input, and writes what it found to its output."""

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
    gc.disable()  # it ends before it has made anything worth collecting
    # Both ends are this very program; nothing that came from outside is unpickled.
    found = import_module("qr.verify").check(*pickle.load(sys.stdin.buffer))
    sys.stdout.buffer.write(pickle.dumps(found))
