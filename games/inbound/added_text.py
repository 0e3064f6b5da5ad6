"""What programs, companies and servers add to an email, and what is a signature: none of it is written to the site."""

import re
from collections.abc import Sequence
from functools import cache

from games.engine.registry import TITLES
from games.mail.reply_words import (
    CLOSINGS,
    CORRECTION,
    DENIAL,
    FILLER,
    FUNCTION_WORDS,
    OTHER,
    POLITE,
    SAID_ALONE,
    holiday_vocabulary,
    invitation_vocabulary,
    over_vocabulary,
    proposal_vocabulary,
    set_of,
    words_in,
)

MAX_CLOSING_WORDS = 5
MAX_NAME_WORDS = 5
MAX_LAST_NAME_WORDS = 3
MAX_REMARKS = 12  # lines
WRAPPED_FROM = 45  # a line with more characters may go on in the next one


def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


# At the beginning of a line: what a mail program says about itself
_PROGRAM = _any_of(
    r"\s*(?:sent (?:from|with|via|by|using)\b",
    r"envoy.{1,2} (?:de|depuis|par|avec|.) ?",
    r"von meinem .{1,60} gesendet|gesendet (?:von|mit|.ber)\b|diese nachricht wurde von\b",
    r"enviado (?:desde|do|de|a partir|com|con)\b|inviato (?:da|dal|con|tramite)\b|verstuurd (?:vanaf|met|via)\b",
    r"verzonden (?:vanaf|met|via)\b|wys.an[aeoy] (?:z|ze|przez)\b|skickat (?:fr.n|med|via)\b|sendt (?:fra|med|via)\b",
    r"l.hetetty\b|odesl.no z\b|отправлено (?:с|из|от)\b|发自|發自|iphone.{0,10}g.nderildi|\w{3,20}から送信",
    r"provenance\s*: courrier\b|this (?:e-?mail|message) was sent from\b",
    r"yahoo mail\b.{0,40}:|(?:do you )?yahoo!",
    r"(?:get|obtenir|t.{1,2}l.{1,2}charge[rz]|obtener|descargar|scarica|obter o|skaffa|hent|pobierz program) outlook\b",
    r"outlook (?:f.r|voor|para|per|for) (?:android|ios)\b)",
)
_ENVIRONMENT = _any_of(
    r"consider the environment",
    r"environnement avant d.imprimer",
    r"an die umwelt|umwelt zuliebe",
    r"(?:piense|piensa) en el medio ?ambiente|medio ?ambiente .{0,40}imprimir",
    r"pensa(?:te)? all.ambiente|rispetta l.ambiente",
    r"denk (?:aan|om) het milieu",
    r"pense (?:no|em) meio ambiente",
    r"o .rodowisku",
    r"t.nk p. milj.n|t.nk p. milj.et",
)
_SCANNER = _any_of(
    r"\bvirus-?free\b|sans virus|virenfrei|libre de virus|privo di virus|virusvrij|livre de v.rus|wolny od wirus",
    r"virusfri|ウイルス",
    r"(?:checked|scanned|protected) (?:for viruses )?by\b.{0,60}\b(?:avast|avg|kaspersky|eset|norton|mcafee|antivirus)",
    r"(?:checked|scanned) (?:for|by).{0,20}virus|no virus found|checked by avg|virus database|virus signature database",
    r"scanned by kaspersky|avast\.com|avg\.com|eset\.com",
)
_NOTICE = _any_of(
    # a warning that the server of a company puts above an email
    r"^\W*(?:external|externe?r?|extern|esterno|externo)(?: e-?mail| sender| mail)?\W*$",
    r"^\s*\W?\[(?:external|extern)[^\]]{0,20}\]",
    r"^\W*(?:caution|warning|attention|achtung|vorsicht|warnung)\s*:.{0,40}(?:e-?mail|message|courriel|mail)",
    r"originated (?:from )?outside|do not click (?:on )?(?:any )?links|cliquez pas sur (?:les|des|aucun) lien",
    r"klicken sie nicht auf links|(?:don.t|do not) often get e-?mail from|n.obtenez pas souvent d.e-?mail",
    r"erhalten nicht h.ufig e-?mails",
    r"work(?:ing)? flexibl|(?:don.t|not) feel .{0,30}(?:reply|respond)|outside (?:of )?(?:your|my) working hours",
    # a disclaimer
    r"not the (?:\w+ )?(?:recipient|addressee)|received this (?:e-?mail|message) in|contractual offer",
    r"\b(?:company|registered) (?:no|number)\b|\bVAT (?:no|GB|reg)|au capital de",
    r"registered in (?:england|scotland|ireland)",
    r"\bRCS [A-Z]|\bSIRE[NT]\b|handelsregister|\bHRB \d|amtsgericht|\bUSt-?Id|sitz der gesellschaft",
    r"vous n.{1,2}tes pas (?:le|la) |nicht der (?:\w+ )?(?:empf.nger|adressat)",
    r"(?:confidentiel|destin.) .{0,40}destinataire",
    r"confidentiality (?:notice|note)|(?:e-?mails?|message|communication|contents?|attachments?|information)\b.{0,60}"
    r"\b(?:is|are|may be|contains?)\b.{0,40}(?:confidential|privileged)",
    r"intended (?:only |solely )?for the (?:use of )?(?:addressee|recipient|individual|named)|intended recipient",
    r"(?:received|receive) this (?:e-?mail|message|communication).{0,20}(?:in error|by mistake)|accepts no liability",
    r"recevez ce (?:message|courriel|mail)|re.u ce (?:message|courriel|mail|e-?mail).{0,20}erreur",
    r"ce (?:message|courriel|mail|e-?mail).{0,80}(?:confidentiel|destinataire)|pas le destinataire",
    r"vertrauliche (?:und|informationen|oder)|diese e-?mail.{0,60}vertraulich|(?:richtige|beabsichtigte)r? (?:adressat|"
    r"empf.nger)|irrt.mlich erhalten",
    r"este (?:mensaje|correo).{0,80}(?:confidencial|destinatari)|no es el destinatario",
    r"questo messaggio.{0,80}riservat|(?:non siete|non .) (?:il|l.effettivo) destinatario|riservate",
    r"dit (?:e-?mail)?bericht.{0,60}vertrouwelijk|bestemd voor de geadresseerde|abusievelijk",
    r"(?:esta|este) (?:mensagem|e-?mail).{0,80}confidencia|recebeu por engano|recebeu esta mensagem",
    r"ta wiadomo...{0,60}poufn|wy..cznie dla adresata|nie jeste. adresatem",
    r"detta (?:meddelande|mejl|e-?post\w*).{0,60}konfidentiell|avsett endast f.r|inte .r r.tt mottagare",
    r"denne (?:e-?mail|mail|besked).{0,60}fortrolig|kun beregnet til",
    r"このメール.{0,60}機密|誤って受信",
)
_CLOSING = _any_of(
    r"\s*(?:.{0,40}salutations distingu|veuillez agr.er)",
    r"\s*(?:(?:un |muchos )?saludos?|atentamente|un abrazo|cordiali saluti|distinti saluti|cari saluti|met vriendelijke"
    r"|groet(?:en|jes)?|atenciosamente|cumprimentos|abra.os?|z powa.aniem|pozdrawiam|serdecznie|(?:med )?v.nliga h.ls"
    r"|mvh\b|h.lsningar|(?:med )?venlige? hilsen|hilsen|よろしく|敬具|с уважением|sayg.lar|yst.v.llisin|s pozdravem)",
)
_AFTERWORD = re.compile(r"\s*(?:p\.?\s?p?\.?s\b|nb\b|n\.b\.)", re.IGNORECASE)

