"""Words in the reader's language: the engine's messages, days and times, names made safe for lines and headers."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache, lru_cache
from math import ceil

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.text import capfirst
from django.utils.timesince import timesince
from django.utils.translation import get_language, gettext, ngettext, pgettext

from games.engine.core import Title
from games.engine.messages import Message
from games.engine.registry import TITLES
from games.engine.values import RESIGNED, Ply

Value = str | int | Message | tuple[str, ...]
MAX_SUBJECT_LENGTH = 150
# Marks of reading direction: a player's name must not reorder the rest of a line.
DIRECTION_MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
BLANKS, FIXED = frozenset({"Cc", "Zl", "Zp", "Zs"}), "\u00a0\u202f"  # categories of letters; no-break spaces
# What XML forbids or a line of a calendar breaks on. Names with it are refused, but older ones may be stored.
_NOT_IN_DOCUMENTS = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WITHOUT_MARKS = dict.fromkeys(map(ord, DIRECTION_MARKS))


def render_message(title: Title, message: Message, names: Sequence[str], viewer: int | None = None) -> str:
    """Return the sentence of a message. ``names`` are the players', in order of seats; ``viewer`` is the reader's seat.

    A phrase "<key>.own" is used where the message is about the reader, "<key>.to_own" where something goes to the
    reader, "<key>.plural" where its count is not one.
    """
    return message_renderer(title, names, viewer)(message)


def message_renderer(title: Title, names: Sequence[str], viewer: int | None = None) -> Callable[[Message], str]:
    """Return a function that renders messages like ``render_message``, for one reader.

    It looks up each phrase once: a board has the same few sentences for fifty squares, a log for twenty actions.
    """
    phrases, former = title.phrases, gettext("a former player")
    text_of = cache(lambda key: gettext(phrases[key]))
    counted = cache(lambda key, count: ngettext(phrases[key], phrases[f"{key}.plural"], count))

    def say(message: Message) -> str:
        text = form_of(message) % {name: read(name, value) for name, value in message.params.items()}
        return capfirst(text) if text.endswith(".") and text.startswith(former) else text

    def form_of(message: Message) -> str:
        key = message.key
        for param, ending in (("seat", "own"), ("to_seat", "to_own")) if viewer is not None else ():
            if message.params.get(param) == viewer and f"{message.key}.{ending}" in phrases:
                key = f"{message.key}.{ending}"
        if f"{key}.plural" in phrases:
            return counted(key, int(str(message.params["count"])))
        return text_of(key)

    def read(name: str, value: Value) -> str | int:
        """Return the text of one parameter: seats as names, messages as sentences, items as a list."""
        if isinstance(value, Message):
            return say(value)
        if isinstance(value, int):
            return names[value] if name == "seat" or name.endswith("_seat") else value
        return value if isinstance(value, str) else ", ".join(value)

    return say


def end_text(title: Title, last: Ply | None, reason: str, names: Sequence[str], reader: int | None = None) -> str:
    """Return why the game ended. ``last`` is its last ply: if all others have left, that of the last departure."""
    if last and reason == RESIGNED:
        return render_message(title, title.describe(last)[0], names, reader)
    return phrase(title, f"end.{reason}")


def begin_sentence(text: str) -> str:
    """Return a text with a capital letter if it begins with a former player. Names keep their own spelling."""
    return capfirst(text) if text.startswith(gettext("a former player")) else text


def phrase(title: Title, key: str) -> str:
    """Return the text of a key that needs no parameters; the key itself if the title has no words for it."""
    text = title.phrases.get(key)
    return gettext(text) if text else key


def phrase_for(title: Title, key: str, seats: int = 0) -> str:
    """Return the text of a key as it is with this number of seats, if the title has words for that."""
    with_seats = f"{key}.{seats}"
    return phrase(title, with_seats if with_seats in title.phrases else key)


def title_and_rules(title: str, ruleset: str, seats: int = 0) -> str:
    """Return what is played, as in "Marram · Classic, short": wherever a table is named, from the keys of both.

    What this site does not know is named by its key.
    """
    known = TITLES.get(title)
    rules = known.rulesets.get(ruleset) if known else None
    return titled(title, phrase_for(known, rules.label, seats) if known and rules else ruleset)


def titled(title: str, text: str) -> str:
    """Return a text about a table with the name of the title that is played there before it."""
    known = TITLES.get(title)
    return f"{known.name if known else title} · {text}"


def join_phrases(parts: Iterable[str]) -> str:
    """Return several phrases as one line, sentences with a blank after them."""
    line, between = "", gettext("; ")
    for part in parts:
        line += (" " if line.endswith(".") else between if line else "") + part
    return line


def join_names(names: Sequence[str]) -> str:
    """Return "Ada, Bo and Cy"."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def place_name(place: int) -> str:
    """Return "1st", "2nd" ..."""
    names = {1: gettext("1st"), 2: gettext("2nd"), 3: gettext("3rd")}
    return names.get(place) or gettext("%(place)sth") % {"place": place}


