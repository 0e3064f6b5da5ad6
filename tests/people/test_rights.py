"""A walk over all models: what is a person's own is exported and erased, or there is a reason why not.

A row of each model that leads to a person is stored, with a mark in each text. A field that is new fails here until it
is in ``accounts/exports.py`` or ``games/people/exports.py``, and gone after the erasure, or has a reason below.
"""

import io
import itertools
import json
from collections.abc import Iterator
from datetime import date, time, timedelta
from typing import Any
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from accounts import exports
from accounts.erasure import close_account, erase_due
from accounts.models import Erasure, Profile, User
from accounts.services import update_profile
from games.chat.models import ChatMessage
from games.chat.services import post_message
from games.conduct.models import Rule, SanctionKind
from games.conduct.services import sanction
from games.core.choices import Status
from games.core.models import Game, Seat
from games.deputies.services import name_deputy
from games.lobby.invitations import invite_address, invite_player
from games.notifications.models import Kind, Notification
from games.play.endings import resign
from games.play.models import ProposalKind
from games.play.proposals import propose
from games.sweep import erase_accounts
from games.tasks import make_export
from tests.makers import fresh, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Model = type[models.Model]
NAME, ADDRESS = "Zebedee", "zebedee@example.org"

NOT_ABOUT_A_PERSON = {
    "the site, not its players": """
auth.Permission auth.Group contenttypes.ContentType games.Heartbeat games.ReceiptKey games.RatingVersion
""",
    "a game: its log, its dice and what follows from them, by seats": """
games.Analysis games.DiceSecret games.Film games.PackedLog games.PackedTurns games.RatedGame games.RecentGame
games.SeasonScore games.TablePause
""",
    "a session ends when the account is closed; what is in it is only the sign-in": "sessions.Session",
    "a digest of a name, and no way from it to anybody": "accounts.HeldName",
    "a wish about an address without an account; it would get invitations again": "games.InvitationOptOut",
}

NOT_EXPORTED = {
    "a moderator's notes; what came of them is a sanction": """
games.Case: score opened_at claimed_until closed_at outcome reason
""",
    "it opens the account, or lets others act or listen for the player": """
accounts.User: password link_version
accounts.ApiToken: digest
account.EmailConfirmation: key
mfa.Authenticator: data
usersessions.UserSession: session_key data
games.Game: invite_code
games.Invitation: code
games.Feed: code
games.PushDevice: endpoint p256dh auth
games.Webhook: secret last_error_params
""",
    "dice: their secrets must stay secret until the end; then they are in the game files": """
games.Game: commitment dice_version entropy
games.Seat: entropy share_commitment share_source opening_number opening_ply receipt share_given_up share_given_up_ply
""",
    "how the program keeps its books": """
accounts.User: skeleton robot
accounts.Profile: skeleton
accounts.Export: due_at attempts failed_at
accounts.Erasure: is_final
account.EmailConfirmation: created sent
games.Game: rules_version late_robot undone overdue_at troubled_at trouble version turn ply deadline
games.Game: packed
games.PackedPlayer: number
games.Seat: version read_message
games.Entry: rules_version state_hash
games.Turn: pace due_at deadline_changes deadline_changed_at remind_at failed_at failure
games.ClockUpdate: due_at
games.Challenge: checked_at
games.Outage: credited_until credited_at
games.Invitation: accept_on_verification
games.SavedFilter: last_table due_at
games.Notification: key attempts due_at failed_at message_id provider_id request_id email
games.DeliveryEvent: event_id
games.InboundMail: digest message_id is_checked
games.RobotTurn: attempts due_at reason detail
""",
    "what an email is about, in numbers and codes; some of them open something": "games.Notification: params",
    "the export itself": "accounts.Export: file data",
    "an account email that is not sent yet; its text is deleted when it is": "games.Notification: raw",
    "a choice of the table, not of a person": """
games.Game: has_soft_deadlines forbids_holidays late_rule min_games max_stand_in_turns max_answer_days has_hints
games.Game: branched_at
""",
    "what an administrator may do: is_staff and is_superuser tell that they are one": """
accounts.User: groups user_permissions
""",
}

