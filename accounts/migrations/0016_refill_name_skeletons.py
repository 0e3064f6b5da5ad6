"""Store the skeletons of all names again: by Unicode's table, more letters are alike. Names that collide now are kept."""

import re
import unicodedata
from pathlib import Path

from django.db import migrations

# The table is data, not code: the skeletons have to be those of the table that the site has.
TABLE = Path(__file__).parents[1] / "confusables.txt"
TWINS = {
    **dict(zip("авекмнорстухіјѕԁһӏԛԝ", "abekmhopctyxijsdhlqw", strict=True)),
    **dict(zip("αεικνορτυχη", "aeikvoptuxn", strict=True)),
    **dict(zip("օսհոզ", "ouhnq", strict=True)),
    **dict(zip("ıɡ|10", "igllo", strict=True)),
}
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_NOT_SHOWN = re.compile(r"[\W_]+")


def read_table():
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            taken_for, letters = ("".join(chr(int(code, 16)) for code in part.split()) for part in line.split(";"))
            found |= dict.fromkeys(letters, taken_for)
    return found


def skeleton(name, table):
    """Return what is left of a name when look-alikes are made equal, as validators.py does."""
    text = "".join(plain if (plain := table.get(one, "")).isascii() and plain.isalnum() else one for one in name)
    text = _NOT_SHOWN.sub("", unicodedata.normalize("NFKC", text).casefold())
    text = unicodedata.normalize("NFD", text)
    text = "".join(TWINS.get(one) or table.get(one, one) for one in text).casefold()
    text = "".join(one for one in unicodedata.normalize("NFC", text) if one.isalnum() or unicodedata.combining(one))
    for pair, one in _PAIRS:
        text = text.replace(pair, one)
    return text.replace("i", "l")


def fill(apps, schema_editor):
    table = read_table()
    for model, column, length in (("User", "username", 60), ("Profile", "display_name", 80)):
        rows = apps.get_model("accounts", model).objects.using(schema_editor.connection.alias)
        changed = []
        for row in rows.only("pk", column, "skeleton").iterator(chunk_size=1000):
            found = skeleton(getattr(row, column), table)[:length]
            if found != row.skeleton:
                row.skeleton = found
                changed.append(row)
        rows.bulk_update(changed, ["skeleton"], batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0015_link_version")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
