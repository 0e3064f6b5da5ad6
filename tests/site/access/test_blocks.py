"""The register of everything that brings people together, and one test that asks all of it after a block.

Each surface is a function that prepares a player and another one, and returns how the player asks. What the answer
contains of the other (MARK) must be gone after a block, whoever of the two has blocked, or stay as it is for who was
blocked (TO_BLOCKED) or for both (TO_BOTH): what the player has asked for by name. A new address, kind of
notification or part of the sweep fails a test until it is named by a surface or, with the reason, in NOT_CONCERNED.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts.errors import SiteError
from accounts.models import User
from accounts.services import block, create_token
from games.chat.services import post_message
from games.core.models import Game, Heartbeat
from games.delivery.relevance import reason_to_drop
from games.deputies.models import Deputy
from games.deputies.selectors import deputy_link_token, represented_games
from games.deputies.services import accept_request, name_deputy
from games.following.selectors import follower_count
from games.following.services import follow, mark, note_recent_games
from games.guides.models import Guide
from games.lobby.api import LIST_NAMES
from games.lobby.invitations import accept_invitation, challenge_player, decline_unwanted, invite_player, rematch
from games.lobby.models import Invitation, InvitationState, SavedFilter
from games.lobby.saved_filters import save_filter, tell_of_tables
from games.lobby.tables import NewTable, join_table
from games.notifications.feeds import make_feed
from games.notifications.models import FeedKind, Kind, Notification
from games.pairing.models import Challenge, PairingSettings
from games.pairing.selectors import invitation_token
from games.pairing.services import NewChallenge, match_waiting, open_challenge, save_settings
from games.people.services import declare_household
from games.play.endings import resign
from games.sweep import PARTS
from games.time_outs.substitutes import offer, take_seat
from tests.helpers.page_client import signed_in
from tests.makers import acting_user, finished_game, make_table, make_user, started_game

from .access_data import routes

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]

MARK = "Quagga"
API = "api/v1/"
Asked = Callable[[], str]
Prepare = Callable[[User, User], Asked]


@dataclass(frozen=True)
class Surface:
    """``names`` are addresses (routes), kinds of notifications, and parts of the sweep."""

    prepare: Prepare
    names: tuple[str, ...]
    stays_after_block_by: frozenset[str]


HIDDEN, TO_BLOCKED, TO_BOTH = frozenset[str](), frozenset({"the other"}), frozenset({"the player", "the other"})
SURFACES: list[Surface] = []


def surface(*names: str, stays: frozenset[str] = HIDDEN) -> Callable[[Prepare], Prepare]:
    def register(prepare: Prepare) -> Prepare:
        SURFACES.append(Surface(prepare, names, stays))
        return prepare

    return register


def page(user: User, address: str) -> str:
    """Return the status and the text of a page, with what a form of it would send."""
    answer = signed_in(user).get(address)
    return f"{answer.status_code} {answer.getvalue().decode()}"


def sent(user: User, address: str, **form: str) -> str:
    """Return where a form led, and what its page says."""
    answer = signed_in(user).post(address, form, follow=True)
    return f"{answer.redirect_chain} {answer.getvalue().decode()}"


def called(user: User, path: str, body: dict[str, Any] | None = None) -> str:
    """Return the answer of the API to POST as one line."""
    _token, key = create_token(user, "test")
    headers = {"Authorization": f"Bearer {key}"}
    client = signed_in(make_user())
    client.logout()
    answer = client.post(f"/{API}{path}", body or {}, content_type="application/json", headers=headers)
    return f"{answer.status_code} {answer.content.decode()}"


def table_of(host: User, **settings: Any) -> Game:
    return make_table(host, name=MARK, **settings)


def tried(work: Callable[[], object]) -> str:
    """Return MARK if a service does what is asked, or the code of its refusal."""
    try:
        work()
    except SiteError as error:
        return error.code
    return MARK


# Tables


@surface("lobby/")
def open_tables_in_the_lobby(me: User, other: User) -> Asked:
    table_of(other)
    return lambda: page(me, "/lobby/")


@surface("lobby/")
def tables_in_the_lobby_where_the_other_only_sits(me: User, other: User) -> Asked:
    join_table(table_of(make_user(), seat_count=3).pk, other)
    return lambda: page(me, "/lobby/?ruleset=&pace=&sort=age")


@surface("tables", "tell_of_tables", "lobby/filters/", "lobby/filters/<int:pk>/", API + "saved-filters/")
def emails_about_new_tables(me: User, other: User) -> Asked:
    save_filter(me, {})
    game = table_of(other)

    def ask() -> str:
        Heartbeat.objects.filter(name="tables").delete()
        SavedFilter.objects.update(last_table=game.pk - 1, due_at=timezone.now())
        Notification.objects.filter(kind=Kind.TABLES).delete()
        tell_of_tables(timezone.now())
        return MARK if Notification.objects.filter(user=me, kind=Kind.TABLES).exists() else ""

    return ask


@surface("first-game/", API + "first-game/")
def a_guide_of_a_newcomer(me: User, other: User) -> Asked:
    User.objects.filter(pk=other.pk).update(seen_at=timezone.now())
    Guide.objects.create(user=other)
    return lambda: sent(me, "/first-game/", title="marrakech") + called(me, "first-game/", {"title": "marrakech"})


@surface("feeds/<str:key>.atom")
def the_feed_of_new_tables(me: User, other: User) -> Asked:
    save_filter(me, {})
    table_of(other)
    feed = make_feed(me, FeedKind.TABLES)
    return lambda: page(me, f"/feeds/{feed.code}.atom")


@surface("lobby/games/")
def running_games_to_watch(me: User, other: User) -> Asked:
    started_game(other, make_user(), name=MARK)
    return lambda: page(me, "/lobby/games/")


@surface("lobby/games/", API + "best-games/", "note_recent_games")
def finished_games_to_watch(me: User, other: User) -> Asked:
    finished_game(other, make_user(), name=MARK)
    note_recent_games(timezone.now() + timedelta(hours=1))
    addresses = ("/lobby/games/?show=finished", "/lobby/games/?show=best", f"/{API}best-games/")
    return lambda: "".join(page(me, address) for address in addresses)


@surface("lobby/")
def running_games_beside_the_lobby(me: User, other: User) -> Asked:
    started_game(other, make_user(), name=MARK)
    return lambda: page(me, "/lobby/")


@surface(API + "games/", API + "lobby/")
def open_tables_in_the_api(me: User, other: User) -> Asked:
    table_of(other)
    return lambda: (
        page(me, f"/{API}lobby/") + page(me, f"/{API}games/?filter=open") + page(me, f"/{API}games/?title=marrakech")
    )


@surface(API + "games/")
def running_games_in_the_api(me: User, other: User) -> Asked:
    started_game(other, make_user(), name=MARK)
    return lambda: page(me, f"/{API}games/?filter=running") + page(me, f"/{API}games/?title=marrakech")


@surface(API + "games/")
def finished_games_in_the_api(me: User, other: User) -> Asked:
    finished_game(other, make_user(), name=MARK)
    return lambda: page(me, f"/{API}games/?filter=finished") + page(me, f"/{API}games/")


@surface(API + "games/", stays=TO_BOTH)
def games_of_a_player_in_the_api(me: User, other: User) -> Asked:
    started_game(other, make_user(), name=MARK)
    return lambda: page(me, f"/{API}games/?player={other.username}")


@surface(API + "games/", stays=TO_BOTH)
def own_games_with_the_other_in_the_api(me: User, other: User) -> Asked:
    started_game(me, other, name=MARK)
    return lambda: page(me, f"/{API}games/?filter=mine")


@surface("t/<slug:code>/", "t/<slug:code>/dice/", "t/<slug:code>/poll/", "t/<slug:code>/board.svg")
def an_open_table(me: User, other: User) -> Asked:
    game = table_of(other)
    return lambda: page(me, f"/t/{game.code}/") + page(me, f"/t/{game.code}/dice/") + page(me, f"/t/{game.code}/poll/")


@surface("t/<slug:code>/")
def an_open_table_by_its_invitation_link(me: User, other: User) -> Asked:
    game = table_of(other, is_private=True)
    return lambda: page(me, f"/t/{game.code}/?invite={game.invite_code}")


@surface(API + "games/<api_code:id>/")
def an_open_table_in_the_api(me: User, other: User) -> Asked:
    game = table_of(other)
    return lambda: page(me, f"/{API}games/{game.code}/")


@surface("t/<slug:code>/join/")
def a_seat_at_an_open_table(me: User, other: User) -> Asked:
    game = table_of(other)
    return lambda: sent(me, f"/t/{game.code}/join/")


@surface("t/<slug:code>/join/")
def a_seat_at_a_private_table(me: User, other: User) -> Asked:
    game = table_of(other, is_private=True)
    return lambda: sent(me, f"/t/{game.code}/join/?invite={game.invite_code}")


@surface(API + "games/<api_code:id>/join/")
def a_seat_by_the_api(me: User, other: User) -> Asked:
    game = table_of(other)
    return lambda: called(me, f"games/{game.code}/join/")


@surface()
def a_seat_by_the_service(me: User, other: User) -> Asked:
    game = make_table(other)
    return lambda: tried(lambda: join_table(game.pk, me))


# Seats that look for another player


def offered_by_another(other: User) -> Game:
    """Return a game in which the seat of a third player is offered, and the other plays on."""
    game = started_game(other, make_user(), make_user(), name=MARK)
    offer(game, game.seats.get(number=1), timezone.now(), timezone.now())
    return game


@surface("lobby/seats/")
def offered_seats(me: User, other: User) -> Asked:
    offered_by_another(other)
    return lambda: page(me, "/lobby/seats/")


@surface("lobby/seats/")
def the_offered_seat_of_the_other(me: User, other: User) -> Asked:
    game = started_game(make_user(), other, name=MARK)
    offer(game, game.seats.get(user=other), timezone.now(), timezone.now())
    return lambda: page(me, "/lobby/seats/")


@surface(API + "games/")
def offered_seats_in_the_api(me: User, other: User) -> Asked:
    offered_by_another(other)
    return lambda: page(me, f"/{API}games/?filter=seats")


@surface("t/<slug:code>/")
def the_button_of_an_offered_seat(me: User, other: User) -> Asked:
    game = offered_by_another(other)
    return lambda: MARK if "/seat/take/" in page(me, f"/t/{game.code}/") else ""


@surface("t/<slug:code>/seat/take/")
def taking_an_offered_seat(me: User, other: User) -> Asked:
    game = offered_by_another(other)

    def ask() -> str:
        sent(me, f"/t/{game.code}/seat/take/", seat="1")
        return MARK if game.seats.filter(user=me).exists() else ""

    return ask


@surface(API + "games/<api_code:id>/seats/take/")
def taking_an_offered_seat_by_the_api(me: User, other: User) -> Asked:
    game = offered_by_another(other)
    return lambda: called(me, f"games/{game.code}/seats/take/", {"seat": "B"})


@surface()
def a_seat_to_which_the_other_may_return(me: User, other: User) -> Asked:
    game = started_game(other, make_user(), make_user())
    offer(game, game.seats.get(user=other), timezone.now(), timezone.now())
    take_seat(game.pk, 0, make_user(), timezone.now())
    offer(game, game.seats.get(number=1), timezone.now(), timezone.now())
    return lambda: tried(lambda: take_seat(game.pk, 1, me, timezone.now()))


# Invitations, challenges, rematches


@surface("", API + "me/")
def invitations_on_the_home_page(me: User, other: User) -> Asked:
    invite_player(table_of(other).pk, other, me.username)
    count = f"/{API}me/"
    return lambda: page(me, "/") + (MARK if '"invitations":1' in page(me, count) else "")


@surface("dashboard/version/")
def the_version_of_the_home_page(me: User, other: User) -> Asked:
    without = page(me, "/dashboard/version/")
    invite_player(table_of(other).pk, other, me.username)
    return lambda: MARK if page(me, "/dashboard/version/") != without else ""


@surface(API + "invitations/")
def invitations_in_the_api(me: User, other: User) -> Asked:
    invite_player(table_of(other).pk, other, me.username)
    return lambda: page(me, f"/{API}invitations/")


@surface("i/<slug:code>/")
def the_page_of_an_invitation(me: User, other: User) -> Asked:
    invitation = invite_player(table_of(other).pk, other, me.username)
    return lambda: page(me, f"/i/{invitation.code}/")


@surface("m/invitation/<str:token>/")
def the_link_of_an_invitation(me: User, other: User) -> Asked:
    invitation = invite_player(table_of(other).pk, other, me.username)
    address = f"/m/invitation/{invitation_token(invitation, me)}/"
    return lambda: MARK if f"{MARK} invites you" in page(me, address) else ""


@surface("i/<slug:code>/", API + "invitations/<api_code:key>/accept/")
def accepting_an_invitation(me: User, other: User) -> Asked:
    invitation = invite_player(table_of(other).pk, other, me.username)
    # the refusal names the other to who has blocked them
    return lambda: MARK if called(me, f"invitations/{invitation.code}/accept/").startswith("200") else ""


@surface("i/<slug:code>/")
def an_invitation_by_a_third_to_where_the_other_sits(me: User, other: User) -> Asked:
    host = make_user()
    game = make_table(host, seat_count=3, name=MARK)
    join_table(game.pk, other)
    invitation = invite_player(game.pk, host, me.username)
    return lambda: page(me, "/") + tried(lambda: accept_invitation(invitation.code, me))


def waiting_for(user: User) -> str:
    """Return what is on a player's home page, and which emails would go to them."""
    rows = Notification.objects.filter(user=user, state="queued").select_related("user__profile", "game")
    return page(user, "/") + "".join(MARK for row in rows if reason_to_drop(row) is None)


