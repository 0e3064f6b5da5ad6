"""The authentication of senders: results of DMARC, DKIM and SPF in header fields (RFC 8601).

Only fields of the operator's own mail server count. Anyone can write such a field, even in that server's name. The
server removes forged fields (RFC 8601, section 5); if it does not, they stand below its own. So a failure counts
wherever it stands, and a pass only in the server's own fields.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from email.utils import parseaddr

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from accounts.selectors import get_profile, person_by_address
from games.core.models import Game, Seat
from games.core.selectors import seats_with_users
from games.deputies.selectors import represents_someone
from games.mail.reply_addresses import OF_EVERYONE, url_of
from games.notifications.links import OF_A_TURN, Subject, TurnToken
from games.notifications.models import InboundReason, InboundState
from games.notifications.selectors import table_of_token

from .incoming_mail import NAMES_AND_COMMENTS, IncomingMail
from .services import (
    SAME_TEXT_WITHIN,
    MailAnswer,
    MailOutcome,
    invitation_to_address,
    is_invited,
    player_of_token,
    was_answered,
)

_RESULT = re.compile(r"\b(dmarc|dkim|spf)\s*=\s*([a-z]+)(?![^\s;(])")
_RETURN = re.compile(r"\bsmtp\.mailfrom\s*=\s*(?:\S*@)?([a-z0-9_.-]+)(?:\s|$)")
PROOFS = frozenset({("dmarc", "pass"), ("dkim", "pass"), ("spf", "pass")})
_SIGNER = re.compile(r"\bheader\.[di]\s*=\s*\S*?@?([a-z0-9_.-]+)(?:\s|$)")
FAILED_RESULTS = frozenset({"fail", "failed", "softfail", "hardfail", "permerror", "policy"})

_DAEMONS = re.compile(r"(?:mailer[-_.]?daemon|postmaster|no-?reply|do-?not-?reply|bounces?|root)(?:[-+.=].*)?@")
_PRECEDENCE = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_MARKS = ("x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponder", "x-autoreply-from", "x-failed-recipients")
_SUBJECTS = re.compile(
    r"\s*(?:auto(?:matic)?[- ]?(?:reply|response)|auto\s*:|out of (?:the )?office|r.{1,9}ponse automatique"
    r"|absence du bureau|message d'absence|automatische antwort|abwesenheits|undeliver|delivery status|mail delivery"
    r"|returned mail|non remis|unzustellbar)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class VerifiedSender:
    """A player who has written about their own turn, or about that of a player whose deputy they are."""

    user: User
    game: Game
    token: TurnToken
    seats: Sequence[Seat]
    without_share: bool = False  # plays without the device's share of the dice, after the question

    @property
    def seat(self) -> Seat | None:
        return next((seat for seat in self.seats if seat.user_id == self.user.pk), None)


@dataclass(frozen=True, slots=True)
class AskedDeputy:
    """A player who has written about a request to be someone's deputy, which is about no table."""

    user: User
    token: TurnToken
    game: None = None


Sender = VerifiedSender | AskedDeputy


def verify_sender(mail: IncomingMail) -> Sender | MailOutcome:
    """Return the player and their turn, or the outcome of an email that may not play. Writes nothing.

    A stranger who has the address, or a forged sender, gets no answer. The player gets a warning at their own address,
    once per turn: they may have written it themselves from another address. A verified sender always gets an answer.
    Nothing in an email is decoded before its key, or its sender, is known.
    """
    if not settings.INBOUND_ADDRESS:
        return MailOutcome(InboundState.REFUSED, InboundReason.NO_INBOUND)
    if reason := marked_reason(mail):
        return MailOutcome(InboundState.IGNORED, reason)
    token = mail.token
    if token is None:
        return _without_key(mail)
    if reason := subject_reason(mail):
        return MailOutcome(InboundState.IGNORED, reason)
    return _checked(_sender_of(token), mail, token)


