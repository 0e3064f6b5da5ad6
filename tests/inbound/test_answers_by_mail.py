"""Replies of one word to emails that ask for an answer: invitations, requests, ends of games, questions, holidays."""

from collections.abc import Mapping
from datetime import timedelta
from email.utils import parseaddr
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import Block, User
from accounts.services import block, end_access
from games.chat.models import ChatMessage
from games.clocks.holidays import last_day_of, plan_holiday, today_of
from games.clocks.models import AutomaticHoliday, PlannedHoliday
from games.core.choices import Status
from games.core.log import add_event
from games.core.models import EventKind, Game, Seat, ShareSource
from games.deputies.models import Deputy
from games.deputies.services import end_deputy, name_deputy
from games.lobby.invitations import invite_address, invite_player, rematch, withdraw_invitation
from games.lobby.models import Invitation, InvitationState
from games.lobby.tables import join_table, leave_table
from games.mail.compose import compose
from games.notifications.models import InboundReason, InboundState, Kind, Notification
from games.notifications.outbox import notify_players
from games.play.endings import resign
from games.play.models import Proposal, ProposalState
from games.play.proposals import propose, withdraw
from tests.helpers.notifications import guest_row, latest, reader, text_of, words_of
from tests.helpers.reply_mails import (
    AUTHSERV,
    answer_to,
    answers,
    game_by_mail,
    letter,
    plays_by_reply,
    received,
    reply_data,
    reply_to,
)
from tests.makers import finished_game, fresh, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]

PROOF = {"Authentication-Results": f"{AUTHSERV}; dkim=pass header.d=example.org"}
FAIL = {"Authentication-Results": f"{AUTHSERV}; dkim=fail header.d=example.org"}


def says(row: Notification, sentence: str) -> bool:
    """Return True if both parts of an email have a sentence, False if neither has it."""
    mail = compose(row)
    parts = (" ".join(part.split()) for part in (text_of(mail), words_of(mail)))
    in_text, in_page = (" ".join(sentence.split()) in part for part in parts)
    assert in_text == in_page
    return in_text


def answer_of(user: User) -> str:
    """Return headline and text of the latest answer to a player."""
    mail = compose(answer_to(user))
    return f"{mail.subject}\n{' '.join(text_of(mail).split())}"


def invited(language: str = "en", **settings: object) -> tuple[Game, Notification, Invitation]:
    """Return Amina's table, its invitation, and the email about it."""
    amina, bob = make_user("Amina"), reader(language, name="Bob")
    game = make_table(amina, **settings)
    invitation = invite_player(game.pk, amina, bob.username)
    return game, latest(Kind.INVITATION, bob), invitation


def seat_of(game: Game, user: User) -> Seat | None:
    return Seat.objects.filter(game=game, user=user).first()


# Invitations


@pytest.mark.parametrize("words", ["yes", "Yes, I’m in!", "Sounds good", "Oui, avec plaisir", "Ja gerne", "👍"])
def test_a_yes_to_an_invitation_takes_the_seat(words: str) -> None:
    game, row, invitation = invited()
    assert row.user
    inbound = reply_to(row, words)
    assert (inbound.state, inbound.reason) == (InboundState.PLAYED, InboundReason.JOINED)
    assert seat_of(game, row.user) is not None
    invitation.refresh_from_db()
    assert (invitation.state, fresh(game).status) == (InvitationState.ACCEPTED, Status.RUNNING)


def test_a_seat_taken_by_mail_has_the_share_of_the_site_and_the_answer_says_so() -> None:
    game, row, _invitation = invited(seat_count=3)
    assert row.user
    reply_to(row, "yes")
    seat = seat_of(game, row.user)
    assert seat is not None
    assert seat.share_source == ShareSource.SITE
    assert "You have a seat at this table" in answer_of(row.user)
    assert "The site has drawn your share in the results" in answer_of(row.user)
    assert answer_of(row.user).count(f"/t/{game.code}/ ") == 1


def test_words_below_a_yes_are_posted_in_the_chat() -> None:
    game, row, _invitation = invited()
    reply_to(row, "Yes\n\nMint tea for everybody at this table!")
    assert [one.text for one in ChatMessage.objects.filter(game=game)] == ["Mint tea for everybody at this table!"]


@pytest.mark.parametrize("words", ["no", "No, thanks", "Non merci", "leider nicht"])
def test_a_no_to_an_invitation_frees_the_seat(words: str) -> None:
    game, row, invitation = invited()
    assert row.user
    assert reply_to(row, words).reason == InboundReason.REJECTED
    invitation.refresh_from_db()
    assert invitation.state == InvitationState.DECLINED
    assert seat_of(game, row.user) is None
    assert "You have declined the invitation" in answer_of(row.user)


