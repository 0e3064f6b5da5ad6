import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.throttling import SimpleRateThrottle

from accounts.errors import LastAdmin
from games.api.errors import problem_of
from games.core.models import Entry, Game
from tests.helpers.programs import ROOT, Program, checked

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"",
        b"NaN",
        b'{"ply": Infinity}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"ply": ' + b"9" * 5000 + b"}",
        '{"ply": 2, "action": "L"}'.encode("utf-16"),
    ],
)
def test_a_body_that_is_not_json_is_refused(game: Game, ann: Program, body: bytes) -> None:
    path = f"{ROOT}games/{game.code}/actions/"
    checked(ann.client.post(path, body, content_type="application/json"), 400)
    assert Entry.objects.count() == game.ply


def test_a_body_of_an_unsupported_media_type_is_refused(game: Game, ann: Program) -> None:
    path = f"{ROOT}games/{game.code}/actions/"
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain", "application/jsonp"):
        assert checked(ann.client.post(path, "ply=2", content_type=kind), 415)["code"] == "unsupported-media-type"
    assert Entry.objects.count() == game.ply


def test_a_media_type_may_have_parameters(game: Game, ann: Program) -> None:
    path = f"{ROOT}games/{game.code}/actions/"
    body = b'{"ply": %d, "action": "L"}' % game.ply
    checked(ann.client.post(path, body, content_type="Application/JSON; charset=latin-1"), 200)


def test_a_body_that_is_too_large_is_refused(game: Game, ann: Program) -> None:
    body = b'{"text": "' + b"x" * 2**20 + b'"}'
    path = f"{ROOT}games/{game.code}/messages/"
    assert checked(ann.client.post(path, body, content_type="application/json"), 413)["code"] == "too-large"


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS"])
def test_an_unsupported_method_is_refused(game: Game, ann: Program, method: str) -> None:
    response = ann.client.generic(method, f"{ROOT}games/{game.code}/")
    assert checked(response, 405)["code"] == "method-not-allowed"
    assert "GET" in response.headers["Allow"]


def test_a_get_of_a_write_only_address_is_refused(game: Game, ann: Program) -> None:
    assert ann.get(f"games/{game.code}/actions/", 405)["code"] == "method-not-allowed"


@pytest.mark.parametrize("path", ["nowhere/", "games/ABC/", "games/../me/", "games/a%00b/", "players/%F0%9F%98%80/"])
def test_an_unknown_address_gets_a_problem_document(anonymous_client: Program, path: str) -> None:
    assert anonymous_client.get(path, 404)["code"] == "not-found"


def test_json_is_sent_whatever_the_client_accepts(anonymous_client: Program) -> None:
    checked(anonymous_client.client.get(f"{ROOT}titles/", HTTP_ACCEPT="text/html"), 200)


def test_a_refusal_by_the_framework_has_the_form_of_all_refusals() -> None:
    found = [problem_of(error) for error in (Http404(), PermissionDenied(), LastAdmin())]
    assert [problem and problem.status for problem in found] == [404, 403, 409]


def test_a_server_error_is_not_reported_as_a_refusal() -> None:
    assert problem_of(ValueError("ours")) is None


@pytest.mark.parametrize(("scope", "path"), [("user", "me/"), ("user", "titles/")])
def test_a_player_with_too_many_requests_is_told_the_time_to_wait(
    ann: Program, monkeypatch: pytest.MonkeyPatch, scope: str, path: str
) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, scope, "2/min")
    ann.get(path)
    ann.get(path)
    response = ann.client.get(ROOT + path)
    assert checked(response, 429)["code"] == "throttled"
    assert 1 <= int(response.headers["Retry-After"]) <= 60


def test_a_visitor_with_too_many_requests_does_not_stop_players(
    ann: Program, anonymous_client: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "anon", "1/min")
    anonymous_client.get("titles/")
    anonymous_client.get("titles/", 429)
    ann.get("titles/")


def test_api_writes_are_counted_apart_from_reads(game: Game, ann: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "write", "1/min")
    after = ann.play(game, "L", game.ply)
    ann.play(game, after["legal"][0], after["ply"], 429)
    assert ann.get(f"games/{game.code}/") == after
