"""Descriptions of problem documents in the OpenAPI document, by status."""

from drf_spectacular.utils import OpenApiResponse

from accounts.problems import MEDIA_TYPE

from .serializers.problems import FreshProblemSerializer, ProblemSerializer

DESCRIPTIONS = {
    400: "The request cannot be understood: `errors` names each field that is wrong.",
    401: "Nobody is signed in, or the token is not one that opens the API.",
    403: "You may not do this; or a request with a session came without its CSRF token.",
    404: "There is nothing here, or it is a private table that is not yours to see.",
    409: "The table is not in a state that allows this.",
    413: "The body is too large.",
    415: "The body is not `application/json`.",
    422: "The request is well formed, but the rules of the game or of the site do not allow it; `code` says why.",
    429: "Too many requests. `Retry-After` tells how many seconds to wait.",
}
BODY_STATUSES = (400, 413, 415)  # what any endpoint that reads a body can answer

Responses = dict[tuple[int, str], OpenApiResponse]


def problems(*statuses: int, fresh: bool = False) -> Responses:
    """Return the documentation of these statuses; 401 and 429 are always among them.

    ``fresh``: the 409 carries the game as it stands now.
    """
    return {
        (status, MEDIA_TYPE): OpenApiResponse(
            FreshProblemSerializer if fresh and status == 409 else ProblemSerializer, description=DESCRIPTIONS[status]
        )
        for status in sorted({401, 429, *statuses})
    }