@pytest.mark.parametrize("words", ["maybe", "yes?", "Who else plays?", "yes or no", "left", "if Carol plays, yes"])
def test_other_words_take_no_seat_and_can_be_answered_again(words: str) -> None:
    game, row, _invitation = invited()
    assert row.user
    assert reply_to(row, words).reason == InboundReason.UNCLEAR_ANSWER
    assert seat_of(game, row.user) is None
    asked = answer_to(row.user)
    assert says(asked, "Reply to this email with one word: “yes” or “no”.")
    assert reply_to(asked, "yes").reason == InboundReason.JOINED
    assert seat_of(game, row.user) is not None


def test_an_invitation_to_the_address_of_an_account_is_accepted_by_a_yes() -> None:
    amina, bob = make_user("Amina"), make_user("Bob")
    game = make_table(amina)
    invite_address(game.pk, amina, "bob@example.org")
    assert reply_to(latest(Kind.INVITATION, bob), "yes").reason == InboundReason.JOINED
    assert seat_of(game, bob) is not None


def test_a_yes_needs_no_permission_to_play_by_reply() -> None:
    _game, row, _invitation = invited()
    assert row.user
    assert not row.user.profile.plays_by_reply
    assert reply_to(row, "yes").reason == InboundReason.JOINED


def test_a_second_yes_changes_nothing() -> None:
    game, row, _invitation = invited()
    data = [reply_data(row, words) for words in ("yes", "yes please")]
    assert [received(one).reason for one in data] == [InboundReason.JOINED, InboundReason.JOINED]
    assert game.seats.count() == 2


def test_the_yes_of_someone_else_takes_no_seat() -> None:
    game, row, invitation = invited()
    assert row.user
    make_user("Eve")
    inbound = reply_to(row, "yes", From="eve@example.org")
    assert (inbound.state, inbound.reason) == (InboundState.REFUSED, InboundReason.STRANGER)
    assert game.seats.count() == 1
    invitation.refresh_from_db()
    assert invitation.state == InvitationState.PENDING
    assert not Notification.objects.filter(kind=Kind.REPLY, user__username="Eve").exists()


def test_a_yes_after_the_invitation_was_withdrawn_takes_no_seat() -> None:
    game, row, invitation = invited(is_private=True)
    assert row.user
    data = reply_data(row, "yes")
    assert invitation.inviter
    withdraw_invitation(invitation.code, invitation.inviter)
    assert received(data).reason == InboundReason.NOT_JOINED
    assert game.seats.count() == 1
    assert "already been answered or withdrawn" in answer_of(row.user)
    assert game.name not in answer_of(row.user)  # a private table


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "You have blocked Amina. Lift the block first."),
        ("fr", "Vous avez bloqué Amina. Débloquez d’abord ce joueur."),
    ],
)
def test_a_yes_by_who_has_blocked_the_inviter_says_so(language: str, told: str) -> None:
    game, row, invitation = invited(language)
    assert row.user
    assert invitation.inviter
    data = reply_data(row, "yes")
    block(row.user, invitation.inviter)
    assert received(data).reason == InboundReason.NOT_JOINED
    assert told in answer_of(row.user)
    assert game.seats.count() == 1


def test_a_yes_of_who_was_blocked_by_the_inviter_says_nothing_of_it() -> None:
    _game, row, invitation = invited()
    assert row.user
    assert invitation.inviter
    data = reply_data(row, "yes")
    Block.objects.create(blocker=invitation.inviter, blocked=row.user)
    assert received(data).reason == InboundReason.NOT_JOINED
    assert "already been answered or withdrawn" in answer_of(row.user)


def test_a_yes_to_a_table_that_is_gone_takes_no_seat() -> None:
    game, row, invitation = invited()
    assert row.user
    data = reply_data(row, "yes")
    assert invitation.inviter
    leave_table(game.pk, invitation.inviter)
    assert received(data).reason == InboundReason.NOT_JOINED
    assert game.seats.count() == 0


def test_a_yes_to_a_full_table_takes_no_seat_and_gets_the_link() -> None:
    game, row, invitation = invited()
    assert row.user
    data = reply_data(row, "yes")
    Seat.objects.create(game=game, user=make_user("Carol"))
    assert received(data).reason == InboundReason.NOT_JOINED
    assert seat_of(game, row.user) is None
    assert "All seats at this table are taken" in answer_of(row.user)
    assert f"/i/{invitation.code}/" in answer_of(row.user)


