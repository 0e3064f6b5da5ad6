"""The lists of docs/operating.md: every setting that the code reads, every command of the site."""

import re

from django.core.management import get_commands

from tooling.bootstrap import ROOT

GUIDE = (ROOT / "docs/operating.md").read_text()
READ_BY_OTHERS = {"ANYMAIL_WEBHOOK_SECRET", "SSL_CERT_FILE"}  # anymail, OpenSSL
READ_ELSEWHERE = {"ANYMAIL_", "HOST", "PORT"}  # all that begin so; ./run


def first_column(section: str) -> str:
    lines = GUIDE.partition(f"\n## {section}\n")[2].partition("\n## ")[0].splitlines()
    return "\n".join(line.split("|")[1] for line in lines if line.startswith("|"))


def test_every_setting_is_listed_and_no_other() -> None:
    read = set(READ_ELSEWHERE)
    for path in (ROOT / "marrakech_site").rglob("*.py"):
        pattern = r'\b(?:env\.)?(?:text|flag|number|words|one_of)\(\s*"([A-Z][A-Z_]+)"'
        read |= set(re.findall(pattern, path.read_text()))
    listed = set(re.findall(r"`([A-Z_]+)…?`", first_column("Environment variables")))
    assert listed - READ_BY_OTHERS == read


def test_every_command_is_listed_and_no_other() -> None:
    listed = set(re.findall(r"`(?:python manage\.py )?([a-z_]+)`", first_column("Commands")))
    own = {name for name, app in get_commands().items() if app in {"accounts", "games", "marrakech_site"}}
    assert listed == own - {"migrate"}  # Django's, with another limit
