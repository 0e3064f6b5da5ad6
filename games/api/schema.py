"""The OpenAPI document of the API."""

from functools import lru_cache
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """Return the document. It is the same for everyone and generated once."""
    with translation.override("en"):
        schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


@lru_cache(maxsize=1)
def as_json() -> bytes:
    """Return the document as JSON text."""
    text: bytes = OpenApiJsonRenderer().render(document(), renderer_context={})
    return text
