import json
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import URLPattern, reverse
from rest_framework.exceptions import ValidationError
from rest_framework.serializers import DictField, ListField, Serializer
from rest_framework.throttling import SimpleRateThrottle

from accounts.errors import LastAdmin
from games.api import urls
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
        b"[" * 60_000,
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
    body = b'{"text": "' + b"x" * 2**16 + b'"}'
    path = f"{ROOT}games/{game.code}/messages/"
    assert checked(ann.client.post(path, body, content_type="application/json"), 413)["code"] == "too-large"


def writing_addresses(game: Game) -> list[str]:
    """Return all addresses that take POST, for a game."""
    values = {"id": game.code, "key": "abcdefghjk", "pk": 1, "ply": 1, "number": 1, "name": "x"}
    routes = [one for one in urls.urlpatterns if isinstance(one, URLPattern) and one.name]
    writing = [one for one in routes if hasattr(getattr(one.callback, "cls", None), "post")]
    names = [(one.name, {key: values[key] for key in values if f":{key}>" in str(one.pattern)}) for one in writing]
    return [reverse(f"api:{name}", kwargs=kwargs) for name, kwargs in names]


@pytest.mark.parametrize("body", [r'{"text": "\ud800"}', r'{"text": ["a", {"b": "\udc00x"}]}', r'{"\ud800": 2}'])
def test_half_a_character_is_refused_everywhere(game: Game, mo: Program, body: str) -> None:
    for path in writing_addresses(game):
        answer = mo.client.post(path, body, content_type="application/json")
        assert "half a character" in checked(answer, 400)["detail"], path


def test_a_character_of_two_surrogates_is_a_character(game: Game, ann: Program) -> None:
    path = f"{ROOT}games/{game.code}/messages/"
    body = r'{"text": "\ud83d\ude00"}'
    assert checked(ann.client.post(path, body, content_type="application/json"), 201)["text"] == "\U0001f600"


def test_at_most_ten_errors_are_named_in_a_short_answer(game: Game, mo: Program) -> None:
    wrong = json.dumps({f"m{number}": number for number in range(4500)})
    for path in writing_addresses(game):
        answer = mo.client.post(path, wrong, content_type="application/json")
        assert len(checked(answer, 400)["errors"]) == 10, path
        assert len(answer.content) < 10_000


def test_at_most_ten_errors_of_a_nested_form_are_named(ann: Program) -> None:
    table = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2}
    body = {**table, "own_pace": {f"m{number}": number for number in range(4500)}}
    errors = ann.post("games/", body, 400)["errors"]
    assert {error["field"].split(".")[0] for error in errors} == {"own_pace"}
    assert len(errors) == 10


def test_at_most_ten_wrong_items_of_a_list_are_named(ann: Program, game: Game) -> None:
    errors = ann.post(f"games/{game.code}/orders/ranks/", {"numbers": ["x"] * 90}, 400)["errors"]
    assert [error["field"] for error in errors] == [f"numbers.{number}" for number in range(10)]


def bounded_fields() -> list[tuple[type[Serializer[Any]], str, ListField | DictField]]:
    """Return the lists and mappings in the bodies of all requests."""
    forms = [form for form in every_subclass(Serializer) if form.__name__.endswith("Form")]
    found = [(form, name, field) for form in forms for name, field in form().fields.items()]
    lists = [(form, name, field) for form, name, field in found if isinstance(field, ListField | DictField)]
    return [(form, name, field.child) for form, name, field in lists if isinstance(field.child, ListField)] + lists


def every_subclass(parent: type[Any]) -> list[type[Any]]:
    direct = parent.__subclasses__()
    return [*direct, *(one for child in direct for one in every_subclass(child))]


def test_the_items_of_a_list_that_is_too_long_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = bounded_fields()
    assert {"actions", "days", "numbers", "options", "robots"} <= {name for _form, name, _field in fields}
    for form, name, field in fields:
        seen: list[Any] = []
        monkeypatch.setattr(field.child, "run_validation", seen.append)
        data = {f"k{number}": "v" for number in range(101)} if isinstance(field, DictField) else ["v"] * 101
        with pytest.raises(ValidationError) as caught:
            field.run_validation(data)
        assert caught.value.get_codes() == ["max_length"], (form, name)
        assert seen == [], (form, name)


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
    assert ann.get(f"games/{game.code}/") == {**after, "rating_changes": [], "unrated": ""}