KEPT = {
    "when the account was made and changed, without a name": """
accounts.User: date_joined link_version
accounts.Profile: time_zone language digest_hour mail_threads takes_automatic_holidays
accounts.Erasure: closed_at
""",
    "what administrators did stays with what they did it to": """
admin.LogEntry: action_time object_id action_flag object_repr change_message
games.Outage: began_at ended_at reason credited_until credited_at
""",
    "a game belongs to all of its players, an agreement of two others to them": """
games.Game: code name title ruleset options rules_version seat_count seat_order pace own_pace has_soft_deadlines
games.Game: forbids_holidays late_rule late_robot min_games max_stand_in_turns max_answer_days has_hints is_private
games.Game: is_rated invite_code branched_at commitment dice_version entropy status ply turn undone deadline overdue_at
games.Game: end_reason troubled_at trouble version packed created_at started_at finished_at
games.Seat: number entropy share_commitment share_source opening_number opening_ply receipt share_given_up
games.Seat: share_given_up_ply joined_at wants_abort seen_ply read_message unread_messages version bank stand_in_turns
games.Seat: offered_at owner_bank taken_at is_acting acting_since is_out score place highlight finished_at start_rating
games.Seat: start_deviation
games.Entry: ply seat notation at rules_version state_hash note rewind is_lost
games.PackedPlayer: number
games.TableEvent: ply kind seat params at
games.Turn: ply number came_at notified_at notified_by pace bank deadline deadline_cause due_at deadline_changes
games.Turn: deadline_changed_at overdue_at remind_at reminded failed_at failure ended_at ended_by charge bank_after
games.TurnStep: kind number at made_at
games.RobotTurn: ply state attempts due_at reason detail
games.TimeGift: seconds at reason
games.TimeOutClaim: at wants_substitute
games.Proposal: kind params ply state created_at expires_at ended_at
games.ProposalAnswer: agrees at
games.Deputy: first last created_at accepted_at ended_at
games.Invitation: email code state accept_on_verification held_until created_at answered_at
""",
    "the answers of others would make no sense; gone if the player asks for it": "games.ChatMessage: text ply at",
    "the wish of another player, which also hides messages": "accounts.Block: hides_messages created_at",
    "the ratings and results of others depend on them": """
games.PlaceTally: title ruleset seat_count place games scored score_sum best_score highlight
games.PlaceTally: public_games public_scored public_score_sum public_best_score public_highlight
games.OpponentTally: games ahead behind public_games public_ahead public_behind
games.Rating: title pool mu var games opponents at listed_until
games.RatingChange: pool mu_before var_before mu_after var_after place weight reason
games.SeasonPlace: season title place
games.PersonalRecord: title kind value at is_best
""",
    "it protects others, and decisions must stay open to check; under the new name": """
games.Case: score opened_at claimed_until closed_at outcome reason
games.PlayerReport: kind machine text copy at
games.Sanction: kind rule facts machine at ends_at read_at appeal appealed_at answer answered_at lifted_at
games.RecordedAct: at role verb object before after reason
""",
}


def pairs(reasons: dict[str, str]) -> set[tuple[str, str]]:
    """Return (label of a model, name of a field) for each field that has a reason."""
    lines = [line for text in reasons.values() for line in text.split("\n") if line]
    return {
        (label, name) for label, _colon, names in (line.partition(": ") for line in lines) for name in names.split()
    }


def label(model: Model) -> str:
    return model._meta.label


def fields(model: Model) -> list[Any]:
    """Return the columns of a model that say something: no keys, and no relations but those to many."""
    columns = [one for one in model._meta.concrete_fields if not (one.primary_key or one.is_relation)]
    return [*columns, *model._meta.many_to_many]


def parents(model: Model) -> list[Any]:
    return [one for one in model._meta.concrete_fields if one.is_relation]


def personal_models() -> list[Model]:
    """Return the models with a way to a person: a relation to a user, or to a row that has one, but for a game."""
    found: list[Model] = [User]
    for _step in range(3):
        starts = [one for one in found if one is not Game]
        found += [
            model
            for model in apps.get_models()
            if model not in found and any(one.related_model in starts for one in parents(model))
        ]
    return found


def exported() -> set[tuple[str, str]]:
    tables = [table for subject in exports.SUBJECTS for table in subject.tables]
    return {(table.model, name.partition("__")[0]) for table in tables for name in table.fields.split()}


def refuse(advice: str, found: set[tuple[str, str]] | set[str]) -> None:
    if found:
        pytest.fail("\n".join([advice, *(str(one) for one in sorted(found))]), pytrace=False)


