import re
from collections.abc import Sequence
from typing import Any

import pytest

from games.engine import registry
from games.engine.core import Title
from games.engine.drafts import apply_draft
from games.engine.errors import BadNotation, BadPosition, IllegalAction
from games.engine.json_reader import read_json
from games.engine.marram.actions import Place, cell_at
from games.engine.marram.robots import actions_to_come
from games.engine.marram.title import MARRAM
from games.engine.messages import Message, code_of, refusal
from games.engine.prompts import WORDS
from games.engine.registry import get_title
from games.engine.replay import list_plies, points_by_source
from games.engine.values import Ply
from tests.engine.helpers.title_checks import messages_in

from .helpers.marram_positions import ordered_start
from .helpers.meadow.title import MEADOW
from .helpers.positions import position
from .helpers.random_games import ALL, TITLE, apply_texts, random_game
from .helpers.tiles import TILES
from .helpers.title_checks import check_title, phrases_of_rules
from .helpers.toy import STONES
from .rules.test_properties import REASONS

TITLES: list[Title] = [*registry.TITLES.values(), STONES, TILES, MEADOW]
GAMES = [
    pytest.param(
        title, ruleset, seats, id=f"{title.key}-{ruleset}-{seats}", marks=[pytest.mark.slow] * (title is TILES)
    )
    for title in TITLES
    for ruleset in title.rulesets
    for seats in {title.min_seats, title.max_seats}
]


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    for title in (STONES, TILES, MEADOW):
        monkeypatch.setitem(registry.TITLES, title.key, title)


@pytest.mark.parametrize(("title", "ruleset", "seats"), GAMES)
def test_a_random_game_of_every_title_keeps_every_promise(title: Title, ruleset: str, seats: int) -> None:
    check_title(title, ruleset, seats)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.key)
def test_every_choice_of_a_titles_forms_has_words(title: Title) -> None:
    assert all(phrases_of_rules(title).values())


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.key)
def test_reply_words_of_every_title_are_plain_and_suggested_ones_are_known(title: Title) -> None:
    words = title.reply_words
    texts = [*words.meanings.values(), *words.written.values(), words.fillers, words.others, words.openers]
    assert [text for text in texts if text != text.casefold()] == []
    assert {*words.suggested} <= {*words.meanings}
    assert not (words.meanings and words.written)


@pytest.mark.parametrize("title", [title for title in TITLES if title.orders], ids=lambda title: title.key)
def test_a_title_with_orders_has_the_words_of_their_forms_and_an_example(title: Title) -> None:
    assert title.orders is not None
    assert {f"orders.{word}" for word in WORDS} <= {*title.phrases}
    assert title.orders.write(title.orders.read(title.orders.example)) == title.orders.example


MARRAKECH = get_title("marrakech")


def test_a_draft_cannot_leave_the_game() -> None:
    with pytest.raises(BadNotation, match="unreadable"):
        apply_draft(MARRAM, ordered_start("classic-short", 2), 0, ["resigns"])


def test_a_refusal_is_a_message_with_its_parameters_and_a_code() -> None:
    message = refusal(IllegalAction("must-turn", side="left"))
    assert message == Message("refused.must-turn", {"side": "left"})
    assert code_of(message) == "must-turn"
    assert code_of(Message("orders.out")) == "orders-out"


@pytest.mark.parametrize("text", ["[1]", '"a"', "3"])
def test_json_that_is_no_object_is_refused_as_a_position(text: str) -> None:
    with pytest.raises(BadPosition, match="not-json"):
        read_json(text)


def test_marrakech_asks_in_one_step_and_counts_no_points_by_source() -> None:
    with pytest.raises(BadNotation, match="unreadable"):
        MARRAKECH.prompt(MARRAKECH.start("gigamic", {}, 2), "L")
    plies = list_plies(MARRAKECH, "gigamic", {"two_player_colours": "1"}, 2, [(0, "L"), (None, "2"), (0, "c4d4")])
    assert len(plies) == 3
    assert points_by_source(MARRAKECH, plies, 2) == {}


