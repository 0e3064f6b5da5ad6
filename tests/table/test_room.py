"""What stands on the page of a table, and what is folded away."""

import re

import pytest
from django.utils import timezone

from accounts.models import User
from games.chat.services import mark_read, post_message
from games.clocks.activity import note_opened
from games.core.models import Game
from games.play.proposals import answer, propose
from games.table.view import table_view
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import acting_user, finished_game, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]
DRAWER = re.compile(r'<details class="card chat" id="chat-drawer"([^>]*)>')


def page(user: User, game: Game, query: str = "") -> str:
    return squeezed(text_at(signed_in(user), f"/t/{game.code}/{query}"))


def is_open(html: str) -> bool:
    found = DRAWER.search(html)
    assert found
    return "open" in found[1]


def test_the_chat_is_closed_while_it_is_empty() -> None:
    game = started_game()
    for seat in game.seats.all():
        assert seat.user
        assert not is_open(page(seat.user, game))


def test_a_chat_with_messages_is_open_whoever_looks() -> None:
    game = started_game()
    me = acting_user(game)
    other = next(seat.user for seat in game.seats.all() if seat.user and seat.user != me)
    line = post_message(game.pk, other, "Mint tea?")
    assert is_open(page(me, game))
    mark_read(game, me, line.pk)
    assert is_open(page(me, game))
    assert is_open(page(other, game))


def test_there_is_no_chat_against_robots_alone() -> None:
    ann, bob = make_user(), make_user()
    alone = make_table(ann, robots=["greedy"], seat_count=2)
    among = started_game(ann, bob)
    assert not DRAWER.search(page(ann, alone))
    assert 'class="chat-link"' not in page(ann, alone)
    assert not DRAWER.search(page(bob, alone))
    assert DRAWER.search(page(ann, among))


def test_the_places_are_folded_with_the_chosen_one_in_words() -> None:
    game = play_on(started_game(), 1)
    html = page(acting_user(game), game)
    notations = re.findall(r'name="action" value="([^"]+)"', html)
    assert len(notations) > 3
    assert '<details class="places">' in html
    assert f"All {len(notations)} places in words" in html
    assert re.search('<p class="prompt__result" aria-hidden="true">[^<]*pa(y|id)[^<]*</p>', html)
    assert html.index("places in words") < html.index(f'value="{notations[0]}"')
    chosen = page(acting_user(game), game, f"?choose={notations[1]}")
    assert re.search(rf'value="{notations[1]}"\s+checked', chosen)


def test_directions_are_not_folded() -> None:
    game = started_game()
    assert "places in words" not in page(acting_user(game), game)


def test_a_clock_that_shows_less_than_the_time_left_says_why_where_it_stands() -> None:
    game = started_game(pace="usual")
    me = acting_user(game)
    note_opened(game.pk, me, timezone.now())
    html = page(me, game)
    clock = html.partition('class="seat-clock"')[2]
    beside, _, folded = clock.partition("Deadline</summary>")
    assert "Clock" not in beside
    assert "The clock stops outside waking hours." in folded.partition("</details>")[0]


def test_a_clock_that_shows_the_time_left_says_nothing_more() -> None:
    game = started_game(pace="3d")
    me = acting_user(game)
    note_opened(game.pk, me, timezone.now())
    assert "The clock stops" not in page(me, game)


@pytest.mark.parametrize("pace", ["3d", "none"])
def test_the_menu_offers_what_exists_at_the_table(pace: str) -> None:
    two = play_on(started_game(pace=pace), 2)  # after the rug the next one is drawn
    three = play_on(started_game(make_user(), make_user(), make_user(), pace=pace), 2)
    for game, can_undo in ((two, False), (three, True)):
        player = game.seats.get(number=0).user
        assert player
        html = page(player, game)
        assert ("Propose an undo" in html) == can_undo
        assert ("Hours and holidays" in html.partition("table-menu")[2]) == (pace != "none")
        offers = table_view(game, player).requests.proposals
        assert offers
        assert ("pause" in offers.offers) == (pace != "none")