@surface("t/<slug:code>/invite/", Kind.INVITATION)
def inviting_the_other(me: User, other: User) -> Asked:
    game = make_table(other, name=MARK)

    def ask() -> str:
        sent(other, f"/t/{game.code}/invite/", player=me.username)
        return waiting_for(me)

    return ask


@surface("t/<slug:code>/invite/")
def inviting_the_address_of_the_other(me: User, other: User) -> Asked:
    game = make_table(other, name=MARK)

    def ask() -> str:
        sent(other, f"/t/{game.code}/invite/", email=me.email)
        return waiting_for(me)

    return ask


@surface(API + "games/<api_code:id>/invitations/")
def inviting_the_other_by_the_api(me: User, other: User) -> Asked:
    game = make_table(other, name=MARK)

    def ask() -> str:
        called(other, f"games/{game.code}/invitations/", {"player": me.username})
        return waiting_for(me)

    return ask


@surface("tables/new/")
def challenging_the_other(me: User, other: User) -> Asked:
    def ask() -> str:
        tried(lambda: challenge_player(other, new_table(), me.username))
        return waiting_for(me)

    return ask


@surface("players/<str:name>/challenge/", API + "players/<api_name:name>/challenge/")
def challenging_the_other_from_the_profile(me: User, other: User) -> Asked:
    def ask() -> str:
        sent(other, f"/players/{me.username}/challenge/", ruleset="marrakech:gigamic", pace="usual")
        called(other, f"players/{me.username}/challenge/")
        return "".join(MARK for _row in Notification.objects.filter(user=me, kind=Kind.INVITATION))

    return ask


