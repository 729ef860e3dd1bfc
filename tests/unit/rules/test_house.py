"""What holds for the code of the rules: they import no machinery, know no fractions, and stay frozen."""

import ast
import dataclasses
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import app.rules

FOLDER = Path(app.rules.__file__).parent
MODULES = [info.name for info in pkgutil.walk_packages(app.rules.__path__, "app.rules.")]
FORBIDDEN = (
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "io",
    "socket",
    "threading",
    "logging",
    "pathlib",
    "sqlite3",
)


def test_importing_the_rules_loads_neither_the_web_nor_the_database():
    code = "import app.rules, sys; print(*sorted(sys.modules))"
    root = FOLDER.parent.parent
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert not {"flask", "sqlalchemy", "werkzeug", "requests"} & set(loaded.stdout.split())


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_the_rules_import_nothing_that_keeps_time_draws_lots_or_does_io(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        for name in names:
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith(("app.rules", "app.errors", "app.money"))
            assert top not in FORBIDDEN


def computing_money() -> list[Path]:
    """All modules but those of bots: they weigh what is likely, and what they choose is a move like any other."""
    return sorted(path for path in FOLDER.rglob("*.py") if FOLDER / "bots" not in path.parents)


@pytest.mark.parametrize("path", computing_money(), ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_fraction_appears_in_the_rules(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"float", "Decimal", "Fraction"}
    assert not [
        node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]


@pytest.mark.parametrize("name", MODULES)
def test_every_value_is_frozen_and_slotted(name):
    module = importlib.import_module(name)
    for thing in vars(module).values():
        if isinstance(thing, type) and dataclasses.is_dataclass(thing):
            assert vars(thing)["__dataclass_params__"].frozen, thing
            assert "__slots__" in vars(thing), thing