def test_an_old_invitation_is_not_accepted_by_a_reply() -> None:
    game, row, invitation = invited()
    assert row.user
    data = reply_data(row, "yes")
    with time_machine.travel(timezone.now() + timedelta(days=62), tick=False):
        assert received(data).reason == InboundReason.EXPIRED
        assert f"/i/{invitation.code}/" in answer_of(row.user)
    assert game.seats.count() == 1


@pytest.mark.parametrize("end", ["password", "access"])
def test_a_reply_address_ends_with_a_new_password_and_with_all_access(end: str) -> None:
    game, user = game_by_mail()
    data, invitation = letter(game, user, "left"), invited()[1]
    assert invitation.user
    yes = reply_data(invitation, "yes")
    for one in (user, invitation.user):
        if end == "password":
            one.set_password("another-carpet-shop")
            one.save()
        else:
            end_access(one)
    assert [received(data).reason, received(yes).reason] == [InboundReason.ENDED, InboundReason.ENDED]
    assert fresh(game).ply == game.ply
    assert "no longer works" in answer_of(user)
    assert received(letter(game, User.objects.get(pk=user.pk), "left", name="<new@x.example>")).reason == "played"


def test_under_require_only_a_proved_yes_takes_the_seat(settings: Settings) -> None:
    settings.INBOUND_AUTH = "require"
    game, row, _invitation = invited()
    assert row.user
    assert reply_to(row, "yes").reason == InboundReason.UNPROVED
    assert game.seats.count() == 1
    assert reply_to(row, "Yes, please", **PROOF).reason == InboundReason.JOINED


def test_a_yes_with_a_failed_signature_takes_no_seat() -> None:
    game, row, _invitation = invited()
    assert reply_to(row, "yes", **FAIL).reason == InboundReason.FORGED
    assert game.seats.count() == 1