def _sender_of(token: TurnToken) -> Sender | User | None:
    """Return the sender that a token names: the player alone without a place at the table, None without an account."""
    user = player_of_token(token.user_id)
    if user is None:
        return None
    if token.about is Subject.DEPUTY:
        return AskedDeputy(user, token)
    game = table_of_token(token.game_id)
    sender = VerifiedSender(user, game, token, seats_with_users(game)) if game else None
    return sender if sender and _belongs(sender) else user


def _checked(sender: Sender | User | None, mail: IncomingMail, token: TurnToken) -> Sender | MailOutcome:
    """Return the sender, or the outcome of an email that may not play because of its sender."""
    if sender is None:
        return MailOutcome(InboundState.REFUSED, InboundReason.GONE)
    if isinstance(sender, User):
        return _without_seat(mail, sender)
    user = sender.user
    if mail.sender != user.email.lower():
        return _refused(sender, mail, InboundReason.STRANGER)
    if failure := failure_of(mail):
        return _refused(sender, mail, InboundReason.FORGED, failure)
    if settings.INBOUND_AUTH == "require":
        if not is_proved(mail):
            return _refused(sender, mail, InboundReason.UNPROVED)
        if mail.signed_token != token:
            return _refused(sender, mail, InboundReason.UNPROVED, "key-not-signed")
    return _admitted(sender, mail)


def _admitted(sender: Sender, mail: IncomingMail) -> Sender | MailOutcome:
    """Return the sender, or the outcome of an email whose player does not play by reply, or that came too late."""
    user, token = sender.user, sender.token
    if token.about not in OF_EVERYONE and not get_profile(user).plays_by_reply:
        return _answered(mail, user, InboundReason.OFF, "off", sender.game)
    if token.version != user.link_version:
        return _answered(mail, user, InboundReason.ENDED, "ended", url=url_of(token, user))
    if token.has_expired(timezone.now()):
        return _answered(mail, user, InboundReason.EXPIRED, "expired", url=url_of(token, user))
    return sender


def _without_key(mail: IncomingMail) -> Sender | MailOutcome:
    """Return the sender of an email without a key, or its outcome.

    It acts only if it answers an email of the site to its sender, as a signed Message-ID says, and the sender is
    proved. Otherwise the account's own address gets a link, if the sender is proved, or if the email says that it
    answers one of the site: then once per email that is answered, or once a day.
    """
    token, is_proof = mail.answered_token, not failure_of(mail) and is_proved(mail)
    user = person_by_address(mail.sender) if mail.sender and (is_proof or mail.answers_site) else None
    if token and not token.user_id and mail.sender:
        return _from_invited(mail, token, user if is_proof else None)
    if user is None:
        return MailOutcome(InboundState.REFUSED, InboundReason.NO_TURN)
    if reason := subject_reason(mail):
        return MailOutcome(InboundState.IGNORED, reason)
    own = token if token and token.user_id == user.pk else None
    if own and is_proof and settings.INBOUND_AUTH != "require":
        sender = _sender_of(own)
        return _without_seat(mail, user) if sender is None or isinstance(sender, User) else _admitted(sender, mail)
    url = url_of(own, user) if own else ""
    if is_proof:
        return _answered(mail, user, InboundReason.NO_TURN, "no-key", url=url)
    answer = MailAnswer(user, "no-proof", {"url": url}, f"no-proof:{own or timezone.now().date()}")
    return MailOutcome(InboundState.REFUSED, InboundReason.NO_TURN, answer=answer)


def _from_invited(mail: IncomingMail, token: TurnToken, user: User | None) -> Sender | MailOutcome:
    """Return the outcome of an answer to an invitation that went to an address: the link again, once.

    If the address has an account by now, and the sender is proved, it acts.
    """
    invitation = invitation_to_address(token.number, mail.sender)
    if invitation is None or failure_of(mail) or subject_reason(mail):
        return MailOutcome(InboundState.REFUSED, InboundReason.NO_TURN)
    if user is None or settings.INBOUND_AUTH == "require":
        return MailOutcome(InboundState.REFUSED, InboundReason.NO_TURN, invitation=invitation)
    own = replace(token, user_id=user.pk, version=user.link_version)
    return _admitted(VerifiedSender(user, invitation.game, own, seats_with_users(invitation.game)), mail)


