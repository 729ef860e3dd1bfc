"""Check the code, then run the whole suite: `python3 scripts/test.py [options of pytest]`.

RECKLESS_REQUIRE=browser,postgres makes tests fail that would be skipped for want of these.
"""

import subprocess
import sys

import _venv
import check


def main() -> int:
    """Run checks and tests; the exit code is pytest's, or 1 if only a check failed."""
    python = _venv.python_with(tests=True)
    failed = check.failed_checks(python)
    command = [str(python), "-P", "-m", "pytest", "-n", "2", "--dist", "worksteal", *sys.argv[1:]]
    code = subprocess.run(command, cwd=_venv.ROOT, env=_venv.environment()).returncode
    if failed:
        print(f"Failed before the tests: {', '.join(failed)}")
    return code or int(bool(failed))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
