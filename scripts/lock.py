"""Write requirements.lock anew from pyproject.toml: `python3 scripts/lock.py [--upgrade]`; needs `uv`.

The file pins every package, for every system and Python that the project runs on, with the hashes of all its
files, and names no address: whoever installs uses the index that pip is set up with. Pins that still fit are
kept, unless --upgrade asks for the newest.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from _venv import LOCK, ROOT, TESTS_MARK, answer_help

HEAD = """\
# Every package with the hashes of its files, for Linux, macOS and Windows.
# Written by scripts/lock.py from pyproject.toml: not by hand.
# What the service needs
"""
SYSTEMS = (
    *("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"),
    *("aarch64-apple-darwin", "x86_64-apple-darwin"),
    "x86_64-pc-windows-msvc",
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def uv(*arguments: str | Path) -> str:
    """Standard output of one uv command; ends the script if uv fails or is missing."""
    program = shutil.which("uv") or sys.exit("uv is missing: pip install uv, then try again.")
    done = subprocess.run([program, "--no-config", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"uv {arguments[0]} {arguments[1]} failed:\n{done.stderr}")
    return done.stdout


def compile_lock(old: Path, *options: str) -> dict[str, str]:
    """The pinned lines of each package by its name; keeps the pins of `old` where they fit."""
    text = uv(
        *("pip", "compile", "pyproject.toml", "--output-file", old),
        *("--universal", "--python-version", PYTHONS[0]),
        *("--generate-hashes", "--no-emit-index-url", "--no-annotate", "--no-header", *options),
    )
    blocks: dict[str, str] = {}
    for block in re.split(r"^(?=\S)", text, flags=re.MULTILINE):
        if name := re.match(r"[\w.-]+(?===)", block):
            blocks[name.group()] = blocks.get(name.group(), "") + block
    return blocks


def check_wheels(lock: Path) -> None:
    """End the script if a package has no ready-made file for a system and Python that the project runs on."""
    for system in SYSTEMS:
        for python in PYTHONS:
            with tempfile.TemporaryDirectory() as folder:
                where = ("--target", folder, "--python-platform", system, "--python-version", python)
                how = ("--dry-run", "--require-hashes", "--only-binary", ":all:", "--requirement", lock)
                uv("pip", "install", *where, *how)
            print(f"{system}, Python {python}: complete")


def main() -> None:
    """Compile the two sections, put them together, prove that they can be installed everywhere."""
    upgrade = ("--upgrade",) if "--upgrade" in sys.argv[1:] else ()
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "kept.txt"
        kept.write_text(LOCK.read_text("utf-8") if LOCK.exists() else "", "utf-8")
        everything = compile_lock(kept, "--extra", "test", *upgrade)
        runtime = compile_lock(kept)
    needed = "".join(block for name, block in everything.items() if name in runtime)
    added = "".join(block for name, block in everything.items() if name not in runtime)
    LOCK.write_text(f"{HEAD}{needed}\n{TESTS_MARK}\n{added}", "utf-8", newline="\n")
    check_wheels(LOCK)
    print(f"{len(runtime)} packages for the service, {len(everything) - len(runtime)} for the tests")


if __name__ == "__main__":
    answer_help(__doc__)
    main()
