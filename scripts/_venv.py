"""The virtual environment behind the scripts: made once from the lock file, then only checked.

Runs before anything is installed, so it needs the standard library alone. An old Python has to read the
whole file before it can refuse: no syntax here that Python 3.6 does not know.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "Reckless Companion needs Python 3.11 or newer, and this is Python {}.{}.".format(*sys.version_info)
    )

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
TESTS_MARK = "# What the tests add"
"""The line of the lock file below which only the tests' packages stand."""

VENV = ROOT / ".venv"
STAMP = VENV / "stamp.json"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
USAGE = 2


class SetupError(Exception):
    """What is wrong and how to mend it, in one line."""


def python_with(*, tests: bool) -> Path:
    """Path of the environment's Python; makes or mends the environment first if it has to.

    Ends the process with one line if that can't be done.
    """
    try:
        if not _stands(tests=tests):
            with _alone():
                # Another start may have done the work while this one waited.
                if not _stands(tests=tests):
                    _make(tests=tests)
    except SetupError as error:
        _stop(USAGE, str(error))
    except OSError as error:
        _stop(USAGE, f"The environment in {VENV} can't be made: {error}. Is it still in use?")
    except KeyboardInterrupt:
        _stop(130, "Interrupted. The next start begins the installation again.")
    return PYTHON


def answer_help(about: str | None, *, tests: bool | None = None) -> None:
    """Answer `--help` at once with what a script says of itself, and end: help is not worth an installation.

    Args:
        about: The script's docstring.
        tests: Once the environment stands (with the packages of the tests, if True), the script's command answers
            itself, and this does nothing. None if there is no such command.
    """
    if not {"-h", "--help"} & set(sys.argv[1:]) or (tests is not None and _stands(tests=tests)):
        return
    _say((about or "").strip())
    if tests is not None:
        _say("\nOnce all is installed, by the first start, --help tells what each option does.")
    sys.exit(0)


def run(command: Sequence[str | Path]) -> int:
    """Run a command of the environment and give its exit code; Ctrl-C is for the command to answer.

    Does not return where the system can replace this process by the command.
    """
    sys.stdout.flush()
    arguments = [str(part) for part in command]
    if os.name != "nt":
        os.execve(arguments[0], arguments, environment())
    process = subprocess.Popen(arguments, env=environment())
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the console has told the command as well: wait until it has stopped cleanly


