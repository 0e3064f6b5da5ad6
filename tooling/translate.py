"""Update of the translation catalogues from the sources: python -m tooling.translate (needs gettext).

The texts keep the order of the sources. A changed text counts as a new one: no translation is guessed from a similar
text. The command lists the texts without a translation and returns 1. Translate them in django.po and run it again.
"""

import os
import re
import sys
from collections.abc import Iterator

import django
from django.core.management import CommandError, call_command
from django.core.management.commands import makemessages

from .bootstrap import ROOT, say

IGNORED = [".venv", "benchmarks", "tests", "tooling", "var"]
JUNK = re.compile(r'^(?:#: .*|"(?:POT-Creation-Date|Report-Msgid-Bugs-To): .*)\n', re.MULTILINE)
MISSING = re.compile(r'^#,.*\bfuzzy\b|^msgstr(?:\[\d+\])? ""$(?!\n")', re.MULTILINE)
PLACES = re.compile(r"^#: (.*)", re.MULTILINE)
TEXT = re.compile(r'^msgid "(.*)"((?:\n".*")*)', re.MULTILINE)


class MakeMessages(makemessages.Command):
    """Django's makemessages, which leaves changed texts untranslated instead of guessing."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]


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
    for catalogue in sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po")):
        text = catalogue.read_text(encoding="utf-8")
        missing += [f"{catalogue.parts[-3]}  {line}" for line in missing_texts(text)]
        catalogue.write_text(JUNK.sub("", text), encoding="utf-8")
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
