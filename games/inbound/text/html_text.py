"""The text of an HTML email, without the quotations and signatures that mail programs add.

A quotation becomes a line with ">", as in plain text; the header block of the answered email becomes ``ORIGINAL``. So
``quotes`` handles plain text and HTML alike.
"""

import re
from html.parser import HTMLParser

ORIGINAL = "-----Original Message-----"
MAX_LENGTH = 400_000  # characters that are read
_SILENT = frozenset({"head", "style", "script", "title", "template", "object", "svg", "select"})
_BLOCKS = re.compile(r"p|div|br|hr|li|ul|ol|tr|table|section|article|header|footer|h[1-6]|blockquote|pre|address|dd|dt")
_VOID = re.compile(r"area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr")
_SIGNATURES = re.compile(
    r"\b(?:gmail_signature|moz-signature|protonmail_signature_block|ms-outlook-mobile-signature|composer_signature"
    r"|AppleMailSignature|mobile-signature)\b"
)
_QUOTATIONS = re.compile(r"\b(?:yahoo_quoted|moz-cite-prefix|gmail_attr)\b")
_CUTS = re.compile(r"(?:appendonsend|divRplyFwdMsg|ms-outlook-mobile-reference-message|OLK_SRC_BODY_SECTION)\b")
_UNCLOSED = re.compile(r"<(?=[^<>]*(?:<|\Z))")  # the parser would look for its end again and again
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)


def text_of_html(html: str) -> str:
    """Return the new text of an HTML email, line by line. Never raises."""
    extractor = _Extractor()
    extractor.feed(_UNCLOSED.sub("&lt;", _without_comments(html[:MAX_LENGTH])))
    extractor.close()
    return "".join(extractor.pieces)


def _without_comments(html: str) -> str:
    outside, at = list[str](), 0
    while (begin := html.find("<!--", at)) >= 0 and (end := html.find("-->", begin)) >= 0:
        outside.append(html[at:begin])
        at = end + len("-->")
    return "".join([*outside, html[at:]])


class _Extractor(HTMLParser):
    """Collects text. Inside a left-out element only its own tag is counted, so that stray tags do no harm."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._left_out = ""
        self._depth = 0
        self._in_pre = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Start a line, leave an element out, or mark the beginning of the answered email."""
        if self._left_out == "head" and tag == "body":  # a head that is never closed
            self._left_out = ""
        if self._left_out:
            self._depth += tag == self._left_out
            return
        names = " ".join(value or "" for name, value in attrs if name in {"class", "id", "name"})
        if _CUTS.search(names):
            self.pieces.append(f"\n{ORIGINAL}\n")
        if not _VOID.fullmatch(tag) and self._is_left_out(tag, names, dict(attrs).get("style") or ""):
            self._left_out, self._depth = tag, 1
        elif _BLOCKS.fullmatch(tag):
            self.pieces.append("\n")
        self._in_pre += tag == "pre" and not self._left_out

    def _is_left_out(self, tag: str, names: str, style: str) -> bool:
        if tag == "blockquote" or names.split()[:1] == ["quote"] or _QUOTATIONS.search(names):
            self.pieces.append("\n>\n")
            return True
        return tag in _SILENT or bool(_SIGNATURES.search(names)) or bool(_HIDDEN.search(style))

    def handle_endtag(self, tag: str) -> None:
        """End a line or a left-out element."""
        if self._left_out:
            self._depth -= tag == self._left_out
            if self._depth == 0:
                self._left_out = ""
                self.pieces.append("\n")
        elif _BLOCKS.fullmatch(tag):
            self.pieces.append("\n")
            self._in_pre = max(0, self._in_pre - (tag == "pre"))

    def handle_data(self, data: str) -> None:
        """Collect visible text. Line ends of the source are spaces."""
        if not self._left_out:
            self.pieces.append(data if self._in_pre else re.sub(r"[ \t\r\n\f]+", " ", data))
