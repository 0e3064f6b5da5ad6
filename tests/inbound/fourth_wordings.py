"""Replies with what must happen, sent through the whole site: the emails that they answer, and what became of them.

Each reply in ``fourth_wordings/*/*.txt`` begins with a line ``@@ SITUATION = MEANING``. A situation is an email of the
site (``SITUATIONS``); a meaning is what is played, ``yes``, ``no``, a command, ``chat`` or ``ask``; ``+ chat: TEXT`` or
``+ no chat`` say what goes to the chat beside it. A line ``{{mail STYLE}}`` stands for the email as programs quote it.

The replies in ``open`` were written before the reader was changed for them, those in ``open2`` to ``open9`` by people
who had not seen the reader: each set was scored once, as it came, before the reader was changed for it. Five replies of
``open`` and ``open3`` that asked then, because the move had a slip of the finger ("lfet"), are moves now.
"""

import random
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from math import sqrt
from pathlib import Path
from typing import cast
from unittest import mock

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.chat.models import ChatMessage
from games.clocks.holidays import plan_holiday, today_of
from games.clocks.models import Turn, TurnStep, TurnStepKind
from games.core.log import add_event, log_of, state_of
from games.core.models import EventKind, Game
from games.deputies.models import Deputy
from games.deputies.services import ask_deputy, name_deputy
from games.engine.errors import BadNotation, IllegalAction
from games.engine.marram.state import State
from games.engine.marram.title import MARRAM
from games.engine.values import RESIGNS, Chance
from games.inbound.message_text import text_of_html
from games.lobby.invitations import invite_player, rematch
from games.lobby.models import InvitationState
from games.mail.compose import MailWithPictures, compose
from games.notifications.models import Kind, Notification
from games.notifications.outbox import notify_players
from games.play.actions import play_action
from games.play.endings import resign
from games.play.models import ProposalAnswer
from games.play.proposals import propose
from tests.helpers.notifications import html_of, latest, text_of
from tests.helpers.reply_mails import letter, plays_by_reply, received
from tests.makers import acting_user, fresh, make_table, make_user, play_on, started_game

DICE, FACES = "2", "1234"
SEED = 5  # of the tiles that are drawn, and of the turns in Marram
TO_AMINA = ("F", "d7e7", "L", "b5c5", "L", "a4a5", "L", "c4c5")  # Assam stands on d4 again, facing east


def chances(face: str = DICE) -> "mock._patch[Callable[[Game, Chance], str]]":
    """Let every die show this face, and the tiles of a pile come in an order that is always the same."""
    tiles = random.Random(SEED)

    def draw(_game: Game, chance: Chance) -> str:
        names = [name for name, *_rest in chance.outcomes]
        return tiles.choice(names) if chance.label == "pile" else face

    return mock.patch("games.core.log.draw", draw)


def _players() -> tuple[User, User]:
    return plays_by_reply(make_user("Amina")), plays_by_reply(make_user("Bob"))


def _marrakech() -> tuple[Game, User, User]:
    """Return a game of Amina and Bob in which it is Amina's turn."""
    amina, bob = _players()
    game = started_game(amina, bob, name="The Blue Table", pace="usual")
    for notation in TO_AMINA:
        game = play_action(game.pk, acting_user(game), notation, game.ply)
    return game, amina, bob


def _roll() -> Notification:
    game, amina, _bob = _marrakech()
    return latest(Kind.TURN, amina, game)


def _lay() -> Notification:
    game, amina, _bob = _marrakech()
    received(letter(game, amina, "F", name="<first@mail.example.org>"))
    return latest(Kind.REPLY, amina, game)


def _marram() -> Notification:
    """Return the email about a turn of Marram in which tiles can be placed and two can be flipped."""
    game = started_game(*_players(), name="The Blue Table", pace="usual", title="marram", ruleset="classic-long")
    for number in range(12):
        game = play_on(game, 1, seed=100 * SEED + number)
    return latest(Kind.TURN, acting_user(game), game)


def _proposed(kind: str, **values: object) -> Notification:
    game, amina, bob = _marrakech()
    propose(game.pk, bob, kind, values)
    return latest(Kind.PROPOSAL, amina, game)


