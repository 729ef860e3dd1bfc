"""The lock file and the settings that the two commands install from."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib

import pytest

from app.cli.serve import serve
from tests.conftest import ROOT

LOCK = (ROOT / "requirements.lock").read_text("utf-8")
SERVICE, MARK, TESTS = LOCK.partition("# What the tests add\n")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def options_of(file):
    return set(
        re.findall(r'add_argument\("(--[a-z-]+)"', re.sub(r"\(\s+", "(", (ROOT / file).read_text("utf-8")))
    )


def names(lines):
    return {re.match(r"[\w.-]+", line).group().lower().replace("_", "-") for line in lines}


def locked(section):
    return names(re.findall(r"^\S+==\S+", section, re.MULTILINE))


def test_the_lock_names_no_address():
    assert "://" not in LOCK
    assert not re.search(r"^\s*--(?!hash=sha256:[0-9a-f]{64}\b)", LOCK, re.MULTILINE)


def test_every_locked_package_has_hashes():
    blocks = re.split(r"^(?=\w)", SERVICE + TESTS, flags=re.MULTILINE)[1:]
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_whatever_the_service_needs_is_locked_in_its_part():
    assert names(SETTINGS["project"]["dependencies"]) <= locked(SERVICE)


def test_whatever_the_tests_need_is_locked():
    assert MARK
    assert names(SETTINGS["project"]["optional-dependencies"]["test"]) <= locked(SERVICE) | locked(TESTS)


def test_the_service_installs_no_package_of_the_tests():
    assert locked(SERVICE) & {"pytest", "mypy", "ruff", "hypothesis", "playwright"} == set()


@pytest.mark.parametrize("script", ["_venv.py", "serve.py", "test.py", "check.py"])
def test_an_old_python_can_read_the_script_and_so_refuse_in_one_line(script):
    ast.parse((ROOT / "scripts" / script).read_text("utf-8"), feature_version=(3, 7))


@pytest.mark.parametrize("script", ["_venv.py", "serve.py", "check.py", "test.py"])
def test_the_scripts_need_the_standard_library_alone(script):
    tree = ast.parse((ROOT / "scripts" / script).read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    tops = {name.partition(".")[0] for name in imported}
    assert tops <= sys.stdlib_module_names | {"_venv", "check"}


def test_the_environment_passes_the_exit_code_of_a_command_through():
    code = "import sys, _venv; sys.exit(_venv.run([sys.executable, '-c', 'exit(3)']))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT / "scripts").returncode == 3


OPTIONS = {
    "serve.py": {name for option in serve.params for name in option.opts},
    "bench.py": options_of("scripts/benching/__main__.py"),
    "playouts.py": options_of("scripts/benching/playouts.py"),
    "hall.py": options_of("scripts/club/__main__.py"),
    "faults.py": options_of("tests/integration/bank/runs.py"),
    "check.py": set(),
    "test.py": set(),
    "lock.py": {"--upgrade"},
}


def test_every_script_with_an_environment_is_tried():
    scripts = {file.name for file in (ROOT / "scripts").glob("*.py") if "_venv" in file.read_text("utf-8")}
    assert scripts - {"_venv.py"} == set(OPTIONS)


@pytest.mark.parametrize("script", OPTIONS)
def test_help_names_every_option_and_installs_nothing(script, tmp_path):
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path)
    before = set(tmp_path.iterdir())
    for asked in ("--help", "-h"):
        done = subprocess.run(
            [sys.executable, "-B", tmp_path / "scripts" / script, asked],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=30,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert [one for one in sorted(OPTIONS[script]) if one not in done.stdout] == []
    assert set(tmp_path.iterdir()) == before
