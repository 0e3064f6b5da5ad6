"""Tests of declared households: said by one, confirmed by the other, and then their games are not rated."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.errors import SiteError
from accounts.models import Household
from accounts.selectors import live_together
from games.conduct.models import Rule
from games.moderation.selectors import ReportSubject
from games.moderation.services import report
from games.people.services import declare_household, end_household
from games.ratings.inputs import freeze
from games.ratings.models import PersonalRecord, RatedGame
from games.ratings.records import recount_records
from tests.helpers.page_client import signed_in, text_at
from tests.makers import finished_game, fresh, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_a_household_is_declared_by_one_and_confirmed_by_the_other_by_email_and_page() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    assert signed_in(ada).post("/settings/household/", {"player": "nobody"}).status_code == 422
    signed_in(ada).post("/settings/household/", {"player": "ben"})
    (sent,) = [one for one in mail.outbox if one.to == [ben.email]]
    assert "/settings/household/" in str(sent.body)
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
