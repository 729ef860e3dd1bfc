"""Check the code and run the whole suite: `python3 scripts/test.py [options of pytest]`.

RECKLESS_REQUIRE=browser,postgres makes tests fail that would be skipped for want of these.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import _venv
import check

WORKERS = 3
"""One more than the cores of a small machine: a test that waits leaves its core to others. Each costs a browser,
a service and gathering all the tests once more."""


def main() -> int:
    """Run checks and tests; the exit code is pytest's, or 1 if only a check failed."""
    python = _venv.python_with(tests=True)
    # The checks use one core: the other one makes the tests ready meanwhile.
    with ThreadPoolExecutor(1) as beside:
        checks = beside.submit(check.failed_checks, python)
        _pytest(python, "--collect-only", "-qq", quiet=True)
        failed = checks.result()
    code = _pytest(python, "-n", str(WORKERS), "--dist", "worksteal")
    if failed:
        print(f"Failed before the tests: {', '.join(failed)}")
    return code or int(bool(failed))


def _pytest(python: Path, *options: str, quiet: bool = False) -> int:
    """Run pytest with these options and those of the command line; its exit code.

    It keeps what it compiles, whatever the machine's habit: otherwise each worker and each of the many processes
    that tests start would compile the same files again. Gathering the tests once, quietly, does it for all.
    """
    environment = _venv.environment()
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [str(python), "-P", "-m", "pytest", *options, *sys.argv[1:]]
    return subprocess.run(command, cwd=_venv.ROOT, env=environment, capture_output=quiet).returncode


if __name__ == "__main__":
    _venv.answer_help(__doc__)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