def new_table() -> NewTable:
    return NewTable(title="marrakech", ruleset="gigamic", seat_count=2, name=MARK)


@surface("t/<slug:code>/rematch/")
def a_rematch_of_the_other(me: User, other: User) -> Asked:
    game = finished_game(me, other, name=MARK)

    def ask() -> str:
        sent(other, f"/t/{game.code}/rematch/")
        return "".join(MARK for row in Notification.objects.filter(user=me, kind=Kind.INVITATION)) + (
            MARK if "offers a rematch" in page(me, f"/t/{game.code}/") else ""
        )

    return ask


@surface(API + "games/<api_code:id>/rematch/")
def a_rematch_by_the_api(me: User, other: User) -> Asked:
    game = finished_game(me, other)

    def ask() -> str:
        tried(lambda: rematch(game.pk, other))
        called(me, f"games/{game.code}/rematch/")
        return play_each_other(me, other, rematch_of=game)

    return ask


# Pairing


def stand(user: User) -> Challenge:
    return open_challenge(user, NewChallenge(title="marrakech", ruleset="gigamic"))


def play_each_other(me: User, other: User, **game: Any) -> str:
    return MARK if Game.objects.filter(seats__user=me, **game).filter(seats__user=other).exists() else ""


@surface("find/")
def a_table_that_a_search_takes(me: User, other: User) -> Asked:
    make_table(other, pace="usual")
    return lambda: sent(me, "/find/", title="marrakech") and play_each_other(me, other)


