"""Pay through a bank that misbehaves, thousands of times: `python3 scripts/faults.py [options]`.

The options are --runs N, --first SEED, --folder FOLDER.

Tells what happened; exit code 1 and the seed at the first run in which a credit moved twice or was lost.
"""

import sys

import _venv

if __name__ == "__main__":
    _venv.answer_help(__doc__, tests=True)
    python = _venv.python_with(tests=True)
    sys.exit(_venv.run([python, "-P", "-m", "tests.integration.bank.runs", *sys.argv[1:]]))
