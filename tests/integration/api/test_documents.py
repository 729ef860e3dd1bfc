"""The API describes itself: every route is in its document, and people can read it without a script."""

import re

from app.api import problems
from app.errors import Refusal


def document(house):
    return house.app.test_client().get("/v1/openapi.json").json


def test_every_route_is_in_the_document_and_nothing_else(house):
    routes = {
        (str(rule.rule).replace("<", "{").replace(">", "}"), method.lower())
        for rule in house.app.url_map.iter_rules()
        if rule.rule.startswith("/v1/") and rule.rule not in ("/v1/openapi.json", "/v1/docs")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    described = {
        (path, method)
        for path, operations in document(house)["paths"].items()
        for method in operations
        if method != "parameters"
    }
    assert described == routes
    assert routes


def test_every_call_of_the_fixed_interface_is_there(house):
    described = document(house)["paths"]
    fixed = """
    post /v1/sessions
    post /v1/tile-batches
    get /v1/tile-batches/{batch_id}/sheet.pdf
    post /v1/tile-batches/{batch_id}/printed
    post /v1/tables
    post /v1/tables/{table_id}/seats
    post /v1/tables/{table_id}/start
    get /v1/tables/{table_id}
    post /v1/tables/{table_id}/moves
    post /v1/tables/{table_id}/payments
    get /v1/tables/{table_id}/stream
    get /v1/tables/{table_id}/log
    get /v1/ledger/transfers
    post /v1/ledger/transfers/{number}/reverse
    get /v1/ledger/verify
    """
    for line in fixed.split("\n"):
        if line.strip():
            method, path = line.split()
            assert method in described[path]


def test_references_lead_somewhere_names_are_unique_and_paths_have_their_parameters(house):
    found = document(house)
    assert found["openapi"] == "3.1.0"
    for reference in re.findall(
        r'"\$ref": ?"#/([^"]+)"', house.app.test_client().get("/v1/openapi.json").text
    ):
        place = found
        for step in reference.split("/"):
            place = place[step]
    names = [
        operation["operationId"]
        for operations in found["paths"].values()
        for method, operation in operations.items()
        if method != "parameters"
    ]
    assert len(names) == len(set(names))
    for path, operations in found["paths"].items():
        declared = {parameter["name"] for parameter in operations.get("parameters", [])}
        assert declared == set(re.findall(r"{(\w+)}", path))


def test_errors_are_described_as_problem_documents_and_every_post_takes_a_key(house):
    found = document(house)
    for operations in found["paths"].values():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            assert operation["responses"]["default"] == {"$ref": "#/components/responses/DEFAULT_ERROR"}
            keyed = {"$ref": "#/components/parameters/idempotency_key"} in operation.get("parameters", [])
            assert keyed is (method == "post")
    content = found["components"]["responses"]["DEFAULT_ERROR"]["content"]
    assert list(content) == [problems.MEDIA_TYPE]


def test_people_read_all_of_it_on_one_page_that_loads_nothing(house):
    answer = house.app.test_client().get("/v1/docs")
    assert answer.mimetype == "text/html"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    for path, operations in document(house)["paths"].items():
        assert path in answer.text
        for method, operation in operations.items():
            assert method == "parameters" or f'id="{operation["operationId"]}"' in answer.text
    assert "<script" not in answer.text
    assert not re.findall(r'(?:src|href)="(?!#|/v1/)', answer.text)


def test_every_code_is_explained_where_its_type_leads(house):
    text = house.app.test_client().get("/v1/docs").text
    codes = [code for code, _, _ in problems.codes()]
    assert len(codes) == len(set(codes))
    assert set(Refusal) < set(codes)
    for code in codes:
        assert f'id="{code}"' in text
