"""Sentences that put a move or an answer off: their writer wants to know, ask or wait first, or nothing for now."""

import re

from games.mail.reply_words import plain

_SENTENCES = re.compile(r"(?<=[.!?;…])\s+")
_WAIT = "hold on"

# Of somebody who wants (1) to know or ask something (2) first (3), in any order
_FIRST = (
    (
        r"\b(?:i'd|i'll|would|want|wish|need|have to|must|prefer|let me|rather)\b",
        r"\b(?:know|ask|hear|understand|speak|talk|think|wait|find out|check with|see (?:what|with|how|whether|if))\b",
        r"\b(?:first|beforehand|before (?:i|we|anything|that|deciding|committing|saying|agreeing))\b",
    ),
    (
        r"\b(?:prefere|prefererais|voudrais|aimerais|veux|voulais|dois|souhaite|souhaiterais|faut|vais)\b",
        r"\b(?:savoir|demander|comprendre|parler|discuter|attendre|verifier|reflechir|voir (?:avec|ce qu))",
        r"\b(?<!en )(?:avant|d'abord|auparavant)\b",
    ),
    (
        r"\b(?:mochte|will|wurde|wusste|hatte|muss|brauche|sollte)\b",
        r"\b(?:wissen|wusste|fragen|horen|sehen|verstehen|klaren|sprechen|reden|uberlegen|warten|abwarten|erfahren)\b",
        r"\b(?:erst|vorher|zuerst|zunachst|davor|bevor)\b",
    ),
)
_A_DAY = r"(?:days?|evenings?|nights?|hours?|minutes?)\b"
_UN_JOUR = (
    r"(?:d')?(?:une?|deux|quelques)? ?(?:petite? )?(?:jours?|journees?|soirs?|soirees?|nuits?|heures?|minutes?)\b"
)
_EIN_TAG = r"(?:einen?|zwei|ein paar|etwas)\b.{0,8}\b(?:tage?|abende?|nacht|nachte|stunden?|minuten?|bedenkzeit)\b"
_FOR_NOW = r"(?:for (?:now|the moment|the time being|today)|at the moment|(?:just )?yet|right now)\b"
_POUR_LE_MOMENT = r"(?:encore|pour l'instant|pour le moment|tout de suite|maintenant|aujourd'hui)\b"
_ERST_MAL = r"(?:erst ?mal|erst einmal|vorerst|furs erste|fur den moment|im moment|momentan|vorlaufig|einstweilen)"
_OTHERS = (
    # English
    r"\b(?:i'd rather|i would rather|rather|prefer to|i'd prefer to) (?:wait|hold off|know|ask)\b",
    r"\blet me (?:ask|talk to|speak to|speak with|talk with|check with)\b|\bcheck with \w+ first\b",
    rf"\b(?:give|grant|allow|need|want|like|have|lend)\b.{{0,12}}\b(?:one more|another|a few more|two more) {_A_DAY}",
    r"\b(?:don't|do not|don't please)\b.{0,12}\b(?:do|play|move|lay|place|put|roll|touch|make|decide|start|"
    r"register|enter)"
    r" (?:anything|any moves?|a thing|a move|my (?:turn|move)|me down|it yet|yet|just yet)\b",
    r"\bnot? (?:to )?(?:do|play|move) anything\b|\b(?:do|play) nothing\b",
    rf"\b(?:nothing|no moves?|not?)(?: from me)?(?: please)?,? {_FOR_NOW}|\bno moves? from me\b(?! until)",
    r"\bhold (?:off|my (?:turn|move)|fire|back)\b|\bbefore anything (?:happens|is|gets)\b",
    r"\b(?:maybe|perhaps|possibly|might|may|could)\b.*\b(?:her|him|them)sel(?:f|ves)\b",
    r"\b(?:her|him|them)sel(?:f|ves)\b.*\b(?:maybe|perhaps|possibly|after all)\b",
    r"\bbefore (?:i|we) (?:decide|commit|agree|say yes|sign|accept|answer|do (?:this|that|anything)|join|"
    r"play anything)\b",
    r"\bnot (?:before|until|till) (?:i|we|i've|we've)\b|\b(?:tell|show) me\b.{0,80}\bfirst\b",
    r"\bquestions? (?:first|before)\b|\bfirst,? (?:a|one|some) (?:quick )?questions?\b",
    r"\blet's wait (?:for|until|till|a|another|to)\b|\blet's wait\W*$|\b(?:leave|keep) (?:it|this|that) open\b",
    r"\bneed\b.{0,30}\bto think\b|\bsleep on (?:it|this|that)\b",
    r"\b(?:can|could|may) (?:i|we)\b.{0,30}\b(?:think|wait|have|leave|sleep)\b.*\b(?:until|till|tomorrow|first|"
    r"another|more)\b",
    r"^\W*(?:(?:please|and|but|so) )*(?:don't|do not)\b.*\byet\b|\bnothing(?:'s| is) to be\b|\bmight (?:still|yet)\b",
    r"\b(?:better|rather|prefer|ask(?:ing)?)\b.*\bfirst\b|\b(?:say|answer|decide|agree)(?: something|"
    r" anything)? first\b",
    r"\ba (?:bit|little|while) longer\b|\b(?:talk|think) (?:it|this|that) over\b",
    # French
    r"\bprefer(?:e|erais) (?:encore |d'abord )?(?:attendre|dormir|y reflechir|y penser|savoir|demander|patienter)\b",
    rf"\b(?:donne|donnez|laisse|laissez|accorde|accordez|faut|besoin|faudrait|veux|"
    rf"voudrais)\b.{{0,8}}\bencore {_UN_JOUR}",
    rf"\brien,? (?:du tout )?{_POUR_LE_MOMENT}|\b(?:pas|aucun) (?:de )?coup (?:pour moi|de ma part|aujourd'hui)\b",
    r"\bn'?e? ?(?:fais|faites|joue|jouez|jouons|pose|posez|bouge|bougez|lance|lancez|place|placez|mets|mettez|"
    r"touche|touchez|"
    r"valide|validez|enregistre|enregistrez|decide|decidez|entreprends) (?:encore |surtout )?(?:rien|pas encore)\b",
    r"\bpeut[ -]etre\b.*\b(?:elle|lui|eux|elles)[ -]memes?\b|\b(?:elle|lui|eux|elles)[ -]memes?\b.*\bpeut[ -]etre\b",
    r"^\W*(?:\w+ )?attendons\b|\bon attend (?:encore|un peu|de|que|qu')|\battendons (?:encore|un peu|de|que|qu')",
    r"\bavant (?:de |d'|que je )(?:me )?(?:decider?|dire oui|m'engager|repondre|jouer|confirmer|valider|"
    r"accepter|dise|reponde)",
    r"\bpas avant (?:d'|de |que )|\bquestions? (?:avant|d'abord)\b|\bd'abord,? (?:juste )?une (?:petite )?question\b",
    r"\bdi(?:s|tes)[ -]moi (?:d'abord|avant)\b|\b(?:dormir|dors) dessus\b|\btemps d'y (?:penser|reflechir)\b",
    r"\b(?:laisse|laissons|laissez)\b.{0,25}\b(?:pour l'instant|pour le moment|ouvert|en suspens)\b",
    r"\bgarde mon (?:coup|tour)\b|\bje (?:te|vous) redis\b|\bje demande d'abord\b",
    r"\b(?:on|je|nous) (?:peut|peux|pourrait|pourrais|pourrions)\b.{0,12}\b(?:attendre|reflechir)\b",
    r"\b(?:peut[ -]on|puis[ -]je|pourrait[ -]on) (?:attendre|reflechir)\b|\belle\b.{0,25}\bpeut[ -]etre\b",
    r"\bfini de reflechir\b|\bavant toute chose\b|\bque (?:je demande|j'en parle)\b|\bvoudrais un peu plus de temps\b",
    # German
    r"\b(?:frage|frag) (?:ich )?(?:erst|zuerst|vorher)\b|\b(?:erst|vorher|zuerst)\b.{0,12}\beine? frage\b|"
    r"\bfrage (?:vorher|vorab)\b",
    r"\bwarten? (?:ich )?(?:lieber|noch|wir|erst|auf)\b|\blieber\b.{0,20}\b(?:ab)?warten\b",
    rf"\b(?:gib|gebt|lass|lasst|brauche|brauch|gonn|gonnt|hatte)\b.{{0,12}}\bnoch {_EIN_TAG}",
    rf"\b(?:{_ERST_MAL}|bitte)(?: bitte| noch| mal| gar| von mir)* (?:nichts|nix|nicht spielen|nicht ziehen|"
    rf"kein(?:en)? zug)\b",
    r"^\W*(?:(?:ach|nein|heute|jetzt|bitte|von mir) )*noch (?:nichts|nix)\b",
    r"\b(?:spiele?|spielt|lege?|legt|mache?|macht|tut?|tue|ziehe?|zieht|setze?|setzt|wurfelt?|wurfle|unternimm|"
    r"unternehmt)"
    rf"(?: bitte| jetzt| mir)* (?:noch|{_ERST_MAL}|bitte)(?: bitte| gar)* (?:nichts|nix)\b",
    r"\bnoch (?:nichts|nix) (?:spielen|legen|machen|ziehen|tun|setzen|wurfeln|unternehmen|eintragen|werten|"
    r"ausfuhren)\b",
    r"\b(?:vielleicht|eventuell|womoglich|kann sein|konnte sein)\b(?!.*\bich\b).*\b(?:selbst|selber)\b",
    r"^(?!.*\bich\b).*\b(?:selbst|selber)\b.*\bvielleicht\b",
    r"\bnicht,? bevor\b|\bbevor ich (?:zusage|entscheide|mich entscheide|mich festlege|ja sage|antworte|spiele|"
    r"ziehe|zustimme)\b",
    r"\bsagt? mir (?:bitte )?(?:erst|vorher|zuerst)\b|\bschlafe?\b.{0,20}\b(?:drub|darub)er\b|\bich melde mich noch\b",
    r"\boffen ?(?:lassen|halten)\b|\bhalt(?:et)? (?:dich |euch )?(?:noch )?(?:zuruck|still)\b|\bzug behalte\b",
    r"\bvon mir\b.{0,20}\bkein(?:en)? zug\b|\bkein(?:en)? zug von mir\b",
    r"\bkonn(?:en|ten) wir\b.*\bwarten\b|\b(?:darf|kann) ich\b.*\b(?:uberlegen|nachdenken|warten)\b|"
    r"\bfusse still|\bstillhalten\b",
    r"\bnoch (?:etwas|ein bisschen|ein wenig|mehr) (?:zeit|bedenkzeit|geduld)\b|\bbitte\b.{0,15}\bnoch nicht\b|"
    r"^\W*noch nicht\b",
    r"\bnoch mit .{1,30}\b(?:besprechen|klaren|reden|sprechen|bereden)\b|\bbesprech\w*\b.{0,20}\bnoch\b",
    r"\bnoch (?:selbst|selber)\b|\b(?:ruhrt?|fasst?)\b.{0,15}\bnichts\b",
    # of all three
    r"\bkeep\b.{0,20}\bopen\b|\bnot (?:playing|doing|moving|laying) anything\b|\bleave (?:everything|all|it all)\b",
    r"\bprobably\b.*\b(?:her|him|them)sel(?:f|ves)\b|\b(?:rien|nothing|nichts|anything),? (?:tant qu|until|till|bis)\b",
    r"\bsans doute\b.*\b(?:elle|lui|eux)[ -]memes?\b|\bpas encore decide\b|\bd'abord lire\b|\brien tant qu",
    r"\blass(?:t|en)? (?:wir )?(?:bitte )?(?:erst ?mal|vorerst) alles\b|\b(?:sie|er) (?:will|"
    r"mochte)\b.*\b(?:selbst|selber)\b",
)
_PUTS_OFF = re.compile(
    "|".join((*_OTHERS, *(f"^(?=.*{will})(?=.*{knowing})(?=.*{first})" for will, knowing, first in _FIRST)))
)


def with_waits(line: str) -> str:
    """Return a line with "hold on" in place of each sentence that puts off what the reply asks for."""
    parts = _SENTENCES.split(line)
    return " ".join(f"{_WAIT}." if _PUTS_OFF.search(plain(part)) else part for part in parts)