@surface("find/", API + "opponents/")
def a_challenge_that_a_search_takes(me: User, other: User) -> Asked:
    stand(other)
    return lambda: called(me, "opponents/") and play_each_other(me, other)


@surface("lobby/", "challenges/", API + "challenges/")
def standing_challenges_in_lists(me: User, other: User) -> Asked:
    row = stand(other)
    in_pages = f"/challenges/{row.pk}/play/"
    return lambda: (
        MARK
        if in_pages in page(me, "/lobby/") + page(me, "/challenges/") or MARK in page(me, f"/{API}challenges/")
        else ""
    )


@surface("challenges/<int:pk>/play/", API + "challenges/<int:pk>/play/")
def playing_a_standing_challenge(me: User, other: User) -> Asked:
    row = stand(other)
    return lambda: called(me, f"challenges/{row.pk}/play/") and play_each_other(me, other)


@surface("challenges/", "challenges/settings/", API + "challenges/settings/", "match_waiting")
def challenges_that_fit(me: User, other: User) -> Asked:
    save_settings(other, is_paused=True)
    stand(other)
    stand(me)

    def ask() -> str:
        PairingSettings.objects.all().delete()  # resumed, without a look at once
        match_waiting(timezone.now())
        return play_each_other(me, other)

    return ask


# Deputies


@surface("deputy/", API + "deputies/")
def requests_to_be_a_deputy(me: User, other: User) -> Asked:
    name_deputy(other, me.username, timezone.now())
    return lambda: page(me, "/deputy/") + page(me, f"/{API}deputies/") + page(me, "/")


@surface("deputy/<int:pk>/accept/", API + "deputies/<int:pk>/accept/")
def accepting_to_be_a_deputy(me: User, other: User) -> Asked:
    row = name_deputy(other, me.username, timezone.now())
    return lambda: tried(lambda: accept_request(me, row.pk, timezone.now()))


@surface("m/deputy/<str:token>/")
def the_link_of_a_request(me: User, other: User) -> Asked:
    row = name_deputy(other, me.username, timezone.now())
    return lambda: page(me, f"/m/deputy/{deputy_link_token(row)}/")


@surface(Kind.DEPUTY)
def naming_the_other_as_deputy(me: User, other: User) -> Asked:
    def ask() -> str:
        sent(other, "/deputy/", deputy=me.username)
        return waiting_for(me)

    return ask


