"""Check the code without running it: style, format, types, layers. `python3 scripts/check.py`."""

import subprocess
import sys
import time
from pathlib import Path

import _venv


def failed_checks(python: Path) -> list[str]:
    """Run every check, show what each one that fails says, and give their names."""
    folders = ("app", "cyclos_client", "qr", "scripts", "tests")
    checks = {
        "ruff check": ["-m", "ruff", "check", "--output-format=concise", "."],
        "ruff format": ["-m", "ruff", "format", "--check", "--output-format=concise", "."],
        "mypy": ["-m", "mypy", *(name for name in folders if (_venv.ROOT / name).is_dir())],
        "import layers": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
    }
    failed = []
    for name, arguments in checks.items():
        start = time.monotonic()
        done = subprocess.run(
            [python, *arguments], cwd=_venv.ROOT, env=_venv.environment(), capture_output=True, text=True
        )
        print(
            f"{name}: {'failed' if done.returncode else 'fine'}, {time.monotonic() - start:.1f} s", flush=True
        )
        if done.returncode:
            failed.append(name)
            print(done.stdout + done.stderr, flush=True)
    return failed


if __name__ == "__main__":
    _venv.answer_help(__doc__)
    failed = failed_checks(_venv.python_with(tests=True))
    sys.exit(f"Failed: {', '.join(failed)}" if failed else 0)
