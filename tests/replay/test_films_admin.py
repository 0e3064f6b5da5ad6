import pytest
from django.test import Client
from django.urls import reverse

from games.core.models import JobState
from games.replay import films
from games.replay.models import Film
from tests.helpers.admin_pages import page
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


@pytest.fixture
def row() -> Film:
    """A film that was given up."""
    game = play_on(started_game(options={"rugs": "1/1/1"}))
    film = films.request_film(game, make_user(), "gif")
    Film.objects.filter(pk=film.pk).update(state=JobState.FAILED, reason="error", detail="the lamp went out")
    return film


def done(client: Client, row: Film, action: str) -> str:
    """Do something to the row; return the page that follows."""
    data = {"action": action, "_selected_action": [row.pk], "confirmed": "yes"}
    return client.post(reverse("admin:games_film_changelist"), data, follow=True).content.decode()


def test_the_admin_list_of_films_says_why_one_failed(admin_client: Client, row: Film) -> None:
    assert "the lamp went out" in page(admin_client, "film", f"?q={row.game.code}")


def test_a_failed_film_is_queued_again_and_then_left_alone(admin_client: Client, row: Film) -> None:
    assert "queued again" in done(admin_client, row, "again")
    assert "it is already queued or being created" in done(admin_client, row, "again")


def test_a_film_can_be_deleted_in_the_admin(admin_client: Client, row: Film) -> None:
    assert "removed" in done(admin_client, row, "remove")
    assert not Film.objects.exists()


def test_a_film_in_progress_is_not_deleted_in_the_admin(admin_client: Client, row: Film) -> None:
    Film.objects.filter(pk=row.pk).update(state=JobState.RUNNING)
    assert "it is being created" in done(admin_client, row, "remove")
    assert Film.objects.exists()