SENTENCES = {"en": "“yes” to join, “no” to decline", "fr": "« oui » pour rejoindre la table, « non » pour refuser"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_invitation_says_that_a_yes_will_do(language: str) -> None:
    assert says(invited(language)[1], SENTENCES[language])


def test_an_invitation_to_an_unknown_address_does_not_ask_for_a_yes() -> None:
    row = guest_row(make_user("Amina"))
    assert not says(row, "to join")
    assert not compose(row).reply_to


def test_an_unknown_address_that_says_yes_gets_the_link_again_once() -> None:
    amina = make_user("Amina")
    row = guest_row(amina)
    assert row.game
    name = str(compose(row).extra_headers["Message-ID"])
    about = {"From": "guest@example.net", "To": "marrakech@localhost", "In-Reply-To": name}
    for number in range(2):
        inbound = received(letter(row.game, amina, "yes", name=f"<{number}@x.example>", **about))
        assert (inbound.state, inbound.reason) == (InboundState.REFUSED, InboundReason.NO_TURN)
    rows = Notification.objects.filter(kind=Kind.INVITATION, email="guest@example.net").order_by("pk")
    assert [str(row.params["invitation"]) in text_of(compose(one)) for one in rows] == [True, True]
    assert row.game.seats.count() == 1


def test_a_player_without_a_confirmed_address_gets_no_seat_by_mail() -> None:
    game, row, _invitation = invited()
    assert row.user
    data = reply_data(row, "yes")
    User.objects.filter(pk=row.user.pk).update(email="")
    assert received(data).reason == InboundReason.GONE
    assert game.seats.count() == 1


# Rematches


def over(**settings: Any) -> tuple[Game, User, User, Notification]:
    """Return a finished game of Amina and Bob, who play by reply, and the email about its end to Amina."""
    amina, bob = (plays_by_reply(make_user(name)) for name in ("Amina", "Bob"))
    game = finished_game(amina, bob, **settings)
    return game, amina, bob, latest(Kind.OVER, amina)


@pytest.mark.parametrize(
    "words", ["rematch", "Rematch, please!", "Good game!\nRematch", "Revanche !", "noch eine Partie"]
)
def test_the_word_rematch_opens_a_table_and_invites_the_others(words: str) -> None:
    game, amina, bob, row = over()
    inbound = reply_to(row, words)
    assert (inbound.state, inbound.reason) == (InboundState.PLAYED, InboundReason.REMATCH)
    new = Game.objects.get(rematch_of=game)
    assert seat_of(new, amina) is not None
    assert new.invitations.get().user == bob
    assert f"/t/{new.code}/" in answer_of(amina)
    assert "The site has drawn your share in the results" in answer_of(amina)


def test_a_yes_to_the_rematch_starts_it() -> None:
    game, _amina, bob, row = over()
    reply_to(row, "rematch")
    assert reply_to(latest(Kind.INVITATION, bob), "yes").reason == InboundReason.JOINED
    assert Game.objects.get(rematch_of=game).status == Status.RUNNING


def test_a_second_rematch_opens_no_second_table() -> None:
    game, _amina, bob, row = over()
    reply_to(row, "rematch")
    reply_to(row, "Rematch!")
    assert reply_to(latest(Kind.OVER, bob), "rematch").reason == InboundReason.REMATCH
    assert Game.objects.filter(rematch_of=game).count() == 1
    assert Game.objects.get(rematch_of=game).status == Status.RUNNING


def test_a_rematch_at_a_full_table_is_refused() -> None:
    game, amina, bob, row = over()
    new = rematch(game.pk, bob)
    withdraw_invitation(new.invitations.get().code, bob)
    join_table(new.pk, make_user("Carol"))
    assert reply_to(row, "rematch").reason == InboundReason.NO_REMATCH
    assert seat_of(new, amina) is None
    assert "no longer open" in answer_of(amina)


@pytest.mark.parametrize(
    "words",
    [
        "Good game, everybody in this round!",
        "Did Bob ask for the last rematch, or was that Carol?",
        "No rematch today, sorry",
        "I’ll play again on Friday with Carol",
    ],
)
def test_other_words_about_the_end_are_posted_and_open_no_table(words: str) -> None:
    game, _amina, _bob, row = over()
    assert reply_to(row, words).reason == InboundReason.SAID
    assert not Game.objects.filter(rematch_of=game).exists()


def test_the_word_rematch_means_nothing_while_a_game_runs() -> None:
    game, user = game_by_mail()
    assert received(letter(game, user, "rematch")).reason == InboundReason.UNCLEAR
    assert not Game.objects.filter(rematch_of=game).exists()


def test_who_lost_the_seat_gets_no_rematch() -> None:
    game, amina, _bob, row = over()
    data = reply_data(row, "rematch")
    Seat.objects.filter(game=game, user=amina).update(user=make_user("Carol"))
    assert received(data).state != InboundState.PLAYED
    assert not Game.objects.filter(rematch_of=game).exists()


@pytest.mark.parametrize(
    ("language", "words"), [("en", "reply “rematch” to this email"), ("fr", "répondez « revanche »")]
)
def test_the_email_about_the_end_says_that_the_word_rematch_will_do(language: str, words: str) -> None:
    amina = plays_by_reply(reader(language, name="Amina"))
    finished_game(amina, make_user("Bob"))
    assert says(latest(Kind.OVER, amina), words)


def test_the_email_about_the_end_asks_no_one_for_a_reply_who_does_not_play_by_reply() -> None:
    amina = make_user("Amina")
    finished_game(amina, make_user("Bob"))
    assert not says(latest(Kind.OVER, amina), "reply “rematch”")


# Requests to be a deputy


def request(language: str = "en") -> tuple[Deputy, Notification]:
    nora, ben = make_user("Nora"), reader(language, name="Ben")
    row = name_deputy(nora, "Ben", timezone.now())
    return row, latest(Kind.DEPUTY, ben)


@pytest.mark.parametrize("words", ["yes", "Of course!", "oui", "Ja gerne"])
def test_a_yes_to_a_request_makes_a_deputy(words: str) -> None:
    deputy, row = request()
    assert row.user
    assert reply_to(row, words).reason == InboundReason.DEPUTY
    deputy.refresh_from_db()
    assert deputy.accepted_at is not None
    assert "You are now a deputy" in answer_of(row.user)


def test_a_no_to_a_request_declines_it() -> None:
    deputy, row = request()
    assert reply_to(row, "no").reason == InboundReason.NO_DEPUTY
    deputy.refresh_from_db()
    assert (deputy.accepted_at, deputy.ended_at is not None) == (None, True)


def test_a_request_to_a_deputy_is_accepted_once() -> None:
    deputy, row = request()
    reply_to(row, "yes")
    deputy.refresh_from_db()
    first = deputy.accepted_at
    assert reply_to(row, "Yes, sure").reason == InboundReason.DEPUTY
    deputy.refresh_from_db()
    assert deputy.accepted_at == first


def test_a_yes_after_a_no_makes_no_deputy() -> None:
    deputy, row = request()
    assert row.user
    data = [reply_data(row, words) for words in ("no", "yes")]
    assert [received(one).reason for one in data] == [InboundReason.NO_DEPUTY, InboundReason.NO_REQUEST]
    deputy.refresh_from_db()
    assert deputy.accepted_at is None
    assert "no longer open" in answer_of(row.user)


def test_a_yes_to_a_withdrawn_request_makes_no_deputy() -> None:
    deputy, row = request()
    data = reply_data(row, "yes")
    end_deputy(deputy.user, deputy.pk, timezone.now())
    assert received(data).reason == InboundReason.NO_REQUEST
    deputy.refresh_from_db()
    assert deputy.accepted_at is None


def test_the_yes_of_someone_else_makes_no_deputy() -> None:
    deputy, row = request()
    make_user("Eve")
    assert reply_to(row, "yes", From="eve@example.org").reason == InboundReason.STRANGER
    deputy.refresh_from_db()
    assert deputy.accepted_at is None


def test_other_words_about_a_request_are_asked_about() -> None:
    deputy, row = request()
    assert row.user
    assert reply_to(row, "Which days?").reason == InboundReason.UNCLEAR_ANSWER
    assert reply_to(answer_to(row.user), "yes").reason == InboundReason.DEPUTY
    deputy.refresh_from_db()
    assert deputy.accepted_at is not None


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Or reply to this email with “yes” or “no”."), ("fr", "Ou répondez à cet e-mail par « oui » ou « non ».")],
)
def test_a_request_says_that_a_yes_will_do(language: str, words: str) -> None:
    assert says(request(language)[1], words)


