import pytest
from django.core.signing import Signer
from pytest_django.fixtures import Settings

from games.common.errors import NotFound
from games.core.models import Game
from games.notifications.links import TurnToken, read_reply_address, read_turn_link, reply_address, turn_link_token

KEY = TurnToken(user_id=7, game_id=1234567, turn=12, ply=34)
ADDRESS = "Play@Mail.example.org"


@pytest.fixture(autouse=True)
def inbound(settings: object) -> None:
    settings.INBOUND_ADDRESS = ADDRESS  # type: ignore[attr-defined]


def test_tokens_of_emails_sent_by_the_first_release_still_work(settings: Settings) -> None:
    settings.SECRET_KEY = "the first release"
    assert read_reply_address("Play+ihfk4uf3onq6665pa4aaaaaaaajnnbyabqace@Mail.example.org") == KEY
    assert read_turn_link("WzcsMTIzNDU2NywxMiwzNCwiTCJd:y36EDkw_sVT_jtQVNVb7cn85xcV1L3qrmanJNlxirT4") == (KEY, "L")


@pytest.mark.parametrize("choice", ["L", "", "plan", "c4d4"])
def test_the_token_of_a_link_gives_back_key_and_choice(choice: str) -> None:
    assert read_turn_link(turn_link_token(KEY, choice)) == (KEY, choice)


@pytest.mark.parametrize(
    "token",
    [
        "",
        "nonsense",
        turn_link_token(KEY, "L")[:-1] + "_",
        Signer(salt="games.mail.unsubscribe").sign_object([7, 1, 12, 34, "L"]),
        Signer(salt="games.mail.turn").sign_object(["L"]),
        Signer(salt="games.mail.turn").sign_object(7),
    ],
)
def test_a_forged_token_of_a_link_is_not_found(token: str) -> None:
    with pytest.raises(NotFound):
        read_turn_link(token)


def test_a_reply_address_gives_back_its_key() -> None:
    assert read_reply_address(reply_address(KEY)) == KEY


def test_a_reply_address_survives_any_letter_case() -> None:
    assert read_reply_address(reply_address(KEY).upper()) == KEY


def test_the_local_part_of_the_longest_reply_address_is_allowed() -> None:
    longest = TurnToken(2**40, 2**40, 65535, 65535)
    assert len(reply_address(longest).partition("@")[0]) <= 64
    assert read_reply_address(reply_address(longest)) == longest


def test_without_incoming_mail_there_is_no_reply_address(settings: object) -> None:
    settings.INBOUND_ADDRESS = ""  # type: ignore[attr-defined]
    assert reply_address(KEY) == ""
    with pytest.raises(NotFound):
        read_reply_address("play+abc@mail.example.org")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "play@mail.example.org",
        "play+@mail.example.org",
        "play+a@mail.example.org",
        "play+1é@mail.example.org",
        "play+" + "a" * 80 + "@mail.example.org",
    ],
)
def test_a_mangled_reply_address_is_not_found(address: str) -> None:
    with pytest.raises(NotFound):
        read_reply_address(address)


def test_a_reply_address_with_a_changed_letter_is_not_found() -> None:
    address = reply_address(KEY)
    for place in range(len("Play+"), address.index("@")):
        other = "b" if address[place] == "a" else "a"
        with pytest.raises(NotFound):
            read_reply_address(address[:place] + other + address[place + 1 :])


def test_a_reply_address_of_another_site_is_not_found() -> None:
    with pytest.raises(NotFound):
        read_reply_address(reply_address(KEY).replace("example.org", "example.com"))


def test_a_turn_key_recognises_its_turn() -> None:
    game = Game(pk=1234567, turn=12, ply=34)
    assert KEY.is_same_turn(game)
    game.ply = 36
    assert KEY.is_same_turn(game)
    game.turn = 13
    assert not KEY.is_same_turn(game)
    assert not KEY.is_same_turn(Game(pk=8, turn=12, ply=34))


def test_a_reply_address_survives_a_new_secret_key_as_a_link_does(settings: Settings) -> None:
    address, link = reply_address(KEY), turn_link_token(KEY, "L")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new one", [settings.SECRET_KEY]
    assert (read_reply_address(address), read_turn_link(link)) == (KEY, (KEY, "L"))
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(NotFound):
        read_reply_address(address)
