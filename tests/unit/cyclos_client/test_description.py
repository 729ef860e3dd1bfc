"""What the client sends, and what it reads, is what the official description of the API says."""

import dataclasses
import inspect
import json
import re
import types
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Union, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl, urlsplit

import jsonschema
import pytest
import responses
import yaml

from cyclos_client import CyclosClient, Page, SessionToken
from cyclos_client.schemas import wire_name
from tests.unit.cyclos_client.calls import CALLS, Call
from tests.unit.cyclos_client.stubs import API, client_of

SIMPLE = {
    Decimal: ("string", "number"),
    datetime: ("string", "date-time"),
    int: ("integer", None),
    bool: ("boolean", None),
}
OTHER_THAN_OPERATIONS = {"close"}

NOT_DESCRIBED = {("subscribeForPushNotifications", "lastEventId")}
"""The official web frontend sends it so; the description has it as a header."""


class Description:
    """The operations and schemas of the OpenAPI file."""

    def __init__(self, document: dict) -> None:
        self.schemas = document["components"]["schemas"]
        self.parameters = document["components"]["parameters"]
        self.components = document["components"]
        self.operations = {
            found["operationId"]: (method.upper(), path, found)
            for path, methods in document["paths"].items()
            for method, found in methods.items()
            if isinstance(found, dict) and "operationId" in found
        }

    def resolved(self, schema: dict) -> dict:
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def properties(self, schema: dict) -> dict:
        schema = self.resolved(schema)
        found = dict(schema.get("properties", {}))
        for part in schema.get("allOf", ()):
            found |= self.properties(part)
        return found

    def parameters_of(self, operation: dict) -> dict[tuple[str, str], dict]:
        listed = [
            self.parameters[one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one
            for one in operation.get("parameters", ())
        ]
        return {(one["in"], one["name"]): one for one in listed}

    def validate(self, value: object, schema: dict) -> None:
        jsonschema.Draft7Validator({**schema, "components": self.components}).validate(value)
        self.only_known(value, schema)

    def only_known(self, value: object, schema: dict) -> None:
        schema = self.resolved(schema)
        if isinstance(value, list):
            for item in value:
                self.only_known(item, schema["items"])
        elif isinstance(value, dict) and not schema.get("additionalProperties"):
            known = self.properties(schema)
            assert set(value) <= set(known)
            for name, part in value.items():
                self.only_known(part, known[name])


@pytest.fixture(scope="module")
def description(shared) -> Description:
    text = (shared / "cyclos" / "openapi-4.16.18.yaml").read_text(encoding="utf-8")
    return Description(yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def sent(call: Call):
    """The request that a call makes."""
    body = call.answer if isinstance(call.answer, str | bytes) else json.dumps(call.answer)
    with responses.RequestsMock() as stub:
        kind = "text/event-stream" if call.answer == b"data: 1\n\n" else None
        for method in ("GET", "POST", "DELETE"):
            stub.add(
                method,
                re.compile(re.escape(API) + "/.*"),
                "" if call.answer is None else body,
                status=call.status,
                content_type=kind,
            )
        stub.assert_all_requests_are_fired = False
        call.make(client_of(SessionToken("abc")))
        (only,) = stub.calls
        return only.request


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def methods() -> set[str]:
    return {
        name for name, _ in inspect.getmembers(CyclosClient, inspect.isfunction) if not name.startswith("_")
    } - OTHER_THAN_OPERATIONS


def test_every_method_is_named_after_its_operation_and_is_called_here():
    assert {snake(name) for name in CALLS} == methods()


@pytest.mark.shared
@pytest.mark.parametrize("name", CALLS)
def test_what_is_sent_is_what_the_description_asks_for(name, description):
    method, template, operation = description.operations[name]
    request = sent(CALLS[name])
    target = urlsplit(request.url)
    assert request.method == method
    assert re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), target.path.removeprefix("/api"))
    known = description.parameters_of(operation)
    query = parse_qsl(target.query, keep_blank_values=True)
    for key, value in query:
        if (name, key) in NOT_DESCRIBED:
            continue
        schema = description.resolved(known["query", key]["schema"])
        one = description.resolved(schema.get("items", schema))
        assert value in one.get("enum", [value])
        match one.get("type"), one.get("format"):
            case "boolean", _:
                assert value in ("true", "false")
            case "integer", _:
                assert re.fullmatch(r"\d+", value)
            case _, "number":
                assert re.fullmatch(r",?-?\d+(\.\d+)?", value)
            case _, "date-time":
                assert datetime.fromisoformat(value.removeprefix(","))
            case _:
                pass
    given = {key for key, _ in query}
    assert {key for (where, key), one in known.items() if where == "query" and one.get("required")} <= given
    content = operation.get("requestBody", {}).get("content")
    assert (request.body is None) == (content is None)
    if content and "application/json" in content:
        assert request.headers["Content-Type"] == "application/json"
        description.validate(json.loads(request.body), content["application/json"]["schema"])