@surface("t/<slug:code>/act/", API + "games/<api_code:id>/actions/", API + "games/<api_code:id>/turns/")
def acting_for_the_other_as_deputy(me: User, other: User) -> Asked:
    game = started_game(other, make_user())
    day = timezone.now().date()
    span = {"first": day - timedelta(days=1), "last": day + timedelta(days=1)}
    row = name_deputy(acting_user(game), me.username, timezone.now(), **span)
    accept_request(me, row.pk, timezone.now())
    return lambda: "".join(MARK for _one in represented_games(me, timezone.now(), Deputy.objects.current()))


@surface("handle_due_turns")
def acting_for_a_third_where_the_other_sits(me: User, other: User) -> Asked:
    third = make_user()
    started_game(third, other)
    day = timezone.now().date()
    span = {"first": day - timedelta(days=1), "last": day + timedelta(days=1)}
    row = name_deputy(third, me.username, timezone.now(), **span)
    accept_request(me, row.pk, timezone.now())
    return lambda: "".join(MARK for _one in represented_games(me, timezone.now(), Deputy.objects.current()))


# Lists of people


@surface("players/<str:name>/", stays=TO_BLOCKED)
def opponents_of_a_player(me: User, other: User) -> Asked:
    third = make_user()
    finished_game(third, other, is_private=False)
    address = f"/players/{third.username}/"
    opponent = f'href="/players/{other.username}/"'
    return lambda: MARK if opponent in re.sub(r"<article.*?</article>", "", page(me, address), flags=re.S) else ""


@surface("t/<slug:code>/")
def names_that_an_invitation_proposes(me: User, other: User) -> Asked:
    finished_game(me, other)
    game = make_table(me)
    return lambda: MARK if f'value="{other.username}"' in page(me, f"/t/{game.code}/") else ""


# Following


@surface("players/<str:name>/follow/", API + "follows/")
def following_the_other(me: User, other: User) -> Asked:
    def ask() -> str:
        tried(lambda: follow(me, other))  # silently in vain for whom the other has blocked
        tried(lambda: follow(other, me))
        return MARK * (follower_count(me) + follower_count(other))

    return ask


@surface("following/players/", API + "follows/", stays=TO_BLOCKED)
def followed_players(me: User, other: User) -> Asked:
    follow(me, other)
    game = started_game(other, make_user())
    return lambda: MARK if game.code in (listed := page(me, "/following/players/")) and MARK in listed else ""


@surface(API + "follows/", stays=TO_BLOCKED)
def followed_players_in_the_api(me: User, other: User) -> Asked:
    follow(me, other)
    return lambda: page(me, f"/{API}follows/")


@surface()
def the_number_of_followers(me: User, other: User) -> Asked:
    follow(other, me)
    return lambda: MARK * follower_count(me)


@surface("following/", API + "timeline/", "", "feeds/<str:key>.atom")
def what_the_followed_other_does(me: User, other: User) -> Asked:
    follow(me, other)
    finished_game(other, make_user(), name=MARK)
    table_of(other)
    feed = make_feed(me, FeedKind.FOLLOWING)
    addresses = ("/following/", f"/{API}timeline/", "/", f"/feeds/{feed.code}.atom")
    return lambda: "".join(page(me, address) for address in addresses)


@surface("following/", API + "timeline/", "", "feeds/<str:key>.atom")
def what_followed_players_do_with_the_other(me: User, other: User) -> Asked:
    third = make_user()
    follow(me, third)
    finished_game(third, other, name=MARK)
    game = make_table(third, seat_count=3, name=MARK)
    join_table(game.pk, other)
    feed = make_feed(me, FeedKind.FOLLOWING)
    addresses = ("/following/", f"/{API}timeline/", "/", f"/feeds/{feed.code}.atom")
    return lambda: "".join(page(me, address) for address in addresses)


@surface("t/<slug:code>/mark/", API + "games/<api_code:id>/mark/", API + "marks/", stays=TO_BLOCKED)
def marking_a_game_of_the_other(me: User, other: User) -> Asked:
    game = started_game(other, make_user(), name=MARK)

    def ask() -> str:
        sent(me, f"/t/{game.code}/mark/")
        resign(game.pk, other)
        lists = page(me, f"/{API}marks/"), page(me, "/lobby/games/?show=marked")
        return MARK if all(MARK in one for one in lists) else ""

    return ask


@surface("t/<slug:code>/mark/", Kind.MARKED)
def the_end_of_a_marked_game(me: User, other: User) -> Asked:
    game = started_game(other, make_user())

    def ask() -> str:
        tried(lambda: mark(me, game))  # silently in vain for whom the other has blocked
        resign(game.pk, other)
        return MARK * Notification.objects.filter(user=me, kind=Kind.MARKED).count()

    return ask


@surface(Kind.MARKED)
def the_end_of_a_marked_game_that_waits_to_be_told(me: User, other: User) -> Asked:
    game = started_game(other, make_user())
    mark(me, game)
    resign(game.pk, other)
    row = Notification.objects.select_related("user__profile", "game").get(user=me, kind=Kind.MARKED)
    return lambda: "" if reason_to_drop(row) else MARK


