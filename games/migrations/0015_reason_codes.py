import json
import re

from django.db import migrations, models

# The sentences of the first release and their codes.
NOTIFICATION = {
    "it waits for the digest": "digest",
    "it waits for the next digest": "digest",
    "these are the quiet hours of the reader": "quiet-hours",
    "the player has the table before them": "looking",
    "there was one mail, and the player has not acted since": "not-acted",
    "it is not urgent yet": "not-urgent",
    "the account is closed": "account-closed",
    "there is no address": "no-address",
    "the player has switched this kind off": "switched-off",
    "the reader wants no invitations": "opted-out",
    "mail to this address comes back": "blocked",
    "its text is gone": "no-text",
    "a later one tells more": "outdated",
    "there is nothing in it any more": "empty",
    "the table is gone": "table-gone",
    "the table is not open any more": "table-closed",
    "the reader sits there no longer": "not-seated",
    "the turn has been played": "turn-played",
    "the game is over already": "game-over",
    "the game is over, and the mail about that says so": "result-sent",
    "the player has been at the table since, or a mail about a turn tells more": "known",
    "the message is gone": "message-gone",
    "the invitation has been answered or withdrawn": "answered",
    "demonstration": "demonstration",
    "every worker that took it stopped before it was sent": "worker-stopped",
}
NOTIFICATION_PATTERNS = {  # the group is the detail
    r"in (digest:.+)": "in-digest",
    r"it (?:is|has left) in (digest:.+)": "in-digest",
    r"(digest:.+) did not leave": "digest-not-sent",
    r"(.+ has just not answered in time)": "paused",
    r"(the webhook is gone or switched off|its owner may not see this table any more|the device has been removed"
    r"|the site has no key for web push|the device is signed off \(it answered \d+\))": "target-gone",
    r"Failed: (.+)": "call-failed",
}
INBOUND = {
    "this site takes no mail": "no-inbound",
    "sent to no address of a turn": "no-turn",
    "the player or the table of this address is gone": "gone",
    "the player has not switched on playing by reply": "off",
    "the site's own trial mail has come back": "canary",
    "too large": "large",
    "the same text was answered before": "repeated",
    "a bounce: it has no return address": "bounce",
    "a report about a mail": "report",
    "from an address that nobody reads": "no-reply",
    "sent automatically": "automatic",
    "from a mailing list": "list",
    "its subject is that of an automatic answer": "subject",
    "from this site itself": "own",
    "a report about a mail of ours that says nothing final": "vague-report",
    "a report that a mail of ours came back": "final-report",
    **{code: code for code in ("played", "unclear", "illegal", "already", "late", "over", "board", "help")},
}
INBOUND_PATTERNS = {
    r"not from the address of (.+)": "stranger",
    r"its sender is doubtful: (.+)": "forged",
    r"sent automatically \((.+)\)": "automatic",
    r"sent to many \((.+)\)": "bulk",
    r"(.*) \(not answered: too many answers in an hour\)": "not-answered",
}
JOB = {"every worker that took it stopped before it was done": "worker-stopped"}
ROBOT_PATTERNS = {r"([a-z-]+)": "too-late"}  # the code of the error that met a robot which came too late
TEMPLATES = {  # sentences written back with their detail
    "in-digest": "in %s",
    "digest-not-sent": "%s did not leave",
    "call-failed": "Failed: %s",
    "stranger": "not from the address of %s",
    "forged": "its sender is doubtful: %s",
    "automatic": "sent automatically (%s)",
    "bulk": "sent to many (%s)",
    "not-answered": "%s (not answered: too many answers in an hour)",
}
WEBHOOK = {
    "it answered %(status)d": "status",
    "no answer within %(seconds)d seconds": "no-answer",
    "the certificate is not valid: %(why)s": "certificate",
    "the name %(host)s is not known": "unknown-host",
    "the answer is no HTTP": "not-http",
    "the connection was closed without an answer": "closed",
    "This address lies in a private network. Only public ones are called.": "private-address",
    "This is not an address that can be called.": "bad-address",
    "The address must begin with https://.": "bad-address",
    "The address must not hold a name or a password before the host.": "bad-address",
    "Only port 443, or one from 1024 on, is called.": "bad-address",
}
BATCH = 5000  # rows in memory


def code_of(text, known, patterns):
    """Return (code, detail) of a sentence; what is not known is an error with the sentence as its detail."""
    if not text or text in known:
        return known.get(text, ""), ""
    for pattern, code in patterns.items():
        if found := re.fullmatch(pattern, text):
            return code, found[1]
    return "error", text


def text_of(code, detail, known):
    """Return the sentence of a code."""
    if detail:
        return (TEMPLATES.get(code, "%s") % detail)[:300]
    sentences = {its_code: text for text, its_code in reversed(known.items())}
    return sentences.get(code, "")


