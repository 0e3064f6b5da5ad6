"""The administration of ratings: everything can be found, and nothing changed."""

import pytest
from django.test import Client

from games.ratings.models import LUCK_FREE, PersonalRecord, RatedGame, RatingChange
from games.ratings.services import rate_waiting
from tests.makers import make_user

from .rated_games import written_rated_game

pytestmark = pytest.mark.django_db


def test_administrators_find_ratings_by_player_and_games_by_title_but_change_none(client: Client) -> None:
    admin, ada, ben = make_user("Root", is_staff=True, is_superuser=True), make_user("Ada"), make_user("Ben")
    client.force_login(admin)
    here, other = written_rated_game(ada, ben), written_rated_game(ben, ada, hours=1, title="marram")
    rate_waiting()
    RatingChange.objects.filter(user=ada, rated_game=here, pool="2").update(pool=LUCK_FREE)

    def page(path: str) -> str:
        answer = client.get(f"/admin/games/{path}")
        assert answer.status_code == 200
        return answer.content.decode()

    changes = page("ratingchange/?q=Ada")
    assert "1500\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}208" in changes
    assert "luck-free" in changes
    assert ">Ben<" not in changes
    assert ">Ben<" in page("rating/?q=Ben")
    assert f"/{here.pk}/change/" in page("ratedgame/?title=marrakech")
    assert f"/{other.pk}/change/" not in page("ratedgame/?title=marrakech")
    assert client.post(f"/admin/games/ratedgame/{here.pk}/change/", {"number": 9}).status_code == 403
    assert (RatedGame.objects.get(pk=here.pk).number, PersonalRecord.objects.count()) == (1, 0)