# Signs of a signature, in a line below the first
_COMPANY = re.compile(
    r"\b(?:Ltd|Limited|LLP|LLC|PLC|Inc|Corp|GmbH|mbH|AG|KG|OHG|e\.\s?K|e\.\s?V|SARL|S\.A\.R\.L|SAS|SA|S\.r\.l|Srl|S\.p\.A"
    r"|SpA|S\.L|B\.\s?V|BV|N\.V|AB|Oy|ApS|A/S|ASA|Ltda|Lda|S\.A)\b|Sp\. z o|株式会社|有限会社|"
    r"& (?:Partners?|Co\b|Sons|S.hne|Kollegen|Associ\w*|Associat\w*|Fils|Cie\b)"
)
_POST = re.compile(
    r"\s*(?:Managing |Executive |Senior |Sales |Account |Product |Project |General |Deputy )*"
    r"(?:Director|Directeur|Directrice|Direktor|Direttore|Dyrektor|Direktør|Diretora?|Gerente|Gérante?|CEO|CTO|CFO"
    r"|VP|VD|Vice President|Manager|Head of|Geschäftsführer(?:in)?|Rechtsanw[aä]lt\w*|Leiter(?:in)?|Avocate?|Notaire"
    r"|Steuerberater(?:in)?|Professor|Prof\.|Department of|Faculty of|University|Universität|Université|Institut\w*"
    r"|Studio Legale|Secretary|Consultant|Engineer|Responsable|Chef de)\b"
)
_PARTED = re.compile(r"(?>.*?\w\w).*\s[|•·●]\s*\w\w")  # from the beginning: in time that grows with the line
_CONTACT = re.compile(
    r"\w@\w+\.\w|https?://|www\.|\+?\d[\d ()/.-]{7,}\d"
    r"|^\s*(?:tel|tél|tlf|mob|mobile|mobil|fax|phone|telefon)\s?\.?\s*:?\s*\+?[\d(]"
    r"|^\s*[tmf]\s?(?:[.:]\s*\+?|\+|\(\+)\d",  # not "f70 1 L2", which is an action
    re.IGNORECASE,
)
# Addresses, telephone numbers and the small print of companies
_SMALL_PRINT = re.compile(
    r"\w@\w|https?://|www\.|\+?\d[\d ()/.-]{7,}\d|confidential|privileged|intended (?:only|solely|for|recipient)|"
    r"disclaimer|vertraulich|confidentiel|destinataire|unsubscribe",
    re.IGNORECASE,
)
_ONLY_CONTACT = re.compile(r"\s*(?:<?(?:https?://|www\.)\S+>?|<?\S+@\S+\.\S+>?)\s*$", re.IGNORECASE)
LONG_RULE = re.compile(r"\s*_{20,}\s*$")
_PARTICLES = set_of(
    "van von de der des den del della di da do dos du la le les "
    "el y e und et and of the & i och og en rue av avenue "
    "bd via calle str tel for für pour in at zu zum zur z o a"
)
_LABELLED = re.compile(
    r"\s*(?:t|m|f|tel|tél|tlf|mob|mobile|mobil|fax|phone|telefon|handy)\s?[.:]+\s*(?:\+|\(|0)[\d ()/.-]{7,}",
    re.IGNORECASE,
)
_NAME = re.compile(r"[^\W\d_a-z][^\W\d_]*(?:['’.-][^\W\d_]+)*\.?")
_NAME_BEHIND = re.compile(r"[.!:)]\s+(?:[-–—]\s*)?(\S+(?: \S+)?)\s*$")
_SIGNED_OFF = re.compile(
    r"\s(?:vg|lg|mfg|gru(?:ß|ss)|gr(?:ü|ue)(?:ß|ss)e|bises|amiti.s|cheers|regards)[,.!]?\s+(\S+)\s*$", re.IGNORECASE
)
_TITLE = re.compile(r"(?:i\.\s?[AV]\.|ppa\.|Dr\.?|Prof\.?|Mr\.?|Mrs\.?|Ms\.?|Mme|M\.|Frau|Herr)\s+")
_INITIALS = re.compile(r"(?:[A-Z]\.?\s?){1,3} x{1,4}")  # "A x"
_THANKS = re.compile(
    r"(?:(?:many )?thanks|thank you|thx|ta|cheers|best|merci(?: beaucoup)?|(?:vielen )?dank(?:e)?)[,!.]?\s+",
    re.IGNORECASE,
)
_ARMOUR = re.compile(r"\s*-----BEGIN PGP ((?:SIGNED )?[A-Z ]+)-----\s*$")
_ARMOUR_END = re.compile(r"\s*-----END PGP [A-Z ]+-----\s*$")


