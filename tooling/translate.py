"""Update of the translation catalogues from the sources: python -m tooling.translate (needs gettext).

The texts keep the order of the sources. A changed text counts as a new one: no translation is guessed from a similar
text. For a complete language, the command lists the texts without a translation and returns 1: translate them in
django.po and run it again. Of the others it says how many there are: the site shows those in English.
docs/translating.md tells how to add a language.
"""

import os
import re
import sys
from collections.abc import Iterator

import django
from django.core.management import CommandError, call_command
from django.core.management.commands import makemessages

from .bootstrap import ROOT, say

COMPLETE = frozenset({"de", "fr"})  # languages in which every text has a translation: ./test holds them to it
IGNORED = [".venv", "benchmarks", "tests", "tooling", "var"]
JUNK = re.compile(r'^(?:#: .*|"(?:POT-Creation-Date|Report-Msgid-Bugs-To): .*)\n', re.MULTILINE)
HEADER = re.compile(r'\A(?:#.*\n)*(msgid ""\nmsgstr ""\n)(?:".*\n)*?("Language: )')
MISSING = re.compile(r'^#,.*\bfuzzy\b|^msgstr(?:\[\d+\])? ""$(?!\n")', re.MULTILINE)
PLACES = re.compile(r"^#: (.*)", re.MULTILINE)
FORMS = re.compile(r'^msgstr\[\d+\] (".*"(?:\n".*")*)', re.MULTILINE)
TEXT = re.compile(r'^msgid "(.*)"((?:\n".*")*)', re.MULTILINE)


class MakeMessages(makemessages.Command):
    """Django's makemessages, which leaves changed texts untranslated instead of guessing."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]


def tidied(catalogue: str, language: str) -> str:
    """Return a catalogue without what depends on the day or the machine, a new one with a short header.

    A plural that lacks some of its forms waits for its translator as fuzzy: msgfmt would make empty texts of them.
    """
    if "FULL NAME" in catalogue:
        catalogue = HEADER.sub(rf'\1"Project-Id-Version: Marrakech by Mail\\n"\n\2{language}', catalogue)
    return "\n\n".join(map(_waiting, JUNK.sub("", catalogue).split("\n\n")))


def _waiting(block: str) -> str:
    """Return a message, marked as fuzzy if it is a plural with some of its forms."""
    forms = [form == '""' for form in FORMS.findall(block)]
    if not any(forms) or all(forms) or "fuzzy" in block.partition("msgid")[0]:
        return block
    return block.replace("#, ", "#, fuzzy, ", 1) if "#, " in block else f"#, fuzzy\n{block}"


def missing_texts(catalogue: str) -> Iterator[str]:
    for block in catalogue.split("\n\n")[1:]:  # after the header
        if MISSING.search(block) and (found := TEXT.search(block)):
            text = found[1] + "".join(line.strip('"') for line in found[2].split("\n"))
            yield f"{', '.join(' '.join(PLACES.findall(block)).split())}: {text}"


def main() -> int:
    """Update the .po files, without lines that depend on the day or the machine, and compile the .mo files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
    os.chdir(ROOT)
    django.setup()
    try:
        call_command(MakeMessages(), all=True, no_wrap=True, no_obsolete=True, ignore_patterns=IGNORED, verbosity=0)
    except CommandError as error:  # gettext is not installed, or a text cannot be read
        say(str(error))
        return 1
    missing = []
    for path in sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po")):
        language, text = path.parts[-3], path.read_text(encoding="utf-8")
        lines = [*missing_texts(text)]
        if language in COMPLETE:
            missing += [f"{language}  {line}" for line in lines]
        else:
            say(f"{language}: {len(lines)} texts have no translation yet. The site shows them in English.")
        path.write_text(tidied(text, language), encoding="utf-8")
    call_command("compilemessages", ignore_patterns=[".venv"], verbosity=0)
    if missing:
        say(
            "\n".join(
                ["No translation yet. Add it to locale/LANGUAGE/LC_MESSAGES/django.po and run this again:", *missing]
            )
        )
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
