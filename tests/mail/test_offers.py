import re
from dataclasses import replace

import pytest
from pytest_django import Settings

from accounts.models import Profile, User
from games.core.log import state_of
from games.core.models import Game
from games.engine import registry
from games.engine.marrakech.title import MARRAKECH
from games.engine.messages import Message
from games.engine.registry import get_title
from games.mail import offers
from games.mail.compose import compose
from games.mail.offers import TurnOffers, brief, examples, offers_of, places_of
from games.mail.reply_addresses import reply_address_of
from games.mail.tables import Table
from games.notifications.links import Subject, TurnToken, read_reply_address, read_turn_link
from games.play.actions import play_action
from tests.engine.helpers.toy import STONES
from tests.helpers.advanced_games import late_game, turn_row
from tests.helpers.notifications import html_of, reader, text_of
from tests.makers import finished_game, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SETTINGS = "http://testserver/settings/"


@pytest.fixture
def inbound(settings: Settings) -> None:
    settings.INBOUND_ADDRESS = "play@example.org"


def _replier() -> User:
    user = reader()
    Profile.objects.filter(user=user).update(plays_by_reply=True)
    return User.objects.get(pk=user.pk)


def _ways(game: Game, user: User) -> TurnOffers:
    found = offers_of(Table(game, user), user)
    assert found
    return found


def _rolled(user: User) -> Game:
    """Return a game in which this player has rolled and must place a rug."""
    game = started_game(user, make_user())
    return play_action(game.pk, user, "F", game.ply)


def _choice(url: str) -> tuple[TurnToken, str]:
    return read_turn_link(url.removeprefix("http://testserver/m/").strip("/"))


def test_an_email_about_a_turn_has_a_signed_link_for_each_rotation() -> None:
    user = reader()
    game = started_game(user, make_user())
    found = _ways(game, user)
    assert {way.notation: _choice(way.url) for way in found.links} == {
        notation: (TurnToken.of(user, game), notation) for notation in "LFR"
    }


def test_the_places_of_an_email_are_numbered_in_its_list_and_in_its_picture() -> None:
    user = reader()
    game = _rolled(user)
    found = _ways(game, user)
    assert [way.number for way in found.links] == list(range(1, len(found.links) + 1))
    table = Table(game, user)
    assert [set(cells) for cells in places_of(table)] == [
        set(re.findall("[a-g][1-7]", way.notation)) for way in found.links
    ]
    mail = compose(turn_row(game, user))
    assert re.findall(r"place-number[^>]*>(\d+)<", html_of(mail)) == [str(way.number) for way in found.links]


def test_a_link_in_an_email_describes_the_effect_of_each_face() -> None:
    user = reader(name="Ada")
    game = late_game(user, reader(name="Bo"), reader(name="Cy"), turn=13, seed=10)
    found = _ways(game, user).links
    faces = found[0].faces
    assert [(face.label, face.weight, face.total) for face in faces] == [
        ("1", 1, 6),
        ("2", 2, 6),
        ("3", 2, 6),
        ("4", 1, 6),
    ]
    assert {face.brief for way in found for face in way.faces} == {"empty", "own rug", "2 to Cy", "4 to Cy", "6 to Bo"}
    assert "you pay 6 dirhams to Bo" in {face.text for way in found for face in way.faces}


def test_a_link_in_an_email_has_an_arrow_as_assam_would_face() -> None:
    user = reader()
    found = _ways(started_game(user, make_user()), user)
    assert {way.notation: way.arrow for way in found.links} == {"F": "↑", "L": "←", "R": "→"}


def test_an_email_about_a_turn_has_one_link_to_plan_the_whole_turn() -> None:
    user = reader()
    game = started_game(user, make_user())
    assert _choice(_ways(game, user).plan_url) == (TurnToken.of(user, game), "plan")


def test_an_email_after_the_roll_has_a_link_for_each_place_and_none_to_plan() -> None:
    user = reader()
    game = _rolled(user)
    found = _ways(game, user)
    title = get_title(game.title)
    legal = title.legal_actions(state_of(game))
    assert {_choice(way.url)[1] for way in found.links} == {title.notation(action) for action in legal}
    assert (found.kind, found.plan_url) == ("place", "")
    assert html_of(compose(turn_row(game, user))).lower().count("starts a new patch") == 1


def test_emails_of_a_game_between_people_suggest_no_place() -> None:
    user = reader()
    assert not any(way.is_suggested for way in _ways(_rolled(user), user).links)


def test_a_suggested_place_comes_first_in_an_email_and_is_marked() -> None:
    user = reader()
    game = _rolled(user)
    Game.objects.update(has_hints=True)
    found = _ways(Game.objects.get(pk=game.pk), user)
    assert [way.is_suggested for way in found.links] == [True] + [False] * (len(found.links) - 1)
    assert examples(MARRAKECH, Table(Game.objects.get(), user).state) == (found.links[0].notation,)


