"""The other end of a helper: takes jobs from its standard input one by one, and writes what each came to.

A job that fails ends it: whoever asked then does it again, and gets to know why.
"""

import gc
import pickle
import sys
from pathlib import Path
from types import ModuleType

if __name__ == "__main__":
    # The package loads all that draws as well; what reads comes alone, in half of the time.
    package = sys.modules["qr"] = ModuleType("qr")
    package.__path__ = [str(Path(__file__).parent)]
    gc.disable()  # it ends before it has made much that is worth collecting
    while True:
        # Both ends are this very program; nothing that came from outside is unpickled.
        try:
            job, arguments = pickle.load(sys.stdin.buffer)
        except EOFError:
            break
        pickle.dump(job(*arguments), sys.stdout.buffer, pickle.HIGHEST_PROTOCOL)
        sys.stdout.buffer.flush()