def labelled(label: str, value: str) -> str:
    """Return a value with its label, as in "Pace: 3 days a turn"."""
    return gettext("%(label)s: %(value)s") % {"label": label, "value": value}


def colour_name(title: Title, style: str) -> str:
    """Return the name of a style's colour; the style itself if the title has no word for it."""
    key = f"colour.{style}"
    return phrase(title, key) if key in title.phrases else style


def document_text(text: str) -> str:
    """Return a text without the characters that break an XML document or a calendar."""
    return _NOT_IN_DOCUMENTS.sub("", text)


def one_line(text: str, max_length: int = MAX_SUBJECT_LENGTH) -> str:
    """Return the text as one line that is safe in a header: no control characters, limited length.

    No-break spaces stay: they stand before French punctuation.
    """
    text = "".join(" " if unicodedata.category(letter) in BLANKS and letter not in FIXED else letter for letter in text)
    text = re.sub(" +", " ", text).strip()
    return text if len(text) <= max_length else f"{text[: max_length - 1].rstrip()}…"


def name_of(name: str, max_length: int = 60) -> str:
    """Return a name for a sentence: one line, and a right-to-left name isolated from the text after it."""
    name = one_line(name.translate(_WITHOUT_MARKS), max_length)
    if any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in name):
        return f"\u2068{name}\u2069"
    return name


WEEK, DAY, HOUR, MINUTE = 604800, 86400, 3600, 60
LONG = timedelta(days=28)  # longer durations depend on the months between
SOME_DAY = datetime(2001, 1, 1, tzinfo=UTC)
TIME_TO_RETURN = 14 * DAY  # for the owner of a seat, from the instant at which another player took it


def full_date(at: datetime) -> str:
    """Return a moment with its day, its hour and the reader's time zone."""
    return format_date(timezone.localtime(at), pgettext("format of a date", "l j F Y, H:i T"))


def join_clauses(texts: Iterable[str]) -> str:
    """Return clauses of one sentence with semicolons between them."""
    return gettext("; ").join(texts)


def moment_text(at: datetime, zone: tzinfo | None = None) -> str:
    """Return the weekday, date and time of a moment, with the year unless it is this one; by default in local time."""
    local = timezone.localtime(at, zone)
    if local.year == timezone.localtime().year:
        return format_date(local, pgettext("format of a date", "l j F, H:i"))
    return format_date(local, pgettext("format of a date", "l j F Y, H:i"))


def day_text(day: date) -> str:
    """Return a day, or the local day of a moment, with its weekday, and with the year unless it is this one."""
    local = timezone.localtime(day) if isinstance(day, datetime) else day
    if local.year == timezone.localtime().year:
        return format_date(local, pgettext("format of a date", "l j F"))
    return format_date(local, pgettext("format of a date", "l j F Y"))


