"""Another process of the gate: takes pages from its standard input, and writes what it found to its output."""

import pickle
import sys

from qr.verify import check

if __name__ == "__main__":
    # Both ends are this very program; nothing that came from outside is unpickled.
    sys.stdout.buffer.write(pickle.dumps(check(*pickle.load(sys.stdin.buffer))))