def _without_seat(mail: IncomingMail, user: User) -> MailOutcome:
    """Return the outcome of a reply to a table that is deleted, or where the player has no seat any more."""
    is_refused = mail.sender != user.email.lower() or failure_of(mail)
    if is_refused or (settings.INBOUND_AUTH == "require" and not is_proved(mail)):
        return MailOutcome(InboundState.REFUSED, InboundReason.GONE)
    return _answered(mail, user, InboundReason.GONE, "gone")


def _answered(
    mail: IncomingMail, user: User, reason: InboundReason, code: str, game: Game | None = None, *, url: str = ""
) -> MailOutcome:
    """Return the outcome of an email of a verified sender that plays nothing: an answer, once for the same text.

    A program that answers each answer with the same words must not go on for ever.
    """
    excerpt = "\n".join(mail.lines)[:500]
    if was_answered(user, game, excerpt, timezone.now() - SAME_TEXT_WITHIN):
        return MailOutcome(InboundState.IGNORED, InboundReason.REPEATED, user, game, excerpt)
    return MailOutcome(InboundState.ANSWERED, reason, user, game, excerpt, MailAnswer(user, code, {"url": url}))


def _belongs(sender: VerifiedSender) -> bool:
    """Return True for a player, a deputy, and someone who is or was invited."""
    game, user, token = sender.game, sender.user, sender.token
    if sender.seat is not None or token.about is Subject.INVITATION:
        return True
    return represents_someone(game, user) or is_invited(game, user)


def _refused(sender: Sender, mail: IncomingMail, reason: InboundReason, detail: str = "") -> MailOutcome:
    token, game = sender.token, sender.game
    if token.about not in OF_EVERYONE and not get_profile(sender.user).plays_by_reply:
        return MailOutcome(InboundState.REFUSED, reason, None, game, detail=detail)
    event = f"{reason}:{token.game_id}:{token.turn}" if token.about in OF_A_TURN else f"{reason}:{token}"
    answer = MailAnswer(sender.user, reason.value, {"sender": mail.sender[:120]}, event)
    return MailOutcome(InboundState.REFUSED, reason, None, game, answer=answer, detail=detail)


def failure_of(mail: IncomingMail) -> str:
    """Return which checks of the sender failed, "" if none failed or none was made."""
    return mail.failure or failure_in(_results(mail))


def is_checked(mail: IncomingMail) -> bool:
    """Return True if the operator's mail server or the mail service has checked the sender."""
    return mail.is_checked or next(_trusted(mail), None) is not None


def is_proved(mail: IncomingMail) -> bool:
    """Return True if DMARC has passed, or DKIM or SPF for the domain of the sender."""
    domain = mail.sender.rpartition("@")[2]
    return mail.is_proved or any(
        (method, result) in PROOFS and (method == "dmarc" or _is_aligned(part, method, domain))
        for method, result, part in _checks(mail)
    )


def is_signed_by_sender(mail: IncomingMail) -> bool:
    """Return True if an email has signatures, and all are in the name of the sender's domain."""
    domains = mail.signing_domains
    return bool(domains) and all(is_same_domain(one, mail.sender.rpartition("@")[2]) for one in domains)


def _is_aligned(part: str, method: str, domain: str) -> bool:
    """Return True if a signature or a return address is one of the sender's domain, or of a domain above or below."""
    found = (_SIGNER if method == "dkim" else _RETURN).search(part)
    return found is not None and is_same_domain(found[1], domain)


def is_same_domain(one: str, other: str) -> bool:
    """Return True if two domains are the same, or one is below the other."""
    return f".{other}".endswith(f".{one}") or one.endswith(f".{other}")


