import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from accounts.mfa import MfaAdapter
from games.common.errors import Conflict
from games.core.choices import Status
from games.core.models import DiceSecret, Game, ReceiptKey
from games.play.actions import play_action
from games.play.undo import abort_for_operator
from marrakech_site.checks import sealed_dice
from tests.makers import acting_user, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def found() -> list[tuple[str | None, str]]:
    return [(message.id, str(message.msg)) for message in sealed_dice(None)]


def change_key(settings: Settings, *, keeps_old: bool) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY] if keeps_old else []
    settings.SECRET_KEY = "a newer key"


def test_the_key_check_passes_without_games_and_with_the_right_key(settings: Settings) -> None:
    assert found() == []
    make_table()
    assert found() == []
    change_key(settings, keeps_old=True)
    assert found() == []


def test_a_wrong_key_is_reported_in_one_sentence_with_a_table(settings: Settings) -> None:
    make_table()
    code = make_table().code
    change_key(settings, keeps_old=False)
    assert found() == [
        ("site.E021", f"SECRET_KEY is not the key that sealed the dice of table {code}: set that key again.")
    ]


def test_a_key_missing_for_older_games_is_reported_with_their_number(settings: Settings) -> None:
    make_table()
    make_table()
    change_key(settings, keeps_old=False)
    make_table()
    assert found() == [
        ("site.E022", "The dice of 2 games are sealed with a key that is missing: add it to SECRET_KEY_FALLBACKS.")
    ]


def test_finished_games_need_no_key(settings: Settings) -> None:
    play_on(started_game(options={"rugs": "1/1/1"}))
    change_key(settings, keeps_old=False)
    assert found() == []


def test_resealed_secrets_need_the_newest_key_alone(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    game = started_game(options={"rugs": "1/1/1"})
    sealed = bytes(game.dice_secret.sealed)
    change_key(settings, keeps_old=True)
    call_command("reseal")
    assert "dice of 1 games" in capsys.readouterr().out
    settings.SECRET_KEY_FALLBACKS = []
    assert found() == []
    assert bytes(DiceSecret.objects.get(game=game).sealed) != sealed
    assert play_on(Game.objects.get(pk=game.pk)).dice_secret.opened


def test_secrets_that_no_key_opens_stay_as_they_are(settings: Settings) -> None:
    game = make_table()
    sealed, key = bytes(game.dice_secret.sealed), bytes(ReceiptKey.objects.get().sealed)
    change_key(settings, keeps_old=False)
    with pytest.raises(CommandError, match="2 secrets were sealed with a key that is missing"):  # the key of receipts
        call_command("reseal")
    assert bytes(DiceSecret.objects.get(game=game).sealed) == sealed
    assert bytes(ReceiptKey.objects.get().sealed) == key


def test_without_its_key_a_game_cannot_go_on_but_can_be_ended(settings: Settings, client: Client) -> None:
    game = started_game()
    change_key(settings, keeps_old=False)
    before = game.entries.count()
    with pytest.raises(Conflict, match="dice-key-missing"):
        play_action(game.pk, acting_user(game), "F", game.ply)
    assert game.entries.count() == before
    abort_for_operator(game.pk, "The key is lost.")
    game.refresh_from_db()
    assert (game.status, DiceSecret.objects.get(game=game).opened) == (Status.ABORTED, "")
    assert found() == []
    client.force_login(game.seats.all()[0].user)  # type: ignore[arg-type]
    for page in ("", "dice/", "replay/", "game.mkg", "game.json"):
        assert client.get(f"/t/{game.code}/{page}").status_code == 200


def test_authenticators_are_resealed_too(settings: Settings) -> None:
    user, adapter = make_user(), MfaAdapter()
    codes = {"seed": adapter.encrypt("mint"), "used_mask": 3}
    Authenticator.objects.create(user=user, type="totp", data={"secret": adapter.encrypt("tea")})
    Authenticator.objects.create(user=user, type="recovery_codes", data=codes)
    change_key(settings, keeps_old=True)
    call_command("reseal")
    settings.SECRET_KEY_FALLBACKS = []
    assert adapter.decrypt(Authenticator.objects.get(type="totp").data["secret"]) == "tea"
    kept = Authenticator.objects.get(type="recovery_codes").data
    assert (adapter.decrypt(kept["seed"]), kept["used_mask"]) == ("mint", 3)
