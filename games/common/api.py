"""What all parts of the API share: JSON in and out, pagination, rate limits, problem documents."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.errors import MEDIA_TYPE
from accounts.models import User
from accounts.quiet import read_as, reading
from accounts.validators import CONTROL

POSITION = re.compile("[0-9]{1,18}")  # an id

DESCRIPTIONS = {
    400: "The request is malformed: `errors` names the wrong fields, at most ten.",
    401: "You are not signed in, or the token is not valid.",
    403: "You may not do this, or a request with a session came without its CSRF token.",
    404: "There is nothing here, or it is a private table that you may not see.",
    409: "The table is not in a state that allows this.",
    413: "The body is larger than 64 KiB.",
    415: "The body is not `application/json`.",
    422: "The request is well formed, but the rules of the game or the site do not allow it; `code` names the reason.",
    429: "Too many requests. `Retry-After` is the number of seconds to wait.",
}
MAX_ERRORS = 10  # named in one answer
BODY_STATUSES = (400, 413, 415)  # possible for every endpoint that reads a body

Fields = dict[str, Any]

LETTERS = "ABCDEFGHIJ"
LETTER_OR_NULL = {"type": ["string", "null"], "description": "The seat's letter; null before the start."}

Values = dict[str, Any]
FormType = TypeVar("FormType", bound=serializers.Serializer[Any])
View = TypeVar("View", bound=Callable[..., Any])

DAY = 86400


class NewestFirst(CursorPagination):
    """Newest first, by cursor: a page stays right while rows are added. ``page_size`` chooses up to 100 rows."""

    ordering: str | tuple[str, ...] = "-id"
    position = POSITION  # of a row in this order
    page_size_query_param = "page_size"
    max_page_size = 100
    offset_cutoff = None  # type: ignore[assignment]  # else a page behind a thousand equal values would come for ever

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the cursor, None for the first page. Raises ValidationError for one that the site did not issue."""
        try:
            cursor = super().decode_cursor(request)
        except NotFound as error:
            raise ValidationError({self.cursor_query_param: error.detail}) from None
        if cursor and cursor.position is not None and not self.position.fullmatch(str(cursor.position)):
            raise ValidationError({self.cursor_query_param: self.invalid_cursor_message})
        return cursor


class NewestGamesFirst(NewestFirst):
    """Games, newest first, where each list says what it is sorted by (``GameQuerySet.with_seat``)."""

    ordering = "-sort_id"


class FaultSerializer(serializers.Serializer[Fields]):
    """One wrong field of a body or a query."""

    field = serializers.CharField(help_text="The name of the field, dotted if nested; empty for the whole body.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Fields]):
    """RFC 9457, with a `code` for programs."""

    type = serializers.CharField(help_text="Always `about:blank`; see `code` for the kind of problem.")
    title = serializers.CharField(help_text="The name of the status.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="A sentence for people, in the requested language.")
    code = serializers.CharField(help_text="A stable code for programs.")
    errors = FaultSerializer(  # type: ignore[assignment]
        many=True, required=False, help_text="With 400: the wrong fields, at most ten."
    )


def operation(
    name: str,
    tag: str,
    answers: dict[Any, Any],
    *refusals: int,
    request: Any = None,
    conflict: type[ProblemSerializer] = ProblemSerializer,
    **more: Any,
) -> Callable[[View], View]:
    """Document an operation: its body, answers, and refusals beside 401 and 429. ``conflict`` is the body of a 409."""
    statuses = {401, 429, *refusals, *(BODY_STATUSES if request else ())}
    problems = {
        (status, MEDIA_TYPE): OpenApiResponse(
            conflict if status == 409 else ProblemSerializer, description=DESCRIPTIONS[status]
        )
        for status in sorted(statuses)
    }
    return extend_schema(operation_id=name, tags=[tag], request=request, responses={**answers, **problems}, **more)


def player_of(request: Request) -> User:
    """Return the signed-in player. Raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def letter(number: int | None) -> str | None:
    return None if number is None else LETTERS[number]


@extend_schema_field(LETTER_OR_NULL)
class LetterField(serializers.ReadOnlyField):
    def to_representation(self, value: int) -> str | None:
        return letter(value)


class JSONView(APIView):
    """A view of the API. Only GET and POST exist; HEAD is GET without its body."""

    http_method_names = ["get", "head", "post"]

    def dispatch(self, request: HttpRequest, *args: Any, **address: Any) -> HttpResponseBase:
        with reading():
            return super().dispatch(request, *args, **address)

    def initial(self, request: Request, *args: Any, **address: Any) -> None:
        super().initial(request, *args, **address)
        read_as(request.user)

    @property
    def player(self) -> User:
        return player_of(self.request)


def cleaned(form: type[FormType], request: Request) -> Values:
    """Return the values of the request's body. Raises ValidationError, and the errors of the parser."""
    serializer = form(data=request.data)
    if unknown := dict(islice(unknown_members(serializer.fields, request.data), MAX_ERRORS)):
        raise serializers.ValidationError(unknown)
    serializer.is_valid(raise_exception=True)
    values: Values = serializer.validated_data
    return values


def unknown_members(fields: Mapping[str, Any], data: Any) -> Iterator[tuple[str, Any]]:
    """Yield each member of a body that no field takes, with the error about it; nested ones below their field."""
    for name, value in data.items() if isinstance(data, Mapping) else ():
        field = fields.get(name)
        if field is None:
            text = _("Unknown member. Known ones: %(names)s.") % {"names": ", ".join(fields) or "-"}
            yield str(name)[:40], [serializers.ErrorDetail(text, code="unknown-member")]
        elif isinstance(field, serializers.Serializer) and (
            nested := dict(islice(unknown_members(field.fields, value), MAX_ERRORS))
        ):
            yield name, nested


class NothingForm(serializers.Serializer[Values]):
    """A request without members."""


class LimitedListField(serializers.ListField):
    """A list of at most ``max_length`` items. The items of a longer one are not looked at."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        items: list[Any] = super().to_internal_value(data)
        return items


class NameField(serializers.CharField):
    """A name in one line, without control characters."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Refuse control characters, also at the ends, which are otherwise cut off."""
        if isinstance(data, str) and CONTROL.search(data):
            raise serializers.ValidationError(_("Control characters are not allowed here."), code="control-characters")
        return super().run_validation(data)


def name_session_cookie(result: dict[str, Any], **_generator: object) -> dict[str, Any]:
    """Name the cookie in the schema as sites with https call it, whatever the settings that the schema is made with."""
    result["components"]["securitySchemes"]["cookieAuth"]["name"] = "__Host-sessionid"
    return result
