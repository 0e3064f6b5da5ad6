"""Tests of declared households: said by one, confirmed by the other, and then their games are not rated."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.errors import SiteError
from accounts.models import Household, User
from accounts.selectors import live_together
from games.conduct.models import Rule
from games.core.models import Game
from games.core.selectors import housemate_at, is_rated_for
from games.lobby.invitations import invite_player
from games.moderation.selectors import ReportSubject
from games.moderation.services import report
from games.notifications.models import Kind
from games.people.services import declare_household, end_household
from games.play.endings import resign
from games.ratings.inputs import freeze
from games.ratings.models import PersonalRecord, RatedGame
from games.ratings.records import recount_records
from tests.helpers.notifications import both, latest
from tests.helpers.page_client import signed_in, text_at
from tests.makers import finished_game, fresh, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def api(user: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def test_a_household_is_declared_by_one_and_confirmed_by_the_other_by_email_and_page() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    assert signed_in(ada).post("/settings/household/", {"player": "nobody"}).status_code == 422
    signed_in(ada).post("/settings/household/", {"player": "ben"})
    (sent,) = [one for one in mail.outbox if one.to == [ben.email]]
    assert sent.message().as_string().count("/settings/household/") >= 2  # text and HTML
    assert not live_together([ada.pk, ben.pk])
    assert "has not confirmed it yet" in text_at(signed_in(ada), "/settings/household/")
    assert "says that you live together" in text_at(signed_in(ben), "/settings/household/")
    declare_household(ada, "Ben")  # one cannot confirm it alone
    assert not live_together([ada.pk, ben.pk])
    signed_in(ben).post("/settings/household/", {"player": "Ada"})
    assert live_together([ada.pk, ben.pk])
    assert Household.objects.count() == 1
    assert "Ben" not in text_at(signed_in(make_user()), "/players/Ada/")
    mo = make_user("Mo", is_superuser=True)
    case = report(make_user(), ReportSubject(ada), Rule.DOUBLE).case
    assert "confirmed by both: Ben." in text_at(signed_in(mo), f"/moderation/cases/{case.pk}/")
    end_household(ben, ada)
    assert not live_together([ada.pk, ben.pk])


def test_only_another_person_can_be_named() -> None:
    ada, robot = make_user("Ada"), make_user("Robbie", robot="greedy")
    for name in ("Ada", robot.username):
        with pytest.raises(SiteError, match="not-a-person"):
            declare_household(ada, name)


def of_one_household(*names: str) -> tuple[User, User]:
    """Return two new players who have both said that they live together."""
    one, other = map(make_user, names)
    Household.objects.create(user=one, other=other, confirmed_at=timezone.now() - timedelta(hours=1))
    return one, other


def test_who_lives_together_reads_before_the_start_that_a_game_is_not_rated_and_nobody_else_does() -> None:
    ada, ben = of_one_household("Ada", "Ben")
    game = make_table(ada, seat_count=3, is_rated=True)
    told, rated = "With Ada and you at the table, the game is not rated: you live together.", "This game is rated"
    assert told in text_at(signed_in(ben), f"/t/{game.code}/")
    assert rated in text_at(signed_in(make_user()), f"/t/{game.code}/")
    assert ">rated<" not in text_at(signed_in(ben), "/lobby/")
    assert ">rated<" in text_at(signed_in(make_user()), "/lobby/")
    assert api(ben).get(f"/api/v1/games/{game.code}/").data["rated"] is False
    assert api(make_user()).get(f"/api/v1/games/{game.code}/").data["rated"] is True
    invite_player(game.pk, ada, "Ben")
    (part, other_part) = both(latest(Kind.INVITATION, ben))
    assert told in part
    assert told in other_part
    assert "unrated" in text_at(signed_in(User.objects.get(pk=ben.pk)), "/")
    host = User.objects.get(pk=ada.pk)
    assert "With Ben and you" in (page := text_at(signed_in(host), f"/t/{game.code}/"))
    assert "· rated" not in page
    assert api(host).get(f"/api/v1/games/{game.code}/").data["rated"] is False


def test_a_list_asks_once_where_housemates_sit_or_are_invited() -> None:
    ada, ben = of_one_household("Ada", "Ben")
    carl = make_user("Carl")
    with_seat, reserved, other = (make_table(host, seat_count=3, is_rated=True) for host in (ben, carl, carl))
    invite_player(reserved.pk, carl, "Ben")
    tables = list(Game.objects.order_by("pk"))
    with CaptureQueriesContext(connection) as queries:
        rated = [table for table in tables if is_rated_for(table, ada)]
    assert rated == [other]
    assert len(queries) == 2  # their ids, and their tables
    assert housemate_at(with_seat, ada) == housemate_at(reserved, ada) == ben
    assert housemate_at(other, ada) is None


def test_a_table_opened_for_somebody_of_the_household_is_not_rated() -> None:
    ada, _ben = of_one_household("Ada", "Ben")
    make_user("Carl")
    told = "The game is not rated: you live together."
    client = signed_in(ada)
    page = client.get("/tables/new/?player=Ben").content.decode()
    assert told in page
    assert 'name="rated"' not in page
    assert 'name="rated"' in client.get("/tables/new/?player=Carl").content.decode()
    assert told in text_at(client, "/players/Ben/")
    client.post("/tables/new/", {"player": "Ben", "preset": "classic"})
    client.post("/tables/new/", {"player": "Carl", "preset": "classic"})
    assert list(Game.objects.order_by("pk").values_list("is_rated", flat=True)) == [False, True]


def test_a_game_says_at_its_table_that_a_household_keeps_it_unrated_and_strangers_read_only_that_it_is() -> None:
    ada, ben = of_one_household("Ada", "Ben")
    carl, told = make_user("Carl"), "Not rated: two players of one household."
    game = started_game(ada, ben, carl, is_rated=True)
    assert told in text_at(signed_in(carl), f"/t/{game.code}/")
    assert told in both(latest(Kind.STARTED, ben, game))[0]
    assert told in both(latest(Kind.TURN, ada, game))[0]
    resign(game.pk, ada)
    resign(game.pk, ben)
    assert told in both(latest(Kind.OVER, carl, game))[1]
    for viewer, text, cause in ((carl, told, "household"), (make_user(), "This game is not rated.", "")):
        assert text in text_at(signed_in(viewer), f"/t/{game.code}/")
        shown = api(viewer).get(f"/api/v1/games/{game.code}/").data
        assert (shown["rated"], shown["unrated"]) == (False, cause)


def test_games_of_a_household_are_not_rated_and_set_no_records_from_its_confirmation_on() -> None:
    ada, ben, carl = make_user("Ada"), make_user("Ben"), make_user("Carl")
    before = started_game(ada, ben, is_rated=True)
    declare_household(ada, "Ben")
    assert started_game(ada, ben, is_rated=True).is_rated
    declare_household(ben, "Ada")
    assert not started_game(ada, ben, is_rated=True).is_rated
    assert not started_game(ada, carl, ben, is_rated=True).is_rated
    assert started_game(ada, carl, is_rated=True).is_rated
    assert before.is_rated
    game = finished_game(ada, carl, is_rated=True, in_steps=True)
    RatedGame.objects.all().delete()
    declare_household(ada, "Carl")
    declare_household(carl, "Ada")
    recount_records()
    assert PersonalRecord.objects.filter(game=game).exists()
    assert freeze(fresh(game))  # said too late to change a game that had begun
    RatedGame.objects.all().delete()
    Household.objects.update(confirmed_at=timezone.now() - timedelta(days=1))
    assert freeze(fresh(game)) is None
    recount_records()
    assert not PersonalRecord.objects.exists()
