"""Tests of the emails of Marram: a turn can be played from them."""

import io
import re
from dataclasses import replace
from email.message import Message
from functools import cache
from html import unescape
from itertools import combinations
from typing import Any
from unittest import mock

import pytest
from django.utils import timezone
from PIL import Image
from pytest_django import Settings

from accounts.models import Profile, User
from games.core.models import Game
from games.engine import registry
from games.engine.marram.state import State
from games.engine.marram.title import MARRAM
from games.engine.values import Gain
from games.mail.compose import compose
from games.mail.offers import TurnOffers, listed_choices, offers_of
from games.mail.tables import LEAST_COLUMNS, Table
from games.notifications import outbox
from games.notifications.links import read_turn_link
from games.notifications.models import Kind, Notification
from games.pictures.coordinates import draw_coordinates
from games.pictures.hand import hand_svg
from games.play.actions import play_action
from games.play.endings import resign
from games.play.models import AdvanceOrder, OrderState
from tests.engine.helpers.meadow.title import MEADOW
from tests.engine.helpers.toy import STONES
from tests.helpers.advanced_games import turn_row
from tests.helpers.notifications import html_of, latest, pictures_of, reader, text_of, words_of
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.pictures]


def _game(actions: int = 10, ruleset: str = "pitchfork-short") -> Game:
    game = started_game(make_user("Amina"), reader(name="Ada"), title="marram", ruleset=ruleset)
    return play_on(game, actions)


def _state(game: Game) -> State:
    state = Table(game, None).state
    assert isinstance(state, State)
    return state


def _offers(game: Game) -> TurnOffers:
    user = acting_user(game)
    found = offers_of(Table(game, user), user)
    assert found
    return found


@cache
def _held() -> str:
    state = MARRAM.start("classic-short", {}, 2)
    while MARRAM.chance(state):
        state = MARRAM.apply(state, MARRAM.legal_actions(state)[0])
    return hand_svg("marram", MARRAM.held(state, 0))


def _names(picture: Message) -> str:
    return str(picture["Content-ID"]).strip("<>").partition(".")[0]


def test_every_tile_of_a_board_is_in_words_in_both_parts_and_every_place_for_replies(settings: Settings) -> None:
    game = _game()
    user = acting_user(game)
    table, mail = Table(game, user), compose(turn_row(game, user))
    taken = {cell for piece in table.scene.pieces for cell in piece.cells}
    spoken = [f"{table.say(cell.text)}." for cell in table.scene.cells if cell.name in taken]
    places = [f"{table.say(cell.text)}." for cell in table.scene.cells if cell.name not in taken]
    assert any(" has a boot on " in line or "You have a boot on " in line for line in spoken)
    alts = unescape(html_of(mail))
    assert [line for line in spoken if line not in text_of(mail) or line not in alts] == []
    assert [line for line in places if line in text_of(mail)] == []
    settings.INBOUND_ADDRESS = "play@example.org"
    Profile.objects.filter(user=user).update(plays_by_reply=True)
    words = Table(game, User.objects.get(pk=user.pk)).board().words
    assert [line for line in [*spoken, *places] if line not in words] == []


def test_the_email_about_a_turn_has_pictures_of_board_and_hand() -> None:
    game = _game()
    mail = compose(turn_row(game, acting_user(game)))
    assert [_names(picture) for picture in pictures_of(mail)] == ["board", "hand"]
    for picture in pictures_of(mail):
        assert f'src="cid:{str(picture["Content-ID"]).strip("<>")}"' in html_of(mail)


def test_each_step_and_all_draws_in_a_row_are_one_item_of_a_turn_in_an_email() -> None:
    (turn,) = [turn for turn in Table(_game(9), None).recent_turns() if turn.number == 2]
    drew = [" drew " in sentence for sentence in turn.sentences]
    assert drew == ([False, False, True] if any(drew) else [False, False])  # who flips twice draws nothing