# Resigning


def asked_to_resign() -> tuple[Game, User, Notification]:
    """Return a game, a player who has written "resign", and the answer."""
    game, user = game_by_mail()
    row = received(letter(game, user, "resign"))
    assert (row.state, row.reason) == (InboundState.ANSWERED, InboundReason.CONFIRM)
    return game, user, answer_to(user)


def test_resigning_by_mail_is_asked_about_before_anything_changes() -> None:
    game, user, row = asked_to_resign()
    assert fresh(game).status == Status.RUNNING
    assert "Do you want to resign?" in compose(row).subject
    assert says(row, "Reply “yes” to this email to confirm it. “No”, or no reply, changes nothing.")
    assert f"/t/{game.code}/resign/" in answer_of(user)


@pytest.mark.parametrize("words", ["yes", "Oui.", "ja", "I confirm"])
def test_a_plain_yes_resigns(words: str) -> None:
    game, user, row = asked_to_resign()
    assert reply_to(row, words).reason == InboundReason.RESIGNED
    game = fresh(game)
    assert (game.status, game.end_reason) == (Status.FINISHED, "resigned")
    assert Seat.objects.get(game=game, user=user).is_out
    assert "You have resigned" in answer_of(user)


def test_a_no_after_resign_changes_nothing() -> None:
    game, user, row = asked_to_resign()
    data = [reply_data(row, words) for words in ("no", "yes")]
    assert [received(one).reason for one in data] == [InboundReason.KEPT, InboundReason.NOT_DONE]
    assert fresh(game).status == Status.RUNNING
    assert "This question has already been answered" in answer_of(user)


@pytest.mark.parametrize(
    "words",
    [
        *("no problem", "fine by me", "+1", "ok", "sure", "👍", "yes, but not now", "left", "yes?"),
        *("Yes, tomorrow", "yes later", "Ja, morgen", "Oui, demain"),
    ],
)
def test_nothing_but_the_plain_word_resigns(words: str) -> None:
    game, _user, row = asked_to_resign()
    assert reply_to(row, words).reason == InboundReason.UNCLEAR_ANSWER
    assert fresh(game).status == Status.RUNNING


def test_a_second_yes_resigns_no_second_time() -> None:
    game, _user, row = asked_to_resign()
    data = [reply_data(row, words) for words in ("yes", "yes!")]
    received(data[0])
    ended = fresh(game)
    assert received(data[1]).reason == InboundReason.NOT_DONE
    assert fresh(game).version == ended.version


def test_a_yes_after_three_days_does_not_resign() -> None:
    game, _user, row = asked_to_resign()
    data = reply_data(row, "yes")
    with time_machine.travel(timezone.now() + timedelta(days=5), tick=False):
        assert received(data).reason == InboundReason.EXPIRED
    assert fresh(game).status == Status.RUNNING


def test_the_yes_of_an_opponent_does_not_resign() -> None:
    game, user, row = asked_to_resign()
    other = game.seats.exclude(user=user).get().user
    assert other
    assert reply_to(row, "yes", From=other.email).reason == InboundReason.STRANGER
    assert fresh(game).status == Status.RUNNING


def test_a_yes_to_resign_after_the_end_changes_nothing() -> None:
    game, user, row = asked_to_resign()
    data = reply_data(row, "yes")
    other = game.seats.exclude(user=user).get().user
    assert other
    resign(game.pk, other)
    assert received(data).reason == InboundReason.NOT_DONE
    assert not Seat.objects.get(game=game, user=user).is_out