def test_a_place_without_a_rotation_is_read_out_of_turn_and_refused() -> None:
    state = ordered_start("classic-short", 2)
    (tile, *_rest) = state.seats[1].rack
    action = MARRAM.parse(state, 1, f"{tile} n1")
    assert action == Place(1, tile, cell_at(0, -1), 0)
    with pytest.raises(IllegalAction):
        MARRAM.apply(state, action)


def test_a_finished_game_expects_no_action() -> None:
    state = ordered_start("classic-short", 2)
    assert actions_to_come(state) == 48
    assert actions_to_come(MARRAM.apply(state, MARRAM.parse(state, None, "abort"))) == 0


PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def fits(message: Message) -> bool:
    """Return True if a message's phrase wants exactly the parameters it has; it need not name the seat it speaks to."""
    forms = (TITLE.phrases[message.key], TITLE.phrases.get(f"{message.key}.brief", ""))
    wanted, given = {name for form in forms for name in PLACEHOLDER.findall(form)}, set(message.params)
    return wanted <= given <= wanted | {"seat"}


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_message_of_a_game_has_its_phrase(ruleset: str, seats: int) -> None:
    states, log = random_game(ruleset, seats, 4, {"rugs": "5/4/3"}, leaving=0.01)
    views = [(TITLE.scene(state), TITLE.prompt(state), TITLE.panels(state)) for state in states]
    described = [TITLE.describe(ply) for ply in list_plies(TITLE, ruleset, {"rugs": "5/4/3"}, seats, log)]
    assert [message for thing in (views, described) for message in messages_in(tuple(thing)) if not fits(message)] == []


def test_every_label_of_rulesets_and_options_has_its_phrase() -> None:
    keys = {key for ruleset in TITLE.rulesets.values() for key in (ruleset.label, ruleset.summary)}
    keys |= {key for spec in TITLE.option_specs for key in (spec.label, *spec.value_labels)}
    assert keys <= set(TITLE.phrases)


def test_every_reason_for_refusing_has_its_phrase() -> None:
    refused = {key.removeprefix("refused.") for key in TITLE.phrases if key.startswith("refused.")}
    refused = {code for code in refused if not code.startswith(("orders-", "condition-"))}  # see test_orders
    assert refused == REASONS | {"already-out", "no-such-seat", "no-way", "unreadable"}


def test_no_phrase_has_a_placeholder_of_another_kind() -> None:
    assert [text for text in TITLE.phrases.values() if "%" in PLACEHOLDER.sub("", text)] == []


def messages_of(state: Any, text: str, seat: int | None = None) -> tuple[Message, ...]:
    who = seat if seat is not None or TITLE.chance(state) else state.current
    action = TITLE.parse(state, None if text == "abort" else who, text)
    return tuple(TITLE.describe(Ply(state.ply, state, action, TITLE.apply(state, action))))


def keys(messages: Sequence[Message]) -> list[str]:
    return [message.key for message in messages]


@pytest.mark.parametrize("text", ["L", "F", "R"])
def test_the_log_describes_a_rotation(text: str) -> None:
    assert keys(messages_of(position("gigamic", phase="rotate"), text)) == [f"told.{text}"]


TOLLS = [
    ("", {}, ["told.roll", "told.empty"]),
    ("c1:43", {}, ["told.roll", "told.own"]),
    ("y1:43", {}, ["told.roll", "told.paid"]),
    ("y1:43,44", {"dirhams": {0: 1}}, ["told.roll", "told.paid_part", "told.out"]),
    ("y1:43,44", {"dirhams": {0: 1}, "changes": {"out_when": "never"}}, ["told.roll", "told.paid_part"]),
    ("y1:43,44", {"dirhams": {0: 2}, "changes": {"out_when": "zero"}}, ["told.roll", "told.paid", "told.out"]),
    ("y1:43", {"out": (1,)}, ["told.roll", "told.neutral"]),
]