def test_the_picture_of_a_board_that_grows_is_as_wide_as_its_tiles_for_who_writes_no_coordinates() -> None:
    table = Table(_game(30), None)
    columns = {
        cell.column for cell in table.scene.cells if cell.name in {piece.cells[0] for piece in table.scene.pieces}
    }
    shown = table.board().scene
    span = max(columns) - min(columns) + 1
    assert shown.columns == max(span, LEAST_COLUMNS)
    assert shown.left == min(columns) - (shown.columns - span) // 2


def test_the_picture_of_a_board_that_grows_names_its_columns_and_rows() -> None:
    scene = Table(_game(), None).scene
    drawn = re.findall(r">([^<>]+)</text>", draw_coordinates(scene, 36))
    assert {"0", "n1", "e1"} <= set(drawn)
    assert len(drawn) == 2 * (scene.columns + scene.rows)


def test_a_column_of_a_single_cell_is_not_called_by_the_whole_cell() -> None:
    game = started_game(title="marram", ruleset="classic-long")
    for _step in range(15):
        drawn = re.findall(r">([^<>]+)</text>", draw_coordinates(Table(game, None).scene, 36))
        assert [name for name in drawn if not re.fullmatch(r"0|[nsew]\d+", name)] == [], game.ply
        game = play_on(game, 4, seed=game.ply)


def test_the_coordinates_are_in_the_margin_of_the_picture_in_an_email() -> None:
    table = Table(_game(), None)
    shown = replace(table.board(), scene=table.scene, has_coordinates=True)
    picture = Image.open(io.BytesIO(shown.png)).convert("L")
    unit = picture.width / (60 * table.scene.columns + 72)
    margin = picture.crop((0, 0, picture.width, round(30 * unit)))
    assert sum(margin.histogram()[:80]) > 0


def test_the_picture_of_a_hand_has_numbers_rotations_and_what_can_be_claimed() -> None:
    drawn = re.findall(r">([^<>]+)</text>", _held())
    assert {"0", "1", "2", "3", "L0"} <= set(drawn)
    assert len([text for text in drawn if text == "L0"]) == 3
    places = re.findall(r'font-size="15"[^>]*translate\(([\d.]+) ([\d.]+)\)">([LB]\d)<', _held())
    at = [(float(x), float(y)) for x, y, _name in places]
    assert len(at) > 5
    assert all(abs(a - c) >= 24 or abs(b - d) >= 16 for (a, b), (c, d) in combinations(at, 2))


def test_the_hand_of_a_player_who_does_not_reply_has_no_names_of_parts() -> None:
    game = _game()
    user = acting_user(game)
    Profile.objects.filter(user=user).update(plays_by_reply=False)
    hand = Table(game, user).hand()
    assert hand
    assert (hand.has_parts, hand.note) == (False, "")
    assert "L0" not in hand_svg("marram", hand.held, has_parts=False)
    assert not re.search(r"[LB]\d", " ".join(hand.words))


def test_the_hand_is_in_words_with_its_claims(settings: Settings) -> None:
    settings.INBOUND_ADDRESS = "play@example.org"
    game = _game()
    user = acting_user(game)
    Profile.objects.filter(user=user).update(plays_by_reply=True)
    table, mail = Table(game, user), compose(turn_row(game, user))
    hand = table.hand()
    assert hand
    assert len(hand.words) == 3
    for line in hand.words:
        assert re.match(r"Tile \d+: north .*, west .*\. (Grass|Sand) .*\(L0\)\. ", line)
        assert line in text_of(mail)
        assert line in unescape(html_of(mail))


