"""Update of the translation catalogues from the sources: python -m tooling.translate (needs gettext).

New texts are added without a translation, changed ones are marked as fuzzy. tests/site/test_translations.py lists both.
Translate them in django.po and run this again.
"""

import re
import subprocess
import sys

from .bootstrap import ROOT

IGNORED = (".venv", "benchmarks", "tests", "tooling", "var")
JUNK = re.compile(r'^"(?:POT-Creation-Date|Report-Msgid-Bugs-To): .*\n', re.MULTILINE)


def main() -> None:
    """Update the .po files, without lines that depend on the day or the machine, and compile the .mo files."""
    manage = [sys.executable, "manage.py"]
    ignore = [f"--ignore={folder}" for folder in IGNORED]
    plain = ["--no-location", "--no-wrap", "--no-obsolete"]
    subprocess.run([*manage, "makemessages", "--all", *plain, *ignore], cwd=ROOT, check=True)
    for catalogue in ROOT.glob("locale/*/LC_MESSAGES/django.po"):
        catalogue.write_text(JUNK.sub("", catalogue.read_text(encoding="utf-8")), encoding="utf-8")
    subprocess.run([*manage, "compilemessages", "--ignore=.venv"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
