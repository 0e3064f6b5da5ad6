"""Tests of quiet mode: a walk over every address, email, feed and webhook, none of which has words of players."""

import re
from collections.abc import Iterator

import pytest
from django.core import mail

from accounts.errors import SiteError
from accounts.models import User
from accounts.services import create_token, update_profile
from games.chat.models import ChatMessage
from games.chat.quiet import set_quiet, set_quiet_by_moderator
from games.chat.services import post_message
from games.conduct.models import RecordedAct
from games.core.models import Game
from games.feeds.calendars import atom_of, calendar_of
from games.lobby.invitations import invite_player
from games.mail.compose import compose
from games.mail.webhook_body import body_of
from games.notifications.feeds import make_feed
from games.notifications.models import FeedKind, Kind, Notification, WebhookShape
from games.notifications.recipient import user_locale
from games.notifications.webhooks import add_webhook
from games.planning.notes import add_diary_line
from games.planning.studies import StudyPosition, comment_on, publish_study, try_action
from tests.core.test_secrets import addresses
from tests.helpers.page_client import signed_in, text_at
from tests.makers import any_action, fresh, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KNOWS_NO_VIEWER = "/embed/"  # a page in other sites, the same for everyone
MARK = "Quagga"  # in every word of another player


def words_of(nora: User, kid: User) -> list[Game]:
    """Let a player write wherever one can, at tables with another one. Return the tables."""
    update_profile(nora, about=f"{MARK} of the desert")
    over = started_game(kid, nora, name=f"{MARK} over", options={"rugs": "2/2/2"})
    node = try_action(over.pk, nora, StudyPosition(over.ply), any_action(over))
    comment_on(over.pk, nora, node.pk, f"{MARK} in a study")
    add_diary_line(over.pk, nora, f"{MARK} in a diary")
    over, running = play_on(over), started_game(kid, nora, name=f"{MARK} now")
    post_message(running.pk, nora, f"@Kid {MARK} running")
    post_message(over.pk, nora, f"{MARK} over")
    open_table, invited = (
        make_table(nora, name=f"{MARK} open"),
        make_table(nora, name=f"{MARK} for you", is_private=True),
    )
    invite_player(invited.pk, nora, kid.username)
    publish_study(over.pk, nora, is_public=True)
    return [over, running, open_table, invited]


def everything_for(kid: User, games: list[Game]) -> Iterator[tuple[str, str]]:
    """Yield all that a player can be sent, with where it is from."""
    client = signed_in(kid)
    client.raise_request_exception = False
    seen = {address for game in games[:2] for address in addresses(game, with_options=False)}
    seen |= {f"/{place}/{game.code}/" for game in games[2:] for place in ("t", "api/v1/games")}
    for address in sorted(seen):
        if not address.startswith(KNOWS_NO_VIEWER) and not address.endswith((".png", ".gif", ".webp")):
            yield address, client.get(address).getvalue().decode(errors="replace")
    for row in Notification.objects.filter(user=kid, game__isnull=False).select_related("game", "user__profile"):
        mail = compose(row)
        yield f"email {row.kind}", f"{mail.subject} {mail.body} {getattr(mail, 'alternatives', '')}"
    hook = add_webhook(kid, "https://hook.example.org/", WebhookShape.JSON)
    with user_locale(kid):
        for row in Notification.objects.filter(user=kid, game__isnull=False, kind=Kind.TURN).select_related("game"):
            yield "webhook", body_of(row, hook).decode()
        for kind, make in ((FeedKind.CALENDAR, calendar_of), (FeedKind.TURNS, atom_of)):
            yield f"feed {kind}", make(make_feed(kid, kind)).decode()


