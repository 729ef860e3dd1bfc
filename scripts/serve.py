"""Start the service on a machine that has only Python 3.11 or newer: `python3 scripts/serve.py [options]`.

The options are those of `reckless serve`.
"""

import sys

import _venv

if __name__ == "__main__":
    python = _venv.python_with(tests=False)
    # -P: a folder `app` that happens to lie in the current directory is not ours.
    sys.exit(_venv.run([python, "-P", "-m", "app.cli", "serve", *sys.argv[1:]]))