@surface("following/players/", stays=TO_BOTH)
def running_games_of_followed_players_with_the_other(me: User, other: User) -> Asked:
    third = make_user()
    follow(me, third)
    started_game(third, other, name=MARK)
    return lambda: page(me, "/following/players/")


# Chats


def talk(other: User, *, is_over: bool = False) -> Game:
    game = (finished_game if is_over else started_game)(other, make_user())
    post_message(game.pk, other, f"{MARK} was here")
    return game


@surface("t/<slug:code>/", stays=TO_BLOCKED)
def the_chat_of_another_table(me: User, other: User) -> Asked:
    game = talk(other)
    said = f"{MARK} was here"
    return lambda: MARK if said in page(me, f"/t/{game.code}/?chat=all") else ""


@surface("t/<slug:code>/replay/", stays=TO_BLOCKED)
def the_chat_in_a_replay(me: User, other: User) -> Asked:
    game = talk(other, is_over=True)
    said = f"{MARK} was here"
    return lambda: MARK if said in page(me, f"/t/{game.code}/replay/?chat=all&log=all") else ""


@surface(API + "games/<api_code:id>/messages/", stays=TO_BLOCKED)
def messages_in_the_api(me: User, other: User) -> Asked:
    game = talk(other)
    return lambda: MARK if "was here" in page(me, f"/{API}games/{game.code}/messages/") else ""


@surface("t/<slug:code>/chat/", Kind.MENTION)
def mentions(me: User, other: User) -> Asked:
    game = started_game(me, other)

    def ask() -> str:
        sent(other, f"/t/{game.code}/chat/", text=f"@{me.username}, look")
        return "".join(MARK for _row in Notification.objects.filter(user=me, kind=Kind.MENTION))

    return ask


@surface(Kind.MENTION, Kind.DIGEST)
def a_mention_that_waits_to_be_sent(me: User, other: User) -> Asked:
    game = started_game(me, other)
    post_message(game.pk, other, f"@{me.username}, look")
    row = Notification.objects.select_related("user__profile", "game").get(user=me, kind=Kind.MENTION)
    return lambda: "" if reason_to_drop(row) else MARK


# Where no answer must follow: what is asked stays, and is declined in time


@surface("decline_for_blocked")
def an_invitation_that_nobody_sees(me: User, other: User) -> Asked:
    invitation = invite_player(make_table(other).pk, other, me.username)

    def ask() -> str:
        decline_unwanted((timezone.now() + timedelta(days=2)).replace(hour=12))
        state = Invitation.objects.get(pk=invitation.pk).state
        return MARK if state == InvitationState.PENDING else ""

    return ask


NOT_ABOUT_PEOPLE = ("admin/", "accounts/")  # sign-in and administration

EACH = [pytest.param(one, id=one.prepare.__name__) for one in SURFACES]


@pytest.mark.parametrize("one", EACH)
def test_people_who_are_kept_apart_do_not_meet(one: Surface) -> None:
    me, other = make_user("Amelia"), make_user(MARK)
    ask = one.prepare(me, other)
    meets = {}
    for name, blocks in {"nobody": (), "the player": (me, other), "the other": (other, me)}.items():
        cache.clear()
        with transaction.atomic():
            if blocks:
                block(*blocks)
            meets[name] = MARK in ask()
            transaction.set_rollback(True)
    assert meets == {"nobody": True, **{name: name in one.stays_after_block_by for name in TO_BOTH}}


@pytest.mark.parametrize("blocker", ["the sender", "the recipient"])
def test_what_is_sent_is_refused_to_who_has_blocked_and_goes_nowhere_for_the_other(blocker: str) -> None:
    me, other = make_user("Amelia"), make_user(MARK)
    over, running, table = finished_game(me, other, make_user()), started_game(other, make_user()), make_table(me)
    Notification.objects.all().delete()
    mail.outbox.clear()
    block(*((me, other) if blocker == "the sender" else (other, me)))
    answers = {
        "invitation": tried(lambda: invite_player(table.pk, me, MARK)),
        "challenge": tried(lambda: challenge_player(me, new_table(), MARK)),
        "rematch": tried(lambda: rematch(over.pk, me)),
        "deputy": tried(lambda: name_deputy(me, MARK, timezone.now())),
        "household": tried(lambda: declare_household(me, MARK)),
        "follow": tried(lambda: follow(me, other)),
        "mark": tried(lambda: mark(me, running)),
    }
    assert set(answers.values()) == {"you-have-blocked" if blocker == "the sender" else MARK}
    assert not Notification.objects.filter(user=other).exists()
    assert mail.outbox == []


OWN_LIST = {"settings/blocks/", API + "blocks/"}  # of those whom the player has blocked


