import datetime as dt
import hashlib

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from accounts.authentication import TokenAuthentication, TokenScheme
from accounts.errors import NoSuchToken, TooManyTokens
from accounts.models import ApiToken, User
from accounts.services import MAX_TOKENS, create_token, deactivate, revoke_token
from tests.accounts.conftest import PASSWORD, make_person


class Echo(APIView):
    """A view that returns the user's name."""

    authentication_classes = [TokenAuthentication]
    permission_classes = [IsAuthenticated]

    def get(self, request: Request) -> Response:
        return Response({"name": request.user.get_username()})


def ask(header: str) -> Response:
    request = APIRequestFactory().get("/", headers={"authorization": header} if header else {})
    return Echo.as_view()(request)


def test_a_token_is_stored_as_a_hash_only(leila: User) -> None:
    token, key = create_token(leila, "bot")
    token.refresh_from_db()
    assert key.startswith("mk_")
    assert (token.digest, token.prefix) == (hashlib.sha256(key.encode()).hexdigest(), key[:8])
    assert key not in {str(value) for value in ApiToken.objects.values().get().values()}


def test_the_token_page_shows_the_key_once(signed_in: Client) -> None:
    page = signed_in.post("/settings/tokens/", {"name": "bot", "days": 90, "password": PASSWORD})
    key = page.context["key"]
    assert key.encode() in page.content
    assert "no-store" in page.headers["Cache-Control"]
    again = signed_in.get("/settings/tokens/").content
    assert key.encode() not in again
    assert key[:8].encode() in again


def test_a_token_needs_a_name(signed_in: Client) -> None:
    page = signed_in.post("/settings/tokens/", {"name": " ", "days": 90, "password": PASSWORD})
    assert "name" in page.context["form"].errors
    assert not ApiToken.objects.exists()


def test_the_key_of_a_token_opens_the_api(leila: User) -> None:
    _token, key = create_token(leila, "bot")
    assert ask(f"Bearer {key}").data == {"name": "leila"}
    assert ask(f"bearer {key}").data == {"name": "leila"}


@pytest.mark.parametrize("header", ["Bearer mk_wrong", "Bearer", "Bearer ", "Bearer \xe9"])
def test_a_wrong_token_key_is_refused(leila: User, header: str) -> None:
    create_token(leila, "bot")
    response = ask(header)
    assert (response.status_code, response.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_the_stored_hash_of_a_token_opens_nothing(leila: User) -> None:
    token, _key = create_token(leila, "bot")
    assert ask(f"Bearer {token.digest}").status_code == 401


@pytest.mark.parametrize("header", ["", "Basic bGVpbGE6eA=="])
def test_other_authorization_headers_are_ignored(header: str) -> None:
    request = Request(APIRequestFactory().get("/", headers={"authorization": header} if header else {}))
    assert TokenAuthentication().authenticate(request) is None


def test_a_revoked_token_key_is_refused(leila: User) -> None:
    token, key = create_token(leila, "bot")
    revoke_token(leila, token.pk)
    assert ask(f"Bearer {key}").status_code == 401


def test_the_token_key_of_a_closed_account_is_refused(leila: User) -> None:
    _token, key = create_token(leila, "bot")
    deactivate(leila)
    assert ask(f"Bearer {key}").status_code == 401


def test_the_token_page_revokes_a_token(signed_in: Client, leila: User) -> None:
    token, key = create_token(leila, "bot")
    assert signed_in.post(f"/settings/tokens/{token.pk}/revoke/").headers["Location"] == "/settings/tokens/"
    assert ask(f"Bearer {key}").status_code == 401
    assert b"You have no tokens" in signed_in.get("/settings/tokens/").content


def test_a_get_of_the_revoke_address_revokes_no_token(signed_in: Client, leila: User) -> None:
    token, key = create_token(leila, "bot")
    assert signed_in.get(f"/settings/tokens/{token.pk}/revoke/").status_code == 405
    assert ask(f"Bearer {key}").status_code == 200


def test_another_user_cannot_revoke_a_token(signed_in: Client) -> None:
    token, key = create_token(make_person("omar"), "bot")
    assert signed_in.post(f"/settings/tokens/{token.pk}/revoke/").status_code == 404
    assert ask(f"Bearer {key}").status_code == 200


def test_a_token_is_revoked_once(leila: User) -> None:
    token, _key = create_token(leila, "bot")
    revoke_token(leila, token.pk)
    with pytest.raises(NoSuchToken):
        revoke_token(leila, token.pk)


def test_tokens_of_a_user_are_limited(leila: User) -> None:
    for number in range(MAX_TOKENS):
        create_token(leila, str(number))
    with pytest.raises(TooManyTokens):
        create_token(leila, "one more")
    assert ApiToken.objects.count() == MAX_TOKENS


def test_the_use_of_a_token_is_noted_once_an_hour(leila: User) -> None:
    token, key = create_token(leila, "bot")
    start = timezone.now()
    seen = []
    for minutes in (1, 30, 62):
        with time_machine.travel(start + dt.timedelta(minutes=minutes), tick=False):
            ask(f"Bearer {key}")
        token.refresh_from_db()
        assert token.last_used_at is not None
        seen.append(round((token.last_used_at - start).total_seconds() / 60))
    assert seen == [1, 1, 62]


def test_a_token_is_read_in_few_statements(leila: User, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    _token, key = create_token(leila, "bot")
    ask(f"Bearer {key}")
    with django_assert_max_num_queries(3):
        ask(f"Bearer {key}")


def test_the_schema_of_the_api_describes_tokens() -> None:
    scheme = TokenScheme(TokenAuthentication)  # type: ignore[no-untyped-call]
    assert scheme.get_security_definition(None)["scheme"] == "bearer"  # type: ignore[arg-type]


def test_a_token_is_listed_by_the_beginning_of_its_key(leila: User) -> None:
    token, key = create_token(leila, "bot")
    assert str(token) == f"bot ({key[:8]}…)"
