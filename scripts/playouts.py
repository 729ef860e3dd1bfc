"""Play matches at random and look for a broken promise: `python3 scripts/playouts.py [--count N] [--minutes M] ...`.

A run that was stopped goes on where it was, with the same `--record`.
"""

import sys

import _venv

if __name__ == "__main__":
    python = _venv.python_with(tests=False)
    # -P: a folder `app` that happens to lie in the current directory is not ours.
    sys.exit(_venv.run([python, "-P", "-m", "scripts.benching.playouts", *sys.argv[1:]]))