def test_the_best_actions_are_links_to_whole_actions() -> None:
    game = _game()
    while not (best := _offers(game).best):  # in the middle of some turns
        game = play_on(game, 1)
    state = _state(game)
    legal = {MARRAM.notation(action) for action in MARRAM.legal_actions(state)}
    assert 0 < len(best) <= 4
    assert {offer.notation for offer in best} <= legal
    for offer in best:
        assert read_turn_link(offer.url.removeprefix("http://testserver/m/").strip("/"))[1] == offer.notation
    mail = compose(turn_row(game, acting_user(game)))
    assert all(offer.url in html_of(mail) and offer.url in text_of(mail) for offer in best)


def test_the_best_actions_without_hints_are_those_with_the_most_points() -> None:
    game = _game(20)
    offers, state = _offers(game), _state(game)
    assert not offers.are_advised
    assert not any(offer.is_suggested for offer in offers.best)
    chosen = MARRAM.shortlist(state, 5, is_advised=False)
    leads = [_lead_after(state, action) for action in chosen]
    assert leads == sorted(leads, reverse=True)
    listed = [one.notation for one in listed_choices(MARRAM, state, has_hints=False)]
    leads_listed = [_lead_after(state, MARRAM.parse(state, state.current, one)) for one in listed]
    assert leads_listed == sorted(leads_listed, reverse=True)
    best = max(_lead_after(state, action) for action in MARRAM.legal_actions(state))
    assert leads[:1] == [best] or (not leads and best <= _lead(state))  # now and then nothing scores


def test_points_that_others_get_too_come_after_those_of_one_player() -> None:
    gains = {
        "shared": [Gain(0, "", 28), Gain(1, "", 28)],
        "own": [Gain(0, "", 2)],
        "most": [Gain(0, "", 9), Gain(2, "", 6)],
    }
    title = mock.Mock()
    title.prompt.return_value.seat = 0
    title.shortlist.return_value = ("shared", "own", "most", "nothing")
    title.gains.side_effect = lambda ply: gains.get(ply.action, [])
    title.notation.side_effect = str
    with mock.patch("games.mail.offers.asks_in_steps", return_value=True):
        listed = listed_choices(title, mock.Mock(), has_hints=False)
    assert [one.notation for one in listed] == ["most", "own", "shared"]


@pytest.mark.parametrize("actions", [2, 10, 20])
def test_without_hints_only_actions_that_score_are_offered_first(actions: int) -> None:
    game = _game(actions)
    state = _state(game)
    scores = {
        MARRAM.notation(action): MARRAM.apply(state, action).seats[state.current].score
        for action in MARRAM.legal_actions(state)
    }
    assert all(scores[offer.notation] > state.seats[state.current].score for offer in _offers(game).best)


def _lead(state: State, seat: int | None = None) -> int:
    seat = state.current if seat is None else seat
    return state.seats[seat].score - state.seats[1 - seat].score


def _lead_after(state: State, action: Any) -> int:
    return _lead(MARRAM.apply(state, action), state.current)


def test_the_first_of_the_best_actions_is_marked_at_a_table_with_hints() -> None:
    game = _game()
    Game.objects.update(has_hints=True)
    offers = _offers(Game.objects.get(pk=game.pk))
    assert offers.are_advised
    assert [offer.is_suggested for offer in offers.best] == [True, *[False] * (len(offers.best) - 1)]


def test_the_best_actions_lie_in_different_places() -> None:
    state = _state(_game())
    chosen = MARRAM.shortlist(state, 5, is_advised=True)
    places = {re.sub(r" [0-3]( .*)?$", "", MARRAM.notation(action)) for action in chosen}
    assert len(places) == len(chosen)


def test_a_link_to_a_whole_action_can_play_it() -> None:
    game = _game()
    while not (best := _offers(game).best):  # in the middle of some turns
        game = play_on(game, 1)
    assert play_action(game.pk, acting_user(game), best[0].notation, game.ply).ply > game.ply