# Proposals


def proposed(
    kind: str, language: str = "en", values: Mapping[str, object] | None = None
) -> tuple[Proposal, User, Notification]:
    amina, bob = make_user("Amina"), plays_by_reply(reader(language, name="Bob"))
    game = started_game(amina, bob, pace="usual")
    row = propose(game.pk, amina, kind, values or {})
    return row, bob, latest(Kind.PROPOSAL, bob)


FINAL = [("abort", {}), ("pace", {"pace": "brisk"})]


@pytest.mark.parametrize(("kind", "values"), FINAL)
def test_a_yes_to_what_cannot_be_undone_is_asked_about_once(kind: str, values: dict[str, object]) -> None:
    proposal, bob, row = proposed(kind, values=values)
    assert reply_to(row, "yes").reason == InboundReason.CONFIRM
    proposal.refresh_from_db()
    assert proposal.state == ProposalState.OPEN
    assert not proposal.answers.filter(user=bob).exists()
    assert says(answer_to(bob), "Reply “yes” to this email to confirm it.")
    assert reply_to(answer_to(bob), "yes").reason == InboundReason.AGREED
    proposal.refresh_from_db()
    assert proposal.state == ProposalState.AGREED


@pytest.mark.parametrize(("kind", "values"), FINAL)
@pytest.mark.parametrize("words", ["no problem", "Fine by me", "+1", "ok", "Sounds good"])
def test_an_idiom_agrees_to_nothing_that_cannot_be_undone(kind: str, values: dict[str, object], words: str) -> None:
    proposal, bob, row = proposed(kind, values=values)
    assert reply_to(row, words).reason == InboundReason.CONFIRM
    assert reply_to(answer_to(bob), "sure thing").reason == InboundReason.UNCLEAR_ANSWER
    assert not proposal.answers.filter(user=bob).exists()
    proposal.refresh_from_db()
    assert proposal.state == ProposalState.OPEN


def test_a_no_to_the_question_leaves_a_proposal_open() -> None:
    proposal, bob, row = proposed("abort")
    reply_to(row, "yes")
    assert reply_to(answer_to(bob), "no").reason == InboundReason.KEPT
    proposal.refresh_from_db()
    assert proposal.state == ProposalState.OPEN
    assert not proposal.answers.filter(user=bob).exists()


def test_a_confirmed_yes_to_a_withdrawn_proposal_changes_nothing() -> None:
    proposal, bob, row = proposed("abort")
    reply_to(row, "yes")
    data = reply_data(answer_to(bob), "yes")
    withdraw(proposal.game_id, proposal.pk, proposal.user)
    assert received(data).reason == InboundReason.CLOSED
    assert fresh(proposal.game).status == Status.RUNNING


def test_an_idiom_agrees_to_a_pause() -> None:
    proposal, _bob, row = proposed("pause")
    assert reply_to(row, "Sounds good!").reason == InboundReason.AGREED
    proposal.refresh_from_db()
    assert proposal.state == ProposalState.AGREED


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "If you reply “yes”, we ask you once more"), ("fr", "nous vous demanderons de confirmer")],
)
def test_a_final_proposal_says_that_a_yes_is_asked_about(language: str, words: str) -> None:
    assert says(proposed("abort", language)[2], words)


def test_a_proposal_that_can_be_undone_says_nothing_of_a_question() -> None:
    assert not says(proposed("pause")[2], "we ask you once more")


# Holidays


def on_holiday(language: str = "en", days: int = 6) -> tuple[Game, User, PlannedHoliday, Notification]:
    amina, bob = plays_by_reply(reader(language, name="Amina")), plays_by_reply(make_user("Bob"))
    game = started_game(amina, bob, pace="usual")
    now = timezone.now()
    today = today_of("UTC", now)
    holiday = plan_holiday(amina, today, today + timedelta(days=days), now)
    return game, amina, holiday, latest(Kind.NEWS, amina)


@pytest.mark.parametrize("words", ["back", "I’m back!", "Je suis de retour", "Ich bin wieder da", "Hi, I'm back again"])
def test_who_is_back_ends_the_holiday_with_the_present_day(words: str) -> None:
    _game, amina, holiday, row = on_holiday()
    assert reply_to(row, words).reason == InboundReason.BACK
    holiday.refresh_from_db()
    assert last_day_of(holiday) == holiday.first
    assert "Welcome back" in answer_of(amina)


