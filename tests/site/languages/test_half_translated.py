import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client, override_settings
from django.utils.translation import gettext, ngettext, npgettext, override, pgettext

from games.notifications.models import Kind
from tests.helpers.notifications import html_of, mail_of, reader, text_of
from tests.makers import play_on, started_game
from tooling.translate import tidied

from .test_translations import CATALOGUES, entries

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.one_database,
    pytest.mark.skipif(not shutil.which("msgfmt"), reason="gettext is not installed"),
]
# A first evening's work: of the last three messages, one has half its forms, one is doubtful, one empty.
CATALOGUE = """msgid ""
msgstr ""
"Language: it\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "My games"
msgstr "Le mie partite"

msgid "Settings"
msgstr "Impostazioni"

msgid "It’s your turn"
msgstr "Tocca a te"

#, python-format
msgid "%(count)d day"
msgid_plural "%(count)d days"
msgstr[0] "%(count)d giorno"
msgstr[1] "%(count)d giorni"

msgctxt "format of a date"
msgid "l j F, H:i"
msgstr "l j F, H:i"

#, python-format
msgid "%(count)d hour"
msgid_plural "%(count)d hours"
msgstr[0] "%(count)d ora"
msgstr[1] ""

#, fuzzy
msgid "Rules"
msgstr "Regali"

msgid "Lobby"
msgstr ""
"""


@pytest.fixture(autouse=True)
def italian(tmp_path: Path) -> Iterator[None]:
    """Offer Italian, as tooling.translate compiles it."""
    folder = tmp_path / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(tidied(CATALOGUE, "it"), encoding="utf-8")
    subprocess.run(["msgfmt", "-o", "django.mo", "django.po"], cwd=folder, check=True)
    with override_settings(LOCALE_PATHS=[tmp_path], LANGUAGES=[("en", "English"), ("it", "Italiano")]):
        yield


def test_a_text_without_a_translation_is_english_and_never_empty() -> None:
    with override("it"):
        assert (gettext("My games"), gettext("Lobby"), gettext("Rules")) == ("Le mie partite", "Lobby", "Rules")
        said = [ngettext("%(count)d day", "%(count)d days", count) % {"count": count} for count in (1, 2)]
        said += [ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count} for count in (1, 2)]
        assert said == ["1 giorno", "2 giorni", "1 hour", "2 hours"]
        for entry in entries(CATALOGUES[0]):
            context, one, more = entry.context, entry.texts[0], entry.texts[-1]
            assert pgettext(context, one) if context else gettext(one)
            for count in range(3) if one != more else ():
                assert npgettext(context, one, more, count) if context else ngettext(one, more, count)


def test_pages_and_emails_of_a_half_translated_language_are_complete() -> None:
    user, other = reader("it", name="Gina"), reader("en", name="John")
    table = play_on(started_game(user, other, options={"rugs": "3/3/3"}), 5).get_absolute_url()
    client = Client()
    client.force_login(user)
    pages = {}
    for address in ("/", "/lobby/", "/rules/", "/learn/", "/settings/", table, f"{table}?ply=3", f"{table}mail/"):
        answer = client.get(address)
        pages[address] = answer.content.decode()
        assert (answer.status_code, 'lang="it"' in pages[address]) == (200, True), address
    assert "<h1>Le mie partite</h1>" in pages["/"]
    assert all(words in pages["/lobby/"] for words in ("Impostazioni", ">Rules</a>", "<h1>Lobby</h1>"))
    mail = mail_of(Kind.TURN, user)
    assert '<html lang="it"' in html_of(mail)
    assert mail.subject
    assert "giorni" in text_of(mail)