def _undo() -> Notification:
    """Return the email about a rug that Bob wants to lay again. Among three players no chance follows it."""
    amina, bob = _players()
    game = started_game(bob, amina, make_user("Nora"), name="The Blue Table", pace="usual")
    for notation in ("F", "d7e7"):
        game = play_action(game.pk, bob, notation, game.ply)
    propose(game.pk, bob, "undo")
    return latest(Kind.PROPOSAL, amina, game)


def _invitation() -> Notification:
    amina, bob = _players()
    game = make_table(bob, name="The Blue Table")
    invite_player(game.pk, bob, amina.username)
    return latest(Kind.INVITATION, amina, game)


def _over() -> Notification:
    game, amina, bob = _marrakech()
    resign(game.pk, bob)
    return latest(Kind.OVER, amina, game)


def _rematch() -> Notification:
    game, amina, bob = _marrakech()
    resign(game.pk, bob)
    return latest(Kind.INVITATION, amina, rematch(game.pk, bob))


def _deputy() -> Notification:
    amina, bob = _players()
    name_deputy(bob, amina.username, timezone.now())
    return latest(Kind.DEPUTY, amina)


def _deputy_turn() -> Notification:
    game, amina, _bob = _marrakech()
    friend, now = plays_by_reply(make_user("Nora")), timezone.now()
    Deputy.objects.create(user=amina, deputy=friend, created_at=now, accepted_at=now)
    turn = Turn.objects.get(game=game, user=amina, ended_at=None)
    TurnStep.objects.create(turn=turn, kind=TurnStepKind.DEPUTY, number=1, at=now, made_at=now)
    ask_deputy(turn, now, now)
    return latest(Kind.DEPUTY, friend, game)


def _holiday() -> Notification:
    game, amina, _bob = _marrakech()
    now = timezone.now()
    today = today_of("UTC", now)
    plan_holiday(amina, today, today + timedelta(days=9), now)
    notify_players(add_event(game, EventKind.AUTOMATIC, now, seat=0, params={"number": 1, "asks": False}))
    return latest(Kind.NEWS, amina, game)


def _resign() -> Notification:
    game, amina, _bob = _marrakech()
    received(letter(game, amina, "resign", name="<first@mail.example.org>"))
    return latest(Kind.REPLY, amina, game)


SITUATIONS: dict[str, Callable[[], Notification]] = {
    "roll": _roll,
    "lay": _lay,
    "marram": _marram,
    "pause": partial(_proposed, "pause"),
    "undo": _undo,
    "end": partial(_proposed, "abort"),
    "pace": partial(_proposed, "pace", pace="leisurely"),
    "invitation": _invitation,
    "rematch": _rematch,
    "deputy": _deputy,
    "deputy-turn": _deputy_turn,
    "over": _over,
    "holiday": _holiday,
    "resign": _resign,
}


# The replies and what they mean


@dataclass(frozen=True, slots=True)
class Wording:
    """A reply: the email that it answers, what must happen, and what must reach the chat (None: anything may)."""

    source: str
    situation: str
    meaning: str
    text: str
    chat: str | None = None

    @property
    def asks(self) -> bool:
        """True for a reply on which nothing may happen but an answer."""
        return self.meaning.split(" ")[0] == "ask"


def wordings(half: str) -> list[Wording]:
    """Return every reply of one set, "open" or "open2" to "open9"."""
    paths = sorted((Path(__file__).with_suffix("") / half).glob("*.txt"))
    return [_wording(path.stem, block) for path in paths for block in _blocks(path.read_text(encoding="utf-8"))]


def _blocks(text: str) -> list[str]:
    return re.split(r"^@@ ", text, flags=re.MULTILINE)[1:]


def _wording(source: str, block: str) -> Wording:
    heading, text = block.split("\n", 1)
    situation, meaning = (part.strip() for part in heading.split(" = ", 1))
    chat: str | None = None
    if found := re.search(r"\s*\+ (?:no chat|chat: (.*))$", meaning):
        meaning, chat = meaning[: found.start()], found[1] or ""
    return Wording(source, situation, meaning, text.strip("\n"), chat)


