"""The ways in which mail programs repeat the email that is answered."""

import re
import textwrap
from collections.abc import Callable
from email.message import EmailMessage
from html import escape

from games.inbound.message_text import text_of_html

WIDTHS = (68, 72, 76, 80)
SITE = "Marrakech by Mail <play+aaaabbbbccccdddd@play.example.org>"
_LINK = re.compile(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def wrapped(text: str, width: int) -> list[str]:
    """Return the paragraphs of a flowed text, each wrapped at a width as a program does it that keeps no marks."""
    joined: list[str] = []
    for line in text.split("\n"):
        if joined and joined[-1].endswith(" ") and joined[-1] != "-- ":
            joined[-1] += line
        else:
            joined.append(line)
    lines: list[str] = []
    for line in joined:
        lines += textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
    return lines


def text_with_links(html: str) -> str:
    """Return the text that Outlook makes of HTML: each link is followed by its address."""
    linked = _LINK.sub(lambda found: f"{_TAG.sub('', found[2])} &lt;{found[1]}&gt;", html)
    text = re.sub(r"\n\s*\n+", "\n\n", text_of_html(linked))
    return text.replace("· ", "·\u00a0").strip()


def _marked(mark: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [f"{mark}{line}".rstrip() for line in lines]


def _wrapped_twice(lines: list[str]) -> list[str]:
    """Return quoted lines after a server has wrapped them again: the rest of a line has lost its mark."""
    marked = _marked("> ")(lines)
    return [part for line in marked for part in textwrap.wrap(line, 60, break_long_words=False) or [">"]]


def _below(*intro: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*intro, "", *lines]


def _above_marks(*intro: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*intro, *_marked("> ")(lines)]


_OUTLOOK = ("From: ", "Sent: Friday, 27 November 2026 20:41", "To: Bob <bob@example.org>", "Subject: Your turn")
_FRENCH = ("De : ", "Envoyé : vendredi 27 novembre 2026 20:41", "À : Bob <bob@example.org>", "Objet : À vous de jouer")
_GERMAN = ("Von: ", "Gesendet: Freitag, 27. November 2026 20:41", "An: Bob <bob@example.org>", "Betreff: Sie sind dran")
_SPANISH = ("De: ", "Enviado: viernes, 27 de noviembre de 2026 20:41", "Para: Bob <b@example.org>", "Asunto: Tu turno")
_ITALIAN = ("Da: ", "Inviato: venerdì 27 novembre 2026 20:41", "A: Bob <bob@example.org>", "Oggetto: Tocca a te")
_DUTCH = ("Van: ", "Verzonden: vrijdag 27 november 2026 20:41", "Aan: Bob <bob@example.org>", "Onderwerp: Jouw beurt")
_POLISH = ("Od: ", "Wysłano: piątek, 27 listopada 2026 20:41", "Do: Bob <bob@example.org>", "Temat: Twoja kolej")
_SWEDISH = ("Från: ", "Skickat: den 27 november 2026 20:41", "Till: Bob <bob@example.org>", "Ämne: Din tur")
_PORTUGUESE = ("De: ", "Enviado: sexta-feira, 27 de novembro de 2026 20:41", "Para: Bob <b@x.example>", "Assunto: Vez")
_JAPANESE = ("差出人: ", "送信日時: 2026年11月27日 20:41", "宛先: Bob <bob@example.org>", "件名: Your turn")


def _header(fields: tuple[str, ...]) -> Callable[[list[str]], list[str]]:
    return _below(fields[0] + SITE, *fields[1:])


_INTRODUCTIONS = {
    "english": f"On Fri, 27 Nov 2026 at 20:41, {SITE} wrote:",
    "english, folded": f"On Fri, 27 Nov 2026 at 20:41, Marrakech by Mail\n<{SITE.split('<')[1]} wrote:",
    "french": f"Le ven. 27 nov. 2026 à 20:41, {SITE} a écrit :",
    "german": f"Am Fr., 27. Nov. 2026 um 20:41 Uhr schrieb {SITE}:",
    "spanish": f"El vie, 27 nov 2026 a las 20:41, {SITE} escribió:",
    "italian": f"Il giorno ven 27 nov 2026 alle ore 20:41 {SITE} ha scritto:",
    "dutch": f"Op vr 27 nov 2026 om 20:41 schreef {SITE}:",
    "portuguese": f"Em sex., 27 de nov. de 2026 às 20:41, {SITE} escreveu:",
    "polish": f"pt., 27 lis 2026 o 20:41 {SITE} napisał(a):",
    "swedish": f"Den fre 27 nov. 2026 kl 20:41 skrev {SITE}:",
    "danish": f"Den fre. 27. nov. 2026 kl. 20.41 skrev {SITE}:",
    "japanese": f"2026年11月27日(金) 20:41 {SITE}:",
    "japanese, another": f"{SITE} のメール:",
}

STYLES: dict[str, Callable[[list[str]], list[str]]] = {
    "nothing around it": lambda lines: lines,
    "marks": _marked("> "),
    "bars": _marked("| "),
    "indented": _marked("    "),
    "bullets": _marked("* "),
    "marks, wrapped twice": _wrapped_twice,
    "a rule": _below("________________________________"),
    "original message": _below("-----Original Message-----", f"From: {SITE}", "Sent: 27 November 2026 20:41"),
    "Outlook": _header(_OUTLOOK),
    "Outlook, French": _header(_FRENCH),
    "Outlook, German": _header(_GERMAN),
    "Outlook, Spanish": _header(_SPANISH),
    "Outlook, Italian": _header(_ITALIAN),
    "Outlook, Dutch": _header(_DUTCH),
    "Outlook, Polish": _header(_POLISH),
    "Outlook, Swedish": _header(_SWEDISH),
    "Outlook, Portuguese": _header(_PORTUGUESE),
    "Outlook, Japanese": _header(_JAPANESE),
    **{f"introduced, {name}": _below(*line.split("\n")) for name, line in _INTRODUCTIONS.items()},
    **{f"introduced and marked, {name}": _above_marks(*line.split("\n")) for name, line in _INTRODUCTIONS.items()},
}

_HTML_AROUND = {
    "Gmail": '<div dir="ltr">{own}</div><br><div class="gmail_quote"><div class="gmail_attr">On Fri wrote:<br></div>'
    '<blockquote class="gmail_quote">{sent}</blockquote></div>',
    "Outlook": '<p>{own}</p><div id="divRplyFwdMsg"><b>From:</b> Marrakech by Mail<br><b>Sent:</b> Friday<br>'
    "<b>To:</b> Bob<br><b>Subject:</b> Your turn</div><div>{sent}</div>",
    "Outlook on the desktop": "<p>{own}</p><div style='border:none'><p><b>Von:</b> Marrakech by Mail<br>"
    "<b>Gesendet:</b> Freitag<br><b>An:</b> Bob<br><b>Betreff:</b> Ihr Zug</p></div><div>{sent}</div>",
    "a webmail without marks": "<div>{own}</div><br><br><div>{sent}</div>",
    "a webmail, below": "<div>{sent}</div><br><br><div>{own}</div>",
}
HTML_STYLES = tuple(_HTML_AROUND)


def html_reply(style: str, own: str, sent: str) -> EmailMessage:
    """Return an email of HTML alone that repeats the sent page."""
    inner = re.sub(r"(?s)^.*<body[^>]*>|</body>.*$", "", sent)
    mail = EmailMessage()
    mail.set_content(_HTML_AROUND[style].format(own=escape(own).replace("\n", "<br>"), sent=inner), subtype="html")
    return mail