def test_every_model_leads_to_a_person_or_says_what_it_is_about() -> None:
    known = {label(one) for one in personal_models()}
    excused = {name for text in NOT_ABOUT_A_PERSON.values() for name in text.split()}
    assert known & excused == set()
    refuse("Has this something of a person in it?", {label(one) for one in apps.get_models()} - known - excused)


def test_every_field_about_a_person_is_exported_or_has_a_reason() -> None:
    there = {(label(model), one.name) for model in personal_models() for one in fields(model)}
    refuse("Export it, or say why not:", there - exported() - pairs(NOT_EXPORTED))
    refuse("Both exported and not:", exported() & pairs(NOT_EXPORTED))
    refuse("These reasons are about no field:", pairs(NOT_EXPORTED) - there)


TEXTS = (models.CharField, models.TextField, models.JSONField, models.BinaryField, models.FileField)


class Filler:
    """Stores a row of each model for a player, with a different value in each field."""

    def __init__(self, user: User, others: list[User], game: Game) -> None:
        self.user, self.others, self.game = user, others, game
        self.numbers = itertools.count(101)
        self.marks: dict[str, tuple[str, str]] = {}
        self.parents: dict[Model, models.Model] = {User: user, Game: game}

    def fill(self, model: Model) -> None:
        """Store a row for each relation to a user; there is one of a user, profile, game and seat already."""
        ways = [one.name for one in parents(model) if one.related_model is User] or [""]
        existing = {
            User: self.user,
            Profile: self.user.profile,
            Game: self.game,
            Seat: self.game.seats.get(user=self.user),
        }
        if model in existing:
            row = existing[model]
            wanted = [] if model is User else [one for one in fields(model) if one.name not in {"number", "status"}]
            values = {one.name: self.value(model, one) for one in wanted}
            model._default_manager.filter(pk=row.pk).update(**values)
            self.parents.setdefault(model, row)
            return
        for way in ways:
            row = model(**self.values(model, way))
            row.save()
            self.parents.setdefault(model, row)

    def values(self, model: Model, way: str) -> dict[str, Any]:
        found = {one.name: self.value(model, one) for one in fields(model) if one not in model._meta.many_to_many}
        others = iter(self.others)
        for one in parents(model):
            if one.related_model is User:
                found[one.name] = self.user if one.name == way else next(others)
            elif one.related_model is not model:
                if one.related_model not in self.parents:
                    self.fill(one.related_model)
                found[one.name] = self.parents[one.related_model]
        return found

    def value(self, model: Model, one: Any) -> Any:
        number = next(self.numbers)
        if one.choices:
            return one.choices[-1][0]  # mostly of what is over
        if isinstance(one, TEXTS):
            mark = f"mark{number}"
            if isinstance(one, models.EmailField):
                mark += "@example.net"
            if one.max_length is not None and one.max_length < len(mark):
                return str(number)[: one.max_length]
            self.marks[mark] = (label(model), one.name)
            wrapped = {models.JSONField: {"a": mark}, models.BinaryField: mark.encode()}
            return wrapped.get(type(one), f"https://{mark}.example.net/" if isinstance(one, models.URLField) else mark)
        days = timedelta(days=number % 50)
        plain: dict[type, Any] = {
            models.DateTimeField: timezone.now() - days,
            models.DateField: date(2026, 1, 1) + days,
            models.TimeField: time(1, number % 60),
            models.BooleanField: not one.default,
            models.FloatField: number + 0.5,
            models.GenericIPAddressField: f"192.0.2.{number % 250}",
        }
        return plain.get(type(one), number)


@pytest.fixture
def filled(monkeypatch: pytest.MonkeyPatch) -> Filler:
    monkeypatch.setattr(exports, "MORE_FILES", [])  # the rows are of no game that was played
    user, *others = make_user(NAME), make_user(), make_user()
    game = started_game(user, others[0])
    EmailAddress.objects.all().delete()  # one with a mark follows
    Notification.objects.all().delete()
    Game.objects.update(status=Status.FINISHED)
    filler = Filler(user, others, fresh(game))
    for model in personal_models():
        if not any(isinstance(row, model) for row in filler.parents.values()) or model in {Game, Profile, Seat, User}:
            filler.fill(model)
    return filler


def stored(model: Model) -> Iterator[tuple[Any, dict[str, Any]]]:
    for row in model._default_manager.all():
        yield row.pk, {one.name: getattr(row, one.name) for one in fields(model) if one not in model._meta.many_to_many}