def time_text(at: datetime) -> str:
    """Return the local time of day of a moment."""
    return format_date(timezone.localtime(at), pgettext("format of a time", "H:i"))


def duration_text(seconds: int) -> str:
    """Return "3 days", "2 days, 6 hours" or "45 minutes": at most two units, rounded down."""
    minutes = max(0, seconds) // MINUTE
    days, hours, rest = minutes // (24 * 60), minutes // 60 % 24, minutes % 60
    parts = [text for text in (_days(days), _hours(hours), "" if days else _minutes(rest)) if text]
    return ", ".join(parts) or gettext("less than a minute")


def exact_text(seconds: int) -> str:
    """Return "2 days 6 hours 30 minutes" or "10 seconds": every unit that there is, so that sums can be checked."""
    hours, minutes, rest = max(0, seconds) // HOUR, max(0, seconds) // MINUTE % 60, max(0, seconds) % 60
    parts = (_days(hours // 24), _hours(hours % 24), _minutes(minutes), _seconds(rest) if rest or seconds < 1 else "")
    return " ".join(filter(None, parts))


def bank_text(seconds: int) -> str:
    """Return what a bank holds, rounded like the time left; "empty" for nothing."""
    return left_text(seconds) if seconds > 0 else pgettext("a bank of time", "empty")


def left_text(seconds: int) -> str:
    """Return what a clock holds in days, hours and minutes, rounded like the time left."""
    return duration_text(minutes_left(seconds) * MINUTE)


def minutes_left(seconds: int) -> int:
    """Return the whole minutes in which time that is left is written: rounded up, and to full days in their first hour.

    A clock of three days has three days left in its first hour, not "2 days, 23 hours". The last minute is 0 minutes.
    static/js/clocks/clocks.js rounds alike.
    """
    if seconds < MINUTE:
        return 0
    minutes = -(-seconds // MINUTE)
    full_days = -(-seconds // DAY) * (DAY // MINUTE)
    return full_days if full_days - minutes < HOUR // MINUTE else minutes


def time_until(deadline: datetime, now: datetime) -> str:
    """Return how long it is until a deadline, in at most two units, and from a week to four in whole days."""
    minutes = minutes_left(ceil((deadline - now).total_seconds()))
    is_in_days = WEEK <= minutes * MINUTE < LONG.total_seconds()
    if is_in_days:
        return _days(minutes * MINUTE // DAY).replace(" ", "\xa0")  # as the other lengths have it
    return time_between(now, now + timedelta(minutes=minutes), 2)


def time_between(start: datetime, end: datetime, depth: int) -> str:
    """Return the time between two moments in at most ``depth`` units, rounded down to minutes."""
    if end - start >= LONG:
        return timesince(start, end, depth=depth)
    return _short_duration(max(0, int((end - start).total_seconds()) // MINUTE), depth, get_language())


@lru_cache(4096)  # a dashboard contains 150 of them: this saves 10 ms
def _short_duration(minutes: int, depth: int, language: str | None) -> str:
    if not minutes:
        return gettext("less than a minute")
    return timesince(SOME_DAY, SOME_DAY + timedelta(minutes=minutes), depth=depth)


def _days(count: int) -> str:
    return ngettext("%(count)d day", "%(count)d days", count) % {"count": count} if count else ""


def _hours(count: int) -> str:
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count} if count else ""


def _minutes(count: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count} if count else ""


def _seconds(count: int) -> str:
    return ngettext("%(count)d second", "%(count)d seconds", count) % {"count": count}


def rough_text(seconds: int) -> str:
    """Return "5 minutes", "14 hours" or "3 days": one unit, rounded to the nearest."""
    if seconds < HOUR - MINUTE // 2:
        return _minutes(round(seconds / MINUTE)) or gettext("less than a minute")
    return _hours(round(seconds / HOUR)) if seconds < 2 * DAY else _days(round(seconds / DAY))
