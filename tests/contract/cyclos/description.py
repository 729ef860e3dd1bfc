"""The official description of the Cyclos API, and holding answers to it.

Every object is closed: what is not described is not sent, but for what EXTRA names with a reason.
"""

import re
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator, FormatChecker
from werkzeug.test import TestResponse

from tests.conftest import SHARED

FILE = SHARED / "cyclos" / "openapi-4.16.18.yaml"
MISSING = None if FILE.is_file() else "the official description is not in ../shared"

EXTRA = {"AccountHistoryResult": ("kind",)}
"""The kind of the transfer, which real servers send with a line of the history."""

OLDER = "shortDisplay"
"""The user name, beside what a person is called: clients of older servers read it."""

FORMATS = FormatChecker(formats=())


@FORMATS.checks("number", raises=InvalidOperation)
def is_number(value: object) -> bool:
    return not isinstance(value, str) or bool(
        re.fullmatch(r"-?\d+(\.\d+)?", value) and Decimal(value) is not None
    )


@FORMATS.checks("date-time")
def is_moment(value: object) -> bool:
    return not isinstance(value, str) or bool(
        re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", value)
    )


@cache
def document() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.load(Path(FILE).read_bytes(), Loader=yaml.CSafeLoader)
    return loaded


@cache
def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """operationId → method, path and description."""
    return {
        found["operationId"]: (method.upper(), path, found)
        for path, methods in document()["paths"].items()
        for method, found in methods.items()
        if isinstance(found, dict) and "operationId" in found
    }


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]


def _merged(schema: dict[str, Any]) -> dict[str, Any]:
    """An object's own properties and those of all that it is made of, as one closed object."""
    if "$ref" in schema:
        return _merged(document()["components"]["schemas"][_name(schema["$ref"])]) | {}
    parts = [_merged(part) for part in schema.get("allOf", ())]
    merged: dict[str, Any] = {
        key: value for key, value in schema.items() if key not in ("allOf", "properties")
    }
    properties: dict[str, Any] = {}
    for part in [*parts, schema]:
        properties.update(part.get("properties", {}))
        for key in ("type", "enum", "format", "items", "additionalProperties"):
            if key in part:
                merged.setdefault(key, part[key])
    if properties:
        merged["properties"] = properties
    return merged


@cache
def definition(name: str) -> dict[str, Any]:
    """A schema of the description as a JSON schema whose references lead to others like it."""
    schema = _converted({"$ref": f"#/components/schemas/{name}"}, inline=True)
    for extra in EXTRA.get(name, ()):
        schema["properties"][extra] = {"type": "string"}
    if "locatorPrincipal" in schema.get("properties", {}):  # a person, of any kind
        schema["properties"][OLDER] = {"type": "string"}
    return schema


def _converted(schema: dict[str, Any], *, inline: bool = False) -> dict[str, Any]:
    alone = schema.get("allOf", [])
    if "$ref" in schema and not inline:
        return {"$ref": f"#/$defs/{_name(schema['$ref'])}"}
    if len(alone) == 1 and "$ref" in alone[0] and "properties" not in schema and not inline:
        return {"$ref": f"#/$defs/{_name(alone[0]['$ref'])}"}
    merged = _merged(schema)
    made: dict[str, Any] = {key: merged[key] for key in ("type", "enum", "format") if key in merged}
    if "items" in merged:
        made["items"] = _converted(merged["items"])
    if "properties" in merged:
        made["type"] = "object"
        made["properties"] = {name: _converted(one) for name, one in merged["properties"].items()}
        made["required"] = schema.get("required", [])
        made["additionalProperties"] = False
    if isinstance(merged.get("additionalProperties"), dict):
        made["additionalProperties"] = _converted(merged["additionalProperties"])
    return made


@cache
def validator(operation: str, status: int) -> Draft202012Validator | None:
    """What checks the body of an answer; None if it has none."""
    responses = operations()[operation][2]["responses"]
    content = responses.get(str(status), {}).get("content", {})
    if "application/json" not in content:
        return None
    schema = _converted(content["application/json"]["schema"])
    return Draft202012Validator(schema | {"$defs": _reached(schema)}, format_checker=FORMATS)


def _reached(schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    waiting = [schema]
    while waiting:
        for name in set(re.findall(r"#/\$defs/(\w+)", repr(waiting.pop()))):
            if name not in found:
                found[name] = definition(name)
                waiting.append(found[name])
    return found


ERRORS = {
    401: "UnauthorizedError",
    403: "ForbiddenError",
    404: "NotFoundError",
    409: "ConflictError",
    422: "InputError",
    500: "PaymentError",
}


@cache
def error_validator(status: int) -> Draft202012Validator:
    schema = {"$ref": f"#/$defs/{ERRORS[status]}"}
    return Draft202012Validator(schema | {"$defs": _reached(schema)}, format_checker=FORMATS)


def check(operation: str, answer: TestResponse) -> None:
    """Hold an answer to the description of its operation."""
    assert "WWW-Authenticate" not in answer.headers
    if answer.status_code >= 400:
        assert answer.status_code in ERRORS, answer.text
        error_validator(answer.status_code).validate(answer.json)
        return
    described = operations()[operation][2]["responses"]
    assert str(answer.status_code) in described, (operation, answer.status_code)
    content = described[str(answer.status_code)].get("content", {})
    if answer.status_code == 201:
        assert answer.headers["Location"].startswith("/api/")
    if not answer.data:
        assert not content or answer.status_code == 204 or "text/plain" in content
        return
    assert answer.mimetype in content or ("image/*" in content and answer.mimetype.startswith("image/"))
    found = validator(operation, answer.status_code)
    if found is not None and answer.mimetype == "application/json":
        found.validate(answer.json)
