from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.core.choices import Status
from games.core.models import Game
from games.play.endings import resign
from games.play.models import Proposal, ProposalState
from games.play.proposals import answer, propose
from games.proposals.presenters import proposal_link_token
from tests.helpers.page_client import form_to, forms_of, signed_in, squeezed, text_at
from tests.makers import acting_user, fresh, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def proposed_kinds(client: Client, game: Game) -> set[str]:
    """Return what a player can propose, as the page for it says."""
    html = text_at(client, f"/t/{game.code}/propose/")
    return {form.values["kind"] for form in forms_of(html) if form.action.endswith("/propose/")}


def test_players_propose_a_pause_and_others_agree_without_scripts() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = started_game(ann, bob)
    first, second = signed_in(ann), signed_in(bob)
    day = timezone.localdate() + timedelta(days=5)
    first.post(f"/t/{game.code}/propose/", {"kind": "pause", "until": day.isoformat()})
    html = text_at(first, f"/t/{game.code}/")
    assert "You propose to pause the game until" in html
    assert "Still to answer: Bob." in html
    html = text_at(second, f"/t/{game.code}/")
    assert html.index("Ann proposes to pause the game until") < html.index('id="seats"')
    form = form_to(html, "/answer/")
    answered = second.post(form.action, {**form.values, "answer": "yes"}, follow=True).content.decode()
    assert "Paused until" in answered
    assert f'href="/t/{game.code}/propose/"' in answered
    assert proposed_kinds(second, game) == {"resume", "pace", "abort"}


def test_proposing_to_end_without_a_result_asks_for_confirmation() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = started_game(ann, bob)
    client = signed_in(ann)
    asked = client.post(f"/t/{game.code}/propose/", {"kind": "abort"}).content.decode()
    assert "End without a result?" in asked
    assert not Proposal.objects.exists()
    client.post(f"/t/{game.code}/propose/", form_to(asked, "/propose/").values)
    html = text_at(signed_in(bob), f"/t/{game.code}/")
    card = html.index("Ann proposes to end the game without a result.")
    assert card < html.index("data-board")
    assert 'name="answer" value="yes"' in squeezed(html[card : html.index("data-board")])


def test_the_dashboard_shows_proposals_that_wait_for_an_answer() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = started_game(ann, bob)
    row = propose(game.pk, ann, "abort")
    assert "Ann proposes to end the game without a result." in text_at(signed_in(bob), "/")
    assert "Ann proposes to end the game without a result." not in text_at(signed_in(ann), "/")
    answer(game.pk, row.pk, bob, False)
    assert "Ann proposes to end the game without a result." not in text_at(signed_in(bob), "/")


def test_watchers_see_proposals_without_buttons() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = started_game(ann, bob)
    propose(game.pk, ann, "abort")
    html = text_at(Client(), f"/t/{game.code}/")
    assert "Ann proposes to end the game without a result." in html
    assert "/answer/" not in html
    assert "/propose/" not in html


def test_a_proposal_is_withdrawn_on_the_page() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    row = propose(game.pk, ann, "pause")
    client = signed_in(ann)
    form = form_to(text_at(client, f"/t/{game.code}/"), "/answer/")
    client.post(form.action, {**form.values, "answer": "withdraw"})
    row.refresh_from_db()
    assert row.state == ProposalState.WITHDRAWN


def test_undo_is_offered_only_while_it_is_possible() -> None:
    ann, bob, eve = make_user(), make_user(), make_user()
    game = play_on(started_game(ann, bob, eve), 1)
    client = signed_in(ann)
    assert "undo" not in proposed_kinds(client, game)
    play_on(game, 1)
    assert "undo" in proposed_kinds(client, game)
    play_on(fresh(game), 1)
    assert "undo" not in proposed_kinds(client, game)


def test_who_has_not_played_is_not_told_why_nothing_can_be_undone() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, title="marram", ruleset="classic-short")
    address = f"/t/{game.code}/propose/"
    assert "undo your turn" not in text_at(signed_in(acting_user(game)), address)
    player = acting_user(game)
    play_on(game, 4)
    assert "You can’t undo your turn" in text_at(signed_in(player), address)


def test_a_custom_pace_is_proposed_in_hours() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    sent = {"kind": "pace", "pace": "own", "own_bank": 48, "own_increment": 6, "own_cap": 72, "own_grace": 1}
    signed_in(ann).post(f"/t/{game.code}/propose/", {**sent, "own_ceiling": 96})
    assert game.proposals.get().params["own_pace"]["bank"] == 48 * 3600


@pytest.mark.parametrize("sent", [{"kind": "party"}, {"kind": "pause", "until": "2001-01-01"}, {}])
def test_an_impossible_proposal_is_refused(sent: dict[str, str]) -> None:
    ann = make_user()
    game = started_game(ann, make_user())
    refused = signed_in(ann).post(f"/t/{game.code}/propose/", sent)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert "<h1>Make a proposal</h1>" in refused.content.decode()
    assert not game.proposals.exists()


def test_players_who_are_out_cannot_propose() -> None:
    ann, bob, eve = make_user(), make_user(), make_user()
    game = started_game(ann, bob, eve)
    resign(game.pk, bob)
    client = signed_in(bob)
    assert proposed_kinds(client, game) == set()
    assert "There is nothing that you can propose" in text_at(client, f"/t/{game.code}/propose/")


def test_a_link_to_a_proposal_shows_two_buttons_and_changes_nothing_by_itself() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = started_game(ann, bob)
    row = propose(game.pk, ann, "abort")
    address = f"/p/{proposal_link_token(row, bob)}/"
    html = text_at(Client(), address)
    assert "Ann proposes to end the game without a result." in html
    assert 'value="yes"' in html
    assert fresh(game).status == Status.RUNNING
    Client().post(address, {"answer": "yes"})
    assert fresh(game).status == Status.ABORTED
    assert "Everyone has agreed to the proposal." in text_at(Client(), address)


def test_a_link_to_a_proposal_refuses_other_sites_and_closed_proposals() -> None:
    ann, bob, eve = make_user(), make_user(), make_user()
    game = started_game(ann, bob, eve)
    row = propose(game.pk, ann, "abort")
    address = f"/p/{proposal_link_token(row, bob)}/"
    elsewhere = Client().post(address, {"answer": "yes"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert elsewhere.status_code == 403
    answer(game.pk, row.pk, eve, False)
    assert Client().post(address, {"answer": "yes"}).status_code == 409
    assert Client().get("/p/forged/").status_code == 404


def test_a_link_to_a_proposal_of_a_closed_account_is_gone() -> None:
    ann, bob = make_user(), make_user()
    row = propose(started_game(ann, bob).pk, ann, "abort")
    address = f"/p/{proposal_link_token(row, bob)}/"
    bob.is_active = False
    bob.save(update_fields=["is_active"])
    assert Client().get(address).status_code == 410