def webhook_error(text):
    """Return (code, params) of what a webhook's column held: a text and what is filled into it, as JSON."""
    try:
        say, params = json.loads(text)
    except ValueError:
        say, params = text, {}
    if not text:
        return "", {}
    if say in WEBHOOK:
        return WEBHOOK[say], params
    return "error", {"why": say % params if params else say}


def webhook_text(code, params):
    """Return what the first release would have stored for a code."""
    if not code:
        return ""
    texts = {its_code: text for text, its_code in WEBHOOK.items()}
    return json.dumps([texts.get(code, "%(why)s" if "why" in params else code), params], ensure_ascii=False)[:300]


MODELS = {
    "Notification": (NOTIFICATION, NOTIFICATION_PATTERNS),
    "InboundMail": (INBOUND, INBOUND_PATTERNS),
    "Analysis": (JOB, {}),
    "Film": (JOB, {}),
    "RobotTurn": ({}, ROBOT_PATTERNS),
}


def convert(rows, convert_row, connection):
    """Store (reason, detail) = convert_row(reason, detail) in each of these rows.

    ``executemany``, because ``bulk_update`` takes ten times as long, and a large outbox has a million rows.
    """
    quote, last = connection.ops.quote_name, 0
    sql = f"UPDATE {quote(rows.model._meta.db_table)} SET reason = %s, detail = %s WHERE id = %s"
    while batch := list(rows.filter(pk__gt=last).order_by("pk").values_list("pk", "reason", "detail")[:BATCH]):
        last = batch[-1][0]
        with connection.cursor() as cursor:
            cursor.executemany(sql, [(*convert_row(reason, detail), pk) for pk, reason, detail in batch])


def store_codes(apps, schema_editor):
    """Replace each sentence by its code and detail.

    A known sentence takes one statement for all rows. Others may differ in every row (digests, exceptions): an update
    of all rows for each of them would take hours on a large outbox.
    """
    for name, (known, patterns) in MODELS.items():
        rows = apps.get_model("games", name).objects
        for text, code in known.items():
            rows.filter(detail=text, reason="").update(reason=code, detail="")
        others = rows.filter(reason="").exclude(detail="")
        convert(others, lambda _reason, text: code_of(text, known, patterns), schema_editor.connection)
    bounced = apps.get_model("games", "Notification").objects.filter(state="bounced", reason="error")
    bounced.update(reason="bounced")
    # What the rules said to a player, in their language.
    apps.get_model("games", "InboundMail").objects.filter(state="answered", reason="error").update(reason="illegal")
    for webhook in apps.get_model("games", "Webhook").objects.exclude(last_error=""):
        webhook.last_error, webhook.last_error_params = webhook_error(webhook.last_error)
        webhook.save(update_fields=["last_error", "last_error_params"])


def restore_sentences(apps, schema_editor):
    """Replace each code and detail by the sentence."""
    for name, (known, _patterns) in MODELS.items():
        rows = apps.get_model("games", name).objects
        for code in list(rows.exclude(reason="").values_list("reason", flat=True).distinct().order_by()):
            rows.filter(reason=code, detail="").update(reason="", detail=text_of(code, "", known))
        others = rows.exclude(reason="")
        convert(others, lambda code, detail: ("", text_of(code, detail, known)), schema_editor.connection)
    for webhook in apps.get_model("games", "Webhook").objects.exclude(last_error=""):
        webhook.last_error = webhook_text(webhook.last_error, webhook.last_error_params)
        webhook.save(update_fields=["last_error"])


class Migration(migrations.Migration):
    dependencies = [("games", "0014_reasons")]

    operations = [
        migrations.RunPython(store_codes, restore_sentences),
        migrations.AlterField(
            model_name='webhook',
            name='last_error',
            field=models.CharField(blank=True, choices=[('status', 'the server answered %(status)d'), ('paused', '%(host)s did not answer in time and is paused for a minute'), ('no-answer', 'no answer within %(seconds)d seconds'), ('certificate', 'the certificate is not valid: %(why)s'), ('unknown-host', 'the host name %(host)s is unknown'), ('not-http', 'the answer is not valid HTTP'), ('closed', 'the connection was closed without an answer'), ('network', 'network error: %(why)s'), ('bad-address', 'This is not a valid web address.'), ('private-address', 'This address is in a private network. Use a public address.'), ('not-visible', 'the owner can no longer see the table'), ('switched-off', 'the webhook was removed or turned off'), ('device-removed', 'the device was removed'), ('signed-off', 'notifications are turned off on the device (status %(status)d)'), ('no-key', 'the site has no key for web push'), ('error', '%(why)s')], max_length=20),
        ),
    ]