@pytest.mark.parametrize("blocker", ["the player", "the other"])
def test_no_page_that_is_about_nobody_in_particular_shows_the_other(blocker: str) -> None:
    """Every address without a part to fill in, a new one too."""
    me, other = make_user("Amelia"), make_user(MARK)
    table = table_of(other)
    stand(other)
    offered_by_another(other)
    talk(other)
    finished_game(other, make_user(), name=MARK)
    invite_player(table.pk, other, me.username)
    name_deputy(other, me.username, timezone.now())
    block(*((me, other) if blocker == "the player" else (other, me)))
    addresses = [one for one in routes() if "<" not in one and not one.startswith(NOT_ABOUT_PEOPLE)]
    addresses = sorted(set(addresses) - OWN_LIST) + [f"{API}games/?filter={name}" for name in LIST_NAMES]
    client = signed_in(me)
    client.raise_request_exception = False
    shown = [one for one in addresses if MARK in client.get(f"/{one}").getvalue().decode(errors="replace")]
    assert len(addresses) > 45
    assert shown == []


@surface("settings/household/", API + "household/")
def a_declared_household(me: User, other: User) -> Asked:
    def ask() -> str:
        declare_household(other, me.username)
        return page(me, "/settings/household/") + page(me, f"/{API}household/")

    return ask


# What is not concerned, with the reason

