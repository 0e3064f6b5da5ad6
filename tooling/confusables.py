"""Make the table of look-alike letters from Unicode's own: ``python -m tooling.confusables confusables.txt``.

The file is part of Unicode Technical Standard 39 (security mechanisms). It comes with Unicode's security data and with
the source of ICU. After a new table, add a migration that fills the stored skeletons again, such as
accounts/migrations/0016_refill_name_skeletons.py.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

TARGET = Path(__file__).parents[1] / "accounts" / "confusables.txt"
HEADER = """\
# Letters that look alike, by Unicode. Made by tooling/confusables.py; do not edit.
# A line has what letters are taken for, and these letters, as code points.
#
{source}
#
# Copyright © 1991-2022 Unicode, Inc. All rights reserved.
# Distributed under the Terms of Use in https://www.unicode.org/copyright.html.
#
# Permission is hereby granted, free of charge, to any person obtaining a copy of the Unicode data files and any
# associated documentation (the "Data Files") or Unicode software and any associated documentation (the
# "Software") to deal in the Data Files or Software without restriction, including without limitation the rights
# to use, copy, modify, merge, publish, distribute, and/or sell copies of the Data Files or Software, and to
# permit persons to whom the Data Files or Software are furnished to do so, provided that either (a) this
# copyright and permission notice appear with all copies of the Data Files or Software, or (b) this copyright
# and permission notice appear in associated Documentation.
#
# THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING
# BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF
# THIRD PARTY RIGHTS. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR
# ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF
# USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
# IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES OR SOFTWARE.
#
# Except as contained in this notice, the name of a copyright holder shall not be used in advertising or
# otherwise to promote the sale, use or other dealings in these Data Files or Software without prior written
# authorization of the copyright holder.
"""


def rows_of(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each letter of Unicode's table with what it is taken for, both as code points."""
    for line in lines:
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) == 3:
            yield fields[0], fields[1]


def compact(text: str) -> str:
    """Return the table of the site for the text of Unicode's."""
    lines = text.removeprefix("\ufeff").splitlines()
    source = [line for line in lines if line.startswith(("# Date:", "# Version:"))][:2]
    alike: dict[str, list[str]] = {}
    for letter, taken_for in rows_of(lines):
        alike.setdefault(taken_for, []).append(letter)
    body = (f"{taken_for}; {' '.join(sorted(letters, key=_number))}" for taken_for, letters in alike.items())
    return "\n".join([HEADER.format(source="\n".join(source)), *sorted(body), ""])


def _number(code: str) -> int:
    return int(code, 16)


if __name__ == "__main__":
    TARGET.write_text(compact(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="utf-8")
