"""Measure the service: `python3 scripts/bench.py [--quick] [--only NAME] [--json]`. Nothing else should be busy.

Each figure stands beside its aim, or beside what was measured with it in the same run.
"""

import sys

import _venv

if __name__ == "__main__":
    _venv.answer_help(__doc__, tests=False)
    python = _venv.python_with(tests=False)
    # -P: a folder `app` that happens to lie in the current directory is not ours.
    sys.exit(_venv.run([python, "-P", "-m", "scripts.benching", *sys.argv[1:]]))
