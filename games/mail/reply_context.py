"""Context of the answer to a player's email: what was read, what was played, and what can be played now."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.selectors import display_name
from games.common.wording import join_names, labelled, name_of, one_line
from games.core.choices import Status
from games.core.models import ShareSource
from games.core.selectors import rematch_of, seat_of
from games.deputies.selectors import represented_seat
from games.engine.messages import message_from_json
from games.engine.prompts import Choice
from games.engine.replay import group_by_turn
from games.notifications.links import TurnToken, link, turn_link_token
from games.notifications.models import Notification

from . import tables
from .offers import offers_of
from .reply_addresses import open_question, reply_address_of
from .reply_words import words_for_notation
from .tables import Table

MAX_TURNS = 12
MAX_CHOICES = 6  # a list of words for more choices (places) would be no help
MAX_PLACES = 24

HEADLINES: Mapping[str, Any] = {
    "unclear": gettext_lazy("Your reply was not understood"),
    "question": gettext_lazy("Your reply was not understood"),
    "illegal": gettext_lazy("This action is not possible"),
    "already": gettext_lazy("Part of your turn has already been played"),
    "late": gettext_lazy("This turn is over"),
    "over": gettext_lazy("The game is over"),
    "not-started": gettext_lazy("The game has not started yet"),
    "invited": gettext_lazy("You do not have a seat at this table yet"),
    "said": gettext_lazy("Posted in the chat"),
    "not-said": gettext_lazy("Your message was not posted"),
    "resign": gettext_lazy("How to resign"),
    "undo": gettext_lazy("How to take back a turn"),
    "board": gettext_lazy("The current position"),
    "help": gettext_lazy("How to play by replying to an email"),
    "agreed": gettext_lazy("You have agreed to the proposal"),
    "declined": gettext_lazy("You have declined the proposal"),
    "closed": gettext_lazy("This proposal is no longer open"),
    "unclear-answer": gettext_lazy("Your reply was not understood"),
    "kept": gettext_lazy("Nothing has changed"),
    "not-done": gettext_lazy("Nothing has changed"),
    "resigned": gettext_lazy("You have resigned"),
    "joined": gettext_lazy("You have a seat at this table"),
    "rejected": gettext_lazy("You have declined the invitation"),
    "not-joined": gettext_lazy("You have not joined this table"),
    "deputy": gettext_lazy("You are now a deputy"),
    "no-deputy": gettext_lazy("You are not a deputy"),
    "no-request": gettext_lazy("This request is no longer open"),
    "rematch": gettext_lazy("You have a seat in the rematch"),
    "no-rematch": gettext_lazy("You have no seat in a rematch"),
    "back": gettext_lazy("Welcome back"),
    "not-away": gettext_lazy("You are not on holiday"),
    "ended": gettext_lazy("This reply address no longer works"),
    "expired": gettext_lazy("This email is too old to be answered by a reply"),
    "no-proof": gettext_lazy("An email in your name was not accepted"),
    "off": gettext_lazy("Playing by reply is turned off"),
    "no-key": gettext_lazy("Your email belongs to no turn"),
    "gone": gettext_lazy("You do not have a seat at this table"),
    "stranger": gettext_lazy("An email from another address was not accepted"),
    "forged": gettext_lazy("An email in your name was not accepted"),
    "unproved": gettext_lazy("An email in your name was not accepted"),
    "large": gettext_lazy("Your email was too large"),
    "broken": gettext_lazy("Your email could not be processed"),
}
EXPLANATIONS: Mapping[str, Any] = {
    "unclear": gettext_lazy(
        "Nothing was played, because the site could not tell what you meant. Only the lines above the quoted text are "
        "read."
    ),
    "question": gettext_lazy("Nothing was played. A line that ends with a question mark is never played."),
    "not-started": gettext_lazy("There is nothing to play before every seat is taken. Begin with “chat:” to talk."),
    "invited": gettext_lazy("Open the invitation to join. Replies by email work once you have a seat."),
    "said": gettext_lazy("Everyone at the table can read it."),
    "not-said": gettext_lazy("Write your message on the page of the table instead."),
    "resign": gettext_lazy("Nothing has changed. Open this page to resign:"),  # of earlier releases
    "kept": gettext_lazy("You have not confirmed it."),
    "not-done": gettext_lazy("Your email has changed nothing."),
    "rejected": gettext_lazy("Your seat is free again."),
    "not-joined": gettext_lazy("Your email has changed nothing. The page of the invitation says what you can do:"),
    "deputy": gettext_lazy("You will be asked when you are needed. You can end it at any time on this page:"),
    "no-deputy": gettext_lazy("You will not be asked to play for this player. Your deputies are on this page:"),
    "no-request": gettext_lazy("It was withdrawn or declined. Your email has changed nothing. Your deputies:"),
    "rematch": gettext_lazy("The other players are invited."),
    "no-rematch": gettext_lazy("Your email has changed nothing."),
    "back": gettext_lazy(
        "Your holiday ends at the end of today, which has already been counted. Then your clocks run again. You can "
        "play at any time."
    ),
    "not-away": gettext_lazy("Your email has changed nothing. Your holidays are on this page:"),
    "ended": gettext_lazy(
        "You have changed your password or ended all access, so the reply addresses of earlier emails no longer work. "
        "Your email has changed nothing. Reply to a newer email, or open this page:"
    ),
    "expired": gettext_lazy("Your email has changed nothing. Open this page instead:"),
    "no-proof": gettext_lazy(
        "It answers an email of this site, but it was not sent to the secret reply address, and nothing proves that it "
        "is from you. Nothing has changed. If it was you, open this page. If not, ignore this email:"
    ),
    "undo": gettext_lazy(
        "Nothing has changed. Everyone at the table has to agree to an undo. Open this page to propose it:"
    ),
    "illegal": gettext_lazy("Nothing was played."),
    "closed": gettext_lazy("Your email has changed nothing."),
    "unclear-answer": gettext_lazy("Your answer was not counted, because the site could not tell what you meant."),
    "already": gettext_lazy("Your email has changed nothing. This is what has been played this turn."),
    "late": gettext_lazy("You replied to an email about an earlier turn, so nothing has changed."),
    "over": gettext_lazy("No more turns can be played there."),
    "off": gettext_lazy(
        "You replied to an email about your turn. Nothing was played, because playing by reply is "
        "turned off. If you turn it on, anyone who can send emails in your name can also play in "
        "your name. To turn it on, tick the box in your profile:"
    ),
    "stranger": gettext_lazy(
        "It was sent to the reply address of your turn, but from %(sender)s and not from the address "
        "of your account. If it was you, reply from your own address. If not, someone else has read "
        "one of your emails. Nothing was played, and the sender got no answer. You will get this "
        "warning only once per turn."
    ),
    "forged": gettext_lazy(
        "It was sent to the reply address of your turn and claims to be from you, but its signature "
        "or its route does not confirm that. Nothing was played. If it was you, send it the way you "
        "usually send emails, or play on the page. You will get this warning only once per turn."
    ),
    "unproved": gettext_lazy(
        "It was sent to the reply address of your turn and claims to be from you, but nothing proves it: this site "
        "plays only emails that the sender’s provider has signed. Nothing was played. If it was you, send it through "
        "your provider’s own server, or play on the page. You will get this warning only once per turn."
    ),
    "no-key": gettext_lazy(
        "Nothing was played, because the address you wrote to does not belong to any turn. To play by email, reply to "
        "an email about your turn and leave the address as it is. To play on the site, open this page:"
    ),
    "gone": gettext_lazy(
        "Nothing was played. The table was deleted, or someone else has your seat now. Your games are on this page:"
    ),
    "large": gettext_lazy("Nothing was played. Please reply without attachments and quote less of the old email."),
    "broken": gettext_lazy(
        "This was our fault, and the administrators can see the error. Nothing was played. Please play on the page."
    ),
}
REFUSALS: Mapping[str, Any] = {  # by the code of an error of the site, not of the rules
    "stale-ply": gettext_lazy("The game has moved on. Check the board and try again."),
    "not-your-turn": gettext_lazy("It’s not your turn."),
    "not-running": gettext_lazy("This game is not running."),
    "not-seated": gettext_lazy("You do not have a seat at this table."),
    "no-orders": gettext_lazy("This game does not support orders in advance."),
    "draft-over": gettext_lazy("Your turn is over before the last of these actions."),
    "no-fit": gettext_lazy("Your placement does not fit after this roll."),
    "empty-message": gettext_lazy("Write something first."),
    "too-many": gettext_lazy("You have written too much in a short time. Wait a moment and try again."),
    "too-many-today": gettext_lazy(
        "You can send 60 messages a day to players with whom you have not finished a game. You can write again when "
        "the first of the last 60 is a day old."
    ),
    "address-unconfirmed": gettext_lazy("Confirm your email address first."),
    "already-out": gettext_lazy("You are already out of this game."),
    "answered": gettext_lazy("This question has already been answered."),
    "invitation-answered": gettext_lazy("This invitation has already been answered or withdrawn."),
    "not-found": gettext_lazy("There is no such invitation or request any more."),
    "not-open": gettext_lazy("This table is no longer open."),
    "you-have-blocked": gettext_lazy("You have blocked a player of this game. Lift the block first."),
    "table-full": gettext_lazy("All seats at this table are taken or reserved."),
    "no-messages": gettext_lazy("You cannot write messages for now. Your settings say until when, and why."),
    "no-rated-games": gettext_lazy("You cannot start rated games for now. Your settings say until when, and why."),
    "no-new-games": gettext_lazy("You cannot start new games for now. Your settings say until when, and why."),
    "quiet-mode": gettext_lazy("Your account is in quiet mode: it has no messages. The settings change this."),
    "unread-warning": gettext_lazy("There is a warning for you in your settings. Read it first."),
    "chat-off": gettext_lazy("There are no messages on this site."),
    "strangers": gettext_lazy("On this site you can write to players with whom you have finished a game."),
    "link-to-strangers": gettext_lazy("You can send links to players with whom you have finished a game."),
    "repeated-text": gettext_lazy("You have written the same at other tables today. Use other words."),
}
# The headline and the explanation of a question that a reply confirms, by what it is about.
QUESTIONS: Mapping[str, tuple[Any, Any]] = {
    "resign": (
        gettext_lazy("Do you want to resign?"),
        gettext_lazy("Nothing has changed yet. This cannot be undone."),
    ),
    "agree-abort": (
        gettext_lazy("Do you agree to end the game without a result?"),
        gettext_lazy("Your answer does not count yet. Once you agree, you cannot undo it."),
    ),
    "agree-pace": (
        gettext_lazy("Do you agree to another pace?"),
        gettext_lazy("Your answer does not count yet. Once you agree, you cannot undo it."),
    ),
    "share": (
        gettext_lazy("Play without your share in the results?"),
        gettext_lazy(
            "Nothing was played yet. Your share in the results is in the browser in which you took your seat, and is "
            "not open yet. If you open the table there, it opens by itself. Without it, what you wrote is played all "
            "the same, and the log says so."
        ),
    ),
}
PAGES = {"resign": "games:resign", "undo": "games:propose", "share": "games:table"}
SHOWS_TEXT_READ = frozenset({"unclear", "unclear-answer", "question", "illegal", "already", "not-said"})
SHOWS_TURNS_SINCE = frozenset({"played", "already", "late"})  # the turns since the email that was answered
SHOWS_CURRENT_TURN = frozenset({"illegal", "unclear", "question", "board", "help", "large"})


def sit_for_player(row: Notification, table: Table) -> None:
    """Show a deputy the table as the player sees it whose turn the deputy may take now."""
    if table.seat is None and row.user is not None and table.game.status == Status.RUNNING:
        seat = represented_seat(table.game, table.seats, row.user, timezone.now())
        table.seat = seat.number if seat else None


def reply(row: Notification, table: Table) -> dict[str, Any]:
    """Return the variables of an answer, without those of the position."""
    code, game = str(row.params.get("code", "")), table.game
    offers = offers_of(table, row.user) if game.started_at and not game.is_over else None
    acting = (
        [] if game.is_over or not game.started_at else [table.names[seat] for seat in table.title.acting(table.state)]
    )
    turns = _turns(table, code, int(row.params.get("since", 0)))
    guess = _guess(row, table)
    return {
        "code": code,
        "headline": _headline(row, table, guess["text"] if guess else "", turns, is_mine=offers is not None),
        "is_question": code == "confirm",
        "explanation": _explanation(row, table),
        "asks": open_question(row) if reply_address_of(row) else {},
        "can_answer": code == "unclear-answer" and bool(reply_address_of(row)),
        "refusal": _refusal(row, table),
        "read": one_line(str(row.params.get("read", "")), 200),
        "shows_read": code in SHOWS_TEXT_READ,
        "profile_url": link("accounts:settings"),
        "has_position": table.game.started_at is not None,
        "page_url": _page_url(row, table),
        "guess": guess,
        "guesses": _guesses(row, table),
        "said": str(row.params.get("said", "")),
        "unsaid": str(REFUSALS.get(row.params.get("unsaid", ""), "")),
        "recent_turns": turns,
        "turn": turns[0].number if turns and code in SHOWS_TURNS_SINCE else game.turn,
        "offers": offers,
        "vocabulary": _vocabulary(table) if offers and code in {"unclear", "question", "help"} else [],
        "places": _places(table) if offers and offers.kind == "place" else [],
        "figures_text": table.figures_text,
        "chance_text": table.chance_text,
        "question": table.question if offers else "",
        "waits_for": "" if offers else join_names(acting),
    }


def reply_about_no_table(row: Notification) -> dict[str, Any]:
    """Return the variables of an answer to an email that belongs to no table, or to one that the reader may not see."""
    code = str(row.params.get("code", ""))
    return {
        "headline": str(HEADLINES[code]),
        "explanation": str(EXPLANATIONS[code]) % _sender(row),
        "refusal": _site_refusal(row),
        "can_answer": code == "unclear-answer" and bool(reply_address_of(row)),
        "page_url": str(row.params.get("url") or link("games:home")),
    }


def _sender(row: Notification) -> dict[str, str]:
    return {"sender": name_of(str(row.params.get("sender", "")))}


def _question(row: Notification) -> tuple[Any, Any]:
    """Return headline and explanation of what an answer asks to confirm."""
    question = row.params["question"]
    what = f"agree-{question['kind']}" if question["what"] == "agree" else question["what"]
    return QUESTIONS[what]


def _explanation(row: Notification, table: Table) -> str:
    code = str(row.params.get("code", ""))
    if code == "confirm":
        return str(_question(row)[1])
    if code == "resigned":
        return ""
    explanation = str(EXPLANATIONS[code]) % _sender(row) if code in EXPLANATIONS else ""
    return f"{explanation} {_dice_note(row, table, code)}".strip()


def _dice_note(row: Notification, table: Table, code: str) -> str:
    """Return what a new seat adds to the dice, if the site has drawn it: an email brings no share."""
    game = table.game if code == "joined" else rematch_of(table.game, row.user) if code == "rematch" else None
    seat = seat_of(game, row.user) if game and row.user else None
    if seat is None or seat.share_source != ShareSource.SITE:
        return ""
    return _("The site has drawn your share in the results, because only a browser could have drawn one for you.")


def _page_url(row: Notification, table: Table) -> str:
    """Return the page that the explanation names, if any. Every answer ends with a link to its table."""
    code = str(row.params.get("code", ""))
    if code == "confirm":
        code = str(row.params["question"]["what"])
    return link(PAGES[code], table.game.code) if code in PAGES else str(row.params.get("url") or "")


def _guess(row: Notification, table: Table) -> dict[str, str] | None:
    """Return what the player may have meant, with a link to the page that asks; None if it can’t be played now."""
    text, prompt = str(row.params.get("guess", "")), table.title.prompt(table.state)
    if not text or not table.game.started_at or row.user is None or prompt is None or prompt.seat != table.seat:
        return None
    label = next((table.say(choice.label) for choice in prompt.choices if choice.notation == text), "")
    token = turn_link_token(TurnToken.of(row.user, table.game), text if label else "")
    return {"text": text, "label": label, "url": link("games:turn_link", token)}


def _guesses(row: Notification, table: Table) -> list[dict[str, str]]:
    refusal, turns = row.params.get("refusal") or {}, []
    if row.user is None or table.seat not in table.title.acting(table.state):
        return []
    page = link("games:turn_link", turn_link_token(TurnToken.of(row.user, table.game), ""))
    for actions in refusal.get("guesses", ()):
        steps = actions[-1:] if refusal.get("has_step") else []
        query = [("done", text) for text in actions[: len(actions) - len(steps)]] + [("choose", text) for text in steps]
        turns.append({"text": ", ".join(actions), "url": f"{page}?{urlencode(query)}"})
    return turns


def _refusal(row: Notification, table: Table) -> str:
    """Return why the rules or the site refused a command, "" if nothing was refused.

    Rows that the first release queued have a sentence in ``reason``.
    """
    refusal = row.params.get("refusal") or {}
    messages = [message_from_json(data) for data in refusal.get("messages", ())]
    sentences = [table.say(message) for message in messages if message.key in table.title.phrases]
    return " ".join(sentences) or _site_refusal(row) or str(row.params.get("reason", ""))


def _site_refusal(row: Notification) -> str:
    """Return why the site refused a command, and whom its reader has blocked, if that is why."""
    refusal = row.params.get("refusal") or {}
    if blocked := User.objects.filter(pk=refusal["blocked"]).first() if refusal.get("blocked") else None:
        return _("You have blocked %(name)s. Lift the block first.") % {"name": display_name(blocked)}
    return str(REFUSALS.get(refusal.get("code", ""), ""))


def _headline(row: Notification, table: Table, guess: str, turns: list[tables.TurnSummary], *, is_mine: bool) -> str:
    code = str(row.params.get("code", ""))
    if guess:
        return _("Did you mean %(text)s?") % {"text": guess}
    if code == "confirm":
        return str(_question(row)[0])
    if code != "played":
        return str(HEADLINES[code])
    if table.game.is_over:
        return _("Played: the game is over")
    if not is_mine:
        player = _represented_player(row, table)
        if player:
            return _("Played: %(name)s’s turn is over") % {"name": player}
        return _("Played: your turn is over")
    result, question = table.chance_text, table.prompt_brief
    if result and question:
        return labelled(result[:1].upper() + result[1:], question)
    if turns and turns[0].number != table.title.turn(table.state):  # robots, or orders in advance, have played since
        return _("Played: it’s your turn again")
    return _("Played: it’s still your turn")


def _represented_player(row: Notification, table: Table) -> str:
    """Return the name of the player for whom the recipient has played last, "" for a player of the table."""
    if table.seat is not None:
        return ""
    played = [ply for ply, deputy in table.deputies.items() if deputy.pk == row.user_id]
    seat = table.plies[max(played)].action.seat if played else None
    return "" if seat is None else table.names[seat]


def _turns(table: Table, code: str, since: int) -> list[tables.TurnSummary]:
    """Return the turns since ply ``since`` or the current turn, depending on the code."""
    if not table.game.started_at or (code not in SHOWS_TURNS_SINCE and code not in SHOWS_CURRENT_TURN):
        return []
    groups = group_by_turn(table.title, table.plies)
    if code in SHOWS_CURRENT_TURN:
        current = table.title.turn(table.state)
        groups = [group for group in groups if table.title.turn(group[0].before) == current]
    else:
        groups = [later for group in groups if (later := [ply for ply in group if ply.number >= since])]
    return [table.summary(group) for group in groups[-MAX_TURNS:]]


def _vocabulary(table: Table) -> list[tuple[str, list[str]]]:
    """Return each choice with the words for it in a reply; [] if there are too many choices, or only steps to them."""
    prompt = table.title.prompt(table.state)
    is_short = prompt and len(prompt.choices) <= MAX_CHOICES and not any(choice.is_step for choice in prompt.choices)
    choices = prompt.choices if prompt and is_short else ()
    return [(table.say(choice.label), _words(table, choice)) for choice in choices]


def _words(table: Table, choice: Choice) -> list[str]:
    return [choice.notation, *words_for_notation(table.title.key, choice.notation)]


def _places(table: Table) -> list[str]:
    """Return the notations of the possible places; [] if there are too many."""
    prompt = table.title.prompt(table.state)
    notations = [choice.notation for choice in prompt.choices if not choice.is_step] if prompt else []
    return notations if len(notations) <= MAX_PLACES else []
