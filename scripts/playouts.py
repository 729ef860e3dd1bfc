"""Play matches at random and look for a broken promise: `python3 scripts/playouts.py [options]`.

The options are --count N, --game NAME, --seed SEED, --processes N, --minutes M, --record FILE. A run that was stopped
goes on where it was, with the same --record.
"""

import sys

import _venv

if __name__ == "__main__":
    _venv.answer_help(__doc__, tests=False)
    python = _venv.python_with(tests=False)
    # -P: a folder `app` that happens to lie in the current directory is not ours.
    sys.exit(_venv.run([python, "-P", "-m", "scripts.benching.playouts", *sys.argv[1:]]))
