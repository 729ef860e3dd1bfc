"""Start the service on a machine that has only Python 3.11 or newer: `python3 scripts/serve.py [options]`.

The options are those of `reckless serve`: --host, --port, --workers, --database, --public-url, --json.
"""

import sys

import _venv

if __name__ == "__main__":
    _venv.answer_help(__doc__, tests=False)
    python = _venv.python_with(tests=False)
    # -P: a folder `app` that happens to lie in the current directory is not ours.
    sys.exit(_venv.run([python, "-P", "-m", "app.cli", "serve", *sys.argv[1:]]))
