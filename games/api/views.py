"""The API's documentation: the contents of its reference page, from the OpenAPI document, and its views."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

METHODS = ("get", "post")
ORDER = ("games", "play", "tables", "people", "ratings", "time", "titles")


@dataclass(frozen=True, slots=True)
class FieldDoc:
    name: str
    kind: str
    required: bool
    text: str


@dataclass(frozen=True, slots=True)
class ResponseDoc:
    """A status that an endpoint can answer. ``members`` are the fields of its body, if that is an object."""

    status: str
    text: str
    kind: str
    members: tuple[FieldDoc, ...]

    @property
    def is_success(self) -> bool:
        return self.status.startswith("2")


@dataclass(frozen=True, slots=True)
class OperationDoc:
    id: str
    method: str
    path: str
    text: str
    signed_in: bool
    parameters: tuple[FieldDoc, ...]
    body: tuple[FieldDoc, ...]
    answers: tuple[ResponseDoc, ...]

    @property
    def path_parts(self) -> list[str]:
        """Return the path split after its slashes, where the page allows a line break."""
        return self.path.replace("/", "/ ").split()


@dataclass(frozen=True, slots=True)
class OperationGroup:
    name: str
    operations: tuple[OperationDoc, ...]


@lru_cache(maxsize=1)
def operation_groups() -> tuple[OperationGroup, ...]:
    groups: dict[str, list[OperationDoc]] = {tag: [] for tag in ORDER}
    for path, item in document()["paths"].items():
        for method in METHODS:
            if method in item:
                groups[item[method]["tags"][0]].append(_operation(path, method, item[method]))
    return tuple(OperationGroup(name, tuple(operations)) for name, operations in groups.items())


def _operation(path: str, method: str, data: dict[str, Any]) -> OperationDoc:
    body = data.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    return OperationDoc(
        id=data["operationId"],
        method=method.upper(),
        path=path,
        text=plain_text(data),
        signed_in={} not in data["security"],
        parameters=tuple(
            FieldDoc(p["name"], kind_of(p["schema"]), p.get("required", False), plain_text(p))
            for p in data.get("parameters", [])
        ),
        body=members_of(body) if body else (),
        answers=tuple(_answer(status, answer) for status, answer in sorted(data["responses"].items())),
    )


def _answer(status: str, data: dict[str, Any]) -> ResponseDoc:
    schema: dict[str, Any] = next((media["schema"] for media in data.get("content", {}).values()), {})
    return ResponseDoc(status, plain_text(data), kind_of(schema) if schema else "", members_of(schema))


def plain_text(data: dict[str, Any]) -> str:
    """Return a description without Markdown's backticks and with curly apostrophes, as on other pages."""
    return str(data.get("description", "")).replace("`", "").replace("'", "’")


def resolve_reference(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema that a reference points to; other schemas unchanged."""
    while reference := _reference(schema):
        schema = document()["components"]["schemas"][reference]
    return schema


def _reference(schema: dict[str, Any]) -> str:
    for option in [schema, *schema.get("allOf", []), *schema.get("oneOf", [])]:
        if "$ref" in option:
            return str(option["$ref"]).rpartition("/")[2]
    return ""


def members_of(schema: dict[str, Any]) -> tuple[FieldDoc, ...]:
    schema = resolve_reference(schema)
    if "items" in schema:
        return members_of(schema["items"])
    required = schema.get("required", [])
    return tuple(
        FieldDoc(name, kind_of(member), name in required, plain_text(member))
        for name, member in schema.get("properties", {}).items()
    )


def kind_of(schema: dict[str, Any]) -> str:
    """Return the type of a value in a few words: ``string or null``, ``list of Seat``, ``1d, 3d, 7d or none``."""
    if schema.get("type") == "array":
        return f"list of {kind_of(schema['items'])}"
    if reference := _reference(schema):
        values = document()["components"]["schemas"][reference].get("enum")
        return _join_values(values) if values else reference
    if "enum" in schema:
        return _join_values(schema["enum"])
    kinds = schema.get("type", "any value")
    kind = " or ".join(kinds) if isinstance(kinds, list) else str(kinds)
    return f"{kind}, {schema['format']}" if "format" in schema else kind


def _join_values(values: list[Any]) -> str:
    return " | ".join(json.dumps(value) for value in values)


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """Return the document. It is the same for everyone and generated once."""
    with translation.override("en"):
        schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


@lru_cache(maxsize=1)
def as_json() -> bytes:
    text: bytes = OpenApiJsonRenderer().render(document(), renderer_context={})
    return text


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    return HttpResponse(as_json(), content_type="application/vnd.oai.openapi+json")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "api/reference.html", {"groups": operation_groups()})