@pytest.mark.shared
@pytest.mark.parametrize("name", CALLS)
def test_every_argument_of_an_operation_is_tried_here(name, description):
    """A parameter that no call gives would not be looked at above."""
    request = sent(CALLS[name])
    arguments = set(inspect.signature(getattr(CyclosClient, snake(name))).parameters) - {"self"}
    if "confirmation_password" in arguments:
        assert request.headers["confirmationPassword"] == "1234"
        assert ("header", "confirmationPassword") in description.parameters_of(
            description.operations[name][2]
        )
    assert ("fields" in arguments) == ("fields=id%2C-name" in request.url)


@pytest.mark.shared
@pytest.mark.parametrize("name", CALLS)
def test_what_is_read_is_what_the_description_promises(name, description):
    returned = get_type_hints(getattr(CyclosClient, snake(name)))["return"]
    answers = description.operations[name][2]["responses"]
    content = next(answer.get("content", {}) for code, answer in answers.items() if code.startswith("2"))
    model = returned
    if get_origin(returned) in (tuple, Page):
        (model, *_) = get_args(returned)
    if not dataclasses.is_dataclass(model):
        assert "application/json" not in content
        return
    schema = content["application/json"]["schema"]
    if model is not returned:
        schema = description.resolved(schema)["items"]
    assert list(differences(description, model, schema, set())) == []


def differences(description, model, schema, seen):
    """Fields of a model that the schema lacks, or has with another type."""
    name = schema.get("$ref", "")
    if (model, name) in seen:
        return
    seen.add((model, name))
    known = description.properties(schema)
    for field, hint in get_type_hints(model).items():
        key = wire_name(field)
        if key not in known:
            yield f"{model.__name__}.{field} is not in {name}"
        else:
            yield from odd_type(description, f"{model.__name__}.{field}", hint, known[key], seen)


def odd_type(description, where, hint, schema, seen):
    resolved = description.resolved(schema)
    if "allOf" in resolved and len(resolved["allOf"]) == 1:
        schema = resolved["allOf"][0]
        resolved = description.resolved(schema)
    if get_origin(hint) in (types.UnionType, Union):
        (hint,) = (part for part in get_args(hint) if part is not types.NoneType)
    kind, form = resolved.get("type"), resolved.get("format")
    if get_origin(hint) is tuple:
        if kind != "array":
            yield f"{where} is no list but {kind}"
        else:
            yield from odd_type(description, where, get_args(hint)[0], resolved["items"], seen)
    elif (
        hint is object or get_origin(hint) is Mapping.__origin__ if hasattr(Mapping, "__origin__") else False
    ):
        return
    elif dataclasses.is_dataclass(hint):
        yield from differences(description, hint, schema, seen)
    elif (hint in SIMPLE and SIMPLE[hint] != (kind, form)) or (
        hint is str and (kind, form) != ("string", None)
    ):
        yield f"{where} is {kind} {form}"


@pytest.mark.shared
def test_the_page_tells_where_each_operation_is(description):
    page = (Path(__file__).parents[3] / "docs" / "cyclos-client.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| `([A-Z]+ /\S+)` \|", page, re.M))
    assert told == {snake(name): " ".join(description.operations[name][:2]) for name in CALLS}
