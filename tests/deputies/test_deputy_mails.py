import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.clocks.models import TurnStep
from games.delivery.push import payload_of
from games.deputies.models import Deputy
from games.deputies.services import name_deputy
from games.mail.compose import compose
from games.mail.event_line import line_of
from games.mail.webhook_body import body_of
from games.notifications.models import Kind, Notification, Webhook
from games.time_outs import substitutes
from tests.helpers.notifications import both, html_of, latest, reader, row_of, text_of
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def request_to(user: User, **dates: object) -> Notification:
    """Return Nora's request to a player to be her deputy."""
    name_deputy(make_user("Nora"), user.username, timezone.now(), **dates)  # type: ignore[arg-type]
    return latest(Kind.DEPUTY, user)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "asks you to be their deputy"), ("fr", "vous demande d’être son remplaçant")]
)
def test_a_friend_is_asked_to_be_a_deputy_with_a_link(language: str, words: str) -> None:
    row = request_to(reader(language))
    mail = compose(row)
    assert mail.subject == f"Nora {words}"
    assert "/m/deputy/" in text_of(mail)
    assert "/m/deputy/" in html_of(mail)
    assert "List-Unsubscribe" in mail.extra_headers
    assert row.user
    assert row.user.username in both(row)[0]


def test_a_request_to_a_deputy_names_the_days() -> None:
    day = timezone.now().date() + timedelta(days=3)
    assert all(f"from {day:%A} " in part for part in both(request_to(reader(), first=day, last=day)))


def test_push_and_webhooks_get_a_request_to_a_deputy_without_a_table() -> None:
    row = request_to(reader())
    assert row.user
    hook = Webhook(user=row.user, url="https://hooks.example.org/", shape="json")
    body = json.loads(body_of(row, hook))
    assert (body["event"], body["table"], body["turn"]) == ("deputy", None, None)
    assert body["text"] == "Nora asks you to be their deputy."
    assert "/m/deputy/" in body["url"]
    assert json.loads(payload_of(row))["body"] == body["text"]


def test_a_withdrawn_request_to_a_deputy_can_still_be_composed() -> None:
    row = request_to(reader())
    Deputy.objects.update(ended_at=timezone.now())
    assert all("A former player" in part for part in both(row))


def test_a_deputy_for_certain_days_is_not_notified_of_a_late_player() -> None:
    row = row_of(Kind.DEPUTY, reader())
    TurnStep.objects.all().delete()
    for part in both(row):
        assert "As their deputy, you can play it for them." in part
        assert "until" not in part.split("Ways to play")[0].split("Play from this email")[0]
    assert "As their deputy, you can play it." in line_of(row).text


def link_to_return(row: Notification) -> str:
    """Return the path of the link in an email by which its reader takes a seat back, "" if there is none."""
    mail = compose(row)
    found = re.search(r"/m/seat/[^/]+/", text_of(mail))
    assert bool(found) == ("/m/seat/" in html_of(mail))
    return found[0] if found else ""


def test_news_of_a_seat_have_the_link_with_which_its_owner_returns() -> None:
    owner, other, now = reader(), make_user(), timezone.now()
    game = started_game(owner, other)
    substitutes.offer(game, game.seats.get(user=owner), now, now)
    offered = latest(Kind.NEWS, owner)
    assert link_to_return(latest(Kind.NEWS, other)) == ""
    address = link_to_return(offered)
    substitute = make_user()
    substitutes.take_seat(game.pk, 0, substitute, now)
    taken = latest(Kind.NEWS, owner)
    assert taken.pk != offered.pk
    assert link_to_return(taken) == address
    assert link_to_return(latest(Kind.NEWS, other)) == ""
    Client().post(address)
    assert game.seats.get(number=0).user == owner
    assert link_to_return(taken) == ""
    assert link_to_return(latest(Kind.NEWS, substitute)) == ""
