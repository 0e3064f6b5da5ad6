"""Players who are left out of the ratings: they read why, and so does who plays them. Until it is lifted."""

from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.errors import SiteError
from accounts.models import User
from games.board.log_lines import EventPeople, event_text
from games.conduct.models import RecordedAct, Sanction, SanctionKind
from games.conduct.services import appeal
from games.core.models import Game
from games.core.selectors import seats_of
from games.lobby.tables import join_table
from games.moderation.services import answer, exclude_from_ratings
from games.notifications.models import Notification
from games.ratings.inputs import unrated_cause
from games.ratings.models import RatingChange, RatingVersion, Unrated
from games.ratings.services import rate_waiting
from games.tasks import rate_games
from tests.helpers.page_client import signed_in, text_at
from tests.makers import fresh, make_table, make_user, play_on

from .rated_games import rating_of, running_rated_game, written_rated_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WHY = "Two accounts played each other."


def cause_of(game: Game) -> Unrated | None:
    return unrated_cause(fresh(game), seats_of(game))


def exclude(user: User) -> None:
    call_command("rate", "--exclude", user.username, "--reason", WHY)


def changes_of(game: Game) -> set[int]:
    changes = RatingChange.objects.filter(version__is_current=True, rated_game__game=game)
    return set(changes.values_list("user", flat=True))


def test_nobody_is_left_out_of_the_ratings_without_a_reason() -> None:
    ada = make_user("Ada")
    for reason in ((), ("--reason", " ")):
        with pytest.raises(CommandError, match="reason"):
            call_command("rate", "--exclude", "Ada", *reason)
    assert not Sanction.objects.filter(user=ada).exists()
    call_command("rate", "--dry-run", "--exclude", "Ada")
    assert not Sanction.objects.filter(user=ada).exists()


def test_who_is_left_out_gets_the_reason_by_email_and_in_the_settings_and_it_is_recorded() -> None:
    ada = make_user("Ada")

    exclude(ada)
    exclude(ada)

    row = Sanction.objects.get(user=ada)
    assert (row.kind, row.facts, row.ends_at, row.is_unread) == (SanctionKind.EXCLUDED, WHY, None, True)
    assert [(act.role, act.reason) for act in RecordedAct.objects.filter(person=ada)] == [("admin", WHY)]
    assert [message.to for message in mail.outbox] == [[ada.email]]
    text = " ".join(str(mail.outbox[0].body).split())
    assert "You are left out of the ratings" in text
    assert WHY in text
    assert WHY in text_at(signed_in(ada), "/settings/conduct/")


def test_who_is_left_out_starts_no_rated_games_and_waits_at_none() -> None:
    ada = make_user("Ada")
    ben = make_user("Ben")
    waiting, other = make_table(ada, is_rated=True, seat_count=3), make_table(is_rated=True)
    join_table(waiting.pk, ben)
    assert "This game is rated" in text_at(signed_in(ben), f"/t/{waiting.code}/")

    exclude(ada)

    assert "This game is not rated." in text_at(signed_in(make_user()), f"/t/{waiting.code}/")
    event = waiting.events.get()
    assert event_text(event, EventPeople([], {})) == "The operator of the site has decided that this game is not rated."
    assert Notification.objects.filter(user=ben, params__event=event.pk).exists()
    works: list[Callable[[], object]] = [lambda: make_table(ada, is_rated=True), lambda: join_table(other.pk, ada)]
    for work in works:
        with pytest.raises(SiteError) as refused:
            work()
        assert refused.value.code == "no-rated-games"
    assert not make_table(ada).is_rated


def test_a_game_of_two_with_an_excluded_player_is_not_rated_and_says_so_before_and_after_its_end() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = running_rated_game(ada, ben)
    exclude(ada)

    assert cause_of(game) == Unrated.EXCLUDED
    assert "Not rated: a player is left out of the ratings." in text_at(signed_in(ben), f"/t/{game.code}/")

    play_on(fresh(game), in_steps=True)
    assert rate_waiting() == 1

    assert not changes_of(game)
    assert cause_of(game) == Unrated.EXCLUDED
    assert "Not rated: a player is left out of the ratings." in text_at(signed_in(ben), f"/t/{game.code}/")


def test_a_game_of_three_with_an_excluded_player_counts_for_the_others_and_says_so() -> None:
    ada, ben, cleo = make_user("Ada"), make_user("Ben"), make_user("Cleo")
    game = running_rated_game(ada, ben, cleo)
    exclude(ada)

    assert cause_of(game) is None
    assert "the game is rated as if that player were not there" in text_at(signed_in(ben), f"/t/{game.code}/")

    play_on(fresh(game), in_steps=True)
    rate_waiting()
    assert changes_of(game) == {ben.pk, cleo.pk}


def test_the_page_of_a_player_says_that_they_are_left_out(client: Client) -> None:
    ada = make_user("Ada")
    assert "No rating yet" in text_at(client, "/players/Ada/")

    exclude(ada)

    assert "This player is left out of the ratings." in text_at(client, "/players/Ada/")
    assert "You are left out of the ratings." in text_at(signed_in(ada), "/players/Ada/")


def test_who_is_included_again_has_the_same_rating_as_before_and_reads_why() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    written_rated_game(ada, ben)
    rate_waiting()
    before = rating_of(ada).mu
    exclude(ada)
    mail.outbox.clear()

    with pytest.raises(CommandError, match="reason"):
        call_command("rate", "--include", "Ada")
    call_command("rate", "--include", "Ada", "--reason", "It was a mistake.")

    assert rating_of(ada).mu == before
    assert Sanction.objects.get(user=ada).lifted_at
    assert list(RecordedAct.objects.filter(person=ada).values_list("verb", flat=True)) == ["lifted", "sanction"]
    (letter,) = (message for message in mail.outbox if "lifted" in message.subject)
    assert letter.to == [ada.email]
    assert "It was a mistake." in str(letter.body)
    assert make_table(ada, is_rated=True).is_rated


def test_after_a_successful_appeal_a_worker_computes_the_ratings_with_the_player() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    written_rated_game(ada, ben)
    rate_waiting()
    exclude_from_ratings(ada, WHY)
    rate_games()
    assert not RatingChange.objects.filter(version__is_current=True).exists()

    row = Sanction.objects.get(user=ada)
    appeal(ada, row.pk, "My sister plays, too.")
    answer(make_user("Mo"), row.pk, "You are right.", lifts=True)
    call_command("rate")

    assert rating_of(ada).games == 1


def test_players_whom_an_earlier_version_left_out_stay_so_and_read_it() -> None:
    ada = make_user("Ada")
    RatingVersion.objects.create(number=1, is_current=True, excluded=[ada.pk])

    for _twice in range(2):
        import_module("games.migrations.0075_excluded_players").write_sanctions(apps, None)

    assert Sanction.objects.get(user=ada).kind == SanctionKind.EXCLUDED
    call_command("rate")
    assert RatingVersion.objects.get(is_current=True).excluded == [ada.pk]