def test_the_page_of_proposals_says_why_there_is_no_undo() -> None:
    ann = make_user()
    two = play_on(started_game(ann, make_user()), 2)
    three = play_on(started_game(ann, make_user(), make_user()), 2)
    says = [squeezed(text_at(signed_in(ann), f"/t/{game.code}/propose/")) for game in (two, three)]
    assert "You can’t undo your turn" in says[0]
    assert "a die has been rolled or a rug drawn" in says[0]
    assert "You can’t undo your turn" not in says[1]


def test_the_story_stands_above_the_board_by_choice() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    assert "data-story" not in text_at(client, f"/t/{game.code}/")
    client.post("/look/", {"theme": "auto", "story": "1", "next": f"/t/{game.code}/"})
    html = squeezed(text_at(client, f"/t/{game.code}/"))
    assert 'data-story="1"' in html
    assert re.search(r'name="story" value="1" checked', html)
    client.post("/look/", {"theme": "auto", "dense": "1"})
    assert "data-story" not in text_at(client, "/")


def test_other_wishes_are_kept_when_the_dashboard_gets_dense() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    client.cookies["look"] = "story.still"
    html = squeezed(text_at(client, "/"))
    form = html.partition('class="page-head__form"')[2].partition("</form>")[0]
    sent = [name for name in ("story", "still", "dense", "letters") if f'name="{name}"' in form]
    assert sent == ["story", "still", "dense"]


def test_a_paused_game_offers_to_go_on_where_it_says_that_it_is_paused() -> None:
    game = started_game(pace="3d")
    players = [seat.user for seat in game.seats.order_by("number") if seat.user]
    proposal = propose(game.pk, players[0], "pause", {})
    answer(game.pk, proposal.pk, players[1], True)
    requests = page(players[0], game).partition('id="requests"')[2].partition("<section")[0]
    assert "Paused. You can still play." in requests
    assert "Propose to resume" in requests
    propose(game.pk, players[0], "resume")
    requests = page(players[1], game).partition('id="requests"')[2].partition("<section")[0]
    assert requests.count('class="notice') == 1  # one card says both
    assert f"{players[0]} proposes to end the pause." in requests


def test_a_turn_of_ones_own_is_not_marked_as_new() -> None:
    game = play_on(started_game(make_user("Amina"), make_user("Brahim")), 16)
    for seat in game.seats.all():
        assert seat.user
        html = page(seat.user, game)
        marked = re.findall(r'<li class="turn turn--new".*?</li>', html)
        assert all("You " not in turn for turn in marked)


def test_a_declined_proposal_is_told_beside_the_board_until_somebody_plays() -> None:
    game = started_game(pace="3d")
    players = [seat.user for seat in game.seats.order_by("number") if seat.user]
    answer(game.pk, propose(game.pk, players[0], "pace", {"pace": "7d"}).pk, players[1], False)
    told = page(players[0], game).partition('id="requests"')[2].partition("<section")[0]
    line = f"{players[1]} declined the proposal."
    assert line in told
    client = signed_in(players[0])
    client.cookies["closed"] = re.findall(r'data-closes="(\d+)"', told)[0]
    assert line not in text_at(client, f"/t/{game.code}/").partition('id="requests"')[2].partition("<section")[0]
    play_on(game, 1)
    assert line not in page(players[0], game).partition('id="requests"')[2].partition("<section")[0]


def test_a_game_that_nobody_has_played_in_is_shown_at_once() -> None:
    game = started_game()
    me = acting_user(game)
    assert game.ply  # chance has drawn the first rugs
    assert f'data-seen="{game.ply}"' in page(me, game)
    assert "data-unseen" not in page(me, game)
    game = play_on(game, 3)
    assert "data-unseen" in page(acting_user(game), game)


def test_a_finished_game_that_one_opens_is_shown_at_once() -> None:
    amina = make_user("Amina")
    game = finished_game(amina, make_user("Brahim"))
    assert "data-unseen" not in page(amina, game)
    assert f'data-seen="{game.ply}"' in page(amina, game)