def without_armour(lines: Sequence[str]) -> list[str]:
    """Return the lines of a clear-signed text (RFC 9580) as they were written, without signatures and keys."""
    found: list[str] = []
    is_signed = is_inside = is_head = False
    for line in lines:
        if begin := _ARMOUR.match(line):
            is_signed = is_head = begin[1].startswith("SIGNED")
            is_inside = not is_signed
        elif _ARMOUR_END.match(line):
            is_signed = is_inside = False
        elif is_head:  # "Hash: SHA512", up to an empty line
            is_head = bool(line.strip())
        elif not is_inside:
            found.append(line[2:] if is_signed and line.startswith("- ") else line)
    return found


def is_footer(line: str) -> bool:
    """Return True for a line in which a program says what it has done."""
    return bool(_PROGRAM.match(line) or _SCANNER.search(line))


def is_closing(line: str) -> bool:
    """Return True for a line that closes a letter, such as "Best wishes" or "LG Jonas"."""
    words = words_in(line)
    starts = any(tuple(words[:length]) in CLOSINGS for length in (1, 2, 3)) or bool(_CLOSING.match(line))
    return starts and len(words) <= MAX_CLOSING_WORDS


def is_signed(line: str) -> bool:
    """Return True for a line that may stand below a closing without saying anything: a name, a post, a number."""
    return is_closing(line) or _is_first_name(line) or bool(_SMALL_PRINT.search(line)) or _is_card(line)


