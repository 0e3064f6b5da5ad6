from email.utils import parseaddr

import pytest
from django.utils import timezone

from games.core.log import state_of
from games.core.models import Game
from games.engine import registry
from games.engine.registry import get_title
from games.engine.values import Chance
from games.inbound import canary
from games.mail.compose import compose
from games.notifications.links import TurnToken, read_reply_address, reply_address
from games.notifications.models import DeliveryEvent, InboundReason, InboundState
from games.play.actions import play_action
from games.play.endings import resign
from tests.engine.helpers.toy import STONES
from tests.helpers.notifications import html_of, text_of
from tests.helpers.reply_mails import answer_to, answers, game_by_mail, letter, received
from tests.makers import acting_user, any_action, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]


def places(game: Game) -> list[str]:
    title, state = get_title(game.title), state_of(game)
    return [title.notation(action) for action in title.legal_actions(state)]


def planned(game: Game, rotation: str, faces: str = "1234") -> str:
    """Return a whole turn: this rotation, and a sensible rug for each of these faces."""
    orders = get_title(game.title).orders
    assert orders
    plan = orders.plan(state_of(game), 0, rotation)
    return "; ".join([rotation, *(f"{face.label}: {face.suggested}" for face in plan if face.label in faces)])


def rolls(monkeypatch: pytest.MonkeyPatch, face: str) -> None:
    """Make the die show this face."""

    def drawn(_game: Game, chance: Chance) -> str:
        return face if chance.label == "roll" else chance.outcomes[0][0]

    monkeypatch.setattr("games.core.log.draw", drawn)


def test_a_reply_with_a_rotation_rolls_and_is_answered_with_the_places() -> None:
    game, user = game_by_mail()
    row = received(letter(game, user, "Left.\n"))
    game.refresh_from_db()
    assert (row.state, row.user, row.game) == (InboundState.PLAYED, user, game)
    mail = compose(answer_to(user))
    assert "rolled" in mail.subject
    assert all(place in text_of(mail) and place in html_of(mail) for place in places(game))
    assert f"<{reply_address(TurnToken.of(user, game))}>" in mail.reply_to[0]


def test_a_reply_with_a_rug_lays_it_and_ends_the_turn() -> None:
    game, user = game_by_mail()
    received(letter(game, user, "left"))
    game.refresh_from_db()
    place = places(game)[0]
    received(letter(game, user, f"{place[:2].upper()} - {place[2:]}"))
    game.refresh_from_db()
    assert (game.turn, acting_user(game).username) == (2, "Bob")
    mail = compose(answer_to(user))
    assert mail.subject.startswith("Marrakech · Played: your turn is over")
    assert "It’s now Bob’s turn." in text_of(mail)
    assert read_reply_address(parseaddr(mail.reply_to[0])[1]).is_chat


def test_a_whole_turn_is_played_by_one_reply() -> None:
    game, user = game_by_mail()
    row = received(letter(game, user, planned(game, "R").replace("; ", "\n")))
    game.refresh_from_db()
    assert (row.state, game.turn) == (InboundState.PLAYED, 2)
    assert "You rolled" in text_of(compose(answer_to(user)))


def test_a_reply_without_orders_for_the_rolled_face_waits_for_the_rug(monkeypatch: pytest.MonkeyPatch) -> None:
    game, user = game_by_mail()
    rolls(monkeypatch, "4")
    row = received(letter(game, user, planned(game, "R", "123")))
    game.refresh_from_db()
    assert (row.state, game.turn, acting_user(game)) == (InboundState.PLAYED, 1, user)
    mail = compose(answer_to(user))
    assert mail.subject.startswith("Marrakech · You rolled 4")
    assert places(game)[0] in text_of(mail)


def test_a_reply_of_orders_without_a_rotation_lays_the_rug_of_the_rolled_face(monkeypatch: pytest.MonkeyPatch) -> None:
    game, user = game_by_mail()
    rolls(monkeypatch, "2")
    game = play_action(game.pk, user, "L", game.ply)
    assert received(letter(game, user, f"2: {places(game)[0]}")).state == InboundState.PLAYED
    assert Game.objects.get().turn == 2


def test_impossible_orders_in_a_reply_change_nothing_and_get_a_reason() -> None:
    game, user = game_by_mail()
    row = received(letter(game, user, "R; 1: a1a2"))
    assert (row.state, Game.objects.get().ply) == (InboundState.ANSWERED, game.ply)
    text = text_of(compose(answer_to(user)))
    assert "a1a2 is not possible" in text
    assert "R; 1: a1a2" in text


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("R is what my dear friend wants", "Did you mean R?"),
        *((text, "Your reply was not understood") for text in ("what?", "c4d4d5", "resigns", "R; 1: a1b1c1")),
    ],
)
def test_an_unreadable_reply_is_reported_and_changes_nothing(text: str, headline: str) -> None:
    game, user = game_by_mail()
    row = received(letter(game, user, text))
    assert (row.state, Game.objects.get().ply) == (InboundState.ANSWERED, game.ply)
    mail = compose(answer_to(user))
    assert mail.subject.startswith(f"Marrakech · {headline}")
    assert text.split("\n")[0] in text_of(mail)
    assert "L, left" in text_of(mail)


