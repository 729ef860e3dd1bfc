"""An evening of many tables with disputes, over HTTP: `python3 scripts/hall.py [options]`.

The options are --tables N, --steps N, --seed SEED, --at-once N. Starts a service on a database of its own, or plays
at one that runs: `--url URL --organizer NAME --password-stdin`.
Exit code 1 and the seed if anything is not as it must be.
"""

import sys

import _venv

if __name__ == "__main__":
    _venv.answer_help(__doc__, tests=False)
    python = _venv.python_with(tests=False)
    # -P: a folder `app` that happens to lie in the current directory is not ours.
    sys.exit(_venv.run([python, "-P", "-m", "scripts.club", *sys.argv[1:]]))