def remarks_in(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that are meant for people, without the closing and what follows it, () for mere thanks."""
    remarks: list[str] = []
    for line in lines[:MAX_REMARKS]:
        if is_closing(line) or _SMALL_PRINT.search(line):
            break
        remarks.append(line)
    says_more = any(word not in POLITE for line in remarks for word in words_in(line) if any(map(str.isalnum, word)))
    return tuple(remarks) if says_more else ()


def without_added(lines: Sequence[str]) -> list[str]:
    """Return the lines without footers, warnings, disclaimers and signatures.

    An afterword stays, wherever it stands: it may take back what is written above.
    """
    lines = _without_notices(lines)
    lines = ["" if is_footer(line) else line for line in lines]
    return _without_last_name(_without_names(_without_signatures(lines)))


def _without_notices(lines: Sequence[str]) -> list[str]:
    """Empty the lines of sentences that companies and servers write: those with a sign of one, and the rest of them."""
    added = {number for number, line in enumerate(lines) if _NOTICE.search(line) or _ENVIRONMENT.search(line)}
    for number in sorted(added):
        while number and len(lines[number - 1]) > WRAPPED_FROM and not _is_one_sentence(lines[number - 1]):
            number -= 1
            added.add(number)
    for number, line in enumerate(lines):
        if number - 1 in added and line.strip() and len(lines[number - 1]) > WRAPPED_FROM:
            added.add(number)
    return ["" if number in added else line for number, line in enumerate(lines)]


def _is_one_sentence(line: str) -> bool:
    return line.rstrip().endswith((".", "!", "?", ":"))


def _without_signatures(lines: Sequence[str]) -> list[str]:
    """Empty the business cards below the first line that is written: lines with a sign of one, and those around it."""
    kept = ["" if LONG_RULE.match(line) else line for line in lines]
    first = next((number for number, line in enumerate(kept) if line.strip()), 0)
    number = first + 1
    while number < len(lines):
        if LONG_RULE.match(lines[number]):
            while number < len(lines) and lines[number].strip():
                kept[number] = ""
                number += 1
        elif _is_sign(lines[number]):
            begin = number
            while begin - 1 > first and _is_name(lines[begin - 1]):
                begin -= 1
            while number < len(lines) and (_is_sign(lines[number]) or _is_card(lines[number])):
                number += 1
            kept[begin:number] = [""] * (number - begin)
        else:
            number += 1
    return kept


def _is_sign(line: str) -> bool:
    if _LABELLED.match(line) or (line.count(" | ") > 1 and _is_first_name(line.split(" | ")[0])):
        return True
    has_form = _COMPANY.search(line) or _POST.match(line) or _PARTED.match(line) or _CONTACT.search(line)
    return bool(_ONLY_CONTACT.match(line) or (has_form and _is_card(line, may_be_small=True)))


def _is_card(line: str, *, may_be_small: bool = False) -> bool:
    """Return True for a line of names, numbers and addresses: its words begin with capitals, and one is no order.

    ``may_be_small``: words that mean nothing in a reply need no capitals ("Directrice commerciale").
    """
    meanings = [_meanings().get(word, "") for word in words_in(line)]
    line = _TITLE.sub("", line)
    if not line.strip() or _AFTERWORD.match(line) or line.rstrip().endswith(("?", "!")) or all(meanings):
        return False
    if _MEANT.intersection(meanings) or _SECOND_THOUGHTS.intersection(words_in(line)):
        return False
    words = re.findall(r"[^\s,;:()|•·●/–-]+", line)
    small = [word for word in words if word[0].islower() and word.strip(".").casefold() not in _PARTICLES]
    return all(_CONTACT.search(word) or (may_be_small and not _is_meant(word)) for word in small)


def _is_meant(word: str) -> bool:
    return any(one in _meanings() for one in words_in(word))


def _without_names(lines: Sequence[str]) -> list[str]:
    """Empty a closing with nothing but names below it, if anything is written above."""
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    for number in range(first + 1, len(lines)):
        if is_closing(lines[number]):
            below = [one for one in lines[number + 1 :] if one.strip() and not _AFTERWORD.match(one)]
            if all(_is_plain_name(one) or is_closing(one) for one in below):
                afterwords = [one if _AFTERWORD.match(one) else "" for one in lines[number:]]
                return [*lines[:number], *afterwords]
    return list(lines)


def _without_last_name(lines: Sequence[str]) -> list[str]:
    """Empty the name in the last line, also one behind the last sentence ("I choose right. Ian")."""
    kept = list(lines)
    written = [number for number, line in enumerate(kept) if line.strip() and not _AFTERWORD.match(line)]
    if not written:
        return kept
    last = written[-1]
    if len(written) > 1 and _is_first_name(kept[last]):
        kept[last] = ""
        if len(written) > 2 and last - written[-2] == 1 and _is_first_name(kept[written[-2]]):
            kept[written[-2]] = ""  # "Sabine Kröger", "Einkauf"
    elif (found := _NAME_BEHIND.search(kept[last]) or _SIGNED_OFF.search(kept[last])) and _is_first_name(found[1]):
        kept[last] = kept[last][: found.start(1)]
    return kept


def _is_first_name(line: str) -> bool:
    """Return True for one to three words with capitals, of which none means anything in a reply."""
    name = _TITLE.sub("", _THANKS.sub("", line.strip(" -–—~*_"), count=1))
    words = name.split()
    if _INITIALS.fullmatch(name):
        return True
    return 0 < len(words) <= MAX_LAST_NAME_WORDS and all(
        _NAME.fullmatch(word) and not any(map(_says_something, words_in(word))) for word in words
    )


def _says_something(word: str) -> bool:
    return word in FUNCTION_WORDS or word in SAID_ALONE or _meanings().get(word, OTHER) != OTHER


def _is_name(line: str) -> bool:
    """Return True for a line that may be a name, such as "Karin Links" with words below that say so."""
    return len(words_in(line)) <= MAX_NAME_WORDS and _is_card(line) and not re.search(r"\d", line)


def _is_plain_name(line: str) -> bool:
    """Return True for a name without any word that plays something."""
    meanings = {_meanings().get(word, FILLER) for word in words_in(line)}
    return _is_name(line) and meanings <= {FILLER, OTHER}


_MEANT = frozenset({DENIAL, CORRECTION})
_SECOND_THOUGHTS = set_of("actually instead rather sorry plutot finalement fait doch lieber eher stattdessen")


@cache
def _meanings() -> dict[str, str]:
    """Return the single words that mean something in a reply, in any title."""
    vocabularies = [*map(holiday_vocabulary, TITLES), proposal_vocabulary(), invitation_vocabulary(), over_vocabulary()]
    phrases = [item for vocabulary in vocabularies for item in vocabulary.phrases.items()]
    return {phrase[0]: meaning for phrase, meaning in phrases if len(phrase) == 1}