@pytest.mark.parametrize("words", ["I’ll be back on Monday", "not back yet", "Back?", "See you when I come back"])
def test_other_words_about_a_holiday_do_not_end_it(words: str) -> None:
    _game, _amina, holiday, row = on_holiday()
    assert reply_to(row, words).reason != InboundReason.BACK
    holiday.refresh_from_db()
    assert holiday.changes == []


def test_a_turn_is_played_by_a_reply_to_the_news_of_a_holiday() -> None:
    game, _amina, holiday, row = on_holiday()
    assert reply_to(row, "left").reason == InboundReason.PLAYED
    assert fresh(game).ply > game.ply
    holiday.refresh_from_db()
    assert holiday.changes == []


def test_who_is_back_before_a_holiday_gets_the_page_of_holidays() -> None:
    amina, now = plays_by_reply(make_user("Amina")), timezone.now()
    started_game(amina, make_user("Bob"), pace="usual")
    first = today_of("UTC", now) + timedelta(days=9)
    holiday = plan_holiday(amina, first, first + timedelta(days=2), now)
    assert reply_to(latest(Kind.NEWS, amina), "I’m back").reason == InboundReason.NOT_AWAY
    holiday.refresh_from_db()
    assert holiday.changes == []
    assert "/time/" in answer_of(amina)


def test_an_opponent_who_is_back_ends_no_holiday() -> None:
    _game, _amina, holiday, _row = on_holiday()
    bob = User.objects.get(username="Bob")
    assert reply_to(latest(Kind.NEWS, bob), "I’m back").reason == InboundReason.SAID
    holiday.refresh_from_db()
    assert holiday.changes == []


def test_who_is_back_twice_changes_nothing_more() -> None:
    _game, _amina, holiday, row = on_holiday()
    reply_to(row, "back")
    holiday.refresh_from_db()
    assert reply_to(row, "I’m back").reason == InboundReason.BACK
    changes = holiday.changes
    holiday.refresh_from_db()
    assert holiday.changes == changes


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Reply “I’m back” to this email"), ("fr", "Répondez « je suis de retour »")]
)
def test_the_news_of_an_own_holiday_say_how_to_end_it(language: str, words: str) -> None:
    _game, _amina, _holiday, row = on_holiday(language)
    assert says(row, words)
    assert not says(latest(Kind.NEWS, User.objects.get(username="Bob")), words)


def test_the_news_of_an_automatic_holiday_can_be_answered_too() -> None:
    amina = plays_by_reply(make_user("Amina"))
    game, now = started_game(amina, make_user("Bob"), pace="usual"), timezone.now()
    AutomaticHoliday.objects.create(user=amina, began_at=now - timedelta(hours=1))
    notify_players(add_event(game, EventKind.AUTOMATIC, now, seat=0, params={"number": 1}))
    row = latest(Kind.NEWS, amina)
    assert says(row, "Reply “I’m back” to this email")
    assert reply_to(row, "I’m back").reason == InboundReason.BACK
    assert "Welcome back" in answer_of(amina)


# Replies without their key


def keyless(row: Notification, text: str, **headers: str) -> bytes:
    """Return a proved reply to a row's email that was sent to the address in From."""
    assert row.user
    assert row.game
    name = str(compose(row).extra_headers["Message-ID"])
    about = {"To": "marrakech@localhost", "In-Reply-To": name, **PROOF, **headers}
    return letter(row.game, row.user, text, **about)


def turn_row() -> tuple[Game, User, Notification]:
    game, user = game_by_mail()
    return game, user, latest(Kind.TURN, user)


@pytest.mark.parametrize(
    "proof",
    [
        "dkim=pass header.d=example.org",
        "spf=pass smtp.mailfrom=someone@example.org",
        "dmarc=pass header.from=example.org",
    ],
)
@pytest.mark.parametrize("to", ["marrakech@localhost", "play@play.example.org"])
def test_a_proved_reply_that_lost_its_key_is_played(proof: str, to: str) -> None:
    game, user, row = turn_row()
    inbound = received(keyless(row, "left", To=to, **{"Authentication-Results": f"{AUTHSERV}; {proof}"}))
    assert (inbound.state, inbound.user) == (InboundState.PLAYED, user)
    assert fresh(game).ply > game.ply


def test_a_proved_reply_that_lost_its_key_is_known_by_its_references() -> None:
    _game, _user, row = turn_row()
    name = str(compose(row).extra_headers["Message-ID"])
    data = keyless(row, "left", **{"In-Reply-To": "<other@mail.example.org>", "References": f"<root@x.example> {name}"})
    assert received(data).state == InboundState.PLAYED


def test_a_yes_that_lost_its_key_takes_the_seat() -> None:
    game, row, _invitation = invited()
    assert received(keyless(row, "yes")).reason == InboundReason.JOINED
    assert game.seats.count() == 2


