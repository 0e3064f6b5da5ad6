"""Tests of what sanctions forbid: everywhere the same, with a reason, and never a turn of a running game."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.errors import SiteError
from accounts.models import Profile, User
from accounts.services import update_profile
from games.chat.services import post_message
from games.common.wording import full_date
from games.conduct.models import Rule, Sanction, SanctionKind
from games.conduct.services import read_sanction, sanction
from games.core.log import state_of
from games.core.models import Game
from games.engine.registry import get_title
from games.lobby.invitations import accept_invitation, invite_player, rematch
from games.lobby.robot_games import branch_from
from games.lobby.tables import join_table
from games.planning.notes import add_diary_line
from games.planning.studies import StudyPosition, comment_on, publish_study, try_action
from games.play.actions import play_action
from games.time_outs.substitutes import offer, take_seat
from tests.helpers.page_client import form_to, signed_in, text_at
from tests.makers import any_action, finished_game, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def sanctioned(user: User, kind: SanctionKind, days: int = 7) -> Sanction:
    return sanction(make_user("Mo"), user, kind, Rule.RUDE, "Moths.", days=days)


def refusal(work: object) -> str:
    with pytest.raises(SiteError) as refused:
        work()  # type: ignore[operator]
    return refused.value.code


def test_who_may_not_write_is_told_until_when_and_plays_on() -> None:
    ben = make_user("Ben")
    game = started_game(ben, make_user())
    row = sanctioned(ben, SanctionKind.NO_CHAT)
    assert refusal(lambda: post_message(game.pk, ben, "Hello.")) == "no-messages"
    assert refusal(lambda: add_diary_line(game.pk, ben, "Hm.")) == "no-messages"
    assert row.ends_at
    page = signed_in(ben).post(f"/t/{game.code}/chat/", {"text": "Hello."})
    assert f"You cannot write anything for other players until {full_date(row.ends_at)}." in page.content.decode()
    client = signed_in(ben)
    table = text_at(client, f"/t/{game.code}/")
    assert f"You cannot write anything for other players until {full_date(row.ends_at)}." in table
    assert 'id="chat-text"' not in table
    assert 'href="/settings/conduct/">Read the decision' in text_at(client, "/")
    client.post(form_to(text_at(client, "/settings/conduct/"), f"/{row.pk}/read/").action)
    assert "Read the decision" not in text_at(client, "/")
    play_action(game.pk, ben, any_action(game), game.ply)
    make_table(ben)
    Sanction.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    post_message(game.pk, ben, "Hello.")


def test_who_may_not_write_names_no_table_and_writes_no_profile_and_no_published_comment() -> None:
    ben, ada = make_user("Ben"), make_user("Ada")
    over = finished_game(ben, ada, name="Ada is a carpet moth")
    first, second = (try_action(over.pk, ben, StudyPosition(0), action) for action in two_actions(over))
    publish_study(over.pk, ben, is_public=True)
    update_profile(ben, about="I like rugs.")
    row = sanctioned(ben, SanctionKind.NO_CHAT)
    assert row.ends_at
    told = f"You cannot write anything for other players until {full_date(row.ends_at)}."
    for work in (
        lambda: make_table(ben, name="Ada is a carpet moth"),
        lambda: make_table(ben, robots=["greedy"], name="Ada is a carpet moth"),
        lambda: update_profile(ben, about="Ada is a carpet moth"),
        lambda: comment_on(over.pk, ben, first.pk, "Ada is a carpet moth"),
    ):
        assert refusal(work) == "no-messages"
    assert "moth" not in rematch(over.pk, ben).name
    assert "moth" not in branch_from(over, ben, ply=2, seat=0, robot="greedy").name
    client = signed_in(ben)
    sent = {"display_name": "", "time_zone": "UTC", "language": "en", "colour": "", "about": "Ada is a carpet moth"}
    page = client.post("/settings/", sent)
    assert (page.status_code, told in page.content.decode()) == (403, True)
    assert "Ada is a carpet moth" in page.content.decode()  # what was written is not lost
    assert Profile.objects.get(user=ben).about == "I like rugs."
    assert client.post("/settings/", {**sent, "about": "I like rugs."}).status_code == 302
    assert client.post("/settings/", {**sent, "about": ""}).status_code == 302
    comment_on(over.pk, ben, second.pk, "")
    publish_study(over.pk, ben, is_public=False)
    comment_on(over.pk, ben, first.pk, "A note to myself.")


def two_actions(game: Game) -> list[str]:
    """Return the notations of two legal first actions."""
    title = get_title(game.title)
    return [title.notation(action) for action in title.legal_actions(state_of(game, 0))[:2]]


def test_who_may_not_start_games_neither_opens_nor_joins_nor_invites() -> None:
    ben, host = make_user("Ben"), make_user("Host")
    game, own, late = make_table(host), make_table(ben), started_game(host, make_user(), make_user())
    offer(late, late.seats.get(number=1), timezone.now(), timezone.now())
    invitation = invite_player(game.pk, host, ben.username)
    sanctioned(ben, SanctionKind.NO_GAMES)
    for work in (
        lambda: make_table(ben),
        lambda: join_table(game.pk, ben),
        lambda: accept_invitation(invitation.code, ben),
        lambda: invite_player(own.pk, ben, host.username),
        lambda: take_seat(late.pk, 1, ben, timezone.now()),
    ):
        assert refusal(work) == "no-new-games"
    make_table(ben, robots=["greedy"])


def test_who_may_not_play_rated_games_plays_others() -> None:
    ben = make_user("Ben")
    rated, plain = make_table(is_rated=True), make_table()
    sanctioned(ben, SanctionKind.UNRATED)
    assert refusal(lambda: make_table(ben, is_rated=True)) == "no-rated-games"
    assert refusal(lambda: join_table(rated.pk, ben)) == "no-rated-games"
    join_table(plain.pk, ben)


def test_a_warning_is_read_before_anything_new_and_a_note_forbids_nothing() -> None:
    ben = make_user("Ben")
    game = started_game(ben, make_user())
    sanctioned(ben, SanctionKind.NOTE, 0)
    post_message(game.pk, ben, "Hello.")
    warning = sanctioned(ben, SanctionKind.WARNING, 0)
    assert refusal(lambda: post_message(game.pk, ben, "Hello again.")) == "unread-warning"
    assert refusal(lambda: make_table(ben)) == "unread-warning"
    play_action(game.pk, ben, any_action(game), game.ply)
    read_sanction(ben, warning.pk)
    post_message(game.pk, ben, "Hello again.")
