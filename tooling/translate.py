"""Gather the texts of the sources in every catalogue and compile them: python -m tooling.translate (needs gettext).

What is new then stands untranslated, and what has changed stands marked as fuzzy; tests/site/test_translations.py
names both until somebody has translated them and run this again.
"""

import re
import subprocess
import sys

from .bootstrap import ROOT

IGNORED = (".venv", "benchmarks", "tests", "tooling", "var")
JUNK = re.compile(r'^"(?:POT-Creation-Date|Report-Msgid-Bugs-To): .*\n', re.MULTILINE)


def main() -> None:
    """Update the .po files, without anything that changes with the day or the machine, and write their .mo files."""
    manage = [sys.executable, "manage.py"]
    ignore = [f"--ignore={folder}" for folder in IGNORED]
    plain = ["--no-location", "--no-wrap", "--no-obsolete"]
    subprocess.run([*manage, "makemessages", "--all", *plain, *ignore], cwd=ROOT, check=True)
    for catalogue in ROOT.glob("locale/*/LC_MESSAGES/django.po"):
        catalogue.write_text(JUNK.sub("", catalogue.read_text(encoding="utf-8")), encoding="utf-8")
    subprocess.run([*manage, "compilemessages", "--ignore=.venv"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