def as_quoted(style: str, mail: MailWithPictures) -> str:
    """Return an email as a mail program puts it below or around a reply."""
    name, _dash, width = style.partition("-")
    text = text_of(mail).rstrip("\n")
    lines = text.split("\n")
    if width:
        lines = [part for line in lines for part in (textwrap.wrap(line, int(width)) or [""])]
    match name:
        case "quoted":
            return "\n".join(f"> {line}".rstrip() for line in lines)
        case "bars":
            return "\n".join(f"| {line}".rstrip() for line in lines)
        case "indented":
            return "\n".join(f"    {line}".rstrip() for line in lines)
        case "unmarked":
            return "\n".join(lines)
        case "partial":
            third = len(lines) // 3
            return "\n".join(lines[third : third + 8])
        case "words":
            said = [line for line in lines if re.search(r"[Rr]eply|\bchoose\b|Choose", line)]
            return "\n".join((said or lines)[:4])
        case "html":
            return text_of_html(html_of(mail)).strip()
    raise ValueError(style)


# What becomes of them


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened: ``done`` in the words of the files, "ask" for nothing but an answer, with its code and guess."""

    done: str
    chat: str = ""
    code: str = ""
    guess: str = ""


# What the answers with these codes say. The site asks once more before something that cannot be undone.
ANSWERED = {
    **{code: code for code in ("resign", "undo", "board", "help", "rematch", "back", "confirm")},
    "resigned": "yes",
    "kept": "no",
}


def outcome_of(row: Notification, text: str, face: str = DICE) -> Outcome:
    """Send the reply to an email of the site; return what happened, and undo it."""
    cache.clear()  # it counts the messages of a player
    with transaction.atomic(), chances(face):
        found = _outcome(row, text)
        transaction.set_rollback(True)
    return found


def _outcome(row: Notification, text: str) -> Outcome:
    mail, user = compose(row), row.user
    assert user is not None
    if not mail.reply_to:
        return Outcome("no address")
    before = log_of(row.game) if row.game else []
    said = ChatMessage.objects.count()
    body = re.sub(r"^\{\{mail (\S+)\}\}$", lambda style: as_quoted(style[1], mail), text, flags=re.MULTILINE)
    reply = EmailMessage()
    reply["From"], reply["To"] = f"A Player <{user.email}>", mail.reply_to[0]
    reply["Subject"], reply["Message-ID"] = f"Re: {mail.subject}", "<reply@mail.example.org>"
    reply.set_content(f"{body}\n", cte="base64")
    received(reply.as_bytes())
    chat = "\n".join(message.text for message in ChatMessage.objects.order_by("pk")[said:])
    answer = Notification.objects.filter(kind=Kind.REPLY, user=user).order_by("-pk").first()
    params = answer.params if answer else {}
    code = str(params.get("code", ""))
    done = _done(row, before) or ANSWERED.get(code) or ("chat" if chat and code == "said" else "ask")
    return Outcome(done, chat, code, with_sorted_squares(str(params.get("guess", ""))))


def _done(row: Notification, before: Sequence[tuple[int | None, str]]) -> str:
    """Return what the reply has changed, "" for nothing."""
    user, game = row.user, row.game
    if game is not None:
        game = fresh(game)
        played = [notation for seat, notation in log_of(game)[len(before) :] if seat is not None]
        if played:
            return "yes" if played == [RESIGNS] else "; ".join(played)
    answers = ProposalAnswer.objects.filter(user=user, proposal__user__username="Bob")
    for agrees in answers.values_list("agrees", flat=True):
        return "yes" if agrees else "no"
    if row.kind == Kind.INVITATION and game is not None:
        if game.seats.filter(user=user).exists():
            return "yes"
        return "no" if game.invitations.filter(user=user, state=InvitationState.DECLINED).exists() else ""
    if row.kind == Kind.DEPUTY and "deputy" in row.params:
        asked = Deputy.objects.get(pk=row.params["deputy"])
        return "yes" if asked.accepted_at else "no" if asked.ended_at else ""
    return ""


def with_sorted_squares(notation: str) -> str:
    """Return a text with the lesser square of each place first, which means the same."""
    return re.sub(r"\b([a-g][1-7])([a-g][1-7])\b", lambda place: "".join(sorted(place.groups())), notation)


def _in_notation(state: State, turn: str) -> str:
    """Return a turn of Marram as the log has it, "" for one that is not possible."""
    played = []
    try:
        for text in turn.split("; "):
            action = MARRAM.parse(state, 0, text)
            played.append(MARRAM.notation(action))
            state = MARRAM.apply(state, action)
    except (BadNotation, IllegalAction):
        return ""
    return "; ".join(played)


def wanted(wording: Wording, row: Notification, face: str = DICE) -> str:
    """Return what a meaning leads to when the die shows this face, in the words of ``Outcome.done``."""
    meaning = wording.meaning
    if wording.situation == "marram" and re.match(r"\d|[fd]\d|pass", meaning):
        assert row.game is not None
        return _in_notation(cast(State, state_of(row.game)), meaning)
    rugs = dict(re.findall(r"([1-4]): (\S+?)(?:;|$)", meaning))
    if rugs:
        turn = meaning.split("; ")[0] if meaning[0] in "LFR" else ""
        return "; ".join(part for part in (turn, rugs.get(face, "")) if part)
    return meaning.replace(" ", "; ") if re.fullmatch(r"[LFR] [a-g]\d[a-g]\d", meaning) else meaning


@dataclass(frozen=True, slots=True)
class Verdict:
    """``is_right``: what the player wanted happened. ``is_against``: something else happened that they did not want."""

    wording: Wording
    outcomes: tuple[Outcome, ...]
    is_right: bool
    is_against: bool


HARMLESS = frozenset({"ask", "chat", "board", "help", "resign", "undo", "confirm", "kept", "no address"})
CONFIRMED = {"end": "yes", "pace": "yes"}  # what the question of the site stands for; "resign" where it is your turn


def judge(wording: Wording, row: Notification) -> Verdict:
    """Send a reply, with orders for faces once for each face, and compare what happened with its meaning."""
    faces = FACES if re.search(r"\d: ", wording.meaning) else DICE
    outcomes = tuple(outcome_of(row, wording.text, face) for face in faces)
    hits = [
        _is_hit(wording, outcome, wanted(wording, row, face)) for face, outcome in zip(faces, outcomes, strict=True)
    ]
    against = [
        with_sorted_squares(outcome.done) != wanted(wording, row, face)
        for face, outcome in zip(faces, outcomes, strict=True)
        if outcome.done not in HARMLESS
    ]
    return Verdict(wording, outcomes, all(hits), any(against))


def _is_hit(wording: Wording, outcome: Outcome, expected: str) -> bool:
    chat = " ".join(outcome.chat.split())
    if wording.chat is not None and chat != " ".join(wording.chat.split()):
        return False
    if outcome.done == "confirm":
        return wording.asks or wording.meaning == CONFIRMED.get(wording.situation, "resign")
    if not wording.asks:
        return with_sorted_squares(outcome.done) == expected
    guess = wording.meaning.removeprefix("ask").strip()
    return outcome.done in HARMLESS - {"chat"} and not chat and (not guess or outcome.guess == guess)


SAMPLED = 4


def sample(half: str) -> list[Wording]:
    """Return a fixed part of a set: all replies that take something back, and each fourth of the others."""
    return [one for at, one in enumerate(wordings(half)) if at % SAMPLED == 0 or "takebacks" in one.source]


def verdicts(replies: Sequence[Wording]) -> Iterator[Verdict]:
    """Yield the verdict on each reply. Requires the database and ``mail_comes_in``."""
    for situation, make in SITUATIONS.items():
        mine = [one for one in replies if one.situation == situation]
        if not mine:
            continue
        with transaction.atomic():
            with chances():
                row = make()
            row.sent_at = timezone.now()  # so that the site knows its own words again
            row.save(update_fields=["sent_at"])
            for one in mine:
                yield judge(one, row)
            transaction.set_rollback(True)


def interval(hits: int, count: int) -> tuple[float, float]:
    """Return Wilson's interval in which a share lies with a probability of 95 %."""
    z, share = 1.96, hits / count
    middle = share + z * z / (2 * count)
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - half) / (1 + z * z / count), (middle + half) / (1 + z * z / count)
