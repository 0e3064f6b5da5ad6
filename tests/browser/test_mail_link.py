import pytest
from django.urls import reverse

from accounts.models import Profile
from games.core.log import state_of
from games.core.models import Game
from games.engine.registry import get_title
from games.notifications.links import TurnToken, turn_link_token
from tests.helpers.full_runs import full_only
from tests.makers import acting_user, make_user, play_on, started_game

from .visitors import PHONE, Visitors

pytestmark = pytest.mark.browser
FOLD = 844


def _links(game: Game) -> list[str]:
    """Return the addresses of the last choice, and of the question, in an email about the turn."""
    title = get_title(game.title)
    choice = list(title.legal_actions(state_of(game, game.ply)))[-1]
    token = TurnToken.of(acting_user(game), game)
    return [reverse("games:turn_link", args=[turn_link_token(token, name)]) for name in (title.notation(choice), "")]


@pytest.mark.parametrize("language", [full_only("en"), "fr"])  # whose words are longer
@pytest.mark.parametrize("actions", [24, 25])  # a direction, a rug
def test_the_button_of_a_link_in_an_email_is_above_the_fold(visit: Visitors, language: str, actions: int) -> None:
    players = make_user("Amina"), make_user("Brahim-Abdelkader-de-Fes")
    Profile.objects.update(language=language, display_name="Maximilienne d’Auvergne")
    game = play_on(started_game(*players, name="A table with a rather long name for a phone"), actions)
    for link in _links(game):
        page = visit(None, link, **PHONE)
        button = page.locator("#ask button[type=submit]").bounding_box()
        assert button
        assert button["y"] + button["height"] <= FOLD
