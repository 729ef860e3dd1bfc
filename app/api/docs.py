"""The API for people to read: /v1/docs, made on the server from the OpenAPI document."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Flask, Response, make_response, render_template

from app.api.calls import DESCRIPTION, KEY, PREFIX, Api
from app.api.problems import codes


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a body, or a part of a query."""

    name: str
    kind: str
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call as the page shows it."""

    method: str
    path: str
    name: str
    summary: str
    about: str
    keyed: bool
    query: tuple[Field, ...]
    takes: tuple[Field, ...]
    status: str
    media_type: str
    gives: str


@dataclass(frozen=True, slots=True)
class Group:
    """Calls that belong together."""

    name: str
    about: str
    calls: tuple[Call, ...]


def init_app(app: Flask, api: Api) -> None:
    """Add the page."""
    blueprint = Blueprint("api_docs", __name__, url_prefix=PREFIX, template_folder="templates")
    blueprint.add_url_rule("/docs", "docs", partial(_page, api))
    app.register_blueprint(blueprint)


def _page(api: Api) -> Response:
    spec = api.spec.to_dict()
    nonce = secrets.token_urlsafe(16)
    page = render_template(
        "api/docs.html",
        paragraphs=DESCRIPTION.strip().split("\n\n"),
        groups=groups(spec),
        schemas=schemas(spec),
        codes=codes(),
        nonce=nonce,
    )
    response = make_response(page)
    response.headers["Content-Security-Policy"] = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; frame-ancestors 'none'"
    )
    return response


def groups(spec: Mapping[str, Any]) -> tuple[Group, ...]:
    """The calls of an OpenAPI document under their headings."""
    calls = [
        (operation["tags"][0], _call(spec, method, path, operation))
        for path, operations in spec["paths"].items()
        for method, operation in operations.items()
        if method != "parameters"
    ]
    about = {tag["name"].removeprefix("api_"): tag.get("description", "") for tag in spec["tags"]}
    return tuple(
        Group(name, about.get(name, ""), tuple(call for tag, call in calls if tag == name))
        for name in dict.fromkeys(tag for tag, _ in calls)
    )


def schemas(spec: Mapping[str, Any]) -> tuple[tuple[str, str, tuple[Field, ...]], ...]:
    """Name, meaning and fields of every body in an OpenAPI document."""
    found = spec["components"]["schemas"]
    return tuple(
        (name, found[name].get("description", ""), tuple(_fields(found[name]))) for name in sorted(found)
    )


def _call(spec: Mapping[str, Any], method: str, path: str, operation: Mapping[str, Any]) -> Call:
    status = next(code for code in operation["responses"] if code.startswith("2"))
    content = operation["responses"][status].get("content", {})
    media_type = next(iter(content), "")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    parameters = operation.get("parameters", [])
    return Call(
        method=method.upper(),
        path=path,
        name=operation["operationId"],
        summary=operation.get("summary", ""),
        about=operation.get("description", ""),
        keyed=any(parameter.get("$ref", "").endswith(KEY) for parameter in parameters),
        query=tuple(
            Field(p["name"], _kind(p["schema"]), p.get("required", False), p.get("description", ""))
            for p in parameters
            if p.get("in") == "query"
        ),
        takes=tuple(_fields(spec["components"]["schemas"].get(_kind(body), {}))),
        status=status,
        media_type="" if media_type == "application/json" else media_type,
        gives=_kind(content[media_type].get("schema", {})) if content else "",
    )


def _fields(schema: Mapping[str, Any]) -> Iterator[Field]:
    required = schema.get("required", [])
    for name, field in schema.get("properties", {}).items():
        yield Field(name, _kind(field), name in required, field.get("description", ""))


def _kind(schema: Mapping[str, Any]) -> str:
    """A schema in a word: the name of a body, a plain type, or a list of one of them."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"])
    kind = schema.get("type", "")
    if kind == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if isinstance(kind, list):
        return " or ".join(str(one) for one in kind)
    return str(kind)
