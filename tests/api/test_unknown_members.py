import json

import pytest
from django.urls import URLPattern, reverse

from games.api import urls
from games.chat.models import ChatMessage
from games.core.models import Game
from tests.helpers.programs import Program

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
VALUES = {"id": "", "key": "abcdefghjk", "pk": 1, "ply": 1, "number": 1, "name": "x"}


def writers() -> list[str]:
    """Return the names of all addresses that take POST."""
    views = [(one.name, getattr(one.callback, "cls", None)) for one in urls.urlpatterns if isinstance(one, URLPattern)]
    return [name for name, view in views if name and view and hasattr(view, "post")]


@pytest.mark.parametrize("name", writers())
def test_every_address_of_the_api_refuses_unknown_members(name: str, ann: Program, mo: Program, game: Game) -> None:
    route = next(str(one.pattern) for one in urls.urlpatterns if isinstance(one, URLPattern) and one.name == name)
    values = {key: value for key, value in {**VALUES, "id": game.code}.items() if f":{key}>" in route}
    body = json.dumps({"surprise": 1})
    caller = mo if route.startswith("moderation/") else ann
    answer = caller.client.post(reverse(f"api:{name}", kwargs=values), body, content_type="application/json")
    assert answer.status_code == 400, answer.content
    errors = answer.json()["errors"]
    assert ("surprise", "unknown-member") in [(error["field"], error["code"]) for error in errors]


def test_an_unknown_nested_member_is_named_with_its_place(ann: Program) -> None:
    body = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2, "own_pace": {"bonk": 1}}
    assert ann.post("games/", body, 400)["errors"][0]["field"] == "own_pace.bonk"


@pytest.mark.parametrize(
    "name", ["a\nb", "a\tb", "a\x07b", "a\u202eb", "\nab", "a\ufffeb", "a\uffffb", "a\u061cb", "a\U000e0041b"]
)
def test_a_name_of_a_table_has_no_control_characters(ann: Program, name: str) -> None:
    body = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2, "name": name}
    assert ann.post("games/", body, 400)["errors"][0]["field"] == "name"


def test_a_chat_message_keeps_its_line_breaks(ann: Program, game: Game) -> None:
    ann.post(f"games/{game.code}/messages/", {"text": "one\ntwo"}, 201)
    assert ChatMessage.objects.get().text == "one\ntwo"