NOT_CONCERNED = {
    "no other person is in it, or only those whom the player meets anyway": """
healthz readyz metrics i18n/setlang/ api/v1/ api/v1/docs/ api/v1/schema/ api/v1/titles/ api/v1/drafts/ api/v1/dice-key/
api/v1/me/hours/ api/v1/me/holidays/ api/v1/me/holidays/automatic/ api/v1/me/holidays/<api_ply:number>/shorten/
tours/ tours/<slug:name>/dismiss/ tours/<slug:name>/show/
settings/ settings/quiet/ api/v1/me/quiet/ settings/tokens/ settings/tokens/end-all/
settings/tokens/<int:pk>/revoke/ settings/delete/
settings/data/ settings/data/download/ settings/deleted/ avatars/<str:name>.svg time/ time/hours/ time/automatic/
time/holidays/ time/holidays/<int:pk>/shorten/ time/holidays/<int:pk>/end/ clocks/ notifications/
notifications/devices/ notifications/devices/<int:pk>/delete/ notifications/feeds/ notifications/feeds/<int:pk>/delete/
notifications/webhooks/ notifications/webhooks/<int:pk>/ notifications/webhooks/<int:pk>/try/
notifications/webhooks/<int:pk>/on/ notifications/webhooks/<int:pk>/secret/ notifications/webhooks/<int:pk>/delete/
feeds/<str:key>.ics learn/ learn/marram/ play/<slug:robot>/ mail/settings/ mail/bounce/
mail/unsubscribe/<str:token>/ next/ look/ sw.js manifest.webmanifest offline/ rules/ rules/<slug:title>/
rules/examples/<slug:name>.json art/<slug:title>/<slug:name>.svg art/<slug:title>.<slug:version>.svg
art/<slug:title>/p.<slug:version> replay/ games.zip
contact/ imprint/ news/ news.atom news/<slug:name>/ news/<slug:name>/seen/ privacy/ terms/ favicon.ico robots.txt
sitemap.xml sitemap-pages.xml
account reply bounce canary reminder orders
tell_moderators pack_due
note_zone_data compute_due end_due_pauses expire_due release_held_seats remind_due wake_due wake_lost
wake_misdated wake_waiting close_seasons delete_old_rows_daily take_seats_by_robots erase_accounts leave_what_is_left
keep_up delete_expired
""",
    "a block itself": """
players/<str:name>/block/ players/<str:name>/unblock/ settings/blocks/ api/v1/blocks/
api/v1/blocks/<api_name:name>/end/
""",
    "the end of what two players have said": """
settings/household/<str:name>/end/ api/v1/household/<api_name:name>/end/
""",
    "everyone may see it: a public game that has begun, its published studies, a profile with its history": """
sitemap-games-<int:part>.xml
api/v1/games/<api_code:id>/analysis/ api/v1/games/<api_code:id>/log/ api/v1/games/<api_code:id>/times/
api/v1/games/<api_code:id>/positions/<api_ply:ply>/ api/v1/games/<api_code:id>/file/ api/v1/players/<api_name:name>/
players/<str:name>/games/ t/<slug:code>/studies/ t/<slug:code>/studies/<str:name>/ t/<slug:code>/game.mkg
t/<slug:code>/game.json t/<slug:code>/times.csv t/<slug:code>/frames/ t/<slug:code>/board.png t/<slug:code>/card.png
t/<slug:code>/film/ t/<slug:code>/film.gif t/<slug:code>/film.webp embed/<slug:code>/ embed/<slug:code>/<int:ply>/
home-board/<slug:code>.json t/<slug:code>/worth/ t/<slug:code>/analysis/ t/<slug:code>/branch/
ratings/ ratings/<slug:title>/ api/v1/ratings/<api_name:title>/ api/v1/ratings/<api_name:title>/robots/
api/v1/players/<api_name:name>/against/<api_name:opponent>/ api/v1/ratings/<api_name:title>/luck-free/
ratings/<slug:title>/records/ api/v1/ratings/<api_name:title>/records/<api_name:kind>/
ratings/<slug:title>/seasons/ ratings/<slug:title>/seasons/<season:key>/
api/v1/ratings/<api_name:title>/seasons/ api/v1/ratings/<api_name:title>/seasons/<season:season>/
api/v1/rated-games/
""",
    "only moderators read a report, and a sanction concerns one player": """
players/<str:name>/report/ t/<slug:code>/report/ t/<slug:code>/record/ settings/conduct/
settings/conduct/<int:pk>/read/ settings/conduct/<int:pk>/appeal/ moderation/ moderation/cases/<int:pk>/
moderation/cases/<int:pk>/quiet/ moderation/cases/<int:pk>/claim/ moderation/appeals/<int:pk>/
moderation/tables/<slug:code>/ api/v1/reports/
api/v1/sanctions/ api/v1/sanctions/<int:pk>/read/ api/v1/sanctions/<int:pk>/appeal/ api/v1/record/
api/v1/moderation/tables/<api_code:id>/
api/v1/moderation/cases/ api/v1/moderation/cases/<int:pk>/ api/v1/moderation/cases/<int:pk>/claim/
api/v1/moderation/cases/<int:pk>/decide/ api/v1/moderation/appeals/ api/v1/moderation/appeals/<int:pk>/
api/v1/moderation/record/
""",
    "it needs a seat at the table, and a game that both play goes on": """
api/v1/games/<api_code:id>/leave/ api/v1/games/<api_code:id>/robots/ api/v1/games/<api_code:id>/orders/
api/v1/games/<api_code:id>/orders/ranks/ api/v1/games/<api_code:id>/orders/<api_ply:number>/
api/v1/games/<api_code:id>/orders/<api_ply:number>/withdraw/ api/v1/games/<api_code:id>/proposals/
api/v1/games/<api_code:id>/proposals/<api_number:number>/answer/
api/v1/games/<api_code:id>/proposals/<api_number:number>/withdraw/ api/v1/games/<api_code:id>/share/
api/v1/games/<api_code:id>/resign/ api/v1/games/<api_code:id>/abort/ api/v1/games/<api_code:id>/gifts/
api/v1/games/<api_code:id>/claims/ api/v1/games/<api_code:id>/seats/return/ t/<slug:code>/mail/ t/<slug:code>/leave/
t/<slug:code>/robots/ m/<str:token>/ m/seat/<str:token>/ t/<slug:code>/plan/ t/<slug:code>/study/
t/<slug:code>/study/node/ t/<slug:code>/study/publish/ t/<slug:code>/notes/ t/<slug:code>/notes/save/
t/<slug:code>/diary/ t/<slug:code>/orders/ t/<slug:code>/propose/ t/<slug:code>/answer/ p/<str:token>/
t/<slug:code>/share/ t/<slug:code>/presence/ t/<slug:code>/resign/ t/<slug:code>/abort/ t/<slug:code>/give/
t/<slug:code>/claim/ t/<slug:code>/seat/back/ started over resigned proposal news
""",
    "it only ends something": """
players/<str:name>/unfollow/ api/v1/follows/<api_name:name>/end/ t/<slug:code>/unmark/
api/v1/games/<api_code:id>/mark/end/
challenges/<int:pk>/end/ api/v1/challenges/<int:pk>/end/
deputy/<int:pk>/end/ api/v1/deputies/<int:pk>/end/ api/v1/invitations/<api_code:key>/decline/
api/v1/invitations/<api_code:key>/withdraw/ t/<slug:code>/withdraw/ lobby/filters/<int:pk>/delete/
settings/guide/ api/v1/me/guide/ api/v1/saved-filters/<int:pk>/ api/v1/saved-filters/<int:pk>/delete/
""",
    "what the blocker alone is spared: tests/chat/test_hidden_messages.py": "turn",
}


def test_everything_that_may_bring_people_together_is_a_surface_or_has_a_reason() -> None:
    named = {name for one in SURFACES for name in one.names}
    excused = {word for words in NOT_CONCERNED.values() for word in words.split()}
    addresses = {route for route in routes() if not route.startswith(NOT_ABOUT_PEOPLE)}
    parts = {part.__name__ for part in PARTS}
    there = addresses | {str(kind) for kind in Kind} | parts
    if missing := sorted(there - named - excused):
        advice = (
            "Can one of two people who are kept apart meet the other there? Name it in a surface here, or say why not:"
        )
        pytest.fail("\n".join([advice, *missing]), pytrace=False)
    assert sorted((named | excused) - there) == []
    assert sorted(named & excused) == []