@pytest.mark.parametrize("kind", [Kind.STARTED, Kind.TURN])
def test_the_emails_of_a_title_without_dice_do_not_speak_of_dice(kind: str) -> None:
    game = _game(0)
    mail = compose(latest(kind, acting_user(game)) if kind == Kind.TURN else latest(kind, game=game))
    assert "The pile of tiles" in words_of(mail)
    assert "== The pile of tiles ==" in text_of(mail)
    assert "The dice" not in text_of(mail) + words_of(mail)


def test_the_largest_email_of_marram_stays_under_a_hundred_kilobytes() -> None:
    game = _game(40, "pitchfork-long")
    for actions in (26, 0):
        mail = compose(turn_row(game, acting_user(game)))
        assert len(mail.message().as_bytes()) < 100_000
        game = play_on(game, actions)


def test_the_email_of_a_title_with_defaults_has_neither_hand_nor_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, "meadow", MEADOW)
    game = started_game(make_user(), make_user(), title="meadow", ruleset="standard")
    mail = compose(turn_row(game, acting_user(game)))
    assert [_names(picture) for picture in pictures_of(mail)] == ["board"]
    assert "== Random results ==" in text_of(compose(latest(Kind.STARTED, game=game)))


def test_a_title_with_defaults_offers_what_gives_points() -> None:
    state = STONES.start("standard", {}, 2)
    assert STONES.held(state, 0) == ()
    assert STONES.shortlist(state, 3, is_advised=False) == ()


@pytest.mark.parametrize(
    ("kind", "params"),
    [
        (Kind.STARTED, {}),
        (Kind.RESIGNED, {"seat": 0}),
        (Kind.REPLY, {"code": "board"}),
    ],
)
def test_every_email_with_a_board_shows_the_pieces_of_its_reader(kind: Kind, params: dict[str, object]) -> None:
    game = _game()
    for seat in game.seats.select_related("user"):
        row = Notification(kind=kind, key=f"{kind}:{seat.pk}", user=seat.user, game=game, params=params)
        row.due_at = timezone.now()
        row.save()
        mail, hand = compose(row), Table(game, seat.user).hand()
        assert hand
        assert [_names(picture) for picture in pictures_of(mail)] == ["board", "hand"]
        assert f'src="cid:{hand.content_id}"' in html_of(mail)
        assert [line for line in hand.words if line not in text_of(mail)] == []


def test_an_email_about_a_dropped_order_shows_the_pieces_of_its_reader() -> None:
    game, ada = _game(), make_user("Ada")
    order = AdvanceOrder(game=game, user=ada, number=1, rank=1, orders="f57 2", state=OrderState.DROPPED)
    order.params = {"said": [{"key": "site.superseded", "params": {"number": 2}}]}
    order.save()
    outbox.queue(Kind.ORDERS, "1", user=ada, game=game, params={"dropped": "1"})
    mail = compose(latest(Kind.ORDERS, ada, game))
    assert [_names(picture) for picture in pictures_of(mail)] == ["board", "hand"]
    assert "== Your tiles ==" in text_of(mail)


def test_an_email_about_the_end_shows_no_pieces() -> None:
    game = resign(_game().pk, make_user("Amina"))
    mail = compose(latest(Kind.OVER, reader(name="Ada"), game))
    assert [_names(picture) for picture in pictures_of(mail)] == ["board"]


def test_a_digest_shows_the_pieces_of_each_table() -> None:
    ada = reader(name="Ada")
    games = [started_game(ada, make_user(), title="marram", ruleset="pitchfork-short") for _ in range(2)]
    games = [play_on(game, 0 if acting_user(game) == ada else 1) for game in games]
    row = Notification.objects.create(key="digest:now", kind=Kind.DIGEST, user=ada, due_at=timezone.now())
    mail = compose(row)
    assert [_names(picture) for picture in pictures_of(mail)] == ["board", "board", "hand", "hand"]
    for game in games:
        hand = Table(game, ada).hand()
        assert hand
        assert f'src="cid:{hand.content_id}"' in html_of(mail)
        assert [line for line in hand.words if line not in text_of(mail)] == []