def _checks(mail: IncomingMail) -> Iterator[tuple[str, str, str]]:
    """Yield method, result and text of the checks that count: the first of each method, DMARC in the first field."""
    named: set[str] = set()
    for value in _trusted(mail):
        parts = [part.strip() for part in NAMES_AND_COMMENTS.sub(" ", value).split(";")[1:]]
        found = [(one[1], one[2], part) for part in parts if (one := _RESULT.match(part))]
        for method, result, part in found:
            if method not in named and not (method == "dmarc" and named):
                yield method, result, part
        named |= {method for method, _result, _part in found}


def failure_in(results: list[tuple[str, str]]) -> str:
    """Return the failures among results such as ("dkim", "fail"), "" if the email is accepted.

    DMARC decides if it was checked. Otherwise an email with a valid signature is accepted, and one that fails DKIM or
    SPF is not.
    """
    found = {(method.lower(), result.lower()) for method, result in results}
    failed = sorted(f"{method}={result}" for method, result in found if result in FAILED_RESULTS)
    if any(name.startswith("dmarc") for name in failed):
        return ", ".join(failed)
    return "" if {("dmarc", "pass"), ("dkim", "pass")} & found else ", ".join(failed)


def _results(mail: IncomingMail) -> list[tuple[str, str]]:
    results: list[tuple[str, str]] = []
    named: set[str] = set()
    for value in _trusted(mail):
        checks = [
            found
            for part in NAMES_AND_COMMENTS.sub(" ", value).split(";")[1:]
            if (found := _RESULT.match(part.strip()))
        ]
        results += [(method, result) for method, result in _RESULT.findall(value) if result in FAILED_RESULTS]
        results += [(one[1], one[2]) for one in checks if one[1] not in named and _counts(one, mail.sender, named)]
        named |= {one[1] for one in checks}
    return results


def _counts(one: re.Match[str], sender: str, named: set[str]) -> bool:
    """Return True if a result counts: a signature only from the sender's domain, DMARC only in the first field."""
    if one[1] == "dmarc":
        return not named
    signer, domain = _SIGNER.search(one.string), sender.rpartition("@")[2]
    return signer is None or f".{domain}".endswith(f".{signer[1]}") or signer[1].endswith(f".{domain}")


def _trusted(mail: IncomingMail) -> Iterator[str]:
    """Yield the fields of the operator's server in small letters, top one first, down to its own Received field."""
    wanted, is_found = settings.INBOUND_AUTHSERV_ID.strip().lower(), False
    for name, written in mail.message.raw_items():
        value = " ".join(str(written).lower().split())
        if name.lower() == "received" and is_found:
            return
        if name.lower() == "authentication-results" and wanted in value.partition(";")[0].split()[:1]:
            is_found = True
            yield value


def marked_reason(mail: IncomingMail) -> InboundReason | None:
    """Return why an email was written by a program, None for one of a person: by its marks, without decoding it."""
    return _bounced(mail) or _marked(mail) or _own(mail)


def subject_reason(mail: IncomingMail) -> InboundReason | None:
    return InboundReason.SUBJECT if _SUBJECTS.match(mail.subject) else None


def _bounced(mail: IncomingMail) -> InboundReason | None:
    if mail.envelope_sender == "" or mail.field("return-path").strip() == "<>":
        return InboundReason.BOUNCE
    if mail.field("content-type").strip().lower().startswith("multipart/report"):
        return InboundReason.REPORT
    if _DAEMONS.match(mail.sender):
        return InboundReason.NO_REPLY
    return None


def _marked(mail: IncomingMail) -> InboundReason | None:
    submitted = [value.split(";")[0].strip().lower() for value in mail.fields("auto-submitted")]
    if any(value != "no" for value in submitted):
        return InboundReason.AUTOMATIC
    if any(value.strip().lower() in _PRECEDENCE for value in mail.fields("precedence")):
        return InboundReason.BULK
    if mail.fields("list-id", "list-post"):
        return InboundReason.MAILING_LIST
    return InboundReason.AUTOMATIC if mail.fields(*_MARKS) else None


def _own(mail: IncomingMail) -> InboundReason | None:
    own = {parseaddr(address)[1].lower() for address in (settings.DEFAULT_FROM_EMAIL, settings.SERVER_EMAIL)}
    return InboundReason.OWN if mail.sender in own else None