def test_many_places_share_one_link_in_an_email(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offers, "MAX_PLACES", 3)
    user = reader()
    game = _rolled(user)
    found = _ways(game, user)
    assert found.links == ()
    assert _choice(found.question_url) == (TurnToken.of(user, game), "")
    mail = compose(turn_row(game, user))
    assert found.question_url in html_of(mail)
    assert found.question_url in text_of(mail)


def test_a_link_of_another_player_does_not_play_the_turn() -> None:
    user, other = reader(), make_user()
    game = started_game(user, other)
    assert offers_of(Table(game, other), other) is None
    assert offers_of(Table(game, None), None) is None


@pytest.mark.usefixtures("inbound")
def test_every_example_of_a_reply_says_what_it_means() -> None:
    user = _replier()
    text = text_of(compose(turn_row(late_game(user, make_user(), turn=20), user)))
    assert re.search(r"^  L – Left, to the (north|east|south|west)$", text, re.MULTILINE)
    assert re.search(r"^  \w; 1: .+ – the whole turn, with a place for each result of the die$", text, re.MULTILINE)


def test_examples_of_replies_can_be_played_now() -> None:
    user = reader()
    game = late_game(user, make_user(), turn=20)
    title, state = get_title(game.title), state_of(game)
    orders = title.orders
    *rotations, turn = examples(title, state)
    assert sorted(rotations) == ["F", "L", "R"]
    assert orders is not None
    assert orders.problems(orders.read_condition(""), orders.read(turn), state, title.acting(state)[0]) == ()
    assert turn.count(":") == 4


@pytest.mark.usefixtures("inbound")
def test_a_reply_goes_to_the_secret_address_of_its_turn() -> None:
    user = _replier()
    game = started_game(user, make_user())
    row = turn_row(game, user)
    assert read_reply_address(_ways(game, user).reply_to) == TurnToken.of(user, game)
    assert tuple(example.text for example in _ways(game, user).examples) == examples(MARRAKECH, state_of(game))
    assert read_reply_address(reply_address_of(row)) == TurnToken.of(user, game)
    assert str(compose(row).message()["Reply-To"]).endswith(f"<{reply_address_of(row)}>")


@pytest.mark.usefixtures("inbound")
def test_an_email_shows_examples_that_begin_a_reply() -> None:
    user = _replier()
    mail = compose(turn_row(started_game(user, make_user()), user))
    assert "\n  L – " in text_of(mail)
    assert "&amp;body=L" in html_of(mail)


@pytest.mark.usefixtures("inbound")
def test_a_player_without_replies_learns_how_to_turn_them_on() -> None:
    user = reader()
    game = started_game(user, make_user())
    found = _ways(game, user)
    assert (found.reply_to, found.can_enable_reply) == ("", True)
    mail = compose(turn_row(game, user))
    assert mail.message()["Reply-To"] is None
    assert SETTINGS in text_of(mail)
    assert SETTINGS in html_of(mail)


def test_emails_of_a_site_without_incoming_mail_mention_no_replies() -> None:
    user = _replier()
    game = started_game(user, make_user())
    found = _ways(game, user)
    assert (found.reply_to, found.can_enable_reply) == ("", False)
    assert "answer" not in text_of(compose(turn_row(game, user)))


def test_an_email_without_an_acting_player_has_no_examples() -> None:
    assert examples(MARRAKECH, state_of(finished_game())) == ()


@pytest.mark.usefixtures("inbound")
def test_a_player_who_need_not_act_has_an_address_for_words_alone() -> None:
    user = _replier()
    game = started_game(make_user(), user)
    token = read_reply_address(reply_address_of(turn_row(game, user)))
    assert token == replace(TurnToken.of(user, game), about=Subject.CHAT)


def test_an_email_of_a_title_without_orders_has_only_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)
    user = reader()
    game = started_game(user, make_user(), title="stones", ruleset="standard")
    found = _ways(game, user)
    assert ([way.notation for way in found.links], found.plan_url) == (["1", "2"], "")
    assert examples(STONES, state_of(game)) == ("1", "2")
    assert found.links[0].url in text_of(compose(turn_row(game, user)))


def test_a_message_without_a_short_text_uses_the_full_one_in_emails() -> None:
    assert brief(MARRAKECH, Message("told.out", {"seat": 0}), ["Ada"]) == "Ada is out of the game."


def test_a_turn_email_says_that_its_links_play_in_one_s_name() -> None:
    user = reader()
    mail = compose(turn_row(late_game(user, make_user(), turn=3), user))
    for text in (text_of(mail), html_of(mail)):
        assert "These links play in your name: do not forward this email." in " ".join(text.split())