@pytest.mark.parametrize(("rugs", "situation", "expected"), TOLLS)
def test_the_log_describes_a_roll_and_what_it_cost(rugs: str, situation: dict[str, Any], expected: Any) -> None:
    assert keys(messages_of(position("gigamic", phase="roll", rugs=rugs, **situation), "1")) == expected


def test_the_log_describes_the_way_round_a_mosaic() -> None:
    messages = messages_of(position("gigamic", at="A30N", phase="roll"), "2")[0]
    assert (messages.key, messages.params["way"], messages.params["square"]) == ("told.roll_mosaic_via", ("c7",), "c6")


def test_the_log_describes_a_rug_and_a_draw() -> None:
    state = position("gigamic", seats=2)
    assert keys(messages_of(state, "c4c5")) == ["told.laid"]
    (messages,) = messages_of(apply_texts(state, "c4c5"), "y")
    assert (messages.key, messages.params) == ("told.drew", {"seat": 0, "colour": Message("colour.y")})


def test_the_log_describes_a_rug_put_away() -> None:
    state = position("summary-strict", at="A00N", rugs="y1:10,20 r1:01,02 y2:11,21")
    assert keys(messages_of(state, "--")) == ["told.unlaid"]


def test_the_log_describes_a_roll_off_and_the_order_it_gives() -> None:
    state = apply_texts(TITLE.start("slides", {}, 3), "2", "3")
    assert keys(messages_of(TITLE.start("slides", {}, 3), "2")) == ["told.rolloff"]
    messages = messages_of(state, "4")
    assert keys(messages) == ["told.rolloff", "told.place", "told.place", "told.place"]
    assert [(message.params["place"], message.params["seat"]) for message in messages[1:]] == [(1, 2), (2, 1), (3, 0)]


@pytest.mark.parametrize("how", ["resigns", "out of time"])
def test_the_log_describes_who_left_and_who_won_by_it(how: str) -> None:
    state = position("gigamic", seats=2, phase="rotate")
    assert keys(messages_of(state, how, 1)) == [f"told.{how}", "told.left"]


def test_the_log_describes_an_aborted_game() -> None:
    assert keys(messages_of(position("gigamic", phase="rotate"), "abort")) == ["end.aborted"]


def test_the_log_describes_the_end_by_the_last_rug_and_the_winner() -> None:
    messages = messages_of(position("gigamic", current=2, piles={0: 0, 1: 0, 2: 1}), "c4c5")
    assert keys(messages) == ["told.laid", "end.rugs", "told.won"]
    assert messages[-1].params == {
        "seat": 2,
        "score_amount": Message("amount.points", {"count": 32}),
        "dirhams_amount": Message("amount.dirhams", {"count": 30}),
        "squares_amount": Message("amount.squares", {"count": 2}),
    }


def test_the_log_describes_a_shared_win() -> None:
    state = position("gigamic", current=2, piles={0: 0, 1: 0, 2: 1}, dirhams={2: 0}, at="A33E")
    messages = messages_of(state, "c4c5")
    assert [(message.key, message.params["seat"]) for message in messages[2:]] == [
        ("told.shared", 0),
        ("told.shared", 1),
    ]


def test_the_log_describes_the_end_by_the_last_one_in() -> None:
    state = position("gigamic", seats=2, phase="roll", rugs="r1:43", dirhams={0: 0})
    assert keys(messages_of(state, "1"))[-2:] == ["end.survivor", "told.won"]


def test_a_game_that_everyone_left_has_no_winner() -> None:
    state = position("anu", seats=2, out=(0,), current=1, phase="rotate")
    assert keys(messages_of(state, "resigns")) == ["told.resigns", "end.resigned"]
