import pytest
from django.contrib import admin
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.core.models import Game
from games.site.admin import SUBJECTS
from games.site.figures import weeks_of_newcomers
from tests.helpers.admin_pages import is_listed, page
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def home(client: Client) -> str:
    return " ".join(client.get(reverse("admin:index")).content.decode().split())


def test_every_list_of_the_admin_has_one_subject() -> None:
    listed = [name for _subject, names in SUBJECTS for name in names]
    assert sorted(listed) == sorted(model.__name__ for model in admin.site._registry)


def test_the_first_page_of_the_admin_names_and_counts_what_needs_an_administrator(admin_client: Client) -> None:
    assert "Nothing. All games, clocks and emails work." in home(admin_client)
    game = started_game()
    Game.objects.filter(pk=game.pk).update(troubled_at=timezone.now(), trouble="bad hash")
    html = home(admin_client)
    assert "Running games with a damaged log</a> <strong >1</strong>" in html
    assert "Nothing. All" not in html
    assert is_listed(page(admin_client, "game", "?trouble=running"), game)


def test_the_first_page_of_the_admin_says_nothing_of_lists_that_a_reader_may_not_open(db: None) -> None:
    game = started_game()
    Game.objects.filter(pk=game.pk).update(troubled_at=timezone.now(), trouble="bad hash")
    reader = make_user()
    reader.is_staff = True
    reader.save(update_fields=["is_staff"])
    client = Client()
    client.force_login(reader)
    assert "damaged log" not in home(client)


def test_the_page_of_figures_tells_of_today_and_of_newcomers_with_bounded_reads(
    admin_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    cache.clear()
    game = play_on(started_game(), 4, in_steps=True)  # two turns of two steps
    assert game.turns.filter(ended_at=None).update(ended_at=timezone.now(), ended_by="over") == 1
    Game.objects.filter(pk=game.pk).update(troubled_at=timezone.now(), trouble="bad hash", status="finished")
    game.seats.filter(number=0).update(finished_at=timezone.now())
    newcomers = weeks_of_newcomers(timezone.now())
    people = User.objects.filter(robot="").count()
    assert [(week.joined, week.began, week.finished) for week in newcomers] == [(0, 0, 0)] * 7 + [
        (people, people - 1, 1)
    ]
    with django_assert_max_num_queries(20):
        html = "".join(admin_client.get(reverse("admin_figures")).content.decode().split())
    assert f"<td>{people}</td><td>{people - 1}</td><td>1</td>" in html
    assert "Turnsofplayers</th><td>2</td>" in html
    assert reverse("admin_figures") in home(admin_client)