def test_an_illegal_place_in_a_reply_is_refused_with_the_reason() -> None:
    game, user = game_by_mail()
    received(letter(game, user, "L"))
    game.refresh_from_db()
    row = received(letter(game, user, "g7g6"))
    assert (row.state, Game.objects.get().ply) == (InboundState.ANSWERED, game.ply)
    assert compose(answer_to(user)).subject.startswith("Marrakech · This action is not possible")
    assert (row.reason, row.detail) == (InboundReason.ILLEGAL, "not-beside-assam")
    assert "Too far from Assam: a rug must touch a side of his square." in text_of(compose(answer_to(user)))


def test_a_rotation_in_a_reply_after_the_roll_is_answered_with_the_roll() -> None:
    game, user = game_by_mail()
    first = letter(game, user, "L", name="<1@mail.example.org>")
    again = letter(game, user, "R", name="<2@mail.example.org>")
    received(first)
    ply = Game.objects.get().ply
    assert received(again).state == InboundState.ANSWERED
    mail = compose(answer_to(user))
    assert mail.subject.startswith("Marrakech · Part of your turn has already been played")
    assert "You rolled" in text_of(mail)
    assert Game.objects.get().ply == ply


def test_a_rug_can_answer_an_older_email_of_the_same_turn() -> None:
    game, user = game_by_mail()
    key = reply_address(TurnToken.of(user, game))
    game = play_action(game.pk, user, "L", game.ply)
    assert received(letter(game, user, places(game)[0], To=key)).state == InboundState.PLAYED


def test_a_reply_to_a_finished_turn_gets_an_explanation() -> None:
    game, user = game_by_mail()
    late = letter(game, user, "L")
    game = play_on(game, 2)
    assert received(late).state == InboundState.ANSWERED
    mail = compose(answer_to(user))
    assert mail.subject.startswith("Marrakech · This turn is over")
    assert "It’s now Bob’s turn." in text_of(mail)


def test_a_reply_to_an_old_email_does_not_play_the_next_turn() -> None:
    game, user = game_by_mail()
    late = letter(game, user, "L")
    game = play_on(game, 4)
    assert acting_user(game) == user
    received(late)
    assert Game.objects.get().ply == game.ply
    assert reply_address(TurnToken.of(user, game)) in compose(answer_to(user)).reply_to[0]


def test_a_reply_to_a_finished_game_gets_an_explanation() -> None:
    game, user = game_by_mail()
    late = letter(game, user, "L")
    resign(game.pk, user)
    received(late)
    assert compose(answer_to(user)).subject.startswith("Marrakech · The game is over")


@pytest.mark.parametrize(("text", "subject"), [("board", "The current position"), ("aide", "How to play by replying")])
def test_the_table_and_the_words_are_sent_on_request_by_reply(text: str, subject: str) -> None:
    game, user = game_by_mail()
    assert received(letter(game, user, text)).state == InboundState.ANSWERED
    assert compose(answer_to(user)).subject.startswith(f"Marrakech · {subject}")


def test_the_answer_to_a_reply_is_in_its_thread() -> None:
    game, user = game_by_mail()
    received(letter(game, user, "L", name="<mine@mail.example.org>"))
    headers = compose(answer_to(user)).extra_headers
    assert headers["In-Reply-To"] == "<mine@mail.example.org>"
    assert "<mine@mail.example.org>" in headers["References"]
    assert headers["Auto-Submitted"] == "auto-replied"


def test_the_answer_to_a_reply_is_in_the_players_language() -> None:
    game, user = game_by_mail()
    user.profile.language = "fr"
    user.profile.save(update_fields=["language"])
    received(letter(game, user, "gauche"))
    assert "Ce qui a été joué" in text_of(compose(answer_to(user)))


def test_a_reply_with_the_last_rug_ends_the_game() -> None:
    game, user = game_by_mail(options={"rugs": "2/2/2"})
    while not game.is_over:
        acting = acting_user(game)
        if acting != user:
            game = play_on(game, 1)
            continue
        received(letter(game, user, any_action(game)))
        game.refresh_from_db()
    assert compose(answer_to(user)).subject.startswith("Marrakech · Played: ")
    assert answers() > 1


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize(
    ("text", "state", "headline"),
    [
        ("2 please", InboundState.PLAYED, "Played: your turn is over"),
        ("left", InboundState.ANSWERED, "Your reply was not understood"),
        ("R; 1: a1a2", InboundState.ANSWERED, "Your reply was not understood"),
        ("board", InboundState.ANSWERED, "The current position"),
    ],
)
def test_a_title_without_words_and_orders_is_played_by_reply(text: str, state: str, headline: str) -> None:
    game, user = game_by_mail(title="stones", ruleset="standard")
    assert received(letter(game, user, text)).state == state
    assert compose(answer_to(user)).subject.startswith(f"Stones · {headline} · ")


def test_a_test_email_of_the_site_is_noted_and_not_answered() -> None:
    hour = canary.hour_of(timezone.now())
    row = received(f"From: site@example.org\nTo: {canary.address_of_hour(hour)}\n\n".encode())
    assert (row.state, DeliveryEvent.objects.get().event) == (InboundState.IGNORED, canary.RETURNED)