def everything() -> str:
    """Return all that is stored as one text."""
    found = [[str(value) for value in row.values()] for model in apps.get_models() for _pk, row in stored(model)]
    return json.dumps(found, cls=DjangoJSONEncoder)


def marks_in(filler: Filler, text: str) -> set[tuple[str, str]]:
    return {place for mark, place in filler.marks.items() if mark in text}


def test_an_export_contains_what_it_says_and_no_secret(filled: Filler) -> None:
    archive = ZipFile(io.BytesIO(exports.archive_of(filled.user)))
    text = " ".join(archive.read(name).decode() for name in archive.namelist())
    marked = set(filled.marks.values())
    assert len(marked) > 80
    refuse("Not exported:", (marked & exported()) - marks_in(filled, text))
    refuse("Exported, though they are not listed:", marks_in(filled, text) - exported())
    assert ADDRESS in text


def test_every_field_about_a_person_is_erased_or_has_a_reason(filled: Filler) -> None:
    before = {model: dict(stored(model)) for model in personal_models()}
    Erasure.objects.all().delete()  # there is one now
    others = {User: {one.pk for one in filled.others}, Profile: {one.profile.pk for one in filled.others}}
    close_account(filled.user)
    assert erase_due(timezone.now() + timedelta(days=8)) == 1
    left = {
        (label(model), name)
        for model, rows in before.items()
        for pk, row in stored(model)
        if pk in rows and pk not in others.get(model, ())
        for name, value in row.items()
        if value == rows[pk][name] and value not in (None, "", [], {}, False)
    }
    refuse("Erase it, or say why not:", left - pairs(KEPT))
    known = {label(model) for model in before}
    seen = {place for place in marks_in(filled, everything()) if place[0] in known}
    refuse("Kept without a reason, in some other row:", seen - pairs(KEPT))
    assert "zebedee" not in everything().lower()


def test_no_reason_for_keeping_is_about_a_field_that_does_not_exist() -> None:
    there = {(label(model), one.name) for model in personal_models() for one in fields(model)}
    refuse("These reasons are about no field:", pairs(KEPT) - there)


def test_nothing_that_a_player_did_keeps_the_name_or_address() -> None:
    user, other = make_user(NAME), make_user()
    update_profile(user, display_name="Zebedee the Elder")
    game, table = started_game(user, other), make_table(user)
    invite_player(table.pk, user, other.username)
    invite_address(make_table(user).pk, user, "friend@example.org")
    post_message(game.pk, user, f"@{other.username}, hello")
    name_deputy(user, other.username, timezone.now())
    propose(game.pk, user, ProposalKind.ABORT)
    sanction(other, user, SanctionKind.NOTE, Rule.RUDE, "A note.")
    for row in Notification.objects.filter(kind=Kind.INVITATION):
        Notification.objects.filter(pk=row.pk).update(params={**row.params, "inviter": NAME})  # by an earlier release
    close_account(user)
    erase_due(timezone.now() + timedelta(days=8))
    assert "zebedee" not in everything().lower()


@pytest.mark.parametrize("removes", [False, True])
def test_messages_stay_without_a_name_or_are_removed_if_the_player_asks(removes: bool) -> None:
    user, other = make_user(NAME), make_user()
    game = started_game(user, other)
    post_message(game.pk, user, "Hello")
    post_message(game.pk, other, "Hello yourself")
    close_account(user, removes_messages=removes)
    erase_accounts(timezone.now() + timedelta(days=8))
    texts = ["Hello yourself"] if removes else ["Hello", "Hello yourself"]
    assert list(ChatMessage.objects.values_list("text", flat=True)) == texts


def test_what_an_app_registers_twice_is_exported_once() -> None:
    before = list(exports.SUBJECTS), list(exports.MORE_FILES)
    apps.get_app_config("games").ready()
    assert before == (exports.SUBJECTS, exports.MORE_FILES)


def test_an_export_contains_the_game_files_of_a_player() -> None:
    user, other = make_user(NAME), make_user()
    game = started_game(user, other)
    resign(game.pk, user)
    row = exports.request_export(user)
    make_export(row.pk)
    row.refresh_from_db()
    archive = ZipFile(io.BytesIO(exports.zip_of(row)))
    assert len([name for name in archive.namelist() if name.startswith("games/")]) == 2
    assert game.code in archive.read("games.json").decode()
