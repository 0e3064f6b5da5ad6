"""A site of one page, for the test of proxies: it reads the body of a request, and its answer may be large."""

from collections.abc import Iterable, Mapping
from typing import Any

LARGE = 8 * 1024 * 1024  # bytes: more than the buffers of a connection hold


def application(environ: Mapping[str, Any], start_response: Any) -> Iterable[bytes]:
    environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    body = b"x" * (LARGE if environ["PATH_INFO"] == "/large" else 2)
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]