UNPROVED = [
    {"Authentication-Results": f"{AUTHSERV}; dkim=pass header.d=evil.example"},
    {"Authentication-Results": f"{AUTHSERV}; spf=pass smtp.mailfrom=evil.example"},
    {"Authentication-Results": f"{AUTHSERV}; dkim=fail header.d=example.org"},
    {"Authentication-Results": "mx.evil.example; dkim=pass header.d=example.org"},
]


@pytest.mark.parametrize("proof", UNPROVED)
def test_an_unproved_reply_that_lost_its_key_plays_nothing_and_the_account_gets_a_link(proof: dict[str, str]) -> None:
    game, user, row = turn_row()
    for number in range(2):
        inbound = received(keyless(row, "left", name=f"<{number}@x.example>", **proof))
        assert (inbound.state, inbound.user) == (InboundState.REFUSED, None)
    assert fresh(game).ply == game.ply
    assert answers() == 1
    assert "/m/" in answer_of(user)


def test_under_require_a_reply_that_lost_its_key_plays_nothing_and_gets_a_link(settings: Settings) -> None:
    settings.INBOUND_AUTH = "require"
    game, user, row = turn_row()
    assert received(keyless(row, "left")).reason == InboundReason.NO_TURN
    assert fresh(game).ply == game.ply
    assert "/m/" in answer_of(user)


def forged_ids(row: Notification) -> list[str]:
    """Return Message-IDs that someone who knows the site could make up."""
    name = str(compose(row).extra_headers["Message-ID"])
    kind, code, pk, key = name.strip("<>").split("@")[0].split(".")
    other = "b" if key[0] == "a" else "a"
    return [
        f"<{kind}.{code}.{pk}@testserver>",
        f"<{kind}.{code}.{pk}.{other}{key[1:]}@testserver>",
        f"<{kind}.{code}.{pk}.{key[:-1]}@testserver>",
        f"<{kind}.{code}.{int(pk) + 1}.{key}@testserver>",
        f"<{kind}.{code}.{pk}.{key}@elsewhere.example>",
        f"<{kind}.{code}.{pk}.{parseaddr(compose(row).reply_to[0])[1].split('+')[1].split('@')[0]}@testserver>",
    ]


def test_a_forged_message_id_plays_nothing() -> None:
    game, user, row = turn_row()
    for number, name in enumerate(forged_ids(row)):
        inbound = received(keyless(row, f"left {number}", name=f"<{number}@x.example>", **{"In-Reply-To": name}))
        assert (inbound.state, inbound.reason) == (InboundState.ANSWERED, InboundReason.NO_TURN)
    assert fresh(game).ply == game.ply
    assert "http://testserver/" in answer_of(user)


def test_an_opponent_who_knows_a_message_id_plays_nothing() -> None:
    game, user, row = turn_row()
    other = game.seats.exclude(user=user).get().user
    assert other
    plays_by_reply(other)
    assert received(keyless(row, "left", From=other.email)).reason == InboundReason.NO_TURN
    assert fresh(game).ply == game.ply
    assert not Notification.objects.filter(kind=Kind.REPLY, user=user).exists()
    assert "/m/" not in answer_of(other)


@pytest.mark.parametrize("signed", ["from:to:subject", "from:in-reply-to:subject"])
def test_a_message_id_or_address_that_the_signature_does_not_cover_plays_nothing(signed: str) -> None:
    game, _user, row = turn_row()
    signature = f"v=1; a=rsa-sha256; d=example.org; s=k; h={signed}; bh=x=; b=AbC="
    assert received(keyless(row, "left", **{"DKIM-Signature": signature})).reason == InboundReason.NO_TURN
    assert fresh(game).ply == game.ply


def test_a_reply_without_a_key_to_someone_else_plays_nothing() -> None:
    game, _user, row = turn_row()
    assert received(keyless(row, "left", To="bob@example.org")).reason == InboundReason.NO_TURN
    assert fresh(game).ply == game.ply


def test_a_reply_without_a_key_after_a_new_password_plays_nothing() -> None:
    game, user, row = turn_row()
    data = keyless(row, "left")
    end_access(user)
    assert received(data).reason == InboundReason.ENDED
    assert fresh(game).ply == game.ply


def test_an_email_that_answers_nothing_of_the_site_gets_no_answer_unless_proved() -> None:
    _game, _user, row = turn_row()
    about = {"In-Reply-To": "<other@mail.example.org>", "Authentication-Results": "none"}
    assert received(keyless(row, "left", **about)).reason == InboundReason.NO_TURN
    assert answers() == 0
