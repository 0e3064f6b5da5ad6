"""What every title promises to the site, checked on a random game."""

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.core import Title
from games.engine.drafts import apply_draft
from games.engine.gamefile import Record, read_one, write
from games.engine.messages import Message, in_english
from games.engine.prompts import Prompt, Stat
from games.engine.scene import Scene
from games.engine.values import ABORTED, RESIGNED, Ply

Log = list[tuple[int | None, str]]


def random_plies(title: Title, ruleset: str, seats: int, seed: int, most: int = 400) -> tuple[list[Ply], Log]:
    """Play at random, to the end or for ``most`` plies; return the plies and the log."""
    chooser, state = random.Random(seed), title.start(ruleset, {}, seats)
    plies: list[Ply] = []
    log: Log = []
    while title.outcome(state) is None and len(plies) < most:
        due = title.chance(state)
        if due:
            texts, weights = zip(*due.outcomes, strict=True)
            action = title.parse(state, None, chooser.choices(texts, weights)[0])
        else:
            action = chooser.choice(title.legal_actions(state))
        after = title.apply(state, action)
        plies.append(Ply(len(plies), state, action, after))
        log.append((action.seat, title.notation(action)))
        state = after
    return plies, log


def check_title(title: Title, ruleset: str, seats: int, seed: int = 1) -> None:
    """Raise AssertionError where the title breaks a promise."""
    plies, log = random_plies(title, ruleset, seats, seed)
    every = max(1, len(plies) // 12)  # positions whose checks take time
    check_chance(title, plies)
    for ply in plies:
        check_ply(title, ply, seats)
        if ply.number % every == 0:
            check_position(title, ply.before)
    assert title.replay(plies[0].before, log) == plies[-1].after
    check_end(title, plies[-1].after, seats)
    check_feats(title, plies, seats)
    record = Record(title.key, ruleset, {}, seats, tuple(f"P{seat}" for seat in range(seats)), tuple(log))
    assert list(read_one(write(record)).log) == log


def check_chance(title: Title, plies: list[Ply]) -> None:
    """Check that each result has a label of one word and a number of its own, counted from 0 for each seat."""
    counts: dict[tuple[str, int | None], int] = {}
    for ply in plies:
        if chance := title.chance(ply.before):
            kind = chance.label, chance.seat
            assert chance.label.isidentifier(), chance.label
            assert chance.number == counts.get(kind, 0), chance
            counts[kind] = chance.number + 1
            assert all(weight > 0 for _, weight in chance.outcomes)
            assert len({text for text, _ in chance.outcomes}) == len(chance.outcomes)
            assert title.acting(ply.before) == ()


def check_ply(title: Title, ply: Ply, seats: int) -> None:
    """Check that an action is what its notation says, and that it can be told to everyone."""
    before, action, text = ply.before, ply.action, title.notation(ply.action)
    assert title.parse(before, action.seat, text) == action
    assert action in title.legal_actions(before)
    assert title.turn(ply.after) >= title.turn(before)
    for viewer in (None, *range(seats)):
        known = title.view_ply(ply, viewer)
        assert title.notation(known.action)
        check_messages(title, title.describe(known))
        if not title.has_secrets:
            assert known == ply
    if action.seat is not None:
        assert title.view_ply(ply, action.seat).action == action
        assert apply_draft(title, title.view(before, action.seat), action.seat, [text]).actions == (action,)


def check_position(title: Title, state: Any) -> None:
    """Check that a position can be written, read, drawn, asked about and seen by everyone."""
    assert title.from_json(json.loads(json.dumps(title.to_json(state)))) == state
    line = title.position_line(state)
    assert "\n" not in line
    again = title.read_position(line)  # without what only the log knows, such as how often each seat has drawn
    assert title.position_line(again) == line
    assert title.legal_actions(again) == title.legal_actions(state)
    seats = [panel.seat for panel in title.panels(state)]
    for viewer in (None, *seats):
        view = title.view(state, viewer)
        check_scene(title, title.scene(view))
        check_messages(title, (cell.text for cell in title.scene(view).cells))
        json.dumps(title.to_json(view))
        assert (title.acting(view), title.turn(view)) == (title.acting(state), title.turn(state))
        assert all(stat.label in title.phrases for panel in title.panels(view) for stat in panel.stats)
    for seat in title.acting(state)[:1]:
        view = title.view(state, seat)
        assert offered(title, view) == {title.notation(action) for action in title.legal_actions(state)}
        assert {*title.legal_actions(view)} == {*title.legal_actions(state)}


def check_scene(title: Title, scene: Scene) -> None:
    """Check that cells have names of their own, and that everything lies on cells of the scene."""
    assert scene.title == title.key  # by which its skin is found
    places = {cell.name: (cell.column, cell.row) for cell in scene.cells}
    assert len(places) == len({*places.values()}) == len(scene.cells)
    for column, row in places.values():
        assert scene.left <= column < scene.left + scene.columns
        assert scene.top <= row < scene.top + scene.rows
    lying = [cell for piece in scene.pieces for cell in (*piece.cells, *piece.hidden)]
    walked = [cell for trail in scene.trails for cell in trail.cells]
    marked = [cell for cells in scene.marks.values() for cell in cells]
    assert {*lying, *walked, *marked, *(token.cell for token in scene.tokens)} <= {*places}


def offered(title: Title, state: Any, chosen: str = "") -> set[str]:
    """Return the complete actions to which all steps lead, and check the words of each question."""
    prompt = title.prompt(state, chosen)
    assert prompt is not None
    check_messages(title, _words(prompt))
    found: set[str] = set()
    for choice in prompt.choices:
        found |= offered(title, state, choice.notation) if choice.is_step else {choice.notation}
    return found


def _words(prompt: Prompt) -> Iterator[Message]:
    yield prompt.text
    yield from (one.label for one in prompt.picked)
    yield from prompt.refusals.values()
    for choice in prompt.choices:
        yield choice.label
        yield from choice.details
        yield from (message for branch in choice.branches for message in branch.messages)


def check_messages(title: Title, messages: Any) -> None:
    """Check that the title has a phrase for each message, whose parameters are there."""
    for message in messages:
        assert in_english(title.phrases, message)


def check_end(title: Title, state: Any, seats: int) -> None:
    """Check the outcome of a finished game, and that nothing more can be done."""
    outcome = title.outcome(state)
    if outcome is None:
        return
    assert f"end.{outcome.reason}" in title.phrases
    assert {"end." + reason for reason in (ABORTED, RESIGNED)} <= {*title.phrases}
    assert sorted(standing.seat for standing in outcome.standings) == list(range(seats))
    assert [standing.place for standing in outcome.standings] == sorted(one.place for one in outcome.standings)
    assert (title.acting(state), title.chance(state), title.legal_actions(state)) == ((), None, ())
    assert title.view(state, None) == state


def check_feats(title: Title, plies: list[Ply], seats: int) -> None:
    for feat in title.feats:
        values = feat.of(plies)
        assert len(values) == seats
        assert all(value is None or value >= 0 for value in values)
        check_messages(
            title, [Message(feat.label), Message(feat.amount, {"count": max(filter(None, values), default=0)})]
        )


def phrases_of_rules(title: Title) -> Mapping[str, str]:
    """Return the phrases that forms show: rulesets, options and their values, robots."""
    keys = [key for rules in title.rulesets.values() for key in (rules.label, rules.summary)]
    keys += [key for spec in title.option_specs for key in (spec.label, *spec.value_labels)]
    keys += [key for robot in title.robots.values() for key in (robot.label, robot.summary)]
    return {key: title.phrases[key] for key in keys}


def messages_in(thing: Any) -> Iterator[Message]:
    """Yield every message anywhere inside a scene, a prompt, panels or a list of sentences."""
    if isinstance(thing, Message):
        yield thing
        yield from messages_in(tuple(thing.params.values()))
    elif isinstance(thing, Stat):
        yield Message(thing.label)
    elif isinstance(thing, dict):
        yield from messages_in(tuple(thing.values()))
    elif isinstance(thing, tuple):
        for part in thing:
            yield from messages_in(part)