def environment() -> dict[str, str]:
    """The process's variables, less those that would lead Python or pip out of the environment."""
    ours = {key: value for key, value in os.environ.items() if key not in _LEADS_OUT}
    ours["PYTHONUTF8"] = "1"  # a console's code page can't print a QR code
    return ours | {"PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}


_LEADS_OUT = {"PYTHONHOME", "PYTHONPATH", "PIP_PREFIX", "PIP_ROOT", "PIP_TARGET", "PIP_USER"}


def _stands(*, tests: bool) -> bool:
    """Whether the environment is whole, up to date and in the place where it was made."""
    stamp = _stamp()
    return stamp.get("for") == _fingerprint() and (not tests or bool(stamp.get("tests")))


def _stamp() -> dict[str, object]:
    """What the last finished installation left, empty if none has finished or its Python is gone."""
    try:
        stamp = json.loads(STAMP.read_text("utf-8"))
        home = next(
            line.partition("=")[2].strip()
            for line in (VENV / "pyvenv.cfg").read_text("utf-8").splitlines()
            if line.partition("=")[0].strip() == "home"
        )
    except (OSError, ValueError, StopIteration):
        return {}
    return stamp if isinstance(stamp, dict) and PYTHON.exists() and Path(home).is_dir() else {}


def _fingerprint() -> str:
    """Changes with what is installed, and with the folder, whose path stands in the installed commands."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    ours = [str(ROOT), settings["project"]["scripts"], settings["tool"]["setuptools"]]
    return hashlib.sha256(LOCK.read_bytes() + json.dumps(ours).encode()).hexdigest()


def _make(*, tests: bool) -> None:
    start = time.monotonic()
    runtime, added = _sections()
    keep = _stamp().get("for") == _fingerprint()
    STAMP.unlink(missing_ok=True)  # until the end, a broken-off installation has no stamp and is done again
    if not keep:
        _say("Making the virtual environment in .venv ...")
        _create()
        _install(runtime, "the packages that the service needs")
        _install_project()
    if tests:
        _install(added, "the packages that the tests add")
    STAMP.write_text(json.dumps({"for": _fingerprint(), "tests": tests}), "utf-8")
    _say(f"Installed in {time.monotonic() - start:.0f} s.")


def _sections() -> tuple[str, str]:
    """The two parts of the lock file: what the service needs, and what the tests need besides."""
    runtime, mark, added = LOCK.read_text("utf-8").partition(TESTS_MARK)
    if not mark:
        raise SetupError(f"{LOCK} has no line {TESTS_MARK!r}: make it again with scripts/lock.py.")
    return runtime, added.partition("\n")[2]


def _create() -> None:
    if any(importlib.util.find_spec(module) is None for module in ("venv", "ensurepip")):
        version = "{}.{}".format(*sys.version_info)
        raise SetupError(
            "This Python can't make virtual environments, its module ensurepip is missing: install it and"
            f" start again (Debian and Ubuntu: sudo apt install python{version}-venv)."
        )
    import venv  # some systems ship Python without it: only now is it known to be here

    if VENV.is_symlink() or VENV.is_file():
        raise SetupError(f"{VENV} is not a folder of ours: move it away and start again.")
    if VENV.exists():
        shutil.rmtree(VENV)
    try:
        venv.create(VENV, with_pip=True, symlinks=os.name != "nt", prompt="reckless")
    except subprocess.CalledProcessError as error:
        raise SetupError(f"Python's own installer for pip failed: {error}") from error


def _install(requirements: str, what: str) -> None:
    """Install pinned packages; a file with another hash is refused, and nothing is built from source."""
    file = VENV / "requirements.txt"
    file.write_text(requirements, "utf-8")
    total = sum(1 for line in requirements.splitlines() if "==" in line)
    options = ["--require-hashes", "--only-binary", ":all:", "--no-deps", "--progress-bar", "off"]
    _pip(["install", *options, "--requirement", str(file)], f"Installing {what}", total)


def _install_project() -> None:
    """Put the project on the environment's path and make its command, with the locked setuptools."""
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--editable"]
    _pip(["install", *options, str(ROOT)], "Installing the command reckless", 0)


def _pip(arguments: list[str], what: str, total: int) -> None:
    """Run pip quietly; show a count of packages on a terminal, and pip's last words if it fails."""
    live = sys.stdout.isatty() and total > 0
    _say(f"{what} ...")
    process = subprocess.Popen(
        [str(PYTHON), "-m", "pip", *arguments],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        close_fds=False,  # pip holds the lock too: nobody interferes with one that outlives this process
    )
    assert process.stdout is not None
    lines, done = [], 0
    try:
        for line in process.stdout:
            lines.append(line.rstrip())
            if line.startswith(("Collecting ", "Ignoring ")):
                done += 1
            if live:
                print(f"\r  {done} of {total}", end="", flush=True)
        code = process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
        if live:
            print("\r" + " " * 20 + "\r", end="")
    if code != 0:
        print("\n".join(lines[-15:]), file=sys.stderr)
        raise SetupError(f"{what} failed, see above. Is the network there? The next start tries again.")


@contextmanager
def _alone() -> Iterator[None]:
    """Let one start at a time touch the environment."""
    with (ROOT / ".venv.lock").open("w") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    continue  # it gives up after ten seconds, an installation takes longer
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
            os.set_inheritable(file.fileno(), True)
        yield


def _say(text: str) -> None:
    print(text, flush=True)


def _stop(code: int, text: str) -> NoReturn:
    print(text, file=sys.stderr)
    sys.exit(code)