@pytest.mark.slow
def test_no_page_email_feed_webhook_or_answer_of_the_api_has_words_of_players() -> None:
    nora, kid = make_user("Nora"), make_user("Kid")
    games = words_of(nora, kid)
    client = signed_in(kid)
    before = [f"/t/{game.code}/{page}" for game in games[:2] for page in ("", "?log=all", "board.svg")]
    before += [
        "/players/Nora/",
        "/lobby/",
        f"/t/{games[0].code}/studies/Nora/",
        f"/api/v1/games/{games[1].code}/messages/",
    ]
    for address in before:  # what is kept of them is not shown to the quiet reader
        assert MARK in client.get(address).getvalue().decode()
    set_quiet(kid, on=True)
    kid = User.objects.get(pk=kid.pk)
    found = [(place, text) for place, text in everything_for(kid, games)]
    assert len(found) > 150
    assert [place for place, text in found if MARK in text] == []
    _token, key = create_token(kid, "test")
    client.logout()
    answer = client.get(f"/api/v1/games/{games[1].code}/", headers={"Authorization": f"Bearer {key}"})
    assert answer.json()["name"] == f"Table {games[1].code}"
    game = games[0]
    for address in (f"/embed/{game.code}/", f"/embed/{game.code}/9/", f"/t/{game.code}/frames/?elsewhere=1"):
        text = client.get(address).getvalue().decode()  # for other sites, which know no viewer
        assert ("Nora" in text, "a player" in text, "Kid" in text, MARK in text) == (True, True, False, False)
    for address in (f"/t/{game.code}/", f"/t/{game.code}/replay/"):
        cards = re.findall(r'<meta property="og:[^>]*>', client.get(address).getvalue().decode())
        assert re.search("(a player and Nora|Nora and a player) play(ed)? Marrakech", "".join(cards))
        assert not re.search(f"Kid|{MARK}", "".join(cards))
    others = signed_in(nora)
    for address in before:  # for others, everything is as it was
        assert MARK in others.get(address).getvalue().decode()
    assert fresh(games[1]).name == f"{MARK} now"


def test_who_is_quiet_writes_nothing_and_names_no_table() -> None:
    nora, kid = make_user("Nora"), make_user("Kid")
    update_profile(kid, about=MARK)
    game = started_game(nora, kid)
    set_quiet(kid, on=True)
    for work in (post_message, add_diary_line):
        with pytest.raises(SiteError, match="quiet-mode"):
            work(game.pk, kid, "Hello.")
    assert MARK not in make_table(kid, name=MARK).name
    assert MARK not in text_at(signed_in(nora), "/players/Kid/")
    post_message(game.pk, nora, "@Kid, hello")
    assert game.seats.get(user=kid).unread_messages == 0
    assert not Notification.objects.filter(kind=Kind.MENTION).exists()
    page = signed_in(kid).post("/settings/quiet/", {})
    assert page.status_code == 302
    assert "Hello" in text_at(signed_in(kid), f"/t/{game.code}/").replace("hello", "Hello")
    assert game.seats.get(user=kid).unread_messages == 0
    post_message(game.pk, User.objects.get(pk=kid.pk), "At last.")
    assert ChatMessage.objects.count() == 2


def test_a_moderator_switches_it_with_a_reason_and_then_the_player_cannot() -> None:
    kid, mo = make_user("Kid"), make_user("Mo", is_superuser=True)
    with pytest.raises(SiteError, match="no-reason"):
        set_quiet_by_moderator(mo, kid, " ", on=True)
    set_quiet_by_moderator(mo, kid, "Asked for by a parent.", on=True)
    with pytest.raises(SiteError, match="quiet-by-moderator"):
        set_quiet(User.objects.get(pk=kid.pk), on=False)
    assert RecordedAct.objects.get().reason == "Asked for by a parent."
    client, told = signed_in(User.objects.get(pk=kid.pk)), "A moderator has switched your quiet mode on"
    assert "Asked for by a parent." in text_at(client, "/settings/conduct/")
    assert "Switched quiet mode on" in text_at(client, "/settings/conduct/")
    assert told in mail.outbox[-1].subject
    assert all("Asked for by a parent." in str(part) for part in mail.outbox[-1].message().get_payload())
    assert told in text_at(client, "/")
    client.post("/settings/quiet/", {"read": "on"})
    assert told not in text_at(client, "/")
    set_quiet_by_moderator(mo, kid, "No longer needed.", on=False)
    assert "A moderator has switched your quiet mode off" in text_at(client, "/")
    assert "Switched quiet mode off" in text_at(client, "/settings/conduct/")
    set_quiet(User.objects.get(pk=kid.pk), on=True)
